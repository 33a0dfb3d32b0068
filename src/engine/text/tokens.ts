/**
 * Code-aware terms. Identifiers are split at case changes, underscores, digits and hyphens, lower-cased and stemmed
 * (Porter); the whole identifier is kept as one more term with the mark `=`, so `setCookie`, `set_cookie` and
 * `Set-Cookie` meet. Scripts without spaces give pairs of characters. Must not know: files, fields, scores.
 */
import { stemmer } from 'stemmer';
import { spaced } from './plain';

/** Prefix of the term for a whole identifier of several parts: `=setcookie`. */
export const joinedMark = '=';
/** Prefix of the term for a name that a passage declares: `#setcookie`. */
export const declaredMark = '#';

/** Most characters of a word; longer ones are keys, hashes or encoded bytes. */
export const maxWordLength = 80;
/** Most cached stems; the cache is emptied when full. */
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

/**
 * True when a UTF-16 unit is part of a word by `wordPattern`; false for NaN. A hyphen is part of a word only between
 * two other units of it.
 */
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

// Section: the words of a name of a file, a folder or a definition. Unlike the terms of a text, none is left out.

export function stemsOfName(text: string): string[] {
  return wordsOf(text)
    .flatMap(splitIdentifier)
    .filter((part) => part.length > 1)
    .map(stem);
}

/** Names of a definition and of the type around it: `Router.handle` is `handle` in `Router`. */
export function partsOfSymbol(symbol: string): { own: string; type: string } {
  const parts = symbol.split('.');
  return { own: parts.at(-1) ?? '', type: parts.at(-2) ?? '' };
}

// Section: roots of stems (“router”, “routing”, “route”: “rout”). Source: the endings of Porter 1980, steps 3 to 5,
// without their measure, when enough is left. Known limit: short stems keep their endings.

const minRootChars = 4;
const longEndings = [
  'ization',
  'izat',
  'ation',
  'ator',
  'ment',
  'able',
  'ible',
  'abl',
  'ibl',
  'ance',
  'ence',
  'izer',
  'iz',
];
const shortEndings = [
  'ion',
  'ing',
  'ive',
  'ist',
  'ism',
  'ity',
  'ant',
  'ent',
  'at',
  'er',
  'or',
  'al',
  'ar',
  'iv',
  'i',
  'e',
];

function cut(stem: string, ending: string): string | undefined {
  return stem.length - ending.length >= minRootChars && stem.endsWith(ending)
    ? stem.slice(0, -ending.length)
    : undefined;
}

/** Most cached roots; the cache is emptied when full. */
const maxKeptRoots = 20_000;
const kept = new Map<string, string>();

/** Root of a stem; the stem itself when no ending can be removed. */
export function rootOf(stem: string): string {
  const known = kept.get(stem);
  if (known !== undefined) return known;
  if (kept.size >= maxKeptRoots) kept.clear();
  const made = makeRoot(stem);
  kept.set(stem, made);
  return made;
}

function makeRoot(stem: string): string {
  for (const ending of longEndings) {
    const root = cut(stem, ending);
    if (root !== undefined) return root;
  }
  for (const ending of shortEndings) {
    const root = cut(stem, ending);
    if (root !== undefined) return root;
  }
  return stem;
}

// Section: words that say nothing about code: never indexed, or dropped from questions. Programming words are always
// indexed.

function words(text: string): Set<string> {
  return new Set(spaced(text));
}

/** Function words of English prose and punctuation-like keywords: they only lengthen posting lists. */
export const unindexedWords = words(`a an the of to is are was were be been and or in on for it its by with as at that
  this these those from into than then so such their there they we you your our i he she his her them us do does did
  if else not no but can could should would will may might must have has had very just also any each`);

/** Words of a question that carry its form, not its subject. */
const questionWords = words(`what where when which who whom whose why how show tell find list explain describe
  give get me please code function functions method methods file files line lines work works working happen happens
  happening handle handled handles implement implemented implements implementation implementing use used uses using
  make makes made do done doing go goes going come comes take takes taken want need needs know see look exactly
  actually really thing things something way ways part parts place places project repository repo codebase
  module called there here about between after before while during when whenever still already again only own
  same other another several some all both every most more many much less one two first last without within against
  through over under out up down off via per let lets say says able way does what's where's how's i'm it's isn't
  doesn't don't can't won't doesn don isn aren wasn weren didn couldn wouldn shouldn hasn haven ain`);

/** General verbs and adjectives: they may name something, but mostly they only carry the sentence. */
const weakWords = words(`decide decides decided determine determines determined answer answers answered deliver delivers
  delivered supposed worked turn turns turned keep keeps kept exist exists existing given certain specific multiple
  different correct correctly properly actual real right wrong current various general simple full whole behave behaves
  behavior behaviour perform performs performed provide provides provided supply involve involved responsible related
  purpose reason mean means meaning possible needed necessary wanted expected inside outside automatic automatically
  directly internally sure help helps thing sort kind kinds allow allowed let become becomes try tries trying detect
  detected matter matters cause causes apply applied applies second each whether instead often long longer nothing
  none anything everything somebody someone nobody somewhere anywhere else leave leaves left times understood think
  thinks giving asks asked ask told early late soon next`);

/** Words of a question's form that also name what code does. They count only beside words that are not on this list. */
const codeWords =
  words(`function functions method methods list file files line lines find get give make first last two one
  all same between without take over under out up down off part parts place use`);

/** True for words that carry a question's form, and are looked up beside its subject all the same. */
export function isCodeWord(word: string): boolean {
  return codeWords.has(word);
}

/** True for words that count less than others of a question. */
export function isWeak(word: string): boolean {
  return weakWords.has(word);
}

/** True for words that are a question's form inside a sentence, but its whole subject when they stand alone. */
export function isDroppedFromQuestion(word: string): boolean {
  return unindexedWords.has(word) || questionWords.has(word);
}
