/** Answers on the wire: text, score, and the citations behind the `[n]` of the text. */
import { hashOfLines } from '../../contract/conventions';
import type { AnswerCitation } from '../../contract/schemas/conversations';
import type { QGPTQuestionAnswer, QGPTQuestionOutput } from '../../contract/schemas/qgpt';
import { smallTalkOf } from '../../engine/door';
import type { Answer, Only, QuerySpace } from '../../engine/types';
import type { ApiContext } from '../context';
import { realRoots } from '../paths';
import { type Passage, rememberResults, toAnswerSnippets, withinOne } from './passages';

/** To "thanks!" or "hi" alone, which ask nothing of the code: a sentence without a source; undefined to all else. */
export function smallTalkAnswer(query: string): QGPTQuestionOutput | undefined {
  const text = smallTalkOf(query);
  return text === undefined ? undefined : { answers: { iterable: [{ score: 1, text, citations: [] }] } };
}

export interface AnswerInput {
  query: string;
  passages: Passage[];
  /** Folders that the citations are relative to, beside those of the windows. */
  roots: readonly string[];
  /** What the passages were found in, where that is known. */
  within?: { space: QuerySpace; only?: Only } | undefined;
}

/**
 * Asks the engine for answers from these passages.
 * @returns in wire form, the best first; cited places that relevance had not found get ids, too
 */
export async function answerFrom(
  context: ApiContext,
  { query, passages, roots, within }: AnswerInput,
  signal: AbortSignal,
): Promise<QGPTQuestionOutput> {
  const snippets = await toAnswerSnippets(context, passages, roots);
  const labelled = [...roots, ...(await realRoots(context.windows.folders()))];
  const answers = await context.engine.answer({ query, snippets, ...within, roots: labelled }, signal);
  const iterable: QGPTQuestionAnswer[] = [];
  for (const answer of answers) iterable.push(toWireAnswer(...(await withPlaces(context, answer, passages))));
  return { answers: { iterable } };
}

/** Places that relevance did not find get ids like those that it did. */
async function withPlaces(context: ApiContext, answer: Answer, passages: Passage[]): Promise<[Answer, Passage[]]> {
  const { places = [], citations } = answer;
  if (places.length === 0) return [answer, passages];
  const made = await rememberResults(
    context,
    places.map((place) => ({ ...place, score: 0 })),
  );
  const ids = new Map(places.map(({ id }, at) => [id, made[at]?.record.id ?? id]));
  const cited = citations.map((citation) => ({ ...citation, id: ids.get(citation.id) ?? citation.id }));
  return [{ ...answer, citations: cited }, [...passages, ...made]];
}

/** @param passages those that the citations name, by the ids in them */
export function toWireAnswer(answer: Answer, passages: Passage[]): QGPTQuestionAnswer {
  return {
    score: withinOne(answer.score),
    text: answer.text,
    citations: answer.citations.map((citation) => toWireCitation(citation, passages)),
    ...(answer.kind && { kind: answer.kind }),
    ...(answer.symbols && { symbols: answer.symbols }),
  };
}

function toWireCitation({ id, label, lines }: Answer['citations'][number], passages: Passage[]): AnswerCitation {
  const record = passages.find((passage) => passage.record.id === id)?.record;
  return {
    id,
    label,
    ...(record?.path !== undefined && { path: record.path }),
    ...(record?.asset !== undefined && { asset: { id: record.asset } }),
    lines,
    ...hashOf(record, lines),
  };
}

/** What stands in place of a secret is not what the file says, so there is nothing to compare. */
const redacted = '[secret]';

function hashOf(record: Passage['record'] | undefined, { start, end }: Answer['citations'][number]['lines']) {
  if (record?.path === undefined) return undefined;
  const lines = record.text.split('\n').slice(start - record.lines.start, end - record.lines.start + 1);
  const text = lines.join('\n');
  if (start < record.lines.start || lines.length !== end - start + 1 || text.includes(redacted)) return undefined;
  return { hash: hashOfLines(text) };
}
