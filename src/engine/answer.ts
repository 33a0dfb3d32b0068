/**
 * Answers: a claim that the syntax trees support, from a list of makers, where one is sure (precision of each:
 * test/quality/README.md; makers below .8 are not used); else the given passages one by one, the most likely places, or a
 * statement that nothing here answers. Gives one answer, since another would show the same places again. Deterministic.
 * Must not know: where the passages come from, and whether a model will rewrite this.
 */
import {
  absenceOf,
  beginsName,
  missingWords,
  nearby,
  nowhere,
  occurNot,
  quotedWords,
  telltaleWords,
  type Doubt,
  type Searched,
  tierOf,
  asksYesOrNo,
  unlikelyYes,
  type PlacesTier,
} from './answers/tiers';
import { heldBy, type Held } from './answers/coverage';
import { entryOf, onceEach, shownPlaces, type Shown } from './answers/places';
import { askedOf, spotsOf, type Asked, type Spot } from './answers/spots';
import { isReport } from './question/report';
import { kindOf, wantsTests, withCodeNouns, analyse } from './rank/question';
import type { Grammars } from './chunk/grammars';
import { folder, toldOf } from './claims/folder';
import { quotable, type Asking, type Maker } from './claims/page';
import { layout, overview, mayBeWhole } from './claims/overview';
import { difference } from './claims/difference';
import { run } from './claims/run';
import { needs } from './claims/needs';
import { caught, fails, failure } from './claims/failure';
import { callers } from './claims/callers';
import { asksForUses } from './claims/uses';
import { isThere, takes, explain } from './claims/explain';
import { value } from './claims/value';
import { wantOf, wantsOf } from './claims/wants';
import { ofChanges } from './claims/subjects';
import { noMeaning } from './dense/embedding';
import { asksOfGiven } from './overview';
import { narrowingOf } from './parts';
import { quotedMessages, respelt, withoutExample, type Respelt } from './question/spelling';
import { maskSecrets } from './files/secrets';
import { isOfTexts, isTestPath } from './rank/fileKinds';
import { readWords, setOf } from './question/courtesies';
import { asRead, oneSpaced, rowsOfText } from './text/plain';
import type { Answer, AnswerRequest, AnswerSnippet, Citation } from './types';
import { sources } from './answers/markdown';

/** Most passages considered; later ones never become part of an answer. */
const maxSnippets = 30;
/** Most characters read of a row, because patterns are tried on each; longer rows are data or generated code. */
const maxRowChars = 1_000;

/** “There is no barrier here” for “is there a barrier?”; undefined where more than one plain word is meant. */
function thereIsNo(query: string): string | undefined {
  const subject = wantOf(query, 'isThere')?.subject ?? '';
  const isPlain = /^[a-z]+$/i.test(subject) && new RegExp(`\\ban? ${subject}\\b`, 'i').test(query);
  return isPlain ? `There is no ${subject} here` : undefined;
}

/** @param searched a named space of which no passage has a word of the question */
function nothingFound(query: string, searched: Searched | undefined): Answer {
  const asked = query.trim() === '' ? '' : ` about “${quotedWords(query)}”`;
  const words = telltaleWords(query);
  const nothing = `There is nothing to answer from${asked}: name a folder or file to search, or choose saved assets.`;
  const common = `“${quotedWords(query)}” has only words that stand everywhere. Say more of what is meant; a name is looked for between back-quotes.`;
  const found =
    words.length > 0 &&
    `${thereIsNo(query) ?? `I found nothing here${asked}`}: ${occurNot(words, searched?.placeWithUnread ?? '')}.`;
  const text = searched ? found || common : nothing;
  return { text, score: 0, citations: [], isAbsence: true, kind: 'absent', symbols: [] };
}

/** The passages with text, at most `maxSnippets`, with secrets masked and long rows cut. */
export function usableOf(snippets: readonly AnswerSnippet[]): AnswerSnippet[] {
  const shortRows = (text: string) =>
    rowsOfText(text)
      .map((row) => row.slice(0, maxRowChars))
      .join('\n');
  return snippets
    .filter(({ text }) => text.trim() !== '')
    .slice(0, maxSnippets)
    .map((snippet) => ({ ...snippet, text: shortRows(maskSecrets(snippet.text)) }));
}

export interface Draft {
  asked: Asked;
  /** Places, best first. */
  spots: Spot[];
  /** Misspelt words and their corrections. */
  changes: Respelt['changes'];
}

/**
 * Counts the passages that hold a term. The passages are read on the first call only: most questions have no
 * misspelling.
 */
function frequencyIn(snippets: readonly AnswerSnippet[]): (term: string) => number {
  let held: Held[] | undefined;
  return (term) => {
    held ??= snippets.map(({ symbol = '', label, text }) => heldBy(`${symbol}\n${label}\n${text}`));
    return held.filter(({ terms }) => terms.has(term)).length;
  };
}

/** Limits the passages to those in tests when the question asks for tests and there are any. */
function wantedOf(whole: string, snippets: readonly AnswerSnippet[]): readonly AnswerSnippet[] {
  if (!wantsTests.test(whole)) return snippets;
  const tests = snippets.filter(({ source }) => source.kind === 'file' && isTestPath(source.path));
  return tests.length > 0 ? tests : snippets;
}

export function draftOf(whole: string, all: readonly AnswerSnippet[], meaning = noMeaning): Draft {
  const snippets = wantedOf(whole, all);
  const own = withoutExample(narrowingOf(whole)?.rest ?? whole);
  const { query, changes } = respelt(own, frequencyIn(snippets), meaning.isWord);
  const question = withCodeNouns(analyse(query), query);
  const asked = askedOf(query, question, snippets, meaning.likenessTo(query));
  return { asked, spots: spotsOf(snippets, asked), changes };
}

/** Most passages described when the question has nothing to search for. */
const maxTold = 3;

/**
 * The passages to describe one by one, when the question is about the given text itself or has no content; else none.
 */
function toldAlone(query: string, usable: readonly AnswerSnippet[]): readonly AnswerSnippet[] {
  return analyse(query).isEmpty || asksOfGiven(query) ? usable.slice(0, maxTold) : [];
}

/**
 * Writes at least one answer.
 * @param searched what the passages were found in
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
  return [answerOf(draft, usable.length, await searched?.())];
}

/**
 * Likely places shown next to a claim that does not cite them already. Unsure places are left out, since they add
 * nothing to a known answer.
 */
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

/** An answer that shows the most likely places, or says that none of the passages answers. */
export const placesAnswer = (query: string, usable: readonly AnswerSnippet[], meaning = noMeaning): Answer =>
  answerOf(draftOf(query, usable, meaning), usable.length);

function answerOf({ asked, spots, changes }: Draft, looked: number, searched?: Searched): Answer {
  const found = tierOf(spots, asked);
  const message = printedError.exec(asked.query)?.[1];
  const isUnprinted = message !== undefined && !spots.some((spot) => isPrintedBy(message, spot));
  const text = asksForText(asked.query) ? asked.quoted[0] : undefined;
  const unsaid = text !== undefined && !spots.some((spot) => spot.quotedRow >= 0 || isPrintedBy(text, spot)) ? text : undefined; // prettier-ignore
  const gone = nowhere(asked, searched, spots);
  // No place is likely to be asked for by a name that stands nowhere.
  const isNameGone = asked.question.written.some((name) => gone?.includes(`“${name}”`));
  const tier =
    (isUnprinted || isNameGone || unsaid !== undefined) && found.name === 'places' ? { ...found, ...doubted } : found;
  const told =
    tier.name === 'absent'
      ? absenceOf(spots, asked, looked, searched)
      : likelyPlaces(
          spots,
          asked,
          {
            words: missingWords(asked).filter((word) => !beginsName(word, spots)),
            nowhere: gone,
            unlikely: asksYesOrNo(asked.query) ? unlikelyYes(asked, spots, searched) : undefined,
            isUnprinted,
            unsaid,
          },
          tier,
        );
  if (changes.length === 0) return told;
  const taken = changes.map(({ written, taken: other }) => `“${written}” for “${other}”`).join(' and ');
  return { ...told, text: `Taking ${taken}.\n\n${told.text}` };
}

// Section: the most likely places, when nothing is sure enough for a claim.

/** Words of the question that the places do not hold. */
export interface Missing {
  /** The missing words, in quotes, spelt as in the question. */
  words: readonly string[];
  /** A sentence about words that occur nowhere in the searched space: “xlsx” does not occur in this folder. */
  nowhere?: string | undefined;
  /** Why a yes is unlikely, for a yes-or-no question. */
  unlikely?: Doubt | undefined;
  /** True for an error that none of the places prints. */
  isUnprinted?: boolean;
  /** A text of the interface that none of the places has. */
  unsaid?: string | undefined;
}

/** Least probability of places of which it is not said that little fits: of those below on the open half .12 hold the fact. */
const minNear = 0.2;

/**
 * Least probability of places for a probable yes, where nothing speaks against it: right for all ten such answers of
 * `test/quality/yes-no-questions`, two fifths of which are to be answered with no.
 */
const minProbably = 0.66;

/** Most words of a question that must stand together in what probably is a yes: where one connects and has a pool is no connection pool. */
const maxNamed = 3;

const isApart = ({ shares, rows }: Spot): boolean =>
  shares.length <= maxNamed && !rows.some((_, row) => shares.every((share) => (share[row] ?? 0) > 0));

/** An error as programs print it: `ValueError: no berth is free`. */
const printedError = /^\s*[A-Za-z][\w.]*(?:Error|Exception): (\S.*)/;
/** Least part of a message's words in two rows for these to be what prints it; the rest may be filled in. Of few words none is. */
const [minPrinted, fewWords] = [0.6, 4];

/** Words for a text that users of a program see. */
const textWords = setOf('text button label message string title heading hint caption tooltip placeholder');
const asksForText = (query: string): boolean => {
  const words = readWords(query).map(({ word }) => word);
  return words[0] === 'where' && words.some((word) => textWords.has(word));
};

/** What is thought of places that share words with a printed error and do not print it, or with a name that stands nowhere. */
const doubted = { name: 'unsure' as const, chance: 0.5 };

function isPrintedBy(message: string, { rows }: Spot): boolean {
  const words: readonly string[] = message.toLowerCase().match(/[a-z]{3,}/g) ?? [];
  const least = words.length <= fewWords ? 1 : minPrinted;
  return rows.some((row, at) => {
    const text = `${row} ${rows[at + 1] ?? ''}`.toLowerCase();
    return words.filter((word) => text.includes(word)).length >= least * words.length;
  });
}

/** Least probability of a place in which a quoted text stands to the letter, and nowhere else outside of tests. */
const minStands = 0.9;

/** That a text which the question quotes stands in the first place; undefined where it does not, or in others as well. */
function standing({ quoted }: Asked, places: readonly Shown[]): string | undefined {
  const [first, ...others] = places.filter(({ spot }) => spot.quotedRow >= 0 && !isTestPath(spot.snippet.label));
  if (!first || first !== places[0] || (others.length > 0 && !isOfTexts(first.spot.snippet.label))) return undefined;
  const { rows, quotedRow, snippet } = first.spot;
  const text = quoted.find((one) => oneSpaced(asRead(rows[quotedRow]!)).includes(one))!;
  const line = `line ${snippet.lines.start + quotedRow}`;
  return `“${quotable(text, 80)}” stands ${places.length === 1 ? `here, in ${line}` : `in ${line} of the first of these places`}`;
}

/** The heading of the places: how sure the answer is, and which words of the question none of them holds. */
function headingOf(
  { name: kind, chance }: PlacesTier,
  { query }: Asked,
  places: readonly Shown[],
  { words, nowhere, unlikely, isUnprinted, unsaid }: Missing,
): string {
  const isOne = places.length === 1;
  const mentions = `${isOne ? 'it does not mention' : 'none of them mentions'} ${words.join(' or ')}`;
  const without = nowhere ?? (words.length === 0 ? undefined : mentions);
  const these = isOne ? 'This is the nearest place' : 'These are the nearest places';
  if (isUnprinted) return `I found nothing here that prints this error. ${these}`;
  // It may stand in so many places that none of them was looked at.
  if (unsaid !== undefined) return `I did not find “${quotable(unsaid, 80)}” to the letter. ${these}`;
  const nearest = `${these}${nowhere !== undefined || without === undefined ? '' : `; ${without}`}`;
  // A text that code asks its users is no question of ours.
  const isText = places[0]!.spot.rows.some((row) => oneSpaced(row).includes(oneSpaced(query)));
  if (asksYesOrNo(query) && !isText) {
    // A name that stands nowhere says more than that words do not stand together.
    const why = (unlikely?.isNo ? undefined : nowhere) ?? unlikely?.says;
    if (why !== undefined)
      return `${unlikely?.isNo ? 'I found nothing that says so' : 'I cannot say yes or no'}: ${why}. ${these}`;
    // A test or a list of changes gives nobody anything.
    const { spot } = places[0]!;
    const { label } = spot.snippet;
    const isOther = isTestPath(label) || ofChanges.test(label) || isApart(spot);
    const isLikely = chance >= minProbably && without === undefined && !isOther;
    return `${isLikely ? 'Probably' : 'I cannot say yes or no'}. ${nearest}`;
  }
  if (kind === 'places') return `Most likely here${without === undefined ? '' : `, though ${without}`}`;
  if (nowhere !== undefined) return `I am not sure. ${nowhere}. ${nearest}`;
  return `I am not sure. ${chance < minNear ? 'Little here fits the question. ' : ''}${nearest}`;
}

/** Most places that are named below unsure ones, without their rows. */
const maxFurther = 4;

/**
 * The answer with the most likely places.
 * @param spots best first, at least one
 */
export function likelyPlaces(
  spots: readonly Spot[],
  asked: Asked,
  missing: Missing,
  found: PlacesTier,
  heading?: string,
): Answer {
  const shown = shownPlaces(spots, asked);
  const stands = standing(asked, shown);
  const tier: PlacesTier = stands === undefined ? found : { name: 'places', chance: Math.max(minStands, found.chance) };
  const citations = shown.flatMap((one) => one.citations);
  const entries = shown.map((one, place) =>
    entryOf(one, 1 + shown.slice(0, place).reduce((sum, before) => sum + before.citations.length, 0)),
  );
  const rest = tier.name === 'unsure' ? onceEach(spots).filter((spot) => !shown.some((one) => one.spot === spot)) : [];
  const further = rest.slice(0, maxFurther).map((spot) => `- ${nearby(spot, asked, citations)}`);
  const told = further.length > 0 ? [`Further away:\n${further.join('\n')}`] : [];
  const parts = [
    `${heading ?? stands ?? headingOf(tier, asked, shown, missing)}:`,
    ...entries,
    ...told,
    sources(citations),
  ];
  const symbols = shown.flatMap(({ spot }) => spot.snippet.symbol ?? []).slice(0, 1);
  return { text: parts.join('\n\n'), score: tier.chance, citations, isAbsence: false, kind: tier.name, symbols };
}

// Section: claims.

/** Makers, the most specific kinds first. */
const makers: readonly Maker[] = [layout, overview, difference, needs, run, caught, callers, folder, isThere, fails, takes, value, explain, failure]; // prettier-ignore

/** The first of two questions; undefined for a single one. */
function firstOf(query: string): string | undefined {
  const at = query.indexOf('? ');
  return at < 0 ? undefined : query.slice(0, at + 1);
}

/** True when some maker answers questions of this form, or the README may say it; otherwise the space is not read. */
export function mayBeClaimed(query: string): boolean {
  if (isReport(query)) return false;
  const isOfForm = asksYesOrNo(query) || mayBeWhole(query) || asksForUses(query) || wantsOf(query).length > 0;
  if (isOfForm || ['default', 'error'].includes(kindOf(query)) || quotedMessages(query).length > 0) return true;
  const first = firstOf(query);
  return first !== undefined && mayBeClaimed(first);
}

/**
 * The first claim that a maker can support, of two questions in one that of the first.
 * @param only the makers to try, when the searched space is known only in part
 */
export async function claimOf(asking: Asking, only = makers): Promise<Answer | undefined> {
  for (const make of only) {
    const made = await make(asking);
    if (made) return made;
    asking.signal.throwIfAborted();
  }
  const first = firstOf(asking.query);
  return first === undefined ? undefined : claimOf({ ...asking, query: first }, only);
}
