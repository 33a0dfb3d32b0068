/**
 * Which comment gives the reason that was asked for, and whether one does. Code mostly does not say why: then that is the
 * answer, and no declaration is put in its place. A logistic function of where a sentence stands and what it is made of,
 * fitted by `npm run fit:reasons`, which writes `reasonWeights.ts`.
 */
import type { Coverage } from './coverage';
import { tellingWeight } from './everyday';
import { logistic } from './logistic';
import type { Asked, Rated } from './rate';
import { reasonWeights } from './reasonWeights';
import { isThirdPerson } from './verbs';

/** Sentences whose surroundings hold less of the question than this share of the best place are about something else. */
const leastAround = 0.3;
/** Rows before and behind a sentence that it may be about. */
const rowsBefore = 2;
const rowsBehind = 6;
/** Sentences looked at; those rated lower are never a reason. */
const maxLooked = 200;
/** A sentence with fewer words says less. */
const fullLength = 30;
/** Below this chance no sentence is taken for a reason. */
export const minReason = 0.2;
/** How far behind the last reason all else is put. */
const behindReasons = 0.3;

const strong =
  /\b(?:because|since|so that|so as|otherwise|avoid|prevent|workaround|therefore|reason|in order to|due to|to keep|to make sure|leads? to|would|ensure|in case|rather than|unless)\b/i;
const weak =
  /\b(?:must|cannot|can't|won't|needs? to|have to|instead|known to|expensive|performance|attack|safe|unsafe|leak|breaks?|may|might|could|allow|lets?|costly|faster|slower|bug|issue|problem|hack|wrong|compat\w*|secur\w*|race|conflict\w*|circular|loop)\b/i;
const going =
  /[,;] so\b|\bso\b .{0,60}\b(?:can|is|are|we|it|the)\b|\bwhich lets\b|\bbeyond\b|\bas (?:it|we|the|this|that|they)\b|\bfor \w+ing\b/i;
const purpose = /(?:^|[,;(]\s{0,4}|\b\w{1,40}ed\b.{0,40}|\band\b.{0,30})\bto (?!be\b)[a-z]/i;
const denial = /\b(?:not|never|no|only|without|cannot)\b|n't\b/i;

export interface ReasonSigns {
  one: number;
  /** Shares of the question's words: in the sentence, in it with its definition, in the code beside it relative to the best place. */
  own: number;
  around: number;
  code: number;
  /** 1 where it is so: words of a reason, words that mostly stand in one, "so" and "as", a purpose, a denial. */
  strong: number;
  weak: number;
  going: number;
  purpose: number;
  denial: number;
  /** Inside of code, rather than above a definition; a throw with its condition; a tag; "Returns …". */
  inside: number;
  failure: number;
  tagged: number;
  thirdPerson: number;
  length: number;
}

function shareOf({ shares }: Coverage, words: readonly string[]): number {
  let total = 0;
  let held = 0;
  for (const word of words) {
    const weight = tellingWeight(word);
    total += weight;
    held += weight * (shares.get(word) ?? 0);
  }
  return total === 0 ? 0 : held / total;
}

/** Sentences, and throws with their conditions, that may be the reason, each with its signs. */
export function reasonCandidates(
  rated: readonly Rated[],
  { coverage, question: { content } }: Asked,
): { entry: Rated; signs: ReasonSigns }[] {
  const best = rated.reduce((most, entry) => Math.max(most, shareOf(entry.coverage, content)), 0.01);
  const flag = (is: boolean) => (is ? 1 : 0);
  const isLikely = ({ unit, coverage: own }: Rated) =>
    (unit.form === 'sentence' || (unit.form === 'failure' && unit.failure.guard !== undefined)) &&
    shareOf(own, content) >= leastAround * best;
  return rated.filter(isLikely).slice(0, maxLooked).map((entry) => {
    const { unit, passage } = entry;
    const sentence = unit.form === 'sentence' ? unit.sentence : '';
    const beside = passage.rows.slice(Math.max(0, unit.start - rowsBefore), unit.end + rowsBehind).join('\n');
    const signs: ReasonSigns = {
      one: 1,
      own: shareOf(coverage.ofText(sentence || unit.text), content),
      around: shareOf(entry.coverage, content),
      code: shareOf(coverage.ofText(beside), content) / best,
      strong: flag(strong.test(sentence)),
      weak: flag(weak.test(sentence)),
      going: flag(going.test(sentence)),
      purpose: flag(purpose.test(sentence)),
      denial: flag(denial.test(sentence)),
      inside: flag(unit.form === 'sentence' && !unit.isDoc && !unit.isOpening),
      failure: flag(unit.form === 'failure'),
      tagged: flag(unit.form === 'sentence' && unit.tag !== undefined),
      thirdPerson: flag(isThirdPerson(sentence.split(/\s/, 1)[0] ?? '')),
      length: Math.min(fullLength, sentence.split(/\s+/).length) / fullLength,
    };
    return { entry, signs };
  }); // prettier-ignore
}

/** Chance in [0, 1] that it is the reason asked for. */
export function reasonChance(signs: ReasonSigns): number {
  return logistic(signs, reasonWeights);
}

/** The likeliest reason first, what gives none behind those that do; nothing when no reason is given. */
export function reasonsFirst(rated: readonly Rated[], asked: Asked): Rated[] {
  const given = reasonCandidates(rated, asked)
    .map(({ entry, signs }) => ({ entry, chance: reasonChance(signs) }))
    .filter(({ chance }) => chance >= minReason)
    .sort((a, b) => b.chance - a.chance || b.entry.score - a.entry.score)
    .map(({ entry }) => entry);
  if (given.length === 0) return [];
  // The ratings keep their scale: the likeliest reason takes the highest of them.
  const scores = given.map(({ score }) => score).sort((a, b) => b - a);
  const reasons = given.map((entry, place) => ({ ...entry, score: scores[place] ?? entry.score }));
  const isGiven = new Set(given);
  const last = scores.at(-1) ?? 0;
  const others = rated.filter((entry) => !isGiven.has(entry));
  return [...reasons, ...others.map((entry) => ({ ...entry, score: Math.min(entry.score, last - behindReasons) }))];
}
