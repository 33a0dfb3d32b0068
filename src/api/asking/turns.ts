/** What was said in a conversation, as the engine takes it. */
import type { AnswerKind, Turn } from '../../engine/types';
import type { ReceiptRecord } from '../../store/records';

interface Said {
  role: 'USER' | 'ASSISTANT' | 'SYSTEM';
  text: string;
  receipt?: Pick<ReceiptRecord, 'kind' | 'symbols'> | undefined;
}

/** Turns of a conversation as the engine takes them; what the system said is no turn. */
export function turnsOf(messages: readonly Said[]): Turn[] {
  return messages.flatMap(({ role, text, receipt }): Turn[] => {
    if (role === 'SYSTEM' || text === '') return [];
    if (role === 'USER') return [{ role: 'user', text }];
    const { kind, symbols = [] } = receipt ?? {};
    return [{ role: 'assistant', text, ...(kind !== undefined && { about: { kind: kind as AnswerKind, symbols } }) }];
  });
}
