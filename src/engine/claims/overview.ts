/**
 * Answers questions about a whole: what the project is, from its README and manifest; where programs begin, from the
 * manifest and functions called `main`; how its code is organised; what one file is for, from its syntax tree; what the
 * README says of a yes-or-no question. Retrieval chooses the files (../overview.ts); each is read whole.
 */
import { setOf } from '../question/courtesies';
import { type Maker, Page, type Asking, readOf, quotable, inline, outlinedOf, type Putting } from './page';
import { wantOf } from './wants';
import { isGuide } from './runTable';
import { escaped, isNumber, rowsOfText, segmentsOf, spaced } from '../text/plain';
import { putGuide } from './runGuides';
import {
  putFolder,
  searchedFolder,
  purposeOf,
  saidBy,
  saidByReadme,
  fileInShort,
  definitionInShort,
  isOwnCode,
  maxAbove,
  firstSentences,
} from './folder';
import {
  overviewOf,
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
  lettersIn,
} from '../overview';
import {
  type CodeSource,
  foundSources,
  nameOfSource,
  sourcesOf,
  namesOfPlace,
  type ReadCode,
  wholeRows,
} from '../outline/sources';
import type { Answer } from '../types';
import { slashedFolder, descriptionIn, manifestStart, type Place, keyOf, filesOf } from './runManifests';
import { joinIdentifier, termsOf } from '../text/tokens';
import { isOfProject, isTestPath } from '../rank/fileKinds';
import { isProseLanguage, proseRows, proseBlocks, sentencesOf } from '../text/comments';
import { asksYesOrNo, tellingWords } from '../answers/tiers';
import { folderNames } from '../parts';
import { folderOf } from '../files/walk';

const scores = { told: 0.9, organised: 0.85, alone: 0.7, second: 0.4, none: 0.05 };
const maxMains = 3;
const maxDefinitions = 8;
const maxChars = 700;

/** True when a question may be about a whole, judged by its form. */
export const mayBeWhole = (query: string): boolean =>
  overviewOf(query) !== undefined || nameInQuestion(query) !== undefined || asksOfGiven(query);

/**
 * The whole that is asked about. A name ("what is zod?") counts if a README or manifest found belongs to it; "explain
 * this" counts if several files, or several passages of one, were given.
 */
function askedOf({ query, snippets }: Asking, sources: readonly CodeSource[]): Overview | undefined {
  const [first, second] = sources;
  const isOfGiven = asksOfGiven(query) && first !== undefined;
  // Several passages of one file mean the file; a single passage is explained as it stands.
  if (isOfGiven && !second && !isReadme(first.place) && !isManifest(first.place))
    return snippets.length > 1 ? { about: 'file', name: first.place } : undefined;
  const asked = overviewOf(query);
  const name = asked ? undefined : nameInQuestion(query);
  const isNamedSo = (from: CodeSource) =>
    name !== undefined && snippets.some(({ text }) => isCalled(name, { place: nameOfSource(from), text }));
  return asked ?? ((isOfGiven && second) || sources.some(isNamedSo) ? { about: 'project' } : undefined);
}

async function aboutProject(sources: readonly CodeSource[], asking: Asking): Promise<Answer | undefined> {
  const page = new Page(asking);
  const readme = sources.find(({ place }) => isReadme(place));
  const read = readOf(readme, asking);
  const all = sources.filter(({ place }) => isManifest(place));
  const called = all.flatMap((from) => nameInManifest(readOf(from, asking)?.source.text ?? ''));
  const names = called.flatMap((name) => segmentsOf(name).slice(-1));
  const said = readme && read && purposeOf({ place: nameOfSource(readme) }, read, names);
  // A manifest in another folder is that of a part.
  const folder = slashedFolder(readme?.place ?? '');
  const manifests = all.filter(({ place }) => !said || folder.startsWith(slashedFolder(place)));
  const described = await descriptionIn(manifests, asking);
  if (!said && !described) {
    page.say('I could not tell what this is from a README or a manifest.');
    const score = await putFolder(searchedFolder(asking), 'It', { page, asking });
    return score === undefined ? undefined : page.answer('overview', scores.second);
  }
  // What only stands first in a README may be about something else.
  const isTold = said !== undefined && (said.isPlain || !described);
  if (isTold) {
    const text = said.text.replaceAll('**', '');
    // In reStructuredText a line behind a word makes it a link.
    const unlinked = readme?.place.endsWith('.rst') ? text.replace(/(?<=\w)__?(?!\w)/g, '') : text;
    page.say(quotable(unlinked, maxChars), readme, read, said.rows);
  }
  if (described && !(isTold && joinIdentifier(said.text) === joinIdentifier(described.text)))
    page.say(
      `${inline(asking.labelOf(described.from))} describes it as “${quotable(described.text)}”`,
      described.from,
      described.code,
      described.rows,
    );
  const start = await manifestStart(manifests, asking);
  if (start) page.say(start.sentence, start.from, start.code, start.rows);
  return page.answer('overview', scores.told);
}

interface Start extends Place {
  sentence: string;
  /** True when a manifest names it, or it is a function that the system calls. */
  isSure: boolean;
}

/** Kinds of symbols that may be called; a page has a `main`, too. */
const mayRun: ReadonlySet<string> = new Set(['function', 'method', 'macro', 'constant', 'variable']);
/** Rows cited of a file or a function that a program begins in. */
const maxStartRow = 3;

/** A function that the system calls first, or else a file with a usual name of an entry point. */
async function startOf(from: CodeSource, named: string, asking: Asking): Promise<Start | undefined> {
  const code = await outlinedOf(from, asking);
  if (!code) return undefined;
  const label = asking.labelOf(from);
  const main = code.outline.symbols.find((one) => mayRun.has(one.kind) && isMain(keyOf(one), from.place));
  if (main) {
    const sentence = `A program begins with ${inline(keyOf(main))} in ${inline(label)}`;
    const rows = { start: main.start, end: Math.min(main.end, main.start + maxStartRow) };
    return { sentence, from, code, rows, isSure: true };
  }
  if (!isStartFile(from.place)) return undefined;
  // A manifest may name the build output of a source file of the same name.
  const own = namesOfPlace(from.place).at(-1);
  const isSure = own === '__main__' || (named.includes(`/${own}.`) && !named.includes(label));
  const sentence = `${inline(label)} has the name of a file that programs begin in`;
  return { sentence, from, code, rows: { start: 0, end: maxStartRow }, isSure };
}

async function aboutStart(sources: readonly CodeSource[], asking: Asking): Promise<Answer> {
  const page = new Page(asking);
  const isOwn = ({ from }: Pick<Start, 'from'>) => isOfProject(from.place);
  const named =
    (await manifestStart(
      sources.filter((from) => isOwn({ from })),
      asking,
    )) ?? programOf(asking);
  const starts: Start[] = [];
  for (const from of sources) {
    const start = isManifest(from.place) ? undefined : await startOf(from, named?.sentence ?? '', asking);
    if (start) starts.push(start);
  }
  const all = starts
    .filter(isOwn)
    .sort((a, b) => Number(isStartFile(b.from.place)) - Number(isStartFile(a.from.place)));
  const sure = all.filter(({ isSure }) => isSure);
  // Entry points that only have a usual name are listed only when nothing is surer.
  const [first, ...rest] = [...(named ? [named] : []), ...(sure.length > 0 ? sure : all)];
  if (first) {
    page.say(first.sentence, first.from, first.code, first.rows);
    const list = rest.slice(0, maxMains).map((one) => `- ${page.cited(one.sentence, one.from, one.code, one.rows)}`);
    if (list.length > 0) page.put(`See also:\n${list.join('\n')}`);
    return page.answer('overview', named || sure.length > 0 ? scores.told : scores.second);
  }
  page.say(
    'I found no place where a program starts: no manifest that I know names one, and its own code defines no `main`. It may be a library, which others start.',
  );
  const beside = starts.find(({ isSure }) => isSure);
  if (beside) {
    const where = inline(asking.labelOf(beside.from));
    page.say(`Beside the project itself, a program begins in ${where}`, beside.from, beside.code, beside.rows);
  }
  return page.answer('absent', scores.none);
}

/** The file in a folder of programs that is named after the project. */
function programOf(asking: Asking): (Place & { sentence: string }) | undefined {
  const all = sourcesOf(asking.parts);
  const gems = all.flatMap(({ place }) => (place.endsWith('.gemspec') ? namesOfPlace(place).slice(-1) : []));
  const names = [...folderNames(asking.parts), ...gems];
  const places = names.flatMap((name) => [`bin/${name}`, `exe/${name}`, `libexec/${name}`]);
  const from = all.find(({ place }) => places.includes(place));
  const code = readOf(from, asking);
  if (!from || !code) return undefined;
  const sentence = `Its program is ${inline(asking.labelOf(from))}`;
  return { sentence, from, code, rows: { start: 0, end: maxStartRow } };
}

async function aboutFile(sources: readonly CodeSource[], name: string, asking: Asking): Promise<Answer | undefined> {
  const from = sources.find((one) => isNamed(one.place, name) || isNamed(asking.labelOf(one), name));
  const page = new Page(asking);
  const told = from && (await fileInShort(from, asking.labelOf(from), { page, asking }, maxChars));
  if (!told) return undefined;
  const { text, isSaid, defined, read } = told;
  page.put(text);
  const [first, second] = defined;
  const shown = defined.slice(0, maxDefinitions).toSorted((a, b) => a.start - b.start);
  const list =
    isSaid || second
      ? shown.map((symbol) => page.cited(`- ${definitionInShort(symbol, read.rows)}`, from, read, wholeRows(symbol)))
      : [];
  const more = defined.length > shown.length ? `\n- and ${defined.length - shown.length} more` : '';
  if (list.length > 0) page.put(`${isSaid ? 'It defines:\n' : ''}${list.join('\n')}${more}`);
  const score = isSaid || second ? scores.told : scores.alone;
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
const wholeOfCode = setOf('the this our its source code base tree whole project all of codebase repo repository sources it everything app application library package program'); // prettier-ignore
/** Names of documents on how a project is made: the words that they consist of, and those of which one is among them. */
const ofMaking = setOf('architecture codebase design internals guide overview code project structure');
const makingWords = setOf('architecture codebase design internals');

function tellsOfMaking({ place }: CodeSource): boolean {
  const [name = '', ending = ''] = (segmentsOf(place).at(-1) ?? '').toLowerCase().split('.');
  const words = lettersIn(name.replaceAll('_', ' '));
  const isOfIt = words.every((word) => ofMaking.has(word)) && words.some((word) => makingWords.has(word));
  return isOfIt && isProseLanguage(ending);
}

/** Answers how the code is organised: what a guide says of it, and the folders with what they say they are. */
export const layout: Maker = async (asking) => {
  const want = wantOf(asking.query, 'layout');
  if (!want) return undefined;
  const files = await filesOf(asking);
  const words = spaced(want.subject.toLowerCase());
  if (!words.every((word) => wholeOfCode.has(word) || files.own.has(word))) return undefined;
  const page = new Page(asking);
  const put = { page, asking };
  const isTold = putGuide(files, 'layout', put);
  const making = files.all.find(tellsOfMaking);
  const code = readOf(making, asking);
  if (making && code && !isTold)
    page.say(`${inline(asking.labelOf(making))} says more of it`, making, code, { start: 0, end: 0 });
  const searched = searchedFolder(asking);
  const parts = partsOf([...searched.own, ...searched.below]);
  if (parts.filter((part) => part.own > 0).length < 2) {
    const score = isTold ? scores.organised : await putFolder(searched, 'This folder', put);
    return score === undefined ? undefined : page.answer('folder', score);
  }
  const guides = files.all.filter((from) => tellsOfMaking(from) || (isGuide(from.place) && !from.place.includes('/')));
  parts.sort((a, b) => b.own - a.own || b.sources.length - a.sources.length);
  const list: string[] = [];
  for (const part of parts.slice(0, maxParts)) {
    asking.signal.throwIfAborted();
    list.push(`- ${await partInShort(part, guides, put)}`);
  }
  if (parts.length > maxParts) list.push('- and others');
  page.say(`Its folders${asking.isWhole ? '' : ', as far as they were read'}:`);
  page.put(list.join('\n'));
  return page.answer('folder', scores.organised);
};

/** What a list in a guide says of a folder: “- `src/tide/`: tells of the water”. */
function saidInGuides(folder: string, guides: readonly CodeSource[], asking: Asking) {
  const entry = new RegExp(
    `^\\s*(?:[-*+|]|\\d+\\.)\\s*[\`*]*(?:\\./)?${escaped(folder)}/?[\`*]*\\s*[:|–—-]+\\s+(\\S.{9,300}?)[|\\s]*$`,
  );
  for (const from of guides) {
    const code = readOf(from, asking);
    const rows = rowsOfText(code?.rows.text ?? '');
    const row = rows.findIndex((text) => entry.test(text));
    const text = entry.exec(rows[row] ?? '')?.[1];
    if (code && text !== undefined) return { from, code, rows: { start: row, end: row }, text };
  }
  return undefined;
}

/** Most parts that are listed, and most names of one. */
const [maxParts, maxNamesOfPart] = [12, 4];
/** Names of the files in which a folder says what it is. */
const speakers = setOf('index mod lib __init__ main doc package-info');
/** Names of folders of documents. */
const documentFolders = setOf('doc docs documentation');

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
    const group = groups.get(folder);
    if (group) group.push(from);
    else groups.set(folder, [from]);
  }
  return [...groups].map(([folder, group]) => ({ path: folder, sources: group, own: group.filter(isOwnCode).length }));
}

/** The folder inside of another one in which all of its code lies, as deep as there is one: `src/main/java/org/shop`. */
function innermost(part: PartOfWhole): PartOfWhole {
  const own = partsBelow(part.path, part.sources).filter((one) => one.own > 0);
  const main = own.find((one) => one.path !== part.path && (own.length === 1 || one.path.endsWith('/src')));
  return main ? innermost(main) : part;
}

/** The parts of the whole: the folders at its top, and instead of one with most of the code those inside of it. */
function partsOf(sources: readonly CodeSource[]): PartOfWhole[] {
  // Settings of tools are no part of it; of the files at the top only code is.
  const parts = partsBelow('', sources).filter(({ path, own }) => !path.startsWith('.') && (path !== '' || own > 0));
  const all = parts.reduce((sum, { own }) => sum + own, 0);
  const main = parts.find(({ path, own }) => path !== '' && own * 2 > all);
  if (!main) return parts;
  const deepest = innermost(main);
  const inner = deepest.own < main.own ? main : deepest;
  const inside = partsBelow(inner.path, inner.sources);
  const isFolder = ({ path, own }: PartOfWhole) => own > 0 && path !== inner.path;
  const beside = parts.filter((one) => one !== main);
  return inside.filter(isFolder).length > 1 ? [...beside, ...inside] : parts;
}

/** What a part says it is, or else what lies in it. */
async function partInShort(
  part: PartOfWhole,
  guides: readonly CodeSource[],
  { page, asking }: Putting,
): Promise<string> {
  const { path, sources, own } = part;
  if (path === '')
    return `Code at the top: ${namesOfPart({ ...part, sources: sources.filter(isOwnCode) }, page, asking)}`;
  const head = inline(`${path}/`);
  const last = segmentsOf(path).at(-1)!;
  const tests = sources.filter(({ place }) => isTestPath(place));
  if (own === 0 && tests.length * 2 > sources.length) return `${head}: tests`;
  const inGuide = saidInGuides(path, guides, asking);
  if (!inGuide && documentFolders.has(last.toLowerCase())) return `${head}: documents`;
  const direct = sources.filter(({ place }) => folderOf(place) === path);
  const told = inGuide ?? saidByReadme(direct, asking) ?? (await saidByFile(direct, last, asking));
  if (!told) return `${head}: ${namesOfPart(part, page, asking)}`;
  return page.cited(`${head}: ${quotable(firstSentences(told.text, 1))}`, told.from, told.code, told.rows);
}

/** What the file in which a folder says what it is says of it. */
async function saidByFile(direct: readonly CodeSource[], folder: string, asking: Asking) {
  for (const from of direct.filter(isOwnCode)) {
    const name = namesOfPlace(from.place).at(-1)!;
    const code = speakers.has(name) || name === folder ? readOf(from, asking) : undefined;
    const said = code && (await saidBy(from, asking));
    if (said && said.rows.start <= maxAbove) return { ...said, from, code };
  }
  return undefined;
}

/** The names that lie in a folder, or where all of its code is: those with most code, and the first file as a place. */
function namesOfPart(part: PartOfWhole, page: Page, asking: Asking): string {
  const main = part.path === '' ? part : innermost(part);
  const named = partsBelow(main.path, main.sources).flatMap((one) =>
    one.path === main.path ? one.sources.map((from) => ({ path: from.place, own: Number(isOwnCode(from)) })) : one,
  );
  const own = named.filter((one) => one.own > 0);
  const shown = (own.length > 0 ? own : named).sort((a, b) => b.own - a.own).slice(0, maxNamesOfPart);
  const names = shown.map(({ path }) => inline(path.slice(main.path === '' ? 0 : main.path.length + 1)));
  const more = named.length > shown.length ? ' and others' : '';
  const where = main.path === part.path ? '' : ` in ${inline(`${main.path}/`)}`;
  const first = main.sources.find(isOwnCode) ?? main.sources[0]!;
  const code = readOf(first, asking);
  const told = `${names.join(', ')}${more}${where}`;
  return code ? page.cited(told, first, code, { start: 0, end: 0 }) : told;
}

// Section: what the README says of what a yes-or-no question asks for: it may be a plain no.

/** Least share of the question's words in a sentence about it, and least number of them to tell it all. */
const [minShare, minWords] = [0.7, 2];
/** Words that say no; a sentence with one of them need not have several of the question's words: "It does not sanitize." */
const negations = setOf("not never cannot can't doesn't don't won't isn't unsupported");

/** The sentence of a document that has most of some words, if it has enough of them. */
function sentenceOn(words: readonly string[], { rows }: ReadCode) {
  const sentences = proseBlocks(proseRows(rows.text)).flatMap(({ text, row }) =>
    sentencesOf(text).map((one) => ({ text: one, row })),
  );
  const rated = sentences.flatMap((one) => {
    const terms = new Set(termsOf(one.text));
    const held = words.filter((word) => terms.has(word)).length;
    const saysNo = (one.text.toLowerCase().match(/[a-z']+/g) ?? []).some((word) => negations.has(word));
    const isEnough = held >= minShare * words.length;
    const isAll = held === words.length && held >= minWords;
    return isEnough ? [{ ...one, saysNo, isAll, count: held + (saysNo ? 0.5 : 0) }] : [];
  });
  return rated.sort((a, b) => b.count - a.count)[0];
}

/** An answer without a claim to a yes-or-no question, behind what the README says of it. */
export function withReadme(answer: Answer, asking: Asking): Answer {
  // The name of the project is in all that is said of it.
  const own = new Set(termsOf(folderNames(asking.parts).join(' ')));
  const words = asksYesOrNo(asking.query) ? tellingWords(asking.query).filter((word) => !own.has(word)) : [];
  if (words.length === 0) return answer;
  // HTTP/2 is not meant by what is said of HTTP.
  const numbers = lettersIn(asking.query).filter(isNumber);
  const [from] = sourcesOf(asking.parts)
    .filter(({ place }) => isReadme(place))
    .sort((a, b) => segmentsOf(a.place).length - segmentsOf(b.place).length);
  const code = readOf(from, asking);
  const said = code && sentenceOn(words, code);
  if (!from || !said || !numbers.every((number) => said.text.includes(number))) return answer;
  const page = new Page(asking, answer);
  const where = page.referred(`It says in ${page.at(from, said.row)}`, from, code, { start: said.row, end: said.row });
  const { text, ...told } = page.answer(answer.kind ?? 'places', answer.score, answer.symbols);
  const rest = said.saysNo || said.isAll ? text.replace(/^(?:Probably|I cannot say yes or no[^.]*)\. /, '') : text;
  return { ...told, text: `${where}:\n\n> ${quotable(said.text)}\n\n${rest}` };
}
