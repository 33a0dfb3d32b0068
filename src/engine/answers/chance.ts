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
  /** How far it leads the best of the other passages, or trails the first answer; held to 5, as the next lead is. */
  lead: number;
  /** 0 for the first answer. */
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
  /** Share in [0, 1] of what retrieval gave to all passages that lies in its file: where one file speaks of it, not many. */
  file: number;
  /** 1 for the first answer, with what else counts for that one otherwise than for those behind it. */
  first: number;
  firstScore: number;
  firstSpread: number;
}

/** Units looked at, best first; what those further down add to the soft-max is too little to count. */
const maxLooked = 100;
/** A lead longer than those of 19 answers in 20 tells nothing more. */
const maxLead = 5;

const held = (lead: number): number => Math.max(-maxLead, Math.min(maxLead, lead));

const shownIn = ({ unit, passage }: Rated): Shown => {
  const { start, end } = shownFor(unit, passage);
  const first = unit.snippet.lines.start;
  return { start: first + start, end: first + end };
};

/** What retrieval gave to the passages of each file, and to all. */
function retrievedBy(rated: readonly Rated[]): { byFile: Map<string, number>; all: number } {
  const passages = new Map(rated.map(({ passage, features }) => [passage, features.retrieval]));
  const byFile = new Map<string, number>();
  let all = 0;
  for (const [{ snippet }, worth] of passages) {
    byFile.set(snippet.label, (byFile.get(snippet.label) ?? 0) + worth);
    all += worth;
  }
  return { byFile, all };
}

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
  const gap = first && second ? held(first.score - second.score) : 0;
  const retrieved = retrievedBy(rated);
  return (main, place) => {
    const { start, end } = shownIn(main);
    const isHere = (row: number) =>
      best[row]?.unit.snippet.label === main.unit.snippet.label && shown[row]!.start <= end && shown[row]!.end >= start;
    const vote = powers.reduce((sum, power, row) => (isHere(row) ? sum + power : sum), 0) / total;
    const other = place === 0 ? rated.find(({ passage }) => passage !== main.passage) : rated[0];
    const isFirst = place === 0 ? 1 : 0;
    return {
      one: 1,
      score: main.score,
      lead: held(main.score - (other?.score ?? 0)),
      place,
      vote,
      gap,
      spread,
      passage: main.features.passage,
      who: kind === 'who' ? 1 : 0,
      why: kind === 'why' ? 1 : 0,
      file: (retrieved.byFile.get(main.unit.snippet.label) ?? 0) / (retrieved.all || 1),
      first: isFirst,
      firstScore: isFirst * main.score,
      firstSpread: isFirst * spread,
    };
  };
}

export function chanceOf(signs: ChanceSigns): number {
  return Number(logistic(signs, chanceWeights).toFixed(3));
}
