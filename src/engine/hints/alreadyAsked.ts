/** Whether a follow-up was asked already, or is told by the answer that it follows. */
import { analyse } from '../rank/question';
import type { Turn } from '../types';
import type { Hint } from './hint';

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

/** Rules that ask what something is. */
const asksWhat = new Set(['type', 'callee']);
const nameIn = (text: string) => /`[^`]+`/.exec(text)?.[0] ?? text;

/** What something is, is asked once, and not of what the answer has just told. */
export function isTold({ rule, text }: Hint, answer: string, chosen: readonly Hint[]): boolean {
  if (!asksWhat.has(rule)) return false;
  const name = nameIn(text);
  return answer.includes(name) || chosen.some((other) => asksWhat.has(other.rule) && nameIn(other.text) === name);
}
