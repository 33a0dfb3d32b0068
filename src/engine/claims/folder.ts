/** What a folder holds: what its files say of themselves, and what they define at their top, by the tree. */
import { isAside, sourcesOf, type CodeSource } from '../outline/sources';
import { isReadme } from '../overview';
import { fileInShort, proseOf } from './inShort';
import { Page } from './page';
import type { Asking, Maker } from './types';
import { wantOf } from './wants';
import { inline, plural, quotable } from './words';

const scores = { told: 0.85, listed: 0.6 };
const maxFiles = 10;

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
  const said = code && typeof code !== 'string' ? proseOf(code, 2) : undefined;
  if (!from || !code || typeof code === 'string' || !said) return false;
  page.say(quotable(said.text), from, code, said.rows);
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
    if (told !== undefined) list.push(`- ${told}`);
  }
  if (list.length === 0 && !isTold) return undefined;
  if (list.length > 0) page.put(list.join('\n'));
  return page.answer('folder', isTold || list.length > 2 ? scores.told : scores.listed, []);
};
