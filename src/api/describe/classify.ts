/**
 * What kind of thing a piece of content is, in the contract's words. In order: the caller's word, the editor's language
 * id, the file name, the first bytes, the interpreter line, rules over the text.
 */
import type { Classification } from '../../contract/schemas';
import { guessFromContent, guessFromShebang } from './contentRules';
import { wordOf } from './languages';
import { guessFromBytes } from './magic';

export interface Clues {
  /** Of the content, when it is text. */
  text?: string | undefined;
  /** Of the content, when it is not text. */
  bytes?: Uint8Array | undefined;
  /** The caller's word: an ending or a language name. */
  ext?: string | undefined;
  languageId?: string | undefined;
  /** Name or path of the file. */
  fileName?: string | undefined;
}

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
