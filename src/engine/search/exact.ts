/**
 * Exactness is a promise: what is asked for to the letter, and stands in a few passages only, is found there. The terms
 * of a text are looked up together; the passages that hold all of them are read, and those kept in which the text
 * stands. Cost: the postings of the rarest term and the reading of at most `maxRead` passages. Known limit: a text that
 * is cut in the middle of a word at both ends, or put together from pieces in the code, is not found this way.
 */
import { declaredMark, indexedTermsOf, joinIdentifier, wordsOf, unindexedWords } from '../text/tokens';
import { isCommentRow } from '../text/comments';
import type { ExactPlace, Piece } from '../parts';
import { literalsOf } from '../question/spelling';
import type { Scorer } from '../rank/bm25f';
import { rolesOf, priorOf } from '../rank/fileKinds';
import type { Question } from '../rank/question';
import { oneSpaced, isNumber, hasSpace, nameRuns, escaped } from '../text/plain';

/** What stands in more passages says little of where it comes from. */
const maxExact = 5;
/** Definitions of one name. */
const maxDeclaring = 64;
/** Passages read for one text; more where nothing else is asked: `"segment.bytes"` is two words that are everywhere. */
const maxRead = 48;
const maxReadAlone = 4_000;

export type LikelyPlace = ExactPlace & {
  /** In [0, 1]: how likely such a file is meant, */
  prior: number;
  /** and how much of what was asked for stands there. */
  share: number;
};

const folded = oneSpaced;

/** Passages that hold all words of the text; where none does, the first and the last word may be cut off. */
function candidatesOf(scorer: Scorer, literal: string, most: number): ExactPlace[] {
  const words = wordsOf(literal);
  const whole = indexedTermsOf(words);
  if (whole.length === 0) return [];
  for (const terms of [whole, words.length > 3 ? indexedTermsOf(words.slice(1, -1)) : []]) {
    if (terms.length === 0) continue;
    const found = scorer.passagesOfAll(terms, most);
    if (found === undefined) return [];
    if (found.length > 0) return found.map(({ place, passage }) => ({ piece: place, passage }));
  }
  return [];
}

/** Quotes around it. */
const maxCharsBeside = 4;

/**
 * The passages in which the text stands as it is, letters' case and white space aside; where they are many, those in
 * the likeliest files, and none when these are too many.
 */
async function placesOfLiteral(
  literal: string,
  { pieces, scorer }: Searching,
  question: Question,
): Promise<ExactPlace[]> {
  const wanted = folded(literal);
  const found: (ExactPlace & { isSameCase: boolean; prior: number })[] = [];
  let likely = 0;
  const isAlone = question.text.trim().length - literal.length <= maxCharsBeside;
  for (const place of candidatesOf(scorer, wanted, isAlone ? maxReadAlone : maxRead)) {
    const piece = pieces[place.piece];
    const record = piece?.segment.records.at(place.passage);
    const text = piece && record && (await piece.part.textOf(record));
    if (text === undefined) continue;
    const own = folded(text);
    const isSameCase = own.includes(wanted);
    if (!isSameCase && !own.toLowerCase().includes(wanted.toLowerCase())) continue;
    const prior = priorAt(place, pieces, question);
    found.push({ ...place, isSameCase, prior });
    // It stands in too many places already; the others need not be read.
    if (isSameCase && prior >= 1 && (likely += 1) > maxExact) return [];
  }
  const same = found.filter(({ isSameCase }) => isSameCase);
  const all = same.length > 0 ? same : found;
  const best = Math.max(0, ...all.map(({ prior }) => prior));
  const kept = all.length <= maxExact ? all : all.filter(({ prior }) => prior === best);
  return kept.length <= maxExact ? kept.map(({ piece, passage }) => ({ piece, passage })) : [];
}

function priorAt({ piece, passage }: ExactPlace, pieces: readonly Piece[], question: Question): number {
  const { part, segment } = pieces[piece]!;
  return priorOf(rolesOf(part.placeOf(segment.records.sourceOf(passage))), question);
}

/** A definition's own name, and those around it, as one would write them: `Store.open`, `Store::open`, `Store#open`. */
function partsOfName(name: string): string[] {
  return name.split(/(?:::|->|[.#/\\])/).filter((part) => part !== '');
}

/** What a passage counts that declares the name beside others, or begins a type of that name. */
const declaredMatch = 0.5;

/** What a definition counts whose name differs in its letters' case alone, where the asked name has capitals. */
const otherCaseMatch = 0.5;
const isSmall = (name: string): boolean => name === name.toLowerCase();

/** How well a definition is the one named: more with the names around it and the same case. */
function nameMatch(symbol: string, asked: readonly string[]): number {
  const own = symbol.split('.');
  const [name = '', last = ''] = [own.at(-1), asked.at(-1)];
  // A passage that is the whole of a small type has the type's name, and declares the member beside others.
  if (asked.length > 1 && joinIdentifier(name) === joinIdentifier(asked.at(-2) ?? '')) return 1 + aroundMatch;
  if (joinIdentifier(name) !== joinIdentifier(last)) return declaredMatch;
  // A constructor is named like its type, which is meant.
  if (asked.length === 1 && own.length > 1 && own.at(-2) === name) return declaredMatch;
  const around = asked.slice(0, -1).every((part) => own.some((one) => joinIdentifier(one) === joinIdentifier(part)));
  // Who types small letters alone may mean any; `getShard` is not `GetShard`, and rather what is declared beside
  // others.
  const caseMatch = name === last ? 2 : isSmall(last) ? 1 : otherCaseMatch;
  return caseMatch + (asked.length > 1 && around ? aroundMatch : 0);
}

/** What a definition counts beside its own name where it stands in what the asked name says before it. */
const aroundMatch = 2;

/** What stands nearer to the outside is rather meant by its name alone. */
const outerMatch = 0.2;
/** The passages of a name are read where they are so few: more have it in common, and tell nothing by it. */
const maxReadOfName = 24;
/**
 * What a passage counts in which the name is that of a value, is only announced or goes on, or which has it in comments
 * alone.
 */
const shares = { defined: 1, value: 0.95, announced: 0.2, unsaid: 0.1 };

const codeSigns = '(){}[];:=<>';

/** A row of a comment, or of prose in the middle of one: several words and no sign of code. */
const isRemark = (row: string): boolean =>
  isCommentRow(row) || (![...codeSigns].some((sign) => row.includes(sign)) && row.trim().split(' ').length > 4);

/** The text with its block comments as empty rows, also where it begins or ends in the middle of one. */
function withoutBlocks(text: string): string {
  const blank = (comment: string) => '\n'.repeat(comment.split('\n').length - 1);
  const [open, close] = [text.indexOf('/*'), text.indexOf('*/')];
  const begun =
    close >= 0 && (open < 0 || close < open) ? blank(text.slice(0, close + 2)) + text.slice(close + 2) : text;
  const pieces = begun.split('/*');
  return pieces
    .map((piece, at) => {
      const end = at === 0 ? 0 : piece.indexOf('*/') + 2;
      return end === 1 ? blank(piece) : blank(piece.slice(0, end)) + piece.slice(end);
    })
    .join('  ');
}

const goingOn = /^\s*(?:unsafe\s+)?(?:impl|extension|instance)\b/;

/**
 * Whether the name is defined in a text, as a value there (`name: Type`, `name = 3`), only announced there (a
 * prototype, the head of what goes on with a type), or not said by code.
 */
function saidIn(text: string, name: string): keyof typeof shares {
  const named = new RegExp(`(?<![\\p{L}\\p{N}_$])${escaped(name)}(?![\\p{L}\\p{N}_$])`, isSmall(name) ? 'iu' : 'u');
  const rows = withoutBlocks(text).split('\n');
  const said = rows.flatMap((row, at) => (!isRemark(row) && named.test(row) ? [at] : []));
  const at = said.find((place) => !goingOn.test(rows[place]!));
  if (at === undefined) return said.length > 0 ? 'announced' : 'unsaid';
  const behind = rows.slice(at).join('\n').slice(named.exec(rows[at]!)!.index);
  // `void open(int count);`: the head ends before a body begins.
  const [, end] = /^[^(){};]*\([^{};]*(\{|;)/.exec(behind) ?? [];
  if (end === ';') return 'announced';
  const [sign] = behind.slice(name.length).trimStart();
  return rows[at]!.trimStart().startsWith(name) && (sign === ':' || sign === '=') ? 'value' : 'defined';
}

/**
 * The passages that begin or are the definition of a name, the best match first; whether they are so with the names
 * around it.
 */
async function placesOfName(
  name: string,
  { pieces, scorer }: Searching,
): Promise<{ places: ExactPlace[]; isWhole: boolean }> {
  const parts = partsOfName(name);
  const last = parts.at(-1) ?? '';
  const joined = joinIdentifier(last);
  if (joined.length < 2) return { places: [], isWhole: false };
  const all = (scorer.passagesOfAll([declaredMark + joined], maxDeclaring) ?? []).map(({ place, passage }) => {
    const symbol = pieces[place]?.segment.records.symbolOf(passage) ?? '';
    return { piece: place, passage, symbol, match: nameMatch(symbol, parts) + outerMatch / symbol.split('.').length };
  });
  all.sort((a, b) => b.match - a.match);
  for (const one of all.length > maxReadOfName ? [] : all) {
    const piece = pieces[one.piece]!;
    const record = piece.segment.records.at(one.passage);
    const text = record && (await piece.part.textOf(record));
    one.match *= shares[text === undefined ? 'unsaid' : saidIn(text, last)];
  }
  all.sort((a, b) => b.match - a.match);
  // Of a long definition one passage: the first that says its name carries the head.
  const found = all.filter(
    (one, at) => !all.slice(0, at).some((other) => other.symbol === one.symbol && isSameFile(pieces, one, other)),
  );
  const best = found[0]?.match ?? 0;
  const places = found.filter(({ match }) => match === best).map(({ piece, passage }) => ({ piece, passage }));
  const isWhole = parts.length === 1 || best >= shares.value * (otherCaseMatch + aroundMatch);
  // `segment.bytes` is none of many definitions of `bytes`.
  return { places: isWhole || places.length === 1 ? places : [], isWhole };
}

function isSameFile(pieces: readonly Piece[], a: ExactPlace, b: ExactPlace): boolean {
  const records = pieces[a.piece]?.segment.records;
  return a.piece === b.piece && records !== undefined && records.rowOf(a.passage) === records.rowOf(b.passage);
}

const maxPathFiles = 3;

/** The passages of the files that a path names; none when it is the end of too many. */
function placesOfPath(named: string, pieces: readonly Piece[]): ExactPlace[] {
  const steps = named
    .replaceAll('\\', '/')
    .split('/')
    .filter((step) => step !== '' && step !== '.' && step !== '..');
  const path = steps.join('/');
  if (path === '') return [];
  const wanted = path.toLowerCase();
  const files: { piece: number; row: number }[] = [];
  for (const [piece, { part, segment }] of pieces.entries()) {
    for (const [row, source] of segment.records.sources.entries()) {
      const place = part.placeOf(source).toLowerCase();
      if (place !== wanted && !place.endsWith(`/${wanted}`)) continue;
      if (segment.alive[segment.records.firsts[row]!] === 1) files.push({ piece, row });
      if (files.length > maxPathFiles) return [];
    }
  }
  return files.flatMap(({ piece, row }) => {
    const { firsts } = pieces[piece]!.segment.records;
    return Array.from({ length: firsts[row + 1]! - firsts[row]! }, (_, at) => ({ piece, passage: firsts[row]! + at }));
  });
}

const nameAlone = /^[\w$@]+(?:(?:::|->|[.#])[\w$@]+)*(?:\(\))?$/;
const pathSign = /[/\\]|\.[A-Za-z]\w{0,7}$/;
/** A single word of the code is a name, and found as one. */
const minLiteralChars = 8;

function isTelling(literal: string): boolean {
  return literal.length >= minLiteralChars || hasSpace(literal);
}

/** A definition in a document or a test is not what a name alone is about. */
const leastPrior = 0.6;

/**
 * What a question asks for to the letter: the file it names, the definition of the name it is, and the few passages in
 * which a text of it stands, whole or as far as a program has put no values into it. Tests and documents are less
 * likely than the code that is meant.
 */
export async function exactPlaces(searching: Searching, question: Question): Promise<LikelyPlace[]> {
  const { pieces } = searching;
  const text = question.text.trim();
  const isPasted = !hasSpace(text);
  const ofFile = pathSign.test(text) && isPasted ? placesOfPath(text, pieces) : [];
  if (ofFile.length > 0) return ofFile.map((place) => ({ ...place, prior: 1, share: 1 }));
  const likely = (places: readonly (ExactPlace & { share?: number })[]) =>
    places.map(({ share = 1, ...place }) => ({ ...place, share, prior: priorAt(place, pieces, question) }));
  const name = nameAlone.test(text) ? await placesOfName(text.replace('()', ''), searching) : undefined;
  const named = likely(name?.places ?? []);
  const isDefined = named.some(({ prior }) => prior >= leastPrior);
  const literals = new Set([...(isPasted && !(isDefined && name?.isWhole) ? [text] : []), ...literalsOf(text)]);
  const told: LikelyPlace[] = [];
  for (const literal of [...literals].filter(isTelling))
    told.push(...likely(await placesOfLiteral(literal, searching, question)));
  // `segment.bytes` is the name of a setting rather than any `bytes`.
  const found = told.length > 0 && !name?.isWhole ? told : [...named, ...told];
  if (found.length > 0 || isPasted) return found;
  // A test or a document quotes what a program says; only code says it.
  return likely(await placesOfRun(text, searching)).filter(({ prior }) => prior >= leastPrior);
}

// Section: messages as a program printed them: words that stand side by side do so in the code too, the rarest are
// looked up. Cost: `maxWindows` look-ups and the reading of at most `maxRead` passages.

/** Fewer words stand next to each other by chance. */
const minWords = 4;
/** How many words of the shortest run must say something; in a longer run one word less is enough. */
const minTelling = 3;
const maxRows = 12;
const maxWordsOfRow = 80;
const maxWindows = 16;
/** Passages that hold one window, and those that are read. */
const [maxOfWindow, maxReadForRun] = [48, 12];
/** A window whose rarest word stands in more passages is everyday language, and long to look up. */
const maxHolding = 2000;
/** What stands in more passages says little of where it comes from. */
const maxPlaces = 5;

/** A run of so many is as sure as the whole. */
const sureWords = 6;

/** What is searched. */
interface Searching {
  pieces: readonly Piece[];
  scorer: Scorer;
}

export type RunPlace = ExactPlace & {
  /** In [0, 1]: how sure the run is. */
  share: number;
};

const wordsIn = (text: string): string[] => text.toLowerCase().match(nameRuns) ?? [];
const isTellingWord = (word: string): boolean => word.length > 1 && !unindexedWords.has(word) && !isNumber(word);

/** A row of the question: where each of its words stands, and how many before each place say something. */
interface AskedRow {
  placesOf: ReadonlyMap<string, readonly number[]>;
  tellingBefore: readonly number[];
}

function askedRow(words: readonly string[]): AskedRow {
  const placesOf = new Map<string, number[]>();
  words.forEach((word, place) => placesOf.set(word, [...(placesOf.get(word) ?? []), place]));
  const tellingBefore = [0];
  for (const word of words) tellingBefore.push(tellingBefore.at(-1)! + (isTellingWord(word) ? 1 : 0));
  return { placesOf, tellingBefore };
}

/**
 * The longest run of the row's words in a text; 0 when it is too short to tell anything. Longest common substring by
 * the lengths of the runs that end at each word of the text: one look-up for each word.
 */
function longestRun({ placesOf, tellingBefore }: AskedRow, words: readonly string[]): number {
  let longest = 0;
  let ending = new Map<number, number>();
  for (const word of words) {
    const places = placesOf.get(word);
    if (!places) {
      if (ending.size > 0) ending = new Map();
      continue;
    }
    const next = new Map<number, number>();
    for (const place of places) {
      const length = (ending.get(place - 1) ?? 0) + 1;
      next.set(place, length);
      if (length < minWords || length <= longest) continue;
      const telling = tellingBefore[place + 1]! - tellingBefore[place + 1 - length]!;
      if (telling >= minTelling || (telling === minTelling - 1 && length > minWords)) longest = length;
    }
    ending = next;
  }
  return longest;
}

/** Neighbouring words, those with the rarest of all first. */
function windowsOf(rows: readonly string[][], { scorer }: Searching): string[][] {
  const windows = rows.flatMap((words) => {
    return words.slice(0, Math.max(0, words.length - minWords + 1)).map((_, at) => words.slice(at, at + minWords));
  });
  const rated = windows.map((words) => {
    const terms = indexedTermsOf(words.filter(isTellingWord));
    return { terms, holding: Math.min(Infinity, ...terms.map((term) => scorer.frequency(term))) };
  });
  const usable = rated
    .filter(({ terms, holding }) => terms.length >= minTelling - 1 && holding > 0 && holding <= maxHolding)
    .sort((a, b) => a.holding - b.holding);
  return usable.slice(0, maxWindows).map(({ terms }) => terms);
}

/** The passages with the longest run of the text's words; none where it is short, or where many have it. */
async function placesOfRun(text: string, searching: Searching): Promise<RunPlace[]> {
  const { pieces, scorer } = searching;
  const rows = text
    .split('\n')
    .slice(0, maxRows)
    .map((row) => wordsIn(row).slice(0, maxWordsOfRow));
  const held = new Map<string, ExactPlace & { windows: number }>();
  for (const terms of windowsOf(rows, searching)) {
    for (const { place: piece, passage } of scorer.passagesOfAll(terms, maxOfWindow) ?? []) {
      const known = held.get(`${piece}:${passage}`) ?? { piece, passage, windows: 0 };
      held.set(`${piece}:${passage}`, { ...known, windows: known.windows + 1 });
    }
  }
  const likely = [...held.values()].sort((a, b) => b.windows - a.windows).slice(0, maxReadForRun);
  const asked = rows.map(askedRow);
  const found: (RunPlace & { run: number })[] = [];
  for (const { piece, passage } of likely) {
    const { part, segment } = pieces[piece]!;
    const record = segment.records.at(passage);
    const own = record && (await part.textOf(record));
    if (own === undefined) continue;
    const words = wordsIn(own);
    const run = Math.max(0, ...asked.map((row) => longestRun(row, words)));
    if (run > 0) found.push({ piece, passage, run, share: Math.min(1, run / sureWords) });
  }
  const longest = Math.max(0, ...found.map(({ run }) => run));
  const kept = found.filter(({ run }) => run === longest);
  return kept.length <= maxPlaces ? kept : [];
}
