/** All follow-ups that one passage raises, those about what the answer cites first. */
import { lastPart } from '../answers/values';
import type { LineRange } from '../types';
import { contentRules } from './contentRules';
import { definitionRules } from './definitionRules';
import type { Hint, Rule, Seen } from './hint';
import { neighbourShare, type Looked } from './lookedAt';
import { topicOf } from './naming';
import { readPassageOnce } from './support';

const rules: Record<string, Rule> = { ...definitionRules, ...contentRules };

/** Rules that say more come first when all else is equal. */
const worth: Record<string, number> = {
  callers: 0.9, uses: 0.89, failure: 0.88, handled: 0.86, setting: 0.84, tests: 0.82, type: 0.8, state: 0.76, event: 0.75, tested: 0.75, callee: 0.74,
}; // prettier-ignore

/** Definitions that lie in the cited rows, or begin the passage they lie in, before the others. */
function citedFirst(units: Seen['definitions'], cited: LineRange | undefined): Seen['definitions'] {
  if (!cited) return units;
  const around = units.filter(({ start }) => start <= cited.start).at(-1);
  const isCited = (unit: (typeof units)[number]) =>
    unit === around || (unit.start >= cited.start && unit.start <= cited.end);
  return [...units.filter(isCited), ...units.filter((unit) => !isCited(unit))];
}

/** What these rules are about may stand anywhere in the passage. */
const readsAll = new Set(['handled', 'setting', 'type', 'callee', 'state', 'event']);
/** Rows around the cited ones that are looked at together with them. */
const nearRows = 6;

/** Whether the name that a hint is about stands in or beside what is cited. */
function isNear(text: string, rows: readonly string[], cited: LineRange): boolean {
  const name = /[`']([^`']{2,80})[`']/.exec(text)?.[1];
  const near = rows.slice(Math.max(0, cited.start - nearRows), cited.end + nearRows + 1).join('\n');
  return name === undefined || near.includes(lastPart(name));
}

export function raisedBy({ snippet, cited, nearness }: Looked, place: number): Hint[] {
  const passage = readPassageOnce(snippet);
  const all = passage.units.filter((unit) => unit.form === 'definition');
  const definitions = citedFirst(all, cited);
  const seen: Seen = { passage, snippet, definitions, topic: topicOf(snippet) };
  return Object.entries(rules).flatMap(([rule, raise]) => {
    const raised = raise(seen);
    if (!raised) return [];
    const isBeside = cited !== undefined && readsAll.has(rule) && !isNear(raised.text, passage.rows, cited);
    const near = isBeside ? Math.min(nearness, neighbourShare) : nearness;
    const score = ((worth[rule] ?? 0.5) * near) / (1 + place * 0.15);
    return [{ ...raised, rule, score, isCited: cited !== undefined && near === 1 }];
  });
}
