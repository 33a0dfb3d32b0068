/**
 * One request of the socket from its input to its last frame: IN-PROGRESS frames with the next piece of one answer
 * each, then exactly one terminal frame (contract/WIRE.md 5.2, 5.3). The answer is stored before the terminal frame.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { CallContext } from '../../../contract/api';
import { ApiError } from '../../../contract/errors';
import {
  type QGPTQuestionAnswer,
  type QGPTQuestionOutput,
  type QGPTRelevanceOutput,
  type QGPTStreamOutput,
  type StreamStatus,
  QGPTStreamInput,
  type QGPTQuestionInput,
  type QGPTRelevanceInput,
} from '../../../contract/schemas/qgpt';
import { askedOf as askedPassages, question, relevance, search } from '../ask';
import { smallTalkAnswer, modelAnswer } from '../answers';
import { peopleQuestion } from '../../people/peopleAnswer';
import { type Chat, openChat, type AnswerSoFar } from './chat';
import type { CitationRecord, AskedRecord, ReceiptRecord } from '../../../store/records';
import { readersOf, type ReadingBack } from '../../service/channels';
import type { ApiContext } from '../../context';
import { modelsOf } from '../../models/registry';
import { isInside } from '../../places';
import { check } from '../../../contract/check';
import { MalformedFrame } from '../../../contract/stream';
import { withoutNulls } from '../../dispatch';
import type { Seed } from '../../../contract/schemas/assets';
import { meansSelection } from '../../../engine/door';
import { fragmentOf } from '../querySpace';

export type AskCommand = Extract<StreamCommand, { input: unknown }>;

/** One answer in progress on a socket. */
export interface StreamRequest {
  request: string;
  /** Set once the conversation is found or started. */
  conversation: string | undefined;
  controller: AbortController;
  /** Why the request was ended from outside; absent when the caller has disconnected. */
  ending?: 'STOPPED' | 'RESET';
}

type Put = (frame: QGPTStreamOutput) => Promise<void>;

const internalSentence = 'Something went wrong inside Quarry; its log says more.';

export function frameOf(
  { request, conversation }: StreamNames & { request: string },
  status: StreamStatus,
  more: Partial<QGPTStreamOutput> = {},
): QGPTStreamOutput {
  return { request, conversation: conversation ?? '', status, statusCode: 200, ...more };
}

/** The FAILED frame: the error's own sentence if it is an ApiError, else a fixed one, with the details in the log. */
export function failureFrame(context: ApiContext, names: StreamNames & { request: string }, error: unknown) {
  if (error instanceof ApiError) {
    return frameOf(names, 'FAILED', { statusCode: error.status, errorMessage: error.message });
  }
  context.log('error', error instanceof Error ? (error.stack ?? error.message) : String(error));
  return frameOf(names, 'FAILED', { statusCode: 500, errorMessage: internalSentence });
}

/** Answers one request. Never rejects: every outcome is a frame, unless the caller has disconnected. */
export async function streamAnswer(
  context: ApiContext,
  caller: CallContext['caller'],
  running: StreamRequest,
  command: AskCommand,
  put: Put,
): Promise<void> {
  const { signal } = running.controller;
  let chat: Chat | undefined;
  let readBack: ReadingBack | undefined;
  /** The part of the answer that the reader has received. */
  const sent: AnswerSoFar = { text: '', citations: [], receipt: {} };
  const send: Put = async (frame) => {
    signal.throwIfAborted();
    await put(frame);
    const piece = frame.question?.answers.iterable[0];
    if (piece) takeIn(sent, piece);
    await chat?.answer.grew(sent);
  };
  /** Programs look the conversation up at this frame, so wait until they have read its last change. */
  const putLast: Put = async (frame) => {
    await readBack?.settled();
    await put(frame);
  };
  try {
    const { query, application } = command.input;
    chat = await openChat(context, { conversation: running.conversation, application, query });
    running.conversation = chat.id;
    readBack = readersOf(context).watch(chat.id);
    await chat.ask(query, command.kind === 'relevance' ? askedOf(command.input) : {});
    const planned = await plan(context, { signal, caller }, command, chat);
    sent.receipt = receiptOf(planned.found);
    const isAnswered = await sendPieces(running, planned, send);
    if (isAnswered) await chat.answer.ended(sent, { isPartial: false });
    const agentRoutes = command.withAgent && hasPeople(context, sent) ? { related: { people: true } } : undefined;
    const more = {
      ...(agentRoutes && { agentRoutes }),
      ...(planned.found && !isAnswered && { relevance: planned.found }),
    };
    await putLast(frameOf(running, signal.aborted ? (running.ending ?? 'STOPPED') : 'COMPLETED', more));
  } catch (error) {
    if (chat && sent.text !== '') await keepPartial(context, chat, sent);
    if (!signal.aborted) await putLast(failureFrame(context, running, error));
    else if (running.ending) await putLast(frameOf(running, running.ending));
  } finally {
    readBack?.end();
  }
}

/** Rewords a follow-up so that it can be searched alone; the conversation keeps the text as typed. */
async function standAlone(
  context: ApiContext,
  { signal }: CallContext,
  input: AskCommand['input'],
  chat: Chat,
): Promise<string> {
  const { query } = input;
  // “This” is the code that comes with the question, and not what the last answer was about.
  if ('seeds' in input && input.seeds?.iterable?.length && meansSelection(query)) return query;
  return context.engine.reprompt({ query, history: chat.history }, signal);
}

interface Plan {
  /** The result of relevance; absent when the input asked for an answer only. */
  found?: QGPTRelevanceOutput;
  /** The best answer in pieces; absent when only relevance was requested. */
  pieces?: AsyncIterable<QGPTQuestionAnswer>;
}

async function plan(context: ApiContext, call: CallContext, command: AskCommand, chat: Chat): Promise<Plan> {
  const query = await standAlone(context, call, command.input, chat);
  // Questions about authors (from git) and small talk need no model.
  const chosen =
    peopleQuestion(query) || smallTalkAnswer(query) ? undefined : modelsOf(context).choose(command.input.model);
  if (command.kind === 'question') {
    const input = { ...command.input, query };
    if (!chosen) return { pieces: piecesOfBest(await question(context, call, input, 'frame.question')) };
    const asked = await askedPassages(context, call, input, 'frame.question');
    return { pieces: modelAnswer(context, call, chosen, asked) };
  }
  const input = { ...command.input, query };
  if (chosen && input.options?.question) {
    const { output, ...found } = await search(context, call, input, 'frame.relevance');
    return { found: output, pieces: modelAnswer(context, call, chosen, found) };
  }
  // The answer is sent in pieces, so it is left out of the relevance result sent with the first piece.
  const { answer, ...found } = await relevance(context, call, input, 'frame.relevance');
  return { found, ...(answer && { pieces: piecesOfBest(answer) }) };
}

/** The best answer in pieces; the first piece carries the citations. */
async function* piecesOfBest({ answers }: QGPTQuestionOutput): AsyncGenerator<QGPTQuestionAnswer, void> {
  const [best] = answers.iterable;
  if (!best) return;
  for (const [place, text] of piecesOf(best.text).entries())
    yield { ...(place === 0 ? best : { score: best.score }), text };
}

/** Sends the pieces; the relevance result goes with the first one, because clients take the text of every frame. */
async function sendPieces(running: StreamRequest, { pieces, found }: Plan, send: Put): Promise<boolean> {
  let isFirst = true;
  for await (const piece of pieces ?? []) {
    const question = { answers: { iterable: [piece] } };
    await send(frameOf(running, 'IN-PROGRESS', { question, ...(isFirst && found && { relevance: found }) }));
    isFirst = false;
  }
  return !isFirst;
}

function takeIn(sent: AnswerSoFar, piece: QGPTQuestionAnswer): void {
  sent.text += piece.text;
  if (piece.citations) sent.citations = citedBy(piece);
  sent.receipt = answeredReceipt(sent.receipt, piece);
}

function citedBy(answer: QGPTQuestionAnswer): CitationRecord[] {
  return (answer.citations ?? []).map(({ asset, ...citation }) => ({ ...citation, ...(asset && { asset: asset.id }) }));
}

/** Stores what was sent before a stop or a failure, marked as partial. */
async function keepPartial(context: ApiContext, chat: Chat, sent: AnswerSoFar): Promise<void> {
  try {
    await chat.answer.ended(sent, { isPartial: true });
  } catch (error) {
    // A failed write must not prevent the frame that ends the request.
    context.log('error', `The part of an answer could not be kept: ${String(error)}`);
  }
}

/** True when a cited file lies in a repository of a trusted window, so that people can be looked up. */
function hasPeople(context: ApiContext, answer: AnswerSoFar): boolean {
  const trusted = context.windows.folders({ onlyTrusted: true });
  const files = answer.citations.map((citation) => citation.path).filter((file) => file !== undefined);
  return files.some((file) => trusted.some((root) => isInside(root, file)) && liesInRepository(file));
}

function liesInRepository(file: string): boolean {
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, '.git'))) return true;
    if (path.dirname(folder) === folder) return false;
  }
}

/** Words of one piece: about a line of text, so that a long answer takes at most a few hundred frames. */
const wordsPerPiece = 12;

/**
 * Splits a text into the pieces that the stream sends: whole words with the space before them; a new paragraph starts a
 * new piece. Joined they equal the text.
 */
export function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  let piece = '';
  let words = 0;
  for (const [word] of text.matchAll(/\s+\S*|\S+/g)) {
    const startsParagraph = /^\s*\n\s*\n/.test(word);
    if (piece !== '' && word.trim() !== '' && (words === wordsPerPiece || startsParagraph)) {
      pieces.push(piece);
      piece = '';
      words = 0;
    }
    piece += word;
    words += 1;
  }
  return piece === '' ? pieces : [...pieces, piece];
}

// Section: reads one frame of the socket as a command, or says why it is none.

type StreamCommand =
  | { kind: 'relevance'; input: QGPTRelevanceInput; withAgent: boolean }
  | { kind: 'question'; input: QGPTQuestionInput; withAgent: boolean }
  | { kind: 'stop' }
  | { kind: 'reset' };

/** The ids that a frame gives itself; even the answer to a faulty frame carries them. */
interface StreamNames {
  request: string | undefined;
  conversation: string | undefined;
}

/** Reads the ids of a frame before it is checked, because a refusal has to carry them. */
export function namesOf(frame: unknown): StreamNames {
  const fields: { request?: unknown; conversation?: unknown } = typeof frame === 'object' && frame ? frame : {};
  // Even an id that is too long is returned: the sender tells by it which frame was refused.
  return { request: nameOf(fields.request), conversation: nameOf(fields.conversation) };
}

function nameOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** @throws ApiError `invalid` */
export function readCommand(frame: unknown): StreamCommand {
  if (frame instanceof MalformedFrame) throw new ApiError('invalid', frame.message);
  const input = withoutNulls(frame);
  check(QGPTStreamInput, input, 'frame');
  // Checked boundary: the schema has just been checked.
  const { relevance, question, stop, reset, agent = true } = input as QGPTStreamInput;
  if (relevance && question) {
    throw new ApiError(
      'invalid',
      'frame.relevance and frame.question are both given: expected one; relevance with options.question does both.',
    );
  }
  if ((stop || reset) && (relevance || question)) {
    throw new ApiError('invalid', 'frame.stop or frame.reset comes with a question: expected one of them in a frame.');
  }
  if (reset) return { kind: 'reset' };
  if (stop) return { kind: 'stop' };
  if (relevance) return { kind: 'relevance', input: relevance, withAgent: agent };
  if (question) return { kind: 'question', input: question, withAgent: agent };
  throw new ApiError('invalid', 'frame asks for nothing: expected one of relevance, question, stop, reset.');
}

// Section: the record of a turn beside its text: query space, what was searched, passages considered.

/** Most passages and terms stored with each answer, best first. */
const maxConsidered = 12;
const maxTerms = 12;

/** The query space of a question as it is stored: ids and names, no texts. */
function askedOf({ paths = [], assets, seeds, options }: QGPTRelevanceInput): AskedRecord {
  const ids = (assets?.iterable ?? []).map(({ id }) => id);
  const selections = (seeds?.iterable ?? []).map(selectionOf);
  return {
    ...(paths.length > 0 && { paths: [...paths] }),
    ...(ids.length > 0 && { assets: ids }),
    ...(options?.database === true && { database: true }),
    ...(selections.length > 0 && { selections }),
  };
}

function selectionOf(seed: Seed): NonNullable<AskedRecord['selections']>[number] {
  const name = seed.asset?.metadata?.name ?? seed.asset?.format.fragment?.metadata?.name ?? '';
  return {
    name,
    ...(seed.anchor && { path: seed.anchor.fullpath }),
    ...(seed.anchor?.lines && { lines: seed.anchor.lines }),
    characters: fragmentOf(seed)?.length ?? 0,
  };
}

/** Adds what a piece of the answer reports to the receipt. */
function answeredReceipt(
  receipt: ReceiptRecord,
  { score, kind, symbols, model, notes }: QGPTQuestionAnswer,
): ReceiptRecord {
  return {
    ...receipt,
    score,
    ...(kind && { kind, symbols: symbols ?? [] }),
    ...(model && { model }),
    ...(notes && { notes }),
  };
}

/** The receipt of an answer as it is stored: what was searched, and the best places without their texts. */
function receiptOf(found: Omit<QGPTRelevanceOutput, 'answer'> | undefined): ReceiptRecord {
  const considered = (found?.relevant.iterable ?? []).slice(0, maxConsidered).flatMap((item) => {
    if (item.id === undefined) return [];
    const { id, path, asset, lines, score, explanation, seed } = item;
    const label = seed?.asset?.metadata?.name ?? seed?.asset?.format.fragment?.metadata?.name;
    return [
      {
        id,
        ...(path !== undefined && { path }),
        ...(asset && { asset: asset.id }),
        ...(path === undefined && label !== undefined && { label }),
        ...(lines && { lines }),
        ...(score !== undefined && { score }),
        ...(explanation && { terms: explanation.matchedTerms.slice(0, maxTerms), parts: explanation.parts }),
      },
    ];
  });
  return {
    ...(found?.searched && { searched: found.searched }),
    ...(considered.length > 0 && { considered }),
    ...(found?.skipped && { skipped: found.skipped }),
  };
}
