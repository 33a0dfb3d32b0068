/**
 * One request of the socket from its input to its last frame: IN-PROGRESS frames that each carry the next piece of one
 * answer, then exactly one terminal frame (semantics.md 6.4 to 6.8). What is said is in the conversation before that.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { CallContext } from '../../contract/api';
import { ApiError } from '../../contract/errors';
import type {
  QGPTQuestionAnswer,
  QGPTRelevanceOutput,
  QGPTStreamOutput,
  StreamStatus,
} from '../../contract/schemas/qgpt';
import { question, relevance } from '../asking/ask';
import { type Chat, openChat } from './chat';
import type { CitationRecord } from '../../store/records';
import type { AnswerSoFar } from './keptAnswer';
import { askedOf, receiptOf } from './receipt';
import type { ApiContext } from '../context';
import { piecesOf } from './pieces';
import { isInside } from '../places';
import type { StreamCommand, StreamNames } from './streamInput';

export type AskCommand = Extract<StreamCommand, { input: unknown }>;

/** One answer under way on a socket. */
export interface StreamRequest {
  request: string;
  /** Known once the conversation is found or started. */
  conversation: string | undefined;
  controller: AbortController;
  /** Why it was ended from outside; absent when the caller is gone. */
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

/** The error's own sentence when it is made for callers; else a fixed one, and the truth goes to the log. */
export function failureFrame(context: ApiContext, names: StreamNames & { request: string }, error: unknown) {
  if (error instanceof ApiError) {
    return frameOf(names, 'FAILED', { statusCode: error.status, errorMessage: error.message });
  }
  context.log('error', error instanceof Error ? (error.stack ?? error.message) : String(error));
  return frameOf(names, 'FAILED', { statusCode: 500, errorMessage: internalSentence });
}

/** Never fails: every end of it is a frame, but for a caller who is gone. */
export async function streamAnswer(
  context: ApiContext,
  caller: CallContext['caller'],
  running: StreamRequest,
  command: AskCommand,
  put: Put,
): Promise<void> {
  const { signal } = running.controller;
  let chat: Chat | undefined;
  /** What the reader has of the answer so far. */
  const sent: AnswerSoFar = { text: '', citations: [], receipt: {} };
  const send: Put = async (frame) => {
    signal.throwIfAborted();
    await put(frame);
    const piece = frame.question?.answers.iterable[0];
    sent.text += piece?.text ?? '';
    if (piece?.citations) sent.citations = citedBy(piece);
    await chat?.answer.grew(sent);
  };
  try {
    const { query, application } = command.input;
    chat = await openChat(context, { conversation: running.conversation, application, query });
    running.conversation = chat.id;
    await chat.ask(query, command.kind === 'relevance' ? askedOf(command.input) : {});
    const { found, answer } = await work(context, { signal, caller }, command, chat);
    sent.receipt = receiptOf(found, answer);
    await sendPieces(running, answer, found, send);
    if (answer) {
      const whole = { text: answer.text, citations: citedBy(answer), receipt: sent.receipt };
      await chat.answer.ended(whole, { isPartial: false });
    }
    const agentRoutes = command.withAgent && hasPeople(context, answer) ? { related: { people: true } } : undefined;
    const more = { ...(agentRoutes && { agentRoutes }), ...(found && !answer && { relevance: found }) };
    await put(frameOf(running, signal.aborted ? (running.ending ?? 'STOPPED') : 'COMPLETED', more));
  } catch (error) {
    if (chat && sent.text !== '') await keepPartial(context, chat, sent);
    if (!signal.aborted) await put(failureFrame(context, running, error));
    else if (running.ending) await put(frameOf(running, running.ending));
  }
}

interface Work {
  /** Only for a relevance input. */
  found?: QGPTRelevanceOutput;
  /** The best answer; absent when relevance alone was asked for. */
  answer?: QGPTQuestionAnswer;
}

/** A follow-up is searched as a question of its own; the conversation keeps what was typed. */
async function work(context: ApiContext, call: CallContext, command: AskCommand, chat: Chat): Promise<Work> {
  const typed = command.input.query;
  const query =
    chat.history.length === 0
      ? typed
      : await context.engine.reprompt({ query: typed, history: chat.history }, call.signal);
  if (command.kind === 'question') {
    const { answers } = await question(context, call, { ...command.input, query }, 'frame.question');
    return answers.iterable[0] ? { answer: answers.iterable[0] } : {};
  }
  // The answer comes in pieces, so it is left out of the relevance result that travels with the first of them.
  const { answer, ...found } = await relevance(context, call, { ...command.input, query }, 'frame.relevance');
  const best = answer?.answers.iterable[0];
  return { found, ...(best && { answer: best }) };
}

/** Citations and the relevance result ride on the first piece: clients take the text of every piece they get. */
async function sendPieces(
  running: StreamRequest,
  answer: QGPTQuestionAnswer | undefined,
  found: QGPTRelevanceOutput | undefined,
  send: Put,
): Promise<void> {
  if (!answer) return;
  for (const [place, text] of piecesOf(answer.text).entries()) {
    const first = place === 0;
    const piece = { score: answer.score, text, ...(first && answer.citations && { citations: answer.citations }) };
    const question = { answers: { iterable: [piece] } };
    await send(frameOf(running, 'IN-PROGRESS', { question, ...(first && found && { relevance: found }) }));
  }
}

function citedBy(answer: QGPTQuestionAnswer): CitationRecord[] {
  return (answer.citations ?? []).map(({ asset, ...citation }) => ({ ...citation, ...(asset && { asset: asset.id }) }));
}

/** What was sent before a stop or a failure stays in the conversation, marked as partial. */
async function keepPartial(context: ApiContext, chat: Chat, sent: AnswerSoFar): Promise<void> {
  try {
    await chat.answer.ended(sent, { isPartial: true });
  } catch (error) {
    // The frame that ends the request matters more; it is sent either way.
    context.log('error', `The part of an answer could not be kept: ${String(error)}`);
  }
}

/** True when a cited file lies in a repository of a trusted window: asking for people is then worthwhile. */
function hasPeople(context: ApiContext, answer: QGPTQuestionAnswer | undefined): boolean {
  const trusted = context.windows.folders({ onlyTrusted: true });
  const files = (answer?.citations ?? []).map((citation) => citation.path).filter((file) => file !== undefined);
  return files.some((file) => trusted.some((root) => isInside(root, file)) && liesInRepository(file));
}

function liesInRepository(file: string): boolean {
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, '.git'))) return true;
    if (path.dirname(folder) === folder) return false;
  }
}
