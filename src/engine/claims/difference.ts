/** Compares two symbols: what each is, its documentation, its signature, and what only one of them has. */
import { candidatesOf, type Candidate, declaringSources } from '../outline/findSymbol';
import type { OutlineSymbol, Parameter } from '../read/types';
import { placesOfName } from '../read/nodes';
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
  type Subject,
  membersOf,
  publicFirst,
  publicOf,
  bothNamed,
} from './subjects';
import { described, putDescribed } from './described';
import { describedElsewhere, documentationIn, headline, putWritten, shownRows } from './explain';
import { extendsBehind } from './callers';
import { wantOf } from './wants';

// Section: differences by the syntax trees: parameters (ignoring renames), members, and calls of the searched code.

const maxNames = 8;
/** Most calls, made by only one of the two symbols, that are looked up. */
const maxCalls = 40;

const preset = (value: string | undefined) =>
  value === undefined ? 'has no default' : `is ${inline(value)} by default`;

const toldOnly = (has: string, only: readonly string[]) =>
  only.length > 0 ? [`Only ${has} ${listed(only, maxNames)}.`] : [];

/** Sentences about differing parameters, matched by name; as many others may be the same by other names. */
function parametersApart(one: Candidate, other: Candidate): string[] {
  if (one.code.language?.isCurried) return [];
  const [mine, theirs] = [one.symbol.parameters, other.symbol.parameters];
  const [first, second] = [calledSo(one), calledSo(other)];
  const told = mine.flatMap(({ name, default: value }) => {
    const same = theirs.find((two) => two.name === name);
    if (!same || same.default === value) return [];
    return [`${inline(name)} ${preset(value)} in ${first} and ${preset(same.default)} in ${second}.`];
  });
  const lone = (all: readonly Parameter[], others: readonly Parameter[]) =>
    all.map(({ name }) => name).filter((name) => !others.some((two) => two.name === name));
  const [left, right] = [lone(mine, theirs), lone(theirs, mine)];
  if (left.length === right.length) return told;
  if (left.length === 0 || right.length === 0)
    return [...told, ...toldOnly(`${first} takes`, left), ...toldOnly(`${second} takes`, right)];
  const counted = (all: readonly Parameter[]) => {
    const names = all.map(({ name }) => name);
    return `${plural(all.length, 'parameter')} (${listed(names, maxNames)})`;
  };
  return [...told, `${first} takes ${counted(mine)}, ${second} takes ${counted(theirs)}.`];
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
  // By its own name it calls itself, or what it overrides, which may call anything.
  if (theirs.has(other.symbol.name) || theirs.has('super')) return [];
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

async function allMembers(of: Candidate, asking: Asking): Promise<OutlineSymbol[]> {
  const { own, elsewhere } = await membersOf(of, [], asking);
  return [...own, ...elsewhere];
}

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
    found.push(...above, ...(await allMembers(base, asking)).map((member) => member.name));
  }
  return found;
}

const doing: ReadonlySet<string> = new Set(['function', 'method', 'macro']);
const isDoing = ({ symbol }: Candidate): boolean => doing.has(symbol.kind);

/** What only the first symbol calls, or has as a member. */
async function alone(one: Candidate, other: Candidate, asking: Asking): Promise<string[]> {
  // Where a grammar fails, the other one may have more than is known of it.
  if (other.code.outline.hasErrors) return [];
  const name = calledSo(one);
  if (isDoing(one)) {
    const calls = await callsAlone(one, other, asking);
    const [isMadeOf, rest] = [calls.includes(other.symbol.name), calls.filter((each) => each !== other.symbol.name)];
    return [...(isMadeOf ? [`${name} calls ${calledSo(other)}.`] : []), ...toldOnly(`${name} calls`, rest)];
  }
  const inherited = await inheritedBy(other, asking);
  if (!inherited) return [];
  const theirs = new Set([...inherited, ...(await allMembers(other, asking)).map((member) => member.name)]);
  const mine = publicFirst(publicOf(await allMembers(one, asking)), one.symbol.name);
  return toldOnly(
    `${name} declares`,
    mine.filter((member) => !theirs.has(member)),
  );
}

type Pair = readonly [Candidate, Candidate];

/** The functions that both types have by one name, where it is one in each: what they do is what sets the types apart. */
async function sharedBy([one, other]: Pair, asking: Asking): Promise<Pair[]> {
  const functionsOf = async (type: Candidate) =>
    (await membersOf(type, [], asking)).own
      .map((symbol): Candidate => ({ ...type, symbol }))
      .filter((each) => isDoing(each) && !isOverloaded(each) && each.symbol.name !== type.symbol.name);
  const theirs = await functionsOf(other);
  return (await functionsOf(one)).flatMap((mine): Pair[] => {
    const same = theirs.find(({ symbol }) => symbol.name === mine.symbol.name);
    return same ? [[mine, same]] : [];
  });
}

const score = 0.8;
/** Most candidates of one name that are compared. */
const maxLikely = 10;

/** The text of a symbol as one line without its name; what calls something of that name elsewhere has it still. */
const unnamed = ({ code: { rows }, symbol: { start, end, name } }: Candidate): string =>
  oneSpaced(rows.slice(start, end)).replace(name, '_');

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
  const told = isSure
    ? [...parametersApart(one, other), ...(await alone(one, other, asking)), ...(await alone(other, one, asking))]
    : [];
  if (told.length > 0) return told;
  const isSame = isSure && unnamed(one) === unnamed(other);
  if (isSame && isDoing(one) && pair.every(hasOwnBody)) return ['Both do the same: they differ in their names alone.'];
  const isWritten = pair.some((each) => documentationIn(each) !== undefined);
  // Of two modules without a word on them there is nothing to say.
  return isWritten || !(isSame || pair.every(({ symbol }) => symbol.kind === 'module')) ? [] : undefined;
}

/** True where the head of a type names the other one as what it extends. */
function isBasedOn({ code, symbol: { signature } }: Candidate, { symbol: { name } }: Candidate): boolean {
  const takesTypes = code.language?.declaresTypeFirst === true;
  return [...placesOfName(signature, name)].some((at) => extendsBehind(signature.slice(0, at), takesTypes));
}

/** That one of two types extends or implements the other, where it does. */
function relationOf([one, other]: Pair): string | undefined {
  const [own, base] = [[one, other] as const, [other, one] as const].find((pair) => isBasedOn(...pair)) ?? [];
  if (!own || !base || isDoing(own) || isDoing(base)) return undefined;
  return `${calledSo(own)} ${base.symbol.kind === 'interface' ? 'implements' : 'extends'} ${calledSo(base)}.`;
}

/** Compares two options by their descriptions; undefined unless each has one of its own. */
function ofOptions(names: readonly string[], asking: Asking) {
  const entries = names.map((name) => described(name, asking));
  if (entries.includes(undefined) || entries[0]!.text === entries[1]!.text) return undefined;
  const page = new Page(asking);
  for (const [at, name] of names.entries()) putDescribed(name, entries[at]!, page);
  return page.answer('difference', score, names);
}

/** Text that mentions both symbols first, then differences by the syntax trees, then the signatures. */
export const difference: Maker = async (asking) => {
  const want = wantOf(asking.query, 'difference');
  if (!want) return undefined;
  const [one, other] = [await subjectOf(want.subject, asking), await subjectOf(want.other, asking)];
  const pair = one && other && paired(one, other);
  const own = pair && (await compared(pair, asking));
  if (!pair || !own) return ofOptions([bareName(want.subject), bareName(want.other)], asking);
  const page = new Page(asking);
  const spoken = bothNamed(pair, asking);
  const entries = pair.map((each) => (documentationIn(each) ? undefined : describedElsewhere(each, asking)));
  // What one sentence says of both describes neither.
  const isOfBoth =
    entries[0]?.text === entries[1]?.text || entries.some((entry) => entry && spoken?.texts.includes(entry.text));
  for (const [at, each] of pair.entries()) {
    page.say(headline(page, each), each.from, each.code, wholeRows(each.symbol));
    putWritten(each, page, 500);
    if (entries[at] && !isOfBoth) putDescribed(each.symbol.name, entries[at], page);
  }
  if (spoken) {
    const where = page.referred(`Of both it says in ${page.at(spoken.from, spoken.rows.start)}`, spoken.from, spoken.code, spoken.rows); // prettier-ignore
    page.put(`${where}:\n\n${spoken.texts.map((text) => `> ${quotable(text, 500)}`).join('\n>\n')}`);
  }
  const relation = relationOf(pair);
  if (relation !== undefined) page.put(relation);
  // Two types that nothing tells apart are told apart by a function that both have.
  const isSilent = (each: Candidate) => !isDoing(each) && !documentationIn(each);
  const isOpen = own.length === 0 && !spoken && entries.every((entry) => !entry) && pair.every(isSilent);
  const shown = (isOpen && (await sharedBy(pair, asking))[0]) || pair;
  const told = shown === pair ? own : ((await compared(shown, asking)) ?? []);
  // Something else may have it too.
  const first = told.findIndex((sentence) => sentence.startsWith('Only '));
  for (const [at, sentence] of told.entries()) page.put(at === first ? `Of the two, o${sentence.slice(1)}` : sentence);
  for (const each of shown) page.quote(each.code, each.from, shownRows(each));
  return page.answer(
    'difference',
    score,
    pair.map(({ symbol }) => symbol.path.join('.')),
  );
};

/**
 * The nearest pair of candidates: a definition with a body counts 4, the same file 2, the same kind 1, and two that have a
 * file of their own name 3; what hands on its work counts 2 less.
 */
function paired({ name, candidates: ones }: Subject, { candidates: others }: Subject): Pair | undefined {
  const likely = ([first, ...rest]: readonly Candidate[]) => {
    const isLikely = ({ score, symbol }: Candidate) =>
      score >= first!.score * minLikely && symbol.name === first!.symbol.name;
    return first ? [first, ...rest.filter(isLikely)].slice(0, maxLikely) : [];
  };
  // What calls its own name elsewhere hands on the work; where its type is named as well it is meant.
  const handsOn = (one: Candidate) =>
    name.around.length === 0 && one.symbol.calls.some(({ name }) => name === one.symbol.name);
  const worthOf = (one: Candidate) =>
    (isOnlyDeclared(one) || !hasOwnBody(one) ? 0 : handsOn(one) ? 2 : 4) + one.score / 100;
  const nearness = ([a, b]: Pair) =>
    (a.from.key === b.from.key ? 2 : 0) +
    (isOfItsFile(a) && isOfItsFile(b) ? 3 : 0) +
    (a.symbol.kind === b.symbol.kind ? 1 : 0) +
    worthOf(a) +
    worthOf(b);
  const isOne = ([a, b]: Pair) =>
    a.from.key === b.from.key && a.symbol.start === b.symbol.start && a.symbol.name === b.symbol.name;
  const pairs = likely(ones).flatMap((a) => likely(others).map((b): Pair => [a, b]));
  return pairs.filter((pair) => !isOne(pair)).sort((a, b) => nearness(b) - nearness(a))[0];
}
