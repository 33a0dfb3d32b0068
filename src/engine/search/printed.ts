/**
 * Finds messages as a program printed them: by a text in quotes whose words the message has in the same order, around
 * values that were put in, else by the longest run of words that are neighbours in the code too. Windows with the
 * rarest words are looked up. Cost, of each way: `maxWindows` look-ups and the reading of at most `maxReadForRun` passages. Finds
 * texts of an interface too, with the code that names them by a key.
 */
import type { ExactPlace, Piece } from '../parts';
import { besideQuotations } from '../question/spelling';
import type { Scorer } from '../rank/bm25f';
import { isOfTexts, rolesOf } from '../rank/fileKinds';
import { asRead, holdsSpaced, isNameSign, isNumber, nameRuns, rowsOfText, spaced } from '../text/plain';
import { indexedTermsOf, splitIdentifier, unindexedWords } from '../text/tokens';

/** Least words of a run; fewer are neighbours by chance. */
const minWords = 4;
/** Least telling words of the shortest run; a longer run needs one less. */
const minTelling = 3;
const maxRows = 12;
const maxWordsOfRow = 80;
const maxWindows = 16;
/** Most passages that hold one window, and most that are read. */
const [maxOfWindow, maxReadForRun] = [48, 12];
/** Most passages that may hold a window's rarest word; commoner words are everyday language and slow to look up. */
const maxHolding = 2000;
/** Most passages that may hold the run; one in more tells little about its place. */
const maxPlaces = 5;

/** Words of a run that is as certain as the whole text. */
const sureWords = 6;

/** The pieces that are searched, and their scorer. */
export interface Searching {
  pieces: readonly Piece[];
  scorer: Scorer;
}

type RunPlace = ExactPlace & {
  /** In [0, 1]: how sure the run is. */
  share: number;
};

const wordsIn = (lower: string): string[] => lower.match(nameRuns) ?? [];
const isTellingWord = (word: string): boolean => word.length > 1 && !unindexedWords.has(word) && !isNumber(word);

/** True when the second word follows the first one in the text, with nothing but other signs between them. */
function standTogether(text: string, first: string, second: string): boolean {
  for (let at = text.indexOf(first); at >= 0; at = text.indexOf(first, at + 1)) {
    const end = at + first.length;
    let next = end;
    while (next < text.length && !isNameSign(text, next)) next += 1;
    if (next > end && text.startsWith(second, next)) return true;
  }
  return false;
}

/** False where a text surely holds no `minWords` words of a row side by side, which is quicker than reading its words. */
function mayHoldRun(words: readonly string[], text: string): boolean {
  let together = 1;
  for (let at = 1; at < words.length; at += 1) {
    together = standTogether(text, words[at - 1]!, words[at]!) ? together + 1 : 1;
    if (together >= minWords) return true;
  }
  return false;
}

/** A row of the question: the places of each of its words, and the number of telling words before each place. */
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
  const all = tellingBefore.at(-1)!;
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
      const isLong = telling >= minTelling || (telling === minTelling - 1 && length > minWords);
      if (isLong && (length >= sureWords || telling >= leastCovered * all)) longest = length;
    }
    ending = next;
  }
  return longest;
}

/** Different windows of neighbouring words, those with the rarest words first, with how often each occurs. */
function windowsOf(rows: readonly string[][], { scorer }: Searching): Iterable<{ terms: string[]; times: number }> {
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
  const kept = new Map<string, { terms: string[]; times: number }>();
  for (const { terms } of usable.slice(0, maxWindows)) {
    // Neighbouring windows often have the same telling words.
    const key = terms.join(' ');
    kept.set(key, { terms, times: (kept.get(key)?.times ?? 0) + 1 });
  }
  return kept.values();
}

// Section: texts in quotes with values put in, such as `"cannot open %s: %d attempts"`.

/** A text in quotes; what stands for a value in it; a word of a message that is no value. */
const quotedText = /(["'`])((?:(?!\1)[^\\\n]|\\.){0,300})\1/g;
const valueSign =
  /%[-+#0 ]{0,3}[\d.*]{0,6}(?:[hlqjzt]{0,2}[a-zA-Z]|\{\w{1,20}\})|[$#]?\{[^{}]{0,60}\}|\\\([^()]{0,60}\)|%\d|\$\w+|<\w{1,20}>/g;
const plainWord = /^\p{L}+(?:['’-]\p{L}+)*$/u;
const edgeSigns = /^[^\p{L}\p{N}]+|(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/gu;

/** Most pairs and triples of words looked up for a message, most passages that hold one, and most passages read. */
const [maxNearWords, maxOfNearWords, maxReadOfMessage] = [24, 128, 32];
/** Most quoted texts of a passage that have something of a message. */
const maxQuoted = 200;
/** Rows below a quoted text in which it may go on. */
const maxRowsApart = 3;
/** Share of the words of a quoted text that have to stand in the message, for values in a form that is not known here. */
const leastHeld = 0.8;
/** Least words found, least telling ones, and least share of the message's telling words that are no values. */
const [leastFound, leastTelling, leastCovered] = [3, 2, 0.6];
/** Telling words near each other that are enough to read a passage, however many words the values have. */
const leastNear = 3;

interface Message {
  /** All words in order. */
  words: readonly string[];
  /** Telling words that are no values, in order and as written. */
  telling: readonly string[];
}

function messageOf(row: string): Message {
  const words = wordsIn(row.toLowerCase()).slice(0, maxWordsOfRow);
  const plain = spaced(row)
    .map((word) => word.replace(edgeSigns, ''))
    .filter((word) => plainWord.test(word) && isTellingWord(word.toLowerCase()));
  return { words, telling: plain.slice(0, maxWordsOfRow) };
}

/** Telling words of a message that stand near each other. */
interface NearWords {
  words: readonly string[];
  terms: readonly string[];
}

/** Two or three telling words with at most one between them, which may be a value; those with the rarest word first. */
function nearWordsOf({ telling }: Message, { scorer }: Searching): NearWords[] {
  const windows = telling.flatMap((word, at) => {
    const [next, third] = telling.slice(at + 1);
    const near = [
      [word, next],
      [word, third],
      [word, next, third],
    ];
    return near.filter((words): words is string[] => !words.includes(undefined));
  });
  return windows
    .map((words) => ({ words, terms: indexedTermsOf(words) }))
    .map((window) => ({ ...window, holding: Math.min(...window.terms.map((term) => scorer.frequency(term))) }))
    .filter(({ holding }) => holding > 0 && holding <= maxHolding)
    .sort((a, b) => a.holding - b.holding)
    .slice(0, maxNearWords);
}

/** The passages with most of a message's telling words, as far as near words tell; those with too few are left out. */
function holdersOf(message: Message, searching: Searching): ExactPlace[] {
  const { pieces, scorer } = searching;
  const held = new Map<number, ExactPlace & { words: Set<string> }>();
  for (const { words, terms } of nearWordsOf(message, searching)) {
    for (const { place: piece, passage } of scorer.passagesOfAll(terms, maxOfNearWords) ?? []) {
      const key = passage * pieces.length + piece;
      const known = held.get(key) ?? { piece, passage, words: new Set() };
      for (const word of words) known.words.add(word);
      held.set(key, known);
    }
  }
  const least = Math.min(leastNear, leastCovered * new Set(message.telling).size);
  return [...held.values()]
    .filter(({ words }) => words.size >= least)
    .sort((a, b) => b.words.size - a.words.size)
    .slice(0, maxReadOfMessage);
}

/** The place behind the first run of these words at or after a place of the message; -1 where there is none. */
function behindRun(run: readonly string[], words: readonly string[], from: number): number {
  for (let at = from; at + run.length <= words.length; at += 1)
    if (run.every((word, next) => words[at + next] === word)) return at + run.length;
  return -1;
}

interface QuotedText {
  row: number;
  /** Runs of words between its values. */
  runs: string[][];
  /** True where it ends with a value, which may be of any length. */
  isOpen: boolean;
}

/**
 * What a message has of one quoted text, looked for behind a place: the words, where they begin, and behind which place
 * the text says no more; undefined where it has too little. A value between the words may have any number of words.
 */
function heldOf({ runs, isOpen }: QuotedText, { words }: Message, from: number) {
  let [next, found] = [from, [] as string[]];
  let start: number | undefined;
  for (const run of runs) {
    const behind = behindRun(run, words, next);
    if (behind < 0) continue;
    start ??= behind - run.length;
    next = behind;
    found = [...found, ...run];
  }
  const all = runs.flat().length;
  if (start === undefined || found.length < leastHeld * all) return undefined;
  const isWhole = found.length === all;
  return { start, next, end: isWhole && isOpen ? words.length : next, found, isWhole };
}

function quotedTexts(text: string): QuotedText[] {
  return text.split('\n').flatMap((line, row) =>
    [...line.matchAll(quotedText)].flatMap(([, , inside = '']) => {
      const pieces = inside.split(valueSign);
      const runs = pieces.map((piece) => wordsIn(piece.toLowerCase())).filter(({ length }) => length > 0);
      const isOpen = pieces.length > 1 && wordsIn(pieces.at(-1)!).length === 0;
      return runs.length > 0 ? [{ row, runs, isOpen }] : [];
    }),
  );
}

/**
 * How much of a message the quoted texts of a passage print, one of them or several below each other: the number of words,
 * 0 where it is too little to be sure.
 * @param least telling words
 */
function printedWords(message: Message, text: string, least = leastTelling): number {
  const wanted = new Set(message.telling.map((word) => word.toLowerCase()));
  // What a message has nothing of at all, it has nothing of further on. A page in one row quotes thousands.
  const quoted = quotedTexts(text)
    .filter((one) => heldOf(one, message, 0))
    .slice(0, maxQuoted);
  let best = 0;
  quoted.forEach((first, at) => {
    let [next, row, found, isWhole] = [0, first.row, [] as string[], true];
    let [start, end] = [message.words.length, 0];
    for (const one of quoted.slice(at)) {
      if (one.row - row > maxRowsApart) break;
      const held = heldOf(one, message, next);
      if (!held) continue;
      [next, row, found, end] = [held.next, one.row, [...found, ...held.found], held.end];
      start = Math.min(start, held.start);
      isWhole &&= held.isWhole;
    }
    const telling = new Set(found.filter((word) => wanted.has(word)));
    const outside = [...message.words.slice(0, start), ...message.words.slice(end)];
    const all = isWhole ? new Set([...telling, ...outside.filter((word) => wanted.has(word))]) : wanted;
    const isSure = found.length >= leastFound && telling.size >= least && telling.size >= leastCovered * all.size;
    if (isSure) best = Math.max(best, found.length);
  });
  return best;
}

/** True where a text of the code prints a message, whatever values it puts in: `"at most %d names"`. */
export const prints = (text: string, message: string): boolean => printedWords(messageOf(message), `"${text}"`) > 0;

/** The longest run of words beside the values that a row has in quotes; none where it has no quotes or few words. */
function longestBeside(row: string): string[] {
  const pieces = besideQuotations(row).map(spaced);
  const longest = pieces.reduce((best, words) => (words.length > best.length ? words : best), []);
  return pieces.length > 1 && longest.length >= leastFound ? longest : [];
}

/**
 * The passages whose quoted texts print a row of the text, those that print most of it; none where too many do.
 * @param isMeant false for what only quotes a message, such as a test of it
 */
export async function placesOfPrinted(
  text: string,
  searching: Searching,
  isMeant: (place: ExactPlace) => boolean,
): Promise<RunPlace[]> {
  const { pieces, scorer } = searching;
  const found: (RunPlace & { words: number })[] = [];
  const read = async (places: readonly ExactPlace[], printedOf: (text: string) => number) => {
    for (const { piece, passage } of places.filter(isMeant)) {
      const { part, segment } = pieces[piece]!;
      const record = segment.records.at(passage);
      const own = record && (await part.textOf(record));
      const words = own === undefined ? 0 : printedOf(own);
      if (words > 0) found.push({ piece, passage, words, share: Math.min(1, words / sureWords) });
    }
  };
  // A row may be a message around others: `cannot open the store: no such file`.
  const rows = text.split('\n').flatMap((row) => [row, ...(row.includes(': ') ? row.split(': ') : [])]);
  for (const message of rows.slice(0, maxRows).map(messageOf))
    await read(holdersOf(message, searching), (own) => printedWords(message, own));
  // What stands in quotes may be values, whose words outweigh the few of the message.
  for (const row of found.length > 0 ? [] : rows.slice(0, maxRows)) {
    const beside = longestBeside(row);
    const held = scorer.passagesOfAll(indexedTermsOf(beside), maxHolding) ?? [];
    const message = { ...messageOf(row), telling: messageOf(besideQuotations(row).join(' ')).telling };
    await read(
      held.map(({ place: piece, passage }) => ({ piece, passage })),
      (own) => (holdsSpaced(own, beside) ? printedWords(message, own, 1) : 0),
    );
  }
  const most = Math.max(0, ...found.map(({ words }) => words));
  const kept = found.filter(({ words }) => words === most);
  return kept.length <= maxPlaces ? kept : [];
}

// Section: runs of words.

/** The passages with the longest run of the text's words; none where the run is short or too many have it. */
export async function placesOfRun(text: string, searching: Searching): Promise<RunPlace[]> {
  const { pieces, scorer } = searching;
  const rows = text
    .split('\n')
    .slice(0, maxRows)
    .map((row) => wordsIn(row.toLowerCase()).slice(0, maxWordsOfRow));
  const held = new Map<number, ExactPlace & { windows: number }>();
  for (const { terms, times } of windowsOf(rows, searching)) {
    for (const { place: piece, passage } of scorer.passagesOfAll(terms, maxOfWindow) ?? []) {
      const key = passage * pieces.length + piece;
      const known = held.get(key);
      if (known) known.windows += times;
      else held.set(key, { piece, passage, windows: times });
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
    const text = own.toLowerCase();
    if (!rows.some((row) => mayHoldRun(row, text))) continue;
    const words = wordsIn(text);
    const run = Math.max(0, ...asked.map((row) => longestRun(row, words)));
    if (run > 0) found.push({ piece, passage, run, share: Math.min(1, run / sureWords) });
  }
  const longest = Math.max(0, ...found.map(({ run }) => run));
  const kept = found.filter(({ run }) => run === longest);
  return kept.length <= maxPlaces ? kept : [];
}

// Section: texts that a program says to its users stand in files of their own, one for each language. Code names them by
// a key: a text's own, with those of the blocks around it and the file's name before it in as many forms as libraries have.

/** Most passages of such files that are read for a text, of code that are read for a key, and that may name it to be told. */
const [maxReadOfTexts, maxReadOfKey, maxNaming] = [64, 48, 12];
/** Most passages that are told of those that name a key. */
const maxOfKey = 4;
/** Least characters of a text's own key that tells it without those around it, where it is one word. */
const minKeyChars = 12;

/** Most steps of a key, and most places of a text that are tried. */
const [maxSteps, maxTried] = [12, 4];

/** Signs of a key beside those of names, and those that go on in a longer one. */
const keySigns = '.-/:';

/** The key that a row begins with, or has for a name: `"save": `, `'save' => [`, `save = `, `<string name="save">`. */
function keyIn(row: string): string {
  const attribute = row.indexOf(' name="');
  const text = row.trimStart().startsWith('<') ? (attribute < 0 ? '' : row.slice(attribute + 7)) : row.trimStart();
  const isQuoted = ['"', "'"].includes(text.charAt(0));
  let end = isQuoted ? 1 : 0;
  while (isNameSign(text, end) || (end < text.length && keySigns.includes(text[end]!))) end += 1;
  const key = text.slice(isQuoted ? 1 : 0, end);
  return key.endsWith(':') ? key.slice(0, -1) : key;
}

const indentOf = (row: string): number => row.length - row.trimStart().length;

/** The keys by which code may name the text of a row, the most certain first. */
function keysOf(rows: readonly string[], at: number, place: string): string[] {
  const keys = [keyIn(rows[at]!)];
  let indent = indentOf(rows[at]!);
  for (let row = at - 1; row >= 0 && indent > 0 && keys.length < maxSteps; row -= 1) {
    const own = indentOf(rows[row]!);
    const key = rows[row]!.trim() === '' || own >= indent ? '' : keyIn(rows[row]!);
    if (own < indent && rows[row]!.trim() !== '') indent = own;
    if (key !== '' && key !== 'return') keys.unshift(key);
  }
  const file = place.slice(place.lastIndexOf('/') + 1).split('.')[0]!;
  const own = keys.at(-1)!;
  const isTold = own.length >= minKeyChars || splitIdentifier(own).length > 1;
  const whole = [...keys.map((_, from) => keys.slice(from).join('.')).slice(0, -1), ...(isTold ? [own] : [])];
  return own === '' ? [] : [[file, ...keys].join('.'), ...whole];
}

/** True where a text has the key as a whole: no part of a longer one. */
function hasKey(text: string, key: string): boolean {
  for (let at = text.indexOf(key); at >= 0; at = text.indexOf(key, at + 1)) {
    const end = at + key.length;
    const goesOn = text[end] === '.' && isNameSign(text, end + 1);
    const isBegun = at > 0 && (isNameSign(text, at - 1) || text[at - 1] === '-');
    if (!isBegun && !goesOn && !isNameSign(text, end) && text[end] !== '-') return true;
  }
  return false;
}

/** The passages of code that name a key, as long as not too many do. */
async function namingKey(key: string, { pieces, scorer }: Searching): Promise<ExactPlace[]> {
  const found: ExactPlace[] = [];
  let read = 0;
  for (const { place: piece, passage } of scorer.passagesOfAll(indexedTermsOf(wordsIn(key)), maxHolding) ?? []) {
    const { part, segment } = pieces[piece]!;
    const place = part.placeOf(segment.records.sourceOf(passage));
    const { tests, vendored } = rolesOf(place);
    if (tests || vendored || isOfTexts(place)) continue;
    if ((read += 1) > maxReadOfKey) return [];
    const record = segment.records.at(passage);
    const text = record && (await part.textOf(record));
    if (text !== undefined && hasKey(text, key)) found.push({ piece, passage });
  }
  return found.length <= maxNaming ? found.slice(0, maxOfKey) : [];
}

/** The text of a row behind its key, without its tags or what stands around it: quotes, a comma, `=>`. */
function valueIn(row: string): string {
  const text = row.trim();
  if (text.startsWith('<')) return text.slice(text.indexOf('>') + 1, Math.max(0, text.lastIndexOf('<')));
  const key = keyIn(row);
  let [start, end] = [text.indexOf(key) + key.length, text.length];
  while (start < end && `"'=>: `.includes(text[start]!)) start += 1;
  while (start < end && `"',; `.includes(text[end - 1]!)) end -= 1;
  return text.slice(start, end);
}

/** A text that a program says to its users, and the code that names it. */
export interface NamedText {
  text: ExactPlace;
  naming: ExactPlace[];
}

/**
 * The place of a text that a program says to its users, with the passages of code that name it by its key; undefined where
 * no such file has it, or no code names it. A few words have to be all of the text.
 */
export async function placesOfText(asked: string, { pieces, scorer }: Searching): Promise<NamedText | undefined> {
  const text = asRead(asked);
  const words = spaced(text);
  const terms = words.length > 1 ? indexedTermsOf(wordsIn(text)) : [];
  if (terms.length === 0) return undefined;
  const held = (scorer.passagesOfAll(terms, maxHolding) ?? []).flatMap(({ place: piece, passage }) => {
    const { part, segment } = pieces[piece]!;
    const place = part.placeOf(segment.records.sourceOf(passage));
    const { vendored } = rolesOf(place);
    return isOfTexts(place) ? [{ piece, passage, place, part, segment, vendored }] : [];
  });
  // English goes before its translations, and `en.json` before `en-GB.json`.
  held.sort((a, b) => Number(a.vendored) - Number(b.vendored) || a.place.length - b.place.length);
  let tried = 0;
  for (const { piece, passage, place, part, segment } of held.slice(0, maxReadOfTexts)) {
    const record = segment.records.at(passage);
    const written = record && (await part.textOf(record));
    if (!record || written === undefined) continue;
    const own = asRead(written);
    if (!holdsSpaced(own, words)) continue;
    const isPart = (row: string) => words.length >= minWords && holdsSpaced(row, words) && row.includes(text);
    // Where the text is the key of its translation, code has it as it stands.
    const isKey = (row: string) => row.trimStart().slice(1).startsWith(text);
    const isIt = (row: string) => valueIn(row) === text || (isPart(row) && !isKey(row));
    const row = rowsOfText(own).findIndex(isIt);
    const whole = row < 0 ? undefined : part.contentOf(record.source);
    if (!whole?.ok) continue;
    if ((tried += 1) > maxTried) return undefined;
    for (const key of keysOf(rowsOfText(whole.source.text), record.start + row, place)) {
      const naming = await namingKey(key, { pieces, scorer });
      if (naming.length > 0) return { text: { piece, passage }, naming };
    }
  }
  return undefined;
}
