/**
 * What is different between two symbols by their trees: parameters of which number, type or default differ, members, and
 * calls of what the searched code defines itself. A parameter that only has another name is no difference.
 */
import { candidatesOf, type Candidate } from '../outline/findSymbol';
import { declaringSources } from '../outline/names';
import type { OutlineSymbol, Parameter } from '../read/types';
import { oneSpaced, spaced } from '../text/plain';
import { calledSo } from './calledSo';
import { membersOf } from './members';
import type { Asking } from './types';
import { inline, listed, plural } from './words';

const maxNames = 8;
/** Names looked up of what one of them calls alone. */
const maxCalls = 40;
/** Files looked at for what a called name is. */
const maxSources = 6;

/** A symbol with the names of its members. */
export interface Side {
  of: Candidate;
  members: readonly string[];
}

const opens = '([{<';
const closes = ')]}>';

/** What stands between the commas of the brackets behind the name in a head: each parameter as it is written. */
function pieces({ signature, name }: OutlineSymbol): string[] {
  const from = signature.indexOf('(', Math.max(0, signature.indexOf(name)));
  const found = [''];
  let depth = 0;
  for (let at = from + 1; from >= 0 && at < signature.length; at += 1) {
    const sign = signature[at]!;
    // `->` and `=>` close nothing.
    const isArrow = sign === '>' && '-='.includes(signature[at - 1]!);
    if (opens.includes(sign)) depth += 1;
    else if (closes.includes(sign) && !isArrow) depth -= 1;
    if (depth < 0) break;
    if (sign === ',' && depth === 0) found.push('');
    else found[found.length - 1] += sign;
  }
  return found;
}

/** The type that is written beside each parameter; empty where none is. */
function typesOf(symbol: OutlineSymbol): Map<string, string> {
  const all = pieces(symbol);
  const types = new Map<string, string>();
  for (const { name } of symbol.parameters) {
    const own = all.find((piece) => piece.split(/[^\p{L}\p{N}_]+/u).includes(name)) ?? '';
    const [beside = ''] = own.split(/:?=(?!>)/);
    const at = beside.search(new RegExp(`(?<![\\p{L}\\p{N}_])${name.replace(/[^\p{L}\p{N}_]/gu, '\\$&')}(?![\\p{L}\\p{N}_])`, 'u')); // prettier-ignore
    const type = at < 0 ? '' : `${beside.slice(0, at)} ${beside.slice(at + name.length)}`;
    types.set(name, oneSpaced(type.replace(/(?:^|\s)\??:|\$/g, ' ')));
  }
  return types;
}

interface Typed extends Parameter {
  type: string;
}

const typed = (symbol: OutlineSymbol): Typed[] => {
  const types = typesOf(symbol);
  return symbol.parameters.map((one) => ({ ...one, type: types.get(one.name) ?? '' }));
};

const preset = (value: string | undefined) => (value === undefined ? 'has no default' : `is ${inline(value)} by default`); // prettier-ignore

/** Of a parameter that both have by its name. */
function ofShared(mine: Typed, theirs: Typed, [one, other]: readonly [string, string]): string[] {
  const { name, type, default: value } = mine;
  const told: string[] = [];
  if (type !== '' && theirs.type !== '' && type !== theirs.type)
    told.push(`${inline(name)} is of ${inline(type)} in ${one} and of ${inline(theirs.type)} in ${other}.`);
  if (value !== theirs.default) told.push(`${inline(name)} ${preset(value)} in ${one} and ${preset(theirs.default)} in ${other}.`); // prettier-ignore
  return told;
}

/** Those for which the others have none of the same type left, whatever they are called. */
function withoutRenamed(all: readonly Typed[], others: readonly Typed[]): Typed[] {
  const free = [...others];
  return all.filter(({ type }) => {
    const at = free.findIndex((one) => one.type === type);
    if (at >= 0) free.splice(at, 1);
    return at < 0;
  });
}

/** By name, then by type, since a name may be another. */
export function parametersApart(one: Candidate, other: Candidate): string[] {
  const [mine, theirs] = [typed(one.symbol), typed(other.symbol)];
  const names = [calledSo(one), calledSo(other)] as const;
  const shared = mine.flatMap((own) => {
    const same = theirs.find(({ name }) => name === own.name);
    return same ? ofShared(own, same, names) : [];
  });
  const lone = (all: readonly Typed[], others: readonly Typed[]) => all.filter(({ name }) => !others.some((two) => two.name === name)); // prettier-ignore
  const [left, right] = [lone(mine, theirs), lone(theirs, mine)];
  const isTyped = [...left, ...right].every(({ type }) => type !== '');
  if (!isTyped && left.length > 0 && right.length > 0) {
    // Which of them is a renamed one, nothing tells.
    if (left.length === right.length) return shared;
    const counted = (all: readonly Typed[]) => `${plural(all.length, 'parameter')} (${listed(all.map(({ name }) => name), maxNames)})`; // prettier-ignore
    return [...shared, `${names[0]} takes ${counted(mine)}, ${names[1]} takes ${counted(theirs)}.`];
  }
  const only = (name: string, all: readonly Typed[]) => all.length > 0 ? [`Only ${name} takes ${listed(all.map((each) => each.name), maxNames)}.`] : []; // prettier-ignore
  return [...shared, ...only(names[0], withoutRenamed(left, right)), ...only(names[1], withoutRenamed(right, left))];
}

/** What a call may mean: no field, no variable. */
const callable: ReadonlySet<string> = new Set(['function', 'method', 'macro', 'class', 'declaration', 'member']);

/** Whether what is searched defines something of that name that can be called: no builtin, no conversion, no word of the language. */
async function isDefinedHere(name: string, { parts, reader, signal }: Asking): Promise<boolean> {
  for (const from of declaringSources(parts, { name, around: [] })?.slice(0, maxSources) ?? []) {
    const code = await reader.outlined(from);
    signal.throwIfAborted();
    if (typeof code === 'string') continue;
    if (code.outline.symbols.some((one) => one.name === name && callable.has(one.kind))) return true;
  }
  return false;
}

async function callsAlone(one: Candidate, other: Candidate, asking: Asking): Promise<string[]> {
  const theirs = new Set(other.symbol.calls.map(({ name }) => name));
  // That each calls what has its own name is no difference.
  const only = one.symbol.calls.map(({ name }) => name).filter((name) => !theirs.has(name) && name !== one.symbol.name);
  const own: string[] = [];
  for (const name of only.slice(0, maxCalls)) if (await isDefinedHere(name, asking)) own.push(name);
  return own;
}

/** Words between a type's name and what it is made of. */
const between = new Set(
  spaced('extends implements with open public private protected virtual override abstract final'),
);
/** How far up what a type is made of is looked for. */
const maxLevels = 4;

/** What is named behind a type in its head: what it is made of. */
function basesOf({ symbol: { signature, name } }: Candidate): string[] {
  const at = signature.indexOf(name);
  const behind = at < 0 ? '' : signature.slice(at + name.length).replace(/<[^<>]*>/g, '');
  return (behind.match(/[\p{L}_$][\w$]*/gu) ?? []).filter((word) => !between.has(word));
}

/** Names of the members that a type has from others; undefined where one of those is not here. */
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

/** What of one the other has not, by name. */
async function alone(one: Side, other: Side, asking: Asking): Promise<string[]> {
  const inherited = await inheritedBy(other.of, asking);
  const isLone = (name: string) => !other.members.includes(name) && !inherited?.includes(name) && name !== one.of.symbol.name; // prettier-ignore
  const told = (has: string, only: readonly string[]) => only.length > 0 ? [`Only ${calledSo(one.of)} ${has} ${listed(only, maxNames)}.`] : []; // prettier-ignore
  return [
    ...told('has', inherited ? one.members.filter(isLone) : []),
    ...told('calls', await callsAlone(one.of, other.of, asking)),
  ]; // prettier-ignore
}

export async function differing(one: Side, other: Side, asking: Asking): Promise<string[]> {
  return [
    ...parametersApart(one.of, other.of),
    ...(await alone(one, other, asking)),
    ...(await alone(other, one, asking)),
  ];
}
