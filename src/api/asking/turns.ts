/** What was said in a conversation, as the engine takes it. */
import type { Turn } from '../../engine/types';

/** Turns of a conversation as the engine takes them; what the system said is no turn. */
export function turnsOf(messages: readonly { role: 'USER' | 'ASSISTANT' | 'SYSTEM'; text: string }[]): Turn[] {
  return messages.flatMap(({ role, text }) => {
    if (role === 'SYSTEM' || text === '') return [];
    return [{ role: role === 'USER' ? ('user' as const) : ('assistant' as const), text }];
  });
}
