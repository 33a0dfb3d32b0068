/**
 * Generates a title, a description, tags and links for a piece of code, by rules and offline: from the symbol it
 * defines, its comment, language, libraries and frequent words. Must not know records or wire shapes.
 */
import { languageName, addressesIn } from './recognise';
import { libraryFinders, standardLibraries, definitionLines, type Pattern } from '../../../languages/pieces';

interface Subject {
  /** Empty when the content is not text. */
  text: string;
  /** The contract's name of the language. */
  specific: string;
  /** Name or path of the source file. */
  path?: string | undefined;
  lines?: { start: number; end: number } | undefined;
  repository?: string | undefined;
}

export interface Description {
  title: string;
  /** True when the title is only a line of the code, which defines nothing and has no comment. */
  isLine: boolean;
  description: string;
  tags: string[];
  websites: string[];
}

/** Most characters of a title: fits one line of a narrow tree. */
export const maxTitleLength = 80;
const maxTags = 6;
const maxLibraries = 3;
const maxWebsites = 5;
/** Most characters that the rules read, which takes about ten milliseconds. */
const maxCharacters = 50_000;

/** Describes a piece of code. Cost: linear in the text, of which at most `maxCharacters` are read. */
export function describe(subject: Subject): Description {
  const text = subject.text.slice(0, maxCharacters);
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
  const symbol = mainSymbol(lines, subject.specific);
  const sentence = firstSentence(lines, symbol?.line);
  return {
    title: titleOf(subject, lines, symbol, sentence),
    isLine: !symbol && sentence === undefined && subject.text.trim() !== '',
    description: descriptionOf(subject, lineCountOf(subject.text), symbol, sentence),
    tags: tagsOf(text, subject.specific),
    websites: addressesIn(text, maxWebsites),
  };
}

function lineCountOf(text: string): number {
  let count = 1;
  // A line break at the very end starts no new line.
  for (let at = text.indexOf('\n'); at !== -1 && at < text.length - 1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** Replaces the language in a description that `describe` generated, when the text turns out to be in another one. */
export function inOtherLanguage(description: string, from: string, to: string): string {
  const name = `${languageName(from)} `;
  const length = description.search(/, (?:one line|\d{1,9} lines)[,.]/);
  const at = length < 0 ? -1 : description.lastIndexOf(name, length);
  return at < 0 ? description : `${description.slice(0, at)}${languageName(to)} ${description.slice(at + name.length)}`;
}

/** The text of the tag for a language. */
export const languageTag = (specific: string): string => languageName(specific).toLowerCase();

function titleOf(subject: Subject, lines: readonly string[], symbol?: Declaration, sentence?: string): string {
  if (symbol && symbol.kind !== 'section' && sentence !== undefined)
    return shorten(`${symbol.name}: ${withoutStop(sentence)}`, maxTitleLength);
  if (symbol) return shorten(symbol.name, maxTitleLength);
  if (sentence !== undefined) return shorten(withoutStop(sentence), maxTitleLength);
  const line = lines.find((candidate) => /[\p{L}\p{N}]/u.test(candidate));
  if (line !== undefined) return shorten(line.trim().replace(/\s+/g, ' '), maxTitleLength);
  return subject.path === undefined ? `${languageName(subject.specific)} snippet` : fileName(subject.path);
}

function descriptionOf(subject: Subject, lineCount: number, symbol?: Declaration, sentence?: string): string {
  const kind = symbol && symbol.kind !== 'section' ? `${symbol.kind} ${symbol.name}` : 'snippet';
  const length = lineCount === 1 ? 'one line' : `${lineCount} lines`;
  const facts =
    subject.text === ''
      ? `${languageName(subject.specific)} file`
      : `${languageName(subject.specific)} ${kind}, ${length}`;
  const place = placeOf(subject);
  return [...(sentence === undefined ? [] : [sentence]), `${facts}${place}.`].join(' ');
}

function placeOf({ path, lines, repository }: Subject): string {
  const range = lines ? `:${lines.start}-${lines.end}` : '';
  const file = path === undefined ? '' : `, from ${path}${range}`;
  return repository === undefined ? file : `${file} in ${repository.replace(/^\w+:\/\/|\.git$/g, '')}`;
}

function tagsOf(text: string, specific: string): string[] {
  const libraries = importedLibraries(text, specific).slice(0, maxLibraries);
  const tags = new Set([...(specific === 'UNKNOWN' ? [] : [languageTag(specific)]), ...libraries]);
  for (const word of repeatedWords(text)) {
    if (tags.size >= maxTags) break;
    tags.add(word);
  }
  return [...tags];
}

const withoutStop = (sentence: string): string => sentence.replace(/[.:]$/, '');
const fileName = (path: string): string => path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);

/**
 * The third-party libraries that a piece of code imports, in order of appearance, each once; relative and standard
 * modules are left out.
 */
export function importedLibraries(text: string, specific: string): string[] {
  const found = new Set<string>();
  for (const { pattern, name } of libraryFinders[specific] ?? []) {
    for (const [, module = ''] of text.matchAll(pattern)) {
      const library = name(module)?.toLowerCase();
      if (library && library.length > 1 && !standardLibraries.has(library)) found.add(library);
    }
  }
  return [...found];
}

/** Words too common in code to characterise it. */
const commonWords = new Set(
  `this that with from have been will when then than them they their there which what where while your into only also
   some such each other does done should would could about after before because between
   return function const class public private protected static void string number boolean null true false undefined none
   import export default async await throw throws catch finally else elif switch case break continue yield self super
   interface extends implements package final abstract override type struct enum impl trait match print println printf
   console require module exports error errors value values item items name names data result results index count
   length size list array object map keys key text line lines args argv param params option options test tests
   https http html temp todo note code file files path char bool byte float double long short unsigned int32 int64
   include define ifdef endif template typename namespace using std auto foreach lambda pass raise except global
   echo then begin select where insert update delete table create integer
   readonly unknown never never record partial promise`.split(/\s+/),
);

const leastLength = 4;
/** Least mentions for a word to count as frequent. */
const leastMentions = 3;
const maxWords = 2;

/**
 * The most frequent words in the identifiers of a piece of code, split at underscores and case changes, most frequent
 * first.
 */
function repeatedWords(text: string): string[] {
  const mentions = new Map<string, number>();
  for (const [identifier] of text.matchAll(/[A-Za-z][A-Za-z0-9_]{3,60}/g)) {
    for (const part of identifier.split(/_+|(?<=[a-z0-9])(?=[A-Z])/)) {
      const word = part.toLowerCase();
      if (word.length < leastLength || commonWords.has(word) || /\d/.test(word)) continue;
      mentions.set(word, (mentions.get(word) ?? 0) + 1);
    }
  }
  return [...mentions]
    .filter(([, count]) => count >= leastMentions)
    .sort(([, one], [, other]) => other - one)
    .slice(0, maxWords)
    .map(([word]) => word);
}

// Section: the first sentence of a piece of code's documentation: doc comment, docstring or opening comment.

/** Most characters of a sentence, which is shown on one line; a longer one is cut at a word. */
const maxSentenceLength = 200;

/** Comment lines that are not prose: licences and directives for tools. */
const notProse =
  /copyright|licen[sc]e|spdx|all rights reserved|eslint|prettier-|@ts-|tslint|istanbul|pylint|noqa|type: ignore|pragma|coding[:=]|vim:|-\*-|use strict|^[-=*#_/~\s]*$/i;

/** The start of a comment line in any language; inner lines of block comments begin with a star. */
const lineComment =
  /^\s*(?:\/\/[/!]?|#(?!!|\[|include|define|if|endif|else|pragma|region)|--(?!\w)|;+|%+|\*(?!\/)|\/\*\*?|<!--|"""|''')\s?([^]*)/;

/**
 * The first documentation sentence.
 * @param lines of the whole piece
 * @param symbolLine line of the main symbol, 0-based; undefined when there is none
 */
function firstSentence(lines: readonly string[], symbolLine: number | undefined): string | undefined {
  const blocks =
    symbolLine === undefined
      ? [openingComment(lines)]
      : [commentAbove(lines, symbolLine), docstringBelow(lines, symbolLine), openingComment(lines)];
  for (const block of blocks) {
    const sentence = sentenceOf(block);
    if (sentence !== undefined) return sentence;
  }
  return undefined;
}

function openingComment(lines: readonly string[]): string[] {
  const first = lines.findIndex((line, index) => line.trim() !== '' && !(index === 0 && line.startsWith('#!')));
  return first < 0 ? [] : commentFrom(lines, first);
}

/** The comment lines directly above a symbol, skipping decorators and attributes in between. */
function commentAbove(lines: readonly string[], symbolLine: number): string[] {
  let end = symbolLine;
  while (end > 0 && /^\s*(@\w|#\[|\[\w)/.test(lines[end - 1] ?? '')) end--;
  let start = end;
  while (start > 0 && isCommentLine(lines[start - 1] ?? '')) start--;
  return commentFrom(lines.slice(0, end), start);
}

/** The Python docstring below the first line of a definition. */
function docstringBelow(lines: readonly string[], symbolLine: number): string[] {
  const from = lines.slice(symbolLine, symbolLine + 12).findIndex((line) => /^\s*[rRuU]?("""|''')/.test(line));
  if (from < 0) return [];
  const first = (lines[symbolLine + from] ?? '').replace(/^\s*[rRuU]?("""|''')/, '');
  const block = [first, ...lines.slice(symbolLine + from + 1, symbolLine + from + 12)];
  const end = block.findIndex((line) => /("""|''')\s*$/.test(line));
  return block.slice(0, end < 0 ? block.length : end + 1).map((line) => line.replace(/("""|''')[^]*/, '').trim());
}

const isCommentLine = (line: string): boolean => lineComment.test(line) || /\*\/\s*$/.test(line);

function commentFrom(lines: readonly string[], start: number): string[] {
  const block: string[] = [];
  let isInside: boolean = false;
  for (const line of lines.slice(start, start + 40)) {
    const match = lineComment.exec(line);
    if (!match && !isInside) break;
    const opens = /^\s*(\/\*|"""|'''|<!--)/.test(line);
    const closes: boolean = /(\*\/|-->)\s*$/.test(line) || (isInside && /("""|''')\s*$/.test(line));
    block.push((match?.[1] ?? line).replace(/(\*\/|-->|"""|''')\s*$/, '').trim());
    isInside = (isInside || opens) && !closes;
    if (closes) break;
  }
  return block;
}

function sentenceOf(block: readonly string[]): string | undefined {
  const lines = block.map((line) => line.replace(/<\/?\w+>/g, '').trim());
  const start = lines.findIndex((line) => /[\p{L}]{2}/u.test(line) && !notProse.test(line) && !line.startsWith('@'));
  if (start < 0) return undefined;
  // A paragraph ends at an empty line, a tag or the heading of a parameter list.
  const rest = lines.slice(start);
  const end = rest.findIndex(
    (line, index) => index > 0 && (line === '' || /^(@\w|:param|Args:|Parameters)/.test(line)),
  );
  const paragraph = rest.slice(0, end < 0 ? rest.length : end).join(' ');
  const sentence = /^.*?[.!?](?=\s|$)/.exec(paragraph.slice(0, 1000))?.[0] ?? paragraph;
  return shorten(sentence.replace(/\s+/g, ' ').trim(), maxSentenceLength);
}

/** Cuts a text to the length, at a word if possible, and adds an ellipsis. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length - 1);
  const space = cut.lastIndexOf(' ');
  const kept = (space > length / 2 ? cut.slice(0, space) : cut).replace(/[\uD800-\uDBFF]$/, '');
  return `${kept}…`;
}

// Section: the main symbol that a piece of code defines, found by linear regular expressions on single lines. The least
// indented definition is preferred.

interface Declaration {
  /** In plain words: `function`, `class`, `type`. */
  kind: string;
  name: string;
  /** 0-based. */
  line: number;
}

/** Most characters of a line to match; longer ones are generated code. */
const maxLineLength = 400;
/** Most lines searched for the main symbol, which is usually near the top. */
const maxLines = 400;

/**
 * @param specific the contract's name of the language
 * @returns the least indented definition, the first of equals; `line` is 0-based
 */
function mainSymbol(lines: readonly string[], specific: string): Declaration | undefined {
  const patterns = definitionLines[specific];
  if (!patterns) return undefined;
  let best: (Declaration & { rank: number }) | undefined;
  for (const [line, text] of lines.slice(0, maxLines).entries()) {
    if (text.length > maxLineLength) continue;
    const found = symbolOfLine(text, patterns);
    if (!found) continue;
    // A constant is chosen only when nothing else is defined.
    const rank = text.search(/\S/) + (found.kind === 'constant' ? 1000 : 0);
    if (!best || rank < best.rank) best = { ...found, line, rank };
    if (best.rank === 0) break;
  }
  return best && { kind: best.kind, name: best.name, line: best.line };
}

const notNames = new Set(['if', 'for', 'while', 'switch', 'catch', 'return', 'else', 'do', 'try', 'function', 'class']);

function symbolOfLine(text: string, patterns: Pattern[]): Omit<Declaration, 'line'> | undefined {
  for (const [kind, pattern] of patterns) {
    const name = pattern.exec(text)?.[1];
    if (name !== undefined && !notNames.has(name)) return { kind, name };
  }
  return undefined;
}
