/** Recognises the language or file kind of content, and the web addresses in it. */
import type { Classification } from '../../../contract/schemas';
import { contentSigns, includedLanguages, languageOfShebang } from '../../../languages/pieces';
import { specificClassifications } from '../../../contract/schemas/values';
import { wordsOf, languages } from '../../../languages/table';

// Section: classifies content in the contract's terms: by the caller, language id, file name, bytes, interpreter, then
// rules.

interface Clues {
  /** The content, if it is text. */
  text?: string | undefined;
  /** The content, if it is not text. */
  bytes?: Uint8Array | undefined;
  /** The caller's word: a file extension or a language name. */
  ext?: string | undefined;
  languageId?: string | undefined;
  /** Name or path of the file. */
  fileName?: string | undefined;
}

/** @returns `specific` is the contract's name of the language or file kind, `generic` its group */
export function classify(clues: Clues): Classification {
  const specific =
    (clues.ext !== undefined && wordOf(clues.ext)) ||
    (clues.languageId !== undefined && clues.languageId !== 'plaintext' && wordOf(clues.languageId)) ||
    (clues.fileName !== undefined && wordOfFileName(clues.fileName)) ||
    (clues.text === undefined ? guessFromBytes(clues.bytes) : guessFromText(clues.text));
  return { generic: genericOf(specific), specific };
}

function guessFromText(text: string): string {
  return languageOfShebang(text) ?? guessFromContent(text) ?? 'txt';
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

/** The group of a language: CODE unless the table says otherwise. */
export function genericOf(specific: string): Classification['generic'] {
  return generics.get(specific) ?? 'CODE';
}

/** Most characters and characters of a line that are read to guess a language. */
const maxCharacters = 20_000;
const maxLineLength = 500;

/** Least points for a guess: fewer may be chance, such as an arrow or colon in prose. */
const leastPoints = 3;

const longLineEnds = new RegExp(`^(.{${maxLineLength}}).+`, 'gm');

/**
 * Guesses a language from the text alone, when neither caller nor file name gives it. Rules give points to languages;
 * the most points win, too few mean plain text. Cost: linear in the text, which is cut. Limit: a short snippet of
 * similar languages is taken for the simpler one.
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
    return false; // not JSON
  }
}

/** Magic numbers of binary formats, as each format's specification defines them. */
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

/** The binary format by its magic number; `bin` when none matches. */
function guessFromBytes(bytes: Uint8Array | undefined): string {
  const head = Buffer.from(bytes?.subarray(0, 32) ?? []).toString('hex');
  const found = signatures.find(([, offset, hex]) => head.startsWith(hex, offset * 2));
  return found?.[0] ?? 'bin';
}

/** Decodes bytes as strict UTF-8; undefined when they are not text. */
export function textOfBytes(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined; // not UTF-8, so not text
  }
}

// Section: names of languages: the contract's, common ones, editors' ids, file extensions, and the display name.

/** The contract's names by their lower case: `gemfile` for `Gemfile`. */
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

/** The display name of a language: `TypeScript` for `ts`. */
export function languageName(specific: string): string {
  if (specific === 'UNKNOWN') return 'Text';
  return displayNames.get(specific) ?? specific.replace(/^hljs-/, '').toUpperCase();
}

/** The contract's name for a file extension, language name or editor's language id; undefined when unknown. */
export function wordOf(name: string): string | undefined {
  const given = name.trim();
  const plain = given.replace(/^\.(?=\w)/, '');
  if (plain === '' || plain.toUpperCase() === 'UNKNOWN') return undefined;
  for (const word of [given, plain]) if (specificClassifications.has(word)) return word;
  const lower = plain.toLowerCase();
  return wordsByName.get(lower) ?? byLowerCase.get(lower) ?? byLowerCase.get(`hljs-${lower}`);
}

/** Every name that `wordOf` accepts in addition to the contract's own. */
const languageAliases = (): IterableIterator<[alias: string, word: string]> => wordsByName.entries();

/** Longest text, in characters, that is compared with known names. */
const maxLength = 40;

/**
 * The known name that a mistyped one probably means, for error messages; of equally near names, the one with the longer
 * common beginning. Undefined when none is near.
 * @param isWanted which of the contract's names are allowed
 */
export function nearestClassification(text: string, isWanted: (word: string) => boolean): string | undefined {
  if (text.length > maxLength) return undefined;
  const known = wordOf(text);
  if (known !== undefined) return isWanted(known) ? known : undefined;
  const wanted = text.toLowerCase();
  // At most two edits, and at most a third of the word.
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

/** Edit distance of two words (Levenshtein 1966), computed row by row. */
export function editDistance(from: string, to: string): number {
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

// Section: web addresses: their normal form, and those that a piece of code mentions.

/** Punctuation after an address that belongs to the sentence. */
const trailing = /(?<![.,;:!?'")\]}>])[.,;:!?'")\]}>]+$/;
/** Hosts of namespaces and examples, which nobody wants to open. */
const notPlaces =
  /^(localhost|127\.|0\.0\.0\.0|\[|(www\.)?w3\.org|schemas?\.|([\w-]+\.)*example(\.\w+)?$|json-schema\.org)/i;

/**
 * @returns the address in normal form, or undefined when it is not http or https. User name and password are removed,
 *   because addresses are shown and exported.
 */
export function websiteAddress(text: string): string | undefined {
  if (!URL.canParse(text.trim())) return undefined;
  const url = new URL(text.trim());
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  url.username = '';
  url.password = '';
  return url.href;
}

/** The default name of a link: its host and path. */
export function websiteName(address: string): string {
  const { host, pathname } = new URL(address);
  return `${host.replace(/^www\./, '')}${pathname.replace(/\/$/, '')}`;
}

/** Most addresses parsed in one text, each of which takes about ten microseconds. */
const maxRead = 100;

/** The addresses in a text: at most `limit`, in order of appearance, each once. */
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

/** Removes trailing punctuation; a closing bracket is kept if it was opened inside the address. */
function withoutTrailing(match: string): string {
  const end = trailing.exec(match)?.[0] ?? '';
  const keepsBracket = end.startsWith(')') && match.slice(0, -end.length).includes('(');
  return match.slice(0, match.length - end.length) + (keepsBracket ? ')' : '');
}
