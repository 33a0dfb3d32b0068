/**
 * The engine's door: one object that owns the indexes and answers every question about code. In process; the same
 * interface spoken to a thread is in threadEngine.ts. Must not know: HTTP, wire names, the store, the editor.
 */
import { realpath } from 'node:fs/promises';
import { answer } from './answer';
import { CacheFolder } from './cache/cacheFolder';
import { Grammars, type Log } from './chunk/grammars';
import { ParseWatch } from './chunk/parseWatch';
import { shippedEmbedding } from './dense/shippedEmbedding';
import { hints } from './hints';
import { people } from './people';
import { reprompt } from './reprompt';
import { retrieve } from './retrieve';
import { Space } from './space';
import type { Engine, FolderRules, SnippetSource } from './types';

export type { Log } from './chunk/grammars';

export interface EngineOptions {
  /** Absolute folder with `tree-sitter.wasm` and the grammars. */
  grammarFolder: string;
  log: Log;
  /** Absolute path of the embedding's weights; absent: snippets are ranked by their words alone. */
  embeddingFile?: string;
  /** Absolute folder in which the indexes of folders outlive this engine; absent: they do not. */
  cacheFolder?: string;
  /** Names the code, so that an index which other code saved is not used. */
  codeVersion?: string;
  /** How long a question waits for an index that is being made, in milliseconds; then it is answered from a part. */
  patienceMs?: number;
  /** Files of grammars that are not to be asked: texts in their languages are cut by lines. */
  brokenGrammars?: readonly string[];
  /** Of a `ParseWatch`, so that another thread sees what is being parsed. */
  parseMemory?: SharedArrayBuffer;
}

/** Passages in which the answer to a follow-up is looked for before it is offered. */
const hintSupport = 10;

function labelOf(source: SnippetSource): string {
  return source.kind === 'file' ? source.path : source.kind === 'document' ? source.id : `seed ${source.index}`;
}

/** The limit of one result list, as the interface says. */
const maxLimit = 100;

function openSpace(options: EngineOptions): Space {
  const { grammarFolder, log, cacheFolder, codeVersion = '', patienceMs, brokenGrammars: broken } = options;
  const cache = cacheFolder === undefined ? undefined : { folder: cacheFolder, maker: codeVersion, log };
  const grammars = new Grammars(grammarFolder, log, { broken, watch: new ParseWatch(options.parseMemory) });
  return new Space({ grammars, log, cache: cache && new CacheFolder(cache), patienceMs });
}

/** Undefined: there is no such folder, so there is nothing in it to choose from. */
async function withRealFolder(rules: FolderRules): Promise<FolderRules | undefined> {
  const folder = await realpath(rules.folder).catch(() => undefined);
  return folder === undefined ? undefined : { ...rules, folder };
}

export function createEngine(options: EngineOptions): Engine {
  const { log } = options;
  const space = openSpace(options);
  const embedding = shippedEmbedding(options.embeddingFile, log);
  const closing = new AbortController();

  /** The caller's signal and the engine's end in one. */
  function until(signal: AbortSignal | undefined): AbortSignal {
    const both = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal;
    both.throwIfAborted();
    return both;
  }

  return {
    async retrieve(request, signal) {
      const ending = until(signal);
      const opened = await space.open(request.space, ending);
      const limit = Math.max(1, Math.min(maxLimit, Math.floor(request.limit)));
      const { snippets, passages } = await retrieve({
        query: request.query,
        parts: opened.parts,
        limit,
        explain: request.explain ?? false,
        embedding,
        signal: ending,
      });
      const searched = { files: opened.files, documents: opened.documents, passages };
      return { snippets, skipped: opened.skipped, searched };
    },
    async answer(request, signal) {
      until(signal);
      return answer(request);
    },
    async hints(request, signal) {
      const ending = until(signal);
      const parts = space.partsAround(request.snippets.map(({ source }) => source));
      if (parts.length === 0) return hints(request);
      return hints(request, async (query) => {
        const { snippets } = await retrieve({ query, parts, limit: hintSupport, explain: false, signal: ending });
        return snippets.map((snippet, place) => ({ ...snippet, id: String(place), label: labelOf(snippet.source) }));
      });
    },
    async reprompt(request, signal) {
      until(signal);
      return reprompt(request);
    },
    async people(request, signal) {
      return people(request, until(signal));
    },
    async embed(texts, signal) {
      until(signal);
      const model = embedding();
      return (
        model && texts.map(({ kind, text, language }) => model.embed([text], kind, language)[0] ?? new Float32Array())
      );
    },
    async putDocuments(documents) {
      await space.library.put(documents);
    },
    async removeDocuments(ids) {
      await space.library.remove(ids);
    },
    async warm(path, signal) {
      const opened = await space.openPath(path, until(signal));
      if ('reason' in opened) log('info', `Nothing was indexed ahead: ${opened.reason}`);
    },
    async filesChanged(paths) {
      space.filesChanged(paths);
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
    async status() {
      return space.status();
    },
    async close() {
      closing.abort();
      await space.close();
    },
  };
}
