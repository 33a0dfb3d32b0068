/** Answers in wire form: those of the engine, and those that a model writes. */
import { hashOfLines } from '../../contract/conventions';
import type { AnswerCitation } from '../../contract/schemas/conversations';
import type { QGPTQuestionAnswer, QGPTQuestionOutput } from '../../contract/schemas/qgpt';
import { smallTalkOf, maskSecrets } from '../../engine/door';
import type { Answer, Only, QuerySpace, AnswerSnippet } from '../../engine/types';
import type { ApiContext } from '../context';
import { realRoots, leavingRule } from '../paths';
import { type Passage, rememberResults, toAnswerSnippets, withinOne } from './passages';
import { randomBytes } from 'node:crypto';
import type { CallContext } from '../../contract/api';
import { ApiError, type ErrorCode } from '../../contract/errors';
import { plain } from '../../languages/markdown';
import { AnswerText } from '../../models/answerText';
import { ModelFault, type ModelFaultKind } from '../../models/ports';
import { buildPrompt } from '../../models/prompt';
import type { ChosenModel } from '../models/registry';
import { supportOf } from './support';

// Section: the wire form of answers: text, score, and the citations for each `[n]` in the text.

/**
 * The reply to a greeting or thanks alone ("hi", "thanks!"): one sentence without citations. Undefined for any other
 * query.
 */
export function smallTalkAnswer(query: string): QGPTQuestionOutput | undefined {
  const text = smallTalkOf(query);
  return text === undefined ? undefined : { answers: { iterable: [{ score: 1, text, citations: [] }] } };
}

export interface AnswerInput {
  query: string;
  passages: Passage[];
  /** Folders that citations are relative to, in addition to the windows' folders. */
  roots: readonly string[];
  /** The query space in which the passages were found, when known. */
  within?: { space: QuerySpace; only?: Only } | undefined;
}

/**
 * Asks the engine for answers from these passages.
 * @returns in wire form, best first; cited places that relevance had not found get ids too
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

/** Gives ids to cited places that relevance did not find, as relevance does for its results. */
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

/** @param passages the passages whose ids the citations name */
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

/** Placeholder for a masked secret. A line that holds it differs from the file, so it is not hashed. */
const redacted = '[secret]';

function hashOf(record: Passage['record'] | undefined, { start, end }: Answer['citations'][number]['lines']) {
  if (record?.path === undefined) return undefined;
  const lines = record.text.split('\n').slice(start - record.lines.start, end - record.lines.start + 1);
  const text = lines.join('\n');
  if (start < record.lines.start || lines.length !== end - start + 1 || text.includes(redacted)) return undefined;
  return { hash: hashOfLines(text) };
}

// Section: answers that a model writes from the passages found, with checked text and citations, piece by piece. There
// is no fallback answer when the model fails.

/** The score of an answer while it is still being written. */
const openScore = 0.5;

/** The prompt for the model, and the passages it was made from. */
interface Prepared {
  prompt: NonNullable<ReturnType<typeof buildPrompt>>;
  passages: Passage[];
  /** The part of each passage that was sent; the rest of a passage that was cut is no evidence for the answer. */
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
 * Yields the pieces of one answer; their texts joined are the whole. Each piece with a new citation carries all
 * citations so far.
 * @throws ApiError the model's fault, as one of the interface's statuses
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
    // The last piece carries the score, even when the text is already complete.
    const last = pieceOf(list.length === 0 ? rest || '\n' : `${rest}\n\n${list.join('\n')}`, score);
    if (last) yield last;
  } catch (error) {
    throw apiErrorOf(error);
  }
}

/** Score for how well the passages sent support the answer's text. */
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

/** Joins the pieces into one answer, for callers that do not stream. */
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

/** Maps a model's fault to the interface's error: 401, 429, 503, else 500; 403 when nothing was sent. */
const codes: Record<ModelFaultKind, ErrorCode> = {
  credential: 'unauthenticated',
  quota: 'rateLimited',
  unavailable: 'overloaded',
  refused: 'refused',
  failed: 'internal',
};

/** Seconds to wait before a retry when the provider names none. */
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
