/** The conversation that a question on the stream belongs to: opens or starts it, reads its history, writes to it. */
import { ApiError } from '../../../contract/errors';
import type { Turn } from '../../../engine/types';
import type { AskedRecord, MessageRecord, CitationRecord, ReceiptRecord } from '../../../store/records';
import { turnsOf } from '../querySpace';
import type { ApiContext } from '../../context';
import { appendMessages, startConversation, changeMessage } from '../../conversations/messages';

/** Most turns passed as history: older ones make a follow-up less precise. */
const maxTurns = 20;
/** Most characters of a title in the list of chats. */
const maxTitleCharacters = 80;

export interface Chat {
  id: string;
  /** Newest first, without this question. */
  history: Turn[];
  /** Stores the question; it is on disk when the promise resolves. */
  ask(text: string, asked: AskedRecord): Promise<void>;
  /** Stores the answer while it is made. */
  readonly answer: KeptAnswer;
}

interface ChatRequest {
  /** Absent: a new conversation is started. */
  conversation: string | undefined;
  /** Id of the calling application; an unknown one is ignored. */
  application: string | undefined;
  query: string;
}

/** @throws ApiError `notFound` when a conversation is named that does not exist */
export async function openChat(context: ApiContext, { conversation, application, query }: ChatRequest): Promise<Chat> {
  const { store } = context;
  if (conversation !== undefined) {
    const record = store.get('conversations', conversation);
    if (!record) throw new ApiError('notFound', unknownConversation(conversation));
    const messages = record.messages.map((id) => store.get('messages', id)).filter((message) => message !== undefined);
    return chatOf(context, record.id, historyOf(messages));
  }
  // A read-only library can still be asked; question and answer are then not stored.
  if (store.readOnly) return { id: context.newId(), history: [], ask: () => Promise.resolve(), answer: keptNowhere };
  const caller = application === undefined ? undefined : store.get('applications', application);
  const record = await startConversation(context, { name: titleOf(query), ...(caller && { application: caller }) });
  return chatOf(context, record.id, []);
}

function unknownConversation(id: string): string {
  return `There is no conversation “${id}”: leave the field out to start one.`;
}

function chatOf(context: ApiContext, id: string, history: Turn[]): Chat {
  return {
    id,
    history,
    async ask(text, asked) {
      if (context.store.readOnly) return;
      await appendMessages(context, id, [{ role: 'USER', text, asked }]);
    },
    answer: context.store.readOnly ? keptNowhere : keepAnswer(context, id),
  };
}

function historyOf(messages: Readonly<MessageRecord>[]): Turn[] {
  return turnsOf(messages.slice(-maxTurns).reverse());
}

function titleOf(query: string): string {
  const line = query.trim().replace(/\s+/g, ' ');
  return line.length <= maxTitleCharacters ? line : `${line.slice(0, maxTitleCharacters - 1)}…`;
}

/**
 * Milliseconds between two writes of a growing answer: a killed process loses at most this much. Each write waits for
 * the disk.
 */
const keepEveryMs = 500;

export interface AnswerSoFar {
  text: string;
  citations: CitationRecord[];
  receipt: ReceiptRecord;
}

/**
 * Stores an answer from its first piece on and again at intervals while it grows, marked as partial, so that a killed
 * process loses at most its last moments.
 */
interface KeptAnswer {
  /** Stores the text so far when a write is due. A failed write is logged; the reader still gets the answer. */
  grew(answer: AnswerSoFar): Promise<void>;
  /** @throws ApiError when a whole answer cannot be stored */
  ended(answer: AnswerSoFar, end: { isPartial: boolean }): Promise<void>;
}

function keepAnswer(context: ApiContext, conversation: string): KeptAnswer {
  let id: string | undefined;
  let keptAt = -Infinity;
  let isFaulty = false;

  async function keep(answer: AnswerSoFar, isPartial: boolean): Promise<void> {
    keptAt = context.now();
    if (id === undefined) {
      const [message] = await appendMessages(context, conversation, [{ role: 'ASSISTANT', ...answer, isPartial }]);
      id = message?.id;
    } else await changeMessage(context, id, { ...answer, isPartial });
  }

  return {
    async grew(answer) {
      if (isFaulty || context.now() - keptAt < keepEveryMs) return;
      try {
        await keep(answer, true);
      } catch (error) {
        isFaulty = true;
        context.log('warn', `The beginning of an answer could not be kept: ${String(error)}`);
      }
    },
    ended: (answer, { isPartial }) => keep(answer, isPartial),
  };
}

/** Used when the library is read-only: the answer is shown but not stored. */
const keptNowhere: KeptAnswer = { grew: () => Promise.resolve(), ended: () => Promise.resolve() };
