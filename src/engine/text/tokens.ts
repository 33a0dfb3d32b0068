/**
 * Code-aware terms. Identifiers are split at case changes, underscores, digits and hyphens, lower-cased and stemmed
 * (Porter); the whole identifier is kept as one more term with the mark `=`, so `setCookie`, `set_cookie` and
 * `Set-Cookie` meet. Scripts without spaces give pairs of characters. Must not know: files, fields, scores.
 */
import { stemmer } from 'stemmer';
import { unindexedWords } from './stopWords';

/** Before a whole identifier of several parts: `=setcookie`. */
export const joinedMark = '=';
/** Before a name that a passage declares: `#setcookie`. */
export const declaredMark = '#';

/** Longer words are keys, hashes or encoded bytes, never something asked for. */
const maxWordLength = 80;
/** The cache is emptied when full: stems are cheap to make again, memory is not. */
const maxCachedStems = 50_000;

const wordPattern = /[\w$\u00aa-\uffff]+(?:-[\w$\u00aa-\uffff]+)*/g;
const asciiPart = /IPv[46]|[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g;
const unicodePart = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|\p{N}+|[\p{Lo}\p{Lm}\p{M}]+/gu;
const spacelessScript = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+$/u;
const ascii = /^[\x00-\x7f]*$/;

const stems = new Map<string, string>();

/** Stem of a lower-case word. */
export function stem(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  if (stems.size >= maxCachedStems) stems.clear();
  const made = word.length > 2 && ascii.test(word) ? stemmer(word) : word;
  stems.set(word, made);
  return made;
}

const asciiWordUnits = Uint8Array.from({ length: 0xaa }, (_, code) =>
  /[\w$]/.test(String.fromCharCode(code)) ? 1 : 0,
);

/** Whether a UTF-16 unit is of a word, by `wordPattern`; false for none (NaN). A hyphen is of one between two others. */
export function isInWord(code: number): boolean {
  return code < 0xaa ? asciiWordUnits[code] === 1 : code >= 0xaa;
}

/** Words and identifiers of a text in order, unsplit: `req.setHeader` gives `req` and `setHeader`. */
export function wordsOf(text: string): string[] {
  return text.match(wordPattern) ?? [];
}

/** Lower-case parts of one identifier: `parseHTTPHead2` gives `parse http head 2`. */
export function splitIdentifier(word: string): string[] {
  const parts = word.match(ascii.test(word) ? asciiPart : unicodePart) ?? [];
  return parts.map((part) => part.toLowerCase());
}

/** The identifier as one lower-case word without separators. */
export function joinIdentifier(word: string): string {
  return word.replace(/[^\p{L}\p{N}\p{M}]+/gu, '').toLowerCase();
}

function pairsOf(run: string): string[] {
  const characters = [...run];
  if (characters.length <= 2) return [run];
  return characters.slice(1).map((character, place) => `${characters[place]}${character}`);
}

function isWorthIndexing(part: string): boolean {
  if (part.length < 2) return part.charCodeAt(0) > 0xff;
  return part.length <= maxWordLength;
}

/** Terms of one word or identifier, given to `take` one by one. */
export function eachTermOfWord(word: string, take: (term: string) => void): void {
  if (word.length > maxWordLength) return;
  const parts = splitIdentifier(word);
  for (const part of parts) {
    if (!isWorthIndexing(part) || unindexedWords.has(part)) continue;
    if (part.charCodeAt(0) > 0x2fff && spacelessScript.test(part)) pairsOf(part).forEach(take);
    else take(stem(part));
  }
  if (parts.length > 1) take(joinedMark + parts.join(''));
}

/** Every term of a text, with repetitions, in order. */
export function eachTerm(text: string, take: (term: string) => void): void {
  for (const word of wordsOf(text)) eachTermOfWord(word, take);
}

export function termsOf(text: string): string[] {
  const terms: string[] = [];
  eachTerm(text, (term) => terms.push(term));
  return terms;
}

/** The terms that the index has for words of a text, except those that join the parts of a name. */
export function indexedTermsOf(words: readonly string[]): string[] {
  const terms = new Set<string>();
  for (const word of words) eachTermOfWord(word, (term) => term.startsWith(joinedMark) || terms.add(term));
  return [...terms];
}
