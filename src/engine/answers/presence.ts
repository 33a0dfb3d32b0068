/**
 * Signs that the passages answer at all: how far they cover the question, and how the places are rated. Absent things share most of their words with the code, and questions are asked in other words than the code's; so
 * what counts is whether the words that say what is asked for stand together in one place, whether neighbours in the
 * question are neighbours there, and whether one place stands out among the others. Weighed in `tiers.ts`. Cost: some sums
 * for each unit.
 */
import { verbOf } from './asked';
import type { Coverage } from './coverage';
import { isEveryday, tellingWeight } from './everyday';
import { saysNumber } from './kind';
import type { Asked, Rated } from './rate';

/** Places whose coverage is this share of the best are looked at for the verb. */
const nearlyBest = 0.75;
/** Places rated best that are looked at for neighbouring words, and the one that the best must stand out from. */
const bestRated = 5;
const lastOfLead = 9;
/** A longer lead tells nothing more; where there are fewer places than that, somebody chose them: it is taken for full. */
const maxLead = 5;

export interface PresenceSigns {
  one: number;
  /** Share of the telling words (all but everyday ones) in one place with its surroundings. */
  tellingAround: number;
  /** Share of all words in one passage, everyday ones at a quarter. */
  passage: number;
  /** The same in one unit, as the rating weighs the words. */
  unit: number;
  /** Share of the question's neighbouring words that are neighbours in one of the places rated best. */
  pairs: number;
  /** How far the place rated best leads the tenth: where nothing answers, many places do equally badly. */
  lead: number;
  /** Everyday words that are nowhere, up to five: such a question is asked in other words than the code's. */
  everydayMissing: number;
  /** Share of the rating's worth that is nowhere. */
  missing: number;
  /** 1 where a number or another value is asked for; what the best place that gives one then lacks of the question. */
  value: number;
  valueLack: number;
  /** Of a verb that a place or a way is asked for: how far it is from being said in the best places. */
  verbLack: number;
}

function most<Entry>(entries: readonly Entry[], read: (entry: Entry) => number): number {
  return entries.reduce((best, entry) => Math.max(best, read(entry)), 0);
}

/** How a coverage is weighed: words that few passages hold count more. */
function weigher(words: readonly string[], passages: readonly Coverage[], weightOf: (word: string) => number) {
  const worth = new Map(
    words.map((word) => {
      const holders = passages.filter(({ shares }) => (shares.get(word) ?? 0) > 0).length;
      return [word, weightOf(word) * Math.log(2 + (passages.length + 1) / (holders + 1))];
    }),
  );
  const total = [...worth.values()].reduce((sum, value) => sum + value, 0);
  return ({ shares }: Coverage): number => {
    if (total === 0) return 1;
    let sum = 0;
    for (const [word, value] of worth) sum += value * (shares.get(word) ?? 0);
    return sum / total;
  };
}

function givesValue({ unit }: Rated): boolean {
  if (unit.form === 'value') return unit.value.isLiteral;
  return unit.form === 'sentence' && (unit.preset !== undefined || saysNumber.test(unit.sentence));
}

export function presenceSigns(rated: readonly Rated[], { query, kind, question, coverage }: Asked): PresenceSigns {
  const passages = coverage.ofAll();
  const words = question.content;
  const telling = weigher(
    words.filter((word) => !isEveryday(word)),
    passages,
    () => 1,
  );
  const whole = weigher(words, passages, tellingWeight);
  const around = most(rated, (entry) => whole(entry.coverage));
  const verb = verbOf(query);
  const best = rated.filter((entry) => whole(entry.coverage) >= around * nearlyBest);
  const byRating = [...rated].sort((a, b) => b.score - a.score);
  const [first] = byRating;
  const behind = byRating[lastOfLead];
  const isValue = kind === 'default';
  return {
    one: 1,
    tellingAround: most(rated, (entry) => telling(entry.coverage)),
    passage: most(passages, whole),
    unit: most(rated, ({ features }) => features.unit),
    pairs: most(byRating.slice(0, bestRated), ({ features }) => features.pairs),
    lead: first && behind ? Math.min(maxLead, first.score - behind.score) : maxLead,
    everydayMissing: Math.min(5, coverage.missing().filter(isEveryday).length),
    missing: coverage.missingShare(),
    value: isValue ? 1 : 0,
    valueLack: isValue ? 1 - most(rated.filter(givesValue), (entry) => whole(entry.coverage)) : 0,
    verbLack: verb === undefined ? 0 : 1 - most(best, ({ features }) => features.verb),
  };
}

/** "When does take fail?": a short question that calls a definition here by its name, however common the word. */
export function isNamedBy(rated: readonly Rated[], { query, question }: Asked): boolean {
  if (question.content.length > 2) return false;
  const words = new Set(query.match(/[\p{L}\p{N}_$]{3,}/gu) ?? []);
  return rated.some(({ unit }) => words.has(unit.home?.name.split('.').at(-1) ?? ''));
}
