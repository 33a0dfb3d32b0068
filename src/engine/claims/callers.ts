/** Answers who calls or uses something. */
import { languageOfName, mayName } from '../../languages/table';
import { findReferences } from '../outline/findReferences';
import {
  candidatesOf,
  type Candidate,
  askedNameOf,
  type AskedName,
  isElsewhere,
  symbolAt,
} from '../outline/findSymbol';
import { isTest, isWithin, sourceOf, sourcesOf, type CodeSource, type OutlinedCode } from '../outline/sources';
import { idOf } from '../parts';
import { placesOfName } from '../read/nodes';
import type { Reference, ReferencingSource, ReferencesResult } from '../querySpace';
import { withKind, inline, outlinedOf, plural, readOf, Page, type Asking, type Maker, type Putting } from './page';
import { bareName, subjectOf, type Subject, looksLikeName, unmeant } from './subjects';
import { isProseLanguage } from '../text/comments';
import { hasSpace, nameRuns, spaced } from '../text/plain';
import { setOf, withoutEnd } from '../question/courtesies';
import type { Answer } from '../types';
import { wantOf } from './wants';

// Section: who calls or uses something, by the syntax tree. Names are not resolved; the answer says so when something
// else has the same name.

/** Most places listed one by one. */
const maxRows = 16;
/** Most files whose places are listed. */
const maxFiles = 8;
/** Most test files whose places are listed. */
const maxTestFiles = 4;
/** Most references requested; further ones are only counted. */
const maxReferences = 400;

/** Most places listed in a short mention, each of another file. */
const maxInShort = 3;

/** Scores: uses found; uses possibly of another definition with the same name; no uses found. */
const scores = { told: 0.9, shared: 0.7, none: 0.6 };

type Files = readonly ReferencingSource[];

/** Where something is used: in code, and in tests. */
interface Places {
  files: Files;
  tests: Files;
}

interface Uses extends Places, Pick<ReferencesResult, 'left' | 'untold'> {
  /** Uses of the name on something that may be of another type. */
  possible: Files;
  /** Files in languages that hardly mean by the name what the subject's defines. */
  foreign: Files;
}

/** The uses of a subject, without those in languages that hardly mean it, unless there are no others. */
export async function usesOf({ name, candidates }: Subject, asking: Asking): Promise<Uses> {
  const around = isElsewhere(candidates, name, asking) ? [] : name.around;
  const text = [...around, name.name].join('.');
  const found = await findReferences({ name: text, limit: maxReferences, offset: 0, space: {} }, asking);
  const own = candidates[0]?.code.language;
  const isForeign = ({ language }: ReferencingSource) => {
    const other = languageOfName(language);
    return own !== undefined && other !== undefined && !mayName(own, other);
  };
  // Inside of a definition the name of its own parameter is that parameter.
  const shadowing = candidates.filter(({ symbol }) => symbol.parameters.some((one) => one.name === name.name));
  const isShadowed = ({ source }: ReferencingSource, { line }: Reference) =>
    shadowing.some(
      ({ from, symbol }) => idOf(sourceOf(from)) === idOf(source) && symbol.start < line - 1 && line - 1 <= symbol.end,
    );
  const meant = (all: Files) => only(all, (one, file) => !isForeign(file) && !isShadowed(file, one));
  const [files, tests, possible] = [meant(found.files), meant(found.tests), meant(found.possible)];
  if (files.length + tests.length + possible.length === 0) return { ...found, foreign: [] };
  return { ...found, files, tests, possible, foreign: [...found.files, ...found.tests].filter(isForeign) };
}

const kindsWanted: readonly Reference['kind'][] = ['call', 'use', 'import'];

/** Calls first and imports last: they say less than rows that use the name. */
const wantedFirst = (references: readonly Reference[]) =>
  kindsWanted.flatMap((wanted) => references.filter(({ kind }) => kind === wanted));

/** The files with those of their places that are meant, without files that have none. */
function only(files: Files, isMeant: (reference: Reference, file: ReferencingSource) => boolean): ReferencingSource[] {
  const kept = files.map((file) => ({ ...file, references: file.references.filter((one) => isMeant(one, file)) }));
  return kept.filter(({ references }) => references.length > 0);
}

const placesIn = (files: Files): number => files.reduce((sum, { references }) => sum + references.length, 0);

/**
 * "5 calls, 2 other uses, 1 import"; uses are called "other" when there are calls.
 * @param use word for a use that is no call
 */
function countsOf(files: Files, use = 'use'): string {
  const all = files.flatMap(({ references }) => references.map(({ kind }) => kind));
  const words = { call: 'call', use: all.includes('call') ? `other ${use}` : use, import: 'import' };
  const told = kindsWanted.map((wanted) => [all.filter((kind) => kind === wanted).length, words[wanted]] as const);
  return told.flatMap(([count, word]) => (count > 0 ? plural(count, word) : [])).join(', ');
}

/** "5 calls, 1 import in 3 files". */
const summed = (files: Files): string => `${countsOf(files)} in ${plural(files.length, 'file')}`;

/** Finds the source of a file with references. */
function fromsOf({ parts }: Asking): (file: ReferencingSource) => CodeSource | undefined {
  const bySource = new Map(sourcesOf(parts).map((from) => [idOf(sourceOf(from)), from]));
  return ({ source }) => bySource.get(idOf(source));
}

/** Lists places on a page, file by file, as long as there is room. */
export class Listing {
  private readonly fromOf: (file: ReferencingSource) => CodeSource | undefined;

  /** @param left number of places that may still be listed */
  constructor(
    private readonly page: Page,
    private readonly asking: Asking,
    private left = maxRows,
  ) {
    this.fromOf = fromsOf(asking);
  }

  /** A file with its first places; `most` keeps room for those of other files. Nothing of a file that is gone. */
  private entry(file: ReferencingSource, most = this.left): string[] {
    const from = this.fromOf(file);
    const code = readOf(from, this.asking);
    if (!from || !code) return [];
    const references = wantedFirst(file.references).slice(0, Math.min(most, this.left));
    this.left -= references.length;
    const rows = references.map(({ line, symbol, text }) => {
      const where = symbol === undefined ? `line ${line}` : `line ${line} in ${inline(symbol)}`;
      return this.page.cited(`  - ${where}: ${inline(text)}`, from, code, { start: line - 1, end: line - 1 });
    });
    const more = file.references.length - references.length;
    const count =
      rows.length === 0 ? `, ${plural(more, 'place')}` : more > 0 ? `, and ${plural(more, 'more place')}` : '';
    return [[`- ${inline(this.asking.labelOf(from))}${count}`, ...rows].join('\n')];
  }

  entries(files: Files): string[] {
    return files.flatMap((file) => this.entry(file));
  }

  /** The first places of the first files, and the number of all others. */
  inShort(files: Files, mostFiles: number, mostOfEach: number): string[] {
    const shown = files
      .slice(0, mostFiles)
      .map((file) => ({ ...file, references: wantedFirst(file.references).slice(0, mostOfEach) }));
    const more = placesIn(files) - placesIn(shown);
    return [...this.entries(shown), ...(more > 0 ? [`- and at ${plural(more, 'more place')}`] : [])];
  }

  /** Puts the first files with their places on the page, names some of the others, and tells tests in short. */
  put({ files, tests }: Places): void {
    // Each file keeps two places of its own, so that one with many does not hide the others.
    const shown = files.slice(0, maxFiles);
    const kept = (at: number) => 2 * (shown.length - at - 1);
    const list = shown.flatMap((file, at) => this.entry(file, Math.max(2, this.left - kept(at))));
    if (list.length > 0) this.page.put(list.join('\n'));
    const more = files.length - shown.length;
    const others = files.slice(maxFiles, maxFiles * 3).flatMap((file) => this.fromOf(file) ?? []);
    const labels = others.map((from) => inline(this.asking.labelOf(from)));
    if (more > 0) this.page.put(`And in ${plural(more, 'more file')}: ${labels.join(', ')}.`);
    this.left = Math.max(this.left, maxTestFiles);
    if (tests.length > 0) this.page.put(`Tests:\n${this.inShort(tests, maxTestFiles, 2).join('\n')}`);
  }
}

/** Adds the places, and where they were found by words alone. */
function putPlaces(places: Places, page: Page, asking: Asking): void {
  new Listing(page, asking).put(places);
  const found = [...places.files, ...places.tests].filter(({ by }) => by === 'words');
  const labels = [...new Set(found.map(labelOf))];
  if (labels.length > 0)
    page.put(`Uses in ${labels.join(' and ')} are found by the name as a word, so some may be of something else.`);
}

const labelOf = ({ language }: ReferencingSource): string => languageOfName(language)?.label ?? language;

/** Kinds that are no other definition of a name: what is only announced, and what a test says that it is about. */
const apart: ReadonlySet<string> = new Set(['declaration', 'test']);

export const callers: Maker = async (asking) => {
  const tests = wantOf(asking.query, 'tests');
  const tested = tests && (await subjectOf(tests.subject, asking));
  if (tested) return tellTests(tested, asking);
  const want = wantOf(asking.query, 'callers');
  if (!want) return undefined;
  const subject = await subjectOf(want.subject, asking);
  if (!subject) return tellForeign(want.subject, asking);
  const isOfTests = subject.candidates.every(({ from, symbol }) => isTest(from.place, symbol.path));
  return (isOfTests && (await tellForeign(want.subject, asking, subject))) || tellUses(subject, asking);
};

/**
 * Answers for a single-word name that is called here but defined elsewhere.
 * @param inTests the symbol of that name, when only tests define it: other code means something else by it
 */
async function tellForeign(asked: string, asking: Asking, inTests?: Subject): Promise<Answer | undefined> {
  const name = hasSpace(bareName(asked)) ? undefined : askedNameOf(bareName(asked));
  if (!name) return undefined;
  const { files, tests } = await usesOf({ name, candidates: [] }, asking);
  const isCalled = [...files, ...tests].some(({ references }) => references.some(({ kind }) => kind === 'call'));
  if (!isCalled || (inTests && files.length === 0)) return undefined;
  const page = new Page(asking);
  const told = files.length > 0 ? summed(files) : `${summed(tests)}, all of tests`;
  page.put(`I found no definition of ${inline(name.name)} here${inTests ? ', tests aside' : ''}; ${told}:`);
  putPlaces({ files, tests }, page, asking);
  return page.answer('callers', scores.shared, [name.name]);
}

/** A page that begins with a sentence about a symbol, which is given with its kind and place. */
function begun(best: Candidate, says: (what: string) => string, asking: Asking): Page {
  const page = new Page(asking);
  const { nameRow } = best.symbol;
  page.say(says(withKind(best, page.at(best.from, nameRow))), best.from, best.code, { start: nameRow, end: nameRow });
  return page;
}

/** The places of the kind that is asked for, after a sentence about them. */
function pageOfPlaces(best: Candidate, says: (what: string) => string, places: Places, asking: Asking): Page {
  const page = begun(best, says, asking);
  putPlaces(places, page, asking);
  if (spaced(asking.query.toLowerCase())[0] === 'when') putConditions(places.files, page, asking);
  return page;
}

async function tellTests(subject: Subject, asking: Asking): Promise<Answer | undefined> {
  const uses = await usesOf(subject, asking);
  const { tests } = uses;
  const best = subject.candidates[0]!;
  // That no test names it is certain of a space only that was read whole.
  if (tests.length === 0) return asking.isWhole ? tellUntested(best, uses, asking) : undefined;
  const says = (what: string) => `Tests use ${what}: ${summed(tests)}`;
  const page = pageOfPlaces(best, says, { files: tests, tests: [] }, asking);
  return page.answer('callers', scores.told, [best.symbol.path.join('.')]);
}

/** Most callers whose tests are looked for. */
const maxCallers = 8;

/** Says that no test names something, with the tests of what calls it, which reach it so. */
async function tellUntested(best: Candidate, uses: Uses, asking: Asking): Promise<Answer> {
  const isCertain = uses.possible.length + untoldCode(uses).length === 0;
  const page = begun(best, (what) => `${isCertain ? 'No test names' : 'I found no test that names'} ${what}`, asking);
  const own = best.symbol.path.join('.');
  const calls = only(uses.files, ({ kind, symbol }) => kind === 'call' && symbol !== own);
  const names = new Set(calls.flatMap(({ references }) => references.flatMap(({ symbol }) => symbol ?? [])));
  let isReached = false;
  for (const symbol of [...names].slice(0, maxCallers)) {
    const { tests = [] } = (await usesOfNamed(symbol, asking)) ?? {};
    if (tests.length === 0) continue;
    isReached = true;
    const list = new Listing(page, asking).inShort(tests, maxTestFiles, maxInShort);
    page.put([`Through ${inline(symbol)}, which calls it, tests may reach it: ${summed(tests)}.`, ...list].join('\n'));
  }
  if (!isReached && names.size > 0) page.put('Nor do tests name what calls it.');
  return page.answer('callers', isReached ? scores.shared : scores.none, [own]);
}

/** The uses of a symbol by its name with the names around it. */
async function usesOfNamed(symbol: string, asking: Asking): Promise<Uses | undefined> {
  const subject = await subjectOf(symbol, asking);
  return subject && usesOf(subject, asking);
}

/**
 * A sentence about other definitions of the same name: their uses may be among those listed or, with a qualified name,
 * are left out.
 */
function namesakes(all: readonly Candidate[], page: Page, { name, around }: AskedName): string {
  const { from, symbol } = all[0]!;
  const may =
    around.length === 0 ? 'these uses may be of any of them' : 'what plainly belongs to another is left out here';
  const where = `${all.length > 1 ? 'one in ' : 'in '}${page.at(from, symbol.nameRow)}`;
  return `There ${all.length === 1 ? 'is' : 'are'} ${plural(all.length, 'more definition')} named ${inline(name)} (${where}); ${may}.`;
}

/** Files of code that hold the name but are not read for uses, so that nothing is certain of them. */
const untoldCode = ({ untold }: Uses) => untold.filter(({ language }) => !isProseLanguage(language.toLowerCase()));

/** The first sentence: how much uses the subject, and whether only tests do. */
function usesInBrief(uses: Uses, what: string, isShared: boolean): string {
  const { files, tests } = uses;
  const isUntold = untoldCode(uses).length > 0;
  const inTests = tests.length > 0 ? `; in tests ${summed(tests)}` : ', none in tests';
  if (files.length > 0) return `${what}: ${summed(files)}${inTests}`;
  if (tests.length > 0)
    return `${isUntold || isShared ? `I found ${what} used in tests alone` : `Only tests use ${what}`}: ${summed(tests)}`;
  if (isShared) return `Nothing here is certain to call or use ${what}`;
  return isUntold ? `I found nothing that calls or uses ${what}` : `Nothing here calls or uses ${what} by that name`;
}

/** Most files and places of each that are listed of what is only possible. */
const [maxPossibleFiles, maxPossibleOfEach] = [4, 2];

/** Tells of uses that may be of another thing of the name, in short. */
function tellPossible(possible: Files, { name }: AskedName, { page, asking }: Putting): void {
  const count = placesIn(possible);
  if (count === 0) return;
  const list = new Listing(page, asking).inShort(possible, maxPossibleFiles, maxPossibleOfEach);
  const may = `that may be of it: what ${inline(name)} is called on there is not declared.`;
  page.put([`There ${count === 1 ? 'is' : 'are'} ${plural(count, 'more place')} ${may}`, ...list].join('\n'));
}

/** Tells what is not listed: further places, and files of languages whose uses are not read. */
function tellUnlisted(uses: Uses, page: Page): void {
  const { left, foreign } = uses;
  if (left.references + left.files > 0)
    page.put(`There are ${left.references + left.files} more places or files that are not listed here.`);
  const told = untoldCode(uses).map(({ language, files }) =>
    plural(files, language === 'Unknown' ? 'other file' : `${language} file`),
  );
  if (told.length > 0) page.put(`The name also stands in files that could not be read for uses: ${told.join(', ')}.`);
  const labels = foreign.map(labelOf);
  const files = (label: string) => plural(labels.filter((one) => one === label).length, `${label} file`);
  if (labels.length > 0)
    page.put(
      `The name also stands in ${[...new Set(labels)].map(files).join(', ')}, where it may be of something else.`,
    );
}

// Section: uses of one kind that a question asks for, told by the row: what raises an error, what extends a type.

/** Matches the text before an error's name in a row that raises it. */
export const raising = /\b(?:throw|throws|raise|fail|panic|reject)\b/;

/** Words before what a type extends. */
const extending = setOf('extends implements inherit inherits with');
/** Words that begin the head of a type. */
const heads = setOf('class struct interface trait object record actor enum protocol extension');
/** Words that begin a row which names what a type takes up: `include Sized`, `@behaviour Sized`, `-behaviour(sized)`. */
const takingUp = setOf('include extend prepend mixin with impl instance behaviour behavior use extends implements');
const types: ReadonlySet<string> = new Set(['class', 'interface', 'enum', 'type', 'module', 'implementation']);
/** Most rows of a type's head. */
const maxHeadRows = 14;

/** True for the head of a type up to the name of what it extends, in any language: `class Ferry : public`. */
function extendsBehind(head: string): boolean {
  const isOpen = (open: string, close: string) => head.lastIndexOf(open) > head.lastIndexOf(close);
  // What a constructor takes, and what a type is made with.
  const isTaken = isOpen('(', ')') && head.slice(head.lastIndexOf('(')).includes(':');
  const isMadeWith = isOpen('<', '>') && head[head.lastIndexOf('<') - 1] !== ' ';
  if (isTaken || isMadeWith || head.includes('{')) return false;
  const words: readonly string[] = head.match(nameRuns) ?? [];
  const goesOn = ['(', ':', '<', ','].some((sign) => head.includes(sign));
  return words.some((word) => extending.has(word)) || (goesOn && words.some((word) => heads.has(word)));
}

/** The text of a row before the name in it, and from the name on. */
function aroundName(text: string, name: string): [before: string, from: string] {
  const [at = 0] = placesOfName(text, name);
  return [text.slice(0, at), text.slice(at)];
}

/** The files with those places whose row is accepted by its text before the name, and from the name on. */
export const rowsWhere = (
  files: Files,
  name: string,
  accepts: (before: string, from: string) => boolean,
): ReferencingSource[] => only(files, ({ text }) => accepts(...aroundName(text, name)));

/** Signs behind a name for what stands inside of it. */
const insideSigns = ['\\', '.', '::'];

/** True where a type names what it extends, in its head or in a row that begins so. */
function isExtending({ kind, line, text }: Reference, name: string, { rows, outline }: OutlinedCode): boolean {
  const [before, from] = aroundName(text, name);
  // What is only imported, or in which something else stands, is not extended.
  if (kind === 'import' || insideSigns.some((sign) => from.startsWith(`${name}${sign}`))) return false;
  const [first = ''] = spaced(before);
  if (takingUp.has(first.replace('@', '').replace('-', '').split('(')[0]!)) return true;
  const row = line - 1;
  const around = symbolAt(outline.symbols, row);
  if (!around || !types.has(around.kind) || row - around.nameRow > maxHeadRows) return false;
  return extendsBehind(row > around.nameRow ? `${rows.slice(around.nameRow, row - 1)} ${before}` : before);
}

/** The places that extend or implement a type by its name, and the types in which they stand. */
async function extendedIn(
  files: Files,
  name: string,
  asking: Asking,
): Promise<{ rows: ReferencingSource[]; by: Set<string> }> {
  const fromOf = fromsOf(asking);
  const [rows, by]: [ReferencingSource[], Set<string>] = [[], new Set()];
  for (const file of files) {
    const from = fromOf(file);
    const code = from && (await outlinedOf(from, asking));
    if (!code) continue;
    const own = only([file], (one) => isExtending(one, name, code));
    rows.push(...own);
    for (const { line } of own.flatMap(({ references }) => references)) {
      const type = symbolAt(code.outline.symbols, line - 1);
      if (type && types.has(type.kind)) by.add(type.path.join('.'));
    }
  }
  return { rows, by };
}

/** Most types whose own extensions are told. */
const maxThrough = 8;

/** What extends one of the types that extend something, which is of it through them. */
async function tellThrough(symbols: Iterable<string>, page: Page, asking: Asking): Promise<void> {
  for (const symbol of [...symbols].slice(0, maxThrough)) {
    const { files = [], tests = [] } = (await usesOfNamed(symbol, asking)) ?? {};
    const { rows } = await extendedIn([...files, ...tests], symbol.split('.').at(-1)!, asking);
    if (rows.length === 0) continue;
    const list = new Listing(page, asking).inShort(rows, maxFiles, maxInShort);
    page.put([`Through ${inline(symbol)}, ${plural(placesIn(rows), 'more place')}:`, ...list].join('\n'));
  }
}

/** Words of a question that asks for what raises something, and for what extends or implements it. */
const asksForRaising = setOf('raise raises raised raising throw throws thrown throwing');
const asksForExtending = setOf(
  `implement implements implemented implementing extend extends extended extending inherit inherits inheriting derive
  derives subclass subclasses`,
);

/** The places of the kind that is asked for, tests last; undefined when none is asked for or none is found. */
async function tellKind(uses: Uses, best: Candidate, asking: Asking): Promise<Answer | undefined> {
  const words: readonly string[] = asking.query.toLowerCase().match(nameRuns) ?? [];
  const isRaising = words.some((word) => asksForRaising.has(word));
  if (!isRaising && !words.some((word) => asksForExtending.has(word))) return undefined;
  const found = async (files: Files) =>
    isRaising
      ? { rows: rowsWhere(files, best.symbol.name, (before) => raising.test(before)), by: [] }
      : extendedIn(files, best.symbol.name, asking);
  const [files, tests] = [await found(uses.files), await found(uses.tests)];
  const count = placesIn([...files.rows, ...tests.rows]);
  if (count === 0) return undefined;
  const how = words.some((word) => word.startsWith('implement')) ? 'is implemented' : 'is extended';
  const said = isRaising ? 'is raised by name' : how;
  const says = (what: string) => `${what} ${said} at ${plural(count, 'place')}`;
  const page = pageOfPlaces(best, says, { files: files.rows, tests: tests.rows }, asking);
  await tellThrough([...files.by, ...tests.by], page, asking);
  return page.answer('callers', scores.told, [best.symbol.path.join('.')]);
}

/** Rows above a place that is asked for by “when”, among which its condition stands, and most places that are shown so. */
const [rowsAbove, maxConditions] = [4, 2];

/** Shows the rows around the first places. */
export function putConditions(files: Files, page: Page, asking: Asking): void {
  const fromOf = fromsOf(asking);
  const places = files.flatMap((file) => file.references.map(({ line }) => ({ from: fromOf(file), row: line - 1 })));
  for (const { from, row } of places.slice(0, maxConditions)) {
    const code = readOf(from, asking);
    if (!from || !code) continue;
    page.put(`Around ${page.at(from, row)}:`);
    page.quote(code, from, { start: Math.max(0, row - rowsAbove), end: Math.min(row + 1, code.rows.count - 1) });
  }
}

async function tellUses(subject: Subject, asking: Asking): Promise<Answer | undefined> {
  const uses = await usesOf(subject, asking);
  const isUsed = uses.files.length + uses.tests.length + uses.possible.length > 0;
  if (!isUsed && !asking.isWhole) return undefined;
  const [best, ...others] = subject.candidates;
  const { from, symbol } = best!;
  const ofKind = await tellKind(uses, best!, asking);
  if (ofKind) return ofKind;
  // A question about `Pool.take` also mentions any other `take`.
  const isQualified = subject.name.around.length > 0;
  const named = isQualified ? await candidatesOf({ name: symbol.name, around: [] }, undefined, asking) : undefined;
  const otherKinds = (named?.candidates ?? others).filter(
    ({ symbol: other, from: place }) =>
      other.name === symbol.name &&
      place.key !== from.key &&
      !apart.has(other.kind) &&
      // Nobody takes the key of a pipeline for a function.
      (unmeant.has(symbol.kind) || !unmeant.has(other.kind)) &&
      // A constructor is none beside its class.
      other.path.at(-2) !== symbol.name,
  );
  const isShared = otherKinds.length > 0;
  const page = begun(best!, (what) => usesInBrief(uses, what, isQualified && isShared), asking);
  if (isShared && isUsed) page.put(namesakes(otherKinds, page, subject.name));
  putPlaces(uses, page, asking);
  tellPossible(uses.possible, subject.name, { page, asking });
  tellUnlisted(uses, page);
  const score = isShared ? scores.shared : scores.told;
  return page.answer('callers', isUsed ? score : scores.none, [symbol.path.join('.')]);
}

/**
 * Mentions the uses in short, for answers about something else: calls first, then uses in other files. A member and what
 * shares its name are found by the name alone, which is said.
 * @param named what is used, where the sentences around do not say it
 * @returns false when there are none outside of its own definition
 */
export async function putUses(subject: Subject, page: Page, asking: Asking, named?: string): Promise<boolean> {
  const [best, ...others] = subject.candidates;
  const { symbol, from } = best!;
  const around = symbol.path.slice(0, -1);
  const elsewhere = others.filter((one) => one.from.key !== from.key || !isWithin(one.symbol, symbol));
  const isShared = elsewhere.some((one) => one.symbol.name === symbol.name);
  const uses = await usesOf(isShared ? { ...subject, name: { name: symbol.name, around } } : subject, asking);
  const own = idOf(sourceOf(from));
  // A file with a definition of its own means that one, unless it is only said what is called so.
  const defining = named === undefined ? elsewhere.filter((one) => one.symbol.path.length === 1) : [];
  const ofOthers = new Set(defining.map((one) => idOf(sourceOf(one.from))));
  const outside = (all: Files) =>
    only(all, ({ kind, line }, { source }) => {
      const isOutside = line - 1 < symbol.start || line - 1 > symbol.end;
      return kind !== 'import' && (idOf(source) === own ? isOutside : !ofOthers.has(idOf(source)));
    });
  const [files, tests] = [outside(uses.files), outside(uses.tests)];
  const usedIn = (all: Files, word: string) => `${plural(all.length, word)} (${countsOf(all, 'place')})`;
  if (files.length + tests.length === 0) return false;
  const it = named ?? 'it';
  if (files.length === 0) {
    const told = untoldCode(uses).length > 0 ? `I found ${it} used in tests alone` : `Here only tests use ${it}`;
    page.put(`${told}: in ${usedIn(tests, 'file')}.`);
    return true;
  }
  const rankOf = ({ references, source }: ReferencingSource) =>
    (references.some(({ kind }) => kind === 'call') ? 0 : 2) + (idOf(source) === own ? 1 : 0);
  const sorted = files.toSorted((a, b) => rankOf(a) - rankOf(b));
  const used = named === undefined ? 'Used' : `${named} is used`;
  const found = isShared || around.length > 0 ? `By its name I found ${it} used` : used;
  const inTests = tests.length > 0 ? `, and in ${usedIn(tests, 'test file')}` : '';
  const list = new Listing(page, asking).inShort(
    sorted,
    maxInShort,
    Math.max(1, Math.floor(maxInShort / files.length)),
  );
  page.put([`${found} in ${usedIn(files, 'file')}${inTests}:`, ...list].join('\n'));
  return true;
}

// Section: what uses something that a question only describes, beside the likeliest places.

const whoUses = String.raw`(?:who\b[^?]{0,30}?|what|which (?:\w{1,20} )?(?:functions?|methods?|code|files?|class(?:es)?|places?|commands?|macros?))\s(?:calls?|calling|uses|using|triggers|invokes)`;
const usedFrom = String.raw`from (?:where|which \w{1,20})\b[^?]{0,120}\b(?:called|used|triggered|invoked)`;
/** Matches a question such as "who calls the routine that …?" */
const usesDescribed = new RegExp(String.raw`^(?:${whoUses}|${usedFrom})\b`, 'i');
export const asksForUses = (query: string): boolean => usesDescribed.test(query.trim());

const usable: ReadonlySet<string> = new Set(['function', 'method', 'macro', 'class', 'constant', 'variable']);

/** What a question names or, where it names nothing that is defined, what the first of the places holds. */
async function usedSubject(answer: Answer, asking: Asking): Promise<(Subject & { called: string }) | undefined> {
  const written = spaced(asking.query).map((word) => withoutEnd(word).body);
  for (const text of [...written.slice(1).filter(looksLikeName), ...(answer.symbols ?? [])]) {
    const name = askedNameOf(text);
    if (!name) continue;
    const found = await candidatesOf(name, undefined, asking);
    const candidates = found.candidates.filter(({ symbol }) => usable.has(symbol.kind) && symbol.name === name.name);
    const [best, other] = candidates;
    // Of several definitions of one name the uses may be of any.
    const called = other && name.around.length === 0 ? name.name : best?.symbol.path.join('.');
    if (called !== undefined) return { name, candidates, called };
  }
  return undefined;
}

/**
 * The most likely places together with what uses the first of them, where that is asked for.
 * @returns the answer as it is for other questions, and where nothing uses it
 */
export async function withUses(answer: Answer, asking: Asking): Promise<Answer> {
  const subject = answer.isAbsence || !asksForUses(asking.query) ? undefined : await usedSubject(answer, asking);
  if (!subject) return answer;
  const page = new Page(asking, answer);
  if (!(await putUses(subject, page, asking, inline(subject.called)))) return answer;
  return page.answer(answer.kind ?? 'places', answer.score, answer.symbols);
}
