/** Compares two symbols: what each is, its documentation, its signature, and what only one of them has. */
import { candidatesOf, type Candidate, declaringSources } from '../outline/findSymbol';
import type { OutlineSymbol, Parameter } from '../read/types';
import { setOf } from '../question/courtesies';
import { oneSpaced } from '../text/plain';
import { calledSo, type Asking, inline, outlinedOf, listed, plural, Page, type Maker, quotable } from './page';
import { isWithin, wholeRows } from '../outline/sources';
import {
  bareName,
  hasOwnBody,
  isOfItsFile,
  isOnlyDeclared,
  minLikely,
  subjectOf,
  membersOf,
  publicFirst,
  publicOf,
  bothNamed,
} from './subjects';
import { placesOfName } from '../read/nodes';
import { described, putDescribed } from './described';
import { describedElsewhere, documentationIn, headline, putWritten, shownRows } from './explain';
import { wantOf } from './wants';

// Section: differences by the syntax trees: parameters (ignoring renames), members, and calls of the searched code.

const maxNames = 8;
/** Most calls, made by only one of the two symbols, that are looked up. */
const maxCalls = 40;

/** A symbol with the names of its members. */
interface Side {
  of: Candidate;
  members: readonly string[];
  /** With those that are private. */
  all: ReadonlySet<string>;
}

const opens = '([{<';
const closes = ')]}>';

/** The parameters in a signature as written: the pieces between the commas of its brackets. */
function pieces({ signature, name }: OutlineSymbol): string[] {
  const from = signature.indexOf('(', Math.max(0, signature.indexOf(name)));
  const found = [''];
  let depth = 0;
  for (let at = from + 1; from >= 0 && at < signature.length; at += 1) {
    const sign = signature[at]!;
    // The arrows `->` and `=>` close no bracket.
    const isArrow = sign === '>' && '-='.includes(signature[at - 1]!);
    if (opens.includes(sign)) depth += 1;
    else if (closes.includes(sign) && !isArrow) depth -= 1;
    if (depth < 0) break;
    if (sign === ',' && depth === 0) found.push('');
    else found[found.length - 1] += sign;
  }
  return found;
}

interface Typed extends Parameter {
  /** As written; empty when it has none. */
  type: string;
}

function typed(symbol: OutlineSymbol): Typed[] {
  const all = pieces(symbol);
  const holds = (piece: string, name: string) => !placesOfName(piece, name).next().done;
  return symbol.parameters.map((one) => {
    // A piece with several parameters, as the Lisps write them, tells no type.
    const isAlone = (piece: string) =>
      symbol.parameters.every(({ name }) => holds(piece, name) === (name === one.name));
    const [beside = ''] = (all.find(isAlone) ?? '').split(/:?=(?!>)/);
    const [at] = placesOfName(beside, one.name);
    const [before, after] = at === undefined ? ['', ''] : [beside.slice(0, at), beside.slice(at + one.name.length)];
    // Before a name with a colon stands how it is bound, or a label: `mut index: usize`.
    const type = [':', '?:'].some((sign) => after.trimStart().startsWith(sign)) ? after : `${before} ${after}`;
    return { ...one, type: oneSpaced(type.replace(/(?:^|\s)\??:|\$/g, ' ')) };
  });
}

const preset = (value: string | undefined) =>
  value === undefined ? 'has no default' : `is ${inline(value)} by default`;

/** Sentences about the differences of a parameter that both symbols have by name. */
function ofShared(mine: Typed, theirs: Typed, [one, other]: readonly [string, string]): string[] {
  const { name, type, default: value } = mine;
  const told: string[] = [];
  if (type !== '' && theirs.type !== '' && type !== theirs.type)
    told.push(`${inline(name)} is of ${inline(type)} in ${one} and of ${inline(theirs.type)} in ${other}.`);
  if (value !== theirs.default)
    told.push(`${inline(name)} ${preset(value)} in ${one} and ${preset(theirs.default)} in ${other}.`);
  return told;
}

/** Parameters with no counterpart of the same type, ignoring names. */
function withoutRenamed(all: readonly Typed[], others: readonly Typed[]): Typed[] {
  const free = [...others];
  return all.filter(({ type }) => {
    const at = free.findIndex((one) => one.type === type);
    if (at >= 0) free.splice(at, 1);
    return at < 0;
  });
}

/** Sentences about differing parameters, matched by name and then by type, since a parameter may be renamed. */
function parametersApart(one: Candidate, other: Candidate): string[] {
  if (one.code.language?.isCurried) return [];
  const [mine, theirs] = [typed(one.symbol), typed(other.symbol)];
  const names = [calledSo(one), calledSo(other)] as const;
  const shared = mine.flatMap((own) => {
    const same = theirs.find(({ name }) => name === own.name);
    return same ? ofShared(own, same, names) : [];
  });
  const lone = (all: readonly Typed[], others: readonly Typed[]) =>
    all.filter(({ name }) => !others.some((two) => two.name === name));
  const [left, right] = [lone(mine, theirs), lone(theirs, mine)];
  const isTyped = [...left, ...right].every(({ type }) => type !== '');
  const namesOf = (all: readonly Typed[]) => all.map(({ name }) => name);
  if (!isTyped && left.length > 0 && right.length > 0) {
    // It cannot be told which one was renamed, so give counts, and those only where they differ.
    const counted = (all: readonly Typed[]) => `${plural(all.length, 'parameter')} (${listed(namesOf(all), maxNames)})`;
    const told = `${names[0]} takes ${counted(mine)}, ${names[1]} takes ${counted(theirs)}.`;
    return left.length === right.length ? shared : [...shared, told];
  }
  const only = (name: string, all: readonly Typed[]) => toldOnly(`${name} takes`, namesOf(all));
  return [...shared, ...only(names[0], withoutRenamed(left, right)), ...only(names[1], withoutRenamed(right, left))];
}

/** Kinds of symbols that a call may refer to; fields and variables are not. */
const callable: ReadonlySet<string> = new Set(['function', 'method', 'macro', 'class', 'declaration', 'member']);
/** Most files read to find what a called name is: it may be a common one, and there are up to `maxCalls`. */
const maxSources = 6;

async function isDefinedHere(name: string, asking: Asking): Promise<boolean> {
  for (const from of declaringSources(asking.parts, { name })?.slice(0, maxSources) ?? []) {
    const code = await outlinedOf(from, asking);
    asking.signal.throwIfAborted();
    if (code?.outline.symbols.some((one) => one.name === name && callable.has(one.kind))) return true;
  }
  return false;
}

/** The names that a symbol calls, in the functions inside of it too. */
const callsIn = ({ symbol, code }: Candidate): Set<string> =>
  new Set(
    code.outline.symbols.filter((one) => isWithin(one, symbol)).flatMap(({ calls }) => calls.map(({ name }) => name)),
  );

/** Names that only the first symbol calls, of what is defined in the searched code: no builtins and no keywords. */
async function callsAlone(one: Candidate, other: Candidate, asking: Asking): Promise<string[]> {
  const theirs = callsIn(other);
  // That each symbol calls its own name is no difference.
  const only = [...callsIn(one)].filter((name) => !theirs.has(name) && name !== one.symbol.name);
  const own: string[] = [];
  for (const name of only.slice(0, maxCalls)) if (await isDefinedHere(name, asking)) own.push(name);
  return own;
}

/** Keywords between a type's name and its base types. */
const between = setOf('extends implements with open public private protected virtual override abstract final');
/** Most levels of base types followed. */
const maxLevels = 4;

/** Names of base types in the head of a type. */
function basesOf({ symbol: { signature, name } }: Candidate): string[] {
  const at = signature.indexOf(name);
  const behind = at < 0 ? '' : signature.slice(at + name.length).replace(/<[^<>]*>/g, '');
  return (behind.match(/[\p{L}_$][\w$]*/gu) ?? []).filter((word) => !between.has(word));
}

/** Names of the members that a type inherits; undefined when one of its base types is not in the searched code. */
async function inheritedBy(type: Candidate, asking: Asking, levels = maxLevels): Promise<string[] | undefined> {
  const found: string[] = [];
  for (const name of basesOf(type)) {
    const { candidates } = await candidatesOf({ name, around: [] }, ['class', 'interface', 'type'], asking);
    const base = levels === 0 ? undefined : candidates[0];
    const above = base && (await inheritedBy(base, asking, levels - 1));
    if (!above) return undefined;
    const { own, elsewhere } = await membersOf(base, [], asking);
    found.push(...above, ...[...own, ...elsewhere].map((member) => member.name));
  }
  return found;
}

const doing: ReadonlySet<string> = new Set(['function', 'method', 'macro']);
const isDoing = ({ symbol }: Candidate): boolean => doing.has(symbol.kind);

const toldOnly = (has: string, only: readonly string[]) =>
  only.length > 0 ? [`Only ${has} ${listed(only, maxNames)}.`] : [];

/** Sentences about members and calls that only the first symbol has. */
async function alone(one: Side, other: Side, asking: Asking): Promise<string[]> {
  // Where a grammar fails, the other one may have more than is known of it.
  if (other.of.code.outline.hasErrors) return [];
  const inherited = await inheritedBy(other.of, asking);
  const isLone = (name: string) => !other.all.has(name) && !inherited?.includes(name) && name !== one.of.symbol.name;
  const name = calledSo(one.of);
  return [
    ...toldOnly(`${name} declares`, inherited ? one.members.filter(isLone) : []),
    ...toldOnly(`${name} calls`, isDoing(one.of) ? await callsAlone(one.of, other.of, asking) : []),
  ];
}

type Pair = readonly [Candidate, Candidate];

const score = 0.8;
/** Most candidates of one name that are compared. */
const maxLikely = 10;

/** The rows of a symbol as one line without its name; in the body the name stays, as part of what it does. */
function unnamed({ code: { rows }, symbol: { start, end, name, nameRow } }: Candidate): string {
  const head = rows.slice(start, nameRow);
  let said = '';
  let from = 0;
  for (const at of placesOfName(head, name)) {
    said += `${head.slice(from, at)}_`;
    from = at + name.length;
  }
  const body = nameRow < end ? rows.slice(nameRow + 1, end) : '';
  return oneSpaced(`${said}${head.slice(from)}\n${body}`);
}

/** True where functions of one place share a name: what one of them takes or does, another may not. */
function isOverloaded({ code, symbol }: Candidate): boolean {
  const nameOf = ({ path }: OutlineSymbol) => path.join('.');
  const same = code.outline.symbols.filter((one) => doing.has(one.kind) && nameOf(one) === nameOf(symbol));
  return same.length > 1;
}

/** Sentences about the differences, or that there are none; undefined when the syntax tree shows neither. */
async function compared(pair: Pair, asking: Asking): Promise<string[] | undefined> {
  const [one, other] = pair;
  // What only a function takes or calls tells nothing of a type.
  const isSure = !pair.some(isOverloaded) && isDoing(one) === isDoing(other);
  const told = isSure ? await differing(one, other, asking) : [];
  if (told.length > 0) return told;
  const isSame = isSure && unnamed(one) === unnamed(other);
  if (isSame && isDoing(one) && pair.every(hasOwnBody)) return ['Both do the same: they differ in their names alone.'];
  const isWritten = pair.some((each) => documentationIn(each) !== undefined);
  const isShort = pair.every(({ symbol: { start, end, kind } }) => start === end && kind === 'type');
  // Of two modules without a word on them there is nothing to say.
  const isSilent = isSame || isShort || pair.every(({ symbol }) => symbol.kind === 'module');
  return isWritten || !isSilent ? [] : undefined;
}

async function differing(one: Candidate, other: Candidate, asking: Asking): Promise<string[]> {
  const sideOf = async (of: Candidate): Promise<Side> => {
    // Definitions nested in a function are not compared.
    const { own, elsewhere } = isDoing(of) ? { own: [], elsewhere: [] } : await membersOf(of, [], asking);
    const every = [...own, ...elsewhere];
    const all = new Set(every.map(({ name }) => name));
    return { of, members: publicFirst(publicOf(every), of.symbol.name), all };
  };
  const [first, second] = [await sideOf(one), await sideOf(other)];
  return [
    ...parametersApart(one, other),
    ...(await alone(first, second, asking)),
    ...(await alone(second, first, asking)),
  ];
}

/** Compares two options by their descriptions; undefined unless each has one of its own. */
function ofOptions(names: readonly string[], asking: Asking) {
  const entries = names.map((name) => described(name, asking));
  const texts = new Set(entries.map((entry) => entry?.text));
  if (texts.has(undefined) || texts.size < names.length) return undefined;
  const page = new Page(asking);
  for (const [at, name] of names.entries()) putDescribed(name, entries[at]!, page);
  return page.answer('difference', score, names);
}

/** Text that mentions both symbols first, then differences by the syntax trees, then the signatures. */
export const difference: Maker = async (asking) => {
  const want = wantOf(asking.query, 'difference');
  if (!want) return undefined;
  const [one, other] = [await subjectOf(want.subject, asking), await subjectOf(want.other, asking)];
  const pair = one && other && paired(one.candidates, other.candidates);
  const told = pair && (await compared(pair, asking));
  if (!pair || !told) return ofOptions([bareName(want.subject), bareName(want.other)], asking);
  const page = new Page(asking);
  const spoken = bothNamed(pair, asking);
  for (const [at, each] of pair.entries()) {
    page.say(headline(page, each), each.from, each.code, wholeRows(each.symbol));
    const entry = putWritten(each, page, 500) ? undefined : describedElsewhere(each, asking);
    const ofOther = entry && describedElsewhere(pair[1 - at]!, asking);
    // What one sentence says of both describes neither.
    const isOfBoth = entry?.text === ofOther?.text || spoken?.paragraphs.some(({ text }) => text === entry?.text);
    if (entry && !isOfBoth) putDescribed(each.symbol.name, entry, page);
  }
  if (spoken) {
    const { from, code, paragraphs } = spoken;
    const [start, end] = [paragraphs[0]!.start, paragraphs.at(-1)!.end];
    const said = paragraphs.map(({ text }) => `> ${quotable(text, 500)}`).join('\n>\n');
    page.put(`${page.referred(`Of both it says in ${page.at(from, start)}`, from, code, { start, end })}:\n\n${said}`);
  }
  // Something else may have it too.
  const first = told.findIndex((sentence) => sentence.startsWith('Only '));
  for (const [at, sentence] of told.entries()) page.put(at === first ? `Of the two, o${sentence.slice(1)}` : sentence);
  for (const each of pair) page.quote(each.code, each.from, shownRows(each));
  return page.answer(
    'difference',
    score,
    pair.map(({ symbol }) => symbol.path.join('.')),
  );
};

/** Those of which it is true, or all when it is true of none. */
function preferred<One>(all: readonly One[], isWanted: (one: One) => boolean): readonly One[] {
  const wanted = all.filter(isWanted);
  return wanted.length > 0 ? wanted : all;
}

/** Candidates that may be meant: no other spelling, and no mere declaration where there are others. */
function likely(all: readonly Candidate[]): readonly Candidate[] {
  const near = all.filter(
    ({ score, symbol }) => score >= all[0]!.score * minLikely && symbol.name === all[0]!.symbol.name,
  );
  const told = preferred(near, (one) => !isOnlyDeclared(one));
  return preferred(told.slice(0, maxLikely), hasOwnBody);
}

/** The nearest pair of candidates: the same file counts 2, the same kind 1, and two that have a file of their own name 3. */
function paired(ones: readonly Candidate[], others: readonly Candidate[]): Pair | undefined {
  const nearness = ([a, b]: Pair) =>
    (a.from.key === b.from.key ? 2 : 0) +
    (isOfItsFile(a) && isOfItsFile(b) ? 3 : 0) +
    (a.symbol.kind === b.symbol.kind ? 1 : 0) +
    (a.score + b.score) / 100;
  const isOne = ([a, b]: Pair) =>
    a.from.key === b.from.key && a.symbol.start === b.symbol.start && a.symbol.name === b.symbol.name;
  const pairs = likely(ones).flatMap((a) => likely(others).map((b): Pair => [a, b]));
  return pairs.filter((pair) => !isOne(pair)).sort((a, b) => nearness(b) - nearness(a))[0];
}
