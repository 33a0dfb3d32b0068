/** Operations of our own windows' chat on whole conversations: rewind, copy, undo a delete, search. */
import type { Handlers } from '../../contract/api';
import { ApiError } from '../../contract/errors';
import type { ConversationMessage, RestoredConversation } from '../../contract/schemas';
import type { ConversationRecord, MessageRecord } from '../../store/records';
import type { ApiContext } from '../context';
import { edit, keyOf, find, findAll } from '../records';
import { touched } from '../assets/links';
import { createFinder, type Finder } from '../library/search/matching';
import { eachInTurns } from '../turns';
import { latestFirst, toRecordAsked, toRecordCitation, toRecordReceipt, toWireConversation } from './wire';
import { toApplicationRecord } from '../wireValues';

type EditOperation =
  'conversationsSearch' | 'conversationRewind' | 'conversationCopy' | 'conversationRestore' | 'conversationsFind';

/** Most conversations found, the latest first. */
const maxFound = 100;
/** Characters of an excerpt on each side of the first word found. */
const excerptCharacters = 60;

export function conversationEditHandlers(context: ApiContext) {
  return {
    conversationRewind: ({ body }) => rewind(context, body.conversation, body.questions),
    conversationCopy: async ({ body }) => toWireConversation(await copy(context, body.conversation, body.questions)),
    conversationRestore: async ({ body }) => toWireConversation(await restore(context, body)),
    conversationsSearch: async ({ body }, { signal }) => ({ iterable: await search(context, body.query, signal) }),
    conversationsFind: async ({ body }, { signal }) => ({ iterable: await search(context, body.query, signal) }),
  } satisfies Pick<Handlers, EditOperation>;
}

/** The number of messages in the first `questions` questions with their answers. */
function lengthOf(messages: readonly Readonly<MessageRecord>[], questions: number): number {
  let asked = 0;
  const end = messages.findIndex(({ role }) => role === 'USER' && ++asked > questions);
  return end === -1 ? messages.length : end;
}

/** Removes all messages after the first `questions` questions and their answers. */
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

/** @throws ApiError `invalid` when a record with one of the ids exists */
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

/** Most words of a query that are searched; the rest of a pasted text is ignored. */
const maxSearchedWords = 32;

/** Finds conversations whose name and messages together contain all words, in any order. */
async function search(
  { store, turns }: ApiContext,
  query: string,
  signal: AbortSignal,
): Promise<{ conversation: { id: string }; excerpt?: string }[]> {
  const words = [...new Set(query.toLowerCase().split(/\s+/).filter(Boolean))].slice(0, maxSearchedWords);
  const finders = words.map((word) => createFinder(word));
  const found: { conversation: { id: string }; excerpt?: string }[] = [];
  for (const { id, name = '', messages } of [...store.list('conversations')].sort(latestFirst)) {
    const texts = findAll(store, 'messages', messages).map(({ text }) => text);
    let missing = finders;
    await eachInTurns(turns, { items: [name, ...texts], signal }, (text) => {
      missing = missing.filter(({ isIn }) => !isIn(text));
    });
    if (missing.length > 0) continue;
    const excerpt = excerptOf(texts, finders);
    found.push({ conversation: { id }, ...(excerpt !== undefined && { excerpt }) });
    if (found.length === maxFound) break;
  }
  return found;
}

/** The text around the first word found in a message. */
function excerptOf(texts: readonly string[], finders: readonly Finder[]): string | undefined {
  for (const { placeIn, length } of finders) {
    for (const text of texts) {
      const at = placeIn(text);
      if (at === -1) continue;
      const start = Math.max(0, at - excerptCharacters);
      const end = Math.min(text.length, at + length + excerptCharacters);
      const part = text.slice(start, end).replace(/\s+/g, ' ').trim();
      return `${start > 0 ? '…' : ''}${part}${end < text.length ? '…' : ''}`;
    }
  }
  return undefined;
}
