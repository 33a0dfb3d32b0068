/** Converts passages between engine and wire: results of relevance, and the items of question and hints. */
import { ApiError } from '../../contract/errors';
import { specificClassifications } from '../../contract/schemas/values';
import type { RelevantQGPTSeed } from '../../contract/schemas/qgpt';
import type { Seed } from '../../contract/schemas/assets';
import type { AnswerSnippet, Document, Snippet } from '../../engine/types';
import { oneLine } from '../../languages/markdown';
import type { SnippetRecord } from '../../store/records';
import { type ApiContext, perContext } from '../context';
import { toWireApplication, stableId } from '../wireValues';
import { labelsOf } from '../places';
import { realRoots } from '../paths';
import { fragmentOf, languageOfSeed } from './querySpace';
import type { Change, Store } from '../../store/types';

/** A passage with all data that question, hints and citations need. */
export interface Passage {
  record: SnippetRecord;
  score?: number;
  /** Name of the seed that the passage came from. */
  name?: string;
}

/** Assigns ids to the engine's results and stores them. */
export async function rememberResults(
  context: ApiContext,
  snippets: Snippet[],
  seeds: readonly Document[] = [],
): Promise<Passage[]> {
  const records = await snippetsOf(context).remember(snippets.map(contentOf));
  return records.map((record, place) => {
    const { source, score = 0 } = snippets[place] ?? {};
    const name = source?.kind === 'seed' ? seeds[source.index]?.name : undefined;
    return { record, score: withinOne(score), ...(name !== undefined && { name }) };
  });
}

function contentOf({ source, text, language, start, end, lines, symbol }: Snippet): SnippetContent {
  return {
    text,
    language,
    start,
    end,
    lines,
    ...(source.kind === 'file' && { path: source.path }),
    ...(source.kind === 'document' && { asset: source.id }),
    ...(symbol !== undefined && { symbol }),
  };
}

export function toWire(context: ApiContext, { record, score }: Passage, snippet: Snippet): RelevantQGPTSeed {
  const { id, text, path, asset, start, end, lines, symbol } = record;
  return {
    id,
    seed: seedOf(context, record),
    ...(path !== undefined && { path, location: { text, start, end } }),
    ...(asset !== undefined && { asset: { id: asset } }),
    lines,
    ...(score !== undefined && { score }),
    ...(symbol !== undefined && { symbol }),
    ...(snippet.likelihood !== undefined && { likelihood: snippet.likelihood }),
    ...(snippet.explanation && { explanation: snippet.explanation }),
  };
}

/** The seed of a result; `type` and the whole application are included for strict clients (contract/WIRE.md 3.1). */
function seedOf(context: ApiContext, { text, language }: SnippetRecord): Seed {
  const isContractWord = specificClassifications.has(language);
  return {
    type: 'SEEDED_ASSET',
    asset: {
      application: toWireApplication(context.application),
      format: { fragment: { string: { raw: text }, ...(isContractWord && { metadata: { ext: language } }) } },
    },
  };
}

/**
 * The passages that the items of a question name. The seed's text takes precedence over the id, because clients pass
 * whole relevance results on and may have edited them; the id still gives the origin (contract/WIRE.md 2.5).
 * @throws ApiError `invalid` naming the item that has neither a fragment nor a known id
 */
export async function resolveItems(context: ApiContext, items: RelevantQGPTSeed[], where: string): Promise<Passage[]> {
  const snippets = snippetsOf(context);
  const resolved = items.map((item, index) => {
    const known = item.id === undefined ? undefined : snippets.get(item.id);
    const text = fragmentOf(item.seed);
    if (known && (text === undefined || text === known.text)) return { item, known };
    if (text === undefined) throw new ApiError('invalid', unknownItem(`${where}.iterable.${index}`, item.id));
    return { item, content: contentOfItem(item, text, known) };
  });
  // Stored too, so that every id that an answer cites can be used in a later question.
  const made = await snippets.remember(resolved.flatMap(({ content }) => (content ? [content] : [])));
  return resolved.flatMap(({ item, known }) => {
    const record = known ?? made.shift();
    return record ? [passageOf(record, item)] : [];
  });
}

function unknownItem(where: string, id: string | undefined): string {
  const fault = id === undefined ? 'has neither an id nor a fragment' : 'has an id that no relevance call gave out';
  return `${where} ${fault}: expected the id of a relevance result, or a seed with asset.format.fragment.string.raw.`;
}

function passageOf(record: SnippetRecord, { score, seed }: RelevantQGPTSeed): Passage {
  const name = seed?.asset?.metadata?.name;
  return { record, ...(score !== undefined && { score: withinOne(score) }), ...(name !== undefined && { name }) };
}

/** The content that the seed gives; fields it lacks are taken from the passage with its id. */
function contentOfItem(item: RelevantQGPTSeed, text: string, known: SnippetRecord | undefined): SnippetContent {
  const lineCount = text.replace(/\n$/, '').split('\n').length;
  const firstLine = item.lines?.start ?? known?.lines.start ?? 1;
  const path = item.path ?? known?.path;
  const asset = item.asset?.id ?? known?.asset;
  return {
    text,
    language: (item.seed && languageOfSeed(item.seed)) ?? known?.language ?? 'txt',
    start: item.location?.start ?? known?.start ?? 0,
    end: item.location?.end ?? known?.end ?? text.length,
    lines: { start: firstLine, end: item.lines?.end ?? firstLine + lineCount - 1 },
    ...(path !== undefined && { path }),
    ...(asset !== undefined && { asset }),
  };
}

/** Passages in the engine's form. Files are named relative to the query's folders and the windows' folders. */
export async function toAnswerSnippets(
  context: ApiContext,
  passages: Passage[],
  queryRoots: readonly string[],
): Promise<AnswerSnippet[]> {
  const roots = [...queryRoots, ...(await realRoots(context.windows.folders()))];
  const files = passages.map(({ record }) => record.path).filter((path) => path !== undefined);
  const labels = labelsOf(files, roots);
  return passages.map(({ record, score, name }, index) => ({
    id: record.id,
    source: sourceOf(record, index),
    label: oneLine(
      (record.path && labels.get(record.path)) ?? nameOf(context, record) ?? name ?? `snippet ${index + 1}`,
    ),
    text: record.text,
    language: record.language,
    lines: record.lines,
    ...(record.symbol !== undefined && { symbol: record.symbol }),
    ...(score !== undefined && { score }),
  }));
}

function sourceOf({ path, asset }: SnippetRecord, index: number): AnswerSnippet['source'] {
  if (path !== undefined) return { kind: 'file', path };
  return asset !== undefined ? { kind: 'document', id: asset } : { kind: 'seed', index };
}

function nameOf({ store }: ApiContext, { asset }: SnippetRecord): string | undefined {
  if (asset === undefined) return undefined;
  return store.get('assets', asset)?.name ?? 'a deleted asset';
}

/** Clamps a score to the wire's range of 0 to 1. */
export function withinOne(score: number): number {
  return Math.min(1, Math.max(0, score));
}

// Section: relevance ids. They are derived from source, range and text, and stay valid on any transport for seven days
// (contract/WIRE.md 2.5).

const hour = 3_600_000;
const day = 24 * hour;
/**
 * Milliseconds that an id is kept. Ids are refreshed at most once a day, so eight days guarantee the promised seven.
 */
const keptFor = 8 * day;
const maxKept = 50_000;
/** Bound on stored passage texts, in bytes: room for about 20,000 short ones. Texts sent with requests may be long. */
const maxKeptBytes = 32 * 1024 * 1024;
/** Excess over the bounds that triggers pruning before the hourly one is due. */
const overflow = 5_000;
const overflowBytes = 4 * 1024 * 1024;
/** Most ids held in memory when the store is read-only: some hundred calls. */
const maxUnwritten = 2_000;
/** Most deletions in one change: keeps a journal line below 100 KB. */
const deletionsAtOnce = 1_000;

type SnippetContent = Omit<SnippetRecord, 'id' | 'created'>;

interface Snippets {
  /** Assigns an id to each passage and stores it. Never fails when the store is read-only. */
  remember(contents: SnippetContent[]): Promise<SnippetRecord[]>;
  get(id: string): SnippetRecord | undefined;
}

function createSnippets(context: ApiContext): Snippets {
  const { store } = context;
  const unwritten = new Map<string, SnippetRecord>();
  let prunedAt = 0;

  async function write(records: SnippetRecord[]): Promise<void> {
    if (records.length === 0) return;
    try {
      if (!store.readOnly) {
        await store.change(records.map((value) => ({ op: 'put', collection: 'snippets', value })));
        return;
      }
    } catch (error) {
      // The answer must not fail for its ids: they are kept in memory instead, and the log says so.
      context.log('warn', `Relevance ids are kept in memory only: ${String(error)}`);
    }
    for (const record of records) unwritten.set(record.id, record);
    for (const id of [...unwritten.keys()].slice(0, Math.max(0, unwritten.size - maxUnwritten))) unwritten.delete(id);
  }

  async function prune(): Promise<void> {
    const isOver =
      store.count('snippets') > maxKept + overflow || store.bytes('snippets') > maxKeptBytes + overflowBytes;
    if (store.readOnly || (!isOver && context.now() - prunedAt < hour)) return;
    prunedAt = context.now();
    const outdated = outdatedIds(store, context.now());
    try {
      for (let from = 0; from < outdated.length; from += deletionsAtOnce) {
        await store.change(outdated.slice(from, from + deletionsAtOnce).map(deletionOf));
      }
    } catch (error) {
      // The next hourly pruning tries again.
      context.log('warn', `Old relevance ids could not be removed: ${String(error)}`);
    }
  }

  return {
    async remember(contents) {
      const now = context.now();
      const records = contents.map((content) => ({ id: idOf(content), created: now, ...content }));
      const isKept = (id: string) => now - (store.get('snippets', id)?.created ?? -Infinity) < day;
      const fresh = new Map(records.filter(({ id }) => !isKept(id)).map((record) => [record.id, record]));
      await write([...fresh.values()]);
      await prune();
      return records;
    },
    get: (id) => store.get('snippets', id) ?? unwritten.get(id),
  };
}

function idOf({ path, asset, start, end, text }: SnippetContent): string {
  return stableId('snippet', path ?? '', asset ?? '', start, end, text);
}

function deletionOf(id: string): Change {
  return { op: 'delete', collection: 'snippets', id };
}

/** Ids of expired snippets, and of the oldest ones beyond the bounds on count or bytes. */
function outdatedIds(store: Store, now: number): string[] {
  const newestFirst = [...store.list('snippets')].sort((a, b) => b.created - a.created);
  let bytes = 0;
  return newestFirst.flatMap(({ id, created }, place) => {
    bytes += store.bytes('snippets', id);
    return place >= maxKept || bytes > maxKeptBytes || now - created > keptFor ? [id] : [];
  });
}

/** The snippet ids of this context, shared by HTTP and the socket. */
export const snippetsOf = perContext(createSnippets);
