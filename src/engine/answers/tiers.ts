/**
 * What is said of a question that no claim answers: the places where it most likely stands, or that nothing here answers.
 * Two logistic functions of the same signs choose: whether the folder answers at all, and whether one of the shown places
 * holds what is asked. Fitted by `npm run fit:tiers` on whole repositories, which writes `tierWeights.ts`: anew whenever
 * the ranking or the choice of places changes.
 */
import { isEveryday } from './everyday';
import { logistic } from './logistic';
import type { Asked, Spot } from './spots';
import { tierWeights } from './tierWeights';

export interface TierSigns {
  one: number;
  /** Share of the question's worth in the first place, in its best rows together, and nowhere. */
  whole: number;
  together: number;
  missing: number;
  /** Something that is written as a name is nowhere. */
  nameMissing: number;
  /** Everyday words that are nowhere, up to five: such a question is asked in other words than the code's. */
  everydayMissing: number;
  /** How the passages' relevance falls: that of the second, fifth and tenth, and the logarithm of all, in the first's. */
  second: number;
  fifth: number;
  tenth: number;
  all: number;
  /** A value is asked for. */
  value: number;
}

/** @param spots best first, at least one */
export function tierSigns(spots: readonly Spot[], { kind, coverage }: Asked): TierSigns {
  const first = spots[0]!;
  const scores = spots.map(({ snippet }) => snippet.score ?? 1).sort((a, b) => b - a);
  const best = scores[0] || 1;
  const at = (place: number) => (scores[place] ?? 0) / best;
  return {
    one: 1,
    whole: first.whole,
    together: first.together,
    missing: coverage.missingShare(),
    nameMissing: coverage.isNameMissing() ? 1 : 0,
    everydayMissing: Math.min(5, coverage.missing().filter(isEveryday).length),
    second: at(1),
    fifth: at(4),
    tenth: at(9),
    all: Math.log(Math.max(1, scores.reduce((sum, score) => sum + score, 0) / best)),
    value: kind === 'default' ? 1 : 0,
  };
}

/** "When does take fail?": a short question that calls a definition here by its name, however common the word. */
export function isNamedBy(spots: readonly Spot[], { query, question }: Asked): boolean {
  if (question.content.length > 2) return false;
  const words = new Set(query.match(/[\p{L}\p{N}_$]{3,}/gu) ?? []);
  return spots.some(({ snippet: { symbol } }) => words.has(symbol?.split('.').at(-1) ?? ''));
}

/** Below this chance that something answers, "not here" is said: figures of other bars are printed by the fit. */
export const minHere = 0.62;

/** Places with less of a chance are no place to rely on: .3 of them hold what is asked. */
const minLikely = 0.3;
/**
 * Nor are places where it is not as sure that anything answers: of questions about what is not there, all of whose words are,
 * .82 are headed as unsure or said to be absent (.51 by the chance of the places alone), of the answerable .49 (.31), of
 * which .39 hold what is asked and .58 of the others. On the open half, by repository.
 */
const minSurelyHere = 0.85;

export interface PlacesTier {
  name: 'places' | 'unsure';
  /** In [0, 1], that they hold what is asked. */
  chance: number;
}

export type Tier = PlacesTier | { name: 'absent' };

export function tierOf(spots: readonly Spot[], asked: Asked): Tier {
  if (spots.length === 0) return { name: 'absent' };
  const signs = tierSigns(spots, asked);
  const chanceBy = (weights: Readonly<Record<keyof TierSigns, number>>) => Number(logistic(signs, weights).toFixed(3));
  const [here, chance] = [chanceBy(tierWeights.here), chanceBy(tierWeights.places)];
  if (!isNamedBy(spots, asked) && here < minHere) return { name: 'absent' };
  return { name: here < minSurelyHere || chance < minLikely ? 'unsure' : 'places', chance };
}
