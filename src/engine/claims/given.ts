/**
 * "Explain this": given code is described by its own syntax tree: what it defines, its documentation, its calls and its
 * failures.
 */
import { Rows } from '../chunk/block';
import type { Grammars } from '../chunk/grammars';
import { codeRows, fenced, sources } from '../answers/markdown';
import { lineStartsOf } from '../files/readSource';
import { readOutline } from '../read/readOutline';
import type { OutlineSymbol } from '../read/types';
import { rowsOfText } from '../text/plain';
import type { Answer, AnswerSnippet } from '../types';
import { languageOfEnding } from '../../languages/table';
import { documentationIn } from './explain';
import { messageIn } from './failure';
import { inline, kindOfSymbol, listed, quotable, withArticle } from './page';

const maxGivenRows = 12;
const maxNames = 8;
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
  const held = members.map(({ name }) => name);
  const fails = failures.map(({ call, text }) => `Fails with ${inline(call)}: “${quotable(messageIn(text), 160)}”.`);
  return [
    ...(written === undefined ? [] : [`> ${quotable(written, 500)}`]),
    ...(held.length > 0 ? [`${inline(first.name)} holds ${listed(held, maxNames)}.`] : []),
    ...(besides.length > 0 ? [`Beside it: ${besides.join(', ')}.`] : []),
    ...(calls.length > 0 ? [`Calls in it: ${listed(calls, maxNames)}.`] : []),
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
