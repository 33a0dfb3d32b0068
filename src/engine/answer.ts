/**
 * Extractive answers: the question is answered with sentences and rows that stand in the passages, each with its
 * citation; several different answers, best first. When the passages do not cover the question's words, one answer says
 * so. Deterministic. Must not know: where the passages come from, and whether a model will rewrite this.
 */
import { composeAbsence, composeAnswer, composeList, isDistinct } from './answers/compose';
import { CoverageOf } from './answers/coverage';
import { evidenceOf, type Asked, type Evidence } from './answers/evidence';
import { kindOf } from './answers/kind';
import { maskSecrets } from './files/secrets';
import { analyse } from './rank/question';
import type { Answer, AnswerRequest } from './types';

/** Passages looked at; those further down never make an answer. */
const maxSnippets = 30;
const maxAnswers = 5;
/** Places cited beside the main one: more is a list of results, not an answer. */
const maxFurther = 2;
/**
 * Below this share of the question's worth, the passages do not answer. Two words of a longer question occur together
 * anywhere, so they must be worth more. Set between 56 answerable and 36 unanswerable questions on two packages.
 */
const minCoverage = 0.33;
const minCoverageOfTwo = 0.5;
const maxAbsenceScore = 0.2;

function round(score: number): number {
  return Number(Math.min(0.95, Math.max(0, score)).toFixed(3));
}

/** Coverage says most; retrieval and the kind of row found add to it. */
function scoreOf(evidence: Evidence): number {
  const retrieval = Math.min(1, evidence.strength);
  return round(0.1 + 0.5 * evidence.coverage.share + 0.25 * retrieval + (evidence.isKindMet ? 0.1 : 0));
}

function quotedWords(query: string): string {
  const short = query.replace(/\s+/g, ' ').trim();
  return short.length > 80 ? `${short.slice(0, 80)} …` : short;
}

function nothingGiven(query: string): Answer {
  const about = query.trim() === '' ? '' : ` about “${quotedWords(query)}”`;
  const text =
    `There is nothing to answer from${about}: no passage was given or found. ` +
    'Name a folder or file to search, choose saved assets, or ask with words that occur in the code.';
  return { text, score: 0, citations: [], isAbsence: true };
}

/** The words as they were asked, for stems read badly. */
function asAsked(query: string, stems: readonly string[]): string[] {
  const words = query.slice(0, 2000).match(/[\p{L}\p{N}_$]+/gu) ?? [];
  return stems.map((term) => words.find((word) => analyse(word).content.includes(term)) ?? term);
}

/** A near miss whose sentence holds little of the question is named by what it does hold: quoting it would mislead. */
function closestPlace(query: string, asked: Asked, entry: Evidence): Evidence {
  if (asked.coverage.ofText(entry.sentence).covered.length >= 2) return entry;
  const { symbol, label } = entry.snippet;
  const words = asAsked(query, entry.coverage.covered).map((word) => `“${word}”`);
  return { ...entry, sentence: `\`${symbol ?? label}\` speaks of ${words.slice(0, 3).join(', ')}` };
}

function absence(query: string, asked: Asked, evidence: readonly Evidence[]): Answer {
  const missing = asAsked(query, asked.coverage.missing()).map((word) => `“${word}”`);
  const why =
    missing.length > 0
      ? `${missing.slice(0, 5).join(', ')} ${missing.length === 1 ? 'occurs' : 'occur'} in none of them`
      : 'no passage holds enough of its words together';
  const closest = evidence
    .filter(({ coverage }) => coverage.covered.length > 0)
    .slice(0, 3)
    .map((entry) => closestPlace(query, asked, entry));
  const best = Math.max(0, ...evidence.map(({ coverage }) => coverage.share));
  const opening = `Nothing in the ${evidence.length} passages looked at answers “${quotedWords(query)}”: ${why}.`;
  return composeAbsence(opening, closest, round(Math.min(maxAbsenceScore, best * 0.5)));
}

/** A name asked for in code spelling must occur; of other questions enough must be covered together. */
function isAnswered(asked: Asked, evidence: readonly Evidence[]): boolean {
  const { question, coverage } = asked;
  if (question.isEmpty) return evidence.length > 0;
  const best = evidence.reduce((most, { coverage: { share } }) => Math.max(most, share), 0);
  const words = Math.max(0, ...evidence.map((entry) => entry.coverage.covered.length));
  const wanted = question.content.length;
  const isTwoOfMany = words < 3 && wanted > 2;
  const isEnough = best >= (isTwoOfMany ? minCoverageOfTwo : minCoverage) && words >= Math.min(2, wanted);
  return isEnough && coverage.missing().length <= wanted / 2;
}

function pickFurther(main: Evidence, evidence: readonly Evidence[]): Evidence[] {
  const picked: Evidence[] = [];
  for (const entry of evidence) {
    if (picked.length === maxFurther) break;
    if (entry.coverage.covered.length > 0 && isDistinct(entry, [main, ...picked])) picked.push(entry);
  }
  return picked;
}

function answersFrom(asked: Asked, evidence: readonly Evidence[]): Answer[] {
  const [main] = evidence;
  if (!main) return [];
  const first = composeAnswer(main, pickFurther(main, evidence), scoreOf(main));
  const others = evidence
    .slice(1, maxAnswers - 1)
    .filter((entry) => entry.coverage.share > 0 && isDistinct(entry, [main]));
  const answers = [
    first,
    ...others.map((entry) => composeAnswer(entry, [], Math.min(first.score, round(scoreOf(entry) * 0.9)))),
  ];
  const places = evidence.slice(0, 6).filter((entry) => entry.coverage.share >= main.coverage.share / 2);
  if (places.length >= 3) {
    const list = composeList(places, round(first.score * (asked.kind === 'list' ? 1 : 0.85)));
    if (asked.kind === 'list' && main.snippet.symbol === undefined) answers.unshift(list);
    else answers.push(list);
  }
  return answers.slice(0, maxAnswers);
}

/** At least one answer; each differs from the others in what it cites. */
export function answer({ query, snippets }: AnswerRequest): Answer[] {
  const usable = snippets
    .filter(({ text }) => text.trim() !== '')
    .slice(0, maxSnippets)
    .map((snippet) => ({ ...snippet, text: maskSecrets(snippet.text) }));
  if (usable.length === 0) return [nothingGiven(query)];
  const question = analyse(query);
  const asked: Asked = { question, kind: kindOf(query), coverage: new CoverageOf(question, usable) };
  const evidence = usable.map((snippet, place) => evidenceOf(snippet, place, asked));
  evidence.sort((a, b) => b.strength - a.strength);
  if (!isAnswered(asked, evidence)) return [absence(query, asked, evidence)];
  const [first, ...rest] = answersFrom(asked, evidence);
  return first ? [first, ...rest.sort((a, b) => b.score - a.score)] : [nothingGiven(query)];
}
