/**
 * Questions about a whole: what the project is, by its README and manifest; where programs begin, by the manifest and
 * what is called `main`; what one file is for, by its tree. Retrieval chose the files (whole.ts); each is read whole.
 */
import { asksOfGiven } from '../given';
import {
  isMain,
  isManifest,
  isNamed,
  isReadme,
  isStartFile,
  nameInQuestion,
  overviewOf,
  type Overview,
} from '../overview';
import { isCalled } from '../projectName';
import type { CodeSource, OutlinedCode, ReadCode } from '../outline/sources';
import { sourceOf } from '../outline/sources';
import type { RowSpan } from '../read/types';
import type { Answer } from '../types';
import { foundSources } from './facts';
import { definedIn, definitionInShort, fileInShort, proseOf, saidBy } from './inShort';
import { descriptionIn, startsIn, type ManifestStart } from './manifest';
import { Page } from './page';
import type { Asking, Maker } from './types';
import { inline, listed, quotable } from './words';

const scores = { told: 0.9, alone: 0.7, second: 0.4, none: 0.05 };
const maxStarts = 3;
const maxMains = 3;
const maxFiles = 5;
const maxDefinitions = 8;
const maxChars = 700;

const pathOf = (from: CodeSource): string => {
  const source = sourceOf(from);
  return source.kind === 'file' ? source.path : from.place;
};

/** Whether a question may be about a whole, by its form alone. */
export const mayBeWhole = (query: string): boolean =>
  overviewOf(query) !== undefined || nameInQuestion(query) !== undefined || asksOfGiven(query);

/** "What is zod?", and a README or manifest that was found is that of zod; "explain this", and there are several files. */
function askedOf({ query, snippets }: Asking, sources: readonly CodeSource[]): Overview | undefined {
  const asked = overviewOf(query);
  const [first, second] = sources;
  if (asksOfGiven(query) && first && !second && !isReadme(first.place) && !isManifest(first.place))
    // Of one file in several passages all of it is told; one passage is told as it stands.
    return snippets.length > 1 ? { about: 'file', name: first.place } : undefined;
  if (asked) return asked;
  const name = nameInQuestion(query);
  const isOfProject = name !== undefined && sources.some((from) => snippets.some(({ text }) => isCalled(name, { place: pathOf(from), text }))); // prettier-ignore
  return isOfProject || (asksOfGiven(query) && second) ? { about: 'project' } : undefined;
}

interface Place {
  from: CodeSource;
  code: ReadCode;
  rows: RowSpan;
}

function readOf(from: CodeSource | undefined, { reader }: Asking): ReadCode | undefined {
  const code = from && reader.read(from);
  return typeof code === 'string' ? undefined : code;
}

/** What the first manifest that names a beginning says of it; where that is much, commands rather than modules. */
async function manifestStart(sources: readonly CodeSource[], asking: Asking): Promise<(Place & { sentence: string }) | undefined> {
  for (const from of sources.filter(({ place }) => isManifest(place))) {
    const found = await startsIn(from, asking);
    const code = readOf(from, asking);
    const commandsFirst = found.toSorted((a, b) => Number(b.isCommand) - Number(a.isCommand));
    const shown: ManifestStart[] = (found.length > maxStarts ? commandsFirst : found).slice(0, maxStarts);
    const at = shown.map(({ row }) => row);
    const sentence = `${inline(asking.labelOf(from))} names ${shown.map(({ says }) => says).join(', ')}`;
    if (code && shown.length > 0) return { sentence, from, code, rows: { start: Math.min(...at), end: Math.max(...at) } };
  }
  return undefined;
} // prettier-ignore

async function outlinedOf(from: CodeSource, { reader }: Asking): Promise<OutlinedCode | undefined> {
  const code = await reader.outlined(from);
  return typeof code === 'string' ? undefined : code;
}

async function aboutProject(sources: readonly CodeSource[], asking: Asking): Promise<Answer | undefined> {
  const page = new Page(asking);
  const readme = sources.find(({ place }) => isReadme(place));
  const read = readOf(readme, asking);
  const said = read && proseOf(read);
  if (readme && read && said) page.say(quotable(withoutEmphasis(said.text), maxChars), readme, read, said.rows);
  let hasSaid = said !== undefined;
  for (const from of sources.filter(({ place }) => isManifest(place))) {
    const code = await outlinedOf(from, asking);
    const found = code && descriptionIn(code);
    if (!code || !found) continue;
    page.say(`${inline(asking.labelOf(from))} describes it as “${quotable(found.text)}”`, from, code, { start: found.row, end: found.row }); // prettier-ignore
    hasSaid = true;
    break;
  }
  if (!hasSaid) return aboutFiles(sources, asking);
  const start = await manifestStart(sources, asking);
  if (start) page.say(start.sentence, start.from, start.code, start.rows);
  return page.answer('overview', scores.told);
}

/** Marks of Markdown would be half cut off with the text. */
const withoutEmphasis = (text: string): string =>
  text.replace(/[*_]{1,2}(?=\S)([^*_\n]{1,120}?\S)[*_]{1,2}(?![\w*])/g, '$1');

/** What the files nearest the root say of themselves, where nothing else says what the whole is. */
async function aboutFiles(sources: readonly CodeSource[], asking: Asking): Promise<Answer | undefined> {
  const page = new Page(asking);
  const told: string[] = [];
  for (const from of sources.filter(({ place }) => !isManifest(place)).slice(0, maxFiles)) {
    const short = await fileInShort(from, page, asking);
    if (short !== undefined) told.push(short);
  }
  const [first, ...others] = told;
  if (first === undefined) return undefined;
  page.put(`No README or manifest says what this is; ${first}`);
  if (others.length > 0) page.put(others.map((one) => `- ${one}`).join('\n'));
  return page.answer('overview', scores.second);
}

const stemOf = (place: string) => (place.split('/').at(-1) ?? '').replace(/\.\w{1,4}$/, '');

interface Start extends Place {
  sentence: string;
  /** Named by a manifest, or a function that the system calls. */
  isSure: boolean;
  isMain: boolean;
}

/** A function that the system calls first, or a file that has the name of one that programs begin in. */
async function startOf(from: CodeSource, named: string, asking: Asking): Promise<Start | undefined> {
  const code = await outlinedOf(from, asking);
  if (!code) return undefined;
  const label = asking.labelOf(from);
  const main = code.outline.symbols.find(({ path, kind }) => kind !== 'declaration' && isMain(path.join('.'), from.place)); // prettier-ignore
  if (main) return { sentence: `A program begins with ${inline(main.path.join('.'))} in ${inline(label)}`, from, code, rows: { start: main.start, end: Math.min(main.end, main.start + 3) }, isSure: true, isMain: true }; // prettier-ignore
  if (!isStartFile(from.place)) return undefined;
  // What a manifest names may be built first, of a file of the same name.
  const isSure = named.includes(`/${stemOf(from.place)}.`) && !named.includes(label);
  return { sentence: `${inline(label)} has the name of a file that programs begin in`, from, code, rows: { start: 0, end: Math.min(3, code.rows.count - 1) }, isSure, isMain: false }; // prettier-ignore
}

async function aboutStart(sources: readonly CodeSource[], asking: Asking): Promise<Answer> {
  const page = new Page(asking);
  const manifest = await manifestStart(sources, asking);
  const starts: Start[] = [];
  for (const from of sources) {
    const start = isManifest(from.place) ? undefined : await startOf(from, manifest?.sentence ?? '', asking);
    if (start) starts.push(start);
  }
  const sure = starts.filter(({ isSure }) => isSure);
  // What is called so by chance is told only where nothing is surer.
  const all = sure.some((one) => one.isMain) ? sure : starts.toSorted((a, b) => Number(b.isSure) - Number(a.isSure));
  const [first, ...rest] = [...(manifest ? [manifest] : []), ...all];
  if (!first) return noStart(sources, page, asking);
  page.say(first.sentence, first.from, first.code, first.rows);
  const list = rest.slice(0, maxMains).map(({ sentence, from, code, rows }) => `- ${page.cited(sentence, from, code, rows)}`);
  if (list.length > 0) page.put(`See also:\n${list.join('\n')}`);
  return page.answer('overview', manifest || sure.length > 0 ? scores.told : scores.second);
} // prettier-ignore

function noStart(sources: readonly CodeSource[], page: Page, { labelOf }: Asking): Answer {
  const manifest = sources.find(({ place }) => isManifest(place));
  const looked = manifest ? `${inline(labelOf(manifest))} names no file to begin with` : 'no manifest is here';
  page.say(`I found no place where a program starts: ${looked}, and no \`main\` is defined. It may be a library, which others start.`); // prettier-ignore
  return page.answer('absent', scores.none);
}

async function aboutFile(sources: readonly CodeSource[], name: string, asking: Asking): Promise<Answer | undefined> {
  const from = sources.find(({ place }) => isNamed(place, name)) ?? sources.find((one) => isNamed(asking.labelOf(one), name)); // prettier-ignore
  const read = readOf(from, asking);
  if (!from || !read) return undefined;
  const page = new Page(asking);
  const said = await saidBy(from, asking);
  const code = await outlinedOf(from, asking);
  const defined = code ? definedIn(code) : [];
  const [first] = defined;
  if (!said && !first) return undefined;
  const names = listed(defined.map(({ name: own }) => own), maxDefinitions); // prettier-ignore
  if (said) page.say(quotable(said.text, maxChars), from, read, said.rows);
  else if (code && first) page.say(`${inline(asking.labelOf(from))} defines ${names}`, from, code, { start: first.start, end: first.start }); // prettier-ignore
  const shown = code ? defined.slice(0, maxDefinitions).toSorted((a, b) => a.start - b.start) : [];
  const list = code ? shown.map((symbol) => definitionInShort(symbol, from, { code, page })) : [];
  const more = defined.length > shown.length ? `\n- and ${defined.length - shown.length} more` : '';
  if (list.length > 0) page.put(`${said ? 'It defines:\n' : ''}${list.join('\n')}${more}`);
  return page.answer('overview', said || list.length > 1 ? scores.told : scores.alone, first && !defined[1] ? [first.path.join('.')] : []); // prettier-ignore
}

export const overview: Maker = async (asking) => {
  if (!mayBeWhole(asking.query)) return undefined;
  const sources = foundSources(asking);
  const asked = askedOf(asking, sources);
  if (!asked) return undefined;
  if (asked.about === 'project') return aboutProject(sources, asking);
  return asked.about === 'start' ? aboutStart(sources, asking) : aboutFile(sources, asked.name, asking);
};
