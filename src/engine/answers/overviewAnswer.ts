/**
 * Answers to questions about a whole, from the places that tell it: what the README and the manifest say the project is,
 * where programs begin, what a file says of itself and defines. Undefined when none of the passages tells it: then the
 * question is answered like any other.
 */
import { isMain, isManifest, isNamed, isReadme, isStartFile, overviewOf } from '../overview';
import type { Answer, AnswerSnippet, Citation } from '../types';
import { isProseLanguage } from './comments';
import { sources } from './compose';
import { proseBlocks, sentencesOf, signature } from './sentences';
import { indentOf } from './statements';
import { cited, inline, listed, quotable } from './text';
import { readPassage } from './units';
import { lastPart } from './values';
import { sayOf } from './verbs';

const scores = { told: 0.9, alone: 0.7, second: 0.4, none: 0.05 };
const maxSentences = 3;
const maxDefinitions = 8;

interface Told {
  sentence: string;
  snippet: AnswerSnippet;
  /** 0-based rows of the passage. */
  start: number;
  end: number;
}

function citationOf({ snippet, start, end }: Told): Citation {
  const { id, label, lines } = snippet;
  const range = { start: lines.start + start, end: Math.min(lines.end, lines.start + Math.max(start, end)) };
  return { id, label: `${label}:${range.start}-${range.end}`, lines: range };
}

function composed([lead, ...list]: readonly [Told, ...Told[]], intro: string | undefined, score: number): Answer {
  const citations = [lead, ...list].map(citationOf);
  const rows = list.map(({ sentence }, place) => `- ${cited(sentence, place + 2)}`).join('\n');
  const parts = [
    cited(lead.sentence, 1),
    ...(list.length > 0 ? [`${intro === undefined ? '' : `${intro}\n`}${rows}`] : []),
    sources(citations),
  ];
  return { text: parts.join('\n\n'), score, citations, isAbsence: false };
}

const rowsOf = ({ text }: AnswerSnippet) => text.split(/\r?\n/);

/** Badges, pictures, links to elsewhere and headings are no sentences. */
function holdsSentence(text: string): boolean {
  const plain = text
    .replace(/!?\[[^\]]{0,200}\](?:\([^)]{0,300}\)|\[[^\]]{0,100}\])?/g, ' ')
    .replace(/https?:\S+/g, ' ');
  return (plain.match(/\p{L}{2,}/gu) ?? []).length >= 4 && !/^(?:=+|-+|\.\. )/.test(text);
}

function readmeSays(snippets: readonly AnswerSnippet[]): Told | undefined {
  for (const snippet of snippets.filter(({ label }) => isReadme(label))) {
    const blocks = proseBlocks(rowsOf(snippet).map((row) => row.replace(/<[^>]{1,300}>/g, '')));
    const block = blocks.find(({ text }) => holdsSentence(text));
    if (!block) continue;
    const text = block.text.replace(/[*_]{1,2}(?=\S)([^*_\n]{1,120}?\S)[*_]{1,2}(?![\w*])/g, '$1');
    const sentences = sentencesOf(text).slice(0, maxSentences).join(' ');
    return { sentence: quotable(sentences === '' ? text : sentences), snippet, start: block.row, end: block.row };
  }
  return undefined;
}

const described = /^\s*["']?description["']?\s*[:=]\s*(["'])((?:(?!\1).){8,300})\1/;

function manifestSays(snippets: readonly AnswerSnippet[]): Told | undefined {
  for (const snippet of snippets.filter(({ label }) => isManifest(label))) {
    const rows = rowsOf(snippet);
    const row = rows.findIndex((entry) => described.test(entry));
    const text = described.exec(rows[row] ?? '')?.[2];
    if (text !== undefined)
      return {
        sentence: `${inline(snippet.label)} describes it as “${quotable(text)}”`,
        snippet,
        start: row,
        end: row,
      };
  }
  return undefined;
}

function aboutProject(snippets: readonly AnswerSnippet[]): Answer[] {
  const [first, second] = [readmeSays(snippets), manifestSays(snippets)].filter((told) => told !== undefined);
  if (!first) return [];
  const start = startsIn(snippets);
  return [composed([first, ...(second ? [second] : []), ...(start ? [start] : [])], undefined, scores.told)];
}

const mainField = /^\s*["']?(main|module|bin|exports|types)["']?\s*:\s*["'](\.{0,2}[\w./@-]{2,120})["']/;
const scriptField = /^\s*["']?(?:start|serve|dev)["']?\s*[:=]\s*["']([^"'\n]{2,120})["']/;

/** What the manifest names as the beginning. */
function startsIn(snippets: readonly AnswerSnippet[]): Told | undefined {
  for (const snippet of snippets.filter(({ label }) => isManifest(label))) {
    const rows = rowsOf(snippet);
    const found = rows.flatMap((row, place) => {
      const [, field, file] = mainField.exec(row) ?? [];
      const script = scriptField.exec(row)?.[1];
      if (field !== undefined && field !== 'types' && file !== undefined)
        return [{ place, says: `${inline(file)} as ${inline(field)}` }];
      return script === undefined ? [] : [{ place, says: `${inline(script)} to start it` }];
    });
    const [first] = found;
    const last = found.at(-1);
    const says = found.map((entry) => entry.says).slice(0, maxSentences);
    if (first && last)
      return {
        sentence: `${inline(snippet.label)} names ${says.join(', ')}`,
        snippet,
        start: first.place,
        end: last.place,
      };
  }
  return undefined;
}

const mainRow =
  /\b(?:func|fn|def|fun|void|int)\s+(?:main|Main|wmain|WinMain)\s*\(|__name__\s*==\s*["']__main__["']|require\.main === module/;

function mainIn(snippet: AnswerSnippet): Told | undefined {
  const rows = rowsOf(snippet);
  const row = rows.findIndex((entry) => mainRow.test(entry));
  if (row < 0 && !isMain(snippet.symbol ?? '', snippet.label)) return undefined;
  const start = Math.max(0, row);
  const name = snippet.symbol === undefined ? 'this' : inline(snippet.symbol);
  return { sentence: `A program begins with ${name} in ${inline(snippet.label)}`, snippet, start, end: start + 3 };
}

function noStart(snippets: readonly AnswerSnippet[]): Answer {
  const [manifest] = snippets.filter(({ label }) => isManifest(label));
  const looked =
    manifest === undefined ? 'no manifest is here' : `${inline(manifest.label)} names no file to begin with`;
  const text = `I found no place where a program starts: ${looked}, and no \`main\` is defined. It may be a library, which others start.`;
  return { text, score: scores.none, citations: [], isAbsence: true };
}

function aboutStart(snippets: readonly AnswerSnippet[]): Answer {
  const mains = snippets.flatMap((snippet) => mainIn(snippet) ?? []);
  const manifest = startsIn(snippets);
  const files = snippets
    .filter(({ label, lines }) => isStartFile(label) && lines.start === 1)
    .map((snippet) => ({
      sentence: `${inline(snippet.label)} has the name of a file that programs begin in`,
      snippet,
      start: 0,
      end: 3,
    }));
  const sure = [...(manifest ? [manifest] : []), ...mains];
  const [first, ...others] = sure.length > 0 ? sure : files;
  if (!first) return noStart(snippets);
  return composed(
    [first, ...others.slice(0, maxSentences)],
    'See also:',
    sure.length > 0 ? scores.told : scores.second,
  );
}

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
  const block = proseBlocks(rowsOf(snippet)).find(({ text }) => holdsSentence(text));
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

function aboutFile(snippets: readonly AnswerSnippet[], name: string): Answer[] {
  const own = snippets.filter(({ label }) => isNamed(label, name));
  const words = own.map(ownWords).find((told) => told !== undefined);
  const definitions = definitionsIn(own);
  const [first] = own;
  if (!first || (words === undefined && definitions.length === 0)) return [];
  const names = definitions.map((one) => one.name);
  const shown = [...definitions.filter(({ isTold }) => isTold), ...definitions.filter(({ isTold }) => !isTold)].slice(0, maxDefinitions); // prettier-ignore
  const listable = shown.filter(({ sentence, name }) => sentence !== inline(name));
  const defines = `${inline(first.label)} defines ${listed(names, maxDefinitions)}`;
  const lead = words ?? { sentence: defines, snippet: first, start: 0, end: Math.min(rowsOf(first).length, 6) - 1 };
  const list = listable.toSorted((a, b) => a.snippet.lines.start - b.snippet.lines.start);
  return [
    composed(
      [lead, ...list],
      words && list.length > 0 ? 'It defines:' : undefined,
      words || list.length > 1 ? scores.told : scores.alone,
    ),
  ];
}

/** Empty when nobody asked about a whole, or the passages do not tell it. */
export function overviewAnswers(query: string, snippets: readonly AnswerSnippet[]): Answer[] {
  const overview = overviewOf(query);
  if (!overview) return [];
  if (overview.about === 'project') return aboutProject(snippets);
  return overview.about === 'start' ? [aboutStart(snippets)] : aboutFile(snippets, overview.name);
}
