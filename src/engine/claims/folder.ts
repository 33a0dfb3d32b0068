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
  sourcesOf,
  isAside,
  sourceOf,
  byText,
} from '../outline/sources';
import { setOf } from '../question/courtesies';
import { spaced, withoutSlash, rowsOfText } from '../text/plain';
import { headingIn, plainTitle } from '../../languages/markdown';
import { namesOf, isReadme, lettersIn, ownKinds, plainName } from '../overview';
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

// Section: what a README says its project is.

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
const ofNobody =
  /copyright|licen[cs]e|eslint|@ts-|spdx|^\S{1,80} \S{1,80} created by\b|^(?:todo|fixme)\b|^(?:auto-?)?generated (?:by|from|file|code)\b|^[a-z]{1,20}:[a-z]|^[a-z_-]{1,40}:\s?\S{1,40}$/i;

/** The first sentences of a text; all of it when none is told apart. */
export const firstSentences = (text: string, most: number): string =>
  sentencesOf(text).slice(0, most).join(' ') || text;

/** The rows at the beginning of a document. */
const openingRows = ({ rows }: ReadCode) => proseRows(rows.slice(0, Math.min(maxProseRows, rows.count) - 1));

const verbsOfPurpose = setOf('provides offers lets enables allows helps brings implements adds gives makes contains');
const articles = setOf('a an the');
/** Words of a sentence that says something beside: who pays for it, or a warning. */
const beside = setOf('see thanks sponsor sponsors sponsored donate donations backers note warning deprecated');
/** Most words before the verb of a sentence that says what something is. */
const maxSubject = 5;
/** Least words of a title that says what the project is: "An HTTP server for Zig". */
const minTitle = 4;
const maxBlocks = 40;

/** A sentence without what stands in its first brackets or between its first commas, and with a verb for a colon. */
function withoutAside(text: string): string {
  const [open, close] = [text.indexOf('('), text.indexOf(')')];
  const said = open > 0 && close > open ? `${text.slice(0, open)} ${text.slice(close + 1)}` : text;
  const [subject = '', , ...rest] = said.replace(': ', ' is ').split(',');
  return rest.length > 0 ? `${subject} ${rest.join(',')}` : said.replace(': ', ' is ');
}

/** How plainly a sentence says what the project is: 2 "Zod is a …", 1 "This library provides …", 0 not at all. */
function plainnessOf(sentence: string, names: ReadonlySet<string>): number {
  const words = lettersIn(withoutAside(withoutTags(sentence)).toLowerCase());
  const verb = words.findIndex((word) => word === 'is' || word === 'are' || verbsOfPurpose.has(word));
  const subject = words.slice(0, verb);
  if (verb < 1 || verb > maxSubject) return 0;
  if (!verbsOfPurpose.has(words[verb]!) && !articles.has(words[verb + 1] ?? '')) return 0;
  if (names.has(plainName(subject.join(' ')))) return 2;
  return subject[0] === 'this' && ownKinds.has(subject.at(-1)!) ? 1 : 0;
}

const isItem = (row: string): boolean => /^\s*(?:[-*+]|\d+\.)\s/.test(row);

/** Most rows above what a file says of its folder: further down it is about something else. */
export const maxAbove = 3;

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
  const names = new Set([...namesOf({ place: from.place, text: code.source.text }), ...namesElsewhere].map(plainName));
  const title = headings.findIndex((one) => one !== undefined);
  const furtherDown = headings.findIndex((one, row) => row > title && one !== undefined);
  const said = blocks.slice(0, maxBlocks).flatMap(({ isSaid, text, row }, at) => {
    // An entry of a table of contents says nothing.
    if (!isSaid || rows[row]!.includes('](#')) return [];
    const sentences = sentencesOf(text).slice(0, maxSentences);
    const plainest = Math.max(0, ...sentences.map((sentence) => plainnessOf(sentence, names)));
    if (plainest === 0 && lettersIn((sentences[0] ?? text).toLowerCase()).some((word) => beside.has(word))) return [];
    // What stands further down is about something else, a remark on "this project" certainly; a quotation is rather one, too.
    const isFurther = furtherDown >= 0 && row >= furtherDown;
    const plainness = isFurther && plainest < 2 ? 0 : plainest;
    const isQuoted = rows[row]!.trimStart().startsWith('>');
    return [{ at, row, plainness, rank: isFurther ? plainness / 4 : 1 + plainness - (isQuoted ? 0.5 : 0) }];
  });
  const [best] = said.toSorted((a, b) => b.rank - a.rank);
  const text = best ? firstSentences(blocks[best.at]!.text, maxSentences) : '';
  const [firstWord = ''] = lettersIn(text.toLowerCase());
  const plainness = best?.plainness ?? 0;
  const isPlain = plainness > 0 || firstWord === 'this' || articles.has(firstWord) || names.has(firstWord);
  const heading = headings[title] && plainTitle(headings[title].title);
  const [first = '', ...others] = spaced(heading?.toLowerCase() ?? '');
  const isTitle = articles.has(first) ? others.length >= minTitle - 1 : !isPlain && others.length >= minTitle;
  if (heading !== undefined && plainness < 1 && (plainnessOf(heading, names) > 0 || isTitle))
    return { text: heading, rows: { start: title, end: title }, isPlain: true };
  if (!best) return undefined;
  const items: TextBlock[] = [];
  for (const block of text.endsWith(':') ? blocks.slice(best.at + 1) : []) {
    if (!isItem(rows[block.row]!) || headings.slice(best.row, block.row).some(Boolean)) break;
    items.push(block);
  }
  const listed = items.map((item) => item.text.replace(/[.;,]$/, '')).join('; ');
  const span = { start: best.row, end: items.at(-1)?.row ?? best.row };
  const part = headings.slice(0, best.row).findLast((one) => one !== undefined);
  const isOfPart = plainness < 1 && part !== undefined && part.level > 1 && !names.has(plainName(part.title));
  const begin = isOfPart ? `Its README begins, under “${plainTitle(part.title)}”: ` : '';
  return { text: `${begin}${text} ${listed}`.trimEnd(), rows: span, isPlain: isPlain && !isOfPart };
}

/** What the README in a folder says of it; undefined where that is only about something else. */
export function saidByReadme(own: readonly CodeSource[], asking: Asking) {
  const from = own.find(({ place }) => isReadme(place));
  const code = readOf(from, asking);
  const said = from && code && purposeOf(from, code);
  return said && (said.isPlain || said.rows.start <= maxAbove) ? { ...said, from, code } : undefined;
}

// Section: one file: its documentation and what it defines, from the syntax tree, or the first paragraph of a document.

/** The first paragraph of a document. */
function proseOf(code: ReadCode): Said | undefined {
  const block = proseBlocks(openingRows(code)).find((one) => one.isSaid);
  return block && { text: firstSentences(block.text, maxSentences), rows: { start: block.row, end: block.row } };
}

/** The documentation at the top of a file; a remark right above a statement is about that alone. */
function ownWords({ outline, rows }: OutlinedCode): Said | undefined {
  const { documentation } = outline;
  const text = withoutTags(plainDocumentationOf(rows, documentation));
  // A few words are only a heading for what follows: "Module dependencies".
  if (!documentation || !holdsSentence(text) || ofNobody.test(text.slice(0, 300))) return undefined;
  const below = documentation.end + 1 < rows.count ? rows.row(documentation.end + 1).trim() : '';
  const isRemark = ['// ', '/* '].some((sign) => rows.row(documentation.start).trimStart().startsWith(sign));
  if (isRemark && '#@'.includes(below.charAt(0) || ' ')) return undefined;
  return { text: firstSentences(text, 2), rows: documentation };
}

const doing: ReadonlySet<string> = new Set(['function', 'class', 'interface', 'enum', 'type', 'module', 'macro']);

/**
 * The symbols at the top of a file or of its namespaces, each name once, with the members of its only class: public ones
 * before private ones, types and functions before the rest, namespaces last.
 */
export function definedIn({ outline: { symbols } }: OutlinedCode): OutlineSymbol[] {
  const isInside = ({ parent }: OutlineSymbol): boolean =>
    parent === undefined || (symbols[parent]!.kind === 'module' && isInside(symbols[parent]!));
  const names = new Set<string>();
  const top = symbols.filter((one) => isInside(one) && !names.has(one.name) && names.add(one.name));
  const [only, second] = top.filter(({ kind }) => kind !== 'module');
  const isType = only && !second && doing.has(only.kind) && only.kind !== 'function';
  // A type and what is added to it elsewhere have one name.
  const members = symbols.filter(
    ({ parent }) => isType && parent !== undefined && symbols[parent]!.name === only.name && isInside(symbols[parent]!),
  );
  const rank = ({ name, kind }: OutlineSymbol) =>
    (kind === 'module' ? 4 : 0) + (name.startsWith('_') || name.startsWith('#') ? 2 : 0) + (doing.has(kind) ? 0 : 1);
  return [...(isType ? [only] : top), ...members].sort((a, b) => rank(a) - rank(b));
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

/** One definition: its name with its documentation, or else its signature. */
export function definitionInShort(symbol: OutlineSymbol, rows: Rows): string {
  const { documentation, signature, name } = headOf(symbol, rows);
  const path = inline(symbol.path.join('.'));
  if (documentation !== undefined) return `${path}: ${quotable(documentation)}`;
  return signature === name ? path : `${path}: ${inline(signature)}`;
}

/**
 * One sentence about a file, with its reference: its documentation, or else what it defines.
 * @param named what it is called in the sentence
 * @returns with what the file defines; undefined when it says nothing and defines nothing
 */
export async function fileInShort(
  from: CodeSource,
  named: string,
  { page, asking }: Putting,
  maxChars?: number,
): Promise<{ text: string; isSaid: boolean; defined: OutlineSymbol[]; read: ReadCode } | undefined> {
  const read = readOf(from, asking);
  if (!read) return undefined;
  const label = inline(named);
  const said = await saidBy(from, asking);
  const code = await outlinedOf(from, asking);
  const defined = code ? definedIn(code) : [];
  const [first, second] = defined;
  if (said) {
    const text = page.cited(`${label}: ${quotable(said.text, maxChars)}`, from, read, said.rows);
    return { text, isSaid: true, defined, read };
  }
  if (!first) return undefined;
  const names = defined.map(({ name }) => name);
  const what = `${label} defines ${second ? listed(names, maxNames) : definitionInShort(first, read.rows)}`;
  return { text: page.cited(what, from, read, { start: first.start, end: first.start }), isSaid: false, defined, read };
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

/** The sources in a folder; all of them for an empty path. */
function folderAt(path: string, sources: readonly CodeSource[]): Folder {
  const begin = path === '' ? '' : `${path}/`;
  const isOwn = ({ place }: CodeSource) => folderOf(place) === path;
  return {
    path,
    own: sources.filter(isOwn),
    below: sources.filter((one) => one.place.startsWith(begin) && !isOwn(one)),
  };
}

/** All files that are searched, as a folder. */
export const searchedFolder = ({ parts }: Asking): Folder =>
  folderAt(
    '',
    sourcesOf(parts).filter((from) => sourceOf(from).kind === 'file'),
  );

/**
 * The folders of a path, or else of the end of one, that with most of the project's own files first. A folder inside of
 * that one is a part of it, not another one.
 */
function foldersCalled(wanted: string, sources: readonly CodeSource[]): string[] {
  const asked = withoutSlash(wanted).toLowerCase();
  const folders = new Set<string>();
  for (const folder of new Set(sources.map(({ place }) => folderOf(place))))
    folder.split('/').forEach((_, at, names) => folders.add(names.slice(0, at + 1).join('/')));
  const exact = [...folders].find((folder) => folder.toLowerCase() === asked);
  if (exact !== undefined) return [exact];
  const own = sources.filter(({ place }) => !isAside(place));
  const called = [...folders].filter((folder) => folder.toLowerCase().endsWith(`/${asked}`));
  const sized = called.map((folder) => ({
    folder,
    size: own.filter(({ place }) => place.startsWith(`${folder}/`)).length,
  }));
  const [largest, ...others] = sized
    .sort((a, b) => b.size - a.size || byText(a.folder, b.folder))
    .map((one) => one.folder);
  return largest === undefined ? [] : [largest, ...others.filter((one) => !one.startsWith(`${largest}/`))];
}

/**
 * Tells of a folder: what its README says, how many files it holds, and each of the first in a row.
 * @param named what it is called at the beginning of the sentence
 * @returns score; undefined when there is nothing to tell
 */
export async function putFolder(
  { path, own, below }: Folder,
  named: string,
  put: Putting,
): Promise<number | undefined> {
  const { page, asking } = put;
  const said = saidByReadme(own, asking);
  if (said) page.say(quotable(said.text), said.from, said.code, said.rows);
  const inside = below.length > 0 ? `, and ${below.length} in folders below it` : '';
  const isRead = asking.isWhole ? '' : ', as far as it was read';
  page.say(`${named} holds ${plural(own.length, 'file')}${inside}${isRead}:`);
  const list: string[] = [];
  const isTests = own.every(({ place }) => isAside(place));
  const codeFirst = (files: readonly CodeSource[]) =>
    files.toSorted((a, b) => Number(isOwnCode(b)) - Number(isOwnCode(a)));
  for (const from of [...codeFirst(own), ...codeFirst(below)].slice(0, maxReadFiles)) {
    asking.signal.throwIfAborted();
    if (isReadme(from.place) || (!isTests && isAside(from.place))) continue;
    const told = await fileInShort(from, path === '' ? from.place : from.place.slice(path.length + 1), put);
    if (told) list.push(list.length < maxFiles ? `- ${told.text}` : '- and others');
    if (list.length > maxFiles) break;
  }
  if (list.length === 0 && !said) return undefined;
  if (list.length > 0) page.put(list.join('\n'));
  return said || list.length > 2 ? scores.told : scores.listed;
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
  const sources = sourcesOf(asking.parts);
  const isSearched = thisOne.has(want.subject.toLowerCase());
  const [path, ...others] = isSearched ? [''] : foldersCalled(want.subject, sources);
  if (path === undefined) return undefined;
  const page = new Page(asking);
  const named = isSearched ? 'This folder' : inline(`${path}/`);
  if (others.length > 0)
    page.say(
      `${inline(`${withoutSlash(want.subject)}/`)} is the name of ${others.length + 1} folders here. The largest is ${named}; the others: ${listed(others, maxNames)}.`,
    );
  const found = isSearched ? searchedFolder(asking) : folderAt(path, sources);
  const score = await putFolder(found, named, { page, asking });
  return score === undefined ? undefined : page.answer('folder', score);
};

// Section: given code, “explain this”: by its own syntax tree what it defines, its documentation, its calls and failures.

const maxGivenRows = 18;
const maxGivenNames = 8;
const givenScores = { told: 0.6, quoted: 0.3 };

/** Sentences and quotations about a text from its syntax tree. */
function toldBy(symbols: readonly OutlineSymbol[], rows: Rows): string[] {
  const [first, ...others] = symbols;
  if (!first) return [];
  const written = documentationIn({ code: { rows }, symbol: first });
  const own = symbols.map(({ name }) => name);
  const calls = new Set(symbols.flatMap((one) => one.calls.map(({ name }) => name)));
  for (const name of own) calls.delete(name);
  const failures = symbols.flatMap((one) => one.failures).filter(({ text }) => messageIn(text) !== '');
  const fails = failures.map(({ call, text }) => `Fails with ${inline(call)}: “${quotable(messageIn(text), 160)}”.`);
  return [
    ...(written === undefined ? [] : [`> ${quotable(written, 500)}`]),
    ...(others.length > 0 ? [`Defined in it, too: ${listed(own.slice(1), maxGivenNames)}.`] : []),
    ...(calls.size > 0 ? [`Calls in it: ${listed([...calls], maxGivenNames)}.`] : []),
    ...[...new Set(fails)].slice(0, 3),
  ];
}

/** Describes a passage that was given; quotes its beginning alone when no syntax tree tells more. */
export async function toldOf(snippet: AnswerSnippet, grammars: Grammars): Promise<Answer> {
  const { text, language, lines, label, id, symbol } = snippet;
  const tree = languageOfEnding(language);
  const symbols = (tree && (await readOutline(text, tree, grammars)))?.symbols ?? [];
  const rows = new Rows(text, lineStartsOf(text));
  const [first] = symbols;
  const all = rowsOfText(text.trimEnd());
  const shown = codeRows(all.slice(0, maxGivenRows));
  const quoted = all.length > shown.length ? [...shown, '…'] : shown;
  const end = Math.min(lines.end, lines.start + shown.length - 1);
  const citation = { id, label: `${label}:${lines.start}-${end}`, lines: { start: lines.start, end } };
  const name = symbol ?? first?.path.join('.');
  const head = first
    ? `${inline(name ?? first.name)} is ${withArticle(kindOfSymbol({ symbol: first, code: { rows } }))} in ${inline(label)} [1].`
    : `${inline(label)} begins with [1]:`;
  const [told = [], ...more] = toldBy(symbols, rows);
  const parts = [head, told, fenced(quoted.join('\n'), language), more, sources([citation])];
  return {
    text: parts.flat().join('\n\n'),
    score: told.length > 0 ? givenScores.told : givenScores.quoted,
    citations: [citation],
    isAbsence: false,
    kind: 'explain',
    symbols: name === undefined ? [] : [name],
  };
}
