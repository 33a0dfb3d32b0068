/** Conversations and messages, in addition to the interface's own operations. */
import * as S from '../schemas';
import {
  AssetConversation,
  associationErrors,
  ConversationAnchor,
  ConversationMessagePath,
  ConversationPath,
  ConversationWebsite,
  MessagePath,
  Transferables,
  type Operation,
} from './operation';

const linkErrors = [404, 500] as const;

// prettier-ignore
export const chatOperations = {
  // Our extension, which the interface lacks: the agent tools need it, and programs may do what an agent may.
  conversationsSearch: {
    method: 'POST', path: '/conversations/search', summary: 'Conversations by words, latest first.',
    body: S.ConversationsQuery, returns: S.ConversationsFound, errors: [400, 500], isLong: true,
  },
  conversationsIdentifiersSnapshot: {
    method: 'GET', path: '/conversations/identifiers', summary: 'Ids of all conversations, latest first.',
    returns: S.FlattenedConversations, errors: [500],
  },
  conversationSpecificConversationRename: {
    method: 'POST', path: '/conversation/{conversation}/rename', summary: 'Name it after what it is about.',
    params: ConversationPath, query: Transferables, returns: S.Conversation, errors: [404, 500],
  },
  assetAssociateConversation: {
    method: 'POST', path: '/asset/{asset}/conversations/associate/{conversation}',
    summary: 'Add an asset to a conversation.', params: AssetConversation, returns: null, errors: associationErrors,
  },
  assetDisassociateConversation: {
    method: 'POST', path: '/asset/{asset}/conversations/disassociate/{conversation}',
    summary: 'Take an asset out of a conversation.', params: AssetConversation, returns: null, errors: associationErrors,
  },
  conversationAssociateAnchor: {
    method: 'POST', path: '/conversation/{conversation}/anchors/associate/{anchor}',
    summary: 'Add a file to a conversation.', params: ConversationAnchor, returns: null, errors: linkErrors,
  },
  conversationDisassociateAnchor: {
    method: 'POST', path: '/conversation/{conversation}/anchors/disassociate/{anchor}',
    summary: 'Take a file out of a conversation.', params: ConversationAnchor, returns: null, errors: linkErrors,
  },
  websiteAssociateConversation: {
    method: 'POST', path: '/website/{website}/conversations/associate/{conversation}',
    summary: 'Add a website to a conversation.', params: ConversationWebsite, returns: null, errors: linkErrors,
  },
  websiteDisassociateConversation: {
    method: 'POST', path: '/website/{website}/conversations/disassociate/{conversation}',
    summary: 'Take a website out of a conversation.', params: ConversationWebsite, returns: null, errors: linkErrors,
  },
  conversationGroundingMessagesAssociateMessage: {
    method: 'POST', path: '/conversation/{conversation}/grounding/messages/associate/{message}',
    summary: 'Ground a conversation on a message.', params: ConversationMessagePath, returns: null, errors: linkErrors,
  },
  conversationGroundingMessagesDisassociateMessage: {
    method: 'POST', path: '/conversation/{conversation}/grounding/messages/disassociate/{message}',
    summary: 'Ground it on that message no longer.', params: ConversationMessagePath, returns: null, errors: linkErrors,
  },
  messagesCreateSpecificMessage: {
    method: 'POST', path: '/messages/create', summary: 'Add a message to a conversation.',
    query: Transferables, body: S.SeededConversationMessage, returns: S.ConversationMessage, errors: [400, 404, 500],
  },
  messagesSnapshot: {
    method: 'GET', path: '/messages', summary: 'All messages, oldest first.',
    query: Transferables, returns: S.ConversationMessages, errors: [500],
  },
  messageUpdateValue: {
    method: 'POST', path: '/message/update/value', summary: 'Change what a message says.',
    query: Transferables, body: S.MessageUpdate, returns: S.ConversationMessage, errors: [400, 404, 500],
  },
  messagesDeleteSpecificMessage: {
    method: 'POST', path: '/messages/{message}/delete', summary: 'Delete a message.',
    params: MessagePath, returns: null, errors: [404, 500],
  },
} as const satisfies Record<string, Operation>;
