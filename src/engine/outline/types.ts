/**
 * What a receiver is, by the rows that declare it (typeHints.ts) in the files of a space: what a call returns that it is
 * given, or the types above a type by their heads. Nothing is inferred beyond that: what no row says stays open.
 */
import { mayCall, type Language } from '../../languages/table';
import { folderOf } from '../files/walk';
import { placesOfName } from '../read/nodes';
import type { OutlineSymbol } from '../read/types';
import { isNameSign, nameRuns } from '../text/plain';
import { declaringSources, onceFor, selfWords, symbolAt, typeKinds, type Candidate, type Looking } from './findSymbol';
import { namesOfPlace, type CodeSource, type OutlinedCode } from './sources';
import {
  bareExpression,
  beforeMember,
  blockWords,
  closingOf,
  elementsBeside,
  expressionAtEnd,
  givenTo,
  isCapital,
  isGivenType,
  isNamed,
  nameAtEnd,
  openingOf,
  ownNameIn,
  returnedBy,
  returnsOf,
  rootOf,
  typesBeside,
  typesGiven,
  typesInHead,
  typesReturned,
  underTest,
  withoutArguments,
  type IsKnown,
  type NamedEnd,
} from './typeHints';

/** Most files read for the declarations of one name. */
const maxDeclaring = 8;
/** Most names read in the heads above one type. */
const maxAbove = 60;
/** Most calls followed from a receiver to what it is. */
const maxSteps = 5;
/** Most rows read that give something to a variable. */
const maxGiven = 20;
/** Most rows followed that a function returns something in. */
const maxReturns = 6;
/** Most receivers that are looked up outside of their file. */
const maxReceivers = 60;

/** True for a head that has a type by itself: `module Pool.Worker` is no kin of `Pool`. */
const isExtended = (head: string, type: string): boolean =>
  [...placesOfName(head, type)].some((at) => !['.', '::'].some((sign) => head.startsWith(sign, at + type.length)));

/** A head without what its types are made of: `class Pool : Store<Lease>` is no lease. */
function withoutElements(head: string): string {
  let text = '';
  for (let at = 0, depth = 0; at < head.length; at += 1) {
    const isOpening = '<['.includes(head[at]!) && isNameSign(head, at - 1);
    if (isOpening) depth += 1;
    if (depth === 0) text += head[at];
    if (depth > 0 && '>]'.includes(head[at]!)) depth -= 1;
  }
  return text;
}

function typesOfHead(head: string): string[] {
  const plain = withoutElements(head);
  return (plain.match(nameRuns) ?? []).filter((name) => isExtended(plain, name));
}
export const isType = ({ symbol: { kind } }: Candidate): boolean => typeKinds.has(kind) || kind === 'implementation';
const isFunction = ({ symbol: { kind } }: Candidate): boolean => kind === 'function' || kind === 'method';

/** What is declared by a name, and whether that is all of it. */
interface Declared {
  found: readonly Candidate[];
  isAll: boolean;
}

/** The declarations of names, and through them the types above others. */
export class Lineage {
  private readonly known = new Map<string, Promise<Declared>>();

  constructor(private readonly looking: Looking) {}

  /** What code that the language may call declares by a name, to the letter. */
  declared(name: string, language: Language | undefined): Promise<Declared> {
    const key = `${name} ${language?.id ?? ''}`;
    const found = this.known.get(key) ?? this.read(name, language);
    this.known.set(key, found);
    return found;
  }

  private async read(name: string, language: Language | undefined): Promise<Declared> {
    const { parts, reader } = this.looking;
    const declaring = declaringSources(parts, { name });
    const found: Candidate[] = [];
    for (const from of declaring?.slice(0, maxDeclaring) ?? []) {
      const code = await reader.outlined(from);
      if (typeof code === 'string' || !language || !code.language || !mayCall(language, code.language)) continue;
      for (const symbol of code.outline.symbols) if (symbol.name === name) found.push({ from, code, symbol, score: 1 });
    }
    return { found, isAll: declaring !== undefined && declaring.length <= maxDeclaring };
  }

  /** The names in a head, and in the heads of the types that it names, through all levels. */
  async above(head: string, language: Language | undefined): Promise<ReadonlySet<string>> {
    const names = new Set(typesOfHead(head));
    for (const name of names) {
      if (names.size > maxAbove) break;
      const { found } = await this.declared(name, language);
      for (const { symbol } of found.filter(isType))
        for (const other of typesOfHead(symbol.signature)) names.add(other);
    }
    return names;
  }
}

/** Shared by all questions of a request. */
export const lineageOf = onceFor((looking) => new Lineage(looking));

/** A place in code whose receiver is asked for. */
export interface Place {
  from: CodeSource;
  language: Language | undefined;
  /** 0-based. */
  row: number;
}

/** How many calls were followed, and which of several values is meant. */
interface Following {
  step?: number;
  pick?: number | undefined;
}

const none: ReadonlySet<string> = new Set();

/** The types without the functions that may make one. */
const withoutCalls = (types: Iterable<string>): Set<string> =>
  new Set([...types].filter((one) => !one.endsWith('(') && !isGivenType(one)));

/** The types that a question is about. */
interface AskedTypes {
  /** True for one of them, which counts in small letters, too. */
  isKnown: IsKnown;
  /** True for a variable that is called as one of them. */
  isCalledSo: (on: string) => boolean;
  /** True for the name of a module that is not in what is searched, in a file that imports it. */
  isForeign: (on: string, from: CodeSource, code: OutlinedCode) => boolean;
}

/** What receivers are, as far as rows tell. */
export class ReceiverTypes {
  private readonly known = new Map<string, ReadonlySet<string>>();
  /** What receivers are by other files, for the files of one name in a folder. */
  private readonly outside = new Map<string, ReadonlySet<string>>();
  /** Files of functions that were followed, which need not hold the name. */
  private readonly declaring = new Map<CodeSource, OutlinedCode>();

  constructor(
    private readonly looking: Looking,
    private readonly lineage: Lineage,
    private readonly codes: ReadonlyMap<CodeSource, OutlinedCode>,
    private readonly asked: AskedTypes,
  ) {}

  private isKnown(name: string): boolean {
    return this.asked.isKnown(name);
  }

  /** The types that rows of a file say a name is. */
  private beside(text: string, name: string, from: CodeSource, code = this.codeOf({ from })): Set<string> {
    const { isKnown, isForeign } = this.asked;
    return typesBeside(
      text,
      name,
      (type, inner, on) => isKnown(type, inner) && !(on !== undefined && code && isForeign(on, from, code)),
      code?.language,
    );
  }

  /** The types that an expression before a member is told to be, by their own names; none where no row tells. */
  async of(expression: string, place: Place, following: Following = {}): Promise<ReadonlySet<string>> {
    const types = await this.asWritten(expression, place, following);
    const imports = this.codeOf(place)?.outline.imports ?? [];
    return imports.length === 0 ? types : new Set([...types].map((type) => this.ownName(type, place)));
  }

  /** What a file imports a type by: `Integer` of `use Type\Integer as IntegerObject`. */
  private ownName(type: string, place: Place): string {
    const code = this.codeOf(place);
    for (const { row } of code?.outline.imports ?? []) {
      const own = ownNameIn(code!.rows.row(row), type);
      if (own !== undefined) return own;
    }
    return type;
  }

  private async asWritten(
    expression: string,
    place: Place,
    { step = 0, pick }: Following,
  ): Promise<ReadonlySet<string>> {
    const bare = bareExpression(expression);
    const opening = openingOf(bare);
    if (bare.startsWith('/*')) return this.ofCast(bare.slice(0, opening));
    if (opening === 0 && bare.startsWith('(')) return this.ofInner(bare.slice(1, -1).trim(), place, step);
    const callee = bare.slice(0, opening);
    // `new(Pool)` of Go makes what stands in the brackets, and `store.(*Pool)` says what it is.
    if (callee === 'new' || callee.endsWith('.')) return this.ofCast(bare.slice(opening));
    const named = nameAtEnd(withoutArguments(callee));
    if (step > maxSteps || expressionAtEnd(bare) !== bare) return none;
    // What a call returns is called again: `maker()(3)`.
    if (!named) return callee.endsWith(')') ? this.of(callee, place, { step: step + 1 }) : none;
    if (bare.endsWith(']')) return this.elementsOf(callee, place, step);
    // A cast or what is made by the name of its type: `dynamic_cast<Pool *>(store)`, `make_shared<Pool>()`.
    const written: readonly string[] = callee.slice(withoutArguments(callee).length).match(nameRuns) ?? [];
    const typed = written.filter((one) => this.isKnown(one));
    if (typed.length > 0) return new Set(typed);
    if (bare.endsWith(')')) return this.ofCall(named, place, { step, pick });
    // A type itself, which is called on or made.
    if (this.isKnown(named.name)) return new Set([named.name]);
    const key = [place.from.key, this.around(place)?.start, named.before + named.name].join(' ');
    const known = this.known.get(key);
    if (known) return known;
    this.looking.signal.throwIfAborted();
    // Of two variables that are given to each other neither tells.
    this.known.set(key, none);
    const types = await this.ofVariable(named, place, step);
    this.known.set(key, types);
    return types;
  }

  /** What stands in brackets of its own: a cast, `(Pool) store` and `store as Pool`, or another expression. */
  private async ofInner(inner: string, place: Place, step: number): Promise<ReadonlySet<string>> {
    const cast = inner.startsWith('(') ? inner.slice(1, closingOf(inner, 0)) : inner.split(' as ')[1];
    return cast === undefined ? this.of(inner, place, { step: step + 1 }) : this.ofCast(cast);
  }

  private ofCast(cast: string): ReadonlySet<string> {
    return new Set((cast.match(nameRuns) ?? []).filter((name) => this.isKnown(name) || isCapital(name)));
  }

  private codeOf({ from }: Pick<Place, 'from'>): OutlinedCode | undefined {
    return this.codes.get(from) ?? this.declaring.get(from);
  }

  private around(place: Place): OutlineSymbol | undefined {
    return symbolAt(this.codeOf(place)?.outline.symbols ?? [], place.row);
  }

  private typeAround(place: Place): OutlineSymbol | undefined {
    const symbols = this.codeOf(place)?.outline.symbols ?? [];
    return symbols.findLast(({ kind, start, end }) => typeKinds.has(kind) && start <= place.row && place.row <= end);
  }

  /** What a member is given or declared as in the type that it is one of, as far as that is told. */
  private async ofMember(member: NamedEnd, place: Place, step: number): Promise<ReadonlySet<string>> {
    const { name, before } = member;
    const owner = expressionAtEnd(beforeMember(before) ?? '');
    const isBare = before === '';
    if (isBare && place.language?.namesReceivers) return none;
    if (!isBare && !selfWords.has(owner))
      return owner === '' ? none : this.inTypes(await this.of(owner, place, { step: step + 1 }), member, place, step);
    const type = this.typeAround(place);
    if (!type) return this.inTypes(new Set(this.around(place)?.path.slice(-2, -1)), member, place, step);
    const text = this.codeOf(place)!.rows.slice(type.start, type.end);
    const giving = text.split('\n').filter((row) => !isBare && row.trimStart().startsWith(`${before}${name} = `));
    const given = await this.given(giving.join('\n'), name, place, step);
    if (given.size > 0) return given;
    const inherited = isBare
      ? none
      : await this.inTypes(await this.typesHolding(name, type, place), member, place, step);
    return inherited.size > 0 ? inherited : this.returned(this.beside(text, name, place.from), place, step);
  }

  /** The types above a type that declare a member which it does not declare itself. */
  private async typesHolding(name: string, type: OutlineSymbol, { from, language }: Place): Promise<Set<string>> {
    const { found } = await this.lineage.declared(name, language);
    const holding = found.flatMap(({ from: { key }, symbol: { path } }) => {
      const isOwn = key === from.key && path.slice(0, -1).join('.') === type.path.join('.');
      return isOwn ? type.name : (path.at(-2) ?? []);
    });
    if (holding.length === 0 || holding.includes(type.name)) return new Set();
    const above = await this.lineage.above(type.signature, language);
    return new Set(holding.filter((one) => above.has(one)));
  }

  /** What a block of one row is given without a name: an element of `leases` in `leases.map { it.close() }`. */
  private async ofBlock(row: string, on: string, place: Place, step: number): Promise<ReadonlySet<string>> {
    const [at = 0] = placesOfName(row, on);
    const method = nameAtEnd(row.slice(0, Math.max(0, row.lastIndexOf('{', at))).trimEnd());
    const over = method && beforeMember(method.before);
    return over === undefined ? none : this.elementsOf(expressionAtEnd(over), place, step + 1);
  }

  /** What types declare a member as. */
  private async inTypes(
    types: ReadonlySet<string>,
    { name }: NamedEnd,
    place: Place,
    step: number,
  ): Promise<ReadonlySet<string>> {
    const found = new Set<string>();
    for (const type of types)
      for (const { from, code, symbol } of (await this.lineage.declared(type, place.language)).found.filter(isType))
        for (const one of this.beside(code.rows.slice(symbol.start, symbol.end), name, from, code)) {
          const bounds = isGivenType(one) ? withoutCalls(this.beside(symbol.signature, one, from, code)) : none;
          for (const each of bounds.size > 0 ? bounds : [one]) found.add(each);
        }
    return this.returned(found, place, step);
  }

  /** What a variable is declared or given as: in its function, else in its file, else where the name is declared. */
  private async ofVariable({ name: on, before }: NamedEnd, place: Place, step: number): Promise<ReadonlySet<string>> {
    const code = this.codeOf(place);
    if (!code) return none;
    if (before === '' && blockWords.has(on)) return this.ofBlock(code.rows.row(place.row), on, place, step);
    // Of a member the type tells that it is in, before the rows of a function.
    const own = before === '' ? none : await this.ofMember({ name: on, before }, place, step);
    if (own.size > 0) return own;
    const around = this.around(place);
    if (around) {
      const body = code.rows.slice(around.start, around.end);
      const beside = this.beside(body, on, place.from);
      const told = beside.size > 0 ? beside : typesInHead(around.signature, on, place.language);
      const said = await this.returned(told, place, step);
      const types = said.size > 0 ? said : await this.given(body, on, place, step);
      // What its own function says of it is said of no variable of the file.
      if (types.size > 0 || told.size > 0 || (before === '' && givenTo(body, on).length > 0)) return types;
    }
    // A name alone may be a member of what the function is one of.
    const held = before === '' ? await this.ofMember({ name: on, before }, place, step) : none;
    if (held.size > 0) return held;
    const beside = this.beside(code.source.text, on, place.from);
    if (beside.size > 0) return this.returned(beside, place, step);
    // What its own file gives to it is no variable of another file.
    const isOfFile = givenTo(code.source.text, on).length > 0;
    return isOfFile ? this.given(code.source.text, on, place, step) : this.elsewhere(on, place);
  }

  /** Types, with what the functions return that are called and begin as types do: `pool := NewPool()`. */
  private async returned(types: ReadonlySet<string>, place: Place, step: number): Promise<ReadonlySet<string>> {
    const all = new Set<string>();
    for (const type of types) {
      const isCalled = type.endsWith('(');
      const [on, called] = isCalled ? type.slice(0, -1).split('.') : [];
      const name = called ?? on ?? type;
      const { found } = await this.lineage.declared(name, place.language);
      if (called !== undefined && !found.some(isFunction) && !this.isInImport(on!, place)) continue;
      const bounds = found.length === 0 ? this.boundsOf(name, place) : none;
      for (const bound of bounds) all.add(bound);
      if (bounds.size > 0 || isGivenType(name) || (found.length === 0 && this.isGiven(name, place))) continue;
      const isReturned = (isCalled || this.isKnown(name)) && found.some(isFunction) && !found.some(isType);
      const made = isReturned ? await this.ofCall({ name, before: '' }, place, { step, pick: undefined }) : [name];
      for (const one of made) all.add(one);
    }
    return all;
  }

  /** True for a name that stands in a row of the file which imports something. */
  private isInImport(name: string, place: Place): boolean {
    const code = this.codeOf(place);
    return code?.outline.imports.some(({ row }) => isNamed(code.rows.row(row), name)) ?? false;
  }

  /** What heads around a place say of a type that they are given: `Pool` of `<P: Pool>` and `where P : Pool`. */
  private boundsOf(name: string, place: Place): ReadonlySet<string> {
    const symbols = this.codeOf(place)?.outline.symbols ?? [];
    for (let at = this.around(place); at; at = symbols[at.parent ?? -1]) {
      const bounds = withoutCalls(this.beside(at.signature, name, place.from));
      if (bounds.size > 0) return bounds;
    }
    return none;
  }

  /** True for a type that the heads around a place are given, of which nothing is known: `TValue` of `class Pool<TValue>`. */
  private isGiven(name: string, place: Place): boolean {
    const symbols = this.codeOf(place)?.outline.symbols ?? [];
    for (let at = this.around(place); at; at = symbols[at.parent ?? -1]) {
      const [, first = ''] = at.signature.split('(')[0]!.split('<');
      if (isNamed(first.split('>')[0]!, name)) return true;
    }
    return false;
  }

  /** What rows give to a variable. */
  private async given(text: string, on: string, place: Place, step: number): Promise<ReadonlySet<string>> {
    const types = new Set<string>();
    for (const { expression, pick, isElement, giver } of givenTo(text, on).slice(0, maxGiven)) {
      if (nameAtEnd(bareExpression(expression))?.name === on) continue;
      const given = isElement
        ? await this.elementsOf(expression, place, step + 1)
        : await this.of(expression, place, { step: step + 1, pick });
      const called = given.size > 0 || giver === undefined ? given : await this.givenBy(giver, place);
      for (const type of called) types.add(type);
    }
    return types;
  }

  /** What a function gives to one that it is given, as its head says: `use(Action<Pool> run)`; of several heads none may differ. */
  private async givenBy(name: string, place: Place): Promise<ReadonlySet<string>> {
    const { found } = await this.lineage.declared(name, place.language);
    const heads = found.filter(isFunction).map(({ symbol: { signature } }) => typesGiven(signature));
    const [first = []] = heads;
    const isSame = heads.every((types) => types.join() === first.join() || types.length === 0);
    return new Set(isSame ? first : []);
  }

  /** The known types that the elements of an expression may be of: those in what is declared as a list or a map of them. */
  private async elementsOf(expression: string, place: Place, step: number): Promise<ReadonlySet<string>> {
    const bare = bareExpression(expression);
    const named = nameAtEnd(withoutArguments(bare.slice(0, openingOf(bare))));
    if (!named || step > maxSteps) return none;
    if (bare.endsWith(')')) {
      const { found } = await this.lineage.declared(named.name, place.language);
      const returned = found.filter(isFunction).map(returnedBy).join(' ');
      return new Set((returned.match(nameRuns) ?? []).filter((one) => this.isKnown(one)));
    }
    const code = this.codeOf(place);
    const around = this.around(place);
    const read = (text: string) => elementsBeside(text, named.name, this.asked.isKnown);
    const own = around && code ? read(code.rows.slice(around.start, around.end)) : none;
    const ofFile = own.size > 0 || !code ? own : read(code.source.text);
    if (ofFile.size > 0) return ofFile;
    const elsewhere = this.textsDeclaring(named.name, place).flatMap((text) => [...read(text)]);
    // What points to the first of many is declared as one of them.
    const pointed = elsewhere.length > 0 ? elsewhere : await this.ofVariable(named, place, step);
    return new Set([...pointed].filter((one) => this.isKnown(one)));
  }

  /** What the functions return that a call may be of; none where one of them does not tell. */
  private async ofCall(
    { name, before }: NamedEnd,
    place: Place,
    { step = 0, pick }: Following,
  ): Promise<ReadonlySet<string>> {
    const { found, isAll } = await this.lineage.declared(name, place.language);
    const isMaker = found.some(isFunction) && !found.some(isType);
    // `bucket.Cursor()` is what that function returns, unless `bucket` is a module.
    const isOnVariable = before.endsWith('.') && !isCapital(rootOf(before)) && !this.isInImport(rootOf(before), place);
    if (this.isKnown(name) && !isMaker) return isOnVariable && !found.some(isFunction) ? none : new Set([name]);
    // `cls()` and `new self()` make what they stand in.
    const around = this.around(place)?.path ?? [];
    if (selfWords.has(name) && around.length > 1) return new Set(around.slice(-2, -1));
    if (name === place.language?.makes && before !== '') {
      const made = expressionAtEnd(beforeMember(before) ?? '');
      const tested = underTest.has(made) ? around.findLast((one) => this.isKnown(one)) : undefined;
      const type = tested ?? nameAtEnd(made)?.name ?? '';
      return isCapital(type) ? new Set([type]) : none;
    }
    const code = this.codeOf(place);
    const ofFile = code?.outline.symbols.filter((symbol) => symbol.name === name) ?? [];
    const inFile = ofFile.map((symbol): Candidate => ({ from: place.from, code: code!, symbol, score: 1 }));
    const functions = [...inFile, ...found.filter(({ from }) => from !== place.from)].filter(isFunction);
    if (functions.length === 0) return isCapital(name) && isAll ? new Set([name]) : none;
    const holder = beforeMember(before);
    const on = holder === undefined ? '' : expressionAtEnd(holder);
    const holders =
      holder === undefined || selfWords.has(on)
        ? new Set(around)
        : new Set([on, ...(await this.of(on, place, { step: step + 1 }))]);
    const held = functions.filter(({ symbol: { path } }) => holders.has(path.at(-2) ?? ''));
    if (!isAll && held.length === 0) return none;
    const types = new Set<string>();
    for (const one of held.length > 0 ? held : functions) {
      const said = typesReturned(one, pick, this.asked.isKnown);
      const returned = said.length > 0 || pick !== undefined ? said : await this.returnedIn(one, step);
      // What a function returns that says no type is called by its name.
      if (returned.length === 0) return this.isKnown(name) ? new Set([name]) : none;
      // What a type makes by a function of a type above it is one of its own: `Lease.open()`.
      const own = one.symbol.path.at(-2);
      for (const type of returned) types.add(type === own && isCapital(on) && nameAtEnd(on)?.before === '' ? on : type);
    }
    return types;
  }

  /** What the rows of a function return whose head does not say it. */
  private async returnedIn({ from, code, symbol }: Candidate, step: number): Promise<string[]> {
    this.declaring.set(from, code);
    const types = new Set<string>();
    for (const { expression, row } of returnsOf(code.rows, symbol).slice(0, maxReturns))
      for (const type of await this.of(expression, { from, language: code.language, row }, { step: step + 1 }))
        types.add(type);
    return [...types];
  }

  /** By rows that declare the name in other files. */
  private elsewhere(on: string, place: Place): ReadonlySet<string> {
    const { place: path } = place.from;
    const key = [on, place.language?.id, folderOf(path), namesOfPlace(path).at(-1)].join(' ');
    const known = this.outside.get(key) ?? (this.outside.size < maxReceivers ? this.inOthers(on, place) : none);
    this.outside.set(key, known);
    return known;
  }

  /** A header has the name of its file, or lies beside it. What is called as a type is likelier one than a namesake. */
  private inOthers(on: string, place: Place): ReadonlySet<string> {
    const beside = this.textsDeclaring(on, place).flatMap((text) => [
      ...typesBeside(text, on, this.asked.isKnown, place.language),
    ]);
    const types = [...withoutCalls(beside)];
    return new Set(this.asked.isCalledSo(on) ? types.filter((one) => this.isKnown(one)) : types);
  }

  /** The files that declare the name, the nearest first. */
  private textsDeclaring(on: string, { from: { place }, language }: Place): string[] {
    const { parts, reader } = this.looking;
    const base = namesOfPlace(place).at(-1);
    const farness = (one: CodeSource) =>
      folderOf(one.place) !== folderOf(place) ? 2 : namesOfPlace(one.place).at(-1) === base ? 0 : 1;
    const nearest = (declaringSources(parts, { name: on }) ?? []).toSorted((x, y) => farness(x) - farness(y));
    const read = nearest.slice(0, maxDeclaring).map((from) => reader.read(from));
    return read.flatMap((one) => (typeof one !== 'string' && one.language === language ? one.source.text : []));
  }
}
