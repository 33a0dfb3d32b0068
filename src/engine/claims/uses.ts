/**
 * Where something is used, by the syntax tree, and how its places are listed in an answer. Names are not resolved; the
 * answer says so when something else has the same name.
 */
import { languageOfName, mayName } from '../../languages/table';
import { findReferences } from '../outline/findReferences';
import { candidatesOf, askedNameOf, isElsewhere } from '../outline/findSymbol';
import { isWithin, sourceOf, sourcesOf, type CodeSource } from '../outline/sources';
import { idOf } from '../parts';
import { placesOfName } from '../read/nodes';
import type { Reference, ReferencingSource, ReferencesResult } from '../querySpace';
import { inline, plural, readOf, Page, type Asking } from './page';
import { subjectOf, type Subject, looksLikeName } from './subjects';
import { spaced } from '../text/plain';
import { withoutEnd } from '../question/courtesies';
import type { Answer } from '../types';

/** Most places listed one by one. */
const maxRows = 16;
/** Most files whose places are listed. */
export const maxFiles = 8;
/** Most test files whose places are listed. */
export const maxTestFiles = 4;
/** Most references requested; further ones are only counted. */
const maxReferences = 400;

/** Most places listed in a short mention, each of another file. */
export const maxInShort = 3;

export type Files = readonly ReferencingSource[];

/** Where something is used: in code, and in tests. */
export interface Places {
  files: Files;
  tests: Files;
}

export interface Uses extends Places, Pick<ReferencesResult, 'left' | 'untold' | 'quoted'> {
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
  return {
    ...found,
    files,
    tests,
    possible,
    foreign: [...found.files, ...found.tests, ...found.possible].filter(isForeign),
  };
}

const kindsWanted: readonly Reference['kind'][] = ['call', 'use', 'import'];

/** Calls first and imports last: they say less than rows that use the name. */
const wantedFirst = (references: readonly Reference[]) =>
  kindsWanted.flatMap((wanted) => references.filter(({ kind }) => kind === wanted));

/** The files with those of their places that are meant, without files that have none. */
export function only(
  files: Files,
  isMeant: (reference: Reference, file: ReferencingSource) => boolean,
): ReferencingSource[] {
  const kept = files.map((file) => ({ ...file, references: file.references.filter((one) => isMeant(one, file)) }));
  return kept.filter(({ references }) => references.length > 0);
}

export const placesIn = (files: Files): number => files.reduce((sum, { references }) => sum + references.length, 0);

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
export const summed = (files: Files): string => `${countsOf(files)} in ${plural(files.length, 'file')}`;

/** Finds the source of a file with references. */
export function fromsOf({ parts }: Asking): (file: ReferencingSource) => CodeSource | undefined {
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
    const among = labels.length < more ? ', among them' : ':';
    if (more > 0) this.page.put(`And in ${plural(more, 'more file')}${among} ${labels.join(', ')}.`);
    this.left = Math.max(this.left, maxTestFiles);
    if (tests.length > 0) this.page.put(`Tests:\n${this.inShort(tests, maxTestFiles, 2).join('\n')}`);
  }
}

/** The uses of a symbol by its name with the names around it. */
export async function usesOfNamed(symbol: string, asking: Asking): Promise<Uses | undefined> {
  const subject = await subjectOf(symbol, asking);
  return subject && usesOf(subject, asking);
}

/** Files of code that hold the name but are not read for uses, so that nothing is certain of them. */
export const untoldCode = ({ untold }: Uses): { language: string; files: number; paths: string[] }[] =>
  untold.flatMap(({ language, files, documents, paths }) => {
    const code = files - documents;
    return code > 0 ? [{ language, files: code, paths: paths.slice(0, code) }] : [];
  });

/** The text of a row before the name in it, and from the name on. */
export function aroundName(text: string, name: string): [before: string, from: string] {
  const [at = 0] = placesOfName(text, name);
  return [text.slice(0, at), text.slice(at)];
}

/** Matches the text before an error's name in a row that raises it. */
export const raising = /\b(?:throw|throws|raise|fail|panic|reject)\b/;

/** The files with those places whose row is accepted by its text before the name, and from the name on. */
export const rowsWhere = (
  files: Files,
  name: string,
  accepts: (before: string, from: string) => boolean,
): ReferencingSource[] => only(files, ({ text }) => accepts(...aroundName(text, name)));

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
  const more = placesIn(uses.possible);
  const possibly = more > 0 ? `, perhaps at ${plural(more, 'more place')}` : '';
  const list = new Listing(page, asking).inShort(
    sorted,
    maxInShort,
    Math.max(1, Math.floor(maxInShort / files.length)),
  );
  page.put([`${found} in ${usedIn(files, 'file')}${inTests}${possibly}:`, ...list].join('\n'));
  return true;
}

// Section: what uses something that a question only describes, beside the likeliest places.

const whoUses = String.raw`(?:who\b[^?]{0,30}?|what|which (?:\w{1,20} )?(?:functions?|methods?|code|files?|class(?:es)?|commands?|macros?))\s(?:calls?|calling|uses|using|triggers|invokes|starts|launches|schedules|causes)`;
const fromWhere = String.raw`from (?:where|which \w{1,20})|which (?:\w{1,20} )?(?:places?|pages?|screens?)`;
/** Matches a question such as "who calls the routine that …?", "which pages ask for …?", "…, and what triggers it?" */
const usesDescribed = new RegExp(String.raw`^(?:${whoUses}|${fromWhere})\b|\bwhat (?:triggers|starts)\b`, 'i');
export const asksForUses = (query: string): boolean => usesDescribed.test(query.trim());

const usable: ReadonlySet<string> = new Set(['function', 'method', 'macro', 'class', 'constant', 'variable']);

/** Most places whose uses are told. */
const maxUsed = 3;

type Used = Subject & { called: string };

/** What some names are of, in their order. */
async function usedBy(names: readonly string[], most: number, asking: Asking): Promise<Used[]> {
  const found: Used[] = [];
  for (const text of names) {
    const name = found.length < most ? askedNameOf(text) : undefined;
    if (!name) continue;
    const { candidates: all } = await candidatesOf(name, undefined, asking);
    const candidates = all.filter(({ symbol }) => usable.has(symbol.kind) && symbol.name === name.name);
    const [best, other] = candidates;
    // Of several definitions of one name the uses may be of any.
    const called = other && name.around.length === 0 ? name.name : best?.symbol.path.join('.');
    if (called !== undefined) found.push({ name, candidates, called });
  }
  return found;
}

/** What a question names or, where it names nothing that is defined, what the first of the places hold. */
async function usedSubjects({ citations }: Answer, asking: Asking): Promise<Used[]> {
  const written = spaced(asking.query).map((word) => withoutEnd(word).body);
  const named = await usedBy(written.slice(1).filter(looksLikeName), 1, asking);
  if (named.length > 0) return named;
  const shown = citations.flatMap(({ id }) => asking.snippets.find((one) => one.id === id)?.symbol ?? []);
  return usedBy([...new Set(shown)].slice(0, maxUsed), maxUsed, asking);
}

/**
 * The most likely places together with what uses the first of them, where that is asked for.
 * @returns the answer as it is for other questions, and where nothing uses them
 */
export async function withUses(answer: Answer, asking: Asking): Promise<Answer> {
  if (answer.isAbsence || !asksForUses(asking.query)) return answer;
  const page = new Page(asking, answer);
  let isUsed = false;
  for (const subject of await usedSubjects(answer, asking)) {
    isUsed = (await putUses(subject, page, asking, inline(subject.called))) || isUsed;
  }
  return isUsed ? page.answer(answer.kind ?? 'places', answer.score, answer.symbols) : answer;
}
