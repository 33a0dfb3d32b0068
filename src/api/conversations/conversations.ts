/** Chats and their messages: what the operations and the stream share. Must not know how an answer is made. */
import type { Caller, Handlers } from '../../contract/api';
import { ApiError } from '../../contract/errors';
import type { ConversationUpdate, SeededConversation } from '../../contract/schemas';
import type {
  ApplicationRecord,
  AskedRecord,
  CitationRecord,
  ConversationRecord,
  MessageRecord,
  ReceiptRecord,
} from '../../store/records';
import { readersOf } from '../service/readers';
import type { ApiContext } from '../context';
import { shorten } from '../assets/describe/comments';
import { newAnchor } from '../assets/anchors';
import { toAnnotation } from '../assets/attach';
import { dropAnnotation, keysOfDropping, putAnnotation } from '../assets/annotations';
import { deleteLinked, link, touched } from '../assets/links';
import { edit, keyOf, type Draft, find, findAll, findAsset } from '../records';
import { groundedOn, ungroundAll, join, keysOfPair, leaveAll, type Pair } from './links';
import { latestFirst, toWireConversation, toWireMessage } from './wire';
import { toApplicationRecord, toCollection } from '../wireValues';

type ConversationOperation =
  | 'conversationsCreateSpecificConversation'
  | 'conversationsSnapshot'
  | 'conversationGetSpecificConversation'
  | 'conversationSpecificConversationMessages'
  | 'conversationUpdate'
  | 'conversationsDeleteSpecificConversation'
  | 'messageSpecificMessageSnapshot';

/** A chat nobody named is called by its first question, in one line of a narrow list. */
const maxNameLength = 80;

export interface NewMessage {
  role: MessageRecord['role'];
  text: string;
  citations?: CitationRecord[];
  /** The answer was stopped or failed before its end. */
  isPartial?: boolean;
  asked?: AskedRecord;
  receipt?: ReceiptRecord;
}

export function conversationHandlers(context: ApiContext) {
  const { store } = context;
  return {
    conversationsCreateSpecificConversation: async ({ body }, { caller }) =>
      toWireConversation(await create(context, caller, body)),
    conversationsSnapshot: () =>
      toCollection(() => [...store.list('conversations')].sort(latestFirst), toWireConversation),
    conversationGetSpecificConversation: ({ params }, { caller }) => {
      const conversation = toWireConversation(find(store, 'conversations', params.conversation));
      if (!caller.isOwn) readersOf(context).reads(params.conversation);
      return conversation;
    },
    conversationSpecificConversationMessages: ({ params, query }) => {
      const { messages } = find(store, 'conversations', params.conversation);
      return toCollection(
        () => findAll(store, 'messages', messages),
        (message) => toWireMessage(message, query),
      );
    },
    conversationUpdate: async ({ body }) => toWireConversation(await update(context, body)),
    conversationsDeleteSpecificConversation: ({ params }) => deleteConversation(context, params.conversation),
    messageSpecificMessageSnapshot: ({ params, query }) =>
      toWireMessage(find(store, 'messages', params.message), query),
  } satisfies Pick<Handlers, ConversationOperation>;
}

export async function startConversation(
  context: ApiContext,
  { name, application = context.application }: { name?: string; application?: ApplicationRecord } = {},
): Promise<ConversationRecord> {
  const conversation = newConversation(context, name, application);
  await edit(
    context,
    () => [],
    (draft) => draft.put('conversations', conversation),
  );
  return conversation;
}

/**
 * Adds the messages at the end, all or none. An unnamed conversation takes its name from the first question.
 * @throws ApiError `notFound`
 */
export function appendMessages(
  context: ApiContext,
  conversationId: string,
  messages: readonly NewMessage[],
): Promise<MessageRecord[]> {
  const assets = messages.flatMap(citedAssets);
  return edit(
    context,
    () => [keyOf('conversations', conversationId), ...assets.map((id) => keyOf('assets', id))],
    (draft) => {
      const added = append(context, draft, conversationId, messages);
      linkCited(context, draft, conversationId, assets);
      return added;
    },
  );
}

function citedAssets({ citations = [] }: Pick<NewMessage, 'citations'>): string[] {
  return [...new Set(citations.flatMap(({ asset }) => (asset === undefined ? [] : [asset])))];
}

/** A chat belongs to the assets that its answers cite; one that is gone meanwhile is still cited, but not linked. */
function linkCited(context: ApiContext, draft: Draft, conversation: string, assets: readonly string[]): void {
  for (const asset of assets) {
    if (draft.get('assets', asset)) {
      link(context, draft, { asset, collection: 'conversations', id: conversation }, 'AUTOMATIC');
    }
  }
}

export function append(
  context: ApiContext,
  draft: Draft,
  id: string,
  messages: readonly NewMessage[],
): MessageRecord[] {
  const conversation = find(draft, 'conversations', id);
  const time = touched(context, conversation);
  const added = messages.map((message): MessageRecord => {
    const { role } = message;
    return { id: context.newId(), conversation: id, role, created: time, updated: time, ...contentOf(message) };
  });
  for (const message of added) draft.put('messages', message);
  const name = conversation.name ?? nameFrom(messages);
  draft.put('conversations', {
    ...conversation,
    ...(name !== undefined && { name }),
    messages: [...conversation.messages, ...added.map((message) => message.id)],
    updated: time,
  });
  return added;
}

/** What a message says; nothing empty is kept. */
function contentOf({ text, citations, isPartial, asked, receipt }: Omit<NewMessage, 'role'>) {
  return {
    text,
    ...(citations && citations.length > 0 && { citations: [...citations] }),
    ...(isPartial && { isPartial }),
    ...(asked && Object.keys(asked).length > 0 && { asked }),
    ...(receipt && Object.keys(receipt).length > 0 && { receipt }),
  };
}

/**
 * Puts other words in the place of a message's own.
 * @throws ApiError `notFound`
 */
export function changeMessage(
  context: ApiContext,
  messageId: string,
  content: Omit<NewMessage, 'role'>,
): Promise<void> {
  const assets = citedAssets(content);
  return edit(
    context,
    () => {
      const home = context.store.get('messages', messageId)?.conversation;
      const linked = home === undefined || assets.length === 0 ? [] : [keyOf('conversations', home)];
      return [keyOf('messages', messageId), ...linked, ...assets.map((id) => keyOf('assets', id))];
    },
    (draft) => {
      const { id, conversation, role, created } = find(draft, 'messages', messageId);
      const updated = Math.max(context.now(), created);
      draft.put('messages', { id, conversation, role, created, updated, ...contentOf(content) });
      linkCited(context, draft, conversation, assets);
    },
  );
}

export function nameFrom(messages: readonly NewMessage[]): string | undefined {
  const question = messages
    .find(({ role }) => role === 'USER')
    ?.text.replace(/\s+/g, ' ')
    .trim();
  return question ? shorten(question, maxNameLength) : undefined;
}

function newConversation(
  context: ApiContext,
  name: string | undefined,
  application: ApplicationRecord,
): ConversationRecord {
  const time = context.now();
  return {
    id: context.newId(),
    ...(name?.trim() && { name: name.trim() }),
    created: time,
    updated: time,
    application,
    messages: [],
    assets: [],
    annotations: [],
  };
}

async function create(
  context: ApiContext,
  caller: Caller,
  seed: SeededConversation,
): Promise<Readonly<ConversationRecord>> {
  const { name, favorited, application, messages = [], assets, annotations = [], anchors = [], websites } = seed;
  const newMessages = messages.map(({ role, fragment }, index) => ({
    role,
    text: saidIn(fragment, `body.messages.${index}`),
  }));
  const ids = (assets?.iterable ?? []).map(({ id }) => id);
  const conversation = {
    ...newConversation(context, name, toApplicationRecord(context, application)),
    ...(favorited !== undefined && { favorited }),
  };
  const newAnchors = await Promise.all(
    anchors.map((anchor, index) => newAnchor(context, caller, anchor, `body.anchors.${index}`)),
  );
  const pairs = (websites?.iterable ?? []).map(({ id }): Pair => ({
    conversation: conversation.id,
    collection: 'websites',
    id,
  }));
  await edit(
    context,
    () => [...ids.map((id) => keyOf('assets', findAsset(context.store, id).id)), ...pairs.flatMap(keysOfPair)],
    (draft) => {
      draft.put('conversations', conversation);
      for (const pair of pairs) join(context, draft, pair);
      for (const anchor of newAnchors) {
        draft.put('anchors', anchor);
        join(context, draft, { conversation: conversation.id, collection: 'anchors', id: anchor.id });
      }
      for (const wanted of annotations) {
        putAnnotation(draft, toAnnotation(context, wanted, { conversation: conversation.id }));
      }
      append(context, draft, conversation.id, newMessages);
      for (const id of ids) {
        link(context, draft, { asset: findAsset(draft, id).id, collection: 'conversations', id: conversation.id });
      }
    },
  );
  return find(context.store, 'conversations', conversation.id);
}

/** @throws ApiError `invalid` when a message says nothing at all */
export function saidIn(fragment: { string?: { raw?: string } } | undefined, where: string): string {
  const text = fragment?.string?.raw;
  if (text !== undefined) return text;
  throw new ApiError('invalid', `${where}.fragment.string.raw is missing: expected the message's text.`);
}

async function update(context: ApiContext, { id, name, favorited }: ConversationUpdate) {
  await edit(
    context,
    () => [keyOf('conversations', id)],
    (draft) => {
      const before = find(draft, 'conversations', id);
      const newName = name?.trim() || before.name;
      const newMark = favorited ?? before.favorited;
      if (newName === before.name && newMark === before.favorited) return;
      draft.put('conversations', {
        ...before,
        ...(newName !== undefined && { name: newName }),
        ...(newMark !== undefined && { favorited: newMark }),
        updated: touched(context, before),
      });
    },
  );
  return find(context.store, 'conversations', id);
}

function deleteConversation(context: ApiContext, id: string): Promise<void> {
  const { store } = context;
  const parts = () => find(store, 'conversations', id);
  return deleteLinked(context, 'conversations', id, {
    keys: () => {
      const { annotations, messages, anchors = [], websites = [] } = parts();
      return [
        ...keysOfDropping(store, annotations),
        ...groundedOn(store, messages).map((other) => keyOf('conversations', other)),
        ...anchors.map((anchor) => keyOf('anchors', anchor)),
        ...websites.map((website) => keyOf('websites', website)),
      ];
    },
    delete: (draft) => {
      const { annotations, messages } = parts();
      leaveAll(context, draft, id);
      for (const message of messages) draft.delete('messages', message);
      for (const annotation of annotations) dropAnnotation(draft, annotation);
      ungroundAll(store, draft, messages);
    },
  });
}
