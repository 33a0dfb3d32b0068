/**
 * How a question is spelt: literal texts in it that may occur in the code, its subject in brackets, and misspellings,
 * which are corrected. Pure functions of the text.
 */
import { isDroppedFromQuestion, wordsOf, joinedMark, stem, termsOf } from '../text/tokens';
import { hasWordSign, oneSpaced, spaced } from '../text/plain';
import { withoutEnd } from './courtesies';

/** Least characters of a literal text; shorter ones occur everywhere. */
const minLiteralChars = 3;
/** Most characters of a literal text; longer ones stand in no single passage. */
const maxLiteralChars = 400;
const maxLiterals = 12;

const quotes: readonly (readonly [open: string, close: string])[] = [
  ['`', '`'],
  ['"', '"'],
  ['“', '”'],
  ['‘', '’'],
  ["'", "'"],
];

/** An apostrophe inside a word opens no quotation. */
function opens(text: string, at: number): boolean {
  return at === 0 || !hasWordSign(text[at - 1] ?? '');
}

function closes(text: string, at: number): boolean {
  return !hasWordSign(text[at + 1] ?? '');
}

/** Where quotations begin and end, with their marks; of nested ones the outer. */
function* quotationsIn(text: string): Generator<{ start: number; end: number }> {
  for (let at = 0; at < text.length; at += 1) {
    const pair = quotes.find(([open]) => open === text[at]);
    if (!pair || !opens(text, at)) continue;
    let end = text.indexOf(pair[1], at + 1);
    while (end >= 0 && end - at <= maxLiteralChars && pair[1] === "'" && !closes(text, end))
      end = text.indexOf("'", end + 1);
    if (end < 0 || end - at > maxLiteralChars) continue;
    yield { start: at, end: end + 1 };
    at = end;
  }
}

/** Texts in quotation marks, the outer ones before nested ones. */
export function quotedIn(text: string): string[] {
  const found: string[] = [];
  for (const { start, end } of quotationsIn(text)) {
    const inside = text.slice(start + 1, end - 1).trim();
    if (inside.length >= minLiteralChars) found.push(inside);
    if (found.length === maxLiterals) break;
  }
  return found;
}

/** The pieces of a text before, between and behind its quotations; a quote behind a backslash belongs to one. */
export function besideQuotations(text: string): string[] {
  const plain = text.replaceAll('\\"', '').replaceAll("\\'", '');
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end } of quotationsIn(plain)) {
    pieces.push(plain.slice(from, start));
    from = end;
  }
  return [...pieces, plain.slice(from)];
}

/** Least words of a quoted text that is taken for a message; fewer stand together by chance. */
const minMessageWords = 3;

/** The texts in quotation marks that may be messages, with single spaces. */
export const quotedMessages = (text: string): string[] =>
  quotedIn(text)
    .map(oneSpaced)
    .filter((one) => spaced(one).length >= minMessageWords);

/** Least plain words of a literal question; fewer are a topic that occurs in comments and documents by chance. */
const minPlainWords = 4;
const plainWords = /^[\p{L}\s-]+\??$/u;

/** True when a whole question may occur literally in the code. */
function mayStandWhole(text: string): boolean {
  const { length } = wordsOf(text);
  return (
    text.length >= minLiteralChars &&
    text.length <= maxLiteralChars &&
    length >= (plainWords.test(text) ? minPlainWords : 2)
  );
}

/**
 * Texts to search literally, the longest first: those in quotes or back-quotes, and the question itself when it may be
 * code or a message.
 */
export function literalsOf(question: string): string[] {
  const text = question.trim();
  const isWhole = mayStandWhole(text);
  const all = new Set([...(isWhole ? [text] : []), ...quotedIn(text)]);
  return [...all].sort((a, b) => b.length - a.length).slice(0, maxLiterals);
}

// Section: the subject of a follow-up, written in brackets at its end: "how long does it wait (about retrying failed
// tasks)?". reprompt.ts rewrites follow-ups this way; the words in brackets weigh less than the question's own.

/** Weight of a word in brackets; values from .5 to .7 found most right places in chats. */
const asideWeight = 0.6;

const marked = / \(about ([^()]{1,300})\)(?=[\s?.!]*$)/;

/** Splits a question from its subject in brackets; `aside` is empty without one. */
export function asideOf(query: string): { own: string; aside: string } {
  const found = marked.exec(query);
  return found ? { own: query.replace(found[0], ''), aside: found[1]! } : { own: query, aside: '' };
}

const examples = [', like ', ', such as ', ', e.g. ', ', for example ', ' (e.g. ', ' (for example '];

/** A question without the example at its end, whose words need not occur: “…, like userID?”. */
export function withoutExample(query: string): string {
  const at = Math.max(...examples.map((opening) => query.lastIndexOf(opening)));
  return at > query.length / 3 && asideOf(query).aside === '' ? query.slice(0, at) : query;
}

export function withAside(query: string, aside: string): string {
  const { body, end } = withoutEnd(query);
  return aside === '' ? query : `${body} (about ${aside})${end}`;
}

/** The weight of each term of a question, in (0, 1]. */
export function countsOf(query: string): (term: string) => number {
  const { own, aside } = asideOf(query);
  if (aside === '') return () => 1;
  const terms = new Set(termsOf(own));
  return (term) => (terms.has(term) ? 1 : asideWeight);
}

// Section: misspellings: two letters swapped, one missing or one doubled (candidates are looked up, Norvig 2007). Other
// letters in place of one or beside it are not corrected, since that often gives another word: “chores” is no slip for
// “cores”. Cost: some 30 look-ups for each letter of an unknown word.

/** Least characters of a corrected word; shorter ones resemble too many others. */
const minSlipChars = 6;
/** Most characters of a corrected word. */
const maxSlipChars = 24;
/** Most unknown words of a corrected question; with more it is in another language, or pasted. */
const maxSlips = 2;
const letters = 'abcdefghijklmnopqrstuvwxyz';

export interface Respelt {
  query: string;
  /** Each corrected word, as written and as read. */
  changes: { written: string; taken: string }[];
}

/** The number of occurrences of a term, 0 when unknown. */
type Frequency = (term: string) => number;

const timesOf = (word: string, frequency: Frequency): number =>
  Math.max(frequency(stem(word)), frequency(joinedMark + word));

function* nearTo(word: string): Generator<string> {
  for (let at = 0; at <= word.length; at += 1) {
    for (const letter of letters) yield `${word.slice(0, at)}${letter}${word.slice(at)}`;
    if (at === word.length) return;
    const [before, after] = [word.slice(0, at), word.slice(at + 1)];
    if (word[at] === before.at(-1)) yield before + after;
    if (at > 0) yield `${word.slice(0, at - 1)}${word[at]!}${word[at - 1]!}${after}`;
  }
}

/** The American spellings of a word: “organized” for “organised”. */
const americanOf = (word: string): string[] =>
  ['is', 'ys'].flatMap((part) => (word.includes(part) ? [word.replace(part, `${part.charAt(0)}z`)] : []));

/** Its American spelling, or else the most frequent similar word with the same first letter, which is seldom wrong. */
function takenFor(word: string, frequency: Frequency): string | undefined {
  const american = americanOf(word).find((one) => timesOf(one, frequency) > 0);
  if (american !== undefined) return american;
  let [taken, most] = [undefined as string | undefined, 0];
  for (const near of nearTo(word)) {
    const times = near[0] === word[0] ? timesOf(near, frequency) : 0;
    if (times > most) [taken, most] = [near, times];
  }
  return taken;
}

const isPlain = (word: string): boolean =>
  word.length >= minSlipChars && word.length <= maxSlipChars && [...word].every((letter) => letters.includes(letter));

/**
 * Corrects misspelt words of a question.
 * @param isWord true for known words, which are not corrected
 */
export function respelt(query: string, frequency: Frequency, isWord: (term: string) => boolean): Respelt {
  const unknown = new Set(
    wordsOf(query).filter(
      (word) => isPlain(word) && !isDroppedFromQuestion(word) && !isWord(stem(word)) && timesOf(word, frequency) === 0,
    ),
  );
  if (unknown.size === 0 || unknown.size > maxSlips) return { query, changes: [] };
  const changes = [...unknown].flatMap((written) => {
    const taken = takenFor(written, frequency);
    return taken === undefined ? [] : [{ written, taken }];
  });
  return { query: changes.reduce((text, { written, taken }) => text.replaceAll(written, taken), query), changes };
}
