/**
 * The best passages ranked once more by an embedding model that was chosen: half what the engine thinks of them, half
 * how near they are to the question in meaning. When the model fails, the engine's order stands and the result says so.
 */
import type { CallContext } from '../../contract/api';
import { maskSecrets } from '../../engine/files/secrets';
import type { SkippedPath, Snippet } from '../../engine/types';
import { ModelFault } from '../../models/modelFault';
import type { ApiContext } from '../context';
import { leavingRule } from '../models/leaving';
import type { OwnEmbedder } from '../models/registry';
import { perContext } from '../perContext';

/** What the words rank lower is rarely meant, and each one is text that is sent and waited for. */
const candidates = 50;
/** A model that fails is left alone for so long, unless it says how long: no question waits for it meanwhile. */
const restSeconds = 30;

/** How many passages to ask the engine for. */
export function candidatesFor({ ownEmbedder }: ApiContext, limit: number): number {
  return ownEmbedder ? Math.max(limit, candidates) : limit;
}

export interface RankedByMeaning {
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

/** The state of the model of one service. */
const restOf = perContext((): Rest => ({ until: 0, because: '' }));

export async function rankByMeaning(
  context: ApiContext,
  call: CallContext,
  query: string,
  found: Snippet[],
): Promise<RankedByMeaning> {
  const { ownEmbedder } = context;
  const best = found.slice(0, candidates);
  if (!ownEmbedder || best.length < 2) return { snippets: found, skipped: [] };
  const rest = restOf(context);
  const without = () => ({ snippets: found, skipped: [{ path: ownEmbedder.name, reason: rest.because }] });
  if (context.now() < rest.until) return without();
  try {
    const nearness = await nearnessOf(context, call, ownEmbedder, query, best);
    return { snippets: [...inOrderOf(best, nearness), ...found.slice(candidates)], skipped: [] };
  } catch (error) {
    call.signal.throwIfAborted();
    if (!(error instanceof ModelFault)) throw error;
    rest.until = context.now() + (error.retryAfterSeconds ?? restSeconds) * 1000;
    rest.because = `It could not rank the passages, so their order is the built-in one. ${error.message}`;
    context.log('warn', `Ranking by ${ownEmbedder.name} failed: ${error.message}`);
    return without();
  }
}

/** @returns the cosine of each, undefined for those that may not be sent */
async function nearnessOf(
  context: ApiContext,
  { caller, signal, engineDone }: CallContext,
  { embedder, isRemote }: OwnEmbedder,
  query: string,
  best: readonly Snippet[],
): Promise<(number | undefined)[]> {
  const mayLeave = await leavingRule(context, caller, isRemote);
  const isSent = best.map(({ source }) => mayLeave(source.kind === 'file' ? source.path : undefined));
  const texts = best.filter((_, place) => isSent[place]).map(({ text }) => maskSecrets(text));
  if (texts.length < 2) return best.map(() => undefined);
  // The engine's places are for others while the model works.
  engineDone?.();
  const [asked] = await embedder.embed([maskSecrets(query)], { kind: 'query', signal });
  const vectors = await embedder.embed(texts, { kind: 'code', signal });
  if (!asked || vectors.some(({ length }) => length !== asked.length)) {
    throw new ModelFault('failed', 'Its vectors for the question and for code differ in length: is it being changed?');
  }
  const nearness = vectors.map((vector) => vector.reduce((sum, value, place) => sum + value * (asked[place] ?? 0), 0));
  return isSent.map((sent) => (sent ? nearness.shift() : undefined));
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
