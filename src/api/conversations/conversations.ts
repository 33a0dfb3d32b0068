/** The operations on conversations, their messages and links. */
import type { Caller, Handlers } from '../../contract/api';
import type {
  ConversationUpdate,
  SeededConversation,
  MessageUpdate,
  SeededConversationMessage,
} from '../../contract/schemas';
import type { ConversationRecord } from '../../store/records';
import { readersOf } from '../service/channels';
import type { ApiContext } from '../context';
import { newAnchor } from '../assets/anchors';
import { toAnnotation } from '../assets/attach';
import { dropAnnotation, keysOfDropping, putAnnotation } from '../assets/annotations';
import { deleteLinked, link, touched, withMember, without } from '../assets/links';
import { edit, keyOf, find, findAll, findAsset } from '../records';
import {
  groundedOn,
  ungroundAll,
  join,
  keysOfPair,
  leaveAll,
  type Pair,
  latestFirst,
  toWireConversation,
  toWireMessage,
  part,
} from './wire';
import { append, newConversation, saidIn, nameFrom } from './messages';
import { toApplicationRecord, toCollection, toReferences } from '../wireValues';
import { ApiError } from '../../contract/errors';

// Section: whole conversations: create, list, change, delete. Their messages are in messages.ts.

type ConversationOperation =
  | 'conversationsCreateSpecificConversation'
  | 'conversationsSnapshot'
  | 'conversationGetSpecificConversation'
  | 'conversationSpecificConversationMessages'
  | 'conversationUpdate'
  | 'conversationsDeleteSpecificConversation'
  | 'messageSpecificMessageSnapshot';

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

// Section: single messages, and the links of conversations.

type ChatOperation =
  | 'conversationsIdentifiersSnapshot'
  | 'conversationSpecificConversationRename'
  | 'conversationAssociateAnchor'
  | 'conversationDisassociateAnchor'
  | 'websiteAssociateConversation'
  | 'websiteDisassociateConversation'
  | 'conversationGroundingMessagesAssociateMessage'
  | 'conversationGroundingMessagesDisassociateMessage'
  | 'messagesCreateSpecificMessage'
  | 'messagesSnapshot'
  | 'messageUpdateValue'
  | 'messagesDeleteSpecificMessage';

export function chatHandlers(context: ApiContext) {
  const { store } = context;
  const anchor = ({ conversation, anchor: id }: { conversation: string; anchor: string }): Pair => ({
    ...{ conversation, collection: 'anchors', id },
  });
  const website = ({ conversation, website: id }: { conversation: string; website: string }): Pair => ({
    ...{ conversation, collection: 'websites', id },
  });
  return {
    conversationsIdentifiersSnapshot: () =>
      toReferences(() => [...store.list('conversations')].sort(latestFirst).map(({ id }) => id)),
    conversationSpecificConversationRename: async ({ params }) => {
      await nameAfterQuestion(context, params.conversation);
      return toWireConversation(find(store, 'conversations', params.conversation));
    },
    conversationAssociateAnchor: ({ params }) => change(context, anchor(params), join),
    conversationDisassociateAnchor: ({ params }) => change(context, anchor(params), part),
    websiteAssociateConversation: ({ params }) => change(context, website(params), join),
    websiteDisassociateConversation: ({ params }) => change(context, website(params), part),
    conversationGroundingMessagesAssociateMessage: ({ params }) => ground(context, params, withMember),
    conversationGroundingMessagesDisassociateMessage: ({ params }) => ground(context, params, without),
    messagesCreateSpecificMessage: async ({ body, query }) =>
      toWireMessage(find(store, 'messages', await createMessage(context, body)), query),
    messagesSnapshot: ({ query }) =>
      toCollection(
        () => [...store.list('messages')],
        (message) => toWireMessage(message, query),
      ),
    messageUpdateValue: async ({ body, query }) => {
      await updateMessage(context, body);
      return toWireMessage(find(store, 'messages', body.id), query);
    },
    messagesDeleteSpecificMessage: ({ params }) => deleteMessage(context, params.message),
  } satisfies Pick<Handlers, ChatOperation>;
}

async function change(context: ApiContext, pair: Pair, make: typeof join): Promise<void> {
  await edit(
    context,
    () => keysOfPair(pair),
    (draft) => make(context, draft, pair),
  );
}

/** Names a conversation after its first question; without a question it keeps its name. */
async function nameAfterQuestion(context: ApiContext, id: string): Promise<void> {
  await edit(
    context,
    () => [keyOf('conversations', id)],
    (draft) => {
      const before = find(draft, 'conversations', id);
      const name = nameFrom(findAll(draft, 'messages', before.messages));
      if (name === undefined || name === before.name) return;
      draft.put('conversations', { ...before, name, updated: touched(context, before) });
    },
  );
}

async function ground(
  context: ApiContext,
  { conversation: id, message }: { conversation: string; message: string },
  change: (ids: readonly string[], id: string) => string[],
): Promise<void> {
  await edit(
    context,
    () => [keyOf('conversations', id), keyOf('messages', message)],
    (draft) => {
      const before = find(draft, 'conversations', id);
      find(draft, 'messages', message);
      const grounding = change(before.grounding ?? [], message);
      if (grounding.length === (before.grounding ?? []).length) return;
      draft.put('conversations', { ...before, grounding, updated: touched(context, before) });
    },
  );
}

async function createMessage(context: ApiContext, seed: SeededConversationMessage): Promise<string> {
  const { role, fragment, conversation } = seed;
  if (!conversation) {
    throw new ApiError('invalid', 'body.conversation is missing: expected the conversation the message belongs to.');
  }
  const text = saidIn(fragment, 'body');
  const added = await edit(
    context,
    () => [keyOf('conversations', conversation.id)],
    (draft) => append(context, draft, conversation.id, [{ role, text }]),
  );
  return added.map(({ id }) => id).join();
}

async function updateMessage(context: ApiContext, { id, fragment }: MessageUpdate): Promise<void> {
  find(context.store, 'messages', id);
  const text = saidIn(fragment, 'body');
  await edit(
    context,
    () => [keyOf('messages', id)],
    (draft) => {
      const before = find(draft, 'messages', id);
      if (before.text !== text) draft.put('messages', { ...before, text, updated: touched(context, before) });
    },
  );
}

async function deleteMessage(context: ApiContext, id: string): Promise<void> {
  const { store } = context;
  const owner = () => find(store, 'messages', id).conversation;
  await edit(
    context,
    () => [keyOf('messages', id), ...[owner(), ...groundedOn(store, [id])].map((one) => keyOf('conversations', one))],
    (draft) => {
      ungroundAll(store, draft, [id]);
      const conversation = draft.get('conversations', find(draft, 'messages', id).conversation);
      if (conversation) {
        const messages = without(conversation.messages, id);
        draft.put('conversations', { ...conversation, messages, updated: touched(context, conversation) });
      }
      draft.delete('messages', id);
    },
  );
}
