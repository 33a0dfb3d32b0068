/** Questions for the uses of something that they name: "what calls `findPort`?", "where is `retryMs` used?". */
import type { Question } from '../rank/question';
import type { Unit } from './units';
import { lastPart } from './values';

const asksForUses =
  /\b(?:who|what|which(?: [\w-]+){0,2})(?: else)? (?:calls?|uses?|reads?|invokes?|depends? on)\b|\b(?:where|which)\b.{0,200}\b(?:called|used|read|invoked)\b|\b(?:callers?|usages?|uses) of\b/i;

/** Names whose uses are asked for; none when something else is. */
export function usedNames(query: string, { written }: Question): readonly string[] {
  return asksForUses.test(query) ? [...new Set(written.map(lastPart))] : [];
}

/** The definition fits the question in all but what it asks for: only this much keeps it behind the uses. */
const ofDefinition = -3;

/** 1 for code that uses one of the names, less than 0 for what belongs to the definition of such a name, else 0. */
export function useOf(unit: Unit, names: readonly string[]): number {
  if (names.includes(lastPart(unit.home?.name ?? ''))) return ofDefinition;
  if (unit.form === 'sentence' || unit.form === 'list') return 0;
  const rows = unit.snippet.text.split(/\r?\n/).slice(unit.start, unit.end + 1);
  const code = rows.filter((row) => !/^\s*(?:import|from|use|require|\/\/|\*|#)/.test(row));
  const words = new Set(code.flatMap((row) => row.split(/[^\w$]+/)));
  return names.some((name) => words.has(name)) ? 1 : 0;
}
