/** Chats and their messages. */
import * as Type from 'typebox';
import { SeededAnchor } from './anchors';
import { Application, ApplicationInput } from './applications';
import { AskedOf, Receipt } from './receipts';
import { SeededAnnotation } from './attachments';
import {
  Collection,
  GroupedTimestamp,
  LineRange,
  Reference,
  References,
  ReferencesInput,
  TransferableString,
} from './values';

export const MessageRole = Type.Enum(['USER', 'SYSTEM', 'ASSISTANT']);
export type MessageRole = Type.Static<typeof MessageRole>;

export const Conversation = Type.Object({
  id: Type.String(),
  name: Type.Optional(Type.String()),
  created: GroupedTimestamp,
  updated: GroupedTimestamp,
  favorited: Type.Optional(Type.Boolean()),
  application: Type.Optional(Application),
  messages: References,
  assets: Type.Optional(References),
  annotations: Type.Optional(References),
  anchors: Type.Optional(References),
  websites: Type.Optional(References),
  grounding: Type.Optional(Type.Object({ messages: Type.Optional(References) })),
  type: Type.Enum(['COPILOT']),
});
export type Conversation = Type.Static<typeof Conversation>;
export const Conversations = Collection(Conversation);
export type Conversations = Type.Static<typeof Conversations>;

/** Our extra: the citations behind the `[n]` of the text, in order. */
export const AnswerCitation = Type.Object({
  id: Type.String({ description: 'The relevance id.' }),
  label: Type.String(),
  path: Type.Optional(Type.String()),
  asset: Type.Optional(Reference),
  lines: Type.Optional(LineRange),
  hash: Type.Optional(
    Type.String({ description: 'Of the cited lines as they were: tells whether they changed since.' }),
  ),
});
export type AnswerCitation = Type.Static<typeof AnswerCitation>;

const MessageText = Type.Object({ string: Type.Optional(TransferableString) });

export const ConversationMessage = Type.Object({
  id: Type.String(),
  created: GroupedTimestamp,
  updated: GroupedTimestamp,
  conversation: Reference,
  role: MessageRole,
  fragment: Type.Optional(MessageText),
  citations: Type.Optional(Type.Array(AnswerCitation, { description: 'Our extra: the places the message cites.' })),
  partial: Type.Optional(Type.Boolean({ description: 'Our extra: the answer was stopped or failed before its end.' })),
  asked: Type.Optional(AskedOf),
  receipt: Type.Optional(Receipt),
});
export type ConversationMessage = Type.Static<typeof ConversationMessage>;
export const ConversationMessages = Collection(ConversationMessage);
export type ConversationMessages = Type.Static<typeof ConversationMessages>;

export const SeededConversationMessage = Type.Object({
  role: MessageRole,
  fragment: MessageText,
  conversation: Type.Optional(Reference),
});
export type SeededConversationMessage = Type.Static<typeof SeededConversationMessage>;

/** Of a message only what was said can be changed. */
export const MessageUpdate = Type.Object({ id: Type.String({ minLength: 1 }), fragment: Type.Optional(MessageText) });
export type MessageUpdate = Type.Static<typeof MessageUpdate>;

/** Links only: a program looks up the ones it shows. */
export const FlattenedConversations = References;

/** `type` is required by the contract and has one value; a caller may leave it out. */
export const SeededConversation = Type.Object({
  name: Type.Optional(Type.String({ maxLength: 1000 })),
  favorited: Type.Optional(Type.Boolean()),
  application: Type.Optional(ApplicationInput),
  messages: Type.Optional(Type.Array(SeededConversationMessage)),
  assets: Type.Optional(ReferencesInput),
  websites: Type.Optional(ReferencesInput),
  anchors: Type.Optional(Type.Array(SeededAnchor)),
  annotations: Type.Optional(Type.Array(SeededAnnotation)),
});
export type SeededConversation = Type.Static<typeof SeededConversation>;

/** As with assets: what is missing stays as it was, the rest of the object is not taken. */
export const ConversationUpdate = Type.Object({
  id: Type.String({ minLength: 1 }),
  name: Type.Optional(Type.String({ maxLength: 1000 })),
  favorited: Type.Optional(Type.Boolean()),
});
export type ConversationUpdate = Type.Static<typeof ConversationUpdate>;
