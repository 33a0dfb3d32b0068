/** Messages one by one, and what conversations are linked to. Conversations themselves are in conversations.ts. */
import type { Handlers } from '../../contract/api';
import { ApiError } from '../../contract/errors';
import type { MessageUpdate, SeededConversationMessage } from '../../contract/schemas';
import type { ApiContext } from '../context';
import { append, nameFrom, saidIn } from './messages';
import { edit, keyOf, find, findAll } from '../records';
import { groundedOn, ungroundAll, join, keysOfPair, part, type Pair } from './links';
import { touched, withMember, without } from '../assets/links';
import { latestFirst, toWireConversation, toWireMessage } from './wire';
import { toCollection, toReferences } from '../wireValues';

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

/** A chat nobody has asked anything in keeps its name. */
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
