/** What the chat of our own windows does with whole conversations: go back, go on in a copy, undo a delete, search. */
import type { Handlers } from '../contract/api';
import { ApiError } from '../contract/errors';
import type { ConversationMessage, RestoredConversation } from '../contract/schemas';
import type { ConversationRecord, MessageRecord } from '../store/records';
import type { ApiContext } from './context';
import { edit, keyOf } from './records/draft';
import { find, findAll } from './records/find';
import { touched } from './records/links';
import {
  latestFirst,
  toRecordAsked,
  toRecordCitation,
  toRecordReceipt,
  toWireConversation,
} from './wire/conversations';
import { toApplicationRecord } from './wire/values';

type EditOperation =
  'conversationsSearch' | 'conversationRewind' | 'conversationCopy' | 'conversationRestore' | 'conversationsFind';

/** A list that people look through; the latest come first. */
const maxFound = 100;
/** On both sides of the first word that was found. */
const excerptCharacters = 60;

export function conversationEditHandlers(context: ApiContext) {
  return {
    conversationRewind: ({ body }) => rewind(context, body.conversation, body.questions),
    conversationCopy: async ({ body }) => toWireConversation(await copy(context, body.conversation, body.questions)),
    conversationRestore: async ({ body }) => toWireConversation(await restore(context, body)),
    conversationsSearch: ({ body }) => ({ iterable: search(context, body.query) }),
    conversationsFind: ({ body }) => ({ iterable: search(context, body.query) }),
  } satisfies Pick<Handlers, EditOperation>;
}

/** How many messages the first `questions` questions and their answers are. */
function lengthOf(messages: readonly Readonly<MessageRecord>[], questions: number): number {
  let asked = 0;
  const end = messages.findIndex(({ role }) => role === 'USER' && ++asked > questions);
  return end === -1 ? messages.length : end;
}

/** Removes what follows the first `questions` questions and their answers. */
function rewind(context: ApiContext, id: string, questions: number): Promise<void> {
  return edit(
    context,
    () => [keyOf('conversations', id)],
    (draft) => {
      const conversation = find(draft, 'conversations', id);
      const messages = findAll(draft, 'messages', conversation.messages);
      const kept = messages.slice(0, lengthOf(messages, questions));
      if (kept.length === messages.length) return;
      for (const message of messages.slice(kept.length)) draft.delete('messages', message.id);
      draft.put('conversations', {
        ...conversation,
        messages: kept.map((message) => message.id),
        updated: touched(context, conversation),
      });
    },
  );
}

async function copy(context: ApiContext, id: string, questions: number): Promise<Readonly<ConversationRecord>> {
  const copyId = context.newId();
  await edit(
    context,
    () => [keyOf('conversations', id)],
    (draft) => {
      const original = find(draft, 'conversations', id);
      const messages = findAll(draft, 'messages', original.messages);
      const copies = messages
        .slice(0, lengthOf(messages, questions))
        .map((message) => ({ ...message, id: context.newId(), conversation: copyId }));
      for (const message of copies) draft.put('messages', message);
      const time = context.now();
      const { name, application } = original;
      draft.put('conversations', {
        id: copyId,
        ...(name !== undefined && { name }),
        ...(application && { application }),
        created: time,
        updated: time,
        messages: copies.map((message) => message.id),
        assets: [],
        annotations: [],
      });
    },
  );
  return find(context.store, 'conversations', copyId);
}

/** @throws ApiError `invalid` when something with one of the ids is there already */
async function restore(context: ApiContext, { conversation, messages }: RestoredConversation) {
  const { id, name, favorited, application, created, updated } = conversation;
  await edit(
    context,
    () => [keyOf('conversations', id), ...messages.map((message) => keyOf('messages', message.id))],
    (draft) => {
      const isThere = draft.get('conversations', id) ?? messages.find((message) => draft.get('messages', message.id));
      if (isThere) throw new ApiError('invalid', 'body.conversation is there already: expected one that was deleted.');
      for (const message of messages) draft.put('messages', toRecord(id, message));
      draft.put('conversations', {
        id,
        ...(name !== undefined && { name }),
        ...(favorited !== undefined && { favorited }),
        application: toApplicationRecord(context, application),
        created: Date.parse(created.value),
        updated: Date.parse(updated.value),
        messages: messages.map((message) => message.id),
        assets: [],
        annotations: [],
      });
    },
  );
  return find(context.store, 'conversations', id);
}

function toRecord(conversation: string, message: ConversationMessage): MessageRecord {
  const { id, role, fragment, created, updated, citations, partial, asked, receipt } = message;
  return {
    id,
    conversation,
    role,
    text: fragment?.string?.raw ?? '',
    created: Date.parse(created.value),
    updated: Date.parse(updated.value),
    ...(citations && { citations: citations.map(toRecordCitation) }),
    ...(partial && { isPartial: true }),
    ...(asked && { asked: toRecordAsked(asked) }),
    ...(receipt && { receipt: toRecordReceipt(receipt) }),
  };
}

/** Conversations in whose name or messages all words stand, in any order. */
function search({ store }: ApiContext, query: string): { conversation: { id: string }; excerpt?: string }[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found: { conversation: { id: string }; excerpt?: string }[] = [];
  for (const conversation of [...store.list('conversations')].sort(latestFirst)) {
    const texts = findAll(store, 'messages', conversation.messages).map(({ text }) => text);
    const all = [conversation.name ?? '', ...texts].join('\n').toLowerCase();
    if (!words.every((word) => all.includes(word))) continue;
    const excerpt = excerptOf(texts, words);
    found.push({ conversation: { id: conversation.id }, ...(excerpt !== undefined && { excerpt }) });
    if (found.length === maxFound) break;
  }
  return found;
}

function excerptOf(texts: readonly string[], words: readonly string[]): string | undefined {
  for (const word of words) {
    for (const text of texts) {
      const at = text.toLowerCase().indexOf(word);
      if (at === -1) continue;
      const start = Math.max(0, at - excerptCharacters);
      const end = Math.min(text.length, at + word.length + excerptCharacters);
      const part = text.slice(start, end).replace(/\s+/g, ' ').trim();
      return `${start > 0 ? '…' : ''}${part}${end < text.length ? '…' : ''}`;
    }
  }
  return undefined;
}
