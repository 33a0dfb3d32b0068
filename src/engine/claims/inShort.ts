/** What one file says of itself, and what it defines: by its tree, or of a document its first paragraph. */
import { holdsSentence, proseBlocks, proseRows, sentencesOf } from '../answers/sentences';
import { documentationOf, headOf, wholeRows, withoutTags } from '../outline/heads';
import type { CodeSource, OutlinedCode, ReadCode } from '../outline/sources';
import type { OutlineSymbol, RowSpan } from '../read/types';
import { isProseLanguage } from '../text/languages';
import type { Page } from './page';
import type { Asking } from './types';
import { inline, listed, quotable } from './words';

const maxNames = 6;
/** A document says at its beginning what it is. */
const maxProseRows = 200;
const maxSentences = 3;

export interface Said {
  text: string;
  rows: RowSpan;
}

/** What stands at the top of files by rule says nothing of them, nor does what is still to be done. */
const ofNobody = /copyright|licen[cs]e|eslint|@ts-|spdx|^(?:todo|fixme)\b/i;

/** The first paragraph of a document. */
export function proseOf({ rows }: ReadCode, most = maxSentences): Said | undefined {
  const text = rows.slice(0, Math.min(maxProseRows, rows.count) - 1);
  const block = proseBlocks(proseRows(text)).find((one) => one.isSaid);
  if (!block) return undefined;
  const sentences = sentencesOf(block.text).slice(0, most).join(' ');
  return { text: sentences === '' ? block.text : sentences, rows: { start: block.row, end: block.row } };
}

/** What a file says of itself at its top. */
function ownWords({ outline, rows }: OutlinedCode): Said | undefined {
  const { documentation } = outline;
  const text = withoutTags(documentationOf(rows, documentation));
  // A few words are the heading of what comes next: "Module dependencies".
  if (!documentation || !holdsSentence(text) || ofNobody.test(text.slice(0, 300))) return undefined;
  const sentences = sentencesOf(text).slice(0, 2).join(' ');
  return { text: sentences === '' ? text : sentences, rows: documentation };
}

const doing: ReadonlySet<string> = new Set(['function', 'class', 'interface', 'enum', 'type', 'module', 'macro']);

/** What others use first, before what serves the file alone. */
function toldFirst(symbols: readonly OutlineSymbol[]): OutlineSymbol[] {
  const isOwn = ({ name }: OutlineSymbol) => /^[_#]/.test(name);
  const rank = (one: OutlineSymbol) => (isOwn(one) ? 2 : 0) + (doing.has(one.kind) ? 0 : 1);
  return symbols.toSorted((a, b) => rank(a) - rank(b));
}

/** What a file defines at its top; what its one class holds, where there is nothing else. */
export function definedIn({ outline: { symbols } }: OutlinedCode): OutlineSymbol[] {
  const top = symbols.filter(({ parent }) => parent === undefined);
  const [only, second] = top;
  const members = symbols.filter(({ parent }) => parent !== undefined && symbols[parent] === only);
  return only && !second && doing.has(only.kind) && only.kind !== 'function' ? [only, ...toldFirst(members)] : toldFirst(top); // prettier-ignore
}

export async function saidBy(from: CodeSource, { reader }: Asking): Promise<Said | undefined> {
  const read = reader.read(from);
  if (typeof read === 'string') return undefined;
  if (isProseLanguage(from.part.languageOf(from.key))) return proseOf(read);
  const code = await reader.outlineOf(read);
  return typeof code === 'string' ? undefined : ownWords(code);
}

/** One sentence about a file, with its reference: its own words, or else what it defines. */
export async function fileInShort(from: CodeSource, page: Page, asking: Asking): Promise<string | undefined> {
  const read = asking.reader.read(from);
  if (typeof read === 'string') return undefined;
  const label = inline(asking.labelOf(from));
  const said = await saidBy(from, asking);
  if (said) return page.cited(`${label}: ${quotable(said.text)}`, from, read, said.rows);
  const code = await asking.reader.outlineOf(read);
  const [first, second] = typeof code === 'string' ? [] : definedIn(code);
  if (typeof code === 'string' || !first) return undefined;
  const own = second ? undefined : headOf(first, code.rows).documentation;
  const names = listed(definedIn(code).map(({ name }) => name), maxNames); // prettier-ignore
  return page.cited(`${label} defines ${names}${own === undefined ? '' : `: ${quotable(own)}`}`, from, code, { start: first.start, end: first.start }); // prettier-ignore
}

/** A row of a list for one definition: what is written of it, or its head. */
export function definitionInShort(symbol: OutlineSymbol, from: CodeSource, { code, page }: { code: OutlinedCode; page: Page }): string {
  const { documentation, signature } = headOf(symbol, code.rows);
  const name = inline(symbol.path.join('.'));
  const told = documentation === undefined ? ` is declared as ${inline(signature)}` : `: ${quotable(documentation)}`;
  return page.cited(`- ${name}${signature === symbol.name && documentation === undefined ? '' : told}`, from, code, wholeRows(symbol));
} // prettier-ignore
