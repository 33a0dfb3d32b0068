/**
 * The best passages ranked once more by an embedding model that was chosen: half what the engine thinks of them, half
 * how near they are to the question in meaning. When the model fails, the engine's order stands and the result says so.
 */
import type { CallContext } from '../../contract/api';
import { maskSecrets } from '../../engine/door';
import type { SkippedPath, Snippet } from '../../engine/types';
import { ModelFault } from '../../models/ports';
import { type ApiContext, perContext } from '../context';
import { leavingRule, realRoots } from '../paths';
import { modelsOf, type ChosenEmbedder } from '../models/registry';
import { labelsOf } from '../places';

/** What the words rank lower is rarely meant, and each one is text that is sent and waited for. */
const candidates = 50;
/** A model that fails is left alone for so long, unless it says how long: no question waits for it meanwhile. */
const restSeconds = 30;

/** How many passages to ask the engine for. */
export function candidatesFor(embedder: ChosenEmbedder | undefined, limit: number): number {
  return embedder ? Math.max(limit, candidates) : limit;
}

/** @param wanted what the input names; a window that sends nothing anywhere names the built-in one */
export function embedderFor(context: ApiContext, wanted: string | undefined): ChosenEmbedder | undefined {
  return modelsOf(context).chooseEmbedder(wanted);
}

interface RankedByMeaning {
  /** The order is new; the scores are those that the engine gave to the places, on which answers are calibrated. */
  snippets: Snippet[];
  /** Why the model has not ranked them. */
  skipped: SkippedPath[];
}

interface Rest {
  /** Milliseconds since 1970; it is not asked before. */
  until: number;
  because: string;
}

/** By key of the model. There are as many as somebody has configured in the lifetime of a service. */
const restsOf = perContext(() => new Map<string, Rest>());

/**
 * @param embedder undefined: the order stays as it is
 * @returns all snippets, the first ones in their new order; `skipped` says why the model could not rank them
 */
export async function rankByMeaning(
  context: ApiContext,
  call: CallContext,
  embedder: ChosenEmbedder | undefined,
  { query, found }: { query: string; found: Snippet[] },
): Promise<RankedByMeaning> {
  const best = found.slice(0, candidates);
  if (!embedder || best.length < 2) return { snippets: found, skipped: [] };
  const without = (reason: string) => ({ snippets: found, skipped: [{ path: embedder.name, reason }] });
  const rest = restsOf(context).get(embedder.key);
  if (rest && context.now() < rest.until) return without(rest.because);
  try {
    const nearness = await nearnessOf(context, call, embedder, query, best);
    return { snippets: [...inOrderOf(best, nearness), ...found.slice(candidates)], skipped: [] };
  } catch (error) {
    call.signal.throwIfAborted();
    if (!(error instanceof ModelFault)) throw error;
    const because = `It could not rank the passages, so their order is the built-in one. ${error.message}`;
    // Refused was this sending, not the model: the next one may be allowed.
    if (error.kind !== 'refused') {
      const until = context.now() + (error.retryAfterSeconds ?? restSeconds) * 1000;
      restsOf(context).set(embedder.key, { until, because });
    }
    context.log('warn', `Ranking by ${embedder.name} failed: ${error.message}`);
    return without(because);
  }
}

/** @returns the cosine of each, undefined for those that may not be sent */
async function nearnessOf(
  context: ApiContext,
  { caller, signal, engineDone }: CallContext,
  { isRemote, portFor }: ChosenEmbedder,
  query: string,
  best: readonly Snippet[],
): Promise<(number | undefined)[]> {
  const mayLeave = await leavingRule(context, caller, isRemote);
  const isSent = best.map(({ source }) => mayLeave(source.kind === 'file' ? source.path : undefined));
  const sent = best.filter((_, place) => isSent[place]);
  if (sent.length < 2) return best.map(() => undefined);
  // The engine's places are for others while the model works.
  engineDone?.();
  const port = portFor(caller.isOwn ? 'window' : 'program', await namesOf(context, sent));
  // In one call: a person who is asked sees all that would leave.
  const texts = sent.map(({ text }) => ({ kind: 'code' as const, text: maskSecrets(text) }));
  const [asked, ...vectors] = await port.embed([{ kind: 'query', text: maskSecrets(query) }, ...texts], signal);
  if (!asked) throw new ModelFault('failed', 'It gave no vector for the question.');
  const nearness = vectors.map((vector) => vector.reduce((sum, value, place) => sum + value * (asked[place] ?? 0), 0));
  return isSent.map((sent) => (sent ? nearness.shift() : undefined));
}

/** Names for the question to the person: files relative to their folder, assets by their title. */
async function namesOf({ store, windows }: ApiContext, sent: readonly Snippet[]): Promise<string[]> {
  const files = sent.flatMap(({ source }) => (source.kind === 'file' ? [source.path] : []));
  const labels = labelsOf(files, await realRoots(windows.folders()));
  return sent.map(({ source, lines }) => {
    const place = `:${lines.start}-${lines.end}`;
    switch (source.kind) {
      case 'file':
        return (labels.get(source.path) ?? source.path) + place;
      case 'document':
        return (store.get('assets', source.id)?.name ?? 'message') + place;
      case 'seed':
        return `selection${place}`;
    }
  });
}

/** Where nothing is known of the meaning, the engine's opinion counts for both halves. */
function inOrderOf(best: readonly Snippet[], nearness: readonly (number | undefined)[]): Snippet[] {
  const byWords = withinSpan(best.map(({ score }) => score));
  const byMeaning = withinSpan(nearness);
  const rows = best.map((snippet, place) => {
    const words = byWords[place] ?? 0;
    return { snippet, fused: (words + (byMeaning[place] ?? words)) / 2 };
  });
  // Sorting keeps the engine's order of equals.
  const order = rows.sort((a, b) => b.fused - a.fused).map(({ snippet }) => snippet);
  return order.map((snippet, place) => ({ ...snippet, score: best[place]?.score ?? snippet.score }));
}

/** The least becomes 0 and the greatest 1; all alike become 1. */
function withinSpan(values: readonly (number | undefined)[]): (number | undefined)[] {
  const known = values.filter((value) => value !== undefined);
  const least = Math.min(...known);
  const span = Math.max(...known) - least;
  return values.map((value) => (value === undefined ? undefined : span > 0 ? (value - least) / span : 1));
}
