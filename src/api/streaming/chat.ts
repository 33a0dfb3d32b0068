/** The conversation that a question on the stream belongs to: continued or started, read back, written to. */
import { ApiError } from '../../contract/errors';
import type { Turn } from '../../engine/types';
import type { AskedRecord, MessageRecord } from '../../store/records';
import { turnsOf } from '../asking/turns';
import type { ApiContext } from '../context';
import { appendMessages, startConversation } from '../conversations';
import { keepAnswer, keptNowhere, type KeptAnswer } from './keptAnswer';

/** A follow-up refers to what was said lately; older turns only blur it. */
const maxTurns = 20;
/** As long as a line of a list of chats. */
const maxTitleCharacters = 80;

export interface Chat {
  id: string;
  /** Newest first, as it was before this question. */
  history: Turn[];
  /** On disk when it resolves. */
  ask(text: string, asked: AskedRecord): Promise<void>;
  /** Where the answer goes while it is made. */
  readonly answer: KeptAnswer;
}

export interface ChatRequest {
  /** Absent: a new conversation is started. */
  conversation: string | undefined;
  /** Id of the calling application; an unknown one counts as none. */
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
  // A library that takes no changes can still be asked; what is said is then not kept.
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
