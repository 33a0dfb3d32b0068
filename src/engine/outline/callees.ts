/**
 * Finds what a symbol calls and which definitions that means, told from the other end: a call means the definitions that it is
 * a use of. Cost: the references of each called name in one file, for each definition of it.
 */
import { wordsOf } from '../../languages/table';
import { folderOf } from '../files/walk';
import { idOf } from '../parts';
import type { Callee, CalleesRequest, CalleesResult } from '../querySpace';
import { placesOfName } from '../read/nodes';
import type { OutlineSymbol } from '../read/types';
import { joinIdentifier } from '../text/tokens';
import { referencesOf, subjectAmong, usesOf } from './findReferences';
import {
  calledOn,
  candidatesOf,
  placed,
  readPlace,
  symbolAt,
  typeKinds,
  type Candidate,
  type Looking,
} from './findSymbol';
import { isNameSign } from '../text/plain';
import { bodies, type SourceReferences, type Told } from './receivers';
import { nameOfSource, sourceOf, sourcesOf, type CodeSource, type KeptReference, type OutlinedCode } from './sources';
import { closingOf } from './typeHints';

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

/** Of overloads those with as many parameters as a call has arguments, where some have. */
function fitting(all: readonly Candidate[], rows: OutlinedCode['rows'], row: number, name: string): Candidate[] {
  const given = bracketed(rows.slice(row, Math.min(rows.count - 1, row + maxArgumentRows)), name);
  const fits = ({ symbol }: Candidate) => {
    const taken = bracketed(symbol.signature, symbol.name) ?? [];
    const isOwn = ownParameters.some((own) => taken[0]?.startsWith(own));
    return taken.length - (isOwn ? 1 : 0) === given?.length;
  };
  const those = all.length > 1 ? all.filter(fits) : [];
  return those.length > 0 ? those : [...all];
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

/** The definitions that a name may mean in a caller, the likeliest first: of what it is called on, then the nearest. */
async function namesakesOf(
  name: string,
  receivers: ReadonlySet<string | undefined>,
  { from, symbol: { path } }: Caller,
  looking: Looking,
): Promise<Candidate[]> {
  const { candidates } = await candidatesOf({ name, around: [] }, undefined, looking);
  const own = path.slice(0, -1).join('.');
  const heldOn = new Set([...receivers].flatMap((on) => (on === undefined ? [] : [joinIdentifier(on)])));
  const nearness = (one: Candidate) =>
    Number(heldOn.has(joinIdentifier(one.symbol.path.at(-2) ?? ''))) * 8 +
    Number(one.symbol.path.slice(0, -1).join('.') === own) * 4 +
    Number(one.from.key === from.key) * 2 +
    Number(folderOf(one.from.place) === folderOf(from.place));
  const named = candidates.filter(({ symbol }) => symbol.name === name && !uncalled.has(symbol.kind));
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
  const among = { sources: [source], untold: new Map(), skipped: [], left: 0 };
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
  const namesakes = await namesakesOf(name, new Set(calls.values()), caller, looking);
  const found = all.filter(({ kind, row }) => kind === 'import' || (symbol.start <= row && row <= symbol.end));
  const holdsDefinition = all.some(({ kind }) => kind === 'definition');
  const meanings = await meaningsOf(name, namesakes, { from, code, found, holdsDefinition }, looking);
  const made = new Map<string, Callee>();
  for (const [row, on] of calls) {
    const those = (which: 'certain' | 'possible') =>
      meanings.filter((one) => one[which].has(row + 1)).flatMap(({ definitions }) => definitions);
    const isSelf = on === undefined && makingWords.has(name);
    const definitions = fitting(isSelf ? ownConstructors(caller) : those('certain'), code.rows, row, name);
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
