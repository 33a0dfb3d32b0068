/** Whether a follow-up was asked already. */
import { analyse } from '../rank/question';
import type { Turn } from '../types';

/** How much of a hint was already asked. */
export function sameness(hint: string, asked: string): number {
  const known = new Set(analyse(asked).content);
  const { content } = analyse(hint);
  return content.length === 0 ? 1 : content.filter((term) => known.has(term)).length / content.length;
}

/** More of its words in one earlier question, and it was asked already. */
const maxSameness = 0.8;

export function isAsked(text: string, query: string, history: readonly Turn[]): boolean {
  const asked = [query, ...history.filter(({ role }) => role === 'user').map((turn) => turn.text)];
  return asked.some((question) => question !== '' && sameness(text, question) >= maxSameness);
}
