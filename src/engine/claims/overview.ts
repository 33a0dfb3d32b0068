/**
 * Answers questions about a whole: what the project is, from its README and manifest; where programs begin, from the
 * manifest and functions called `main`; how its code is organised; what one file is for, from its syntax tree; what the
 * README says of a yes-or-no question. Retrieval chooses the files (../overview.ts); each is read whole.
 */
import { setOf } from '../question/courtesies';
import { type Maker, Page, type Asking, readOf, quotable, inline, outlinedOf, type Putting, isDocument } from './page';
import { ofChanges } from './subjects';
import { wantOf } from './wants';
import type { Files } from './runFits';
import { isGuide } from './runTable';
import { escaped, isNumber, rowsOfText, segmentsOf, spaced } from '../text/plain';
import { putGuide } from './runGuides';
import {
  putFolder,
  searchedFolder,
  purposeOf,
  saidBy,
  definedIn,
  namesIn,
  definitionInShort,
  lettersIn,
  isOwnCode,
  maxAbove,
  ofNobody,
  firstSentences,
} from './folder';
import {
  overviewOf,
  fileIn,
  nameInQuestion,
  asksOfGiven,
  type Overview,
  isReadme,
  isManifest,
  isCalled,
  nameInManifest,
  isMain,
  isStartFile,
  isNamed,
} from '../overview';
import {
  type CodeSource,
  foundSources,
  nameOfSource,
  sourcesOf,
  namesOfPlace,
  type ReadCode,
} from '../outline/sources';
import type { Answer } from '../types';
import { slashedFolder, descriptionIn, manifestStart, type Place, keyOf, filesOf } from './runManifests';
import { joinIdentifier, termsOf } from '../text/tokens';
import { isOfProject, isTestPath } from '../rank/fileKinds';
import { isProseLanguage, proseRows, proseBlocks, sentencesOf } from '../text/comments';
import { headingIn, plainTitle } from '../../languages/markdown';
import { asksYesOrNo, tellingWords } from '../answers/tiers';
import { Scorer } from '../rank/bm25f';
import { folderNames, piecesOf } from '../parts';
import { folderOf } from '../files/walk';

const scores = { told: 0.9, organised: 0.85, alone: 0.7, second: 0.4, none: 0.05 };
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

async function aboutProject(sources: readonly CodeSource[], asking: Asking): Promise<Answer | undefined> {
  const page = new Page(asking);
  const readme = sources.find(({ place }) => isReadme(place));
  const read = readOf(readme, asking);
  const folder = slashedFolder(readme?.place ?? '');
  const all = sources.filter(({ place }) => isManifest(place));
  const beside = all.filter(({ place }) => slashedFolder(place) === folder);
  const named = beside.flatMap((from) => nameInManifest(readOf(from, asking)?.source.text ?? ''));
  const ownNames = named.map((name) => name.split('/').at(-1) ?? name);
  const said = readme && read && purposeOf({ place: nameOfSource(readme) }, read, ownNames);
  // A manifest in another folder is that of a part, and so is a README below one.
  const manifests = all.filter(({ place }) => !said || folder.startsWith(slashedFolder(place)));
  const isOfPart = manifests.some(({ place }) => slashedFolder(place) !== folder);
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

function noStart(sources: readonly CodeSource[], beside: Start | undefined, { page, asking }: Putting) {
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

// Section: how the code is organised.

/** Words for the whole of the code, and those that may stand around them or alone. */
const wholeOfCode = setOf('codebase repo repository sources it everything app application library package program');
const littleWords = setOf('the this our its source code base tree whole project all of');

/** Answers how the code is organised: what a guide says of it, and the folders with what they say they are. */
export const layout: Maker = async (asking) => {
  const want = wantOf(asking.query, 'layout');
  if (!want) return undefined;
  const files = await filesOf(asking);
  // The code of what the project is: “the source code of the compiler”.
  const [, ofIt] = want.subject.toLowerCase().split('code of ');
  const words = ofIt === undefined ? spaced(want.subject.toLowerCase()).filter((word) => !littleWords.has(word)) : [];
  if (!words.every((word) => wholeOfCode.has(word) || files.own.has(word))) return undefined;
  const page = new Page(asking);
  const isTold = putGuide(files, 'layout', { asking, page });
  const guides = files.all.filter(({ place }) => tellsOfMaking(place) || (isGuide(place) && !place.includes('/')));
  const making = guides.find(({ place }) => tellsOfMaking(place));
  const code = readOf(making, asking);
  if (making && code && !isTold)
    page.say(`${inline(asking.labelOf(making))} says more of it`, making, code, { start: 0, end: 0 });
  const isListed = putModules(files, { page, asking });
  const score = await putParts(guides, { page, asking });
  if (score !== undefined) return page.answer('folder', score);
  if (isTold || isListed) return page.answer('folder', scores.organised);
  const listed = await putFolder(searchedFolder(asking), 'This folder', { page, asking });
  return listed === undefined ? undefined : page.answer('folder', listed);
};

/** Beginnings of the rows with which a file at the top lists the modules of a project, by its name. */
const moduleRows: Readonly<Record<string, readonly string[]>> = {
  'settings.gradle': ['include ', 'include('],
  'settings.gradle.kts': ['include('],
  'pom.xml': ['<modules>', '</modules>'],
  'go.work': ['use'],
  'pnpm-workspace.yaml': ['packages:'],
};
/** Most rows quoted of such a list. */
const maxModuleRows = 30;

/** Quotes the list of a project's modules; false when there is none. */
function putModules({ named }: Files, { page, asking }: Putting): boolean {
  for (const from of named(Object.keys(moduleRows))) {
    const begins = moduleRows[from.place] ?? [];
    const code = readOf(from, asking);
    const rows = code ? rowsOfText(code.source.text).map((row) => row.trim()) : [];
    const isListed = (row: string) => begins.some((begin) => row.startsWith(begin));
    const start = rows.findIndex(isListed);
    if (!code || start < 0) continue;
    // A list goes on to the sign that closes it, and one of YAML as long as there are items.
    let end = rows.findLastIndex(isListed);
    if (rows[end]!.endsWith('(')) end = rows.indexOf(')', end);
    while (rows[end + 1]?.startsWith('- ')) end += 1;
    if (end < start || end - start >= maxModuleRows) continue;
    page.say(`${inline(asking.labelOf(from))} lists its modules`, from, code, { start, end });
    page.quote(code, from, { start, end });
    return true;
  }
  return false;
}

/** Words of which the names of documents on how a project is made consist, and those of which one is among them. */
const ofMaking = setOf('architecture codebase design internals guide overview code project structure');
const makingWords = setOf('architecture codebase design internals');
function tellsOfMaking(place: string): boolean {
  const [name = '', ending = ''] = (segmentsOf(place).at(-1) ?? '').toLowerCase().split('.');
  const words = lettersIn(name.replaceAll('_', ' '));
  return (
    isProseLanguage(ending) && words.every((word) => ofMaking.has(word)) && words.some((word) => makingWords.has(word))
  );
}

/** What a list in a guide says of a folder: “- `src/tide/`: tells of the water”. */
function saidInGuides(folder: string, guides: readonly CodeSource[], asking: Asking) {
  const entry = new RegExp(
    `^\\s*(?:[-*+|]|\\d+\\.)\\s*[\`*]*(?:\\./)?${escaped(folder)}/?[\`*]*\\s*[:|–—-]+\\s+(\\S.{9,300}?)[|\\s]*$`,
  );
  for (const from of guides) {
    const code = readOf(from, asking);
    const rows = code ? rowsOfText(code.rows.text) : [];
    const row = rows.findIndex((text) => entry.test(text));
    const [, text = ''] = entry.exec(rows[row] ?? '') ?? [];
    if (code && text !== '') return { from, code, rows: { start: row, end: row }, text };
  }
  return undefined;
}

/** Most parts that are listed, and most names of one. */
const [maxParts, maxNamesOfPart] = [12, 4];
/** Names of the files in which a folder says what it is. */
const speakers = setOf('index mod lib __init__ main doc package-info');

/** Names of folders of documents. */
const documentFolders = setOf('doc docs documentation');

/** First words of what is to be done. */
const imperatives = setOf('install run build make use see read clone download');
const isInstruction = (text: string): boolean => imperatives.has(lettersIn(text.toLowerCase())[0] ?? '');

interface PartOfWhole {
  /** Empty for the files at the top. */
  path: string;
  sources: CodeSource[];
  /** Files of it that are the project's own code. */
  own: number;
}

/** The folders directly below a path, and the path itself where files lie directly in it. */
function partsBelow(path: string, sources: readonly CodeSource[]): PartOfWhole[] {
  const begin = path === '' ? 0 : path.length + 1;
  const groups = new Map<string, CodeSource[]>();
  for (const from of sources) {
    const end = from.place.indexOf('/', begin);
    const folder = end < 0 ? path : from.place.slice(0, end);
    const group = groups.get(folder) ?? [];
    group.push(from);
    groups.set(folder, group);
  }
  return [...groups].map(([folder, group]) => ({ path: folder, sources: group, own: group.filter(isOwnCode).length }));
}

/** The parts of the whole: the folders at its top, and instead of one with most of the code those inside of it. */
function partsOf(sources: readonly CodeSource[]): PartOfWhole[] {
  // Settings of tools are no part of it; of the files at the top only code is.
  const parts = partsBelow('', sources).filter(({ path, own }) => !path.startsWith('.') && (path !== '' || own > 0));
  const all = parts.reduce((sum, { own }) => sum + own, 0);
  const main = parts.find(({ path, own }) => path !== '' && own * 2 > all);
  if (!main) return parts;
  let inside = partsBelow(main.path, main.sources);
  // `src/main/java/org/…` are one folder.
  while (
    inside.length === 1 &&
    inside[0]!.path !== main.path &&
    inside[0]!.sources.some(({ place }) => place.startsWith(`${inside[0]!.path}/`))
  ) {
    const [only] = inside;
    const next = partsBelow(only!.path, only!.sources);
    if (next.length === 1 && next[0]!.path === only!.path) break;
    inside = next;
  }
  const isFolder = ({ path, own }: PartOfWhole) => own > 0 && path !== main.path;
  return inside.filter(isFolder).length > 1 ? [...parts.filter((one) => one !== main), ...inside] : parts;
}

/** What a part says it is, or else what lies in it. */
async function partInShort(
  { path, sources, own }: PartOfWhole,
  guides: readonly CodeSource[],
  { page, asking }: Putting,
): Promise<string> {
  if (path === '') return `- Code at the top: ${namesOfPart(sources.filter(isOwnCode), path, page, asking)}`;
  const head = inline(`${path}/`);
  const last = path.slice(path.lastIndexOf('/') + 1);
  const tests = sources.filter(({ place }) => isTestPath(place));
  if (own === 0 && tests.length * 2 > sources.length) return `- ${head}: tests`;
  const told = saidInGuides(path, guides, asking);
  if (told)
    return `- ${page.cited(`${head}: ${quotable(firstSentences(told.text, 1))}`, told.from, told.code, told.rows)}`;
  if (documentFolders.has(last.toLowerCase())) return `- ${head}: documents`;
  const direct = sources.filter(({ place }) => folderOf(place) === path);
  const nameOf = ({ place }: CodeSource) => place.slice(path.length + 1).replace(/\.\w+$/, '');
  const readme = direct.find(({ place }) => isReadme(place));
  const code = readOf(readme, asking);
  const purpose = readme && code && purposeOf(readme, code);
  if (
    readme &&
    code &&
    purpose &&
    (purpose.isPlain || (purpose.rows.start <= maxAbove && !isInstruction(purpose.text))) &&
    !ofNobody.test(purpose.text)
  )
    return `- ${page.cited(`${head}: ${quotable(firstSentences(purpose.text, 1))}`, readme, code, purpose.rows)}`;
  for (const from of direct.filter((one) => isOwnCode(one) && (speakers.has(nameOf(one)) || nameOf(one) === last))) {
    const read = readOf(from, asking);
    const said = await saidBy(from, asking);
    if (read && said && said.rows.start <= maxAbove)
      return `- ${page.cited(`${head}: ${quotable(firstSentences(said.text, 1))}`, from, read, said.rows)}`;
  }
  return `- ${head}: ${namesOfPart(sources, path, page, asking)}`;
}

/** The folder inside of another one in which all of its code lies, as deep as there is one: `src/main/java/org/shop`. */
function innermost(path: string, sources: readonly CodeSource[]): string {
  const own = partsBelow(path, sources).filter((one) => one.own > 0);
  const main = own.find((one) => one.path !== path && (own.length === 1 || one.path.endsWith('/src')));
  return main ? innermost(main.path, main.sources) : path;
}

/** The names that lie in a folder, or where all of its code is, with the first file of the first one as a place. */
function namesOfPart(all: readonly CodeSource[], path: string, page: Page, asking: Asking): string {
  const main = path === '' ? path : innermost(path, all);
  const begin = main === '' ? 0 : main.length + 1;
  const inside = main === path ? all : all.filter(({ place }) => place.startsWith(`${main}/`));
  const own = inside.filter(isOwnCode);
  const sources = own.length > 0 ? own : inside;
  const nameOf = ({ place }: CodeSource) => place.slice(begin).split('/')[0]!;
  const names = new Map<string, number>();
  for (const from of sources) names.set(nameOf(from), (names.get(nameOf(from)) ?? 0) + 1);
  // Folders with most in them first.
  const sorted = [...names.keys()].sort((a, b) => names.get(b)! - names.get(a)!);
  const shown = sorted.slice(0, maxNamesOfPart).map(inline).join(', ');
  const more = path !== '' && new Set(inside.map(nameOf)).size > maxNamesOfPart ? ' and others' : '';
  const told = `${shown}${more}${main === path ? '' : ` in ${inline(`${main}/`)}`}`;
  const [first] = sources;
  const code = readOf(first, asking);
  return first && code ? page.cited(told, first, code, { start: 0, end: 0 }) : told;
}

/**
 * Tells of the parts of the searched folder, a row each.
 * @returns score; undefined when it has no parts
 */
async function putParts(guides: readonly CodeSource[], { page, asking }: Putting): Promise<number | undefined> {
  const { own, below } = searchedFolder(asking);
  const parts = partsOf([...own, ...below]).sort((a, b) => b.own - a.own || b.sources.length - a.sources.length);
  if (parts.filter(({ own }) => own > 0).length < 2) return undefined;
  page.say(`Its folders${asking.isWhole ? '' : ', as far as they were read'}:`);
  const list: string[] = [];
  for (const part of parts.slice(0, maxParts)) {
    asking.signal.throwIfAborted();
    list.push(await partInShort(part, guides, { page, asking }));
  }
  if (parts.length > maxParts) list.push('- and others');
  page.put(list.join('\n'));
  return scores.organised;
}

// Section: what the README, or a document that was found, says of what a yes-or-no question asks for: it may be a plain no.

/** Least share of the question's words, and least number of them, in a sentence or a heading about it. */
const [minShare, minWords] = [0.7, 2];
/** Least share in a sentence that says no. */
const minShareOfNo = 0.6;
/** Words that say no; a sentence with one of them need not have several of the question's words: "It does not sanitize." */
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
    const isEnough = (saysNo || held.length >= Math.min(minWords, words.length)) && held[0] === words[0];
    return {
      ...one,
      saysNo,
      isAll: held.length === words.length && held.length >= minWords,
      count:
        isEnough && held.length >= (saysNo ? minShareOfNo : minShare) * words.length
          ? held.length + (saysNo ? 0.5 : 0)
          : 0,
    };
  });
  const [best] = rated.sort((a, b) => b.count - a.count);
  return best && best.count > 0 ? best : undefined;
}

/** An answer without a claim to a yes-or-no question, behind what the README says of it, or a found document in all of its words. */
export function withReadme(answer: Answer, asking: Asking): Answer {
  // The name of the project is in all that is said of it.
  const own = new Set(termsOf(folderNames(asking.parts).join(' ')));
  const words = asksYesOrNo(asking.query) ? tellingWords(asking.query).filter((word) => !own.has(word)) : [];
  if (words.length === 0) return answer;
  const scorer = new Scorer(piecesOf(asking.parts));
  words.sort((a, b) => scorer.frequency(a) - scorer.frequency(b));
  // HTTP/2 is not meant by what is said of HTTP.
  const numbers = lettersIn(asking.query).filter(isNumber);
  const [readme] = sourcesOf(asking.parts)
    .filter(({ place }) => isReadme(place))
    .sort((a, b) => segmentsOf(a.place).length - segmentsOf(b.place).length);
  const documents = foundSources(asking).filter((one) => isDocument(one) && isOfProject(one.place) && !ofChanges.test(one.place)); // prettier-ignore
  const saying = [readme, ...documents].flatMap((from) => {
    const code = readOf(from, asking);
    const said = code && sentenceOn(words, code);
    const isOn = said && (from === readme || said.isAll) && numbers.every((number) => said.text.includes(number));
    return from && code && isOn ? [{ from, code, said }] : [];
  });
  const best = saying.find(({ said }) => said.isAll) ?? saying[0];
  if (!best) return answer;
  const { from, code, said } = best;
  const page = new Page(asking, answer);
  const rows = { start: said.row, end: said.row };
  const where = page.referred(`It says in ${page.at(from, said.row)}`, from, code, rows);
  const { text, ...told } = page.answer(answer.kind ?? 'places', answer.score, answer.symbols);
  const rest = said.saysNo || said.isAll ? text.replace(/^(?:Probably|I cannot say yes or no[^.]*)\. /, '') : text;
  return { ...told, text: `${where}:\n\n> ${quotable(said.text)}\n\n${rest}` };
}
