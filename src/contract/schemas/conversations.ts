/** Chats and their messages. */
import * as Type from 'typebox';
import {
  LineRange,
  Reference,
  Collection,
  GroupedTimestamp,
  References,
  ReferencesInput,
  TransferableString,
} from './values';
import { SeededAnchor, SeededAnnotation } from './attachments';
import { Application, ApplicationInput } from './applications';

// Section: data of a turn that is stored to show it again, in addition to its text. These are our extensions of
// messages, on which no public client depends.

/** The query space of a question, without the texts of its seeds. */
export const AskedOf = Type.Object({
  paths: Type.Optional(Type.Array(Type.String())),
  assets: Type.Optional(Type.Array(Reference)),
  database: Type.Optional(Type.Boolean()),
  selections: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.String(),
        path: Type.Optional(Type.String()),
        lines: Type.Optional(LineRange),
        characters: Type.Integer({ description: 'How much text was given.' }),
      }),
    ),
  ),
});
export type AskedOf = Type.Static<typeof AskedOf>;

/** The numbers of searched files, documents and passages. */
export const Searched = Type.Object({
  files: Type.Integer(),
  documents: Type.Integer({ description: 'Saved assets and given texts.' }),
  passages: Type.Integer(),
});
export type Searched = Type.Static<typeof Searched>;

/** A passage that was considered for an answer. */
export const Considered = Type.Object({
  id: Type.String({ description: 'The relevance id.' }),
  label: Type.Optional(Type.String({ description: 'Name of what has no path: the asset or the given text.' })),
  path: Type.Optional(Type.String()),
  asset: Type.Optional(Reference),
  lines: Type.Optional(LineRange),
  score: Type.Optional(Type.Number()),
  terms: Type.Optional(Type.Array(Type.String(), { description: 'Words of the question found in it.' })),
  parts: Type.Optional(
    Type.Unsafe<Record<string, number>>({ type: 'object', additionalProperties: { type: 'number' } }),
  ),
});
export type Considered = Type.Static<typeof Considered>;

/** The language model that wrote an answer; absent when the answer quotes passages. */
export const AnsweringModel = Type.Object({
  id: Type.String(),
  name: Type.String(),
  destination: Type.String({ description: 'Where question and passages were sent.' }),
});
export type AnsweringModel = Type.Static<typeof AnsweringModel>;

/** What an answer is about, as context for a follow-up question. */
export const saidOfAnswer = {
  kind: Type.Optional(
    Type.String({
      description: 'Our extra: what kind of answer it is: callers, value, explain, places, absent and more.',
    }),
  ),
  symbols: Type.Optional(
    Type.Array(Type.String(), { description: 'Our extra: what it is about, as the code writes it.' }),
  ),
};

export const Receipt = Type.Object({
  searched: Type.Optional(Searched),
  considered: Type.Optional(Type.Array(Considered)),
  skipped: Type.Optional(Type.Array(Type.Object({ path: Type.String(), reason: Type.String() }))),
  score: Type.Optional(Type.Number({ description: 'Of the answer, in [0, 1].' })),
  ...saidOfAnswer,
  model: Type.Optional(AnsweringModel),
  notes: Type.Optional(Type.Array(Type.String(), { description: 'What the model was not sent, and why.' })),
});
export type Receipt = Type.Static<typeof Receipt>;

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

/** A citation for an `[n]` in the text: our extension. */
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

/** Input of an update; only the text of a message can be changed. */
export const MessageUpdate = Type.Object({ id: Type.String({ minLength: 1 }), fragment: Type.Optional(MessageText) });
export type MessageUpdate = Type.Static<typeof MessageUpdate>;

/** Links only; programs look up the conversations they show. */
export const FlattenedConversations = References;

/** A new conversation. The contract requires `type`, which has a single value; here it is optional. */
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

/** Input of an update, as for assets: absent fields are kept, and other fields are ignored. */
export const ConversationUpdate = Type.Object({
  id: Type.String({ minLength: 1 }),
  name: Type.Optional(Type.String({ maxLength: 1000 })),
  favorited: Type.Optional(Type.Boolean()),
});
export type ConversationUpdate = Type.Static<typeof ConversationUpdate>;
