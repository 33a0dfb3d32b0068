/**
 * What kind of thing a piece of content is, in the contract's words. In order: the caller's word, the editor's language
 * id, the file name, the first bytes, the interpreter line, rules over the text.
 */
import type { Classification } from '../../../contract/schemas';
import { wordOf } from './languages';
import { contentSigns, includedLanguages, interpreters } from '../../../languages/signs';

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
