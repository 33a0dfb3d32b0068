/**
 * Answers questions about a whole: what the project is, from its README and manifest; where programs begin, from the
 * manifest and functions called `main`; what one file is for, from its syntax tree; what the README says of a
 * yes-or-no question. Retrieval chooses the files (../overview.ts); each is read whole.
 */
import {
  type CodeSource,
  nameOfSource,
  namesOfPlace,
  type OutlinedCode,
  type ReadCode,
  sourcesOf,
} from '../outline/sources';
import type { OutlineSymbol, RowSpan } from '../read/types';
import { inline, type Asking, Page, type Maker, outlinedOf, quotable, readOf } from './page';
import { rowsOfText, segmentsOf, unquoted } from '../text/plain';
import { proseBlocks, proseRows, sentencesOf } from '../text/comments';
import { joinIdentifier, termsOf } from '../text/tokens';
import { Scorer } from '../rank/bm25f';
import { piecesOf } from '../parts';
import { setOf } from '../question/courtesies';
import { asksYesOrNo, tellingWords } from '../answers/tiers';
import { headingIn, plainTitle } from '../../languages/markdown';
import {
  asksOfGiven,
  fileIn,
  isMain,
  isManifest,
  isNamed,
  isReadme,
  isStartFile,
  nameInManifest,
  nameInQuestion,
  overviewOf,
  type Overview,
  isCalled,
} from '../overview';
import type { Answer } from '../types';
import { foundSources } from './facts';
import {
  definedIn,
  definitionInShort,
  isOfProject,
  namesIn,
  purposeOf,
  putFolder,
  saidBy,
  searchedFolder,
} from './folder';

// Section: what manifests say of a project, from their syntax trees. Data: the keys that each kind of manifest uses.

interface ManifestStart {
  row: number;
  says: string;
  isCommand: boolean;
}

const descriptions = setOf('description project.description package.description tool.poetry.description metadata.description'); // prettier-ignore
/** Sections of manifests in which each key is a command. */
export const commands = setOf('bin project.scripts project.gui-scripts tool.poetry.scripts options.entry_points');
const modules = setOf('main module bin');
const scripts = setOf('scripts.start scripts.serve');

/**
 * Patterns of entry points, for manifests without a syntax tree or with commands inside texts: the main class of a
 * build, an entry point of `setup.py`.
 */
const inRows: readonly { form: RegExp; says: (found: RegExpExecArray) => string }[] = [
  { form: /\bmainClass(?:Name)?(?:>|\s{0,3}=\s{0,3}["'])([\w.$]{2,120})/, says: ([, name = '']) => `${inline(name)} as the main class` },
  { form: /["']([\w.-]{1,80})\s{0,3}=\s{0,3}([\w.]{2,120}:\w{1,80})["']/, says: ([, name = '', target = '']) => asCommand(target, name) },
]; // prettier-ignore
const maxRows = 1_000;
const maxRowChars = 500;

const asCommand = (target: string | undefined, name: string) =>
  (target === undefined ? '' : `${inline(target)} as `) + `the command ${inline(name)}`;
const keyOf = ({ path }: OutlineSymbol) => path.join('.');

/** A text value without its quotes; undefined for lists and records. */
function textOf({ name, values }: OutlineSymbol): string | undefined {
  const value = values.find((one) => one.name === name)?.value;
  const isText = value !== undefined && !value.startsWith('[') && !value.startsWith('{');
  // `>-` begins a text that goes on in the next rows.
  const bare = isText ? value.replace(/^[>|][-+]?\s/, '').trim() : '';
  return isText ? unquoted(bare).replaceAll(String.raw`\"`, '"') : undefined;
}

/** The folder of a path with its slash; empty for the root. */
const folderOf = (place: string) => place.slice(0, place.lastIndexOf('/') + 1);

/** Default files of a command that a manifest names without a path. */
const filesOfCommand = (name: string): string[] => [`src/bin/${name}.rs`, `src/bin/${name}/main.rs`];

/** The first of some paths, relative to the manifest's folder, that exists in the space. */
function fileBeside({ part, place }: CodeSource, wanted: readonly string[]): string | undefined {
  const places = new Set(Array.from(part.keys(), (key) => part.placeOf(key)));
  return wanted.find((one) => places.has(folderOf(place) + one));
}

/** The command of a `[[bin]]` section of Cargo: its name, and its file as written or at the default path. */
function sectionStart(section: OutlineSymbol, { outline }: OutlinedCode, from: CodeSource): ManifestStart[] {
  const own = outline.symbols.filter(({ parent }) => parent !== undefined && outline.symbols[parent] === section);
  const valueOf = (key: string) => own.filter(({ name }) => name === key).map(textOf)[0];
  const name = valueOf('name');
  if (name === undefined) return [];
  const file = valueOf('path') ?? fileBeside(from, filesOfCommand(name));
  return [{ row: section.start, says: asCommand(file, name), isCommand: true }];
}

function startsOf(symbol: OutlineSymbol, code: OutlinedCode, from: CodeSource): ManifestStart[] {
  const { name, nameRow: row } = symbol;
  const place = keyOf(symbol);
  if (place === 'bin' && symbol.kind === 'section') return sectionStart(symbol, code, from);
  const around = symbol.path.slice(0, -1).join('.');
  const isOfSection = around === 'bin' && code.outline.symbols.some((one) => keyOf(one) === 'bin.name');
  const target = textOf(symbol);
  if (target === undefined) return listedStarts(symbol);
  if (commands.has(around) && !isOfSection) return [{ row, says: asCommand(target, name), isCommand: true }];
  if (modules.has(place)) return [{ row, says: `${inline(target)} as ${inline(name)}`, isCommand: name === 'bin' }];
  return scripts.has(place) ? [{ row, says: `${inline(target)} to start it`, isCommand: false }] : [];
}

/** Commands from a manifest's list of files. */
function listedStarts({ name, path, values, nameRow: row }: OutlineSymbol): ManifestStart[] {
  const list = values.find((one) => one.name === name)?.value ?? '';
  if (path.join('.') !== 'bin' || !list.startsWith('[')) return [];
  const files = [...list.matchAll(/["']([\w./@-]{2,120})["']/g)].map(([, file = '']) => file);
  return files.map((file) => ({ row, says: asCommand(file, segmentsOf(file).at(-1)!), isCommand: true }));
}

/** The entry points that a manifest names, in its order. */
export async function startsIn(from: CodeSource, asking: Pick<Asking, 'reader'>): Promise<ManifestStart[]> {
  const code = await outlinedOf(from, asking);
  const found = code?.outline.symbols.flatMap((symbol) => startsOf(symbol, code, from)) ?? [];
  if (found.length > 0) return found;
  const rows = rowsOfText(readOf(from, asking)?.source.text ?? '').slice(0, maxRows);
  return rows.flatMap((text, row) =>
    inRows.flatMap(({ form, says }) => {
      // What is commented out is a template.
      const match = text.trimStart().startsWith('#') ? null : form.exec(text.slice(0, maxRowChars));
      return match ? [{ row, says: says(match), isCommand: true }] : [];
    }),
  );
}

const scores = { told: 0.9, alone: 0.7, second: 0.4, none: 0.05 };
const maxStarts = 3;
const maxMains = 3;
const maxDefinitions = 8;
const maxChars = 700;

/** True when a question may be about a whole, judged by its form. */
export const mayBeWhole = (query: string): boolean =>
  [overviewOf, fileIn, nameInQuestion].some((asked) => asked(query) !== undefined) || asksOfGiven(query);

/**
 * The whole that is asked about. A name ("what is zod?") counts if a README or manifest found belongs to it; "explain
 * this" counts if several files, or several passages of one, were given.
 */
function askedOf({ query, snippets }: Asking, sources: readonly CodeSource[]): Overview | undefined {
  const alone = fileIn(query);
  const asked = alone === undefined ? overviewOf(query) : { about: 'file' as const, name: alone };
  const [first, second] = sources;
  if (asksOfGiven(query) && first && !second && !isReadme(first.place) && !isManifest(first.place))
    // Several passages of one file mean the file; a single passage is explained as it stands.
    return snippets.length > 1 ? { about: 'file', name: first.place } : undefined;
  if (asked) return asked;
  const name = nameInQuestion(query);
  const isOfProject =
    name !== undefined &&
    sources.some((from) => snippets.some(({ text }) => isCalled(name, { place: nameOfSource(from), text })));
  return isOfProject || (asksOfGiven(query) && second) ? { about: 'project' } : undefined;
}

interface Place {
  from: CodeSource;
  code: ReadCode;
  rows: RowSpan;
}

/**
 * A sentence about the entry points in the first manifest that names some; when there are many, commands rather than
 * modules.
 */
export async function manifestStart(
  sources: readonly CodeSource[],
  asking: Asking,
  isMeant: (start: ManifestStart) => boolean = () => true,
): Promise<(Place & { sentence: string }) | undefined> {
  for (const from of sources.filter(({ place }) => isManifest(place))) {
    const found = (await startsIn(from, asking)).filter(isMeant);
    const code = readOf(from, asking);
    const commandsFirst = found.toSorted((a, b) => Number(b.isCommand) - Number(a.isCommand));
    const shown: ManifestStart[] = (found.length > maxStarts ? commandsFirst : found).slice(0, maxStarts);
    const at = shown.map(({ row }) => row);
    const sentence = `${inline(asking.labelOf(from))} names ${[...new Set(shown.map(({ says }) => says))].join(', ')}`;
    if (code && shown.length > 0)
      return { sentence, from, code, rows: { start: Math.min(...at), end: Math.max(...at) } };
  }
  return undefined;
}

/** Rows of manifests at the root that say what the project is: of Cabal, gems, Nimble, LuaRocks, R. */
const sayingRow =
  /^\s{0,8}(?:[a-z]{1,20}\.)?(?:synopsis|summary|description|Title)\s{0,20}(?::\s{0,20}([^"'\s].{7,200})|=\s{0,20}["']([^"']{8,200})["'],?\s{0,4})$/;
const saidInRows = /^[^/]{1,80}\.(?:cabal|gemspec|nimble|rockspec)$|^DESCRIPTION$/;

/** The description in the first manifest that has one. */
async function descriptionIn(
  manifests: readonly CodeSource[],
  asking: Asking,
): Promise<(Place & { text: string }) | undefined> {
  for (const from of manifests) {
    const code = await outlinedOf(from, asking);
    const symbol = code?.outline.symbols.find((one) => descriptions.has(keyOf(one)));
    const text = symbol && textOf(symbol);
    if (code && symbol && text) return { from, code, rows: { start: symbol.nameRow, end: symbol.nameRow }, text };
  }
  for (const from of sourcesOf(asking.parts).filter(({ place }) => saidInRows.test(place))) {
    const code = readOf(from, asking);
    const rows = rowsOfText(code?.source.text ?? '').slice(0, maxRows);
    const at = rows.findIndex(
      (row) => row.length < maxRowChars && !row.trimEnd().endsWith('\\') && sayingRow.test(row),
    );
    const [, bare, quoted] = sayingRow.exec(rows[at] ?? '') ?? [];
    const text = bare ?? quoted;
    if (code && text !== undefined) return { from, code, rows: { start: at, end: at }, text };
  }
  return undefined;
}

async function aboutProject(sources: readonly CodeSource[], asking: Asking): Promise<Answer | undefined> {
  const page = new Page(asking);
  const readme = sources.find(({ place }) => isReadme(place));
  const read = readOf(readme, asking);
  const folder = folderOf(readme?.place ?? '');
  const all = sources.filter(({ place }) => isManifest(place));
  const beside = all.filter(({ place }) => folderOf(place) === folder);
  const named = beside.flatMap((from) => nameInManifest(readOf(from, asking)?.source.text ?? ''));
  const ownNames = named.map((name) => name.split('/').at(-1) ?? name);
  const said = readme && read && purposeOf({ place: nameOfSource(readme) }, read, ownNames);
  // A manifest in another folder is that of a part, and so is a README below one.
  const manifests = all.filter(({ place }) => !said || folder.startsWith(folderOf(place)));
  const isOfPart = manifests.some(({ place }) => folderOf(place) !== folder);
  const described = await descriptionIn(manifests, asking);
  if (!said && !described) return aboutNamesake(asking) ?? aboutFiles(asking);
  const isSame = joinIdentifier(said?.text ?? '') === joinIdentifier(described?.text ?? '');
  const sayPurpose = () => said && page.say(quotable(withoutEmphasis(said.text), maxChars), readme, read, said.rows);
  const sayDescription = () =>
    described &&
    page.say(
      `${inline(asking.labelOf(described.from))} describes it as “${quotable(described.text)}”`,
      described.from,
      described.code,
      described.rows,
    );
  if (said?.isPlain && !isOfPart) {
    sayPurpose();
    if (!isSame) sayDescription();
  } else {
    sayDescription();
    // What only stands first in a README may be about something else.
    if (!described) sayPurpose();
  }
  const start = await manifestStart(manifests, asking);
  if (start) page.say(start.sentence, start.from, start.code, start.rows);
  return page.answer('overview', scores.told);
}

/** What the README of the part says that has the name of the whole, where the whole has none: `packages/NAME`. */
function aboutNamesake(asking: Asking): Answer | undefined {
  const names = folderNames(asking.parts);
  const readmes = sourcesOf(asking.parts)
    .filter((from) => isOfProject(from.place))
    .filter(({ place }) => isReadme(place) && names.includes(segmentsOf(place).at(-2) ?? ''));
  const [readme] = readmes.sort((a, b) => a.place.length - b.place.length);
  const read = readOf(readme, asking);
  const said = readme && read && purposeOf(readme, read, names);
  if (!said) return undefined;
  const page = new Page(asking);
  page.say(`${inline(asking.labelOf(readme))} says of it: ${quotable(said.text, maxChars)}`, readme, read, said.rows);
  return page.answer('overview', scores.told);
}

/** Removes Markdown emphasis, whose marks would be left unpaired when the text is cut. */
const withoutEmphasis = (text: string): string =>
  text
    .replace(/(?<![\w`/(,])(\*{1,3})(?=\S)([^*\n]{0,119}[^*\s])\1(?![\w/])/g, '$2')
    .replace(/(?<![\w`])(_{1,3})(?=\S)([^_\n]{0,119}[^_\s])\1(?![\w`])/g, (whole, _, inner: string) =>
      /^__\w+__$/.test(whole) ? whole : inner,
    );

/** Describes the project by its files, when nothing else does. */
async function aboutFiles(asking: Asking): Promise<Answer | undefined> {
  const page = new Page(asking);
  page.say('I could not tell what this is from a README or a manifest.');
  const score = await putFolder(searchedFolder(asking), 'It', { page, asking });
  return score === undefined ? undefined : page.answer('overview', scores.second);
}

interface Start extends Place {
  sentence: string;
  /** True when a manifest names it, or it is a function that the system calls. */
  isSure: boolean;
  isMain: boolean;
}

/** Kinds of symbols that may be called; a page has a `main`, too. */
const mayRun: ReadonlySet<string> = new Set(['function', 'method', 'macro', 'constant', 'variable']);

/** A function that the system calls first, or else a file with a usual name of an entry point. */
async function startOf(from: CodeSource, named: string, asking: Asking): Promise<Start | undefined> {
  const code = await outlinedOf(from, asking);
  if (!code) return undefined;
  const label = asking.labelOf(from);
  const main = code.outline.symbols.find((one) => mayRun.has(one.kind) && isMain(keyOf(one), from.place));
  if (main) {
    const sentence = `A program begins with ${inline(keyOf(main))} in ${inline(label)}`;
    const rows = { start: main.start, end: Math.min(main.end, main.start + 3) };
    return { sentence, from, code, rows, isSure: true, isMain: true };
  }
  if (!isStartFile(from.place)) return undefined;
  // A manifest may name the build output of a source file of the same name.
  const own = namesOfPlace(from.place).at(-1);
  const isSure = own === '__main__' || (named.includes(`/${own}.`) && !named.includes(label));
  const sentence = `${inline(label)} has the name of a file that programs begin in`;
  const rows = { start: 0, end: Math.min(3, code.rows.count - 1) };
  return { sentence, from, code, rows, isSure, isMain: false };
}

async function aboutStart(sources: readonly CodeSource[], asking: Asking): Promise<Answer> {
  const page = new Page(asking);
  const own = sources.filter(({ place }) => isOfProject(place) || !place.includes('/'));
  const manifest = (await manifestStart(own, asking)) ?? programOf(asking);
  const starts: Start[] = [];
  for (const from of sources) {
    const start = isManifest(from.place) ? undefined : await startOf(from, manifest?.sentence ?? '', asking);
    if (start) starts.push(start);
  }
  const all = starts
    .filter(({ from }) => isOfProject(from.place))
    .sort((a, b) => likelinessOf(b.from.place) - likelinessOf(a.from.place));
  const sure = all.filter(({ isSure }) => isSure);
  // Entry points that only have a usual name are listed only when nothing is surer.
  const told = sure.some((one) => one.isMain) ? sure : all.toSorted((a, b) => Number(b.isSure) - Number(a.isSure));
  const [first, ...rest] = [...(manifest ? [manifest] : []), ...told];
  if (!first)
    return noStart(
      sources,
      starts.find((one) => one.isMain),
      { page, asking },
    );
  page.say(first.sentence, first.from, first.code, first.rows);
  const list = rest
    .slice(0, maxMains)
    .map(({ sentence, from, code, rows }) => `- ${page.cited(sentence, from, code, rows)}`);
  if (list.length > 0) page.put(`See also:\n${list.join('\n')}`);
  return page.answer('overview', manifest || sure.length > 0 ? scores.told : scores.second);
}

/** Folders of programs that help to make the project. */
const helping = setOf('tools tool contrib misc dev hack hook hooks script scripts docs');
/** How likely the project starts in a file, by its path. */
const likelinessOf = (place: string): number =>
  segmentsOf(place.toLowerCase()).some((step) => helping.has(step)) || place.endsWith('.sh')
    ? -1
    : Number(isStartFile(place));

/** Names of the searched folders. */
export const folderNames = (parts: Asking['parts']): string[] =>
  parts.flatMap((part) => {
    const [key = ''] = part.keys();
    const source = part.sourceOf(key);
    return source.kind === 'file' ? segmentsOf(source.path.slice(0, -key.length - 1)).slice(-1) : [];
  });

/** The file in a folder of programs that is named after the project. */
function programOf(asking: Asking): (Place & { sentence: string }) | undefined {
  const all = sourcesOf(asking.parts);
  const gems = all.flatMap(({ place }) => (place.endsWith('.gemspec') ? [namesOfPlace(place).at(-1)!] : []));
  const names = [...gems, ...folderNames(asking.parts)];
  const from = all.find(({ place }) =>
    ['bin', 'exe', 'libexec'].some((folder) => names.some((name) => place === `${folder}/${name}`)),
  );
  const code = readOf(from, asking);
  if (!from || !code) return undefined;
  return {
    sentence: `Its program is ${inline(asking.labelOf(from))}`,
    from,
    code,
    rows: { start: 0, end: Math.min(3, code.rows.count - 1) },
  };
}

function noStart(
  sources: readonly CodeSource[],
  beside: Start | undefined,
  { page, asking }: { page: Page; asking: Asking },
) {
  const manifest = sources.find(({ place }) => isManifest(place));
  const looked = manifest
    ? `${inline(asking.labelOf(manifest))} names no file to begin with`
    : 'no manifest that I know names one';
  page.say(
    `I found no place where a program starts: ${looked}, and its own code defines no \`main\`. It may be a library, which others start.`,
  );
  if (beside)
    page.say(
      `Beside the project itself, a program begins in ${inline(asking.labelOf(beside.from))}`,
      beside.from,
      beside.code,
      beside.rows,
    );
  return page.answer('absent', scores.none);
}

async function aboutFile(sources: readonly CodeSource[], name: string, asking: Asking): Promise<Answer | undefined> {
  const from =
    sources.find(({ place }) => isNamed(place, name)) ?? sources.find((one) => isNamed(asking.labelOf(one), name));
  const read = readOf(from, asking);
  if (!from || !read) return undefined;
  const page = new Page(asking);
  const said = await saidBy(from, asking);
  const code = await outlinedOf(from, asking);
  const defined = code ? definedIn(code) : [];
  const [first, second] = defined;
  if (said) {
    page.say(quotable(said.text, maxChars), from, read, said.rows);
  } else {
    if (!first) return undefined;
    const what = `${inline(asking.labelOf(from))} defines ${namesIn(defined, maxDefinitions)}`;
    page.say(what, from, read, { start: first.start, end: first.start });
  }
  const shown = defined.slice(0, maxDefinitions).toSorted((a, b) => a.start - b.start);
  const list = shown.map((symbol) => definitionInShort(symbol, from, { code: read, page }));
  const more = defined.length > shown.length ? `\n- and ${defined.length - shown.length} more` : '';
  if (list.length > 0) page.put(`${said ? 'It defines:\n' : ''}${list.join('\n')}${more}`);
  const score = said || second ? scores.told : scores.alone;
  return page.answer('overview', score, first && !second ? [keyOf(first)] : []);
}

export const overview: Maker = async (asking) => {
  if (!mayBeWhole(asking.query)) return undefined;
  const sources = foundSources(asking);
  const asked = askedOf(asking, sources);
  if (!asked) return undefined;
  if (asked.about === 'project') return aboutProject(sources, asking);
  return asked.about === 'start' ? aboutStart(sources, asking) : aboutFile(sources, asked.name, asking);
};

// Section: what the README says of what a yes-or-no question asks for, which may be a plain no.

/** Least share of the question's words, and least number of them, in a sentence or a heading about it. */
const [minShare, minWords] = [0.7, 2];
/** Least share in a sentence that says no. */
const minShareOfNo = 0.6;
/** Words that say no; a sentence with one of them need have neither several of the question's words nor the rarest: "It does not sanitize." */
const negations = setOf("not never cannot can't doesn't don't won't isn't unsupported");

/**
 * The sentence or heading of a document that has most of some words, if it has enough of them.
 * @param words the rarest first, which it has to have
 */
function sentenceOn(words: readonly string[], { rows }: ReadCode) {
  const all = proseRows(rows.text);
  const headings = all.flatMap((text, row) => {
    const title = headingIn(text)?.title;
    return title === undefined ? [] : [{ text: plainTitle(title), row }];
  });
  const sentences = proseBlocks(all).flatMap(({ text, row }) => sentencesOf(text).map((one) => ({ text: one, row })));
  const rated = [...sentences, ...headings].map((one) => {
    const terms = new Set(termsOf(one.text));
    const held = words.filter((word) => terms.has(word));
    const saysNo = (one.text.toLowerCase().match(/[a-z']+/g) ?? []).some((word) => negations.has(word));
    const isEnough = saysNo || (held.length >= minWords && held[0] === words[0]);
    return {
      ...one,
      saysNo,
      count:
        isEnough && held.length >= (saysNo ? minShareOfNo : minShare) * words.length
          ? held.length + (saysNo ? 0.5 : 0)
          : 0,
    };
  });
  const [best] = rated.sort((a, b) => b.count - a.count);
  return best && best.count > 0 ? best : undefined;
}

/** An answer without a claim to a yes-or-no question, behind what the README says of it. */
export function withReadme(answer: Answer, asking: Asking): Answer {
  const words = asksYesOrNo(asking.query) ? tellingWords(asking.query) : [];
  if (words.length === 0) return answer;
  const scorer = new Scorer(piecesOf(asking.parts));
  words.sort((a, b) => scorer.frequency(a) - scorer.frequency(b));
  const [from] = sourcesOf(asking.parts)
    .filter(({ place }) => isReadme(place))
    .sort((a, b) => segmentsOf(a.place).length - segmentsOf(b.place).length);
  const code = readOf(from, asking);
  const said = code && sentenceOn(words, code);
  if (!from || !said) return answer;
  const page = new Page(asking, answer);
  const rows = { start: said.row, end: said.row };
  const where = page.referred(`It says in ${page.at(from, said.row)}`, from, code, rows);
  const { text, ...told } = page.answer(answer.kind ?? 'places', answer.score, answer.symbols);
  const rest = said.saysNo ? text.replace(/^I cannot say yes or no[^.]*\. /, '') : text;
  return { ...told, text: `${where}:\n\n> ${quotable(said.text)}\n\n${rest}` };
}
