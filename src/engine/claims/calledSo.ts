/** How a definition is called in a sentence: its name, and the word for what it is. */
import type { Rows } from '../chunk/block';
import type { Candidate } from '../outline/findSymbol';
import type { OutlineSymbol } from '../read/types';
import { spaced } from '../text/plain';
import { inline, withArticle } from './words';

/** Words of languages for kinds that the outline tells by one word each. */
const kindWords = new Set(spaced('struct record trait protocol enum interface object union contract'));
const ofTypes: ReadonlySet<string> = new Set(['class', 'interface', 'enum', 'type', 'module']);

/** The name of a row's word: `Pool<T>(size)` is `Pool`. */
function isWord(word: string, name: string): boolean {
  if (!word.startsWith(name)) return false;
  const next = word.charAt(name.length);
  return next === '' || '{(<[:;='.includes(next);
}

/** A definition and the rows that it stands in. */
interface Described {
  symbol: Pick<OutlineSymbol, 'kind' | 'name' | 'nameRow'>;
  code: { rows: Rows };
}

/** Behind `type Name`, before its body. */
function behindName(said: readonly string[]): string | undefined {
  const body = said.findIndex((word) => word.includes('{') || word === '=');
  const head = said.slice(0, body < 0 ? said.length : body + 1).map((word) => word.split('{')[0]!);
  return head.find((word) => kindWords.has(word));
}

/** The word that stands in the row of its name, before it or behind it; else the outline's. */
export function kindOfSymbol({ symbol, code }: Described): string {
  if (!ofTypes.has(symbol.kind)) return symbol.kind;
  const said = spaced(code.rows.row(symbol.nameRow));
  const at = said.findIndex((word) => isWord(word, symbol.name));
  const found = said.slice(0, Math.max(0, at)).find((word) => kindWords.has(word));
  return found ?? (said[at - 1] === 'type' ? behindName(said.slice(at + 1)) : undefined) ?? symbol.kind;
}

type Called = Pick<Candidate, 'symbol' | 'code'>;

/** A method that has the name of its class. */
function isConstructor({ symbol, code }: Called): boolean {
  const around = symbol.parent === undefined ? undefined : code.outline.symbols[symbol.parent];
  return around?.kind === 'class' && around.name === symbol.name && !ofTypes.has(symbol.kind);
}

export function calledSo(called: Called): string {
  const { path } = called.symbol;
  return isConstructor(called) ? `the constructor of ${inline(path.slice(0, -1).join('.'))}` : inline(path.join('.'));
}

/** What it is, for the sentence that says where it is: "`Pool` is a struct", "The constructor of `Pool` is". */
export function saidToBe(called: Called): string {
  const kind = kindOfSymbol(called);
  return isConstructor(called) ? `The ${calledSo(called).slice('the '.length)} is` : `${calledSo(called)} is ${withArticle(kind)}`; // prettier-ignore
}

/** With its kind and its place, as they stand behind the name: "`Pool` (struct, `pool.go`, line 3)". */
export const withKind = (called: Called, at: string): string => `${calledSo(called)} (${kindOfSymbol(called)}, ${at})`;
