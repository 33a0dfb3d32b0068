/** When the passages do not answer: how that is found out, and what is said instead. */
import { analyse } from '../rank/question';
import type { Answer } from '../types';
import { composeAbsence } from './compose';
import type { Asked, Rated } from './rate';
import { inline } from './text';
import { say, subjectOf } from './wording';

/** Below this chance it is said that nothing answers. */
const minChance = 0.55;
/** Share of the question's worth in one place that is enough when no word about the subject is missing. */
const heldShare = 0.7;
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

/** What is known of whether the passages answer at all. */
export interface Presence {
  one: number;
  /** Best coverage of one place with its surroundings, of one unit, of one passage. */
  around: number;
  unit: number;
  passage: number;
  /** Worth of the words that are nowhere; whether one of them is written as a name. */
  missing: number;
  nameMissing: number;
  /** Share of the words about the subject that are nowhere. */
  subjectsMissing: number;
  /** Words covered together, up to five. */
  words: number;
}

export function presenceOf(rated: readonly Rated[], { coverage }: Asked): Presence {
  const most = (read: (entry: Rated) => number) => rated.reduce((best, entry) => Math.max(best, read(entry)), 0);
  const { count, missing } = coverage.subjects();
  return {
    one: 1,
    around: most(({ features }) => features.around),
    unit: most(({ features }) => features.unit),
    passage: most(({ features }) => features.passage),
    missing: coverage.missingShare(),
    nameMissing: coverage.isNameMissing() ? 1 : 0,
    subjectsMissing: count === 0 ? 0 : missing / count,
    words:
      Math.min(
        5,
        most((entry) => entry.coverage.covered.length),
      ) / 5,
  };
}

/**
 * Fitted on 217 questions with and 59 without an answer (ridge .003); over six folds .92 of the latter were found out, and
 * .04 of the others taken for them.
 */
export const presenceWeights: Presence = {
  one: -4.47, around: 2.09, unit: 2.19, passage: 2, missing: -1.66, nameMissing: -0.18, subjectsMissing: -1.86, words: 3.74,
}; // prettier-ignore

/** Chance in [0, 1] that the passages answer at all. */
export function presenceChance(presence: Presence): number {
  const names = Object.keys(presenceWeights).filter((name): name is keyof Presence => name in presence);
  return 1 / (1 + Math.exp(-names.reduce((sum, name) => sum + presenceWeights[name] * presence[name], 0)));
}

/** "When does take fail?": a short question that calls a definition here by its name, however common the word. */
function isNamedBy(rated: readonly Rated[], { query, question }: Asked): boolean {
  if (question.content.length > 2) return false;
  const words = new Set(query.match(/[\p{L}\p{N}_$]{3,}/gu) ?? []);
  return rated.some(({ unit }) => words.has(unit.home?.name.split('.').at(-1) ?? ''));
}

export function isAnswered(rated: readonly Rated[], asked: Asked): boolean {
  const presence = presenceOf(rated, asked);
  // Nearly all of a short question in one place is an answer, however few words that are.
  const isHeld = presence.around >= heldShare && presence.subjectsMissing === 0 && presence.nameMissing === 0;
  return isHeld || isNamedBy(rated, asked) || presenceChance(presence) >= minChance;
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
  const missing = asAsked(asked.query, asked.coverage.missing());
  const passages = looked === 1 ? 'the one passage' : `the ${looked} closest passages`;
  const why =
    missing.length > 0
      ? `${missing.slice(0, 4).join(', ')} ${missing.length === 1 ? 'occurs' : 'occur'} in none of ${passages}`
      : `no passage holds enough of its words together`;
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
