/**
 * The engine's door: one object that owns the indexes and answers every question about code. In process; the same
 * interface spoken to a thread is in threadEngine.ts. Must not know: HTTP, wire names, the store, the editor.
 */
import { realpath } from 'node:fs/promises';
import { answeringOf } from './answering';
import { CacheFolder } from './cache/cacheFolder';
import { createCalls } from './calls';
import { Grammars, type Log } from './chunk/grammars';
import { ParseWatch } from './chunk/parseWatch';
import { meaningOf } from './dense/meaning';
import { shippedEmbedding } from './dense/shippedEmbedding';
import { lookupsOf } from './lookups';
import { CodeReader } from './outline/sources';
import { foldersElsewhere } from './people';
import { Space } from './space';
import type { Engine, FolderRules } from './types';

export interface EngineOptions {
  /** Absolute folder with `tree-sitter.wasm` and the grammars. */
  grammarFolder: string;
  log: Log;
  /** Absolute path of the embedding's weights; absent: snippets are ranked by their words alone. */
  embeddingFile?: string;
  /** Absolute folder in which the indexes of folders outlive this engine; absent: they do not. */
  cacheFolder?: string;
  /** Absolute folders that are not entered from a folder above them, such as our own. */
  closedFolders?: readonly string[];
  /** Names the code, so that an index which other code saved is not used. */
  codeVersion?: string;
  /** How long a question waits for an index that is being made, in milliseconds; then it is answered from a part. */
  patienceMs?: number;
  /** Files of grammars that are not to be asked: texts in their languages are cut by lines. */
  brokenGrammars?: readonly string[];
  /** Of a `ParseWatch`, so that another thread sees what is being parsed. */
  parseMemory?: SharedArrayBuffer;
}

function grammarsOf({ grammarFolder, log, brokenGrammars: broken, parseMemory }: EngineOptions): Grammars {
  return new Grammars(grammarFolder, log, { broken, watch: new ParseWatch(parseMemory) });
}

function openSpace(options: EngineOptions, grammars: Grammars): Space {
  const { log, cacheFolder, codeVersion = '', patienceMs, closedFolders: closed } = options;
  const cache = cacheFolder === undefined ? undefined : { folder: cacheFolder, maker: codeVersion, log };
  return new Space({ grammars, log, cache: cache && new CacheFolder(cache), closed, patienceMs });
}

/** Undefined: there is no such folder, so there is nothing in it to choose from. */
async function withRealFolder(rules: FolderRules): Promise<FolderRules | undefined> {
  const folder = await realpath(rules.folder).catch(() => undefined);
  return folder === undefined ? undefined : { ...rules, folder };
}

export function createEngine(options: EngineOptions): Engine {
  const { log } = options;
  const grammars = grammarsOf(options);
  const space = openSpace(options, grammars);
  const reader = new CodeReader(grammars);
  const embedding = shippedEmbedding(options.embeddingFile, log);
  const meaning = meaningOf(embedding);
  const { during, end } = createCalls();
  return {
    ...lookupsOf({ space, reader, embedding, during }),
    ...answeringOf({ space, reader, grammars, meaning, cacheFolder: options.cacheFolder, during }),
    foldersElsewhere,
    embed: (texts, signal) =>
      during(signal, async () => {
        const model = embedding();
        return (
          model && texts.map(({ kind, text, language }) => model.embed([text], kind, language)[0] ?? new Float32Array())
        );
      }),
    async putDocuments(documents) {
      await space.library.put(documents);
    },
    async removeDocuments(ids) {
      await space.library.remove(ids);
    },
    warm: (path, signal) =>
      during(signal, async (ending) => {
        const opened = await space.openPath(path, { patienceMs: Infinity, signal: ending });
        if ('reason' in opened) log('info', `Nothing was indexed ahead: ${opened.reason}`);
      }),
    async filesChanged(paths) {
      space.filesChanged(paths);
    },
    async readFirst(paths) {
      space.readFirst(paths);
    },
    async findFiles(request) {
      return space.findFiles(request);
    },
    async setFolderRules(rules) {
      const real = await Promise.all(rules.map((one) => withRealFolder(one)));
      space.setRules(real.filter((one) => one !== undefined));
    },
    async setPaused(isPaused) {
      if (isPaused) space.gate.close();
      else space.gate.open();
    },
    async cancelIndexing() {
      space.cancel();
    },
    async status() {
      return space.status();
    },
    async close() {
      end();
      await space.close();
    },
  };
}
