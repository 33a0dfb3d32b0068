/** What a piece of content is, and which web addresses it mentions. */
import type { Classification } from '../../../contract/schemas';
import { contentSigns, includedLanguages, interpreters } from '../../../languages/pieces';
import { specificClassifications } from '../../../contract/schemas/values';
import { wordsOf, languages } from '../../../languages/table';

// Section: what kind of thing a content is, in the contract’s words: by the caller, language id, file name, bytes,
// interpreter, rules.

interface Clues {
  /** The content, when it is text. */
  text?: string | undefined;
  /** The content, when it is not text. */
  bytes?: Uint8Array | undefined;
  /** The caller's word: an ending or a language name. */
  ext?: string | undefined;
  languageId?: string | undefined;
  /** Name or path of the file. */
  fileName?: string | undefined;
}

/** @returns `specific` is the contract’s word for the language or kind of file, `generic` its group */
export function classify(clues: Clues): Classification {
  const specific =
    (clues.ext !== undefined && wordOf(clues.ext)) ||
    (clues.languageId !== undefined && clues.languageId !== 'plaintext' && wordOf(clues.languageId)) ||
    (clues.fileName !== undefined && wordOfFileName(clues.fileName)) ||
    (clues.text === undefined ? guessFromBytes(clues.bytes) : guessFromText(clues.text));
  return { generic: genericOf(specific), specific };
}

function guessFromText(text: string): string {
  return guessFromShebang(text) ?? guessFromContent(text) ?? 'txt';
}

function wordOfFileName(path: string): string | undefined {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  const whole = wordOf(name.replace(/\.(dev|prod|local|test)$/, ''));
  if (whole !== undefined) return whole;
  const dot = name.lastIndexOf('.');
  return dot < 0 || dot === name.length - 1 ? undefined : wordOf(name.slice(dot + 1));
}

const kinds: [Classification['generic'], string][] = [
  ['IMAGE', 'gif ico jpe jpeg jpg jpgm png tif tiff webp bmp ai eps svgz'],
  ['VIDEO', 'jpgv mp4 ogv webm qt'],
  ['TEXT', 'txt text md mdown mdwn markdown markdn log list rtf rtx csv hljs-plaintext hljs-markdown hljs-asciidoc'],
  [
    'FILE',
    `doc docm docx exe mp2 mp2a mp3 mp4a oga ogg ogx ppt pptx pptm wav weba xla xlam xlc xlm xls xlsb xlsm xlsx xlt xltm
     xltx pdf rpm zip woff woff2 bin eot gz jar mpkg dmg wasm pyc class`,
  ],
  [
    'EXTERNAL_RESOURCE_REFERENCE',
    `uri uris urls uniform_resource_locator custom_url_scheme unix_file_path windows_file_path
     uniform_resource_identifier`,
  ],
  ['UNKNOWN', 'UNKNOWN'],
];
const generics = new Map(
  kinds.flatMap(([generic, words]) => words.split(/\s+/).map((word) => [word, generic] as const)),
);

/** A language is CODE unless the table says otherwise. */
export function genericOf(specific: string): Classification['generic'] {
  return generics.get(specific) ?? 'CODE';
}

/** What a language looks like shows in the first pages, and at the beginning of a line. */
const maxCharacters = 20_000;
const maxLineLength = 500;

/** Fewer points than this are chance: an arrow or a colon in prose. */
const leastPoints = 3;

const longLineEnds = new RegExp(`^(.{${maxLineLength}}).+`, 'gm');

/**
 * Guesses a language from the text alone, when neither caller nor file name tells it. Each rule gives points to one
 * language; the most points win, none means plain text. Cost: linear in the text, which is cut. Limits: short snippets
 * of languages that look alike (one is the other with types, or with classes) go to the simpler one.
 */
function guessFromContent(text: string): string | undefined {
  if (isJson(text)) return 'json';
  const head = text.slice(0, maxCharacters).replace(longLineEnds, '$1');
  const points = new Map<string, number>();
  for (const [word, gain, pattern] of contentSigns) {
    if (pattern.test(head)) points.set(word, (points.get(word) ?? 0) + gain);
  }
  for (const [larger, smaller] of Object.entries(includedLanguages)) {
    const own = points.get(larger);
    if (own !== undefined) points.set(larger, own + (points.get(smaller) ?? 0));
  }
  const [best] = [...points].sort(([, one], [, other]) => other - one);
  return best && best[1] >= leastPoints ? best[0] : undefined;
}

function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text) || !/[\]}]\s*$/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false; // The question was whether it is JSON: it is not.
  }
}

/** The interpreter of a `#!` line. */
function guessFromShebang(text: string): string | undefined {
  const [, line] = /^#!([^\r\n]{1,200})/.exec(text) ?? [];
  const name = line
    ?.trim()
    .split(/\s+/)
    .find((part) => !/^-|\/env$|=/.test(part));
  return name === undefined ? undefined : interpreters.find(([pattern]) => pattern.test(name))?.[1];
}

/** Kinds of binary content by their first bytes: the signatures that each format's own specification gives. */
const signatures: [word: string, offset: number, hex: string][] = [
  ['png', 0, '89504e470d0a1a0a'],
  ['jpg', 0, 'ffd8ff'],
  ['gif', 0, '47494638'],
  ['bmp', 0, '424d'],
  ['webp', 8, '57454250'],
  ['tif', 0, '49492a00'],
  ['tif', 0, '4d4d002a'],
  ['pdf', 0, '25504446'],
  ['zip', 0, '504b0304'],
  ['gz', 0, '1f8b'],
  ['wasm', 0, '0061736d'],
  ['mp4', 4, '66747970'],
];

/** `bin` when nothing is recognised. */
function guessFromBytes(bytes: Uint8Array | undefined): string {
  const head = Buffer.from(bytes?.subarray(0, 32) ?? []).toString('hex');
  const found = signatures.find(([, offset, hex]) => head.startsWith(hex, offset * 2));
  return found?.[0] ?? 'bin';
}

/** The text that bytes spell in strict UTF-8, or undefined when they are not text. */
export function textOfBytes(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined; // Not UTF-8, so not text to us.
  }
}

// Section: names of languages: the contract’s words, those of people, editors and file endings, and the one that is
// shown.

/** The contract's words by their lower case: `gemfile` for `Gemfile`. */
const byLowerCase = new Map([...specificClassifications].map((word) => [word.toLowerCase(), word]));

const displayNames = new Map<string, string>();
const wordsByName = new Map<string, string>();

for (const { id, label, words, names, endings, fileNames, editor } of languages) {
  const known = wordsOf(words);
  const [chosen] = known;
  if (chosen === undefined) continue;
  for (const word of known) displayNames.set(word, label);
  const others = [names, endings, fileNames?.toLowerCase(), editor].flatMap(wordsOf);
  for (const alias of [label.toLowerCase(), id, ...others])
    if (!byLowerCase.has(alias) && !wordsByName.has(alias)) wordsByName.set(alias, chosen);
}

/** The name people read: `TypeScript` for `ts`. */
export function languageName(specific: string): string {
  if (specific === 'UNKNOWN') return 'Text';
  return displayNames.get(specific) ?? specific.replace(/^hljs-/, '').toUpperCase();
}

/** The contract's word for a file ending, a language's name or an editor's language id; undefined when unknown. */
export function wordOf(name: string): string | undefined {
  const given = name.trim();
  const plain = given.replace(/^\.(?=\w)/, '');
  if (plain === '' || plain.toUpperCase() === 'UNKNOWN') return undefined;
  for (const word of [given, plain]) if (specificClassifications.has(word)) return word;
  const lower = plain.toLowerCase();
  return wordsByName.get(lower) ?? byLowerCase.get(lower) ?? byLowerCase.get(`hljs-${lower}`);
}

/** Every name that `wordOf` knows beyond the contract's own words. */
const languageAliases = (): IterableIterator<[alias: string, word: string]> => wordsByName.entries();

/** Longer texts are no mistyped words; comparing them would cost time. */
const maxLength = 40;

/**
 * The known word a mistyped one probably means, for error sentences: of two equally near words, the one that begins
 * more alike. Undefined when nothing is near.
 * @param isWanted which of the contract's words come into question
 */
export function nearestClassification(text: string, isWanted: (word: string) => boolean): string | undefined {
  if (text.length > maxLength) return undefined;
  const known = wordOf(text);
  if (known !== undefined) return isWanted(known) ? known : undefined;
  const wanted = text.toLowerCase();
  // Two slips, but never so many that nothing of the word is left.
  const most = Math.min(2, Math.ceil(wanted.length / 3));
  let nearest: { word: string; distance: number; start: number } | undefined;
  for (const [name, word] of candidates()) {
    if (Math.abs(name.length - wanted.length) > most || !isWanted(word)) continue;
    const distance = editDistance(wanted, name);
    const start = sharedStart(wanted, name);
    if (distance > most) continue;
    if (!nearest || distance < nearest.distance || (distance === nearest.distance && start > nearest.start)) {
      nearest = { word, distance, start };
    }
  }
  return nearest?.word;
}

function* candidates(): Generator<[name: string, word: string]> {
  yield* languageAliases();
  for (const word of specificClassifications) yield [word.toLowerCase(), word];
}

function sharedStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

/** Insertions, deletions and replacements that turn one word into the other (Levenshtein 1966), row by row. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= to.length; column++) {
      const replaced = (row[column - 1] ?? 0) + (letter === to[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}

// Section: web addresses: the one form they are kept in, and those that a piece of code mentions.

/** Dots and brackets that end a sentence, not an address. */
const trailing = /(?<![.,;:!?'")\]}>])[.,;:!?'")\]}>]+$/;
/** Names of formats and examples: nothing to open there. */
const notPlaces =
  /^(localhost|127\.|0\.0\.0\.0|\[|(www\.)?w3\.org|schemas?\.|([\w-]+\.)*example(\.\w+)?$|json-schema\.org)/i;

/**
 * @returns the address in the form it is compared in, or undefined when it is not http or https. A name and password
 *   in it are left out: addresses are shown and exported.
 */
export function websiteAddress(text: string): string | undefined {
  if (!URL.canParse(text.trim())) return undefined;
  const url = new URL(text.trim());
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  url.username = '';
  url.password = '';
  return url.href;
}

/** What a link is called when nobody named it: its host and path. */
export function websiteName(address: string): string {
  const { host, pathname } = new URL(address);
  return `${host.replace(/^www\./, '')}${pathname.replace(/\/$/, '')}`;
}

/** A text full of addresses that lead nowhere is not looked at to its end: reading one takes ten microseconds. */
const maxRead = 100;

/** At most `limit`, in order of appearance, each once. */
export function addressesIn(text: string, limit: number): string[] {
  const found = new Set<string>();
  const read = new Set<string>();
  for (const [match] of text.matchAll(/https?:\/\/[^\s"'`<>\\{}|^]{3,500}/g)) {
    if (read.has(match)) continue;
    if (read.add(match).size > maxRead) break;
    const address = websiteAddress(withoutTrailing(match));
    if (address === undefined || notPlaces.test(new URL(address).host)) continue;
    found.add(address);
    if (found.size >= limit) break;
  }
  return [...found];
}

/** A closing bracket belongs to the address if it was opened in it. */
function withoutTrailing(match: string): string {
  const end = trailing.exec(match)?.[0] ?? '';
  const keepsBracket = end.startsWith(')') && match.slice(0, -end.length).includes('(');
  return match.slice(0, match.length - end.length) + (keepsBracket ? ')' : '');
}
