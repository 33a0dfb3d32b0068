/** Answers who calls or uses something. */
import { languageOfName } from '../../languages/table';
import { candidatesOf, type Candidate, askedNameOf, type AskedName, symbolAt } from '../outline/findSymbol';
import { implementersOf, isImplicitInterface, overridesOf } from '../outline/receivers';
import {
  isTest,
  nameOfSource,
  namesOfPlace,
  sourceOf,
  sourcesOf,
  type CodeSource,
  type OutlinedCode,
} from '../outline/sources';
import type { Reference, ReferencingSource } from '../querySpace';
import { placesOfName } from '../read/nodes';
import type { OutlineSymbol } from '../read/types';
import { inWords } from '../answers/markdown';
import { withKind, inline, outlinedOf, plural, Page, type Asking, type Maker, type Putting } from './page';
import { bareName, subjectOf, type Subject, unmeant } from './subjects';
import { hasSpace, nameRuns, spaced } from '../text/plain';
import { setOf } from '../question/courtesies';
import type { Answer } from '../types';
import { wantOf } from './wants';
import {
  maxFiles,
  maxTestFiles,
  maxInShort,
  type Files,
  type Places,
  type Uses,
  usesOf,
  only,
  placesIn,
  summed,
  fromsOf,
  Listing,
  untoldCode,
  rowsWhere,
  raising,
  putConditions,
  usesOfNamed,
} from './uses';

/** Scores: uses found; uses possibly of another definition with the same name; no uses found. */
const scores = { told: 0.9, shared: 0.7, none: 0.6 };

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
  const tell = (told: string, places: Places) => {
    const page = new Page(asking);
    page.put(`${undefinedHere(name.name, inTests !== undefined, asking)}; ${told}:`);
    putPlaces(places, page, asking);
    return page.answer('callers', scores.shared, [name.name]);
  };
  const words = wordsOf(asking);
  if (!inTests && words.some((word) => asksForExtending.has(word))) {
    const [{ rows: own }, { rows: ofTests }] = [
      await extendedIn(files, name.name, asking),
      await extendedIn(tests, name.name, asking),
    ];
    const count = placesIn([...own, ...ofTests]);
    if (count > 0)
      return tell(`it ${isExtendedBy(words)} at ${plural(count, 'place')}`, { files: own, tests: ofTests });
  }
  const isCalled = [...files, ...tests].some(({ references }) => references.some(({ kind }) => kind === 'call'));
  if (!isCalled || (inTests && files.length === 0)) return undefined;
  return tell(files.length > 0 ? summed(files) : `${summed(tests)}, all of tests`, { files, tests });
}

/** Says that a name is not defined here; what a file exports without a name is called as the file is. */
function undefinedHere(name: string, inTests: boolean, asking: Asking): string {
  const isNamed = ({ place }: CodeSource) => namesOfPlace(place).at(-1) === name && !isTest(place, []);
  const named = inTests ? undefined : sourcesOf(asking.parts).find(isNamed);
  const none = `I found no definition of ${inline(name)} here`;
  return named
    ? `${none}, but ${inline(asking.labelOf(named))} has its name`
    : `${none}${inTests ? ', tests aside' : ''}`;
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

/** The first sentence: how much uses the subject, and whether only tests do. */
function usesInBrief(uses: Uses, what: string, isShared: boolean): string {
  const { files, tests } = uses;
  const isUntold = untoldCode(uses).length + uses.foreign.length > 0 || uses.quoted.some((one) => !one.isTest);
  const inTests = tests.length > 0 ? `; in tests ${summed(tests)}` : ', none in tests';
  if (files.length > 0) return `${what}: ${summed(files)}${inTests}`;
  if (tests.length > 0)
    return `${isUntold || isShared ? `I found ${what} used in tests alone` : `Only tests name ${what}`}: ${summed(tests)}`;
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

/** Tells of texts that have the name, by which it may be meant. */
function tellQuoted({ quoted }: Uses, { page, asking }: Putting): void {
  const count = placesIn(quoted);
  if (count === 0) return;
  const list = new Listing(page, asking).inShort(quoted, maxPossibleFiles, maxPossibleOfEach);
  const which = count === 1 ? 'A text of the code has' : `${count} texts of the code have`;
  page.put([`${which} the name and may mean it:`, ...list].join('\n'));
}

/** Most files named that could not be read. */
const maxUnread = 3;

/**
 * Tells of files that may use the name and could not be read for it. Those of data matter only where nothing else is known
 * to use it.
 */
function tellUnread(uses: Uses, { name }: AskedName, { page, asking }: Putting): void {
  const isUsed = uses.files.length + uses.tests.length > 0;
  const unread = untoldCode(uses).filter(
    ({ language }) => !isUsed || languageOfName(language.toLowerCase())?.isData !== true,
  );
  const count = unread.reduce((sum, { files }) => sum + files, 0);
  if (count === 0) return;
  const kinds = unread.map(({ language, files }) =>
    language === 'Unknown' ? `${plural(files, 'file')} of unknown kind` : plural(files, `${language} file`),
  );
  const paths = new Set(unread.flatMap((one) => one.paths));
  const found = sourcesOf(asking.parts).filter((from) => paths.has(nameOfSource(from)));
  const named = found.slice(0, maxUnread).map((from) => inline(asking.labelOf(from)));
  const which = inWords(count > named.length ? [...named, `${count - named.length} more`] : named);
  const [whose, inside, them] = count === 1 ? ['Its code', 'in it', 'it'] : ['Their code', 'there', 'them'];
  page.put(
    `The name also stands in ${inWords(kinds)} (${which}). ${whose} could not be read, so uses ${inside} are not counted: search ${them} for ${inline(name)}.`,
  );
}

/** Tells what is not listed: further places, and files of languages whose uses are not read. */
function tellUnlisted(uses: Uses, subject: AskedName, putting: Putting): void {
  const { left, foreign } = uses;
  const { page } = putting;
  if (left.references + left.files > 0)
    page.put(`There are ${left.references + left.files} more places or files that are not listed here.`);
  tellUnread(uses, subject, putting);
  const labels = foreign.map(labelOf);
  const files = (label: string) => plural(labels.filter((one) => one === label).length, `${label} file`);
  if (labels.length > 0)
    page.put(
      `The name also stands in ${[...new Set(labels)].map(files).join(', ')}, where it may be of something else.`,
    );
}

// Section: uses of one kind that a question asks for, told by the row: what raises an error, what extends a type.

/** Words before what a type extends. */
const extending = setOf('extends implements inherit inherits with');
/** Words that begin the head of a type. */
const heads = setOf('class struct interface trait object record actor enum protocol extension');
/** Words that begin a row which names what a type takes up: `include Sized`, `@behaviour Sized`, `-behaviour(sized)`. */
const takingUp = setOf('include extend prepend mixin impl instance behaviour behavior use extends implements');
const types: ReadonlySet<string> = new Set(['class', 'interface', 'enum', 'type', 'module', 'implementation']);
const members: ReadonlySet<string> = new Set(['field', 'property']);
/** Most rows of a type's head. */
const maxHeadRows = 24;

/** What stands behind the outermost bracket that a text does not close; empty where it closes all. */
function unclosed(text: string): string {
  const openings: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '(') openings.push(at);
    else if (text[at] === ')') openings.pop();
  }
  return openings.length > 0 ? text.slice(openings[0]! + 1) : '';
}

/**
 * True for the head of a type up to the name of what it extends, in any language: `class Ferry : public`.
 * @param takesTypes true where brackets of a head hold parameters alone, each behind its type
 */
export function extendsBehind(head: string, takesTypes: boolean): boolean {
  // What a constructor takes, and what a type is made with.
  const isTaken = takesTypes ? unclosed(head) !== '' : unclosed(head).includes(':');
  const isMadeWith = head.lastIndexOf('<') > head.lastIndexOf('>') && head[head.lastIndexOf('<') - 1] !== ' ';
  if (isTaken || isMadeWith || head.includes('{')) return false;
  const words: readonly string[] = head.match(nameRuns) ?? [];
  const goesOn = ['(', ':', '<', ','].some((sign) => head.includes(sign));
  return words.some((word) => extending.has(word)) || (goesOn && words.some((word) => heads.has(word)));
}

/** Signs behind a name for what stands inside of it. */
const insideSigns = ['\\', '.', '::'];

/** The symbol that a row of a head belongs to; a parameter of a constructor may be a field of its own there. */
function headAt(symbols: readonly OutlineSymbol[], row: number): OutlineSymbol | undefined {
  let around = symbolAt(symbols, row);
  while (around && members.has(around.kind)) around = symbols[around.parent ?? -1];
  return around;
}

/** True where a type names what it extends, in its head or in a row that begins so. */
function isExtending(
  { kind, line, text }: Reference,
  name: string,
  { rows, outline, language }: OutlinedCode,
): boolean {
  const row = line - 1;
  const around = headAt(outline.symbols, row);
  const isInHead = around !== undefined && types.has(around.kind) && row - around.nameRow <= maxHeadRows;
  return [...placesOfName(text, name)].some((at) => {
    const [before, behind] = [text.slice(0, at), text.slice(at + name.length)];
    // What is only imported, or in which something else stands, is not extended.
    if (kind === 'import' || insideSigns.some((sign) => behind.startsWith(sign))) return false;
    const [first = '', second] = spaced(before);
    // A variable may be called `instance`.
    if (second !== '=' && takingUp.has(first.replace('@', '').replace('-', '').split('(')[0]!)) return true;
    const head = isInHead && row > around.nameRow ? `${rows.slice(around.nameRow, row - 1)} ${before}` : before;
    return isInHead && extendsBehind(head, language?.declaresTypeFirst === true);
  });
}

/** The places that extend or implement a type by its name, and the types in which they stand. */
async function extendedIn(
  files: Files,
  name: string,
  asking: Asking,
): Promise<{ rows: ReferencingSource[]; by: Set<string> }> {
  const fromOf = fromsOf(asking);
  const [rows, shapes, by]: [ReferencingSource[], Set<string>, Set<string>] = [[], new Set(), new Set()];
  for (const file of files) {
    const from = fromOf(file);
    const code = from && (await outlinedOf(from, asking));
    if (!code) continue;
    const own = only([file], (one) => isExtending(one, name, code));
    rows.push(...own);
    for (const { line } of own.flatMap(({ references }) => references)) {
      const type = headAt(code.outline.symbols, line - 1);
      // What extends an interface is looked at first for what is of it through that.
      if (type && types.has(type.kind)) (type.kind === 'interface' ? shapes : by).add(type.path.join('.'));
    }
  }
  return { rows, by: new Set([...shapes, ...by]) };
}

/** The heads of definitions, by their files. */
function headsOf(all: readonly Candidate[]): ReferencingSource[] {
  const files = new Map<CodeSource, ReferencingSource>();
  for (const { from, code, symbol } of all) {
    const { nameRow, signature, path } = symbol;
    const known = files.get(from)?.references ?? [];
    const head: Reference = { kind: 'use', line: nameRow + 1, text: signature, symbol: path.join('.') };
    files.set(from, {
      source: sourceOf(from),
      language: code.language?.id ?? '',
      isTest: isTest(from.place, path),
      references: [...known, head],
    });
  }
  return [...files.values()];
}

/** Most types whose own extensions are told. */
const maxThrough = 8;

/** What extends one of the types that extend something, which is of it through them, and what extends that. */
async function tellThrough(symbols: Iterable<string>, page: Page, asking: Asking): Promise<void> {
  const through = new Set(symbols);
  let looked = 0;
  for (const symbol of through) {
    if ((looked += 1) > maxThrough) break;
    const { files = [], tests = [] } = (await usesOfNamed(symbol, asking)) ?? {};
    const { rows, by } = await extendedIn([...files, ...tests], symbol.split('.').at(-1)!, asking);
    for (const one of by) through.add(one);
    if (rows.length === 0) continue;
    const list = new Listing(page, asking).inShort(rows, maxFiles, maxInShort);
    page.put([`Through ${inline(symbol)}, ${plural(placesIn(rows), 'more place')}:`, ...list].join('\n'));
  }
}

const wordsOf = ({ query }: Asking): readonly string[] => query.toLowerCase().match(nameRuns) ?? [];

/** Words of a question that asks for what raises something, and for what extends or implements it. */
const asksForRaising = setOf('raise raises raised raising throw throws thrown throwing');
const asksForExtending = setOf(
  `implement implements implemented implementing extend extends extended extending inherit inherits inheriting derive
  derives subclass subclasses`,
);

/** What is said of what has something below it, in the words of the question. */
const isExtendedBy = (words: readonly string[]): string =>
  words.some((word) => word.startsWith('implement')) ? 'is implemented' : 'is extended';

/** The places of the kind that is asked for, tests last; undefined when none is asked for or none is found. */
async function tellKind(uses: Uses, best: Candidate, asking: Asking): Promise<Answer | undefined> {
  const words = wordsOf(asking);
  const isRaising = words.some((word) => asksForRaising.has(word));
  if (!isRaising && !words.some((word) => asksForExtending.has(word))) return undefined;
  const implementing =
    !isRaising && isImplicitInterface(best) ? headsOf(await implementersOf(best, asking)) : undefined;
  const found = async (files: Files, isInTests: boolean) => {
    if (implementing) return { rows: implementing.filter(({ isTest }) => isTest === isInTests), by: [] };
    if (!isRaising) return extendedIn(files, best.symbol.name, asking);
    return { rows: rowsWhere(files, best.symbol.name, (before) => raising.test(before)), by: [] };
  };
  const [files, tests] = [await found(uses.files, false), await found(uses.tests, true)];
  const count = placesIn([...files.rows, ...tests.rows]);
  if (count === 0) return undefined;
  const said = isRaising ? 'is raised by name' : isExtendedBy(words);
  const says = (what: string) => `${what} ${said} at ${plural(count, 'place')}`;
  const page = pageOfPlaces(best, says, { files: files.rows, tests: tests.rows }, asking);
  await tellThrough([...files.by, ...tests.by], page, asking);
  return page.answer('callers', scores.told, [best.symbol.path.join('.')]);
}

const asksForOverriding = setOf('override overrides overridden overriding overriders');
/** Most definitions of a name that are looked at for what overrides them. */
const maxOverridden = 12;

/** The definitions that override a member: of several of its name, the one that most override is meant. */
async function tellOverrides({ candidates, name }: Subject, asking: Asking): Promise<Answer> {
  const all = await candidatesOf({ name: name.name, around: [] }, undefined, asking);
  let [best, overrides] = [candidates[0]!, [] as Candidate[]];
  for (const one of candidates.slice(0, maxOverridden)) {
    const asked = { name: one.symbol.name, around: one.symbol.path.slice(0, -1) };
    const found = await overridesOf(all.candidates, [one], { asked, looking: asking });
    if (found.length > overrides.length) [best, overrides] = [one, found];
  }
  const found = headsOf(overrides);
  const [files, tests] = [found.filter((one) => !one.isTest), found.filter((one) => one.isTest)];
  const told = overrides.length > 0 ? `is overridden at ${plural(overrides.length, 'place')}` : undefined;
  const says = (what: string) => (told ? `${what} ${told}` : `I found nothing that overrides ${what}`);
  const page = pageOfPlaces(best, says, { files, tests }, asking);
  return page.answer('callers', told ? scores.told : scores.none, [best.symbol.path.join('.')]);
}

/** Words in the head of a type that nothing extends. */
const closing = setOf('final data enum record');

/** What can be extended before what cannot: for a question that asks for that, of several definitions of a name. */
function extendableFirst(all: readonly Candidate[], isImplementing: boolean): Candidate[] {
  const rankOf = ({ symbol: { kind, signature } }: Candidate): number => {
    if (!types.has(kind)) return 3;
    const isClosed = (signature.match(nameRuns) ?? []).some((word) => closing.has(word));
    return (isClosed ? 2 : 0) + (isImplementing && kind !== 'interface' ? 1 : 0);
  };
  return all.toSorted((a, b) => rankOf(a) - rankOf(b));
}

async function tellUses(given: Subject, asking: Asking): Promise<Answer | undefined> {
  const words = wordsOf(asking);
  if (
    words.some((word) => asksForOverriding.has(word)) &&
    given.candidates.some(({ symbol }) => symbol.path.length > 1)
  )
    return tellOverrides(given, asking);
  const isExtended = words.some((word) => asksForExtending.has(word));
  const isImplementing = words.some((word) => word.startsWith('implement'));
  const subject = isExtended ? { ...given, candidates: extendableFirst(given.candidates, isImplementing) } : given;
  const uses = await usesOf(subject, asking);
  const isUsed = uses.files.length + uses.tests.length + uses.possible.length > 0;
  if (!isUsed && !asking.isWhole) return undefined;
  const [best, ...others] = subject.candidates;
  const { from, symbol } = best!;
  const ofKind = await tellKind(uses, best!, asking);
  if (ofKind) return ofKind;
  if (isExtended && types.has(symbol.kind)) {
    const how = isImplementing ? 'implements' : 'extends';
    return begun(best!, (what) => `I found nothing that ${how} ${what}`, asking).answer('callers', scores.none, [
      symbol.path.join('.'),
    ]);
  }
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
  tellQuoted(uses, { page, asking });
  tellUnlisted(uses, subject.name, { page, asking });
  const score = isShared ? scores.shared : scores.told;
  return page.answer('callers', isUsed ? score : scores.none, [symbol.path.join('.')]);
}
