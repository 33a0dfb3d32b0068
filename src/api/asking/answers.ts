/** Answers on the wire: text, score, and the citations behind the `[n]` of the text. */
import { hashOfLines } from '../../contract/linesHash';
import type { AnswerCitation } from '../../contract/schemas/conversations';
import type { QGPTQuestionAnswer, QGPTQuestionOutput } from '../../contract/schemas/qgpt';
import type { Answer } from '../../engine/types';
import type { ApiContext } from '../context';
import { type Passage, toAnswerSnippets, withinOne } from './relevant';

export interface AnswerInput {
  query: string;
  passages: Passage[];
  /** Folders that the citations are relative to, beside those of the windows. */
  roots: readonly string[];
}

export async function answerFrom(
  context: ApiContext,
  { query, passages, roots }: AnswerInput,
  signal: AbortSignal,
): Promise<QGPTQuestionOutput> {
  const snippets = await toAnswerSnippets(context, passages, roots);
  const answers = await context.engine.answer({ query, snippets }, signal);
  return { answers: { iterable: answers.map((answer) => toWireAnswer(answer, passages)) } };
}

export function toWireAnswer(answer: Answer, passages: Passage[]): QGPTQuestionAnswer {
  return {
    score: withinOne(answer.score),
    text: answer.text,
    citations: answer.citations.map((citation) => toWireCitation(citation, passages)),
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
