/** Answers who calls or uses something. */
import { languageOfName, mayName } from '../../languages/table';
import { findReferences } from '../outline/findReferences';
import { candidatesOf, type Candidate, askedNameOf, type AskedName, symbolAt } from '../outline/findSymbol';
import { isTest, sourcesOf, type CodeSource } from '../outline/sources';
import { placesOfName } from '../read/nodes';
import type { Reference, ReferencingSource, ReferencesResult } from '../querySpace';
import { withKind, inline, plural, Page, type Asking, type Maker } from './page';
import { bareName, subjectOf, type Subject, looksLikeName } from './subjects';
import { isProseLanguage } from '../text/comments';
import { nameRuns, spaced } from '../text/plain';
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

interface Uses extends ReferencesResult {
  /** Files in languages that hardly mean by the name what the subject's defines. */
  foreign: readonly ReferencingSource[];
}

/** The uses of a subject, without those in languages that hardly mean it, unless there are no others. */
export async function usesOf({ name, candidates }: Subject, asking: Asking): Promise<Uses> {
  const { parts, reader, signal } = asking;
  const text = [...name.around, name.name].join('.');
  const request = { name: text, limit: maxReferences, offset: 0, space: {} };
  const found = await findReferences(request, { parts, reader, signal });
  const own = candidates[0]?.code.language;
  const isForeign = ({ language }: ReferencingSource) => {
    const other = languageOfName(language);
    return own !== undefined && other !== undefined && !mayName(own, other);
  };
  const [files, tests] = [found.files, found.tests].map((all) => all.filter((file) => !isForeign(file)));
  const foreign = [...found.files, ...found.tests].filter(isForeign);
  if (foreign.length === 0 || files!.length + tests!.length === 0) return { ...found, foreign: [] };
  const { calls, uses, imports } = found.counts;
  const counts = {
    ...found.counts,
    calls: calls - countOf(foreign, 'call'),
    uses: uses - countOf(foreign, 'use'),
    imports: imports - countOf(foreign, 'import'),
  };
  return { ...found, files: files!, tests: tests!, counts, foreign };
}

const kindsWanted: readonly Reference['kind'][] = ['call', 'use', 'import'];

/** Calls first and imports last: they say less than rows that use the name. */
const wantedFirst = (references: readonly Reference[]) =>
  kindsWanted.flatMap((wanted) => references.filter(({ kind }) => kind === wanted));

export interface Told {
  page: Page;
  asking: Asking;
  fromOf: (source: ReferencingSource) => CodeSource | undefined;
  left: number;
}

/** A file with its first places; `most` keeps room for those of other files. */
export function toldFile(file: ReferencingSource, told: Told, most = told.left): string | undefined {
  const { page, asking, fromOf } = told;
  const from = fromOf(file);
  const code = from && asking.reader.read(from);
  if (!from || !code || typeof code === 'string') return undefined;
  const references = wantedFirst(file.references).slice(0, Math.min(most, told.left));
  told.left -= references.length;
  const rows = references.map(({ line, symbol, text }) => {
    const where = symbol === undefined ? `line ${line}` : `line ${line} in ${inline(symbol)}`;
    return page.cited(`  - ${where}: ${inline(text)}`, from, code, { start: line - 1, end: line - 1 });
  });
  const more = file.references.length - references.length;
  const count =
    rows.length === 0 ? `, ${plural(more, 'place')}` : more > 0 ? `, and ${plural(more, 'more place')}` : '';
  return [`- ${inline(asking.labelOf(from))}${count}`, ...rows].join('\n');
}

const countOf = (files: readonly ReferencingSource[], kind: Reference['kind']) =>
  files.reduce((sum, { references }) => sum + references.filter((one) => one.kind === kind).length, 0);

/** "5 calls, 2 other uses, 1 import"; uses are called "other" when there are calls. */
function countsOf(files: readonly ReferencingSource[]): string {
  const calls = countOf(files, 'call');
  const kinds = [
    [calls, 'call'],
    [countOf(files, 'use'), calls > 0 ? 'other use' : 'use'],
    [countOf(files, 'import'), 'import'],
  ] as const;
  const told = kinds.filter(([count]) => count > 0).map(([count, word]) => plural(count, word));
  return told.join(', ');
}

/** "5 calls, 1 import in 3 files". */
const summed = (files: readonly ReferencingSource[]): string => `${countsOf(files)} in ${plural(files.length, 'file')}`;

/** "9 files (2 calls, 19 other places)"; files that only import the name are not counted. */
function usedIn(files: readonly ReferencingSource[], word: string): string {
  const using = files.filter(({ references }) => references.some(({ kind }) => kind !== 'import'));
  const [calls, uses] = [countOf(using, 'call'), countOf(using, 'use')];
  const places = plural(uses, calls > 0 ? 'other place' : 'place');
  const told = [...(calls > 0 ? [plural(calls, 'call')] : []), ...(uses > 0 ? [places] : [])];
  return `${plural(using.length, word)} (${told.join(', ')})`;
}

export function fromsOf(asking: Asking): (file: ReferencingSource) => CodeSource | undefined {
  const bySource = new Map(sourcesOf(asking.parts).map((from) => [keyOf(from.part.sourceOf(from.key)), from]));
  return ({ source }) => bySource.get(keyOf(source));
}

const keyOf = (source: ReferencingSource['source']) => JSON.stringify(source);

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
  const name = bareName(asked);
  const found = /^[\w$.:]+(?:\(\))?$/.test(name) ? askedNameOf(name) : undefined;
  if (!found) return undefined;
  const uses = await usesOf({ name: found, candidates: [] }, asking);
  if (uses.counts.calls === 0 || (inTests && uses.files.length === 0)) return undefined;
  const page = new Page(asking);
  page.say(
    `I found no definition of ${inline(found.name)} here${inTests ? ', tests aside' : ''}; ${summed(uses.files.length > 0 ? uses.files : uses.tests)}${uses.files.length > 0 ? '' : ', all of tests'}:`,
  );
  const told: Told = { page, asking, fromOf: fromsOf(asking), left: maxRows };
  const list = [...uses.files, ...uses.tests].slice(0, maxFiles).flatMap((file) => toldFile(file, told) ?? []);
  page.put(list.join('\n'));
  tellByWords([...uses.files, ...uses.tests], page);
  return page.answer('callers', scores.shared, [found.name]);
}

async function tellTests(subject: Subject, asking: Asking): Promise<Answer | undefined> {
  const { tests } = await usesOf(subject, asking);
  const [best] = subject.candidates;
  const { from, code, symbol } = best!;
  if (tests.length === 0) return undefined;
  const page = new Page(asking);
  const what = withKind(best!, page.at(from, symbol.nameRow));
  page.say(`Tests use ${what}: ${summed(tests)}`, from, code, { start: symbol.nameRow, end: symbol.nameRow });
  const told: Told = { page, asking, fromOf: fromsOf(asking), left: maxRows };
  page.put(
    tests
      .slice(0, maxFiles)
      .flatMap((file) => toldFile(file, told) ?? [])
      .join('\n'),
  );
  if (tests.length > maxFiles) page.put(`And in ${plural(tests.length - maxFiles, 'more file')}.`);
  tellByWords(tests, page);
  return page.answer('callers', scores.told, [symbol.path.join('.')]);
}

/**
 * A sentence about other definitions of the same name: their uses may be among those listed or, with a qualified name,
 * are left out.
 */
function namesakes(all: readonly Candidate[], page: Page, { name, around }: AskedName): string {
  const [first] = all;
  const container = around.at(-1);
  const may =
    container === undefined
      ? 'these uses may be of any of them'
      : `what hangs on another type, or stands in a file that does not name ${inline(container)}, is left out here`;
  const is = all.length === 1 ? 'is' : 'are';
  const where = `${all.length > 1 ? 'one in ' : 'in '}${page.at(first!.from, first!.symbol.nameRow)}`;
  return `There ${is} ${plural(all.length, 'more definition')} named ${inline(name)} (${where}); ${may}.`;
}

/** Files of code that hold the name but are not read for uses, so that nothing is certain of them. */
const untoldCode = ({ untold }: ReferencesResult) =>
  untold.filter(({ language }) => !isProseLanguage(language.toLowerCase()));

/** The first sentence: how much uses the subject, and whether only tests do. */
function usesInBrief(uses: Uses, what: string, isShared: boolean): string {
  const { counts, files, tests } = uses;
  const isUntold = untoldCode(uses).length > 0;
  if (counts.calls + counts.uses + counts.imports === 0) {
    if (isShared) return `Nothing here is certain to call or use ${what}`;
    return isUntold ? `I found nothing that calls or uses ${what}` : `Nothing here calls or uses ${what} by that name`;
  }
  if (files.length === 0 && isUntold) return `I found ${what} used in tests alone: ${summed(tests)}`;
  if (files.length === 0) return `Only tests ${isShared ? 'are certain to ' : ''}use ${what}: ${summed(tests)}`;
  return `${what}: ${summed(files)}${tests.length > 0 ? `; in tests ${summed(tests)}` : ', none in tests'}`;
}

/** Lists the first files, and names some of the others. */
function listFiles(files: readonly ReferencingSource[], told: Told): void {
  const shown = files.slice(0, maxFiles);
  // Each file keeps two places of its own, so that one with many does not hide the others.
  const kept = (at: number) => 2 * (shown.length - at - 1);
  const list = shown.flatMap((file, at) => toldFile(file, told, Math.max(2, told.left - kept(at))) ?? []);
  if (list.length > 0) told.page.put(list.join('\n'));
  if (files.length > maxFiles)
    told.page.put(
      `And in ${plural(files.length - maxFiles, 'more file')}: ${files
        .slice(maxFiles, maxFiles * 3)
        .map(({ source }) => inline(labelOf(source, told)))
        .join(', ')}.`,
    );
}

/** Lists the first two places of the first test files, and counts the others. */
function listTests(tests: readonly ReferencingSource[], told: Told): void {
  told.left = Math.max(told.left, maxTestFiles);
  const list = tests
    .slice(0, maxTestFiles)
    .flatMap((file) => toldFile({ ...file, references: file.references.slice(0, 2) }, told) ?? []);
  const more = tests.reduce(
    (sum, { references }, at) => sum + Math.max(0, references.length - (at < maxTestFiles ? 2 : 0)),
    0,
  );
  if (list.length > 0 && more > 0) list.push(`- and at ${plural(more, 'more place')}`);
  if (list.length > 0) told.page.put(`Tests:\n${list.join('\n')}`);
}

/** Says where uses were found by words alone. */
function tellByWords(files: readonly ReferencingSource[], page: Page): void {
  const found = files.filter(({ by }) => by === 'words');
  const labels = [...new Set(found.map(({ language }) => languageOfName(language)?.label ?? language))];
  if (labels.length > 0)
    page.put(`Uses in ${labels.join(' and ')} are found by the name as a word, so some may be of something else.`);
}

/** Tells what is not listed: further places, and files of languages whose uses are not read. */
function tellUnlisted(uses: Uses, page: Page): void {
  const { left, foreign } = uses;
  if (left.references + left.files > 0)
    page.put(`There are ${left.references + left.files} more places or files that are not listed here.`);
  const told = untoldCode(uses).map(({ language, files }) =>
    plural(files, language === 'Unknown' ? 'other file' : `${language} file`),
  );
  if (told.length > 0) page.put(`The name also stands in files that are not searched for uses: ${told.join(', ')}.`);
  const labels = foreign.map(({ language }) => languageOfName(language)?.label ?? language);
  const counted = [...new Set(labels)].map((label) =>
    plural(labels.filter((one) => one === label).length, `${label} file`),
  );
  if (counted.length > 0) page.put(`The name also stands in ${counted.join(', ')}, where it may be of something else.`);
}

// Section: uses of one kind that a question asks for, told by the row: what raises an error, what extends a type.

/** Matches the text before an error's name in a row that raises or asserts it. */
export const raising = /\b(?:throw|throws|raise|fail|panic|reject)\b|\b(?:assert|expect)\w*\(/;

/** Words before what a type extends. */
const extending = setOf('extends implements inherit inherits with');
/** Words that begin the head of a type. */
const heads = setOf('class struct interface trait object record actor enum protocol extension');
/** Words that begin a row which names what a type takes up: `include Sized`, `@behaviour Sized`, `-behaviour(sized)`. */
const takingUp = setOf('include extend prepend mixin with impl instance behaviour behavior use extends implements');
const types: ReadonlySet<string> = new Set(['class', 'interface', 'enum', 'type', 'module', 'implementation']);
/** Most rows of a type's head. */
const maxHeadRows = 14;

/** A text without what stands in closed brackets. */
function withoutBrackets(text: string): string {
  let depth = 0;
  const kept = [...text].filter((sign) => {
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    return depth <= 0 && sign !== ')';
  });
  return depth > 0 ? text : kept.join('');
}

/** True for the head of a type up to the name of what it extends, in any language: `class Ferry : public`. */
function extendsBehind(head: string): boolean {
  const bare = withoutBrackets(head);
  const opened = bare.slice(bare.lastIndexOf('(') + 1);
  const generic = bare.lastIndexOf('<');
  // What a constructor takes, and what a type is made with.
  const isInside =
    (bare.includes('(') && opened.includes(':')) || (generic > bare.lastIndexOf('>') && bare[generic - 1] !== ' ');
  if (isInside || bare.includes('{')) return false;
  const words: readonly string[] = bare.match(nameRuns) ?? [];
  const goesOn = ['(', ':', '<', ','].some((sign) => bare.includes(sign));
  return words.some((word) => extending.has(word)) || (goesOn && words.some((word) => heads.has(word)));
}

/** The references at which a type names what it extends, in its head or in a row that begins so. */
async function extendingRows(
  files: readonly ReferencingSource[],
  name: string,
  { asking, fromOf }: Pick<Told, 'asking' | 'fromOf'>,
): Promise<ReferencingSource[]> {
  const kept: ReferencingSource[] = [];
  for (const file of files) {
    const from = fromOf(file);
    const code = from && (await asking.reader.outlined(from));
    if (!code || typeof code === 'string') continue;
    const isMeant = ({ line, text }: Reference) => {
      const [at = 0] = placesOfName(text, name);
      const before = text.slice(0, at);
      const [first = ''] = spaced(before);
      if (takingUp.has(first.replace('@', '').replace('-', '').split('(')[0]!)) return true;
      const around = symbolAt(code.outline.symbols, line - 1);
      if (!around || !types.has(around.kind) || line - 1 - around.nameRow > maxHeadRows) return false;
      return extendsBehind(
        line - 1 > around.nameRow ? `${code.rows.slice(around.nameRow, line - 2)} ${before}` : before,
      );
    };
    const references = file.references.filter(isMeant);
    if (references.length > 0) kept.push({ ...file, references });
  }
  return kept;
}

interface UseKind {
  /** Words of a question that asks for it. */
  asked: ReadonlySet<string>;
  rowsOf: (
    files: readonly ReferencingSource[],
    name: string,
    told: Pick<Told, 'asking' | 'fromOf'>,
  ) => ReferencingSource[] | Promise<ReferencingSource[]>;
  said: string;
}

const useKinds: readonly UseKind[] = [
  {
    asked: setOf('raise raises raised raising throw throws thrown throwing'),
    rowsOf: (files, name) => rowsWhere(files, name, (before) => raising.test(before)),
    said: 'is raised',
  },
  { asked: setOf('implement implements implemented implementing'), rowsOf: extendingRows, said: 'is implemented' },
  {
    asked: setOf('extend extends extended extending inherit inherits inheriting derive derives subclass subclasses'),
    rowsOf: extendingRows,
    said: 'is extended',
  },
];

/** The files with those places before whose name the row's text is accepted. */
export function rowsWhere(
  files: readonly ReferencingSource[],
  name: string,
  accepts: (before: string) => boolean,
): ReferencingSource[] {
  const isMeant = ({ text }: Reference) => {
    const [at = 0] = placesOfName(text, name);
    return accepts(text.slice(0, at));
  };
  const kept = files.map((file) => ({ ...file, references: file.references.filter(isMeant) }));
  return kept.filter(({ references }) => references.length > 0);
}

/** The places of the kind that is asked for, tests last; undefined when none is asked for or none is found. */
async function tellKind(uses: Uses, best: Candidate, asking: Asking): Promise<Answer | undefined> {
  const { from, code, symbol } = best;
  const words: readonly string[] = asking.query.toLowerCase().match(nameRuns) ?? [];
  const kind = useKinds.find(({ asked }) => words.some((word) => asked.has(word)));
  if (!kind) return undefined;
  const page = new Page(asking);
  const told: Told = { page, asking, fromOf: fromsOf(asking), left: maxRows };
  const files = await kind.rowsOf(uses.files, symbol.name, told);
  const tests = await kind.rowsOf(uses.tests, symbol.name, told);
  if (files.length + tests.length === 0) return undefined;
  const count = [...files, ...tests].reduce((sum, { references }) => sum + references.length, 0);
  page.say(`${withKind(best, page.at(from, symbol.nameRow))} ${kind.said} at ${plural(count, 'place')}`, from, code, {
    start: symbol.nameRow,
    end: symbol.nameRow,
  });
  listFiles(files, told);
  listTests(tests, told);
  tellByWords([...files, ...tests], page);
  return page.answer('callers', scores.told, [symbol.path.join('.')]);
}

async function tellUses(subject: Subject, asking: Asking): Promise<Answer | undefined> {
  const uses = await usesOf(subject, asking);
  const total = uses.counts.calls + uses.counts.uses + uses.counts.imports;
  if (total === 0 && !asking.isWhole) return undefined;
  const [best, ...others] = subject.candidates;
  const { from, code, symbol } = best!;
  const ofKind = await tellKind(uses, best!, asking);
  if (ofKind) return ofKind;
  const page = new Page(asking);
  const what = withKind(best!, page.at(from, symbol.nameRow));
  // A question about `Pool.take` also mentions any other `take`.
  const { candidates: named } =
    subject.name.around.length === 0
      ? { candidates: others }
      : await candidatesOf({ name: symbol.name, around: [] }, undefined, asking);
  const otherKinds = named.filter(
    (one) => one.symbol.name === symbol.name && one.from.key !== from.key && !apart.has(one.symbol.kind),
  );
  const isShared = subject.name.around.length > 0 && otherKinds.length > 0;
  page.say(usesInBrief(uses, what, isShared), from, code, { start: symbol.nameRow, end: symbol.nameRow });
  if (otherKinds.length > 0 && total > 0) page.put(namesakes(otherKinds, page, subject.name));
  const told: Told = { page, asking, fromOf: fromsOf(asking), left: maxRows };
  listFiles(uses.files, told);
  listTests(uses.tests, told);
  tellByWords([...uses.files, ...uses.tests], page);
  tellUnlisted(uses, page);
  const score = total === 0 ? scores.none : otherKinds.length > 0 ? scores.shared : scores.told;
  return page.answer('callers', score, [symbol.path.join('.')]);
}

function labelOf(source: ReferencingSource['source'], { fromOf, asking }: Told): string {
  const from = fromOf({ source, language: '', references: [] });
  return from ? asking.labelOf(from) : '';
}

/**
 * A short mention of the uses, for answers about something else: calls first, then uses in other files.
 * @param named what is used, where the sentences around do not say it
 */
export async function usesInShort(
  subject: Subject,
  page: Page,
  asking: Asking,
  named?: string,
): Promise<string | undefined> {
  const uses = await usesOf(subject, asking);
  const { files, tests, counts } = uses;
  if (counts.calls + counts.uses === 0) return undefined;
  const told: Told = { page, asking, fromOf: fromsOf(asking), left: maxInShort };
  const { from } = subject.candidates[0]!;
  const own = keyOf(from.part.sourceOf(from.key));
  const rank = ({ source }: ReferencingSource) => Number(keyOf(source) === own);
  const using = files.filter(({ references }) => references.some(({ kind }) => kind !== 'import'));
  const isUncalled = ({ references }: ReferencingSource) => Number(references.every(({ kind }) => kind !== 'call'));
  const shown = using.toSorted((a, b) => isUncalled(a) - isUncalled(b) || rank(a) - rank(b)).slice(0, maxInShort);
  const each = Math.max(1, Math.floor(maxInShort / Math.max(1, shown.length)));
  const list = shown.flatMap(
    (file) => toldFile({ ...file, references: wantedFirst(file.references).slice(0, each) }, told) ?? [],
  );
  const more = countOf(files, 'call') + countOf(files, 'use') - (maxInShort - told.left);
  if (list.length > 0 && more > 0) list.push(`- and at ${plural(more, 'more place')}`);
  const inCode = countOf(files, 'call') + countOf(files, 'use') > 0;
  const inTests = countOf(tests, 'call') + countOf(tests, 'use') > 0;
  const what = named ?? 'it';
  if (!inCode && untoldCode(uses).length > 0)
    return `I found ${what} used in tests alone: in ${usedIn(tests, 'file')}.`;
  if (!inCode) return `Here only tests use ${what}: in ${usedIn(tests, 'file')}.`;
  return [
    `${named === undefined ? 'Used' : `${named} is used`} in ${usedIn(files, 'file')}${inTests ? `, and in ${usedIn(tests, 'test file')}` : ''}:`,
    ...list,
  ].join('\n');
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
    const found = name && (await candidatesOf(name, undefined, asking));
    const candidates = found?.candidates.filter(({ symbol }) => usable.has(symbol.kind) && symbol.name === name?.name) ?? []; // prettier-ignore
    const [best, other] = candidates;
    // Of several definitions of one name the uses may be of any.
    if (name && best)
      return { name, candidates, called: other && name.around.length === 0 ? name.name : best.symbol.path.join('.') };
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
  const used = await usesInShort(subject, page, asking, inline(subject.called));
  if (used === undefined) return answer;
  page.put(used);
  return page.answer(answer.kind ?? 'places', answer.score, answer.symbols);
}
