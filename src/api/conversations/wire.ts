/** Chats and messages as the contract writes them (contract/WIRE.md 3). */
import type { Written } from '../../contract/longList';
import type { AnswerCitation, AskedOf, Conversation, ConversationMessage, Receipt } from '../../contract/schemas';
import type {
  AskedRecord,
  CitationRecord,
  ConversationRecord,
  MessageRecord,
  ReceiptRecord,
} from '../../store/records';
import { toReferences, toTimestamp, toWireApplication, type WireOptions } from '../wireValues';

export function toWireConversation(conversation: Readonly<ConversationRecord>): Written<Conversation> {
  const { id, name, created, updated, favorited, application, messages, assets, annotations } = conversation;
  const { anchors = [], websites = [], grounding = [] } = conversation;
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
    anchors: toReferences(anchors),
    websites: toReferences(websites),
    grounding: { messages: toReferences(grounding) },
    type: 'COPILOT',
  };
}

export function toWireMessage(message: Readonly<MessageRecord>, options: WireOptions): ConversationMessage {
  const { id, created, updated, conversation, role, text, citations, isPartial, asked, receipt } = message;
  return {
    id,
    created: toTimestamp(created),
    updated: toTimestamp(updated),
    conversation: { id: conversation },
    role,
    fragment: { string: options.transferables === false ? {} : { raw: text } },
    ...(citations && { citations: citations.map(toWireCitation) }),
    ...(isPartial && { partial: true }),
    ...(asked && { asked: toWireAsked(asked) }),
    ...(receipt && { receipt: toWireReceipt(receipt) }),
  };
}

function toWireCitation({ asset, ...citation }: CitationRecord): AnswerCitation {
  return { ...citation, ...(asset !== undefined && { asset: { id: asset } }) };
}

export function toRecordCitation({ asset, ...citation }: AnswerCitation): CitationRecord {
  return { ...citation, ...(asset && { asset: asset.id }) };
}

export function toRecordAsked({ assets, ...asked }: AskedOf): AskedRecord {
  return { ...asked, ...(assets && { assets: assets.map(({ id }) => id) }) };
}

export function toRecordReceipt({ considered, ...receipt }: Receipt): ReceiptRecord {
  return {
    ...receipt,
    ...(considered && {
      considered: considered.map(({ asset, ...rest }) => ({ ...rest, ...(asset && { asset: asset.id }) })),
    }),
  };
}

function toWireAsked({ assets, ...asked }: AskedRecord): AskedOf {
  return { ...asked, ...(assets && { assets: assets.map((id) => ({ id })) }) };
}

function toWireReceipt({ considered, ...receipt }: ReceiptRecord): Receipt {
  return { ...receipt, ...(considered && { considered: considered.map(toWireConsidered) }) };
}

type ConsideredRecord = NonNullable<ReceiptRecord['considered']>[number];

function toWireConsidered({ asset, ...considered }: ConsideredRecord): NonNullable<Receipt['considered']>[number] {
  return { ...considered, ...(asset !== undefined && { asset: { id: asset } }) };
}

type Stamped = Pick<ConversationRecord, 'updated' | 'created'>;

/** For sorting: what was changed last comes first, and of equals what was made last. */
export const latestFirst = (one: Stamped, other: Stamped): number =>
  other.updated - one.updated || other.created - one.created;
