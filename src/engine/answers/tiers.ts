/**
 * What is said of a question: an answer, the places where it most likely stands, or that nothing here answers. Three
 * logistic functions of the same signs choose: whether the folder answers at all, whether the best place's own sentence is
 * right, and whether one of the best places holds what is asked. Fitted by `npm run fit:tiers` on whole repositories, which
 * writes `tierWeights.ts`: anew whenever the rating's or the ranking's weights change. Cost: some sums for each unit.
 */
import { chanceSigns, type ChanceSigns } from './chance';
import { logistic } from './logistic';
import { isNamedBy, presenceSigns, type PresenceSigns } from './presence';
import type { Asked, Rated } from './rate';
import { tierWeights } from './tierWeights';

export interface TierSigns
  extends PresenceSigns, Pick<ChanceSigns, 'score' | 'vote' | 'gap' | 'spread' | 'who' | 'why' | 'file'> {
  /** How far the first place leads the other passages, and the share of the question's worth in its own. */
  ratingLead: number;
  ownPassage: number;
  /** How the passages' relevance falls: that of the second, fifth and tenth, and the logarithm of all, in the first's. */
  second: number;
  fifth: number;
  tenth: number;
  all: number;
}

function fallOf(rated: readonly Rated[]): Pick<TierSigns, 'second' | 'fifth' | 'tenth' | 'all'> {
  const snippets = new Set(rated.map(({ unit }) => unit.snippet));
  const scores = [...snippets].map(({ score = 1 }) => score).sort((a, b) => b - a);
  const best = scores[0] || 1;
  const at = (place: number) => (scores[place] ?? 0) / best;
  const all = Math.log(Math.max(1, scores.reduce((sum, score) => sum + score, 0) / best));
  return { second: at(1), fifth: at(4), tenth: at(9), all };
}

/** @param rated all units in their order, at least one; the first one would make the first answer */
export function tierSigns(rated: readonly Rated[], asked: Asked): TierSigns {
  const first = rated[0]!;
  const second = rated.find(({ passage }) => passage !== first.passage);
  const signsOf = chanceSigns(rated, second ? [first, second] : [first], asked.kind);
  const { score, lead, vote, gap, spread, passage, who, why, file } = signsOf(first, 0);
  const chance = { score, ratingLead: lead, vote, gap, spread, ownPassage: passage, who, why, file };
  return { ...presenceSigns(rated, asked), ...chance, ...fallOf(rated) };
}

/** From this chance on that it is right, the best sentence is claimed. */
export const minClaim = 0.65;
/** Below this chance that something answers, "not here" is said. */
export const minHere = 0.55;

export type Tier = { name: 'answer' | 'places'; /** In [0, 1], that it holds what is asked. */ chance: number } | { name: 'absent' }; // prettier-ignore

export function tierOf(rated: readonly Rated[], asked: Asked): Tier {
  if (rated.length === 0) return { name: 'absent' };
  const signs = tierSigns(rated, asked);
  const chanceBy = (weights: Readonly<Record<keyof TierSigns, number>>) => Number(logistic(signs, weights).toFixed(3));
  const claim = chanceBy(tierWeights.claim);
  if (claim >= minClaim) return { name: 'answer', chance: claim };
  if (!isNamedBy(rated, asked) && chanceBy(tierWeights.here) < minHere) return { name: 'absent' };
  return { name: 'places', chance: chanceBy(tierWeights.places) };
}
