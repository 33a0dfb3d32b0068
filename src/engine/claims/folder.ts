/**
 * Answers what code is that has no name to ask by, a folder, a file or a given passage, from its own documentation and
 * from what it defines.
 */
import type { RowSpan, OutlineSymbol } from '../read/types';
import { sentencesOf, proseRows, proseBlocks, type TextBlock, holdsSentence, isProseLanguage } from '../text/comments';
import {
  type ReadCode,
  withoutTags,
  type CodeSource,
  type OutlinedCode,
  plainDocumentationOf,
  headOf,
  wholeRows,
  sourcesOf,
  isAside,
  sourceOf,
} from '../outline/sources';
import { setOf } from '../question/courtesies';
import { hasWordSign, spaced, withoutSlash, rowsOfText } from '../text/plain';
import { headingIn, plainTitle } from '../../languages/markdown';
import { namesOf, isReadme } from '../overview';
import {
  type Asking,
  readOf,
  outlinedOf,
  listed,
  Page,
  inline,
  quotable,
  plural,
  type Maker,
  withArticle,
  kindOfSymbol,
  type Putting,
} from './page';
import { folderOf } from '../files/walk';
import { isOfProject } from '../rank/fileKinds';
import { languageOfEnding } from '../../languages/table';
import { wantOf } from './wants';
import { Rows } from '../chunk/block';
import { documentationIn } from './explain';
import { messageIn } from './failure';
import type { AnswerSnippet, Answer } from '../types';
import type { Grammars } from '../chunk/grammars';
import { readOutline } from '../read/readOutline';
import { lineStartsOf } from '../files/readSource';
import { codeRows, fenced, sources } from '../answers/markdown';

// Section: one file: its documentation and what it defines, from the syntax tree, or the first paragraph of a document.

const maxNames = 6;
/** Most rows of a document searched for its first paragraph. */
const maxProseRows = 200;
const maxSentences = 3;

export interface Said {
  text: string;
  rows: RowSpan;
}

/** What a README says its project is. */
interface Purpose extends Said {
  /** True when it says so plainly; false when it only stands first. */
  isPlain: boolean;
}

/** Matches boilerplate and directives at the top of files, and to-do notes: none describes the file. */
export const ofNobody =
  /copyright|licen[cs]e|eslint|@ts-|spdx|^\S{1,80} \S{1,80} created by\b|^(?:todo|fixme)\b|^(?:auto-?)?generated (?:by|from|file|code)\b|^[a-z]{1,20}:[a-z]|^[a-z_-]{1,40}:\s?\S{1,40}$/i;

/** The first sentences of a text; all of it when none is told apart. */
export const firstSentences = (text: string, most: number): string =>
  sentencesOf(text).slice(0, most).join(' ') || text;

/** The rows at the beginning of a document. */
const openingRows = ({ rows }: ReadCode) => proseRows(rows.slice(0, Math.min(maxProseRows, rows.count) - 1));

/** The first paragraph of a document. */
function proseOf(code: ReadCode): Said | undefined {
  const block = proseBlocks(openingRows(code)).find((one) => one.isSaid);
  return block && { text: firstSentences(block.text, maxSentences), rows: { start: block.row, end: block.row } };
}

// Section: what a README says its project is.

const verbsOfPurpose = setOf('provides offers lets enables allows helps brings implements adds gives makes contains');
const articles = setOf('a an the');
/** Words for a project in "this library provides". */
const ownKinds = setOf('project library package module crate gem plugin extension framework repository repo tool app application program'); // prettier-ignore
/** Most words before the verb of a sentence that says what something is. */
const maxSubject = 5;
/** Least words of a title that says what the project is: "An HTTP server for Zig". */
const minTitle = 4;
const maxBlocks = 40;
/** How plainly a sentence says it that stands below a further heading: less than any above, more than nothing. */
const furtherDown = 0.5;

/** Runs of letters and digits. */
export const lettersIn = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** First words of a remark, which says something beside: "NOTE: we look for maintainers". */
const remarks = setOf('note warning important caution attention deprecated disclaimer');

/** Words of who pays for it. */
const thanks = setOf(
  'thanks sponsor sponsors sponsored sponsoring sponsorship donate donation donations backers funded',
);

/** First words and others of a sentence that only points to something else: "For more information, visit our site". */
const pointingFirst = setOf('for if see visit read check please');
const pointing = setOf('see visit refer join ask check');

function isBeside(text: string): boolean {
  const words = lettersIn(firstSentences(text, 1).toLowerCase());
  const [first = '', second = ''] = words;
  if (pointingFirst.has(first) && words.some((word) => pointing.has(word))) return true;
  return remarks.has(first === 'please' ? second : first) || words.some((word) => thanks.has(word));
}

/** A sentence without what stands in its first brackets, and the same without what stands between its first commas. */
function withoutAsides(text: string): string[] {
  const [open, close] = [text.indexOf('('), text.indexOf(')')];
  const said = open > 0 && close > open ? `${text.slice(0, open)} ${text.slice(close + 1)}` : text;
  const [subject = '', , ...rest] = said.split(',');
  return [said, `${subject} ${rest.join(',')}`];
}

/**
 * How plainly a sentence says what the project is: 2 "Zod is a …", 1 "This library provides …", 0 not at all.
 */
const plainnessOf = (text: string, names: ReadonlySet<string>): number =>
  Math.max(...withoutAsides(withoutTags(text)).map((said) => plainnessOfPlain(said, names)));

function plainnessOfPlain(said: string, names: ReadonlySet<string>): number {
  const words = lettersIn(said.toLowerCase());
  // "uPickle: a library for JSON" says it, too.
  const colon = said.indexOf(': ');
  const isApposed = colon > 0 && names.has(lettersIn(said.slice(0, colon).toLowerCase()).join(''));
  if (isApposed && articles.has(lettersIn(said.slice(colon).toLowerCase())[0] ?? '')) return 2;
  const verb = words.findIndex((word) => word === 'is' || word === 'are' || verbsOfPurpose.has(word));
  if (verb < 1 || verb > maxSubject) return 0;
  if (!verbsOfPurpose.has(words[verb]!) && !articles.has(words[verb + 1] ?? '')) return 0;
  const subject = words.slice(articles.has(words[0]!) ? 1 : 0, verb);
  // `xterm` calls itself Xterm.js.
  const bare = subject.filter((word) => !ownKinds.has(word));
  if ([subject, bare, subject.filter((word) => word !== 'js')].some((own) => names.has(own.join('')))) return 2;
  return subject[0] === 'this' && ownKinds.has(subject.at(-1)!) ? 1 : 0;
}

const isItem = (row: string): boolean => /^\s*(?:[-*+]|\d+\.)\s/.test(row);

/** A name in letters and digits alone, whole and without words for its kind and its version: "Slim Framework 4" is "slim". */
function spellingsOf(name: string): string[] {
  const words = lettersIn(name.toLowerCase());
  const bare = words.filter((word) => !ownKinds.has(word) && !/^v?\d+$/.test(word));
  return [words.join(''), bare.join('')].filter((one) => one !== '');
}

/** Most rows above what a file says of its folder, or a tagline below a title: further down it is about something else. */
export const maxAbove = 3;
const isQuoted = (row: string): boolean => row.trimStart().startsWith('>');

/** True in a quotation that begins with a heading or a mark, `> [!NOTE]`: it says something beside. */
function isRemark(row: number, rows: readonly string[]): boolean {
  let first = row;
  while (first > 0 && isQuoted(rows[first - 1]!)) first -= 1;
  return isQuoted(rows[row]!) && /^\s*>\s?(?:#|\[!|_?\*\*|[-*]\s)/.test(rows[first]!);
}

/** True for a title that says what the project is: "An HTTP server for Zig", "Lens: lenses and folds". */
const saysKind = (title: string): boolean =>
  spaced(title).length >= minTitle && (articles.has(spaced(title.toLowerCase())[0]!) || /[:–—]\s|\s-\s/.test(title));

/** First words of headings that every project may have. */
const ofEveryProject = setOf('contributing contribute license licence install installation installing usage getting building requirements documentation support security reporting credits'); // prettier-ignore

/** The titles of parts, such as features, that begin right below a paragraph; none where something else stands there. */
function titlesRightBelow(rows: readonly string[]): string[] {
  const first = headingIn(rows.find(hasWordSign) ?? '');
  const beside = rows.flatMap((row) => headingIn(row) ?? []).filter(({ level }) => level === first?.level);
  const titles = beside.map(({ title }) => plainTitle(title));
  const end = titles.findIndex((title) => ofEveryProject.has(lettersIn(title.toLowerCase())[0] ?? ''));
  return titles.slice(0, end < 0 ? maxNames : Math.min(end, maxNames));
}

/** The first sentences of a paragraph, with the list that they open by a colon, or the titles of what follows. */
function withList(at: number, blocks: readonly TextBlock[], rows: readonly string[]): Said {
  const { row, text: whole } = blocks[at]!;
  const text = firstSentences(whole, maxSentences);
  const after = blocks.slice(at + 1);
  const isHeadingBefore = (below: number) => rows.slice(row + 1, below).some((one) => headingIn(one) !== undefined);
  const end = after.findIndex((one) => !isItem(rows[one.row]!) || isHeadingBefore(one.row));
  const items = text.endsWith(':') ? after.slice(0, end < 0 ? after.length : end) : [];
  const titles = spaced(text).includes('following') ? titlesRightBelow(rows.slice(row + 1)) : [];
  if (titles.length > 0)
    return { text: `${text.replace(/\.$/, ':')} ${titles.join('; ')}`, rows: { start: row, end: row } };
  const listed = items.map((item) => item.text.replace(/[.;,]$/, '')).join('; ');
  return { text: listed === '' ? text : `${text} ${listed}`, rows: { start: row, end: items.at(-1)?.row ?? row } };
}

/**
 * What a README says its project is: the paragraph that says it most plainly, else a title that does, else the first
 * paragraph, with the heading of the part that it stands in.
 * @param namesElsewhere what its manifest calls it, for many titles are pictures
 */
export function purposeOf(
  from: Pick<CodeSource, 'place'>,
  code: ReadCode,
  namesElsewhere: readonly string[] = [],
): Purpose | undefined {
  const rows = openingRows(code);
  const blocks = proseBlocks(rows);
  const headings = rows.map(headingIn);
  const told = namesOf({ place: from.place, text: code.source.text });
  const names = new Set([...told, ...namesElsewhere].flatMap(spellingsOf));
  const title = headings.findIndex((one) => one !== undefined);
  const [, secondPart = rows.length] = [...headings.keys()].filter(
    (row) => row !== title && headings[row] !== undefined,
  );
  const said = blocks.slice(0, maxBlocks).flatMap(({ isSaid, text, row }, at) => {
    // An entry of a table of contents says nothing.
    const isTagline = isQuoted(rows[row]!) && row <= title + maxAbove && lettersIn(text).length > 1;
    if (!(isSaid || isTagline) || rows[row]!.includes('](#')) return [];
    const sentences = sentencesOf(text).slice(0, maxSentences);
    const plainest = Math.max(0, ...sentences.map((sentence) => plainnessOf(sentence, names)));
    // What begins small goes on from something that was left out.
    const isFragment = plainest === 0 && row > title + maxAbove && text.charAt(0) !== text.charAt(0).toUpperCase();
    if (isFragment || isRemark(row, rows) || isBeside(text)) return [{ at, row, plainness: -1, rank: -1 }];
    if (row < secondPart) return [{ at, row, plainness: plainest, rank: 1 + plainest }];
    // What stands further down is rather about something else, a remark on "this project" certainly.
    const plainness = plainest < 2 ? 0 : furtherDown;
    return [{ at, row, plainness, rank: plainness }];
  });
  const [best] = said.toSorted((a, b) => b.rank - a.rank);
  const plainness = Math.max(0, best?.plainness ?? 0);
  const titleAt = (row: number) => ({
    text: plainTitle(headings[row]!.title),
    rows: { start: row, end: row },
    isPlain: true,
  });
  const plainer = headings.findIndex((one) => one && plainnessOf(one.title, names) > plainness);
  if (plainer >= 0) return titleAt(plainer);
  const [name = ''] = told;
  const named = headings.findIndex((one) => one?.title === name);
  const [firstWord = ''] = lettersIn((best ? blocks[best.at]!.text : '').toLowerCase());
  const isPlain = plainness > 0 || firstWord === 'this' || articles.has(firstWord) || names.has(firstWord);
  const isTelling = named >= 0 && (saysKind(name) || (!isPlain && spaced(name).length > minTitle));
  if (plainness < 1 && isTelling) return titleAt(named);
  if (!best || best.plainness < 0) return undefined;
  const first = { ...withList(best.at, blocks, rows), isPlain };
  const part = headings.slice(0, best.row).findLast((one) => one !== undefined);
  if (plainness > 0 || !part || part.level < 2) return first;
  return { ...first, isPlain: false, text: `Its README begins, under “${plainTitle(part.title)}”: ${first.text}` };
}

/** What begins a comment that is no documentation where something stands right below it. */
const remarkSigns = ['// ', '/* '];

/** The documentation at the top of a file. */
function ownWords({ outline, rows }: OutlinedCode): Said | undefined {
  const { documentation } = outline;
  const text = withoutTags(plainDocumentationOf(rows, documentation));
  // A few words are only a heading for what follows: "Module dependencies".
  if (!documentation || !holdsSentence(text) || ofNobody.test(text.slice(0, 300))) return undefined;
  // A remark right above a statement is about that alone.
  const below = documentation.end + 1 < rows.count ? rows.row(documentation.end + 1).trim() : '';
  const isRemark = remarkSigns.some((sign) => rows.row(documentation.start).trimStart().startsWith(sign));
  if (isRemark && '#@'.includes(below.charAt(0) || ' ')) return undefined;
  return { text: firstSentences(text, 2), rows: documentation };
}

const doing: ReadonlySet<string> = new Set(['function', 'class', 'interface', 'enum', 'type', 'module', 'macro']);

/** Sorts public symbols before private ones, and types and functions before the rest. */
function toldFirst(symbols: readonly OutlineSymbol[]): OutlineSymbol[] {
  const isOwn = ({ name }: OutlineSymbol) => name.startsWith('_') || name.startsWith('#');
  const rank = (one: OutlineSymbol) => (isOwn(one) ? 2 : 0) + (doing.has(one.kind) ? 0 : 1);
  return symbols.toSorted((a, b) => rank(a) - rank(b));
}

/**
 * The symbols at the top of a file or of its namespaces, each name once and namespaces last, or the members of its only
 * class.
 */
export function definedIn({ outline: { symbols } }: OutlinedCode): OutlineSymbol[] {
  const isInside = ({ parent }: OutlineSymbol): boolean =>
    parent === undefined || (symbols[parent]!.kind === 'module' && isInside(symbols[parent]!));
  const names = new Set<string>();
  const top = symbols.filter((one) => isInside(one) && !names.has(one.name) && names.add(one.name));
  const around = top.filter(({ kind }) => kind === 'module');
  const units = top.filter(({ kind }) => kind !== 'module');
  const [only, second] = units;
  // A type and what is added to it elsewhere have one name.
  const members = symbols.filter(
    ({ parent }) => parent !== undefined && symbols[parent]!.name === only?.name && isInside(symbols[parent]!),
  );
  return only && !second && doing.has(only.kind) && only.kind !== 'function'
    ? [only, ...toldFirst(members)]
    : [...toldFirst(units), ...around];
}

/** What a file says of itself: the beginning of a document, or the documentation at the top of code. */
export async function saidBy(from: CodeSource, asking: Asking): Promise<Said | undefined> {
  if (isProseLanguage(from.part.languageOf(from.key))) {
    const read = readOf(from, asking);
    return read && proseOf(read);
  }
  const code = await outlinedOf(from, asking);
  return code && ownWords(code);
}

/** The names of some symbols as a list. */
export const namesIn = (symbols: readonly OutlineSymbol[], most: number): string =>
  listed(
    symbols.map(({ name }) => name),
    most,
  );

/**
 * One sentence about a file, with its reference: its documentation, or else what it defines.
 * @param named what it is called in the sentence
 */
async function fileInShort(
  from: CodeSource,
  page: Page,
  asking: Asking,
  named = asking.labelOf(from),
): Promise<string | undefined> {
  const read = readOf(from, asking);
  if (!read) return undefined;
  const label = inline(named);
  const said = await saidBy(from, asking);
  if (said) return page.cited(`${label}: ${quotable(said.text)}`, from, read, said.rows);
  const code = await outlinedOf(from, asking);
  const defined = code ? definedIn(code) : [];
  const [first, second] = defined;
  if (!first) return undefined;
  const own = second ? undefined : headOf(first, read.rows).documentation;
  const what = `${label} defines ${namesIn(defined, maxNames)}${own === undefined ? '' : `: ${quotable(own)}`}`;
  return page.cited(what, from, read, { start: first.start, end: first.start });
}

/** A list item for one definition: its documentation, or else its signature. */
export function definitionInShort(
  symbol: OutlineSymbol,
  from: CodeSource,
  { code, page }: { code: ReadCode; page: Page },
): string {
  const { documentation, signature } = headOf(symbol, code.rows);
  const name = inline(symbol.path.join('.'));
  const head = symbol.path.length === 1 ? inline(signature) : `${name}: ${inline(signature)}`;
  const bare = signature === symbol.name ? name : head;
  return page.cited(
    `- ${documentation === undefined ? bare : `${name}: ${quotable(documentation)}`}`,
    from,
    code,
    wholeRows(symbol),
  );
}

// Section: a folder: the documentation of its files, and what they define at their top, from the syntax tree.

const scores = { told: 0.85, listed: 0.6 };
const maxFiles = 10;
/** Most files looked into for those: many have nothing to tell. */
const maxReadFiles = 200;

interface Folder {
  /** Path; empty for the searched folder itself. */
  path: string;
  /** Sources directly in it. */
  own: CodeSource[];
  /** Sources in folders below it. */
  below: CodeSource[];
}

/**
 * The folder of a path, or of the end of one; undefined when there is none. Of several the one that holds most of the
 * project's own files.
 * @returns with the paths of the others
 */
function folderCalled(wanted: string, asking: Asking): (Folder & { others: string[] }) | undefined {
  const sources = sourcesOf(asking.parts);
  const asked = withoutSlash(wanted).toLowerCase();
  const folders = [...new Set(sources.map(({ place }) => folderOf(place)))];
  const all = folders.flatMap((folder) => folder.split('/').map((_, at, names) => names.slice(0, at + 1).join('/')));
  const called = [...new Set(all)].filter((folder) => `/${folder.toLowerCase()}`.endsWith(`/${asked}`));
  const exact = called.find((folder) => folder.toLowerCase() === asked);
  const sizes = new Map(called.map((folder) => [folder, 0]));
  for (const { place } of exact === undefined ? sources : []) {
    if (isAside(place)) continue;
    for (let at = place.indexOf('/'); at >= 0; at = place.indexOf('/', at + 1)) {
      const size = sizes.get(place.slice(0, at));
      if (size !== undefined) sizes.set(place.slice(0, at), size + 1);
    }
  }
  const path = exact ?? called.sort((a, b) => sizes.get(b)! - sizes.get(a)! || (a < b ? -1 : 1))[0];
  if (path === undefined || asked === '') return undefined;
  const own = sources.filter(({ place }) => folderOf(place) === path);
  const below = sources.filter((one) => one.place.startsWith(`${path}/`) && !own.includes(one));
  // A folder inside of another is a part of it, not another one.
  const others = exact === undefined ? called.filter((one) => one !== path && !one.startsWith(`${path}/`)) : [];
  return { path, own, below, others };
}

/** All files that are searched, as a folder. */
export function searchedFolder({ parts }: Asking): Folder {
  const sources = sourcesOf(parts).filter((from) => sourceOf(from).kind === 'file');
  const own = sources.filter(({ place }) => !place.includes('/'));
  return { path: '', own, below: sources.filter((one) => !own.includes(one)) };
}

/** Adds the first sentences of the folder's README; false when it has none. */
function readmeOf(own: readonly CodeSource[], page: Page, asking: Asking): boolean {
  const from = own.find(({ place }) => isReadme(place));
  const code = readOf(from, asking);
  const said = from && code && purposeOf(from, code);
  if (!said || !(said.isPlain || said.rows.start <= maxAbove)) return false;
  page.say(quotable(said.text), from, code, said.rows);
  return true;
}

/**
 * Tells of a folder: what its README says, how many files it holds, and each of the first in a row.
 * @param named what it is called at the beginning of the sentence
 * @returns score; undefined when there is nothing to tell
 */
export async function putFolder(
  { path, own, below }: Folder,
  named: string,
  { page, asking }: Putting,
): Promise<number | undefined> {
  const isTold = readmeOf(own, page, asking);
  const isRead = asking.isWhole ? '' : ', as far as it was read';
  page.say(
    `${named} holds ${plural(own.length, 'file')}${below.length > 0 ? `, and ${below.length} in folders below it` : ''}${isRead}:`,
  );
  const list: string[] = [];
  const isTests = own.every(({ place }) => isAside(place));
  const codeFirst = (files: readonly CodeSource[]) =>
    files.toSorted((a, b) => Number(isOwnCode(b)) - Number(isOwnCode(a)));
  for (const from of [...codeFirst(own), ...codeFirst(below)].slice(0, maxReadFiles)) {
    asking.signal.throwIfAborted();
    if (isReadme(from.place) || (!isTests && isAside(from.place))) continue;
    const told = await fileInShort(from, page, asking, path === '' ? from.place : from.place.slice(path.length + 1));
    if (told === undefined) continue;
    list.push(list.length < maxFiles ? `- ${told}` : '- and others');
    if (list.length > maxFiles) break;
  }
  if (list.length === 0 && !isTold) return undefined;
  if (list.length > 0) page.put(list.join('\n'));
  return isTold || list.length > 2 ? scores.told : scores.listed;
}

/** True for code of the project itself. */
export function isOwnCode({ place, part, key }: CodeSource): boolean {
  const id = part.languageOf(key);
  return isOfProject(place) && !isAside(place) && languageOfEnding(id) !== undefined && !isProseLanguage(id);
}

/** Words for the folder that is searched. */
const thisOne = setOf('this the our current .');

export const folder: Maker = async (asking) => {
  const want = wantOf(asking.query, 'folder');
  if (!want) return undefined;
  const isSearched = thisOne.has(want.subject.toLowerCase());
  const called = isSearched ? undefined : folderCalled(want.subject, asking);
  const found = called ?? (isSearched ? searchedFolder(asking) : undefined);
  if (!found) return undefined;
  const page = new Page(asking);
  const named = isSearched ? 'This folder' : inline(`${found.path}/`);
  const { others = [] } = called ?? {};
  if (others.length > 0)
    page.say(
      `${inline(`${withoutSlash(want.subject)}/`)} is the name of ${others.length + 1} folders here. The largest is ${named}; the others: ${listed(others, maxNames)}.`,
    );
  const score = await putFolder(found, named, { page, asking });
  return score === undefined ? undefined : page.answer('folder', score, []);
};

// Section: given code, “explain this”: by its own syntax tree what it defines, its documentation, its calls and failures.

const maxGivenRows = 12;
const maxGivenNames = 8;
const maxSymbols = 6;
const givenScores = { told: 0.6, quoted: 0.3 };

const unique = (names: readonly string[]): string[] => [...new Set(names)];

/** Sentences and quotations about a text from its syntax tree. */
function toldBy(symbols: readonly OutlineSymbol[], rows: Rows): string[] {
  const top = symbols.filter(({ parent }) => parent === undefined);
  const [first, ...others] = top;
  if (!first) return [];
  const written = documentationIn({ code: { rows }, symbol: first });
  const failures = symbols.flatMap((one) => one.failures).filter(({ text }) => messageIn(text) !== '');
  const own = new Set(symbols.map(({ name }) => name));
  const calls = unique(symbols.flatMap((one) => one.calls.map(({ name }) => name))).filter((name) => !own.has(name));
  const members = symbols.filter(({ parent }) => parent !== undefined && symbols[parent] === first);
  const besides = others.slice(0, maxSymbols).map(({ kind, name }) => `${kind} ${inline(name)}`);
  const fails = failures.map(({ call, text }) => `Fails with ${inline(call)}: “${quotable(messageIn(text), 160)}”.`);
  return [
    ...(written === undefined ? [] : [`> ${quotable(written, 500)}`]),
    ...(members.length > 0 ? [`${inline(first.name)} holds ${namesIn(members, maxGivenNames)}.`] : []),
    ...(besides.length > 0 ? [`Beside it: ${besides.join(', ')}.`] : []),
    ...(calls.length > 0 ? [`Calls in it: ${listed(calls, maxGivenNames)}.`] : []),
    ...unique(fails).slice(0, 3),
  ];
}

/** Describes a passage that was given; quotes its beginning alone when no syntax tree tells more. */
export async function toldOf(snippet: AnswerSnippet, grammars: Grammars): Promise<Answer> {
  const { text, language, lines, label, id, symbol } = snippet;
  const tree = languageOfEnding(language);
  const outline = tree && (await readOutline(text, tree, grammars));
  const rows = new Rows(text, lineStartsOf(text));
  const [first] = outline?.symbols ?? [];
  const shown = codeRows(rowsOfText(text).slice(0, maxGivenRows));
  const end = Math.min(lines.end, lines.start + shown.length - 1);
  const citation = { id, label: `${label}:${lines.start}-${end}`, lines: { start: lines.start, end } };
  const name = symbol ?? first?.path.join('.');
  const head = first
    ? `${inline(name ?? first.name)} is ${withArticle(kindOfSymbol({ symbol: first, code: { rows } }))} in ${inline(label)} [1].`
    : `${inline(label)} begins with [1]:`;
  const told = first ? toldBy(outline?.symbols ?? [], rows) : [];
  const parts = [head, ...told.slice(0, 1), fenced(shown.join('\n').trimEnd(), language), ...told.slice(1), sources([citation])]; // prettier-ignore
  const score = told.length > 0 ? givenScores.told : givenScores.quoted;
  return {
    text: parts.join('\n\n'),
    score,
    citations: [citation],
    isAbsence: false,
    kind: 'explain',
    symbols: name === undefined ? [] : [name],
  };
}
