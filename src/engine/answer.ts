/**
 * What is said of passages when no claim answers (claims/claims.ts): what was given as it stands, the most likely places,
 * or that nothing here answers. One answer: another one would show the same places again. Deterministic. Must not know:
 * where the passages come from, and whether a model will rewrite this.
 */
import {
  absenceOf,
  missingWords,
  nowhere,
  occurNot,
  partedNames,
  quotedWords,
  telltaleWords,
  type Searched,
  tierOf,
  unlikelyYes,
} from './answers/tiers';
import { asksYesOrNo, likelyPlaces } from './answers/likelyPlaces';
import { heldBy, type Held } from './answers/coverage';
import { askedOf, spotsOf, type Asked, type Spot } from './answers/spots';
import { wantsTests, withCodeNouns, analyse } from './rank/question';
import type { Grammars } from './chunk/grammars';
import { toldOf } from './claims/explain';
import { noMeaning } from './dense/embedding';
import { asksOfGiven } from './overview';
import { narrowingOf } from './narrowing';
import { respelt, type Respelt } from './question/respell';
import { maskSecrets } from './files/secrets';
import { isTestPath } from './rank/fileKinds';
import type { Answer, AnswerRequest, AnswerSnippet, Citation } from './types';

/** Passages looked at; those further down never make an answer. */
const maxSnippets = 30;
/** Longer rows are data or generated: they are read by their beginnings, since patterns are tried on each row. */
const maxRowChars = 1_000;

/** @param searched a space that was named: no passage of it has a word of the question */
function nothingFound(query: string, searched: Searched | undefined): Answer {
  const asked = query.trim() === '' ? '' : ` about “${quotedWords(query)}”`;
  const words = telltaleWords(query);
  const text =
    searched && words.length > 0
      ? `I found nothing here${asked}: ${occurNot(words, searched.place)}.`
      : `There is nothing to answer from${asked}: name a folder or file to search, or choose saved assets.`;
  return { text, score: 0, citations: [], isAbsence: true, kind: 'absent', symbols: [] };
}

function withShortRows(text: string): string {
  if (text.length <= maxRowChars) return text;
  return text
    .split('\n')
    .map((row) => row.slice(0, maxRowChars))
    .join('\n');
}

/** What of the passages can be read. */
export function usableOf(snippets: readonly AnswerSnippet[]): AnswerSnippet[] {
  return snippets
    .filter(({ text }) => text.trim() !== '')
    .slice(0, maxSnippets)
    .map((snippet) => ({ ...snippet, text: withShortRows(maskSecrets(snippet.text)) }));
}

export interface Draft {
  asked: Asked;
  /** Best first. */
  spots: Spot[];
  /** Words that were taken for others. */
  changes: Respelt['changes'];
}

/** The passages are read when the first word is asked for: most questions have no slip. */
function frequencyIn(snippets: readonly AnswerSnippet[]): (term: string) => number {
  let held: Held[] | undefined;
  return (term) => {
    held ??= snippets.map(({ symbol = '', label, text }) => heldBy(`${symbol}\n${label}\n${text}`));
    return held.filter(({ terms }) => terms.has(term)).length;
  };
}

/** Where tests are asked for, what is no test is none of the places, as long as there are tests. */
function wantedOf(whole: string, snippets: readonly AnswerSnippet[]): readonly AnswerSnippet[] {
  if (!wantsTests.test(whole)) return snippets;
  const tests = snippets.filter(({ source }) => source.kind === 'file' && isTestPath(source.path));
  return tests.length > 0 ? tests : snippets;
}

export function draftOf(whole: string, all: readonly AnswerSnippet[], meaning = noMeaning): Draft {
  const snippets = wantedOf(whole, all);
  const { query, changes } = respelt(narrowingOf(whole)?.rest ?? whole, frequencyIn(snippets), meaning.isWord);
  const question = withCodeNouns(analyse(query.replace(/\btim(?:e|es|ed|ing) out\b/gi, 'timeout')), query);
  const asked = askedOf(query, question, snippets, meaning.likenessTo(query));
  return { asked, spots: spotsOf(snippets, asked), changes };
}

/** Passages that are told of, where nothing was asked that could be looked for. */
const maxTold = 3;

/** What was given as it stands is asked about: each passage is told by itself. */
function toldAlone(query: string, usable: readonly AnswerSnippet[]): readonly AnswerSnippet[] {
  return analyse(query).isEmpty || asksOfGiven(query) ? usable.slice(0, maxTold) : [];
}

/**
 * At least one answer.
 * @param searched what the passages were found in; asked for where a word of the question is in none of them
 */
export async function answer(
  { query, snippets }: Pick<AnswerRequest, 'query' | 'snippets'>,
  grammars: Grammars,
  meaning = noMeaning,
  searched?: () => Promise<Searched>,
): Promise<Answer[]> {
  const usable = usableOf(snippets);
  if (usable.length === 0) return [nothingFound(query, await searched?.())];
  const told = toldAlone(query, usable);
  if (told.length > 0) {
    const answers = await Promise.all(told.map((snippet) => toldOf(snippet, grammars)));
    return answers.map((one, place) => ({ ...one, score: Number((one.score / (1 + place)).toFixed(3)) }));
  }
  const draft = draftOf(query, usable, meaning);
  const isTelling = missingWords(draft.asked).length > 0 || partedNames(query).length > 0 || asksYesOrNo(query);
  const known = isTelling ? await searched?.() : undefined;
  return [answerOf(draft, usable.length, known)];
}

/** Beside a claim: likely places that it does not cite already. What is unsure adds nothing to what is known. */
export function placesBeside(
  claim: Answer,
  query: string,
  snippets: readonly AnswerSnippet[],
  meaning = noMeaning,
): Answer[] {
  const others = usableOf(snippets).filter(
    (snippet) => !claim.citations.some((citation) => isWithin(citation, snippet)),
  );
  if (others.length === 0) return [];
  const { asked, spots } = draftOf(query, others, meaning);
  const tier = tierOf(spots, asked);
  return tier.name === 'places' ? [likelyPlaces(spots, asked, { words: [] }, tier, 'Also likely')] : [];
}

function isWithin({ label, lines }: Citation, snippet: AnswerSnippet): boolean {
  const isOfFile = label === `${snippet.label}:${lines.start}-${lines.end}`;
  return isOfFile && lines.start <= snippet.lines.end && snippet.lines.start <= lines.end;
}

/** The most likely places, or that nothing of them answers. */
export const placesAnswer = (query: string, usable: readonly AnswerSnippet[], meaning = noMeaning): Answer =>
  answerOf(draftOf(query, usable, meaning), usable.length);

function answerOf({ asked, spots, changes }: Draft, looked: number, searched?: Searched): Answer {
  const tier = tierOf(spots, asked);
  const told = tier.name === 'absent' ? absenceOf(spots, asked, looked, searched) : likelyPlaces(spots, asked, { words: missingWords(asked), nowhere: nowhere(asked, searched), unlikely: asksYesOrNo(asked.query) ? unlikelyYes(asked, searched) : undefined }, tier); // prettier-ignore
  if (changes.length === 0) return told;
  const taken = changes.map(({ written, taken: other }) => `“${written}” for “${other}”`).join(' and ');
  return { ...told, text: `Taking ${taken}.\n\n${told.text}` };
}
