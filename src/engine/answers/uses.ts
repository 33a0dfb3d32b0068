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

/** What a text says is no use. */
const texts = /"[^"\n]{0,400}"|'[^'\n]{0,400}'/g;

/** The code of a unit without what only brings names in. */
function codeOf({ snippet, start, end }: Unit): string {
  const rows = snippet.text.split(/\r?\n/).slice(start, end + 1);
  return rows.filter((row) => !/^\s*(?:import|from|use|require|\/\/|\*|#)/.test(row)).join('\n');
}

/** The first of the names that the code of a unit has. */
function usedIn(unit: Unit, names: readonly string[]): string | undefined {
  const words = new Set(
    codeOf(unit)
      .replace(texts, '')
      .split(/[^\w$]+/),
  );
  return names.find((name) => words.has(name));
}

/** Which of the names a unit uses, and whether it calls it; undefined for what uses none. */
export function usedBy(unit: Unit, names: readonly string[]): { name: string; isCall: boolean } | undefined {
  const name = useOf(unit, names) > 0 ? usedIn(unit, names) : undefined;
  return name === undefined ? undefined : { name, isCall: codeOf(unit).includes(`${name}(`) };
}

/** 1 for code that uses one of the names, less than 0 for what belongs to the definition of such a name, else 0. */
export function useOf(unit: Unit, names: readonly string[]): number {
  if (names.includes(lastPart(unit.home?.name ?? ''))) return ofDefinition;
  if (unit.form === 'sentence' || unit.form === 'list') return 0;
  return usedIn(unit, names) === undefined ? 0 : 1;
}
