/** Where a question is lost on its way from the passages to the first answer. */
import { tierOf } from '../../engine/answers/tiers';
import type { Draft } from '../../engine/answer';
import { readPlace } from './answerScores';
import type { PreparedQuestion } from './prepared';

/** In the order of the way; each question is counted once, where it is lost. */
export const stages = [
  'not among the passages',
  'no unit of them tells it',
  'not among the ten best units',
  'not among the first three',
  'second or third',
  'first, and withheld as not here',
  'first',
] as const;
export type Stage = (typeof stages)[number];

/** Units that are looked at for an answer before the rest. */
const bestUnits = 10;

/** Place of the first passage, from 1, that has the wanted rows and all that must be said; 0 for none. */
export function placeOfFact({ question: { says = [], at }, snippets }: PreparedQuestion): number {
  const patterns = says.map((pattern) => new RegExp(pattern));
  const wanted = at?.map(readPlace);
  const holds = snippets.map(({ text, label, lines }) => {
    if (wanted === undefined) return patterns.every((pattern) => pattern.test(text));
    return wanted.some(({ file, start, end }) => file === label && lines.start <= end && lines.end >= start);
  });
  return holds.indexOf(true) + 1;
}

/**
 * @param draft the question's units in their order
 * @param right 1 for each of `prepared.draft`'s units whose answer holds the fact
 * @param holds which of the first three answers hold it
 */
export function stageOf(prepared: PreparedQuestion, draft: Draft, holds: readonly boolean[]): Stage {
  if (holds[0]) return tierOf(draft.rated, draft.asked).name === 'absent' ? 'first, and withheld as not here' : 'first';
  if (holds.includes(true)) return 'second or third';
  const rightUnits = new Set(
    prepared.draft.rated.filter((_, row) => prepared.right[row] === 1).map(({ unit }) => unit),
  );
  if (rightUnits.size === 0) return placeOfFact(prepared) === 0 ? 'not among the passages' : 'no unit of them tells it';
  const isNear = draft.rated.slice(0, bestUnits).some(({ unit }) => rightUnits.has(unit));
  return isNear ? 'not among the first three' : 'not among the ten best units';
}
