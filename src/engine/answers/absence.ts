/** When the passages do not answer: how that is found out, and what is said instead. */
import { analyse } from '../rank/question';
import type { Answer } from '../types';
import { composeAbsence } from './compose';
import { isEveryday } from './everyday';
import type { Asked, Rated } from './rate';
import { inline } from './text';
import { say, subjectOf } from './wording';

const maxAbsenceScore = 0.2;

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

export function absenceOf(rated: readonly Rated[], asked: Asked, looked: number): Answer {
  // Everyday words that are not in the code explain nothing.
  const telling = asked.coverage.missing().filter((word) => !isEveryday(word));
  const missing = asAsked(asked.query, telling);
  const words = missing.slice(0, 4).join(', ');
  const isOne = missing.length === 1;
  const nowhere =
    looked === 1
      ? `${isOne ? 'does' : 'do'} not occur in the one passage`
      : `${isOne ? 'occurs' : 'occur'} in none of the ${looked} closest passages`;
  const why = missing.length > 0 ? `${words} ${nowhere}` : 'no passage holds enough of its words together';
  return absenceAs(`I found nothing here that answers “${quotedWords(asked.query)}”: ${why}.`, rated, asked);
}

function absenceAs(opening: string, rated: readonly Rated[], asked: Asked): Answer {
  const closest: Rated[] = [];
  for (const entry of rated) {
    if (closest.length === 3) break;
    const isNew = closest.every(({ unit }) => unit.snippet !== entry.unit.snippet);
    if (isNew && asked.coverage.of(entry.unit.snippet).covered.length > 0) closest.push(entry);
  }
  const best = rated.reduce((most, { features }) => Math.max(most, features.around), 0);
  const score = Number(Math.min(maxAbsenceScore, best * 0.25).toFixed(3));
  return composeAbsence(opening, closest.map((entry) => ({ rated: entry, sentence: closestSentence(entry, asked) })), score); // prettier-ignore
}
