/**
 * Finds the description of an option, flag or setting outside a definition's documentation: an entry of a list or
 * table, a section of a document, a help text beside the flag, a comment above the field. Works on rows of text,
 * without a syntax tree.
 */
import { indentOf } from '../answers/markdown';
import { holdingSources } from '../outline/findSymbol';
import { isTest, withoutTags, type CodeSource, type ReadCode } from '../outline/sources';
import { rolesOf } from '../rank/fileKinds';
import { analyse } from '../rank/question';
import type { RowSpan } from '../read/types';
import {
  fenceReader,
  headingIn,
  isFence,
  isUnderline,
  withoutLinks,
  type RowOfDocument,
} from '../../languages/markdown';
import { isDirective, holdsSentence, plainComment, proseBlocks, proseRows, splitComments } from '../text/comments';
import type { CommentStyle } from '../../languages/table';
import { hasSpace, isNameSign, nameRuns, oneSpaced, spaced } from '../text/plain';
import { splitIdentifier, stem, termsOf } from '../text/tokens';
import { commentMarks, inline, isDocument, quotable, readOf, type Asking, type Page } from './page';
import { setOf } from '../question/courtesies';
import { kindWords, looksLikeName, ofChanges } from './subjects';

export interface Described {
  from: CodeSource;
  code: ReadCode;
  /** Rows of the entry. */
  rows: RowSpan;
  text: string;
}

/** Most files searched for one name. */
const maxFiles = 40;
/** Most rows of a section; a longer one is about more than one option. */
const maxSectionRows = 30;
/** Most rows between a flag's name and its help text. */
const maxHelpRows = 20;
/** Most rows of an entry. */
const maxEntryRows = 8;
/** Most words of a heading about one option, or of a row that sets it. */
const maxTitleWords = 5;
/** Most short rows between a heading and its first paragraph. */
const maxShortRows = 3;
const maxChars = 500;
const maxRowChars = 1_000;

/**
 * Trust in a description by its form: a section of its own, an entry, a section that sets the option, a help text
 * beside it, a comment above it.
 */
const worth = { title: 5, entry: 4, section: 3, help: 2, comment: 1 };
/** Words of any question about a setting. */
const ofSettings = new Set(termsOf('default option setting flag value limit'));
/** Tells a question for a default, and a description that may answer it. */
export const asksDefault = /\bdefaults?\b/i;
/** What each other word of the question adds that stands in the description. */
const worthOfWord = 0.6;

/** Position of a name in a row. */
interface Place {
  index: number;
  length: number;
}
type Spelling = (row: string) => Place | undefined;

/**
 * A matcher of the name in any spelling, `no-pull`, `noPull` and `APP_NO_PULL`, but not as part of another name; of a type
 * or a function only as written, for "the graph view" is no `GraphView`.
 */
function spellingOf(name: string, isAsWritten: boolean): Spelling {
  const words = (name.match(nameRuns) ?? []).flatMap((run) => (isAsWritten ? [run] : splitIdentifier(run)));
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}$])${words.join('[-_. ]?')}(?![\\p{L}\\p{N}$]|[-_][\\p{L}\\p{N}])`,
    isAsWritten ? 'gu' : 'giu',
  );
  return (row) => {
    // Longer rows are data or generated.
    if (words.length === 0 || row.length > maxRowChars) return undefined;
    for (const { index, 0: found } of row.matchAll(pattern))
      if (!/[a-z\d][-_]$/.test(row.slice(0, index))) return { index, length: found.length };
    return undefined;
  };
}

/**
 * Matches what may precede a name at the beginning of an entry: marks of a list, a table or code, and words for a
 * parameter.
 */
const beforeEntry = /^(?:[-*+|>:@`"'([<\s]|\d+\.\s|(?:param|arg|option)\s(?:name=)?|\{[^{}]{0,60}\}\s)*$/;
const behindEntry = /^[\s`"'\])>*|:=,–—-]+/;
const opensEntry = /^\s*(?:[-*+|]\s|\d+\.\s|@\w|:\w|<[a-z])/;
/** True for a row that begins with a flag, `-l` or `--limit`. */
function opensFlag(row: string): boolean {
  const text = row.trimStart();
  return text.startsWith('-') && (text[1] === '-' || isNameSign(text, 1));
}

/** Most characters of the value that a flag takes, as a program prints it. */
const maxValueChars = 32;

/** What a program prints behind one of its flags, which two blanks set apart: `--limit <count>   Takes no more than that.` */
function printedBehind(behind: string): string {
  const at = behind.indexOf('  ');
  const value = behind.slice(0, Math.max(0, at));
  const isValue = ' ='.includes(value.charAt(0)) && !hasSpace(value.slice(1)) && !isNameSign(value, 1);
  return at >= 0 && isValue && value.length <= maxValueChars ? behind.slice(at).trimStart() : '';
}

/** Least share of prose words in a description. */
const minProse = 0.7;

function isProse(text: string): boolean {
  const words = text.split(' ');
  const said = words.filter((word) => /^[("'`]?[\p{L}'’-]+[)"'`]?[.,:;!?]?$/u.test(word));
  return words.length > 1 && holdsSentence(text) && said.length >= words.length * minProse;
}

/** The text of an entry, up to the next entry, a blank row, or a row with less indentation. */
function entryFrom(first: string, rows: readonly string[]): { text: string; count: number } {
  const said = [first];
  const indent = indentOf(rows[0]!);
  for (const row of rows.slice(1, maxEntryRows)) {
    if (row.trim() === '' || opensEntry.test(row) || opensFlag(row) || isFence(row) || indentOf(row) < indent) break;
    said.push(plainComment(row));
  }
  const [text = ''] = said.join(' ').split('</param>');
  return { text: oneSpaced(withoutLinks(text, '$1')), count: said.length };
}

interface Found extends RowSpan {
  kind: keyof typeof worth;
  text: string;
}

/** The text of a table row's cells; a text without cells is returned as it is. */
const cells = (text: string): string =>
  text
    .split('|')
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .join(' · ');

/** Most rows between a term and its text. */
const maxGap = 2;

/** The first paragraph below a term that stands alone in its row. */
function belowTerm(all: readonly string[], row: number): Found | undefined {
  const start = all.findIndex((text, at) => at > row && text.trim() !== '');
  if (start < 0 || start - row > maxGap) return undefined;
  const { text, count } = entryFrom(all[start]!.trim(), all.slice(start, start + maxEntryRows));
  return isProse(text) ? { kind: 'entry', text, start: row, end: start + count - 1 } : undefined;
}

/** The list or table entry that begins with the name and describes it. */
function entryAt(all: readonly string[], row: number, at: Place, signed: string): Found | undefined {
  if (!beforeEntry.test(signed.slice(0, at.index))) return undefined;
  const behind = signed.slice(at.index + at.length);
  // A sample sets it.
  if (behind.startsWith(' = ')) return undefined;
  // AsciiDoc has the text of a term below it: `*limit* (*LIMIT*)::`.
  if (signed.trimEnd().endsWith('::')) return belowTerm(all, row);
  // Paragraphs may begin with the name too: an entry has a mark before or after it.
  const isMarked = opensEntry.test(signed) || /^[`"'\])*]*\s*[|:=–—(-]/.test(behind);
  const printed = opensFlag(all[row]!) ? printedBehind(behind) : '';
  if (printed === '' && (!isMarked || (behind !== '' && !behindEntry.test(behind)))) return undefined;
  const first = printed === '' ? behind.replace(behindEntry, '') : printed;
  const { text, count } = entryFrom(first, all.slice(row, row + maxEntryRows));
  return isProse(text) ? { kind: 'entry', text: cells(text), start: row, end: row + count - 1 } : undefined;
}

const isHeading = (all: readonly string[], at: number) =>
  headingIn(all[at] ?? '') !== undefined || (isUnderline(all[at + 1] ?? '') && (all[at] ?? '').trim() !== '');

/** The first paragraph of the section around a row, with the short rows above it: "Default: 0". */
function sectionAt(all: readonly string[], row: number, kinds: readonly RowOfDocument[]): Found | undefined {
  const kind = kinds[row] === 'prose' ? 'title' : 'section';
  let top = row;
  while (top >= 0 && row - top < maxSectionRows && !isHeading(all, top)) top -= 1;
  if (!isHeading(all, top)) return undefined;
  const start = headingIn(all[top]!) ? top + 1 : top + 2;
  const said: string[] = [];
  for (let at = start; at < Math.min(start + maxSectionRows, all.length); at += 1) {
    if (kinds[at] !== 'prose') continue;
    if (isHeading(all, at)) return undefined;
    const { text, count } = entryFrom(all[at]!.replace(/^\s*[-*+]\s+/, ''), all.slice(at, at + maxEntryRows));
    if (text !== '') said.push(text);
    if (isProse(text)) return { kind, text: said.join(' · '), start: row < at ? row : at, end: at + count - 1 };
    if (said.length > maxShortRows) return undefined;
    at += count - 1;
  }
  return undefined;
}

/** Most rows of a fenced block that sets one option; a longer one is an example of many things. */
const maxBlockRows = 8;

/** True for a row of a block that sets one option and little else: `Argument: --no-pull`. */
function isSettingRow(all: readonly string[], row: number, kinds: readonly RowOfDocument[]): boolean {
  let [first, last] = [row, row];
  while (kinds[first - 1] === 'code') first -= 1;
  while (kinds[last + 1] === 'code') last += 1;
  return last - first < maxBlockRows && spaced(all[row]!).length <= maxTitleWords;
}

function inDocument(text: string, spelling: Spelling, isWord: boolean): Found[] {
  const all = proseRows(text).map((row) => withoutLinks(row, '$1'));
  const found: Found[] = [];
  const read = fenceReader();
  const kinds = all.map((row) => read(row));
  const add = (one: Found | undefined) => one && found.push(one);
  all.forEach((own, row) => {
    const at = spelling(own);
    if (!at) return;
    // AsciiDoc has such a row around code: `limit = 10` above it is no heading.
    const isHead = isUnderline(all[row + 1] ?? '') && !own.includes(' = ');
    const title = headingIn(own)?.title ?? (isHead ? own : undefined);
    const isTitle =
      title !== undefined &&
      spaced(title).length <= maxTitleWords &&
      // “Interactive mode” is not about `mode`, “mode (true)” is.
      (!isWord || spaced(title.split('(')[0]!.toLowerCase()).filter((word) => !kindWords.has(word)).length === 1);
    if (kinds[row] === 'code' ? isSettingRow(all, row, kinds) : isTitle) add(sectionAt(all, row, kinds));
    else if (kinds[row] === 'prose' && title === undefined) add(entryAt(all, row, at, own));
  });
  return found;
}

const quoted = /(["'`])((?:(?!\1)[^\\]|\\.){0,1500})\1/g;

/** Matches escaped line breaks and row continuations inside a text. */
const ties = /\\(?:n|r|t)?(?=\s)|\\n/g;

/** Words before a text that is printed, logged or thrown: it says something to a user, and nothing of the option. */
const sayings = setOf(
  'echo print printf println puts write log warn error errors errorf throw raise fail fatal panic die abort assert exception message',
);
const isSaying = (before: string): boolean =>
  (before.match(nameRuns)?.slice(-2) ?? []).flatMap(splitIdentifier).some((word) => sayings.has(word.toLowerCase()));

/** Signs behind which a statement goes on in the next row, as far in. */
const goingOn = setOf(', ( [ { \\ | + : =');

/** The quoted help sentence below a flag's name, up to the end of the call or entry. */
function helpAt(all: readonly string[], row: number, at: Place): Found | undefined {
  const own = all[row]!;
  const start = own.slice(0, at.index);
  // `"--limit"` is opened by the quotation mark.
  const before = start.endsWith('--') ? start.slice(0, -2) : start;
  if (before.trim() !== '' && !'"\'`:'.includes(before.at(-1)!)) return undefined;
  const last = Math.min(row + maxHelpRows, all.length) - 1;
  const behindName = own.slice(at.index + at.length);
  // `if (given("--limit")) {` begins what is done with it.
  if (behindName.includes(')') && '{:'.includes(own.trimEnd().at(-1)!)) return undefined;
  let said = '"\'`'.includes(behindName.charAt(0)) ? behindName.slice(1) : behindName;
  for (let next = row; next <= last; next += 1) {
    const below = all[next]!;
    if (next > row) {
      // A statement as far in is another one.
      const isNew = indentOf(below) === indentOf(own) && !goingOn.has(all[next - 1]!.trimEnd().slice(-1));
      if (isNew || below.trim() === '' || indentOf(below) < indentOf(own)) return undefined;
      // A long text continues in the next string literal, joined by an operator or by adjacency.
      said += ` ${below.trim()}`;
    }
    for (const { 2: help = '', index } of said.matchAll(quoted)) {
      const text = oneSpaced(help.replace(ties, ' '));
      if (isProse(text))
        return isSaying(said.slice(0, index)) ? undefined : { kind: 'help', text, start: row, end: next };
    }
  }
  return undefined;
}

/** First words of statements, above which it is said why they are there. */
const controls = setOf('if elif elsif unless while until for when case return assert not switch');

/**
 * The comment right above a row that begins with the name, or behind it; a method of it, or what takes it, is something else.
 */
function commentAt(all: readonly string[], row: number, at: Place, { marks, style }: Comments): Found | undefined {
  const own = all[row]!;
  const before = own.slice(0, at.index).trim();
  const { code, comments } = style ? splitComments(own, style) : { code: own, comments: '' };
  // What is set further in is a step of some function, but in a list.
  const behind = own.slice(at.index + at.length).trimStart();
  const isStep = indentOf(own) > 0 && behind.startsWith('=') && !code.trimEnd().endsWith(',');
  if (isStep || controls.has(spaced(before)[0] ?? '') || spaced(before).length > 3 || /[(<,=.]/.test(before))
    return undefined;
  const found = comments === '' ? undefined : commentBehind(all, row, comments, marks);
  if (found) return found;
  let start = row;
  while (start > 0 && marks[start - 1] === 1) start -= 1;
  const comment = all.slice(start, row);
  if (start === row || comment.some(isDirective)) return undefined;
  const text = plainComment(comment.join('\n'));
  return !isProse(text) ? undefined : { kind: 'comment', text, start, end: row };
}

/** The comment behind what stands in a row, with the rows that go on with it further in. */
function commentBehind(all: readonly string[], row: number, said: string, marks: Comments['marks']): Found | undefined {
  let end = row;
  while (marks[end + 1] === 1 && indentOf(all[end + 1]!) > indentOf(all[row]!)) end += 1;
  const text = plainComment([said, ...all.slice(row + 1, end + 1)].join('\n'));
  return isProse(text) ? { kind: 'comment', text, start: row, end } : undefined;
}

/** The comments of a file: by row 1 where it is nothing else, and how they are written. */
interface Comments {
  marks: ArrayLike<number>;
  style: CommentStyle | undefined;
}

/** Matches the sign of a comment at the beginning of a row. */
const leader = /^\s*(?:\/\*\*?|\*(?!\/)|\/\/[/!]?|#+|--)/;

/** Most characters of a short flag before a long one: `-l, --limit`, `-l | --limit`. */
const maxShortChars = 6;

/** What stands behind the dashes of a row that begins with a long flag; undefined for other rows. */
function behindDashes(row: string): string | undefined {
  const at = row.indexOf('--');
  const before = row.slice(0, Math.max(0, at)).trim();
  const isShort = before.length <= maxShortChars && opensFlag(before) && row[at - 1] === ' ';
  return at >= 0 && (before === '' || isShort) ? row.slice(at + 2) : undefined;
}

function inCode(code: ReadCode, all: readonly string[], spelling: Spelling): Found[] {
  const marks = commentMarks(code);
  const comments = { marks, style: code.language?.comments };
  // Blanks stand for the signs, so that none is taken for the mark of an entry.
  const bare = all.map((text, row) =>
    marks[row] === 1 ? text.replace(leader, (sign) => ' '.repeat(sign.length)) : text,
  );
  const found: Found[] = [];
  all.forEach((text, row) => {
    const at = spelling(text);
    if (!at) return;
    // A text on the use of a program stands in quotes, each flag in a row.
    const flag = behindDashes(text);
    const plain = flag ?? text.replace(leader, '').trimStart();
    const inPlain = marks[row] === 1 || flag !== undefined ? spelling(plain) : undefined;
    const one =
      (inPlain && entryAt(bare, row, inPlain, plain)) ??
      (marks[row] === 1 ? undefined : (helpAt(all, row, at) ?? commentAt(all, row, at, comments)));
    if (one) found.push(one);
  });
  return found;
}

function foundIn(from: CodeSource, code: ReadCode, spelling: Spelling, isWord: boolean): Found[] {
  const { text } = code.source;
  return isDocument(from) ? inDocument(text, spelling, isWord) : inCode(code, text.split('\n'), spelling);
}

/** True when only the first letter may be a capital. */
const isPlain = (name: string): boolean => name.slice(1) === name.slice(1).toLowerCase();

/**
 * True for names that can only be an option or a symbol: `--color`, `no-pull`, `body_limit`, `bodyLimit`. A capital
 * alone may just begin the question.
 */
export const isOption = (name: string): boolean =>
  name.includes('-') || name.includes('_') || (looksLikeName(name) && !isPlain(name));

/** True for names spelt like those of types, `TreeNode`; not for `TREE_NODE`. */
export const isTypeName = (name: string): boolean =>
  name.charAt(0) !== name.charAt(0).toLowerCase() && name !== name.toUpperCase();

/** Where a description is looked for: in documents alone, or in code too. */
type Where = 'anywhere' | 'documents';

/** The files with a name, documents first, without tests and lists of changes. */
function* filesWith(name: string, where: Where, asking: Asking): Generator<Omit<Described, 'rows' | 'text'>> {
  const isMeant = (from: CodeSource) => {
    const isAside = isTest(from.place, []) || ofChanges.test(from.place) || rolesOf(from.place).vendored;
    return !isAside && (where === 'anywhere' || isDocument(from));
  };
  const sources = (holdingSources(asking.parts, { name }) ?? []).filter(isMeant);
  sources.sort((a, b) => Number(rolesOf(b.place).documents) - Number(rolesOf(a.place).documents));
  for (const from of sources.slice(0, maxFiles)) {
    asking.signal.throwIfAborted();
    const code = readOf(from, asking);
    if (code) yield { from, code };
  }
}

/**
 * The best description found of a name; undefined when there is none.
 * @param name in any spelling: `no-pull`, `noPull`, `NO_PULL`
 * @param where of a type or a function other code only says what it does with it
 */
export function described(name: string, asking: Asking, where: Where = 'anywhere'): Described | undefined {
  const spelling = spellingOf(name, where === 'documents');
  const isWord = splitIdentifier(name).length === 1;
  const asWritten = name.startsWith('--') ? name.slice(2) : name;
  const own = new Set(termsOf(name));
  const besides = analyse(asking.query).content.filter((term) => !own.has(term) && !ofSettings.has(term));
  let best: (Described & { value: number }) | undefined;
  for (const { from, code } of filesWith(name, where, asking)) {
    for (const { kind, text, start, end } of foundIn(from, code, spelling, isWord)) {
      const isAsWritten = code.rows.slice(start, end).includes(asWritten);
      const said = new Set(termsOf(text));
      // Of several settings of one name that of the batchers is no answer about the processors.
      const meant = besides.filter((term) => said.has(term)).length;
      const value = worth[kind] + (isAsWritten ? 0.4 : 0) + Math.min(text.length, 200) / 400 + meant * worthOfWord;
      if (value > (best?.value ?? 0)) best = { from, code, rows: { start, end }, text, value };
    }
  }
  return best;
}

/** Most characters before the name in a paragraph about it. */
const maxBefore = 80;
const codeSpan = /`([^`\n]{1,80})`/;

/** First words of an entry of a list of changes, which says what was done to something and not what it is. */
const ofChange = new Set(spaced('fix add remove change improve update rename deprecate support').map(stem));

/** True when the first that a text writes as code, and soon, is the symbol; a plain word counts only with the name of its container. */
function opensWith(text: string, path: readonly string[]): boolean {
  const [name, container] = path.toReversed();
  const found = codeSpan.exec(text);
  if (!found || found.index > maxBefore || ofChange.has(stem(spaced(text)[0]!.toLowerCase()))) return false;
  const [last, before] = found[1]!
    .split('(')[0]!
    .split(/[.:#]+/)
    .toReversed();
  return last === name && (before === container || splitIdentifier(name!).length > 1);
}

/**
 * The first paragraph of a document that is about a symbol.
 * @param path names of the enclosing symbols and its own, outermost first
 */
export function toldInDocuments(path: readonly string[], asking: Asking): Described | undefined {
  for (const { from, code } of filesWith(path.at(-1)!, 'documents', asking)) {
    const told = proseBlocks(proseRows(code.source.text)).find(({ text }) => isProse(text) && opensWith(text, path));
    if (told) return { from, code, rows: { start: told.row, end: told.row }, text: told.text };
  }
  return undefined;
}

/** Adds the description of a name, with its place, to the page. */
export function putDescribed(name: string, { from, code, rows, text }: Described, page: Page): void {
  const where = page.referred(`${inline(name)} is described in ${page.at(from, rows.start)}`, from, code, rows);
  page.put(`${where}:\n\n> ${quotable(withoutTags(text), maxChars)}`);
}
