/** Conversations and messages in wire form (contract/WIRE.md 3). */
import type { Written } from '../../contract/api';
import type { AnswerCitation, AskedOf, Conversation, ConversationMessage, Receipt } from '../../contract/schemas';
import type {
  AskedRecord,
  CitationRecord,
  ConversationRecord,
  MessageRecord,
  ReceiptRecord,
} from '../../store/records';
import { toReferences, toTimestamp, toWireApplication, type WireOptions } from '../wireValues';
import type { ApiContext } from '../context';
import { keyOf, type Draft, find } from '../records';
import { touched, withMember, without } from '../assets/links';
import type { Store } from '../../store/types';

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

/** Sort order: latest change first; ties by latest creation. */
export const latestFirst = (one: Stamped, other: Stamped): number =>
  other.updated - one.updated || other.created - one.created;

// Section: links of conversations with anchors and websites. Both ends hold the other's id and change together.

export interface Pair {
  conversation: string;
  collection: 'anchors' | 'websites';
  id: string;
}

/** Keys of the records that joining or parting writes: both ends of the link. */
export const keysOfPair = ({ conversation, collection, id }: Pair): string[] => [
  keyOf('conversations', conversation),
  keyOf(collection, id),
];

/**
 * Links both ends.
 * @throws ApiError `notFound`
 */
export function join(context: ApiContext, draft: Draft, { conversation: id, collection, id: otherId }: Pair): void {
  const conversation = find(draft, 'conversations', id);
  const other = find(draft, collection, otherId);
  const ids = conversation[collection] ?? [];
  const conversations = other.conversations ?? [];
  if (ids.includes(otherId) && conversations.includes(id)) return;
  const changed = { [collection]: withMember(ids, otherId), updated: touched(context, conversation) };
  draft.put('conversations', { ...conversation, ...changed });
  draft.put(collection, { ...other, conversations: withMember(conversations, id), updated: touched(context, other) });
}

/**
 * Unlinks both ends.
 * @throws ApiError `notFound`
 */
export function part(context: ApiContext, draft: Draft, { conversation: id, collection, id: otherId }: Pair): void {
  const conversation = find(draft, 'conversations', id);
  const other = find(draft, collection, otherId);
  const ids = conversation[collection] ?? [];
  const conversations = other.conversations ?? [];
  if (!ids.includes(otherId) && !conversations.includes(id)) return;
  const changed = { [collection]: without(ids, otherId), updated: touched(context, conversation) };
  draft.put('conversations', { ...conversation, ...changed });
  draft.put(collection, { ...other, conversations: without(conversations, id), updated: touched(context, other) });
}

/** Unlinks a conversation that is being deleted from its anchors and websites; missing ones are ignored. */
export function leaveAll(context: ApiContext, draft: Draft, id: string): void {
  const conversation = find(draft, 'conversations', id);
  for (const collection of ['anchors', 'websites'] as const) {
    for (const otherId of conversation[collection] ?? []) {
      const other = draft.get(collection, otherId);
      if (!other) continue;
      const conversations = without(other.conversations ?? [], id);
      draft.put(collection, { ...other, conversations, updated: touched(context, other) });
    }
  }
}

/** Unlinks a website that is being deleted from its conversations. */
export function leaveConversations(context: ApiContext, draft: Draft, website: string): void {
  for (const id of find(draft, 'websites', website).conversations ?? []) {
    const conversation = draft.get('conversations', id);
    if (!conversation) continue;
    const websites = without(conversation.websites ?? [], website);
    draft.put('conversations', { ...conversation, websites, updated: touched(context, conversation) });
  }
}

/**
 * Ids of the conversations grounded on any of these messages. Searches all conversations, because messages hold no link
 * back.
 */
export function groundedOn(store: Store, messages: readonly string[]): string[] {
  const wanted = new Set(messages);
  return [...store.list('conversations')]
    .filter(({ grounding = [] }) => grounding.some((message) => wanted.has(message)))
    .map(({ id }) => id);
}

/** Removes messages that are being deleted from the grounding of all conversations. */
export function ungroundAll(store: Store, draft: Draft, messages: readonly string[]): void {
  for (const id of groundedOn(store, messages)) {
    const conversation = draft.get('conversations', id);
    if (!conversation) continue;
    const grounding = messages.reduce((rest, message) => without(rest, message), conversation.grounding ?? []);
    draft.put('conversations', { ...conversation, grounding });
  }
}
