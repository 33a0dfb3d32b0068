/**
 * Gives a piece of code a title, a description, tags and links, by rule and offline: from the symbol it defines, what
 * its comment says, its language, the libraries it uses and the words it repeats. Must not know records or wire shapes.
 */
import { languageName, addressesIn } from './recognise';
import { libraryFinders, standardLibraries, definitionLines, type Pattern } from '../../../languages/pieces';

interface Subject {
  /** Empty for content that is not text. */
  text: string;
  /** The contract's word for the language. */
  specific: string;
  /** Name or path of the file it came from. */
  path?: string | undefined;
  lines?: { start: number; end: number } | undefined;
  repository?: string | undefined;
}

export interface Description {
  title: string;
  description: string;
  tags: string[];
  websites: string[];
}

/** Fits one line of a narrow tree. */
const maxTitleLength = 80;
const maxTags = 6;
const maxLibraries = 3;
const maxWebsites = 5;
/**
 * Rules read this much: beyond it a piece is no snippet, and its beginning says what it is. It takes ten milliseconds.
 */
const maxCharacters = 50_000;

/** Cost: linear in the text, which is cut. */
export function describe(subject: Subject): Description {
  const text = subject.text.slice(0, maxCharacters);
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
  const symbol = mainSymbol(lines, subject.specific);
  const sentence = firstSentence(lines, symbol?.line);
  return {
    title: titleOf(subject, lines, symbol, sentence),
    description: descriptionOf(subject, lineCountOf(subject.text), symbol, sentence),
    tags: tagsOf(text, subject.specific),
    websites: addressesIn(text, maxWebsites),
  };
}

function lineCountOf(text: string): number {
  let count = 1;
  // A stop at the end begins no line.
  for (let at = text.indexOf('\n'); at !== -1 && at < text.length - 1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** A description that `describe` made, for text that is of another language after all. */
export function inOtherLanguage(description: string, from: string, to: string): string {
  const name = `${languageName(from)} `;
  const length = description.search(/, (?:one line|\d{1,9} lines)[,.]/);
  const at = length < 0 ? -1 : description.lastIndexOf(name, length);
  return at < 0 ? description : `${description.slice(0, at)}${languageName(to)} ${description.slice(at + name.length)}`;
}

/** The tag that stands for the language itself. */
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
 * The libraries that a piece of code uses, by the lines that name them: in order of appearance, each once, without
 * relative and standard ones.
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

/** Words that any code has: they say nothing of a piece. */
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
/** Said once or twice is chance. */
const leastMentions = 3;
const maxWords = 2;

/** The words a piece of code keeps coming back to, as parts of its identifiers; the most frequent first. */
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

// Section: the first sentence that a piece of code says about itself: its doc comment, docstring or opening comment.

/** A sentence longer than this is cut at a word: it is shown in one line. */
const maxSentenceLength = 200;

/** Lines that tools and lawyers read. */
const notProse =
  /copyright|licen[sc]e|spdx|all rights reserved|eslint|prettier-|@ts-|tslint|istanbul|pylint|noqa|type: ignore|pragma|coding[:=]|vim:|-\*-|use strict|^[-=*#_/~\s]*$/i;

/** How a comment line begins, by the languages' signs; block comments keep their inner stars. */
const lineComment =
  /^\s*(?:\/\/[/!]?|#(?!!|\[|include|define|if|endif|else|pragma|region)|--(?!\w)|;+|%+|\*(?!\/)|\/\*\*?|<!--|"""|''')\s?([^]*)/;

/**
 * @param lines of the whole piece
 * @param symbolLine where the main symbol begins, 0-based; undefined when there is none
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

/** Comment lines directly above; decorators and attributes may stand between. */
function commentAbove(lines: readonly string[], symbolLine: number): string[] {
  let end = symbolLine;
  while (end > 0 && /^\s*(@\w|#\[|\[\w)/.test(lines[end - 1] ?? '')) end--;
  let start = end;
  while (start > 0 && isCommentLine(lines[start - 1] ?? '')) start--;
  return commentFrom(lines.slice(0, end), start);
}

/** Python writes its documentation under the first line of the definition. */
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
  // A paragraph ends with an empty line, a tag or a heading of a parameter list.
  const rest = lines.slice(start);
  const end = rest.findIndex(
    (line, index) => index > 0 && (line === '' || /^(@\w|:param|Args:|Parameters)/.test(line)),
  );
  const paragraph = rest.slice(0, end < 0 ? rest.length : end).join(' ');
  const sentence = /^.*?[.!?](?=\s|$)/.exec(paragraph.slice(0, 1000))?.[0] ?? paragraph;
  return shorten(sentence.replace(/\s+/g, ' ').trim(), maxSentenceLength);
}

/** Cut at a word where there is one, with an ellipsis. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length - 1);
  const space = cut.lastIndexOf(' ');
  const kept = (space > length / 2 ? cut.slice(0, space) : cut).replace(/[\uD800-\uDBFF]$/, '');
  return `${kept}…`;
}

// Section: the first thing a piece of code defines, by linear expressions over single lines. Less indented counts more.

interface Declaration {
  /** As people say it: `function`, `class`, `type`. */
  kind: string;
  name: string;
  /** 0-based. */
  line: number;
}

/** Longer lines are generated code, and regular expressions have no business there. */
const maxLineLength = 400;
/** What a piece is about is said early. */
const maxLines = 400;

/**
 * @param specific the contract’s word for the language
 * @returns the least indented definition, the first of equals; `line` counts from 0
 */
function mainSymbol(lines: readonly string[], specific: string): Declaration | undefined {
  const patterns = definitionLines[specific];
  if (!patterns) return undefined;
  let best: (Declaration & { rank: number }) | undefined;
  for (const [line, text] of lines.slice(0, maxLines).entries()) {
    if (text.length > maxLineLength) continue;
    const found = symbolOfLine(text, patterns);
    if (!found) continue;
    // A constant names a piece only if nothing else does.
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
