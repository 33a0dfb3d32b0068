/**
 * An answer that a model writes from the passages found: what may leave the machine is put into a prompt, what comes
 * back is made safe and cited piece by piece. Nothing else answers in the model's place when it fails.
 */
import { randomBytes } from 'node:crypto';
import type { CallContext } from '../../contract/api';
import { ApiError, type ErrorCode } from '../../contract/errors';
import type { AnswerCitation } from '../../contract/schemas/conversations';
import type { QGPTQuestionAnswer } from '../../contract/schemas/qgpt';
import { maskSecrets } from '../../engine/door';
import type { AnswerSnippet } from '../../engine/types';
import { plain } from '../../languages/markdown';
import { AnswerText } from '../../models/answerText';
import { ModelFault, type ModelFaultKind } from '../../models/ports';
import { buildPrompt } from '../../models/prompt';
import type { ApiContext } from '../context';
import { leavingRule } from '../paths';
import type { ChosenModel } from '../models/registry';
import type { AnswerInput } from './answers';
import { type Passage, toAnswerSnippets, withinOne } from './passages';
import { supportOf } from './support';

/** The score of an answer that is still being written: nothing is known of what it will say. */
const openScore = 0.5;

/** What goes to the model, and the passages that it was made of. */
interface Prepared {
  prompt: NonNullable<ReturnType<typeof buildPrompt>>;
  passages: Passage[];
  /** The passages as they are sent: of one that was cut the rest proves nothing. */
  sent: (AnswerSnippet | undefined)[];
  notes: string[];
}

/** @throws ApiError `invalid` when the question alone is too long for the model */
async function prepare(
  context: ApiContext,
  call: CallContext,
  { offered }: ChosenModel,
  { query, passages: found, roots }: AnswerInput,
): Promise<Prepared> {
  const mayLeave = await leavingRule(context, call.caller, offered.isRemote);
  const passages = found.filter(({ record }) => mayLeave(record.path));
  const snippets = await toAnswerSnippets(context, passages, roots);
  const masked = snippets.map((snippet) => ({ ...snippet, text: maskSecrets(snippet.text) }));
  const prompt = buildPrompt({
    question: maskSecrets(query),
    passages: masked,
    mark: randomBytes(6).toString('hex'),
    maxTokens: offered.maxTokens,
    ...(offered.contextTokens !== undefined && { contextTokens: offered.contextTokens }),
  });
  if (!prompt) throw new ApiError('invalid', `The question is longer than ${offered.name} can take: shorten it.`);
  const left = found.length - passages.length;
  return {
    prompt,
    passages,
    sent: prompt.sent.map((lines, index) => sentPart(masked[index], lines)),
    notes: [...(left > 0 ? [withheld(left)] : []), ...prompt.notes],
  };
}

/**
 * Pieces of one answer: their texts joined are the whole. Citations come, all so far, with each piece that has a new
 * one.
 * @throws ApiError the model's fault, in the interface's statuses
 */
export async function* modelAnswer(
  context: ApiContext,
  call: CallContext,
  chosen: ChosenModel,
  input: AnswerInput,
): AsyncGenerator<QGPTQuestionAnswer, void> {
  const { signal } = call;
  const { prompt, passages, sent, notes } = await prepare(context, call, chosen, input);
  const { id, offered } = chosen;
  const model = { id, name: offered.name, destination: offered.destination };
  const text = new AnswerText(prompt.sent.length);
  let cited = 0;
  let isFirst = true;
  let whole = '';
  const pieceOf = (shown: string, score = openScore): QGPTQuestionAnswer | undefined => {
    if (shown === '') return undefined;
    whole += shown;
    const isNews = text.cited().length > cited;
    cited = text.cited().length;
    const piece = {
      score: withinOne(score),
      text: shown,
      ...(isNews && { citations: text.cited().map((index) => citationOf(sent[index], passages[index])) }),
      ...(isFirst && { model, ...(notes.length > 0 && { notes }) }),
    };
    isFirst = false;
    return piece;
  };
  call.engineDone?.();
  try {
    const asker = call.caller.isOwn ? 'window' : 'program';
    const answer = chosen.ask({ asker, messages: prompt.messages, passages: sent.map(labelOf) }, signal);
    for await (const written of answer) {
      signal.throwIfAborted();
      const piece = pieceOf(text.push(written));
      if (piece) yield piece;
    }
    const rest = text.end();
    if (isFirst && rest.trim() === '')
      throw new ModelFault('failed', `${offered.name} gave an answer without text. Ask again.`);
    const score = scoreOf(input.query, whole + rest, text, sent);
    const list = text.cited().map((index, place) => `[${place + 1}] ${plain(labelOf(sent[index]))}`);
    // The last piece brings the score, also when the text is complete already.
    const last = pieceOf(list.length === 0 ? rest || '\n' : `${rest}\n\n${list.join('\n')}`, score);
    if (last) yield last;
  } catch (error) {
    throw apiErrorOf(error);
  }
}

/** How far what was sent bears out what was said. */
function scoreOf(
  question: string,
  said: string,
  text: AnswerText,
  sent: readonly (AnswerSnippet | undefined)[],
): number {
  const cited = text.cited().flatMap((index) => sent[index] ?? []);
  const written = { question, text: said, cited, dropped: text.dropped() };
  return supportOf(
    written,
    sent.filter((part) => part !== undefined),
  );
}

/** The pieces as one answer, for callers that do not stream. */
export async function wholeAnswer(pieces: AsyncIterable<QGPTQuestionAnswer>): Promise<QGPTQuestionAnswer> {
  let whole: QGPTQuestionAnswer = { score: 0, text: '', citations: [] };
  for await (const piece of pieces) whole = { ...whole, ...piece, text: whole.text + piece.text };
  return whole;
}

function withheld(count: number): string {
  const passages = count === 1 ? '1 passage was' : `${count} passages were`;
  return `${passages} not sent: the files lie in no trusted workspace, and the caller has not shown the token.`;
}

function sentPart(snippet: AnswerSnippet | undefined, lines: AnswerSnippet['lines']): AnswerSnippet | undefined {
  if (!snippet || lines.end >= snippet.lines.end) return snippet;
  const rows = snippet.text.split('\n').slice(0, lines.end - lines.start + 1);
  return { ...snippet, text: rows.join('\n'), lines };
}

function labelOf(snippet: AnswerSnippet | undefined): string {
  return snippet ? `${snippet.label}:${snippet.lines.start}-${snippet.lines.end}` : '';
}

function citationOf(snippet: AnswerSnippet | undefined, passage: Passage | undefined): AnswerCitation {
  if (!snippet || !passage) throw new Error('A citation stands for no passage.');
  const { id, path, asset } = passage.record;
  return {
    id,
    label: labelOf(snippet),
    ...(path !== undefined && { path }),
    ...(asset !== undefined && { asset: { id: asset } }),
    lines: snippet.lines,
  };
}

/** What callers are told of a model's fault: the interface's 401, 429 and 503, else 500; 403 where nothing was sent. */
const codes: Record<ModelFaultKind, ErrorCode> = {
  credential: 'unauthenticated',
  quota: 'rateLimited',
  unavailable: 'overloaded',
  refused: 'refused',
  failed: 'internal',
};

/** Providers that name no time: long enough to be worth another try. */
const defaultRetrySeconds = 30;

function apiErrorOf(error: unknown): unknown {
  if (!(error instanceof ModelFault)) return error;
  const isPassing = error.kind === 'quota' || error.kind === 'unavailable';
  const retryAfterSeconds = error.retryAfterSeconds ?? (isPassing ? defaultRetrySeconds : undefined);
  return new ApiError(codes[error.kind], error.message, {
    cause: error,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
}
