/**
 * Comments and prose: where they stand in a text, and the sentences in them.
 *
 * Comments are told from code by one scan for the signs of their style. Strings are looked for, too, so that
 * `"http://x"` is no comment. Good enough for scoring; a passage that begins inside a comment may be misjudged.
 * Linear: a closing sign that is nowhere further down is looked for once.
 */
import {
  type CommentStyle,
  languageOfEnding,
  languageOfFile,
  languageOfName,
  plainFileName,
  wordsOf,
} from '../../languages/table';
import { blanked, spaced, oneSpaced, rowsOfText, hasSpace } from './plain';
import { fenceReader, isUnderline, withoutLinks, withoutPictures } from '../../languages/markdown';

interface Signs {
  /** Comments over several rows. */
  blocks: readonly (readonly [open: string, close: string])[];
  /** A comment to the end of its row. */
  line?: string;
  /** True when a comment has its row for itself: elsewhere its sign means something else. */
  isWholeRow?: boolean;
  hasStrings: boolean;
}

const signs: Record<CommentStyle, Signs | undefined> = {
  slash: { blocks: [['/*', '*/']], line: '//', hasStrings: true },
  hash: { blocks: [['"""', '"""'], ["'''", "'''"]], line: '#', hasStrings: true },
  hashes: { blocks: [['###', '###'], ['"""', '"""'], ["'''", "'''"]], line: '#', hasStrings: true },
  dash: { blocks: [['--[[', ']]'], ['{-', '-}'], ['/*', '*/']], line: '--', hasStrings: true },
  paren: { blocks: [['(*', '*)']], line: '//', hasStrings: true },
  markup: { blocks: [['<!--', '-->']], hasStrings: false },
  percent: { blocks: [], line: '%', hasStrings: false },
  semicolon: { blocks: [['#|', '|#']], line: ';', hasStrings: false },
  bang: { blocks: [], line: '!', hasStrings: true },
  tick: { blocks: [], line: "'", hasStrings: false },
  rem: { blocks: [], line: String.raw`(?:::|@?(?:rem|REM|Rem)\b)`, isWholeRow: true, hasStrings: false },
  quote: { blocks: [], line: '"', isWholeRow: true, hasStrings: false },
  brace: { blocks: [['{', '}'], ['(*', '*)']], line: '//', hasStrings: true },
  none: undefined,
}; // prettier-ignore

/**
 * A string literal of at most 1,000 characters; the bound keeps rows of quotes from being scanned again for each quote.
 */
const string = String.raw`"(?:\\.|[^"\\\n]){0,1000}"|'(?:\\.|[^'\\\n]){0,1000}'`;

interface Scanner {
  /** Groups: the opening of a comment of several rows; a comment of one row. */
  sign: RegExp;
  /** Matches what else may begin at the opening of a comment that never closes. */
  other: RegExp;
  closing: ReadonlyMap<string, string>;
}

function scannerOf({ blocks, line, isWholeRow, hasStrings }: Signs): Scanner {
  const escaped = (text: string) => text.replace(/[*()[\]{}|]/g, String.raw`\$&`);
  const opens = blocks.map(([open]) => escaped(open)).join('|') || '(?!)';
  const begin = isWholeRow ? String.raw`(?<=(?:^|\n)[ \t]{0,200})` : '';
  const rest = `(${line === undefined ? '(?!)' : `${begin}${line}[^\\n]*`})${hasStrings ? `|${string}` : ''}`;
  return { sign: new RegExp(`(${opens})|${rest}`, 'g'), other: new RegExp(`()${rest}`, 'y'), closing: new Map(blocks) };
}

const scanners = new Map(Object.entries(signs).flatMap(([style, of]) => (of ? [[style, scannerOf(of)] as const] : [])));

export interface SplitText {
  code: string;
  comments: string;
}

/** Where comments begin and end, in order. */
function commentSpans(text: string, style: CommentStyle): (readonly [start: number, end: number])[] {
  const scanner = scanners.get(style);
  if (!scanner) return [];
  const { sign, other, closing } = scanner;
  const unclosed = new Set<string>();
  const spans: (readonly [start: number, end: number])[] = [];
  sign.lastIndex = 0;
  for (let found = sign.exec(text); found; found = sign.exec(text)) {
    const { index } = found;
    const [, open] = found;
    const close = open === undefined ? undefined : closing.get(open);
    if (open !== undefined && close !== undefined) {
      const at = unclosed.has(close) ? -1 : text.indexOf(close, index + open.length);
      if (at >= 0) {
        sign.lastIndex = at + close.length;
        spans.push([index, sign.lastIndex]);
        continue;
      }
      unclosed.add(close);
      other.lastIndex = index;
      found = other.exec(text);
      sign.lastIndex = found ? other.lastIndex : index + 1;
      if (!found) continue;
    }
    if (found[2] !== undefined) spans.push([index, index + found[2].length]);
  }
  return spans;
}

export function splitComments(text: string, style: CommentStyle): SplitText {
  const code: string[] = [];
  const comments: string[] = [];
  let taken = 0;
  for (const [start, end] of commentSpans(text, style)) {
    code.push(text.slice(taken, start), ' ');
    comments.push(text.slice(start, end));
    taken = end;
  }
  code.push(text.slice(taken));
  return { code: code.join(''), comments: comments.join('\n') };
}

/** The text with blanks for its comments: each row and place stays where it is. */
export function withoutComments(text: string, style: CommentStyle): string {
  const parts: string[] = [];
  let taken = 0;
  for (const [start, end] of commentSpans(text, style)) {
    parts.push(text.slice(taken, start), blanked(text.slice(start, end)));
    taken = end;
  }
  return parts.join('') + text.slice(taken);
}

/** By row, 1 for rows of which all is in comments, blank ones inside of a comment among them. */
export function commentRows(text: string, style: CommentStyle): Uint8Array {
  const rows = text.split('\n');
  const marks = new Uint8Array(rows.length);
  let [row, begin] = [0, 0];
  for (const [start, end] of commentSpans(text, style)) {
    // The row that the comment begins in.
    while (begin + rows[row]!.length < start) begin += rows[row++]!.length + 1;
    const isAlone = text.slice(begin, start).trim() === '';
    for (let first = row; ; begin += rows[row++]!.length + 1) {
      const after = begin + rows[row]!.length;
      const isLast = after >= end;
      if ((row > first || isAlone) && (!isLast || text.slice(end, after).trim() === '')) marks[row] = 1;
      if (isLast) break;
    }
  }
  return marks;
}

// Section: properties of a language by a file’s ending, such as its comments, from the table of languages. Must not
// name a language.

/** Matches a row that begins like a comment of any language, for texts of unknown language and single rows. */
const commentRow = /^\s*(?:\/\/|\/?\*|#(?!\s*define\b)|--|;;|%)/;

export const isCommentRow = (row: string): boolean => commentRow.test(row);

export type { CommentStyle } from '../../languages/table';

export interface Language {
  comments: CommentStyle;
}

export function languageOf(key: string): Language {
  return { comments: languageOfEnding(key)?.comments ?? 'none' };
}

/** The section of a manual page as a file's ending: `git.1`, `printf.3p`. Not a language. */
const section = /^\d[a-z]{0,2}$/;

/** Language key of a file name or of a language's own name; `txt` when nothing is known. */
export function languageKey(name: string): string {
  const file = plainFileName(name);
  const special = languageOfFile(file) ?? languageOfName(file);
  const [usual] = wordsOf(special?.endings);
  if (usual !== undefined) return usual;
  const dot = file.lastIndexOf('.');
  const ending = dot < 0 ? undefined : file.slice(dot + 1);
  if (ending !== undefined) return ending === '' || section.test(ending) ? 'txt' : ending;
  return languageOfEnding(file) ? file : 'txt';
}

export function isMarkdown(key: string): boolean {
  return languageOfEnding(key)?.id === 'markdown';
}
/** Endings whose files hold no text a person asks about, or hold it only for machines. */
const unreadEndings = new Set(
  spaced(`png jpg jpeg gif bmp ico webp avif tiff psd mp3 mp4 wav ogg webm mov avi mkv zip gz tgz bz2 xz zst 7z rar jar war
   class o a so dylib dll exe bin wasm pdf doc docx xls xlsx ppt pptx woff woff2 ttf otf eot map lock snap db sqlite
   sqlite3 pyc pyo iso dmg pack idx parquet npy npz pt onnx min.js min.css`),
);
const unreadNames = new Set(['package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml', 'composer.lock']);

/** True for files not worth opening: pictures, archives, lock files, minified bundles. */
export function isUnreadKind(path: string): boolean {
  const file = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  if (unreadNames.has(file) || /\.min\.(js|css|mjs)$/.test(file)) return true;
  const dot = file.lastIndexOf('.');
  return dot >= 0 && unreadEndings.has(file.slice(dot + 1));
}

/** True for documents, which people read and no program does. */
export function isProseLanguage(key: string): boolean {
  return isMarkdown(key) || key === 'txt' || key === 'rst' || key === 'adoc';
}

// Section: sentences in comments, documents and signatures. These functions take rows, return plain text and add no
// words.

const notSaid =
  /^=[a-z]\w*(?:\s|$)|^\s*(?:@\w(?![\w.]*@)|eslint|prettier|istanbul|c8|ts-|type:|noqa|pylint|shellcheck|rubocop|nolint|phpcs|phpstan|psalm|swiftlint|noinspection|tslint|jshint|biome-|clang-|=+$|-+$|\/+$|\*+$)/;
/** A tag or a note of what is still to do, whose text may go on in the rows below, up to an empty one. */
const openTag =
  /^\s*(?:@(?:t?param|arg|returns?|throws|exception|template|prop(?:erty)?|example|yield\w{0,8})|TODO|FIXME|XXX|HACK|IMPRV)\b/;

const tools = ['eslint', 'shellcheck', 'rubocop', 'pylint', 'noqa', 'nolint', 'phpcs', 'phpstan', 'swiftlint'];
/** True for a row of a comment that speaks to a tool: `# shellcheck disable=SC2154`. */
export const isDirective = (row: string): boolean =>
  spaced(row.toLowerCase())
    .slice(0, 2)
    .some((word) => tools.some((tool) => word.includes(tool)));

/** A row behind which only code follows. */
const opensExample = /^\s*examples?:{1,2}\s*$/i;

/** What POD writes around words: `C<name>`, `L<text|address>`. */
const podCode = /(?<!\w)[BCEFILSX]<([^<>|\n]{1,200})(?:\|[^<>\n]{1,200})?>/g;
/** Words of POD without what is around them; elsewhere `F<A>` is a type. */
export const withoutPodCodes = (text: string): string => text.replace(podCode, '$1');

/** Signs that begin each row of a comment in some languages, and may begin a row of prose in others. */
const rowSigns = ['!>', '!!', '!', "' ", '" ', 'rem ', '::'];

/** The rows of a comment without the sign that each of them begins with, and without quotes or brackets around it. */
function withoutRowSigns(rows: readonly string[]): string[] {
  const bare = rows.map((row) => row.trim());
  const isOf = (sign: string) => bare.every((row) => row === '' || `${row} `.toLowerCase().startsWith(sign));
  const whole = bare.join('\n').trim();
  if (whole === '' || whole.startsWith('"""') || whole.startsWith("'''")) return [...rows];
  const inner = whole.slice(1, -1);
  const isQuoted = whole.startsWith('"') && whole.endsWith('"') && !inner.replaceAll('\\"', '').includes('"');
  if (inner !== '' && (isQuoted || (whole.startsWith('{') && whole.endsWith('}')))) return inner.split('\n');
  const sign = rowSigns.find(isOf);
  if (sign !== undefined) return bare.map((row) => row.slice(sign.length));
  // A part of a documentation string has one of its quotes.
  const isCut = whole.split('"').length % 2 === 0;
  if (isCut && whole.startsWith('"')) return whole.slice(1).split('\n');
  return isCut && whole.endsWith('"') ? whole.slice(0, -1).split('\n') : [...rows];
}

/** The rows of a comment without the signs around and before them. */
export function rowsOfComment(comment: string): string[] {
  return withoutRowSigns(comment.split('\n')).map((row) =>
    row
      .replace(
        /^\s*(?:\/\*\*?|\*\/|\*\)|\(\*\*?(?=\s|$)|\{-(?=[\s|]|$)|\*(?!\*\w)|\/\/[/!]?|#+[!:]?|-{2,}|;+|%+|<!--|"""|''')\s?/,
        '',
      )
      .replace(/(?:\*\/|\*\)|-\}|-->|"""|''')\s*$/, '')
      .replace(/^\s*(?:[@\\](?:brief|notice|dev)|[|^<])\s/, ''),
  );
}

/** The text of a comment without signs, tags, rulers and the example at its end; one space between words. */
export function plainComment(comment: string): string {
  let isTagged = false;
  const rows = rowsOfComment(comment);
  const example = rows.findIndex((row, at) => at > 0 && opensExample.test(row));
  const said = (example < 0 ? rows : rows.slice(0, example)).filter((row) => {
    isTagged = openTag.test(row) || (isTagged && row.trim() !== '');
    return !isTagged && !notSaid.test(row);
  });
  return oneSpaced(said.join(' '));
}

/** Sentences of a text; a full stop inside a name or a number does not end one. */
export function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?])(?<!\b(?:e\.g|i\.e|cf|vs)\.)\s+(?=[A-Z`"'(])/)
    .map((sentence) => sentence.trim())
    .filter(hasWords);
}

/** True when the sentence has a word and something after it. */
function hasWords(sentence: string): boolean {
  const word = /\p{L}{2}/u.exec(sentence);
  return word !== null && hasSpace(sentence.slice(word.index));
}

export interface TextBlock {
  /** First row, 0-based. */
  row: number;
  text: string;
  /** True when the block has consecutive words, not only badges, pictures or links. */
  isSaid: boolean;
}

/** Tags of HTML, comments among them; a word in angle brackets, `<leader>`, is none where it is written as code. */
const markup = /(?<!`)(`{1,3})(?!`)[^`\n]{1,300}\1|<!--(?:[^-<]|-(?!->)|<(?!!--)){0,4000}-->|<[^<>]{1,600}>/g;
/** References to characters that mean nothing in Markdown or HTML: brackets of tags and line breaks stay as written. */
const characters: Readonly<Record<string, string>> = { '&nbsp;': ' ', '&quot;': '"', '&#34;': '"', '&#39;': "'", '&#40;': '(', '&#41;': ')', '&mdash;': '—', '&ndash;': '–', '&hellip;': '…' }; // prettier-ignore

/** Rows of prose without the HTML that may stand in it, over several rows too; a row stays the row it is. */
export function proseRows(text: string): string[] {
  const plain = text.replace(markup, (found, code?: string) => {
    if (code !== undefined) return found;
    const breaks = found.replace(/[^\n]/g, '');
    return found.toLowerCase().startsWith('<br') ? ` ${breaks}` : breaks;
  });
  return rowsOfText(Object.entries(characters).reduce((said, [name, sign]) => said.replaceAll(name, sign), plain));
}

/** Least links of a bar, `Site | Docs | Wiki | Chat`, and most words of one in the mean. */
const [minInBar, maxOfLink] = [4, 3];

function isBar(text: string): boolean {
  const words = spaced(text);
  return ['|', '•', '·'].some((sign) => {
    const links = words.filter((word) => word === sign).length + 1;
    return links >= minInBar && words.length - links + 1 <= maxOfLink * links;
  });
}

/** True when the text has a sentence; badges, pictures, links to elsewhere and headings are none. */
export function holdsSentence(text: string): boolean {
  const plain = withoutLinks(text, ' ').replace(/https?:\S+/g, ' ');
  return (plain.match(/\p{L}{2,}/gu) ?? []).length >= 4 && !/^(?:=+|-+|\.\. )/.test(text);
}

/** Number of rows of a document's front matter, between two rows of hyphens. */
function frontMatter(rows: readonly string[]): number {
  return rows[0]?.trimEnd() === '---' ? rows.findIndex((row, at) => at > 0 && row.trimEnd() === '---') + 1 : 0;
}

/** Paragraphs of a document outside of code. */
export function proseBlocks(rows: readonly string[]): TextBlock[] {
  const blocks: Omit<TextBlock, 'isSaid'>[] = [];
  const read = fenceReader();
  const begin = frontMatter(rows);
  let isOpen = false;
  let isInQuote = false;
  rows.forEach((whole, place) => {
    const isProse = read(whole) === 'prose' && place >= begin;
    const isQuote = whole.trimStart().startsWith('>');
    const row = isQuote ? whole.trimStart().slice(1) : whole;
    if (isProse && isUnderline(row)) {
      // What it underlines is a heading; a row of stars is a break, but for one that has another above it.
      const isHeading = !'*^'.includes(row.trim().charAt(0)) || isUnderline(rows[place - 2] ?? '');
      if (isHeading && blocks.at(-1)?.row === place - 1) blocks.pop();
    }
    const isTaken = isProse && !isUnderline(row) && row.trim() !== '' && !noParagraph.test(row);
    if (isTaken) {
      const bare = row.replace(/^\s*(?:[-*+]|\d+\.)\s+/, '');
      const text = withoutLinks(withoutPictures(bare), '$1');
      const last = blocks.at(-1);
      if (last && isOpen && isQuote === isInQuote && bare === row) last.text += ` ${text.trim()}`;
      else blocks.push({ row: place, text: text.trim() });
    }
    isOpen = isTaken;
    isInQuote = isQuote;
  });
  return blocks.map((block) => ({ ...block, isSaid: holdsSentence(block.text) && !isBar(block.text) }));
}
/** Matches rows of tables, headings, markup, badges and addresses of links. */
const noParagraph = /^\s*(?:\||#{1,6}\s|<|\[!\[|\[[^\]]{1,80}\]:\s)/;
