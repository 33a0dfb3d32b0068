/** Passages between the engine and the wire: relevant items out of relevance, and back into question and hints. */
import { ApiError } from '../../contract/errors';
import { specificClassifications } from '../../contract/schemas/classifications';
import type { RelevantQGPTSeed } from '../../contract/schemas/qgpt';
import type { Seed } from '../../contract/schemas/seeds';
import type { AnswerSnippet, Document, Snippet } from '../../engine/types';
import { oneLine } from '../../languages/markdown';
import type { SnippetRecord } from '../../store/records';
import type { ApiContext } from '../context';
import { toWireApplication } from '../wireValues';
import { labelsOf } from '../places';
import { realRoots } from '../paths';
import { fragmentOf, languageOfSeed } from './querySpace';
import { type SnippetContent, snippetsOf } from './snippets';

/** A passage with all that question, hints and citations need of it. */
export interface Passage {
  record: SnippetRecord;
  score?: number;
  /** Name of the seed it came from. */
  name?: string;
}

/** Gives the engine's results their ids. */
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

/** `type` and the whole application are there for strict clients (contract/WIRE.md 3.1). */
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
 * What the items of a question stand for. The seed's text counts before the id, as clients pass whole relevance
 * results on and may have edited them; the id still tells where the text came from (contract/WIRE.md 2.5).
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
  // Kept too: every id that an answer cites can be asked about.
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

/** What a seed says of itself; where it says nothing, the passage whose id it carries. */
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

/** How the answerer sees the passages. Files are named relative to the query's folders and the windows' folders. */
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

/** Scores on the wire lie between 0 and 1. */
export function withinOne(score: number): number {
  return Math.min(1, Math.max(0, score));
}
