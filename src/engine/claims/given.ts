/** "Explain this": what was given is told by its own tree: what it defines, what is written of it, what it calls, when it fails. */
import { readOutline } from '../read/readOutline';
import type { OutlineSymbol } from '../read/types';
import { Rows } from '../chunk/block';
import type { Grammars } from '../chunk/grammars';
import { lineStartsOf } from '../files/readSource';
import { languageOfEnding } from '../../languages/lookup';
import { codeRows, fenced, sources } from '../answers/markdown';
import { documentationIn } from './explain';
import type { Answer, AnswerSnippet } from '../types';
import { kindOfSymbol } from './calledSo';
import { messageIn } from './message';
import { inline, listed, quotable, withArticle } from './words';
import { rowsOfText } from '../text/plain';

const maxShown = 12;
const maxNames = 8;
const maxSymbols = 6;
const scores = { told: 0.6, quoted: 0.3 };

const unique = (names: readonly string[]): string[] => [...new Set(names)];

/** What the tree of a text says of it, one sentence or quotation in each part. */
function toldBy(symbols: readonly OutlineSymbol[], rows: Rows): string[] {
  const top = symbols.filter(({ parent }) => parent === undefined);
  const [first, ...others] = top;
  if (!first) return [];
  const written = documentationIn({ code: { rows }, symbol: first });
  const failures = symbols.flatMap((one) => one.failures).filter(({ text }) => messageIn(text) !== '');
  const own = new Set(symbols.map(({ name }) => name));
  const calls = unique(symbols.flatMap((one) => one.calls.map(({ name }) => name))).filter((name) => !own.has(name));
  const members = symbols.filter(({ parent }) => parent !== undefined && symbols[parent] === first);
  return [
    ...(written === undefined ? [] : [`> ${quotable(written, 500)}`]),
    ...(members.length > 0 ? [`${inline(first.name)} holds ${listed(members.map(({ name }) => name), maxNames)}.`] : []),
    ...(others.length > 0 ? [`Beside it: ${others.slice(0, maxSymbols).map(({ kind, name }) => `${kind} ${inline(name)}`).join(', ')}.`] : []),
    ...(calls.length > 0 ? [`Calls in it: ${listed(calls, maxNames)}.`] : []),
    ...unique(failures.map(({ call, text }) => `Fails with ${inline(call)}: “${quotable(messageIn(text), 160)}”.`)).slice(0, 3),
  ];
} // prettier-ignore

export async function toldOf(snippet: AnswerSnippet, grammars: Grammars): Promise<Answer> {
  const { text, language, lines, label, id, symbol } = snippet;
  const tree = languageOfEnding(language);
  const outline = tree && (await readOutline(text, tree, grammars));
  const rows = new Rows(text, lineStartsOf(text));
  const [first] = outline?.symbols ?? [];
  const shown = codeRows(rowsOfText(text).slice(0, maxShown));
  const end = Math.min(lines.end, lines.start + shown.length - 1);
  const citation = { id, label: `${label}:${lines.start}-${end}`, lines: { start: lines.start, end } };
  const name = symbol ?? first?.path.join('.');
  const head = first ? `${inline(name ?? first.name)} is ${withArticle(kindOfSymbol({ symbol: first, code: { rows } }))} in ${inline(label)} [1].` : `${inline(label)} begins with [1]:`; // prettier-ignore
  const told = first ? toldBy(outline?.symbols ?? [], rows) : [];
  const parts = [head, ...told.slice(0, 1), fenced(shown.join('\n').trimEnd(), language), ...told.slice(1), sources([citation])]; // prettier-ignore
  const score = told.length > 0 ? scores.told : scores.quoted;
  return { text: parts.join('\n\n'), score, citations: [citation], isAbsence: false, kind: 'explain', symbols: name === undefined ? [] : [name] }; // prettier-ignore
}
