/**
 * The engine's entry point: one object that owns the indexes and answers every question about code. It runs in process;
 * threadEngine.ts gives the same interface over a thread. Must not know: HTTP, wire names, the store, the editor.
 */
import { realpath } from 'node:fs/promises';
import { CacheFolder } from './cache/cacheFolder';
import { Grammars, type Log, ParseWatch } from './chunk/grammars';
import { meaningOf, shippedEmbedding, type EmbeddingSource } from './dense/embedding';
import {
  CodeReader,
  foundSources,
  labelsBelow,
  largeSources,
  outlineFiles,
  sourceOf,
  withDefinitions,
} from './outline/sources';
import { foldersElsewhere, people } from './people';
import { Space } from './space';
import type { Answer, Engine, FolderRules, SnippetSource } from './types';
import { answer, claimOf, mayBeClaimed, placesBeside, usableOf } from './answer';
import { searchedOf } from './answers/tiers';
import { withoutAsking } from './question/courtesies';
import { withUses } from './claims/uses';
import { withConstants } from './claims/value';
import { overview, withReadme } from './claims/overview';
import { hints } from './hints';
import { reprompt } from './reprompt';
import { retrieve } from './retrieve';
import { partOfSnippets } from './index/library';
import { findCopies, withAlike } from './copies';
import { findCallees } from './outline/callees';
import { findReferences } from './outline/findReferences';
import { findSymbol } from './outline/findSymbol';
import { idOf, onlyThose, sourceCount } from './parts';

export interface EngineOptions {
  /** Absolute folder with `tree-sitter.wasm` and the grammars. */
  grammarFolder: string;
  log: Log;
  /** Absolute path of the embedding's weights; absent: snippets are ranked by their words alone. */
  embeddingFile?: string;
  /** Absolute folder for saved indexes of folders; absent: indexes are not saved. */
  cacheFolder?: string;
  /** Absolute folders that are skipped when a folder above them is indexed, such as the engine's own. */
  closedFolders?: readonly string[];
  /** Version of the code; indexes saved by another version are not used. */
  codeVersion?: string;
  /** Milliseconds that a question waits for an unfinished index before it is answered from the part at hand. */
  patienceMs?: number;
  /** Files of grammars that are not used: texts in their languages are cut by lines. */
  brokenGrammars?: readonly string[];
  /** Memory of a `ParseWatch`, so that another thread sees what is being parsed. */
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

/** The rules with the real path of their folder; undefined when there is no such folder. */
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

// Section: the engine's methods that write text: answers, follow-up questions, rewritten questions, people.

/** Kinds of claims that may have missed the place meant; a list of callers or commands is complete. */
const mayBeElsewhere: ReadonlySet<string> = new Set(['value', 'difference']);

/** Number of passages searched for the answer to a follow-up before it is offered. */
const hintSupport = 10;

function labelOf(source: SnippetSource): string {
  return source.kind === 'file' ? source.path : source.kind === 'document' ? source.id : `seed ${source.index}`;
}

interface AnsweringParts {
  space: Space;
  reader: CodeReader;
  grammars: Grammars;
  meaning: ReturnType<typeof meaningOf>;
  cacheFolder: string | undefined;
  during: During;
}

type Answering = Pick<Engine, 'answer' | 'hints' | 'reprompt' | 'people'>;

function answeringOf({ space, reader, grammars, meaning, cacheFolder, during }: AnsweringParts): Answering {
  return {
    answer: (request, signal) =>
      during(signal, async (ending) => {
        const { space: within, only, roots = [] } = request;
        const query = withoutAsking(request.query);
        const opened = within && (await space.open(within, { question: query, signal: ending }));
        const parts = opened && onlyThose(opened.parts, only);
        const isWhole = opened?.skipped.length === 0;
        const searched = parts && (async () => searchedOf(parts, isWhole && only === undefined));
        const snippets = usableOf(request.snippets);
        const shown = async () => (parts ? withDefinitions(snippets, { parts, reader }) : snippets);
        const places = async () => answer({ query, snippets: await shown() }, grammars, meaning, searched);
        if (!mayBeClaimed(query)) return places();
        const told = { query, snippets, reader, meaning, signal: ending };
        const asking = parts && { ...told, parts, isWhole, labelOf: labelsBelow(roots) };
        const claim = asking
          ? await claimOf(asking)
          : // With passages alone, only claims about their own content are possible.
            await claimOf(
              {
                ...told,
                parts: [await partOfSnippets(snippets, grammars)],
                isWhole: false,
                labelOf: ({ place }) => place,
              },
              [overview],
            );
        if (!claim) {
          const answers = await places();
          if (!asking) return answers;
          const withAll = async (one: Answer) =>
            withReadme(await withConstants(await withUses(one, asking), asking), asking);
          return Promise.all(answers.map(withAll));
        }
        return mayBeElsewhere.has(claim.kind ?? '')
          ? [claim, ...placesBeside(claim, query, await shown(), meaning)]
          : [claim];
      }),
    hints: (request, signal) =>
      during(signal, async (ending) => {
        const snippets = usableOf(request.snippets);
        const around = space.partsAround(snippets.map(({ source }) => source));
        const known = new Set(
          foundSources({ parts: around, snippets }, snippets.length).map((from) => idOf(sourceOf(from))),
        );
        const alone = snippets.filter(({ source }) => !known.has(idOf(source)));
        const parts = alone.length > 0 ? [...around, await partOfSnippets(alone, grammars)] : around;
        const find = async (query: string) => {
          const found = await retrieve({ query, parts, limit: hintSupport, explain: false, signal: ending });
          return found.snippets.map((one, place) => ({ ...one, id: String(place), label: labelOf(one.source) }));
        };
        return hints({ ...request, snippets }, { parts, reader, meaning, find, signal: ending });
      }),
    reprompt: (request, signal) => during(signal, async () => reprompt(request)),
    people: (request, signal) => during(signal, (ending) => people(request, { signal: ending, cacheFolder })),
  };
}

// Section: the engine's methods that find code: passages, outlines, symbols, references, copies.

/** Greatest limit of a result list that the interface allows. */
const maxLimit = 100;

interface LookupParts {
  space: Space;
  reader: CodeReader;
  embedding: EmbeddingSource;
  during: During;
}

type Lookups = Pick<Engine, 'retrieve' | 'outline' | 'symbol' | 'references' | 'callees' | 'copies'>;

function lookupsOf({ space, reader, embedding, during }: LookupParts): Lookups {
  return {
    retrieve: (request, signal) =>
      during(signal, async (ending) => {
        const { patienceMs } = request;
        const question = withoutAsking(request.query);
        const opened = await space.open(request.space, { question, patienceMs, signal: ending });
        const limit = Math.max(1, Math.min(maxLimit, Math.floor(request.limit)));
        const parts = onlyThose(opened.parts, request.only);
        const { snippets: ranked, passages } = await retrieve({
          query: question,
          parts,
          limit: request.alike ? maxLimit : limit,
          explain: request.explain ?? false,
          fallsBack: request.fallsBack ?? false,
          embedding,
          signal: ending,
        });
        const snippets = request.alike
          ? await withAlike({ text: request.query, ranked, limit }, { parts, reader, signal: ending })
          : ranked;
        const files = request.only ? sourceCount(parts) : opened.files;
        const searched = { files, documents: opened.documents, passages };
        return { snippets, skipped: opened.skipped, searched };
      }),
    outline: (request, signal) =>
      during(signal, async (ending) => {
        const opened = await space.open(request.space, { signal: ending });
        const parts = onlyThose(opened.parts, request.only);
        const made = await outlineFiles(parts, request, reader, ending);
        return { ...made, skipped: [...opened.skipped, ...largeSources(parts), ...made.skipped] };
      }),
    symbol: (request, signal) =>
      during(signal, async (ending) => {
        const opened = await space.open(request.space, { question: request.name, signal: ending });
        const parts = onlyThose(opened.parts, request.only);
        const made = await findSymbol(request, { parts, reader, signal: ending });
        return { ...made, skipped: [...opened.skipped, ...largeSources(parts), ...made.skipped] };
      }),
    references: (request, signal) =>
      during(signal, async (ending) => {
        const { name: question, at } = request;
        const opened = await space.open(request.space, { question, signal: ending });
        const place = at === undefined ? undefined : await space.open({ paths: [at] }, { signal: ending });
        const parts = onlyThose(opened.parts, request.only);
        const looking = { parts, reader: reader.forCall(), signal: ending };
        const made = await findReferences(request, looking, place && { ...looking, parts: place.parts });
        const large = largeSources([...(place?.parts ?? []), ...parts]);
        return { ...made, skipped: [...opened.skipped, ...(place?.skipped ?? []), ...large, ...made.skipped] };
      }),
    callees: (request, signal) =>
      during(signal, async (ending) => {
        const opened = await space.open(request.space, { signal: ending });
        const place = await space.open({ paths: [request.at] }, { signal: ending });
        const parts = onlyThose(opened.parts, request.only);
        const looking = { parts, reader: reader.forCall(), signal: ending };
        const made = await findCallees(request, looking, { ...looking, parts: place.parts });
        const large = largeSources([...place.parts, ...parts]);
        return { ...made, skipped: [...opened.skipped, ...place.skipped, ...large, ...made.skipped] };
      }),
    copies: (request, signal) =>
      during(signal, async (ending) => {
        // Callers want every place where the text is used, so this waits without limit until they abort it.
        const { files, parts, skipped } = await space.open(request.space, { patienceMs: Infinity, signal: ending });
        return { ...(await findCopies(request, { parts, signal: ending })), skipped, searched: { files } };
      }),
  };
}

// Section: running calls: each ends with its caller's signal, and all of them with the engine.

type During = <Result>(
  signal: AbortSignal | undefined,
  act: (ending: AbortSignal) => Promise<Result>,
) => Promise<Result>;

interface Calls {
  during: During;
  /** Aborts running calls and refuses new ones. */
  end: () => void;
}

function createCalls(): Calls {
  const running = new Set<AbortController>();
  let isClosed = false;

  /**
   * Runs a call with a signal that joins the caller's and the engine's end. Not `AbortSignal.any`: it leaks memory for
   * each call as long as the engine's signal lives.
   */
  async function during<Result>(
    signal: AbortSignal | undefined,
    act: (ending: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    if (isClosed) throw new DOMException('The engine is closed.', 'AbortError');
    signal?.throwIfAborted();
    const call = new AbortController();
    const hangUp = () => call.abort(signal?.reason);
    signal?.addEventListener('abort', hangUp, { once: true });
    running.add(call);
    try {
      return await act(call.signal);
    } finally {
      running.delete(call);
      signal?.removeEventListener('abort', hangUp);
    }
  }

  return {
    during,
    end() {
      isClosed = true;
      for (const call of running) call.abort();
    },
  };
}
