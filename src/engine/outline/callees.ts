/**
 * Finds what a symbol calls and which definitions that means, told from the other end: a call means the definitions that it is
 * a use of. Cost: the references of each called name in one file, for each definition of it.
 */
import { mayCall, wordsOf, type Language } from '../../languages/table';
import { folderOf } from '../files/walk';
import { idOf } from '../parts';
import type { Callee, CalleesRequest, CalleesResult } from '../querySpace';
import { placesOfName } from '../read/nodes';
import type { OutlineSymbol } from '../read/types';
import { joinIdentifier } from '../text/tokens';
import { referencesOf, subjectAmong, usesOf } from './findReferences';
import {
  asMade,
  calledOn,
  candidatesOf,
  placed,
  readPlace,
  receiverOf,
  sharesWords,
  symbolAt,
  typeKinds,
  type Candidate,
  type Looking,
} from './findSymbol';
import { isNameSign, nameRuns } from '../text/plain';
import { bodies, type SourceReferences, type Told } from './receivers';
import {
  nameOfSource,
  namesOfPlace,
  sourceOf,
  sourcesOf,
  type CodeSource,
  type KeptReference,
  type OutlinedCode,
} from './sources';
import { closingOf, isCapital, isNamed } from './typeHints';

/** Most definitions of one called name that are looked at, the likeliest ones. */
const maxNamesakes = 20;
/** Kinds that no call means. */
const uncalled: ReadonlySet<string> = new Set(['key', 'section', 'test', 'module', 'implementation']);

const keyOf = ({ from, symbol }: Candidate): string => `${symbol.start} ${symbol.nameRow} ${from.key}`;

/** A symbol whose calls are asked for. */
interface Caller {
  from: CodeSource;
  code: OutlinedCode;
  symbol: OutlineSymbol;
  /** Itself and, of a function, those that stand in it. */
  bodies: ReadonlySet<OutlineSymbol>;
}

function callerOf(from: CodeSource, code: OutlinedCode, symbol: OutlineSymbol): Caller {
  const all = new Set([symbol]);
  const { symbols } = code.outline;
  if (bodies.has(symbol.kind))
    for (const one of symbols) if (bodies.has(one.kind) && all.has(symbols[one.parent ?? -1]!)) all.add(one);
  return { from, code, symbol, bodies: all };
}

/** Most rows of the arguments of one call. */
const maxArgumentRows = 30;
/** What a method is given by what it is called on. */
const ownParameters = ['self', 'cls', '&self', '&mut self', 'mut self', 'this '];

const quotedValue = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g;

/** What stands in the brackets behind a name, part by part; undefined where it has none or they do not close. */
function bracketed(text: string, name: string): string[] | undefined {
  const [at] = placesOfName(text, name);
  if (at === undefined) return undefined;
  // Brackets and commas in quotes are none, and neither are the ends of arrows.
  const behind = text
    .slice(at + name.length)
    .replaceAll(quotedValue, '_')
    .replaceAll('->', '')
    .replaceAll('=>', '');
  const opening = behind.indexOf('(');
  const closing = opening < 0 ? behind.length : closingOf(behind, opening);
  if (closing === behind.length || /[^\w<>,.:!?[\]& ]/.test(behind.slice(0, opening))) return undefined;
  const inside = behind.slice(opening + 1, closing);
  const parts = [''];
  let [depth, angles] = [0, 0];
  for (const [place, sign] of [...inside].entries()) {
    // `List<Boat, Raft>` is one type, `size < 3` a comparison.
    if (sign === '<' && isNameSign(inside, place - 1) && inside[place + 1] !== ' ') angles += 1;
    else if (sign === '>' && angles > 0) angles -= 1;
    else if ('([{'.includes(sign)) depth += 1;
    else if (')]}'.includes(sign)) depth -= 1;
    if (sign === ',' && depth + angles === 0) parts.push('');
    else parts.push(parts.pop()! + sign);
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** True for a parameter that any number of arguments may stand for. */
const isRest = (one: string): boolean =>
  one.includes('...') || ['*', 'vararg ', 'params '].some((sign) => one.startsWith(sign));
const isSpread = (one: string): boolean => ['*', '...'].some((sign) => one.startsWith(sign));
/** True for one that may be left out. */
const isOptional = (one: string): boolean =>
  isRest(one) || one.startsWith('&') || one.includes('=') || one.includes('?:');
/** The name of an argument that is given by it. */
const argumentName = /^(\w+)(?: ?= ?(?!=)|: )/;
/** What the names of types end with that take a text; a single letter may be any. */
const textEndings = ['String', 'string', 'str', 'char', 'Char', 'CharSequence', 'Any', 'any', 'Object', 'object', 'mixed']; // prettier-ignore
const quoted = '_';

/** True where a parameter is declared as something else than a text. */
function isNoText(parameter: string): boolean {
  const names: readonly string[] = parameter.match(nameRuns) ?? [];
  const isText = (name: string) =>
    (name.length === 1 && name !== name.toLowerCase()) || textEndings.some((end) => name.endsWith(end));
  return names.length > 1 && names.some(isCapital) && !names.some(isText);
}

function parametersOf({ symbol }: Candidate): string[] {
  const all = bracketed(symbol.signature, symbol.name) ?? [];
  return ownParameters.some((own) => all[0]?.startsWith(own)) ? all.slice(1) : all;
}

/** How well arguments fit parameters: 2 for as many, 1 with what may be left out, 0 for another number, -1 not at all. */
function fitOf(taken: readonly string[], given: readonly string[]): number {
  const names = given.flatMap((one) => argumentName.exec(one)?.[1] ?? []);
  if (!names.every((name) => taken.some((one) => isNamed(one, name)))) return -1;
  if (given.some((one, at) => one === quoted && isNoText(taken[at] ?? ''))) return -1;
  const goesOn = taken.some(isRest);
  if (taken.length === given.length && !goesOn) return 2;
  const least = taken.filter((one) => !isOptional(one)).length;
  return least <= given.length && (goesOn || given.length < taken.length) ? 1 : 0;
}

/** Of overloads those that the arguments of a call fit best, where it fits some; what is called is a function where one is meant. */
function fitting(all: readonly Candidate[], rows: OutlinedCode['rows'], row: number, name: string): Candidate[] {
  const functions = all.filter(({ symbol: { kind } }) => bodies.has(kind));
  const meant = functions.length > 0 && functions.length < all.length ? functions : all;
  const given = bracketed(rows.slice(row, Math.min(rows.count - 1, row + maxArgumentRows)), name);
  // How many a list is that is given as arguments, nobody knows.
  if (meant.length < 2 || !given || given.some(isSpread)) return [...meant];
  const taken = meant.map(parametersOf);
  const fits = taken.map((one) => fitOf(one, given));
  const best = Math.max(...fits);
  // What may be left out is said by the declaration alone, not by the definition with as many parameters.
  const isDeclared = (at: number) =>
    taken.some((one, other) => fits[other] === best && one.length === taken[at]!.length);
  return best <= 0 ? [...meant] : meant.filter((_, at) => fits[at] === best || (fits[at] === 0 && isDeclared(at)));
}

/** Words that the type around is called by, and those for the types above it, which are not followed. */
const [makingWords, baseWords] = [new Set(['this', 'cls', 'Self', 'self', 'static']), new Set(['super', 'base', 'parent'])]; // prettier-ignore

/** What a call of the type around itself runs, as `cls()` and `this()` do: its constructors, else the type. */
function ownConstructors({ from, code, symbol }: Caller): Candidate[] {
  const { outline, language } = code;
  const type = outline.symbols.findLast(
    ({ kind, start, end }) => typeKinds.has(kind) && start <= symbol.start && symbol.end <= end,
  );
  if (!type) return [];
  const names = [type.name, ...wordsOf(language?.constructors)];
  const made = outline.symbols.filter(
    (one) => outline.symbols[one.parent ?? -1] === type && names.includes(one.name) && bodies.has(one.kind),
  );
  return (made.length > 0 ? made : [type]).map((one) => ({ from, code, symbol: one, score: 1 }));
}

/** The path of the type that a name means in a symbol: the one in the innermost of what stands around both. */
function nearestPath(types: readonly Candidate[], name: string, around: readonly string[]): string[] | undefined {
  const paths = types.flatMap(({ symbol: { kind, path } }) =>
    typeKinds.has(kind) && path.at(-1) === name && path.slice(0, -1).every((step, at) => around[at] === step)
      ? [path]
      : [],
  );
  return paths.toSorted((a, b) => b.length - a.length)[0]?.slice();
}

/** What a call by the name that makes values runs on a type, as `Pool.new` of Ruby does: its constructor, else the type. */
async function madeOn(
  on: string | undefined,
  name: string,
  { code, symbol: { path } }: Caller,
  looking: Looking,
): Promise<Candidate[]> {
  if (on === undefined || !isCapital(on) || code.language?.makes !== name) return [];
  const types = (await candidatesOf({ name: on, around: [] }, undefined, looking)).candidates;
  const nearest = nearestPath(types, on, path);
  const asked = await asMade({ name, around: nearest ?? [on] }, looking);
  if (asked.name === name) return [];
  const { candidates } = await candidatesOf(asked, undefined, looking);
  const meant = subjectAmong(candidates, asked, looking)?.meant ?? [];
  const own = meant.filter(({ symbol }) => symbol.path.slice(0, nearest?.length).join('.') === nearest?.join('.'));
  return own.length > 0 ? own : meant;
}

/** The definitions that a name may mean in a caller, the likeliest first: of what it is called on, then the nearest. */
async function namesakesOf(
  name: string,
  receivers: ReadonlySet<string>,
  { from, code, symbol: { path } }: Caller,
  looking: Looking,
): Promise<Candidate[]> {
  const { candidates } = await candidatesOf({ name, around: [] }, undefined, looking);
  const own = path.slice(0, -1).join('.');
  const heldOn = new Set([...receivers].map(joinIdentifier));
  // A function of a module is called on that.
  const holderOf = ({ from: { place }, symbol }: Candidate) => symbol.path.at(-2) ?? namesOfPlace(place).at(-1) ?? '';
  const nearness = (one: Candidate) =>
    Number(heldOn.has(joinIdentifier(holderOf(one)))) * 16 +
    Number([...receivers].some((on) => sharesWords(on, holderOf(one)))) * 8 +
    Number(one.symbol.path.slice(0, -1).join('.') === own) * 4 +
    Number(one.from.key === from.key) * 2 +
    Number(folderOf(one.from.place) === folderOf(from.place));
  const mayMean = (language: Language | undefined) => !code.language || !language || mayCall(code.language, language);
  const named = candidates.filter(
    (one) => one.symbol.name === name && !uncalled.has(one.symbol.kind) && mayMean(one.code.language),
  );
  return named.sort((a, b) => nearness(b) - nearness(a)).slice(0, maxNamesakes);
}

/** Definitions of a name that are meant together, and the lines of the caller that are of them. */
interface Meant {
  definitions: Candidate[];
  certain: ReadonlySet<number>;
  possible: ReadonlySet<number>;
}

/** What a name means in a source, for those that it may mean. */
async function meaningsOf(
  name: string,
  namesakes: readonly Candidate[],
  source: SourceReferences,
  looking: Looking,
): Promise<Meant[]> {
  const among = { sources: [source], quoted: [], untold: new Map(), skipped: [], left: 0 };
  const linesOf = (all: readonly Told[]) => new Set(all.map(({ reference: { line } }) => line));
  const seen = new Set<string>();
  const found: Meant[] = [];
  for (const one of namesakes) {
    if (seen.has(keyOf(one))) continue;
    const { path } = one.symbol;
    const asked = { name, around: path.slice(0, -1), ...(path.length === 1 && { file: idOf(sourceOf(one.from)) }) };
    const { candidates } = await candidatesOf(asked, undefined, looking);
    const subject = subjectAmong(candidates, asked, looking) ?? { asked, candidates, meant: [] };
    const isThere = subject.meant.some((each) => keyOf(each) === keyOf(one));
    const meant = isThere ? subject.meant : [one];
    for (const each of meant) seen.add(keyOf(each));
    const uses = await usesOf({ ...subject, meant }, looking, among);
    found.push({ definitions: meant, certain: linesOf(uses.certain), possible: linesOf(uses.possible) });
  }
  return found;
}

/** All that a name is called on in the rows of a symbol: `Box` and `Pool` of `Box::new(Pool::new())`. */
function receiversIn(rows: Iterable<number>, name: string, { code }: Caller): Set<string> {
  const texts = [...rows].map((row) => code.rows.row(row));
  return new Set(
    texts.flatMap((text) => [...placesOfName(text, name)].flatMap((at) => receiverOf(text.slice(0, at)) ?? [])),
  );
}

/** What a use in a row of a symbol is called on, by row. */
function rowsCalling(name: string, { code, symbol, bodies: own }: Caller, found: readonly KeptReference[]) {
  const isOwn = (row: number) => own.has(symbolAt(code.outline.symbols, row)!);
  const calls = found.filter(({ kind, row }) => kind === 'call' && isOwn(row));
  return new Map(calls.map(({ row }) => [row, calledOn(code.rows.row(row), name, symbol)]));
}

/** The calls of one name by a symbol, those that mean the same together. */
async function callsOf(
  name: string,
  caller: Caller,
  all: readonly KeptReference[],
  looking: Looking,
): Promise<Callee[]> {
  const { from, code, symbol } = caller;
  const calls = rowsCalling(name, caller, all);
  const namesakes = await namesakesOf(name, receiversIn(calls.keys(), name, caller), caller, looking);
  const found = all.filter(({ kind, row }) => kind === 'import' || (symbol.start <= row && row <= symbol.end));
  const holdsDefinition = all.some(({ kind }) => kind === 'definition');
  const meanings = await meaningsOf(name, namesakes, { from, code, found, holdsDefinition }, looking);
  const made = new Map<string, Callee>();
  for (const [row, on] of calls) {
    const those = (which: 'certain' | 'possible') =>
      meanings.filter((one) => one[which].has(row + 1)).flatMap(({ definitions }) => definitions);
    const isSelf = on === undefined && (makingWords.has(name) || name === code.language?.makes);
    const told = isSelf ? ownConstructors(caller) : those('certain');
    const meant = told.length > 0 ? told : await madeOn(on, name, caller, looking);
    const definitions = fitting(meant, code.rows, row, name);
    const key = JSON.stringify([definitions.map(keyOf), definitions.length > 0 ? '' : on]);
    if (made.has(key)) continue;
    made.set(key, {
      ...{ name, line: row + 1, ...(on !== undefined && { on }) },
      isNamed: namesakes.length > 0,
      definitions: definitions.map(placed),
      possible: those('possible').map(placed),
    });
  }
  return [...made.values()];
}

/**
 * What the symbol at a line calls, and which definitions the calls mean.
 * @param place the file in which the line lies
 */
export async function findCallees(
  { line, limit }: CalleesRequest,
  looking: Looking,
  place: Looking,
): Promise<CalleesResult> {
  const read = await readPlace(place);
  if (Array.isArray(read)) return { calls: [], left: 0, skipped: read };
  const { code } = read;
  // The place of a file in its folder tells what lies beside it.
  const id = idOf(sourceOf(read.from));
  const from = sourcesOf(looking.parts).find((one) => idOf(sourceOf(one)) === id) ?? read.from;
  const symbol = symbolAt(code.outline.symbols, line - 1);
  if (!symbol)
    return { calls: [], left: 0, skipped: [{ path: nameOfSource(from), reason: `No symbol stands at line ${line}.` }] };
  const caller = callerOf(from, code, symbol);
  const all = new Set([...caller.bodies].flatMap((one) => one.calls.map(({ name }) => name)));
  const told = [...all].filter((name) => !baseWords.has(name));
  const names = told.slice(0, limit);
  const references = (await referencesOf(code, names, looking.reader)) ?? [];
  const calls: Callee[] = [];
  for (const [at, name] of names.entries()) calls.push(...(await callsOf(name, caller, references[at] ?? [], looking)));
  calls.sort((a, b) => a.line - b.line);
  return { calls, left: told.length - names.length, skipped: [] };
}
