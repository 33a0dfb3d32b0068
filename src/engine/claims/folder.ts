/** What a folder holds: what its files say of themselves, and what they define at their top, by the tree. */
import { proseBlocks, sentencesOf } from '../answers/sentences';
import { holdsSentence } from '../answers/told';
import { documentationOf, firstSentence, headOf } from '../outline/heads';
import { isAside, sourcesOf, type CodeSource } from '../outline/sources';
import { isReadme } from '../overview';
import type { OutlineSymbol } from '../read/types';
import { Page } from './page';
import type { Asking, Maker } from './types';
import { wantOf } from './wants';
import { inline, listed, plural, quotable } from './words';

const scores = { told: 0.85, listed: 0.6 };
const maxFiles = 10;
const maxNames = 5;

/** The sources right in the folder, and those in folders below it. */
function inFolder(asking: Asking, wanted: string): { own: CodeSource[]; below: CodeSource[] } {
  const sources = sourcesOf(asking.parts);
  const folderOf = (place: string) => place.slice(0, Math.max(0, place.lastIndexOf('/')));
  const asked = wanted.replace(/\/$/, '').toLowerCase();
  const folders = [...new Set(sources.map(({ place }) => folderOf(place.replaceAll('\\', '/'))))];
  const isCalled = (folder: string) => folder.toLowerCase() === asked || folder.toLowerCase().endsWith(`/${asked}`);
  const all = folders.flatMap((folder) => folder.split('/').map((_, at, names) => names.slice(0, at + 1).join('/')));
  const [best] = [...new Set(all)].filter(isCalled).sort((a, b) => a.split('/').length - b.split('/').length || (a < b ? -1 : 1)); // prettier-ignore
  if (best === undefined || asked === '') return { own: [], below: [] };
  const own = sources.filter(({ place }) => folderOf(place) === best);
  return { own, below: sources.filter(({ place }) => place.startsWith(`${best}/`) && !own.some((one) => one.place === place)) }; // prettier-ignore
}

/** The first sentences of a README of the folder. */
function readmeOf(own: readonly CodeSource[], page: Page, asking: Asking): boolean {
  const from = own.find(({ place }) => isReadme(place));
  const code = from && asking.reader.read(from);
  if (!from || !code || typeof code === 'string') return false;
  const rows = Array.from({ length: Math.min(80, code.rows.count) }, (_, row) => code.rows.row(row));
  const block = proseBlocks(rows).find(({ text }) => holdsSentence(text));
  if (!block) return false;
  const sentences = sentencesOf(block.text).slice(0, 2).join(' ');
  page.say(quotable(sentences === '' ? block.text : sentences), from, code, { start: block.row, end: block.row });
  return true;
}

export const folder: Maker = async (asking) => {
  const want = wantOf(asking.query, 'folder');
  if (!want) return undefined;
  const { own, below } = inFolder(asking, want.subject);
  if (own.length + below.length === 0) return undefined;
  const page = new Page(asking);
  const isTold = readmeOf(own, page, asking);
  page.say(`${inline(`${want.subject.replace(/\/$/, '')}/`)} holds ${plural(own.length, 'file')}${below.length > 0 ? `, and ${below.length} in folders below it` : ''}:`); // prettier-ignore
  const list: string[] = [];
  const isTests = own.every(({ place }) => isAside(place));
  for (const from of [...own, ...below]) {
    if (list.length === maxFiles) break;
    if (isReadme(from.place) || (!isTests && isAside(from.place))) continue;
    const told = await fileInShort(from, page, asking);
    if (told !== undefined) list.push(told);
  }
  if (list.length === 0 && !isTold) return undefined;
  if (list.length > 0) page.put(list.join('\n'));
  return page.answer('folder', isTold || list.length > 2 ? scores.told : scores.listed, []);
};

const doing: ReadonlySet<string> = new Set(['function', 'class', 'interface', 'enum', 'type', 'module', 'macro']);

/** What others use first, before what serves the file alone. */
function toldFirst(symbols: readonly OutlineSymbol[]): OutlineSymbol[] {
  const isOwn = ({ name }: OutlineSymbol) => name.startsWith('_');
  const rank = (one: OutlineSymbol) => (isOwn(one) ? 2 : 0) + (doing.has(one.kind) ? 0 : 1);
  return symbols.toSorted((a, b) => rank(a) - rank(b));
}

/** What a file says of itself, or else what it defines at its top. */
async function fileInShort(from: CodeSource, page: Page, { reader, labelOf }: Asking): Promise<string | undefined> {
  const code = await reader.outlined(from);
  if (typeof code === 'string') return undefined;
  const { outline, rows } = code;
  const said = firstSentence(documentationOf(rows, outline.documentation));
  const top = outline.symbols.filter(({ parent }) => parent === undefined);
  const [first] = top;
  const label = inline(labelOf(from));
  if (said !== undefined && outline.documentation) return page.cited(`- ${label}: ${quotable(said)}`, from, code, outline.documentation); // prettier-ignore
  if (!first) return undefined;
  const own = top.length === 1 ? headOf(first, rows).documentation : undefined;
  const names = listed(toldFirst(top).map(({ name }) => name), maxNames); // prettier-ignore
  return page.cited(`- ${label} defines ${names}${own === undefined ? '' : `: ${quotable(own)}`}`, from, code, { start: first.start, end: first.start }); // prettier-ignore
}
