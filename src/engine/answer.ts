/**
 * Extractive answers: every passage is read for what it can say (sentences, values, failures, lists, statements), the
 * pieces are rated against the question, and the best are put into a few lines of Markdown, each with its citation;
 * several different answers, best first. Where none is sure enough, one answer shows the likely places or says "not here".
 * Deterministic. Must not know: where the passages come from, and whether a model will rewrite this.
 */
import { absenceOf, missingWords, noReason, quotedWords } from './answers/absence';
import { chanceOf, chanceSigns } from './answers/chance';
import { composeAnswer } from './answers/compose';
import { CoverageOf } from './answers/coverage';
import { generatedAmong } from './answers/generated';
import { kindOf } from './answers/kind';
import { likelyPlaces, withRetrieval } from './answers/likelyPlaces';
import { shownFor, type Shown } from './answers/quoteCode';
import { withMessages } from './answers/messages';
import { withMainDefinitions } from './answers/mainDefinitions';
import { reasonsFirst } from './answers/reasons';
import { rateUnits, type Asked, type Rated } from './answers/rate';
import { overviewAnswers } from './answers/overviewAnswer';
import { summaryAnswer } from './answers/summaryAnswer';
import { readPassage, type Unit } from './answers/units';
import { tierOf } from './answers/tiers';
import { usedBy, usedNames } from './answers/uses';
import { settled } from './answers/settle';
import { lastPart } from './answers/values';
import { withCodeNouns } from './answers/subject';
import { asksOfGiven } from './given';
import { narrowingOf } from './narrowing';
import { maskSecrets } from './files/secrets';
import { analyse } from './rank/question';
import type { Answer, AnswerRequest, AnswerSnippet } from './types';

/** Passages looked at; those further down never make an answer. */
const maxSnippets = 30;
const maxAnswers = 5;
/** Longer rows are data or generated: they are read by their beginnings, since patterns are tried on each row. */
const maxRowChars = 1_000;
/** Places cited beside the main one of the first answer, and of each other: more is a list of results, not an answer. */
const maxFurther = 2;
/** Who asks for the uses of something wants them all. */
const maxFurtherUses = 5;
const maxFurtherBeside = 1;
/** The other answers are of use when the first is wrong, so they point to places that nothing before them has named. */
const detailed = 3;
/** A further place must rate nearly as well as the main one: at most so far behind. */
const maxFurtherBehind = 2.5;

function nothingGiven(query: string): Answer {
  const about = query.trim() === '' ? '' : ` about “${quotedWords(query)}”`;
  const text =
    `There is nothing to answer from${about}: no passage was given or found. ` +
    'Name a folder or file to search, choose saved assets, or ask with words that occur in the code.';
  return { text, score: 0, citations: [], isAbsence: true };
}

function askedOf(whole: string, snippets: readonly AnswerSnippet[]): Asked {
  const query = narrowingOf(whole)?.rest ?? whole;
  const question = withCodeNouns(analyse(query.replace(/\btim(?:e|es|ed|ing) out\b/gi, 'timeout')), query);
  const quoted = [...query.matchAll(/["“`]([^"”`\n]{3,120})["”`]/g)].map((found) => found[1] ?? '');
  const coverage = new CoverageOf(question, snippets, query);
  const used = usedNames(query, question);
  return { query, question, kind: kindOf(query), coverage, quoted, used, generated: generatedAmong(snippets) };
}

function withShortRows(text: string): string {
  if (text.length <= maxRowChars) return text;
  return text
    .split('\n')
    .map((row) => row.slice(0, maxRowChars))
    .join('\n');
}

/** A unit that may be chosen, and the rows of its file that it shows. */
interface Candidate extends Shown {
  entry: Rated;
  loss: number;
}

function candidateOf(entry: Rated): Candidate {
  const { start, end } = shownFor(entry.unit, entry.passage);
  const first = entry.unit.snippet.lines.start;
  return { entry, loss: 0, start: first + start, end: first + end };
}

/** Two units show the same when their rows overlap. */
function isApart(one: Candidate, other: Candidate): boolean {
  if (one.entry.unit.snippet.label !== other.entry.unit.snippet.label) return true;
  return one.end < other.start || other.end < one.start;
}

/** What an answer loses in rating to one before it that speaks of the same definition, or stands in the same passage. */
const sameHomeLoss = 0.5;
const samePassageLoss = 0.3;
/** To one that says the same somewhere else. */
const sameWordsLoss = 1;
/** Units looked at for each further answer; those further down are never worth one. */
const maxLooked = 400;

/** What a unit tells, without where it stands. */
function told(unit: Unit): string {
  switch (unit.form) {
    case 'failure':
      return `${unit.failure.error ?? ''} ${unit.failure.message ?? ''}`;
    case 'value':
      return `${lastPart(unit.value.name)} ${unit.value.value}`;
    case 'sentence':
      return unit.sentence;
    default:
      return unit.text;
  }
}

function lossBeside(entry: Rated, other: Rated): number {
  const repeated = told(entry.unit) === told(other.unit) ? sameWordsLoss : 0;
  if (entry.unit.snippet.label !== other.unit.snippet.label) return repeated;
  const isSameHome = entry.unit.home?.name === other.unit.home?.name;
  return repeated + (isSameHome ? sameHomeLoss : 0) + (entry.passage === other.passage ? samePassageLoss : 0);
}

/**
 * Best first, one of each place, and rather of another definition than of the same once more: maximal marginal relevance
 * (Carbonell and Goldstein 1998).
 */
function distinct(rated: readonly Rated[], most: number): Rated[] {
  const chosen: Rated[] = [];
  const worth = ({ entry, loss }: Candidate) => entry.score - loss;
  let left = rated.slice(0, maxLooked).map(candidateOf);
  while (chosen.length < most) {
    const [first, ...rest] = left;
    if (!first) break;
    const best = rest.reduce((one, other) => (worth(other) > worth(one) ? other : one), first);
    chosen.push(best.entry);
    left = left.filter((one) => isApart(one, best));
    for (const one of left) one.loss = Math.max(one.loss, lossBeside(one.entry, best.entry));
  }
  return chosen;
}

/** A second sentence of the same definition, when it says more of what was asked or goes on after the first. */
function secondSentence(main: Rated, rated: readonly Rated[], { kind, coverage }: Asked): Rated | undefined {
  if (kind === 'list' || kind === 'who') return undefined;
  const { unit: first } = main;
  const covered = new Set(coverage.ofText(first.text).covered);
  const isFollowed = (unit: Unit) => first.form === 'sentence' && first.isDoc && unit.start >= first.end;
  const sentences = rated.filter(({ unit, passage }) => {
    if (unit.form !== 'sentence' || passage !== main.passage || unit === first || !unit.isDoc) return false;
    return unit.tag === undefined && unit.home?.row === first.home?.row;
  });
  const adding = sentences.find(({ unit }) => coverage.ofText(unit.text).covered.some((term) => !covered.has(term)));
  if (adding) return adding;
  if (first.form !== 'sentence') return sentences.find(({ unit }) => unit.form === 'sentence' && unit.isFirst);
  if (kind !== 'what' && kind !== 'how' && kind !== 'about') return undefined;
  return sentences.filter(({ unit }) => isFollowed(unit)).sort((a, b) => a.unit.start - b.unit.start)[0];
}

/** What answers are made of: the units in their order. */
export interface Draft {
  asked: Asked;
  rated: Rated[];
}

/** Units that have their scores, in their order. */
export function orderedDraft(asked: Asked, units: readonly Rated[]): Draft {
  const rated = [...units].sort((a, b) => b.score - a.score || a.unit.start - b.unit.start);
  return { asked, rated: asked.kind === 'default' ? settled(rated) : rated };
}

export function draftOf(query: string, snippets: readonly AnswerSnippet[]): Draft {
  const asked = askedOf(query, snippets);
  const passages = withMainDefinitions(withMessages(snippets.map(readPassage)));
  return orderedDraft(asked, passages.flatMap((passage, place) => rateUnits(passage, place, asked))); // prettier-ignore
}

/** Of a why the reasons come first; undefined when none is given. */
export function withReasons(draft: Draft): Draft | undefined {
  if (draft.asked.kind !== 'why') return draft;
  const rated = reasonsFirst(draft.rated, draft.asked);
  return rated.length === 0 ? undefined : { ...draft, rated };
}

/** The places that are worth an answer of their own, best first, and some to be named beside them. */
export function placesOf({ rated }: Draft): Rated[] {
  return distinct(rated, maxAnswers + maxFurther);
}

/** The answers of a draft whose question is taken to be answered. */
export function answersFrom(draft: Draft): Answer[] {
  const places = placesOf(draft);
  const signsOf = chanceSigns(draft.rated, places, draft.asked.kind);
  return places.slice(0, maxAnswers).map((main, place) => {
    const others = places.filter((entry) => entry !== main && entry.score >= main.score - maxFurtherBehind && entry.coverage.covered.length > 0); // prettier-ignore
    const further = place === 0 ? beside(others, draft.asked.used) : others.filter((entry) => places.indexOf(entry) === detailed + place).slice(0, maxFurtherBeside); // prettier-ignore
    return answerWith(main, further, draft, chanceOf(signsOf(main, place)));
  });
}

/** What is named beside the first answer: the best others, or every other use of what uses are asked of. */
function beside(others: readonly Rated[], used: readonly string[]): Rated[] {
  if (used.length === 0) return others.slice(0, maxFurther);
  return others.filter(({ unit }) => usedBy(unit, used) !== undefined).slice(0, maxFurtherUses);
}

/** One answer from one place. */
export function answerWith(main: Rated, further: readonly Rated[], { asked, rated }: Draft, score: number): Answer {
  const { kind, used } = asked;
  return composeAnswer({ main, more: secondSentence(main, rated, asked), further, kind, used, score });
}

/** What of the passages can be read. */
export function usableOf(snippets: readonly AnswerSnippet[]): AnswerSnippet[] {
  return snippets
    .filter(({ text }) => text.trim() !== '')
    .slice(0, maxSnippets)
    .map((snippet) => ({ ...snippet, text: withShortRows(maskSecrets(snippet.text)) }));
}

/** At least one answer; each differs from the others in what it cites. */
export function answer({ query, snippets }: AnswerRequest): Answer[] {
  const usable = usableOf(snippets);
  if (usable.length === 0) return [nothingGiven(query)];
  const whole = overviewAnswers(query, usable);
  if (whole.length > 0) return whole;
  if (analyse(query).isEmpty || asksOfGiven(query))
    return usable.slice(0, 3).map((snippet, place) => summaryAnswer(snippet, place));
  return answersOfTier(draftOf(query, usable), usable.length);
}

/** The most likely places of a draft, best first. */
export function likelyOf({ asked, rated }: Draft): Rated[] {
  return placesOf(orderedDraft(asked, withRetrieval(rated)));
}

function answersOfTier(draft: Draft, looked: number): Answer[] {
  const { asked, rated } = draft;
  const tier = tierOf(rated, asked);
  if (tier.name === 'absent') return [absenceOf(rated, asked, looked)];
  if (tier.name === 'places') return [likelyPlaces(likelyOf(draft), missingWords(asked), tier.chance)];
  const ordered = withReasons(draft);
  if (ordered === undefined) return [noReason(rated, asked, looked)];
  const [first, ...others] = answersFrom(ordered);
  if (first === undefined) return [nothingGiven(asked.query)];
  const behind = others.map((other) => ({ ...other, score: Math.min(other.score, tier.chance) }));
  // The order of reasons is their own.
  if (asked.kind !== 'why') behind.sort((a, b) => b.score - a.score);
  return [{ ...first, score: tier.chance }, ...behind];
}
