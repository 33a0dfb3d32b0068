/**
 * What a receiver is, by the rows that declare it: a type beside the name, what a call returns that it is given, or the
 * types above a type by their heads. Nothing is inferred beyond that: what no row says stays open.
 */
import { mayCall, type Language } from '../../languages/table';
import { folderOf } from '../files/walk';
import { placesOfName } from '../read/nodes';
import type { OutlineSymbol } from '../read/types';
import { isCommentRow } from '../text/comments';
import { isNameSign, nameRuns } from '../text/plain';
import { declaringSources, selfWords, symbolAt, typeKinds, type Candidate, type Looking } from './findSymbol';
import { documentationOf, namesOfPlace, type CodeSource, type OutlinedCode } from './sources';

/** Signs between something and its member. */
export const memberSigns = ['.', '::', '->', ':'];

/** Signs between a variable and its type, which may stand on either side: `pool: &mut Pool`, `Pool? pool = …`. */
const typeSigns = new Set(' \t:*&?!=|');
/** Words between a variable and its type or what makes it: `pool = new Pool()`. */
const typeWords = new Set(
  'new mut const lazy by await dyn in inout val var let my local final static readonly private public protected internal return'.split(
    ' ',
  ),
);
/** Signs between a variable and a type that only compare or join them. */
const operators = ['&&', '||', '==', '!='];
const maxDeclarationChars = 120;

export const isNamed = (text: string, name: string): boolean => !placesOfName(text, name).next().done;
export const isCapital = (name: string): boolean => name.length > 1 && name.charAt(0) !== name.charAt(0).toLowerCase();

/** The text without what stands in angle brackets at its end: `Map<K, V>`. */
function withoutArguments(text: string): string {
  if (!text.endsWith('>')) return text;
  let depth = 0;
  for (let at = text.length - 1; at >= 0; at -= 1) {
    if (text[at] === '>') depth += 1;
    else if (text[at] === '<' && --depth === 0) return text.slice(0, at);
  }
  return text;
}

/** True where a type may end, rather than a sentence go on: `pool: The pool to take from`. */
const isTypeEnd = (text: string, at: number): boolean =>
  at >= text.length || '([{<.:?!,;=)'.includes(text[at]!) || text.startsWith(' = ', at);

/** What comments have before a variable and its type: `@param Pool $pool`, `@param {Pool} pool`, `:param Pool pool:`. */
const typeTags = ['@param', '@var', '@type', '@property', ':param'];
/** A row of a comment with the braces around a type as rows of code have it: `pool [Pool]`. */
const withoutBraces = (row: string): string =>
  row.replaceAll('[', ':').replaceAll(']', ';').replaceAll('{', ' ').replaceAll('}', ' ').replaceAll('\\', ' ');

/** Where a variable stands, also with the sign that names of variables begin with where they are declared: `$pool`. */
const placesOfVariable = (text: string, variable: string): { at: number; end: number }[] =>
  [variable, `$${variable}`].flatMap((name) =>
    [...placesOfName(text, name)].map((at) => ({ at, end: at + name.length })),
  );

/** The word before a variable, with signs of a type between them; an operator has blanks on both sides. */
function typeBefore(before: string): string | undefined {
  const plain = withoutSigns(before);
  const signs = before.slice(plain.length);
  const isOperator = signs.trim() !== '' && signs.startsWith(' ') && signs.endsWith(' ');
  return signs !== '' && !isOperator ? nameAtEnd(withoutArguments(plain))?.name : undefined;
}

/**
 * The types that stand beside a variable where rows declare it, in any language: known ones on either side of it, and
 * others behind a sign, `pool: Pool`, `pool = Pool(`. Of comments those are read that have a tag for it.
 */
function typesBeside(text: string, variable: string, isKnown: (name: string) => boolean): Set<string> {
  const types = new Set<string>();
  for (const { at, end } of placesOfVariable(text, variable)) {
    const [start, next] = [text.lastIndexOf('\n', at) + 1, text.indexOf('\n', end)];
    const whole = text.slice(start, next < 0 ? text.length : next);
    if (isCommentRow(whole) && !typeTags.some((tag) => whole.includes(tag))) continue;
    const row = isCommentRow(whole) ? withoutBraces(whole) : whole;
    const behind = row.slice(end - start, end - start + maxDeclarationChars).trimEnd();
    let read = 0;
    for (const { 0: name, index } of behind.matchAll(nameRuns)) {
      const between = behind.slice(read, index);
      if (
        between === '' ||
        operators.some((one) => between.trim().startsWith(one)) ||
        ![...between].every((sign) => typeSigns.has(sign) || (read > 0 && sign === '.'))
      )
        break;
      read = index + name.length;
      const isSaid = behind.slice(0, index).trim() !== '' && isTypeEnd(behind, read);
      const isType = isKnown(name) || (isCapital(name) && isSaid);
      if (isType) types.add(name);
      if (isType || !(typeWords.has(name) || behind[read] === '.' || behind.startsWith('::', read))) break;
    }
    const before = row.slice(Math.max(0, at - start - maxDeclarationChars), at - start);
    // Before `for name: Type` stands a label.
    const isLabelled = behind.startsWith(':') && !behind.startsWith('::');
    const name = isLabelled ? undefined : typeBefore(before);
    const isGiven = behind.startsWith(' = ') && name !== undefined && !typeWords.has(name);
    if (name !== undefined && (isKnown(name) || isCapital(name) || isGiven)) types.add(name);
  }
  return types;
}

/** Words where a type stands that say nothing of it. */
const openTypes = new Set('any unknown object Object dynamic mixed interface id'.split(' '));

/** The type of a parameter, which may be a word in small letters: `(string name)`, `(name: str)`. */
function typesInHead(signature: string, parameter: string): Set<string> {
  const head = signature.slice(Math.max(0, signature.indexOf('('))).replaceAll('=', ';');
  const types = typesBeside(head, parameter, (name) => name.length > 1 && !typeWords.has(name));
  return [...types].some((type) => openTypes.has(type)) ? new Set() : types;
}

/** An expression that rows give to a variable. */
interface Given {
  expression: string;
  /** Which of several it is that are given at once: `lease, err := pool.lease()`. */
  pick?: number;
}

const givingSigns = [' := ', ' = '];

/** What rows give to a variable: `pool` of `self._pool = pool`, `pool.lease(3)` of `const lease = await pool.lease(3);`. */
const givenTo = (text: string, variable: string): Given[] =>
  [...placesOfName(text, variable)].flatMap((at) => {
    const [start, end] = [text.lastIndexOf('\n', at) + 1, text.indexOf('\n', at)];
    const [before, after] = [text.slice(start, at), text.slice(at + variable.length, end < 0 ? undefined : end)];
    const sign = givingSigns.find((one) => after.includes(one));
    if (sign === undefined || isCommentRow(before + variable)) return [];
    const between = after.slice(0, after.indexOf(sign));
    const isList = between.startsWith(', ') && !between.includes('.');
    if (between !== '' && !between.startsWith(': ') && !isList) return [];
    const place = before.split(', ').length - 1;
    const isOfSeveral = isList || (place > 0 && !before.includes('('));
    return [{ expression: after.slice(between.length + sign.length), ...(isOfSeveral && { pick: place }) }];
  });

/** The text without blanks and the signs of pointers and of what may be missing at its end. */
function withoutSigns(text: string): string {
  let end = text.length;
  while (end > 0 && ' \t*&?!'.includes(text[end - 1]!)) end -= 1;
  return text.slice(0, end);
}

// Section: what an expression is, by what stands in it and the heads of the functions that it calls.

/** Words before an expression that leave it what it is. */
const leadingWords = ['await', 'try', 'try!', 'try?', 'return', 'yield', 'new'];

/** An expression without words before it and the signs around it. */
function bareExpression(text: string): string {
  let bare = text.trim();
  while (bare !== '' && ';?!,'.includes(bare.at(-1)!)) bare = bare.slice(0, -1).trimEnd();
  const word = leadingWords.find((one) => bare.startsWith(`${one} `));
  return word === undefined ? bare : bareExpression(bare.slice(word.length));
}

/** Where the bracket opens that the text ends with; undefined where none does. */
function openingOf(text: string): number | undefined {
  let depth = 0;
  for (let at = text.length - 1; at >= 0; at -= 1) {
    if (')]}'.includes(text[at]!)) depth += 1;
    else if ('([{'.includes(text[at]!) && --depth === 0) return at;
  }
  return undefined;
}

/** A name that a text ends with, and what stands before it. */
interface NamedEnd {
  name: string;
  before: string;
}

function nameAtEnd(text: string): NamedEnd | undefined {
  const name = (text.match(nameRuns) ?? []).at(-1);
  return name !== undefined && text.endsWith(name) ? { name, before: text.slice(0, -name.length) } : undefined;
}

/** A text without the sign of a member that it ends with, `pool` of `pool.`; undefined where it ends with none. */
export function beforeMember(text: string): string | undefined {
  const sign = ['::', '->', '?.', '!.', '.', ':'].find((one) => text.endsWith(one));
  return sign === undefined ? undefined : text.slice(0, -sign.length);
}

/** The expression that a text ends with: `pool.lease(3)` of `if (ready && pool.lease(3)`. */
export function expressionAtEnd(text: string): string {
  let start = text.length;
  for (;;) {
    const ended = text.slice(0, start);
    if (ended.endsWith(')') || ended.endsWith(']')) start = openingOf(ended) ?? start;
    const named = nameAtEnd(withoutArguments(text.slice(0, start)));
    if (!named) return text.slice(start).startsWith('(') ? text.slice(start) : '';
    const member = beforeMember(named.before);
    if (member === undefined) return text.slice(named.before.length);
    start = member.length;
  }
}

/** Tags of comments before what a function returns. */
const returnTags = ['@returns', '@return', ':rtype:'];

/** The types that the documentation of a function says it returns: `@return Lease|null`. */
function documentedReturn({ code: { rows }, symbol }: Candidate): string {
  for (const row of documentationOf(rows, symbol.documentation).split('\n')) {
    const tag = returnTags.find((one) => row.includes(one));
    if (tag === undefined) continue;
    const [type = ''] = withoutBraces(row.slice(row.indexOf(tag) + tag.length))
      .replaceAll(':', ' ')
      .trim()
      .split(' ');
    return type;
  }
  return '';
}

/** Where what a function returns ends: its body, value or conditions. */
const returnEnds = ['{', ' = ', ';', ' where ', ' throws '];

/** What a function says behind its parameters, before its name or in its documentation that it returns, as it is written. */
function returnedBy(one: Candidate): string {
  const { signature, name } = one.symbol;
  const at = [...placesOfName(signature, name)].find((place) => '(<['.includes(signature[place + name.length] ?? ' '));
  const opening = at === undefined ? -1 : signature.indexOf('(', at);
  if (at === undefined || opening < 0) return documentedReturn(one);
  const behind = signature.slice(closingOf(signature, opening) + 1).trimStart();
  const sign = ['->', ':'].find((each) => behind.startsWith(each)) ?? '';
  const before = wordAtEnd(withoutSigns(signature.slice(0, at)));
  const isBefore = sign === '' && (isCapital(before) || before.includes('<'));
  const text = isBefore ? before : behind.slice(sign.length);
  const end = Math.min(...returnEnds.map((each) => text.indexOf(each)).filter((place) => place >= 0), text.length);
  return text.slice(0, end).trim() || documentedReturn(one);
}

/** Where the bracket closes that opens at `opening`; the end of the text where it does not. */
function closingOf(text: string, opening: number): number {
  let depth = 0;
  for (let at = opening; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    else if (text[at] === ')' && --depth === 0) return at;
  }
  return text.length;
}

/** The last word of a text, with what stands in angle brackets in it: `Map<K, V>`. */
function wordAtEnd(text: string): string {
  const plain = withoutArguments(text);
  return text.slice(plain.lastIndexOf(' ') + 1);
}

/** Words for the type that a function stands in. */
const ownWords = new Set(['Self', 'self', 'static', 'this', '$this']);

/** The names of types in what a function returns; of several values, those of the one that is picked. */
function typesReturned(one: Candidate, pick: number | undefined, isKnown: (name: string) => boolean): string[] {
  const text = returnedBy(one);
  const values = text.startsWith('(') ? text.slice(1).split(',') : [text];
  const picked = pick === undefined && values.length > 1 ? '' : (values[pick ?? 0] ?? '');
  const own = one.symbol.path.at(-2);
  const words = (picked.match(nameRuns) ?? []).map((word) => (ownWords.has(word) && own !== undefined ? own : word));
  if (words.some((word) => openTypes.has(word))) return [];
  return words.filter((word) => isKnown(word) || (word.length > 1 && !typeWords.has(word)));
}

// Section: the types of receivers.

/** Most files read for the declarations of one name. */
const maxDeclaring = 8;
/** Most names read in the heads above one type. */
const maxAbove = 60;
/** Most calls followed from a receiver to what it is. */
const maxSteps = 3;
/** Most rows read that give something to a variable. */
const maxGiven = 20;
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

/** What receivers are, as far as rows tell. */
export class ReceiverTypes {
  private readonly known = new Map<string, ReadonlySet<string>>();
  /** What receivers are by other files, for the files of one name in a folder. */
  private readonly outside = new Map<string, ReadonlySet<string>>();

  /**
   * @param isKnown true for the types that the question is about, which count in small letters, too
   * @param isCalledSo true for a variable that is called as one of them
   */
  constructor(
    private readonly looking: Looking,
    private readonly lineage: Lineage,
    private readonly codes: ReadonlyMap<CodeSource, OutlinedCode>,
    private readonly isKnown: (name: string) => boolean,
    private readonly isCalledSo: (on: string) => boolean,
  ) {}

  /** The types that an expression before a member is told to be; none where no row tells. */
  async of(expression: string, place: Place, { step = 0, pick }: Following = {}): Promise<ReadonlySet<string>> {
    const bare = bareExpression(expression);
    const opening = openingOf(bare);
    if (opening === 0 && bare.startsWith('(')) return this.ofInner(bare.slice(1, -1).trim(), place, step);
    const named = nameAtEnd(withoutArguments(bare.slice(0, opening)));
    if (!named || step > maxSteps || expressionAtEnd(bare) !== bare) return none;
    if (bare.endsWith(')')) return this.ofCall(named, place, { step, pick });
    const key = [place.from.key, this.around(place)?.start, named.name].join(' ');
    const known = this.known.get(key);
    if (known) return known;
    this.looking.signal.throwIfAborted();
    // Of two variables that are given to each other neither tells.
    this.known.set(key, none);
    const types = await this.ofVariable(named.name, place, step);
    this.known.set(key, types);
    return types;
  }

  /** What stands in brackets of its own: a cast, `(Pool) store` and `store as Pool`, or another expression. */
  private async ofInner(inner: string, place: Place, step: number): Promise<ReadonlySet<string>> {
    const cast = inner.startsWith('(') ? inner.slice(1, closingOf(inner, 0)) : inner.split(' as ')[1];
    if (cast === undefined) return this.of(inner, place, { step: step + 1 });
    return new Set((cast.match(nameRuns) ?? []).filter((name) => this.isKnown(name) || isCapital(name)));
  }

  private around({ from, row }: Place): OutlineSymbol | undefined {
    return symbolAt(this.codes.get(from)?.outline.symbols ?? [], row);
  }

  /** What a variable is declared or given as: in its function, else in its file, else where the name is declared. */
  private async ofVariable(on: string, place: Place, step: number): Promise<ReadonlySet<string>> {
    const code = this.codes.get(place.from);
    if (!code) return none;
    const around = this.around(place);
    if (around) {
      const body = code.rows.slice(around.start, around.end);
      const beside = typesBeside(body, on, this.isKnown);
      const told = beside.size > 0 ? beside : typesInHead(around.signature, on);
      const types = told.size > 0 ? await this.returned(told, place, step) : await this.given(body, on, place, step);
      if (types.size > 0) return types;
    }
    const beside = typesBeside(code.source.text, on, this.isKnown);
    if (beside.size > 0) return this.returned(beside, place, step);
    // What its own file gives to it is no variable of another file.
    const isOfFile = givenTo(code.source.text, on).length > 0;
    return isOfFile ? this.given(code.source.text, on, place, step) : this.elsewhere(on, place);
  }

  /** Types, with what the functions return that begin as types do: `pool := NewPool()`. */
  private async returned(types: ReadonlySet<string>, place: Place, step: number): Promise<ReadonlySet<string>> {
    const all = new Set<string>();
    for (const name of types) {
      const { found } = this.isKnown(name) ? { found: [] } : await this.lineage.declared(name, place.language);
      const isReturned = found.some(isFunction) && !found.some(isType);
      const made = isReturned ? await this.ofCall({ name, before: '' }, place, { step, pick: undefined }) : [name];
      for (const one of made) all.add(one);
    }
    return all;
  }

  /** What rows give to a variable. */
  private async given(text: string, on: string, place: Place, step: number): Promise<ReadonlySet<string>> {
    const types = new Set<string>();
    for (const { expression, pick } of givenTo(text, on).slice(0, maxGiven)) {
      if (nameAtEnd(bareExpression(expression))?.name === on) continue;
      for (const type of await this.of(expression, place, { step: step + 1, pick })) types.add(type);
    }
    return types;
  }

  /** What the functions return that a call may be of; none where one of them does not tell. */
  private async ofCall(
    { name, before }: NamedEnd,
    place: Place,
    { step = 0, pick }: Following,
  ): Promise<ReadonlySet<string>> {
    if (this.isKnown(name)) return new Set([name]);
    const { found, isAll } = await this.lineage.declared(name, place.language);
    const functions = found.filter(isFunction);
    if (functions.length === 0) return isCapital(name) && isAll ? new Set([name]) : none;
    const holder = beforeMember(before);
    const on = holder === undefined ? '' : expressionAtEnd(holder);
    const holders =
      holder === undefined || selfWords.has(on)
        ? new Set(this.around(place)?.path)
        : new Set([on, ...(await this.of(on, place, { step: step + 1 }))]);
    const held = functions.filter(({ symbol: { path } }) => holders.has(path.at(-2) ?? ''));
    if (!isAll && held.length === 0) return none;
    const types = new Set<string>();
    for (const one of held.length > 0 ? held : functions) {
      const returned = typesReturned(one, pick, this.isKnown);
      if (returned.length === 0) return none;
      for (const type of returned) types.add(type);
    }
    return types;
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
  private inOthers(on: string, { from: { place }, language }: Place): ReadonlySet<string> {
    const { parts, reader } = this.looking;
    const base = namesOfPlace(place).at(-1);
    const farness = (one: CodeSource) =>
      folderOf(one.place) !== folderOf(place) ? 2 : namesOfPlace(one.place).at(-1) === base ? 0 : 1;
    const nearest = (declaringSources(parts, { name: on }) ?? []).toSorted((x, y) => farness(x) - farness(y));
    const read = nearest.slice(0, maxDeclaring).map((from) => reader.read(from));
    const texts = read.flatMap((one) => (typeof one !== 'string' && one.language === language ? one.source.text : []));
    const types = texts.flatMap((text) => [...typesBeside(text, on, this.isKnown)]);
    return new Set(this.isCalledSo(on) ? types.filter(this.isKnown) : types);
  }
}
