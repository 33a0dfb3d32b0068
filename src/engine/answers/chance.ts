/**
 * How likely an answer holds what was asked: a logistic function of how its place was rated, of how the ratings of all
 * units lie, and of what kind of question and place they are. Fitted by `npm run measure:answers -- --write`, which writes
 * `chanceWeights.ts`, on answers whose package the rating had seen nothing of. Cost: some sums for the best units.
 */
import { chanceWeights } from './chanceWeights';
import { logistic } from './logistic';
import { shownFor, type Shown } from './quoteCode';
import type { Asked, Rated } from './rate';

export interface ChanceSigns {
  one: number;
  /** Rating of the place. */
  score: number;
  /** How far it leads the best of the other passages, or trails the first answer. */
  lead: number;
  /** 0 for the first answer, 3 for all from the fourth on. */
  place: number;
  /** Share in [0, 1] of the soft-max over all units that lies in the rows it shows: several units that agree count together. */
  vote: number;
  /** How far the first answer leads the second. */
  gap: number;
  /** Entropy of that soft-max: many units rated alike say that none stands out. */
  spread: number;
  /** Share of the question's worth in its passage. */
  passage: number;
  /** 1 where it is so: callers, or a reason, are asked for. */
  who: number;
  why: number;
}

/** Units looked at, best first; what those further down add to the soft-max is too little to count. */
const maxLooked = 100;

const shownIn = ({ unit, passage }: Rated): Shown => {
  const { start, end } = shownFor(unit, passage);
  const first = unit.snippet.lines.start;
  return { start: first + start, end: first + end };
};

/**
 * @param rated all units in their order
 * @param places those that make the answers, in theirs
 * @returns the signs of the answer made of one of the places, which stands there
 */
export function chanceSigns(
  rated: readonly Rated[],
  places: readonly Rated[],
  kind: Asked['kind'],
): (main: Rated, place: number) => ChanceSigns {
  const best = rated.slice(0, maxLooked);
  const top = best.reduce((most, { score }) => Math.max(most, score), -Infinity);
  const powers = best.map(({ score }) => Math.exp(score - top));
  const total = powers.reduce((sum, power) => sum + power, 0);
  const spread = powers.reduce((sum, power) => sum - (power / total) * Math.log(power / total + 1e-9), 0);
  const shown = best.map(shownIn);
  const [first, second] = places;
  const gap = first && second ? first.score - second.score : 0;
  return (main, place) => {
    const { start, end } = shownIn(main);
    const isHere = (row: number) =>
      best[row]?.unit.snippet.label === main.unit.snippet.label && shown[row]!.start <= end && shown[row]!.end >= start;
    const vote = powers.reduce((sum, power, row) => (isHere(row) ? sum + power : sum), 0) / total;
    const other = place === 0 ? rated.find(({ passage }) => passage !== main.passage) : rated[0];
    return {
      one: 1,
      score: main.score,
      lead: main.score - (other?.score ?? 0),
      place: Math.min(3, place),
      vote,
      gap,
      spread,
      passage: main.features.passage,
      who: kind === 'who' ? 1 : 0,
      why: kind === 'why' ? 1 : 0,
    };
  };
}

export function chanceOf(signs: ChanceSigns): number {
  return Number(logistic(signs, chanceWeights).toFixed(3));
}
