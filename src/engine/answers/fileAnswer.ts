/** What one file is for: what it says of itself, and what it defines. */
import { isNamed } from '../overview';
import type { Answer, AnswerSnippet } from '../types';
import { isProseLanguage } from './comments';
import { proseBlocks, sentencesOf, signature } from './sentences';
import { indentOf } from './statements';
import { inline, listed, quotable } from './text';
import { composed, holdsSentence, proseRowsOf, rowsOf, scores, type Told } from './told';
import { readPassage } from './units';
import { lastPart } from './values';
import { sayOf } from './verbs';

const maxDefinitions = 8;

/** What a file says of itself at its top: not a licence, nor what is said of the definition that comes next. */
function ownWords(snippet: AnswerSnippet): Told | undefined {
  if (isProseLanguage(snippet.language)) return proseOf(snippet);
  const { units } = readPassage(snippet);
  const said = units.filter((unit) => unit.form === 'sentence' && unit.isOpening);
  const [first] = said;
  const text = said.map((unit) => (unit.form === 'sentence' ? unit.sentence : '')).join(' ');
  if (!first || /copyright|licen[cs]e|eslint|@ts-|spdx/i.test(text.slice(0, 300))) return undefined;
  return {
    sentence: quotable(sentencesOf(`${text} `).slice(0, 2).join(' ')),
    snippet,
    start: first.start,
    end: first.end,
  };
}

function proseOf(snippet: AnswerSnippet): Told | undefined {
  const block = proseBlocks(proseRowsOf(snippet)).find(({ text }) => holdsSentence(text));
  const sentence = block && sentencesOf(block.text).slice(0, 2).join(' ');
  return (
    block && {
      sentence: quotable(sentence === '' ? block.text : (sentence ?? '')),
      snippet,
      start: block.row,
      end: block.row,
    }
  );
}

interface Definition extends Told {
  name: string;
  /** A comment says what it is. */
  isTold: boolean;
  /** As it is written. */
  row: string;
}

const isHidden = (symbol: string) => /^[_#]|^constructor$/.test(lastPart(symbol));

/** Behind the first sentence: marks of documentation tools. */
const marks = /\s(?:\.\. \w|:param\b|:returns?\b|@param\b|@returns?\b)/;

/** Definitions of a passage, each with the first sentence that is said of it. */
function definitionsOf(snippet: AnswerSnippet): Definition[] {
  const { units, rows } = readPassage(snippet);
  return units.flatMap((unit) => {
    const name = unit.home?.name;
    if (unit.form !== 'definition' || name === undefined || isHidden(name)) return [];
    const doc = units.find(
      (other) => other.form === 'sentence' && other.isDoc && other.isFirst && other.home?.row === unit.start,
    );
    const said = doc?.form === 'sentence' ? doc.sentence.split(marks)[0] : undefined;
    const head = signature(rows.slice(unit.start, unit.start + 1).join('\n'));
    const told = said === undefined ? undefined : sayOf(inline(name), name, quotable(said));
    const sentence = told ?? `${inline(name)}${head === undefined ? '' : ` is declared as ${inline(head)}`}`;
    const start = Math.min(unit.start, doc?.start ?? unit.start);
    return [
      {
        sentence,
        snippet,
        start,
        end: Math.max(unit.start, doc?.end ?? 0),
        name,
        isTold: told !== undefined,
        row: rows[unit.start] ?? '',
      },
    ];
  });
}

/** A name for something of another module, or for a value: it is there for the rest of the file. */
const variable = /^\s*(?:const|let|var)\s+[\w$]{1,80}\s*(?::[^=]{1,80})?=(?!.*(?:=>|\bfunction\b|\bclass\b))/;

/** Each once, without what is inside of functions; the members of a class where the file holds little beside it. */
function definitionsIn(snippets: readonly AnswerSnippet[]): Definition[] {
  const found = snippets.flatMap(definitionsOf);
  const once = found.filter((one, place) => found.findIndex((other) => other.name === one.name) === place);
  const members = once.filter(({ name }) => {
    const [owner, member, inner] = name.split('.');
    return member !== undefined && member !== owner && inner === undefined;
  });
  const others = once.filter(({ name }) => !name.includes('.'));
  // A module may stand in a function as a whole.
  const indent = Math.min(...others.map(({ row }) => indentOf(row)));
  const outer = others.filter(({ row }) => indentOf(row) === indent);
  const doing = outer.filter(({ row }) => !variable.test(row));
  const own = doing.length > 0 || members.length > 0 ? doing : outer;
  return own.length > 1 ? own : [...own, ...members];
}

/** What the passages of one file say it defines, in one sentence. */
function definedIn(first: AnswerSnippet, definitions: readonly Definition[]): Told {
  const names = definitions.map((one) => one.name);
  const sentence = `${inline(first.label)} defines ${listed(names, maxDefinitions)}`;
  return { sentence, snippet: first, start: 0, end: Math.min(rowsOf(first).length, 6) - 1 };
}

/** One sentence about a file: its own words, or else what it defines. */
export function fileInShort(own: readonly AnswerSnippet[]): Told | undefined {
  const [first] = own;
  const words = own.map(ownWords).find((told) => told !== undefined);
  if (words) return { ...words, sentence: `${inline(words.snippet.label)}: ${words.sentence}` };
  const definitions = definitionsIn(own);
  return first && definitions.length > 0 ? definedIn(first, definitions) : undefined;
}

export function aboutFile(snippets: readonly AnswerSnippet[], name: string): Answer[] {
  const own = snippets.filter(({ label }) => isNamed(label, name));
  const words = own.map(ownWords).find((told) => told !== undefined);
  const definitions = definitionsIn(own);
  const [first] = own;
  if (!first || (words === undefined && definitions.length === 0)) return [];
  const shown = [...definitions.filter(({ isTold }) => isTold), ...definitions.filter(({ isTold }) => !isTold)].slice(0, maxDefinitions); // prettier-ignore
  const listable = shown.filter(({ sentence, name }) => sentence !== inline(name));
  const lead = words ?? definedIn(first, definitions);
  const list = listable.toSorted((a, b) => a.snippet.lines.start - b.snippet.lines.start);
  return [
    composed(
      [lead, ...list],
      words && list.length > 0 ? 'It defines:' : undefined,
      words || list.length > 1 ? scores.told : scores.alone,
    ),
  ];
}
