/**
 * Tells which uses of a name are of one definition where others have the name too, by what stands before it: what the
 * definition is in, a self word inside of that, or something that a row declares as one. Nothing is inferred: what a
 * receiver is stays open where no row says it.
 */
import { isOfOneFamily, languageOfEnding, languageOfName, wordsOf, type Language } from '../../languages/table';
import { folderOf } from '../files/walk';
import { Slices } from '../index/scheduling';
import { idOf } from '../parts';
import type { Reference } from '../querySpace';
import { placesOfName } from '../read/nodes';
import type { Named, OutlineSymbol } from '../read/types';
import { isCommentRow } from '../text/comments';
import { isNameSign, isNumber, nameRuns, rowsOfText, unquoted } from '../text/plain';
import { joinIdentifier, splitIdentifier } from '../text/tokens';
import {
  askedNameOf,
  candidatesOf,
  declaringSources,
  holdsSteps,
  onceFor,
  receiverOf,
  selfWords,
  sharesWords,
  symbolAt,
  typeKinds,
  type AskedName,
  type Candidate,
  type Looking,
} from './findSymbol';
import {
  isTest,
  namesOfPlace,
  sourceOf,
  sourcesOf,
  type CodeSource,
  type KeptReference,
  type OutlinedCode,
} from './sources';
import {
  beforeMember,
  chainBefore,
  closingOf,
  expressionAtEnd,
  givenTo,
  isCapital,
  isNamed,
  isSelfTyped,
  memberSigns,
  ownNameIn,
  renamedIn,
  rootOf,
  underTest,
  withoutArguments,
  writtenAround,
} from './typeHints';
import { isType, lineageOf, ReceiverTypes, type Lineage } from './types';

export interface SourceReferences {
  from: CodeSource;
  code: OutlinedCode;
  found: readonly KeptReference[];
  holdsDefinition: boolean;
}

export interface Told {
  from: CodeSource;
  language: Language | undefined;
  reference: Reference;
  isTest: boolean;
}

// Section: which uses of a name are of the definition that is asked for, where others have the name too.

/** Whether a use is of the definition that is asked for. */
type Verdict = 'certain' | 'possible' | 'other';

interface Parted {
  certain: Told[];
  possible: Told[];
}

function parted(all: readonly Told[], verdictOf: (told: Told) => Verdict): Parted {
  const verdicts = new Map(all.map((one) => [one, verdictOf(one)]));
  const those = (wanted: Verdict) => all.filter((one) => verdicts.get(one) === wanted);
  return { certain: those('certain'), possible: those('possible') };
}

/**
 * What a type is to the container: an heir extends it and has no such member of its own, a foreign one neither stands
 * above it nor names it. The rest is open.
 */
type Relation = 'heir' | 'foreign' | 'open';

/** What a name stands in: a symbol, or a file or folder, `bloblru` in Go and `utils` in Python. */
interface Container {
  /** The last one is what holds the name, those before hold it. */
  names: readonly string[];
  /** The types that a variable is called by which it is called on. */
  called: readonly string[];
  /** What the other definitions of the name stand in. */
  others: readonly string[];
  /** True where nothing else has the name: then only what is of a foreign type is another's. */
  isAlone: boolean;
  /** True where an interface above has the member, too. */
  isOneOfMany: boolean;
  /** True for a member of a trait from elsewhere, which any type may have. */
  isShared: boolean;
  /** True where something outside of any type has the name. */
  isFree: boolean;
  isPlace: boolean;
  /** True for a function that is added to a type outside of it: `fun Pool.drain()`. */
  isOutside: boolean;
  /** True for a file that a name by itself means another of: its own or that of its package. */
  hasOwn: (from: CodeSource) => boolean;
  /** True for a file that names it. */
  isNamedIn: (from: CodeSource) => boolean;
  /** True where tests alone define the name: other code knows nothing of them. */
  isOfTests: boolean;
  /** True for a variable of a type, which some languages do not call. */
  isField: boolean;
  /** The own name of what a file imports by a name: `SettingsInternal` of `import { SettingsInternal as Settings }`. */
  ownName: (on: string, from: CodeSource) => string;
  /** True where types alone hold the name: outside of them it is nothing by itself. */
  isOfType: boolean;
  /** True for a file that imports the name, or something out of the type: `use Berth::*`. */
  isTakenOut: (from: CodeSource) => boolean;
  /** True inside of a test that is called by a name. */
  isTestOf: (name: string, told: Told) => boolean;
  /** True inside of what extends it. */
  isHeir: (told: Told) => boolean;
  /** True where a row calls the name on it, as of a module or static: variables have no such thing. */
  isCalledOn: boolean;
  /** True for a name that a file gives it: `alias Store.Pool, as: Basin`, `import pool as basin`. */
  isAlias: (on: string, from: CodeSource) => boolean;
  /** True for the name of another module that a file imports. */
  isImported: (on: string, from: CodeSource) => boolean;
  /** The text before a name, with the row above where a chain of calls goes on in a row of its own. */
  before: (told: Told, text: string) => string;
  /** The innermost class that a use stands in. */
  classAround: (told: Told) => string | undefined;
  /** True where the function around gives something to a self word, which is a variable then: `base := pool.lease()`. */
  isVariable: (on: string, told: Told) => boolean;
  /** The symbol that a use stands in. */
  symbolAround: (told: Told) => OutlineSymbol | undefined;
  /** What a value is written as that names its members, at a place in the row: `Pool` of `Pool{Size: 3}`. */
  writtenAs: (told: Told, at: number) => string | undefined;
  relationOf: (type: string, language: Language | undefined) => Promise<Relation>;
  /** What the types of a receiver say; undefined where none tells. */
  ofTypes: (receiver: string, told: Told) => Promise<Verdict | undefined>;
  /** True for a receiver of types that nothing here declares. */
  isOfElsewhere: (receiver: string, told: Told) => Promise<boolean>;
}

/**
 * Whether a use of `take` means `Pool.take` although others have a `take` too. It does when the receiver is `Pool`, a
 * self word inside `Pool`, a variable that is declared as one or is called by words of `Pool`. It is another's when the
 * receiver is, and else only possible: types are not inferred. What stands in a module may be imported and used by
 * itself, but not behind another module.
 */
async function verdictOf(container: Container, told: Told, name: string): Promise<Verdict> {
  const { from, reference, isTest: isInTest } = told;
  const { text, symbol = '' } = reference;
  const {
    names,
    called,
    others,
    isAlone,
    isFree,
    isPlace,
    isOfType,
    isCalledOn,
    isNamedIn,
    isAlias,
    isImported,
    relationOf,
  } = container;
  const around = isPlace ? namesOfPlace(from.place) : symbol.split('.').slice(0, symbol === '' ? 0 : undefined);
  // Of `Pool.Worker.run` it is the worker that is around.
  const innermost = around.findLast((one) => names.includes(one) || others.includes(one));
  const isAround = innermost !== undefined && names.includes(innermost);
  const symbolAround = container.symbolAround(told);
  // A word alone, such as `line`, is what many a foreign type calls a member, too.
  const isOfOtherTests = container.isOfTests && !isInTest;
  const isAnyones = container.isShared || isOfOtherTests || splitIdentifier(name).length < 2;
  const open = isAlone && !isAnyones ? 'certain' : 'possible';
  const verdictAt = async (at: number): Promise<Verdict> => {
    if (container.isField && told.language?.callsNoVariables && text.startsWith('(', at + name.length)) return 'other';
    const before = container.before(told, text.slice(0, at));
    const written = receiverOf(before);
    const on = written === undefined ? undefined : container.ownName(written, from);
    const isSelf = on !== undefined && selfWords.has(on) && !container.isVariable(on, told);
    const isMember = memberSigns.some((sign) => before.endsWith(sign));
    const typed = isMember ? await container.ofTypes(expressionAtEnd(beforeMember(before) ?? ''), told) : undefined;
    // Of a chain of calls what it begins with tells.
    if (on === undefined && isMember) {
      if (typed !== undefined) return typed;
      const [isOwn, isOther] = [names, others].map((known) => known.some((one) => before.includes(`${one}.`)));
      return isOwn === isOther ? 'possible' : isOwn ? 'certain' : 'other';
    }
    // The member of the base type is meant: `super().take()`; `super::take` of Rust is that of a module.
    const isOfBase = before.endsWith('::') ? on === 'parent' : isSelf && (on === 'super' || on === 'base');
    if (isOfBase) return !isAround && (isPlace ? isNamedIn(from) : container.isHeir(told)) ? 'certain' : 'other';
    // `this: Pool` in a head says what it is.
    const ofSelf = on === 'this' && isSelfTyped(symbolAround) ? await container.ofTypes('this', told) : undefined;
    if (ofSelf !== undefined) return ofSelf;
    // What the function around is given by the name is none of a type.
    const isCalled = reference.kind === 'call' && told.language?.callsNoVariables;
    if (
      on === undefined &&
      !isMember &&
      !isCalled &&
      isOfType &&
      symbolAround?.parameters.some((one) => one.name === name)
    )
      return 'other';
    const keyOf = on === undefined && isOfType ? container.writtenAs(told, at) : undefined;
    if (keyOf !== undefined && names.includes(keyOf)) return 'certain';
    if (keyOf === 'Self' && isAround) return 'certain';
    if (keyOf !== undefined && others.includes(keyOf)) return 'other';
    if (on === undefined || isSelf) {
      // Inside of a function a name alone is none of its type's members.
      if (
        on === undefined &&
        isOfType &&
        told.language?.namesReceivers &&
        isAround &&
        bodies.has(symbolAround?.kind ?? '')
      )
        return 'other';
      // What a test is about is no type around it: `parse` is a function beside the test.
      if (isAround && on === undefined && isOfType && isInTest && container.isTestOf(innermost, told)) return 'other';
      if (isPlace && !isAround && on === undefined && container.hasOwn(from)) return 'other';
      if (isAround || (isPlace && isNamedIn(from))) return 'certain';
      const type = isOfType ? container.classAround(told) : undefined;
      const relation = type === undefined ? 'open' : await relationOf(type, told.language);
      const isNamingIt = on !== undefined || !told.language?.namesReceivers;
      if (relation === 'heir' && isNamingIt) return 'certain';
      if (relation === 'foreign' && on !== undefined) return 'other';
      // What it is inside of may extend the type.
      if (isOfType && on !== undefined) return innermost === undefined ? 'possible' : 'other';
      // A variable of its own, or one of the type's members where the row names that: `Pool(size: 3)`.
      if (isOfType && !isCapital(name) && on === undefined && !container.isHeir(told)) {
        const isNear = open === 'certain' && !told.language?.namesReceivers && isNamedIn(from);
        const mayBe =
          isNear || reference.kind === 'call' || names.some((own) => isNamed(text, own)) || isTaken(text, at);
        return mayBe && innermost === undefined ? 'possible' : 'other';
      }
      // `Ok` is a member of ours only where a file takes it out of the type.
      if (isOfType && told.language?.namesReceivers && !container.isTakenOut(from)) return 'other';
      const isOfOther = isPlace || isFree || innermost !== undefined;
      return isOfOther ? 'other' : isAlone ? 'certain' : isNamedIn(from) ? 'possible' : 'other';
    }
    if (names.includes(on) || isAlias(on, from)) return 'certain';
    // An import names the steps to it; a function that is added to a type from outside stands in none.
    if (reference.kind === 'import' && (container.isOutside || names.some((one) => isNamed(before, one))))
      return 'certain';
    if (others.includes(on)) return 'other';
    // `u64::try_from` is of another type or module.
    if (isOfType && told.language?.namesReceivers && before.endsWith('::') && isSmall(on)) return 'other';
    // What a type makes is taken for one: `Pool.of(3).take()`.
    const maker = before.endsWith(').') ? receiverOf(before.slice(0, before.lastIndexOf(on))) : undefined;
    if (maker !== undefined && names.includes(maker)) return 'certain';
    if (maker !== undefined && others.includes(maker)) return 'other';
    if (typed !== undefined) return typed;
    const isSame = (type: string) => joinIdentifier(on) === joinIdentifier(type);
    const isLike = (type: string) => isCalledAs(on, type, others.length > 0);
    const calledBy = [isSame, isLike].find((is) => called.some(is) || others.some(is));
    const isOfElsewhere = await container.isOfElsewhere(expressionAtEnd(beforeMember(before) ?? ''), told);
    // `mediator` may be any that implements what `Mediator` does.
    if (calledBy && called.some(calledBy))
      return others.some(calledBy) || isOfElsewhere || container.isOneOfMany || isOfOtherTests ? 'possible' : 'certain';
    if (calledBy) return 'other';
    if (isInTest && underTest.has(on) && isNamedIn(from))
      return isAround || innermost === undefined ? 'certain' : 'other';
    if (isPlace && isImported(on, from)) return 'other';
    if (isCapital(on) && on !== on.toUpperCase()) {
      const isForeign = !isAlone || (await relationOf(on, told.language)) === 'foreign';
      return isForeign ? 'other' : 'possible';
    }
    return isCalledOn || isOfElsewhere ? 'possible' : open;
  };
  const verdicts: Verdict[] = [];
  for (const at of placesOfName(text, name)) verdicts.push(await verdictAt(at));
  return (['certain', 'possible'] as const).find((one) => verdicts.includes(one)) ?? 'other';
}

/** Most rows above a name in which the value around it is looked for; a table of data has thousands of such names, and after the first ones only the nearest rows are read. */
const [farRows, maxFar, nearRows] = [1500, 500, 60];

/** True for the name of a module or of a type of the language itself. */
const isSmall = (name: string): boolean => !name.startsWith('$') && name === name.toLowerCase();

/** True for what is called by words of a type, with its last one where that alone must tell: `pool` for a `ConnectionPool`. */
const isCalledAs = (on: string, type: string, hasOthers: boolean): boolean =>
  on.length > 1 && sharesWords(on, type) && (hasOthers || splitIdentifier(on).includes(splitIdentifier(type).at(-1)!));

/** True for a name in braces before what it is taken from: `const { take } = pool`. */
const isTaken = (text: string, at: number): boolean =>
  text.slice(0, at).includes('{') && text.slice(at).includes('} =');

/** True where a row goes on into what has the name: `Berth` of `use Berth::*`, not of `use crate::Berth`. */
const isStepIn = (text: string, name: string): boolean =>
  [...placesOfName(text, name)].some((at) => ['.', '::'].some((sign) => text.startsWith(sign, at + name.length)));

/** The names that rows of a file give to something: `import pool as basin`, `alias Store.Pool, as: Basin`. */
const aliasesIn = (text: string, name: string): ReadonlySet<string> =>
  new Set(text.split('\n').flatMap((row) => (row.includes(name) && !isCommentRow(row) ? renamedIn(row, name) : [])));

/** The signature of what a symbol stands in. */
const headAround = ({ code, symbol }: Candidate): string => code.outline.symbols[symbol.parent ?? -1]?.signature ?? '';

/** True where all stand in what implements a trait for a type, which nothing here declares: `impl Seek for Pool`. */
async function isOfForeignTrait(all: readonly Candidate[], lineage: Lineage): Promise<boolean> {
  for (const one of all) {
    const [trait = '', type] = headAround(one).split(' for ');
    const name = (withoutArguments(trait).match(nameRuns) ?? []).at(-1);
    if (type === undefined || !trait.startsWith('impl') || name === undefined) return false;
    if ((await lineage.declared(name, one.code.language)).found.some(isType)) return false;
  }
  return all.length > 0;
}

const isInInterface = ({ code: { outline }, symbol }: Candidate): boolean =>
  outline.symbols[symbol.parent ?? -1]?.kind === 'interface';

/** True for a member of an interface that types need not name to have it. */
const isShape = (one: Candidate): boolean => one.code.language?.isStructural === true && isInInterface(one);

const isInType = ({ code, symbol }: Candidate): boolean =>
  symbol.kind === 'method' ||
  symbol.kind === 'field' ||
  typeKinds.has(code.outline.symbols[symbol.parent ?? -1]?.kind ?? '');

/** Kinds of symbols that declare names of their own inside. */
export const bodies: ReadonlySet<string> = new Set(['function', 'method', 'test']);

/** True for the name of a function that a symbol stands in: a constructor holds the fields that it is given. */
function isFunctionAround({ code: { outline }, symbol }: Candidate, name: string): boolean {
  for (let at = outline.symbols[symbol.parent ?? -1]; at; at = outline.symbols[at.parent ?? -1])
    if (at.name === name) return bodies.has(at.kind);
  return false;
}

/** The definitions of the name in what extends the type of one that is asked for, through all levels. */
export async function overridesOf(
  candidates: readonly Candidate[],
  meant: readonly Candidate[],
  { asked, looking }: { asked: AskedName; looking: Looking },
): Promise<Candidate[]> {
  const types = new Set(heldBy(meant, asked).flatMap(({ symbol: { path } }) => path.at(-2) ?? []));
  const lineage = lineageOf(looking);
  const shapes = heldBy(meant, asked).filter(isShape);
  const overrides: Candidate[] = [];
  for (const one of types.size > 0 ? candidates : []) {
    const { name, path, kind } = one.symbol;
    if (name !== asked.name || meant.includes(one) || path.at(-2) === name || kind === 'test') continue;
    const above = await lineage.above(headAround(one), one.code.language);
    const isBelow = [...types].some((type) => above.has(type) && path.at(-2) !== type);
    if (isBelow || (await hasAllOf(shapes, one, looking))) overrides.push(one);
  }
  return overrides;
}

/** How many values a function takes, as its head says. */
function takenBy({ name, signature }: OutlineSymbol): number {
  const opening = signature.indexOf(`${name}(`) + name.length;
  const taken = signature.slice(opening + 1, closingOf(signature, opening)).trim();
  return taken === '' ? 0 : taken.split(',').length;
}

/** The sources of each folder. */
const sourcesByFolder = onceFor(({ parts }) => {
  const folders = new Map<string, CodeSource[]>();
  for (const source of sourcesOf(parts)) {
    const folder = folderOf(source.place);
    const known = folders.get(folder) ?? [];
    known.push(source);
    folders.set(folder, known);
  }
  return folders;
});

/** True for a method of a type whose package gives that all methods of an interface, which types of Go need not name. */
async function hasAllOf(shapes: readonly Candidate[], one: Candidate, looking: Looking): Promise<boolean> {
  const type = one.symbol.path.at(-2);
  const { language } = one.code;
  if (shapes.length === 0 || type === undefined || one.symbol.kind !== 'method' || !language?.packagesAreFolders)
    return false;
  const methods = new Map<string, number>();
  for (const from of sourcesByFolder(looking).get(folderOf(one.from.place)) ?? []) {
    looking.signal.throwIfAborted();
    const code = from.part === one.from.part ? await looking.reader.outlined(from) : undefined;
    for (const symbol of typeof code === 'object' ? code.outline.symbols : [])
      if (symbol.path.at(-2) === type) methods.set(symbol.name, takenBy(symbol));
  }
  return shapes.some(({ code, symbol: { parent } }) => {
    const wanted = code.outline.symbols.filter((member) => member.parent === parent);
    return wanted.every((member) => methods.get(member.name) === takenBy(member));
  });
}

/** True for an interface that types have without naming it, told by the methods of their package: those of Go. */
export const isImplicitInterface = ({ code: { language }, symbol: { kind } }: Candidate): boolean =>
  kind === 'interface' && language?.isStructural === true && language.packagesAreFolders === true;

/** Most methods of one name whose types are looked at for the others. */
const maxImplementing = 200;

/** The types that have all methods of such an interface, each once. */
export async function implementersOf(one: Candidate, looking: Looking): Promise<Candidate[]> {
  const { symbols } = one.code.outline;
  const members = symbols.filter(({ parent }) => symbols[parent ?? -1] === one.symbol);
  const [first] = members;
  if (!first) return [];
  const { candidates } = await candidatesOf({ name: first.name, around: [] }, undefined, looking);
  const types = new Map<string, Candidate>();
  for (const method of candidates.slice(0, maxImplementing)) {
    const type = method.symbol.path.at(-2) ?? '';
    const folder = folderOf(method.from.place);
    if (types.has(`${folder} ${type}`) || !(await hasAllOf([{ ...one, symbol: first }], method, looking))) continue;
    const { found } = await lineageOf(looking).declared(type, one.code.language);
    const isOne = (each: Candidate) => isType(each) && each.symbol.kind !== 'interface';
    const declared = found.find((each) => isOne(each) && folderOf(each.from.place) === folder);
    if (declared) types.set(`${folder} ${type}`, declared);
  }
  return [...types.values()];
}

/** The types in the first parameter of a function that is called as a member of it: `Size(this Pool pool)`. */
function typesExtended(signature: string): string[] {
  const [opening, at] = [signature.indexOf('('), signature.indexOf('this ')];
  // Attributes may stand before it.
  if (opening < 0 || at < opening || signature.slice(opening, at).includes(',')) return [];
  const [first = ''] = signature.slice(at + 'this '.length).split(')');
  const words: readonly string[] = first.split(',')[0]!.match(nameRuns) ?? [];
  return words.slice(0, -1);
}

/** True for a function that is called as a member of anything: `Must<T>(this T? value)`. */
function extendsAll({ symbol: { signature, name } }: Candidate): boolean {
  const [own = ''] = signature.slice(signature.indexOf(name) + name.length).split('(');
  const bound: readonly string[] = own.match(nameRuns) ?? [];
  return typesExtended(signature).some((type) => bound.includes(type));
}

/** True for the name that a file gives to what it imports from a file beside it, which may be any type of that. */
const isFileOf = (type: string, code: OutlinedCode | undefined): boolean =>
  code?.outline.imports.some(({ name, row }) => name.includes('./') && isNamed(code.rows.row(row), type)) === true;

/** What is asked of the types of receivers. */
interface Family extends Pick<Container, 'names' | 'called' | 'others'> {
  /** True where the names are of what holds two types of one name. */
  isTwice: boolean;
  /** The types whose values the member is called on, though it stands in another: `static int Size(this Pool pool)`. */
  extended: readonly string[];
  /** What the container extends and what extends it, of those that have the name, too. */
  kin: readonly string[];
  /** All types above the container. */
  above: ReadonlySet<string>;
}

/** What the types of receivers say of uses. */
function verdictsByType(
  { names, called, others, kin, above, extended, isTwice }: Family,
  codes: ReadonlyMap<CodeSource, OutlinedCode>,
  { lineage, looking, isForeign }: { lineage: Lineage; looking: Looking; isForeign: IsForeignName },
): Pick<Container, 'ofTypes' | 'relationOf' | 'isOfElsewhere'> {
  const isAsked = (name: string, inner?: string) =>
    (inner === undefined || isTwice) && [names, others, kin].some((all) => all.includes(name));
  const isCalledSo = (on: string) => called.some((type) => isCalledAs(on, type, others.length > 0));
  const types = new ReceiverTypes(looking, lineage, codes, { isKnown: isAsked, isCalledSo, isForeign });
  const known = new Map<string, Promise<Relation>>();
  const relate = async (type: string, language: Language | undefined): Promise<Relation> => {
    const { found, isAll } = await lineage.declared(type, language);
    const types = found.filter(isType);
    const heads = new Set<string>();
    for (const { symbol } of types) for (const one of await lineage.above(symbol.signature, language)) heads.add(one);
    const isHeir = [...names, ...extended].some((name) => name === type || heads.has(name));
    // One between the two may have a member of its own in its place.
    const isDeclared = types.some(({ symbol: { kind } }) => kind !== 'implementation');
    const below = kin.filter((one) => (one !== type || isDeclared) && !above.has(one));
    const isBetween = [...others, ...below].some((one) => heads.has(one));
    if (isHeir) return isBetween ? 'open' : 'heir';
    const isNaming = ({ code, symbol }: Candidate) =>
      names.some((name) => isNamed(code.rows.slice(symbol.start, symbol.end), name));
    // What is added to a type that is not here may be called on any other that is not.
    const isAdded = extended.length > 0 && found.length === 0;
    const isOpen =
      isAdded || above.has(type) || types.some(isNaming) || !isAll || (found.length > 0 && types.length === 0);
    return isOpen ? 'open' : 'foreign';
  };
  const relationOf = (type: string, language: Language | undefined) => {
    const key = `${type} ${language?.id ?? ''}`;
    const relation = known.get(key) ?? relate(type, language);
    known.set(key, relation);
    return relation;
  };
  return {
    relationOf,
    async isOfElsewhere(receiver, { from, language, reference }) {
      const all = await types.of(receiver, { from, language, row: reference.line - 1 });
      for (const type of all) {
        if ((await lineage.declared(type, language)).found.some(isType) || isFileOf(type, codes.get(from)))
          return false;
      }
      return all.size > 0;
    },
    async ofTypes(receiver, { from, language, reference }) {
      const all = [...(await types.of(receiver, { from, language, row: reference.line - 1 }))];
      const has = (some: readonly string[]) => all.some((type) => some.includes(type));
      if (has(names)) return has(others) ? 'possible' : 'certain';
      if (has(kin)) return 'possible';
      const relationHere = async (type: string): Promise<Relation> => {
        const { found } = await lineage.declared(type, language);
        return found.length === 0 && isFileOf(type, codes.get(from)) ? 'open' : relationOf(type, language);
      };
      const relations = await Promise.all(all.map(relationHere));
      if (relations.includes('heir')) return has(others) ? 'possible' : 'certain';
      if (has(others)) return 'other';
      if (relations.length === 0 || relations.includes('open')) return undefined;
      // What no row of its own file says is guessed by what has such a name elsewhere.
      return all.some((type) => isNamed(codes.get(from)!.source.text, type)) ? 'other' : 'possible';
    },
  };
}

/** What a file imports under a name: the path that it is imported by, and its own name. */
interface Imported {
  path: string;
  name: string;
}

/** What a row imports under a name of its own: `pool` of `import pool as basin`, the path of `basin "example.org/pool"`. */
function importedByRow(on: string, { name: path, row }: Named, { rows }: OutlinedCode): Imported | undefined {
  const text = rows.row(row);
  const own = ownNameIn(text, on);
  if (own !== undefined) return { path, name: own };
  const isBefore = [...placesOfName(text, on)].some((at) => text.startsWith(' "', at + on.length));
  return isBefore ? { path, name: askedNameOf(path)?.name ?? on } : undefined;
}

/** The part of a row that names what it takes out of a module; undefined where the module's own name is what it gives. */
function takenOut(row: string): string | undefined {
  const text = row.trimStart();
  if (text.startsWith('from ')) return text.slice(text.indexOf(' import '));
  const end = ['import ', 'export ', '}'].some((word) => text.startsWith(word)) ? text.indexOf(' from ') : -1;
  return end < 0 ? undefined : text.slice(0, end);
}

/** What a file imports under a name. */
function importedAs(on: string, code: OutlinedCode): Imported | undefined {
  if (on === '') return undefined;
  for (const one of code.outline.imports) {
    const path = unquoted(one.name);
    const imported = importedByRow(on, { name: path, row: one.row }, code);
    if (imported) return imported;
    const text = code.rows.row(one.row);
    const taken = takenOut(text);
    const isIt = taken === undefined ? askedNameOf(path)?.name === on : isNamed(taken, on);
    if (isIt && renamedIn(text, on).length === 0) return { path, name: on };
  }
  return undefined;
}

/** The sources by each name of their path. */
const placesByName = onceFor(({ parts }) => {
  const places = new Map<string, CodeSource[]>();
  for (const source of sourcesOf(parts))
    for (const name of namesOfPlace(source.place).map(joinIdentifier))
      places.set(name, [...(places.get(name) ?? []), source].slice(-2));
  return places;
});

/** True behind `0..`, where a name is the end of a range; behind a name two dots may mean a member. */
const beginsRange = (before: string): boolean => before.endsWith('..') && isNumber(before.at(-3) ?? '');

/** True for a use of a name by itself, on nothing. */
const isBare = ({ reference: { text } }: Told, name: string): boolean =>
  [...placesOfName(text, name)].every((at) => receiverOf(text.slice(0, at)) === undefined && text[at - 1] !== '.');

/** What a file may import a name from: the modules that stand nearest to its rows, before and behind. */
function modulesOfName(imports: readonly Named[], rows: readonly number[]): string[] {
  const nearest = rows.flatMap((at) => {
    const beside = imports.filter(({ row }) => row === at);
    return beside.length > 0 ? beside : [imports.findLast(({ row }) => row < at), imports.find(({ row }) => row > at)];
  });
  return nearest.flatMap((one) => (one ? [unquoted(one.name)] : []));
}

/** Most steps at the end of a module's path that one of the files has to have. */
const maxModuleSteps = 2;

/** Tells the modules that no file of what is searched can be: those of the language, and others where a module is a file. */
const foreignModules = onceFor(({ parts }) => {
  const known = new Map<string, boolean>();
  let paths: string[] | undefined;
  const isHere = (steps: readonly string[]) => {
    paths ??= sourcesOf(parts).map(({ place }) => `/${namesOfPlace(place).join('/')}/`);
    return paths.some((path) => path.includes(`/${steps.join('/')}/`));
  };
  return (module: string, from: CodeSource, { modulesAreFiles, standard }: Language): boolean => {
    const isStandard = wordsOf(standard).includes(module.match(nameRuns)?.[0] ?? '');
    if (!isNameSign(module, 0) || !(modulesAreFiles || isStandard)) return false;
    const steps: readonly string[] = module.match(/[^./]+/g) ?? [];
    const isForeign = known.get(module) ?? !isHere(steps.slice(-maxModuleSteps));
    known.set(module, isForeign);
    // A package names itself in its tests and its examples.
    const isOwn = !isStandard && idOf(sourceOf(from)).split('/').includes(steps[0]!); // prettier-ignore
    return isForeign && !isOwn;
  };
});

/** Words that a file names its package by. */
const packageWords = ['package ', 'namespace '];

/** False for a file that says that it is of another package than a path begins with: `use Brick\Math\RoundingMode`. */
function isOfPackage(source: CodeSource, path: string, { reader }: Looking): boolean {
  const steps: readonly string[] = path.match(nameRuns) ?? [];
  if (path.includes('/') || steps.length < 2) return true;
  const read = reader.read(source);
  if (typeof read === 'string' || !read.language?.packagesAreFolders) return true;
  const row = rowsOfText(read.source.text).find((text) => packageWords.some((word) => text.startsWith(word)));
  const [, ...own]: readonly string[] = row?.match(nameRuns) ?? [];
  return own.every((step, at) => steps[at] === step);
}

type IsForeignName = (on: string, from: CodeSource, code: OutlinedCode) => boolean;

/**
 * Tells the names of modules that a file imports from outside of what is searched.
 * @param definedIn the languages of the definitions
 */
export function foreignNames(definedIn: readonly Language[], looking: Looking): IsForeignName {
  const { parts } = looking;
  const languageOf = ({ part, key }: CodeSource) => part.languageOf(key);
  const isHere = ({ name, path }: Imported, from: CodeSource) => {
    const called = languageOfName(name.toLowerCase());
    if (called && definedIn.some((own) => isOfOneFamily(own, called))) return true;
    const places = placesByName(looking).get(joinIdentifier(name)) ?? [];
    // A file that imports its own name means another: `anyio.py` wraps `anyio`.
    if (places.some((one) => one.key !== from.key && isOfPackage(one, path, looking))) return true;
    // What is imported by the path of its files is none that is declared.
    const isOfPath = path.includes('/') && askedNameOf(path)?.name === name;
    const declaring = isOfPath ? [] : declaringSources(parts, { name });
    const isDeclaring = (one: CodeSource) => languageOf(one) === languageOf(from) && isOfPackage(one, path, looking);
    return declaring?.some(isDeclaring) ?? true;
  };
  return (on, from, code) => {
    const imported = importedAs(on, code);
    return imported !== undefined && !isHere(imported, from);
  };
}

/**
 * The uses without those behind a module that is not in what is searched: `os.OpenRoot` is none of our `OpenRoot`, and neither
 * is an `OpenRoot` that a file imports from `os`. What is called as the language of a definition stands for what that
 * defines: `C.open()`.
 */
export function withoutForeign(
  all: readonly Told[],
  {
    name,
    sources,
    isForeignName,
  }: { name: string; sources: readonly SourceReferences[]; isForeignName: IsForeignName },
  looking: Looking,
): Told[] {
  const isForeign = foreignModules(looking);
  const importingIt = sources.filter(({ from, code: { language, outline }, found, holdsDefinition }) => {
    const rows = found.flatMap(({ kind, row }) => (kind === 'import' ? [row] : []));
    if (holdsDefinition || !language || rows.length === 0) return false;
    const modules = modulesOfName(outline.imports, rows);
    return modules.length > 0 && modules.every((module) => isForeign(module, from, language));
  });
  const foreign = new Set(importingIt.map(({ from }) => from));
  const codes = new Map(sources.map(({ from, code }) => [from, code]));
  return all.filter((one) => {
    const { from, reference } = one;
    if (foreign.has(from) && (reference.kind === 'import' || isBare(one, name))) return false;
    return [...placesOfName(reference.text, name)].some((at) => {
      const before = reference.text.slice(0, at);
      const [on, root] = [receiverOf(before), rootOf(before)];
      return on === undefined || ![on, root].some((each) => isForeignName(each, from, codes.get(from)!));
    });
  });
}

/**
 * True for a use by itself in a file that imports no such name, of languages in which a module is a file: a variable of its
 * own, unless it takes all of a module or no modules at all.
 */
export function isUnbrought(one: Told, name: string, { code, found, holdsDefinition }: SourceReferences): boolean {
  const { language, outline, source } = code;
  if (!language?.modulesAreFiles || holdsDefinition || outline.imports.length === 0 || !isBare(one, name)) return false;
  return !found.some(({ kind }) => kind === 'import') && !['import *', 'require('].some((word) => source.text.includes(word)); // prettier-ignore
}

/** True for a symbol in the containers of the name; something is called `_` or `$` too, which is nothing that is asked for. */
function isHeldBy({ kind, path }: OutlineSymbol, { around }: AskedName): boolean {
  const container = joinIdentifier(around.at(-1) ?? '');
  return container !== '' && kind !== 'section' && path.slice(0, -1).some((name) => joinIdentifier(name) === container);
}

/** Those directly in the container, else all: of `Pool.Worker.run` and `Pool.run` the second is meant by `Pool.run`. */
export function heldBy(candidates: readonly Candidate[], asked: AskedName): Candidate[] {
  const held = candidates.filter(({ symbol }) => isHeldBy(symbol, asked));
  const direct = held.filter(
    ({ symbol: { path } }) => joinIdentifier(path.at(-2)!) === joinIdentifier(asked.around.at(-1)!),
  );
  // `node` and `Node` of Go are two types.
  const exact = direct.filter(({ symbol: { path } }) => path.at(-2) === asked.around.at(-1));
  return [exact, direct, held].find((some) => some.length > 0) ?? [];
}

/** True where all of the containers that are named stand around a symbol, outermost first. */
export const isInAll = ({ path }: OutlineSymbol, place: string, { around }: AskedName): boolean =>
  holdsSteps([...namesOfPlace(place), ...path.slice(0, -1)], around);

interface Meaning {
  asked: AskedName;
  /** All definitions of the name, and those that are meant. */
  candidates: readonly Candidate[];
  meant: readonly Candidate[];
  /** Id of the file whose definition is meant, where a place was asked of. */
  file: string | undefined;
  sources: readonly SourceReferences[];
  isForeignName: IsForeignName;
}

/** What the definitions of a module are called on: what a file gives to others. */
const givenWords = new Set(['exports', 'module']);

/** The uses of functions that stand in nothing: those on a variable are of some member of the name, as far as rows tell. */
function ofFree(
  all: readonly Told[],
  { asked: { name }, candidates, meant, sources }: Pick<Meaning, 'asked' | 'candidates' | 'meant' | 'sources'>,
): Parted {
  const isFree = ({ symbol: { path, signature } }: Candidate) => path.length === 1 && !signature.includes(`.${name}`);
  if (meant.length === 0 || !meant.every(isFree)) return { certain: [...all], possible: [] };
  const codes = new Map(sources.map(({ from, code }) => [from, code]));
  const modules = new Set(meant.flatMap(({ from }) => namesOfPlace(from.place)));
  // What has a member of the name means that.
  const having = new Set(candidates.map(({ symbol: { path } }) => path.at(-2)));
  const isOfModule = (on: string, from: CodeSource) =>
    modules.has(on) ||
    givenWords.has(on) ||
    (!having.has(on) && ((isCapital(on) && on !== on.toUpperCase()) || importedAs(on, codes.get(from)!) !== undefined));
  const isSure = ({ from, reference: { text } }: Told) =>
    [...placesOfName(text, name)].some((at) => {
      const before = text.slice(0, at);
      if (before.endsWith('->')) return false;
      const on = before.endsWith('.') && !beginsRange(before) ? (receiverOf(before) ?? '') : undefined;
      return on === undefined || (on !== '' && isOfModule(on, from));
    });
  return parted(all, (one) => (isSure(one) ? 'certain' : 'possible'));
}

/** What a module is called by: the last step of what is imported from it, without the ending of a file. */
function moduleOf({ name: text }: Named, asked: string, isModule: (name: string) => boolean): string {
  const words: readonly string[] = unquoted(text).match(nameRuns) ?? [];
  const steps = text.includes(`.${words.at(-1)}`) && languageOfEnding(words.at(-1)!) ? words.slice(0, -1) : words;
  const last = steps.at(-1) ?? '';
  return last === asked && !isModule(last) ? (steps.at(-2) ?? '') : last;
}

/** The uses of a function of one file where other files have one of its name: by what the file of a use imports it from. */
function ofModule(
  all: readonly Told[],
  own: Candidate,
  others: readonly Candidate[],
  sources: readonly SourceReferences[],
): Parted {
  const { name } = own.symbol;
  const baseOf = ({ from, code: { language } }: Candidate) =>
    namesOfPlace(from.place).at(language?.packagesAreFolders ? -2 : -1) ?? '';
  const [base, bases] = [baseOf(own), new Set(others.map(baseOf))];
  const verdictBy = (module: string): Verdict =>
    module === base && !bases.has(module) ? 'certain' : bases.has(module) && module !== base ? 'other' : 'possible';
  const folders = new Set(others.map(({ from }) => folderOf(from.place)));
  const ofFile = new Map(
    sources.map(({ from, code }): [CodeSource, Verdict] => {
      if (from.key === own.from.key) return [from, 'certain'];
      if (others.some((one) => one.from.key === from.key)) return [from, 'other'];
      const { reference } = all.find((one) => one.from === from && one.reference.kind === 'import') ?? {};
      const distance = ({ row }: Named) => Math.abs(row + 1 - (reference?.line ?? 0));
      const [nearest] = code.outline.imports.toSorted((a, b) => distance(a) - distance(b));
      if (reference && nearest)
        return [from, verdictBy(moduleOf(nearest, name, (one) => one === base || bases.has(one)))];
      const [isBeside, isBesideOther] = [
        folderOf(from.place) === folderOf(own.from.place),
        folders.has(folderOf(from.place)),
      ];
      return [from, isBeside === isBesideOther ? 'possible' : isBeside ? 'certain' : 'other'];
    }),
  );
  return parted(all, ({ from, language, reference: { text } }) => {
    const befores = [...placesOfName(text, name)].map((at) => text.slice(0, at));
    const on = befores.map(receiverOf).find((each) => each !== undefined);
    if (on !== undefined && !selfWords.has(on)) return verdictBy(on);
    // `.fail` is one of an enumeration, or of what is in the row above.
    if (on === undefined && befores.every((before) => before.endsWith('.'))) return 'other';
    const verdict = ofFile.get(from) ?? 'possible';
    // Where nothing is imported, it is that of the language.
    const isOwn = language === own.code.language && others.every(({ code }) => code.language !== language);
    return verdict === 'possible' && isOwn ? 'certain' : verdict;
  });
}

/** The uses that are of what is meant, and those that may be. All are, where nothing else has the name. */
export async function meantUses(
  all: readonly Told[],
  { asked, candidates, meant, file, sources, isForeignName }: Meaning,
  looking: Looking,
): Promise<Parted> {
  const free = candidates.filter(({ symbol }) => symbol.name === asked.name && symbol.path.length === 1);
  const isOfFile = ({ from }: Candidate) => idOf(sourceOf(from)) === file;
  const ofFile = free.find(isOfFile);
  const elsewhere = free.filter((one) => !isOfFile(one));
  if (ofFile && elsewhere.length > 0) return ofModule(all, ofFile, elsewhere, sources);
  const on = asked.around.at(-1) ?? '';
  const holding = heldBy(meant, asked);
  // What is searched does not hold the other packages that have such a name.
  const isPlace = holding.length === 0 && meant.some(({ from }) => namesOfPlace(from.place).includes(on));
  const namesakes = candidates.filter((one) => !meant.includes(one) && one.symbol.name === asked.name);
  if (namesakes.length === 0 && holding.length > 0 && holding.every(extendsAll))
    return { certain: [...all], possible: [] };
  const isHeld = isPlace || holding.length > 0;
  if (!isHeld && asked.around.length === 0) return ofFree(all, { asked, candidates, meant, sources });
  // A member of what has no name, as in `impl Pump for ()`, is told by nothing.
  const isNameless = on !== '' && joinIdentifier(on) === '' && namesakes.length > 0;
  if (!isHeld) return isNameless ? { certain: [], possible: [...all] } : { certain: [...all], possible: [] };
  const isOn = (name: string | undefined) => name !== undefined && joinIdentifier(name) === joinIdentifier(on);
  // Of `Memory.Backend` and `Disk.Backend` the outer names tell.
  const isOfTest = ({ code, symbol }: Candidate) => code.outline.symbols[symbol.parent ?? -1]?.kind === 'test';
  const isTwice = asked.around.length > 1 && namesakes.some((one) => isOn(one.symbol.path.at(-2)) && !isOfTest(one));
  const inside = holding.flatMap((one) => {
    const { path } = one.symbol;
    return path.slice(path.findIndex(isOn), -1).filter((name) => !isFunctionAround(one, name));
  });
  const names = isTwice ? asked.around.slice(-2, -1) : inside.length > 0 ? [...new Set(inside)] : [on];
  const lineage = lineageOf(looking);
  const above = await lineage.above(holding.map(headAround).join(' '), holding[0]?.code.language);
  const [kin, others]: [string[], string[]] = [[], []];
  for (const one of namesakes) {
    const own = one.symbol.path.at(-2);
    const name = isTwice && isOn(own) ? one.symbol.path.at(-3) : own;
    if (name === undefined || (isOn(name) && (isTwice || names.includes(name)))) continue;
    const heads = await lineage.above(headAround(one), one.code.language);
    const isKin = above.has(name) || names.some((each) => heads.has(each)) || isShape(one);
    (isKin ? kin : others).push(name);
  }
  const extended = holding.flatMap(({ symbol }) => typesExtended(symbol.signature));
  const called = extended.length > 0 ? extended : names;
  const codes = new Map(sources.map(({ from, code }) => [from, code]));
  const textOf = (from: CodeSource) => codes.get(from)?.source.text ?? '';
  const naming = new Map<CodeSource, boolean>();
  const isNamedIn = (from: CodeSource) => {
    const isNaming = naming.get(from) ?? names.some((one) => isNamed(textOf(from), one));
    naming.set(from, isNaming);
    return isNaming;
  };
  const aliases = new Map<CodeSource, ReadonlySet<string>>();
  const isAlias = (other: string, from: CodeSource) => {
    const known = aliases.get(from) ?? aliasesIn(textOf(from), on);
    aliases.set(from, known);
    return known.has(other);
  };
  // `Pool.take(self, …)` is how Python calls the method of a base type.
  const isOnIt = (text: string, at: number) =>
    receiverOf(text.slice(0, at)) === names.at(-1) && !text.startsWith('(self', at + asked.name.length);
  let keys = 0;
  const symbolAround = ({ from, reference: { line } }: Told) =>
    symbolAt(codes.get(from)?.outline.symbols ?? [], line - 1);
  const container: Container = {
    ...{ names, called, others, isPlace, isNamedIn, isAlias },
    isImported: (other, from) => importedAs(other, codes.get(from)!) !== undefined,
    ...verdictsByType({ names, called, others, kin, above, extended, isTwice }, codes, {
      lineage,
      looking,
      isForeign: isForeignName,
    }),
    isAlone: !isPlace && namesakes.length === 0,
    isOfTests: meant.every(({ from, symbol: { path } }) => isTest(from.place, path)),
    isField: meant.every(({ symbol: { kind } }) => kind === 'field' || kind === 'property'),
    ownName: (other, from) => {
      const imported = names.includes(other) && !isPlace ? importedAs(other, codes.get(from)!) : undefined;
      return imported?.name ?? other;
    },
    isOneOfMany: namesakes.some((one) => above.has(one.symbol.path.at(-2) ?? '') && isInInterface(one)),
    isShared: await isOfForeignTrait(holding, lineage),
    isOutside: holding.length > 0 && holding.every(({ symbol: { parent, kind } }) => parent === undefined && kind === 'function'), // prettier-ignore
    isOfType: holding.length > 0 && holding.every(isInType),
    classAround: (told) => {
      const { line } = told.reference;
      const symbols = codes.get(told.from)?.outline.symbols ?? [];
      const around = symbols.findLast(({ kind, start, end }) => kind === 'class' && start < line && line <= end + 1);
      // A member may be defined outside of its type.
      return around?.name ?? symbolAround(told)?.path.at(-2);
    },
    isTestOf: (name, { from, reference: { line } }) =>
      codes
        .get(from)!
        .outline.symbols.some(
          (one) => one.kind === 'test' && one.start < line && line <= one.end + 1 && isNamed(one.name, name),
        ),
    hasOwn: (source) =>
      namesakes.some(({ from, code: { language }, symbol: { path } }) => {
        const isOfPackage = language?.packagesAreFolders && language === codes.get(source)?.language;
        const isBeside = from.part === source.part && folderOf(from.place) === folderOf(source.place);
        return path.length === 1 && (from.key === source.key || (isOfPackage && isBeside));
      }),
    isTakenOut(from) {
      const { outline, rows } = codes.get(from)!;
      return outline.imports.some(({ row }) => {
        const text = rows.row(row);
        return isNamed(text, asked.name) || names.some((one) => isStepIn(text, one));
      });
    },
    isHeir(told) {
      const { outline } = codes.get(told.from)!;
      const row = told.reference.line - 1;
      const around = outline.symbols.filter(({ start, end }) => start <= row && row <= end);
      return around.some(({ kind, name, signature }) =>
        names.some((one) =>
          // A function that is added to the type from outside: `fun Pool.drain()`.
          kind === 'function' || kind === 'method' ? signature.includes(`${one}.${name}`) : isNamed(signature, one),
        ),
      );
    },
    symbolAround,
    isVariable(on, told) {
      const around = on === 'base' || on === 'me' ? symbolAround(told) : undefined;
      if (!around) return false;
      const body = codes.get(told.from)!.rows.slice(around.start, around.end);
      return givenTo(body, on).length > 0 || around.parameters.some(({ name }) => name === on);
    },
    writtenAs: ({ from, reference: { line, text } }, at) => {
      const after = text.slice(at + asked.name.length).trimStart();
      const isKey = (after.startsWith(':') && !after.startsWith('::')) || /^=(?![=>])/.test(after);
      const most = keys < maxFar ? farRows : nearRows;
      keys += isKey ? 1 : 0;
      return isKey ? writtenAround(codes.get(from)?.rows, line - 1, { before: text.slice(0, at), most }) : undefined;
    },
    isFree: namesakes.some(({ symbol }) => symbol.path.length === 1),
    isCalledOn: all.some(({ reference: { text } }) =>
      [...placesOfName(text, asked.name)].some((at) => isOnIt(text, at)),
    ),
    before: ({ from, reference }, text) => chainBefore(codes.get(from)?.rows, reference.line - 1, text),
  };
  const verdicts = new Map<Told, Verdict>();
  const slices = new Slices();
  for (const one of all) {
    await slices.rest();
    looking.signal.throwIfAborted();
    verdicts.set(one, await verdictOf(container, one, asked.name));
  }
  const { certain, possible } = parted(all, (one) => verdicts.get(one)!);
  // A file that names the container is likelier to use it.
  possible.sort((a, b) => Number(isNamedIn(b.from)) - Number(isNamedIn(a.from)));
  return { certain, possible };
}
