/** Chats and messages as the contract writes them (types.md F). */
import type { AnswerCitation, Conversation, ConversationMessage } from '../../contract/schemas';
import type { CitationRecord, ConversationRecord, MessageRecord } from '../../store/records';
import { toReferences, toTimestamp, toWireApplication, type WireOptions } from './values';

export function toWireConversation(conversation: Readonly<ConversationRecord>): Conversation {
  const { id, name, created, updated, favorited, application, messages, assets, annotations } = conversation;
  return {
    id,
    ...(name !== undefined && { name }),
    created: toTimestamp(created),
    updated: toTimestamp(updated),
    ...(favorited !== undefined && { favorited }),
    ...(application && { application: toWireApplication(application) }),
    messages: toReferences(messages),
    assets: toReferences(assets),
    annotations: toReferences(annotations),
    type: 'COPILOT',
  };
}

export function toWireMessage(message: Readonly<MessageRecord>, options: WireOptions): ConversationMessage {
  const { id, created, updated, conversation, role, text, citations, isPartial } = message;
  return {
    id,
    created: toTimestamp(created),
    updated: toTimestamp(updated),
    conversation: { id: conversation },
    role,
    fragment: { string: options.transferables === false ? {} : { raw: text } },
    ...(citations && { citations: citations.map(toWireCitation) }),
    ...(isPartial && { partial: true }),
  };
}

function toWireCitation({ asset, ...citation }: CitationRecord): AnswerCitation {
  return { ...citation, ...(asset !== undefined && { asset: { id: asset } }) };
}

export const latestFirst = (one: ConversationRecord, other: ConversationRecord): number =>
  other.updated - one.updated || other.created - one.created;
