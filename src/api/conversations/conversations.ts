/** Conversations as a whole: made, listed, changed, deleted. What is said in them is in messages.ts. */
import type { Caller, Handlers } from '../../contract/api';
import type { ConversationUpdate, SeededConversation } from '../../contract/schemas';
import type { ConversationRecord } from '../../store/records';
import { readersOf } from '../service/readers';
import type { ApiContext } from '../context';
import { newAnchor } from '../assets/anchors';
import { toAnnotation } from '../assets/attach';
import { dropAnnotation, keysOfDropping, putAnnotation } from '../assets/annotations';
import { deleteLinked, link, touched } from '../assets/links';
import { edit, keyOf, find, findAll, findAsset } from '../records';
import { groundedOn, ungroundAll, join, keysOfPair, leaveAll, type Pair } from './links';
import { append, newConversation, saidIn } from './messages';
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
