/** Messages that conversations are grounded on. Only the conversation knows of it, so endings are looked for. */
import type { Store } from '../../store/types';
import type { Draft } from './draft';
import { without } from './links';

/** Ids of the conversations grounded on any of these messages. */
export function groundedOn(store: Store, messages: readonly string[]): string[] {
  const wanted = new Set(messages);
  return [...store.list('conversations')]
    .filter(({ grounding = [] }) => grounding.some((message) => wanted.has(message)))
    .map(({ id }) => id);
}

/** The messages are being deleted. */
export function ungroundAll(store: Store, draft: Draft, messages: readonly string[]): void {
  for (const id of groundedOn(store, messages)) {
    const conversation = draft.get('conversations', id);
    if (!conversation) continue;
    const grounding = messages.reduce((rest, message) => without(rest, message), conversation.grounding ?? []);
    draft.put('conversations', { ...conversation, grounding });
  }
}
