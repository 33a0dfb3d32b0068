/** Links of conversations with files and websites. Both ends hold the other's id and change together. */
import type { ApiContext } from '../context';
import { keyOf, type Draft, find } from '../records';
import { touched, withMember, without } from '../assets/links';
import type { Store } from '../../store/types';

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

/** @throws ApiError `notFound` */
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

/** @throws ApiError `notFound` */
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

/** A conversation that is being deleted leaves its files and websites; dead ends are passed over. */
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

/** A website that is being deleted leaves its conversations. */
export function leaveConversations(context: ApiContext, draft: Draft, website: string): void {
  for (const id of find(draft, 'websites', website).conversations ?? []) {
    const conversation = draft.get('conversations', id);
    if (!conversation) continue;
    const websites = without(conversation.websites ?? [], website);
    draft.put('conversations', { ...conversation, websites, updated: touched(context, conversation) });
  }
}

/** Ids of the conversations grounded on any of these messages: looked for, because a message does not know of it. */
export function groundedOn(store: Store, messages: readonly string[]): string[] {
  const wanted = new Set(messages);
  return [...store.list('conversations')]
    .filter(({ grounding = [] }) => grounding.some((message) => wanted.has(message)))
    .map(({ id }) => id);
}

/** To be called for messages that are being deleted: no conversation is grounded on them any more. */
export function ungroundAll(store: Store, draft: Draft, messages: readonly string[]): void {
  for (const id of groundedOn(store, messages)) {
    const conversation = draft.get('conversations', id);
    if (!conversation) continue;
    const grounding = messages.reduce((rest, message) => without(rest, message), conversation.grounding ?? []);
    draft.put('conversations', { ...conversation, grounding });
  }
}
