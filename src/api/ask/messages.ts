/**
 * The chat messages that an input names (contract/WIRE.md 2.3): what was said before a follow-up, and, when an input
 * names nothing else to search, the text to search. Ids that nobody knows are passed over, as the contract asks.
 */
import type { CallContext } from '../../contract/api';
import type { Document, AnswerKind, Turn } from '../../engine/types';
import type { MessageRecord, ReceiptRecord } from '../../store/records';
import type { ApiContext } from '../context';

/** A follow-up refers to what was said lately. */
const maxMessages = 40;

interface NamedMessages {
  messages?: { iterable?: { id: string }[] | undefined } | undefined;
}

/** Newest first. */
function namedMessages({ store }: ApiContext, { messages }: NamedMessages): Readonly<MessageRecord>[] {
  const found = (messages?.iterable ?? []).map(({ id }) => store.get('messages', id));
  const known = found.filter((message) => message !== undefined);
  return [...known]
    .reverse()
    .sort((a, b) => b.created - a.created)
    .slice(0, maxMessages);
}

/** The question as it stands alone after the messages that are named with it, without its courtesies. */
export async function queryAfterMessages(
  context: ApiContext,
  { signal }: CallContext,
  input: NamedMessages & { query: string },
): Promise<string> {
  return context.engine.reprompt({ query: input.query, history: turnsOf(namedMessages(context, input)) }, signal);
}

const speakers = { USER: 'question', ASSISTANT: 'answer', SYSTEM: 'instruction' };

/** What an answer cites stands below it, row by row; the rows say nothing of their own. */
const sourceRow = /^(?:[-*] )?\[\d{1,3}\]:? /;

/** An answer in its own words: a list of its sources would be quoted in place of what it says. */
function withoutSources(text: string): string {
  const rows = text.split('\n');
  const kept = rows.filter((row) => !sourceRow.test(row));
  if (kept.length === rows.length || kept.every((row) => row.trim() === '')) return text;
  return kept
    .join('\n')
    .replace(/ ?\[\d{1,3}\](?!\()/g, '')
    .trimEnd();
}

/** The messages that an input names, as documents to search; what is not there or has no text is passed over. */
export function documentsOfMessages(context: ApiContext, input: NamedMessages): Document[] {
  const said = namedMessages(context, input).filter(({ text }) => text.trim() !== '');
  return said.map(({ id, text, role }) => ({
    id,
    text: withoutSources(text),
    language: 'md',
    name: `earlier ${speakers[role]}`,
  }));
}

/** One message of a conversation, kept or sent along. */
interface Said {
  role: 'USER' | 'ASSISTANT' | 'SYSTEM';
  text: string;
  receipt?: Pick<ReceiptRecord, 'kind' | 'symbols'> | undefined;
}

/** Turns of a conversation as the engine takes them; what the system said is no turn. */
export function turnsOf(messages: readonly Said[]): Turn[] {
  return messages.flatMap(({ role, text, receipt }): Turn[] => {
    if (role === 'SYSTEM' || text === '') return [];
    if (role === 'USER') return [{ role: 'user', text }];
    const { kind, symbols = [] } = receipt ?? {};
    return [{ role: 'assistant', text, ...(kind !== undefined && { about: { kind: kind as AnswerKind, symbols } }) }];
  });
}
