/** When the passages do not answer: how that is found out, and what is said instead. */
import { analyse } from '../rank/question';
import type { Answer } from '../types';
import { composeAbsence } from './compose';
import { isEveryday } from './everyday';
import type { Asked, Rated } from './rate';
import { inline } from './text';
import { say, subjectOf } from './wording';

const maxAbsenceScore = 0.05;
/** Words named of what is here, and of what is not. */
const maxWords = 3;
const maxMissing = 4;

export function quotedWords(query: string): string {
  const short = query.replace(/\s+/g, ' ').trim();
  return short.length > 80 ? `${short.slice(0, 80)} …` : short;
}

/** The words as they were asked, for stems read badly. */
function asAsked(query: string, stems: readonly string[]): string[] {
  const words = query.slice(0, 2000).match(/[\p{L}\p{N}_$]+/gu) ?? [];
  const named = stems.map((term) => words.find((word) => analyse(word).content.includes(term)) ?? term);
  return [...new Set(named)].map((word) => `“${word}”`);
}

/** Telling words of the question that none of the passages holds, in quotes. */
export function missingWords({ query, coverage }: Pick<Asked, 'query' | 'coverage'>): string[] {
  const missing = coverage.missing().filter((word) => !isEveryday(word));
  return asAsked(query, missing.slice(0, maxMissing));
}

/** A near miss whose sentence holds little of the question is named by what it does hold: quoting it would mislead. */
function closestSentence(rated: Rated, { query, coverage }: Asked): string {
  const { covered } = coverage.ofText(rated.unit.text);
  if (covered.length >= 2) return say(rated.unit, 'about');
  const held = coverage.of(rated.unit.snippet).covered;
  const subject = subjectOf(rated.unit);
  const name = rated.unit.home === undefined ? inline(rated.unit.snippet.label) : subject;
  return `${name} speaks of ${asAsked(query, held).slice(0, 3).join(', ')}.`;
}

/** "Why?", and no sentence that was found gives a reason. */
export function noReason(rated: readonly Rated[], asked: Asked, looked: number): Answer {
  const why = looked === 1 ? 'the one passage does not say why' : `none of the ${looked} closest passages says why`;
  const opening = `The code gives no reason for “${quotedWords(asked.query)}”: ${why}.`;
  return absenceAs(opening, rated, asked);
}

/** A word is said by a place that holds it or a relative of it; a synonym shows only the subject. */
const saidShare = 0.85;

/** The place with the most of the question's telling words, and which of them it says and lacks, as they were asked. */
function nearest(rated: readonly Rated[], { query, coverage, question }: Asked) {
  const telling = question.content.filter((word) => !isEveryday(word));
  const saidBy = ({ coverage: { shares } }: Rated) => telling.filter((word) => (shares.get(word) ?? 0) >= saidShare);
  let best: { entry: Rated; said: string[] } | undefined;
  for (const entry of rated) {
    const said = saidBy(entry);
    if (said.length > (best?.said.length ?? 0)) best = { entry, said };
  }
  const missing = coverage.missing();
  // What its passage has elsewhere cannot be said to be missing there.
  const held = best === undefined ? [] : coverage.of(best.entry.unit.snippet).covered;
  const lacking = telling.filter((word) => !held.includes(word) && !missing.includes(word));
  return {
    entry: best?.entry,
    said: asAsked(query, (best?.said ?? []).slice(0, maxWords)),
    lacking: asAsked(query, lacking.slice(0, maxWords)),
    missing: missingWords({ query, coverage }),
  };
}

function joined(words: readonly string[]): string {
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}` : (words[0] ?? '');
}

/** What of the question is here, and what is not: "“timeout” is here, but “retries” occurs in none of ...". */
function whyAbsent(rated: readonly Rated[], asked: Asked, looked: number): string {
  const { entry, said, lacking, missing } = nearest(rated, asked);
  if (missing.length > 0) {
    const isOne = missing.length === 1;
    const nowhere =
      looked === 1
        ? `${isOne ? 'does' : 'do'} not occur in the one passage`
        : `${isOne ? 'occurs' : 'occur'} in none of the ${looked} closest passages`;
    const here = said.length > 0 ? `${joined(said)} ${said.length === 1 ? 'is' : 'are'} here, but ` : '';
    return `${here}${missing.join(', ')} ${nowhere}`;
  }
  if (entry === undefined || said.length === 0) return 'no passage holds enough of its words together';
  const name = subjectOf(entry.unit);
  if (lacking.length > 0) return `${joined(said)} ${said.length === 1 ? 'is' : 'are'} in ${name}, with nothing there of ${joined(lacking)}`; // prettier-ignore
  return `its words are here, as in ${name}, but nothing ties them together as you ask`;
}

export function absenceOf(rated: readonly Rated[], asked: Asked, looked: number): Answer {
  const why = whyAbsent(rated, asked, looked);
  return absenceAs(`I found nothing here that answers “${quotedWords(asked.query)}”: ${why}.`, rated, asked);
}

function absenceAs(opening: string, rated: readonly Rated[], asked: Asked): Answer {
  const closest: { rated: Rated; sentence: string }[] = [];
  for (const entry of rated) {
    if (closest.length === 3) break;
    if (closest.some(({ rated: { unit } }) => unit.snippet === entry.unit.snippet)) continue;
    if (asked.coverage.of(entry.unit.snippet).covered.length === 0) continue;
    const sentence = closestSentence(entry, asked);
    if (closest.every((other) => other.sentence !== sentence)) closest.push({ rated: entry, sentence });
  }
  const best = rated.reduce((most, { features }) => Math.max(most, features.around), 0);
  const score = Number((Math.min(1, best) * maxAbsenceScore).toFixed(3));
  return composeAbsence(opening, closest, score);
}
