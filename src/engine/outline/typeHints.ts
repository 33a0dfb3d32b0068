/**
 * What rows say of the type of a variable or a receiver, read as text in any language: a type beside the name, what is
 * given to it, what a function says that it returns; and expressions taken apart for that. Nothing is looked up here.
 */
import type { Language } from '../../languages/table';
import type { Rows } from '../chunk/block';
import { placesOfName } from '../read/nodes';
import type { OutlineSymbol } from '../read/types';
import { isCommentRow } from '../text/comments';
import { isNameSign, nameRuns } from '../text/plain';
import type { Candidate } from './findSymbol';
import { documentationOf } from './sources';

/** Signs between something and its member. */
export const memberSigns = ['.', '::', '->', ':'];

/** Signs between a variable and its type, which may stand on either side: `pool: &mut Pool`, `Pool? pool = …`. */
const typeSigns = new Set(' \t:*&?!=|');
/** Words between a variable and its type or what makes it: `pool = new Pool()`. */
const typeWords = new Set(
  'new mut const lazy by await dyn in inout val var let my local final static readonly private public protected internal return auto extends'.split(
    ' ',
  ),
);
/** Signs between a variable and a type that only compare or join them. */
const operators = ['&&', '||', '==', '!='];
const maxDeclarationChars = 120;

export const isNamed = (text: string, name: string): boolean => !placesOfName(text, name).next().done;
export const isCapital = (name: string): boolean => name.length > 1 && name.charAt(0) !== name.charAt(0).toLowerCase();

/** What a row names something otherwise: `grab` for the `take` of `import { take as grab }`. */
export function renamedIn(row: string, name: string): string[] {
  const words: readonly string[] = row.match(nameRuns) ?? [];
  return words.flatMap((word, at) => (word === name && words[at + 1] === 'as' ? (words[at + 2] ?? []) : []));
}

/** The own name of what a row names otherwise: `take` for the `grab` of `import { take as grab }`; undefined where it does not. */
export function ownNameIn(row: string, other: string): string | undefined {
  if (!row.includes(other)) return undefined;
  const words: readonly string[] = row.match(nameRuns) ?? [];
  return words.find((_, at) => words[at + 1] === 'as' && words[at + 2] === other);
}

/** Values that begin as types do. */
const valueWords = new Set('None True False Nothing Nil Null NULL TRUE FALSE YES NO'.split(' '));
/** True for a name that may be a type's: neither such a value nor a constant; a single letter stands for one that is given. */
const isTypeName = (name: string): boolean =>
  (isCapital(name) || isGivenType(name)) &&
  !valueWords.has(name) &&
  !(name.includes('_') && name === name.toUpperCase());
/** True for the name of a type that code is given, such as `T`. */
export const isGivenType = (name: string): boolean => name.length === 1 && name !== name.toLowerCase();

/** The text without what stands in angle brackets at its end: `Map<K, V>`. */
export function withoutArguments(text: string): string {
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

/** How long a reference of Rust lives, which is no part of its type: `&'a mut Pool`. */
const lifetime = /&'\w+ /g;

/** Types that stand for what they hold: its members are called on them. */
const holders =
  'unique_ptr shared_ptr weak_ptr QPointer Box Rc Arc Cow Option Optional Ref RefMut Lazy Promise Future Task'
    .split(' ')
    .map((name) => `${name}<`);

/** A row with what such types hold in their place: `Pool pool` for `std::unique_ptr<Pool> pool`. */
function withoutHolders(row: string): string {
  let text = row;
  for (const holder of row.includes('<') ? holders : [])
    for (let at = text.indexOf(holder); at >= 0; at = text.indexOf(holder, at + 1)) {
      if (at > 0 && isNameSign(text, at - 1)) continue;
      const inside = at + holder.length;
      let end = inside;
      for (let depth = 1; end < text.length; end += 1) {
        if (text[end] === '<') depth += 1;
        else if (text[end] === '>' && --depth === 0) break;
      }
      text = text.slice(0, at) + text.slice(inside, end) + text.slice(end + 1);
    }
  return text;
}

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

/** True for a type that the question is about; with the type in it that is named by it, where the outer one tells, and what it is named on. */
export type IsKnown = (name: string, inner?: string, on?: string) => boolean;

/** True for a text that goes on with a member of what stands before it. */
const isMember = (after: string): boolean => ['.', '?.', '->'].some((sign) => after.startsWith(sign));

/** What stands in angle brackets of a call: the types that it may return, `Pool` of `create<Pool>()`. */
function typesMade(call: string, isOfMember: boolean): readonly string[] {
  const [made = ''] = call.split('(');
  const isCalled = made.length < call.length && (isOfMember || made.charAt(0) === made.charAt(0).toLowerCase());
  return isCalled && made.endsWith('>') ? (made.slice(withoutArguments(made).length).match(nameRuns) ?? []) : [];
}

/**
 * The types that stand beside a variable where rows declare it, in any language: known ones on either side of it, and
 * others behind a sign, `pool: Pool`, `pool = Pool(`: these end with the bracket where they are called, as a function may be.
 * Of comments those are read that have a tag for it.
 */
export function typesBeside(
  text: string,
  variable: string,
  isKnown: IsKnown,
  language: Language | undefined,
): Set<string> {
  const types = new Set<string>();
  for (const { at, end } of placesOfVariable(text, variable)) {
    const [start, next] = [text.lastIndexOf('\n', at) + 1, text.indexOf('\n', end)];
    const whole = text.slice(start, next < 0 ? text.length : next);
    const isTagged = typeTags.some((tag) => whole.includes(tag));
    if (isCommentRow(whole) && !isTagged) continue;
    const row = isCommentRow(whole) ? withoutBraces(whole) : whole;
    const behind = withoutHolders(row.slice(end - start, end - start + maxDeclarationChars))
      .replaceAll(lifetime, '&')
      .trimEnd();
    const before = withoutHolders(row.slice(Math.max(0, at - start - maxDeclarationChars), at - start));
    const declared = isTagged || language?.declaresTypeFirst ? typeBefore(before) : undefined;
    // What is declared as an interface is that, whatever it is made as: `IPool Pool { get; } = new Pool()`.
    const isToldBefore =
      declared !== undefined && isTypeName(declared) && behind.includes('=') && !behind.startsWith(':');
    let [read, on, root] = [0, '', ''];
    for (const { 0: name, index } of isToldBefore ? [] : behind.matchAll(nameRuns)) {
      const between = behind.slice(read, index);
      if (
        between === '' ||
        operators.some((one) => between.trim().startsWith(one)) ||
        ![...between].every((sign) => typeSigns.has(sign) || (read > 0 && sign === '.'))
      )
        break;
      read = index + name.length;
      const holder = ['.', '::'].includes(between) ? on : undefined;
      if (holder === undefined) root = name;
      on = name;
      // Of `Shop::Pool` the last name is the type.
      const step = ['::', '.'].find((sign) => behind.startsWith(sign, read));
      const inner = step === undefined ? '' : (behind.slice(read + step.length).match(nameRuns)?.[0] ?? '');
      if (isCapital(inner) && !isKnown(name, inner)) continue;
      const named = typesMade(behind.slice(index), between.endsWith('.'));
      const known = named.filter((one) => isKnown(one));
      // A single type that a function is told is what it returns: `store.get<Pool>()`.
      const isSingle =
        named.length === 1 && isCapital(named[0]!) && !typeWords.has(name) && !isNamed(behind.slice(0, index), 'new');
      const made = known.length > 0 || !isSingle ? known : named;
      for (const one of made) types.add(one);
      if (made.length > 0) break;
      // What a call returns is called on: `pool := store.Open().Pool()` is no `Open`.
      if (behind[read] === '(' && isMember(behind.slice(closingOf(behind, read) + 1))) break;
      const isDeclaring = language?.declaresTypeLast || behind.slice(0, index).trim() !== '';
      const isSaid = isDeclaring && isTypeEnd(behind, read);
      const isType = isKnown(name) || (isTypeName(name) && isSaid);
      const isCalled = withoutArguments(behind.slice(0, behind.indexOf('(', read))).length === read;
      // `bucket.Cursor()` is what that function returns, unless `bucket` is a module.
      const isOnVariable = isCalled && between === '.' && !isCapital(root) && !isNamed(behind.slice(0, index), 'new');
      // `http.Handler` is no `Handler` of ours.
      if (holder !== undefined && isKnown(name) && !isKnown(name, undefined, holder)) types.add(`${holder}.${name}`);
      else if (isType && isOnVariable && isKnown(name)) types.add(`${root}.${name}(`);
      else if (isType) types.add(isCalled && !isKnown(name) ? `${name}(` : name);
      if (isType || !(typeWords.has(name) || behind[read] === '.' || behind.startsWith('::', read))) break;
    }
    // Before `for name: Type` stands a label.
    const isLabelled = behind.startsWith(':') && !behind.startsWith('::');
    const name = isLabelled ? undefined : declared;
    const isGiven = behind.startsWith(' = ') && name !== undefined && !typeWords.has(name);
    if (name !== undefined && (isKnown(name) || isTypeName(name) || isGiven)) types.add(name);
  }
  return types;
}

/** The known types that rows declare a variable as a list or a map of, or make its elements of. */
export function elementsBeside(text: string, variable: string, isKnown: (name: string) => boolean): Set<string> {
  const types = new Set<string>();
  for (const { at, end } of placesOfVariable(text, variable)) {
    const [start, next] = [text.lastIndexOf('\n', at) + 1, text.indexOf('\n', end)];
    const [before, whole] = [text.slice(start, at).trimEnd(), text.slice(end, next < 0 ? undefined : next)];
    const isDeclared = [':', ' [', ' map[', ' *[', ' = ', ' := '].some((sign) => whole.startsWith(sign));
    const behind = isDeclared ? whole.slice(0, maxDeclarationChars) : '';
    const opening = Math.min(...['[', '<', '{', '('].map((sign) => behind.indexOf(sign)).filter((one) => one >= 0));
    const inside = Number.isFinite(opening) ? behind.slice(opening) : '';
    const written = ['>', ']', '>&', ']&', '>*'].some((sign) => before.endsWith(sign)) ? before : '';
    for (const name of `${written} ${inside}`.match(nameRuns) ?? []) if (isKnown(name)) types.add(name);
  }
  return types;
}

/** Words where a type stands that say nothing of it. */
const openTypes = new Set('any unknown object Object dynamic mixed interface id'.split(' '));

/** The type of a parameter, which may be a word in small letters: `(string name)`, `(name: str)`. */
export function typesInHead(signature: string, parameter: string, language: Language | undefined): Set<string> {
  const head = signature.slice(Math.max(0, signature.indexOf('('))).replaceAll('=', ';');
  const types = typesBeside(head, parameter, (name) => name.length > 1 && !typeWords.has(name), language);
  return [...types].some((type) => openTypes.has(type)) ? new Set() : types;
}

/** An expression that rows give to a variable. */
interface Given {
  expression: string;
  /** Which of several it is that are given at once: `lease, err := pool.lease()`. */
  pick?: number;
  /** True for one of the elements of it: `for lease in leases`. */
  isElement?: true;
  /** The function that gives it to one that it is given: `use` of `store.use((pool) => pool.take())`. */
  giver?: string;
}

const givingSigns = [' := ', ' = '];

/** Signs between a variable of a loop and what it runs over. */
const loopSigns = [' := range ', ' = range ', ' in ', ' of ', ' : '];
/** What stands behind a parameter of a function that is given to another: `leases.map((lease) => …)`. */
const callbackSigns = [' =>', ') =>', ' ->', '|'];

/** What a loop runs over, or what a function is called on that a callback is given to, with that function. */
function runOver(before: string, after: string): Given | undefined {
  const sign = loopSigns.find((one) => after.startsWith(one));
  const element = (expression: string): Given => ({ expression, isElement: true });
  if (sign !== undefined && isNamed(before, 'for')) return element(expressionAtStart(after.slice(sign.length)));
  const [each, over] = before.split('foreach (');
  if (over !== undefined && each!.trim() === '' && over.includes(' as ')) return element(over.slice(0, over.indexOf(' as '))); // prettier-ignore
  if (!callbackSigns.some((one) => after.startsWith(one))) return undefined;
  let end = before.length;
  while (end > 0 && ' ({|'.includes(before[end - 1]!)) end -= 1;
  const method = end < before.length ? nameAtEnd(before.slice(0, end)) : undefined;
  if (!method) return undefined;
  return { ...element(expressionAtEnd(beforeMember(method.before) ?? '')), giver: method.name };
}

/** The expression that a text begins with, up to what stands behind a bracket that it does not open. */
function expressionAtStart(text: string): string {
  for (let at = 0, depth = 0; at < text.length; at += 1) {
    if ('([{'.includes(text[at]!)) depth += 1;
    else if (')]}'.includes(text[at]!)) depth -= 1;
    if (depth < 0 || (depth <= 1 && ['{', ':', ' '].includes(text[at]!))) return text.slice(0, at);
  }
  return text;
}

/** What rows give to a variable: `pool` of `self._pool = pool`, `pool.lease(3)` of `const lease = await pool.lease(3);`. */
export const givenTo = (text: string, variable: string): Given[] =>
  [...placesOfName(text, variable)].flatMap((at): Given[] => {
    const [start, end] = [text.lastIndexOf('\n', at) + 1, text.indexOf('\n', at)];
    const [before, after] = [text.slice(start, at), text.slice(at + variable.length, end < 0 ? undefined : end)];
    if (isCommentRow(before + variable)) return [];
    const over = runOver(before, after);
    if (over !== undefined) return [over];
    const sign = givingSigns.find((one) => after.includes(one));
    if (sign === undefined) return [];
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
export function bareExpression(text: string): string {
  let bare = text.trim();
  while (bare !== '' && ';?!,'.includes(bare.at(-1)!)) bare = bare.slice(0, -1).trimEnd();
  while (bare !== '' && '*&!'.includes(bare.charAt(0))) bare = bare.slice(1).trimStart();
  const word = leadingWords.find((one) => bare.startsWith(`${one} `));
  return word === undefined ? bare : bareExpression(bare.slice(word.length));
}

/** Where the bracket opens that the text ends with; undefined where none does. */
export function openingOf(text: string): number | undefined {
  let depth = 0;
  for (let at = text.length - 1; at >= 0; at -= 1) {
    if (')]}'.includes(text[at]!)) depth += 1;
    else if ('([{'.includes(text[at]!) && --depth === 0) return at;
  }
  return undefined;
}

/** A name that a text ends with, and what stands before it. */
export interface NamedEnd {
  name: string;
  before: string;
}

export function nameAtEnd(text: string): NamedEnd | undefined {
  const name = (text.match(nameRuns) ?? []).at(-1);
  return name !== undefined && text.endsWith(name) ? { name, before: text.slice(0, -name.length) } : undefined;
}

/** A text without the sign of a member that it ends with, `pool` of `pool.`; undefined where it ends with none. */
export function beforeMember(text: string): string | undefined {
  const sign = ['::', '->', '?.', '!.', '.', ':'].find((one) => text.endsWith(one));
  return sign === undefined ? undefined : text.slice(0, -sign.length);
}

/** What a path begins with: `os` of `os.path.`. */
export function rootOf(before: string): string {
  let start = before.length;
  while (start > 0 && (isNameSign(before, start - 1) || '.:'.includes(before[start - 1]!))) start -= 1;
  return before.slice(start).match(nameRuns)?.[0] ?? '';
}

// Where a comment begins that says the type of what stands in brackets: `/** @type {Pool} */ (store)`.
function castBefore(text: string, start: number): number {
  const before = text.slice(0, start).trimEnd();
  const opening = before.endsWith('*/') ? before.lastIndexOf('/*') : -1;
  return before.slice(opening).includes('@type') ? opening : start;
}

/** The expression that a text ends with: `pool.lease(3)` of `if (ready && pool.lease(3)`. */
export function expressionAtEnd(text: string): string {
  let start = text.length;
  for (;;) {
    for (let last = text[start - 1]; last === ')' || last === ']'; last = text[start - 1]) {
      const opening = openingOf(text.slice(0, start));
      if (opening === undefined) break;
      start = opening;
    }
    const named = nameAtEnd(withoutArguments(text.slice(0, start)));
    if (!named) return text.slice(start).startsWith('(') ? text.slice(castBefore(text, start)) : '';
    const member = beforeMember(named.before);
    // Before a variable of PHP a dot joins texts.
    const isJoined = named.name.startsWith('$') && named.before.endsWith('.');
    if (member === undefined || isJoined) return text.slice(named.before.length);
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
export function returnedBy(one: Candidate): string {
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
export function closingOf(text: string, opening: number): number {
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

/** What takes the types of what a function is given before it: `Action<Pool>`, `Consumer<Pool>`, `(Pool) -> Unit`, `(pool: Pool) => void`, `func(*Pool)`, `impl FnOnce(&Pool)`. */
const functionTypes =
  /\b(?:Action|Func|Consumer|Predicate|BiConsumer)<([^<>]{1,200})|\((\(?[^()]{1,200})\) (?:->|=>)|\b(?:func|Fn|FnOnce|FnMut)\(([^()]{1,200})\)/g;

/** The types of what a function that is given to another takes, by the head of the other. */
export function typesGiven(signature: string): string[] {
  const taken = [...signature.matchAll(functionTypes)].map((found) => found[1] ?? found[2] ?? found[3] ?? '');
  return taken.flatMap((one) => (one.match(nameRuns) ?? []).filter(isCapital));
}

/** Words for the type that a function stands in. */
const ownWords = new Set(['Self', 'self', 'static', 'this', '$this']);

/** The names of types in what a function returns; of several values, those of the one that is picked. */
export function typesReturned(one: Candidate, pick: number | undefined, isKnown: (name: string) => boolean): string[] {
  const text = returnedBy(one);
  const values = text.startsWith('(') ? text.slice(1).split(',') : [text];
  const picked = pick === undefined && values.length > 1 ? '' : (values[pick ?? 0] ?? '');
  const own = one.symbol.path.at(-2);
  const words = (picked.match(nameRuns) ?? []).map((word) => (ownWords.has(word) && own !== undefined ? own : word));
  if (words.some((word) => openTypes.has(word))) return [];
  return words.filter((word) => isKnown(word) || (word.length > 1 && !typeWords.has(word)));
}

/** The expressions that rows of a function return: `pool` of `return pool;`, `new Pool()` of `() => new Pool()`. */
export function returnsOf(rows: Rows, { start, end }: OutlineSymbol): { expression: string; row: number }[] {
  const found: { expression: string; row: number }[] = [];
  for (let row = start; row <= end; row += 1) {
    const text = rows.row(row).trim();
    const sign = ['return ', ' => '].find((one) => (one === 'return ' ? text.startsWith(one) : text.includes(one)));
    if (sign !== undefined) found.push({ expression: text.slice(text.indexOf(sign) + sign.length), row });
  }
  return found;
}

/** What a block calls what it is given without naming it. */
export const blockWords = new Set(['it', '$0']);

/** True for a function whose head says the type of `this`. */
export const isSelfTyped = (one: OutlineSymbol | undefined): boolean =>
  one?.parameters.some(({ name }) => name === 'this') === true || one?.signature.includes('(this: ') === true;

/** What tests call the thing that they test: `subject { Pool }`. */
export const underTest = new Set(['subject', 'described_class', 'sut', 'SUT']);

// Section: what stands around a name over several rows.

/** Most rows of one chain of calls. */
const maxChainRows = 12;

/** True for a text that closes a bracket which it does not open: `)).`. */
function closesMore(text: string): boolean {
  let depth = 0;
  for (const sign of text) {
    if ('([{'.includes(sign)) depth += 1;
    else if (')]}'.includes(sign) && --depth < 0) return true;
  }
  return false;
}

/** The text before a name in its row, with the rows above that a chain of calls begins in. */
export function chainBefore(rows: Rows | undefined, row: number, text: string): string {
  let before = text.trimStart();
  for (let above = row - 1; rows && above >= Math.max(0, row - maxChainRows); above -= 1) {
    const own = rows.row(above).trim();
    const isSplit =
      own.endsWith('.') || ['.', '->', '::', '?.', '!.'].some((sign) => before.startsWith(sign)) || closesMore(before);
    if (!isSplit || before.startsWith('..') || isCommentRow(own)) break;
    before = own + before;
  }
  return before;
}

/** What stands before the bracket around a name: `Pool` of `Pool{Size: 3, Name: `; of a value in a list of them what the list is of; at most so many rows above. */
export function writtenAround(
  rows: Rows | undefined,
  row: number,
  { before, most }: { before: string; most: number },
): string | undefined {
  let text = before;
  for (let above = row - 1, depth = 0; ; above -= 1) {
    for (let at = text.length - 1; at >= 0; at -= 1) {
      if (')]}'.includes(text[at]!)) depth += 1;
      else if ('([{'.includes(text[at]!)) depth -= 1;
      if (depth >= 0) continue;
      const head = text.slice(0, at).trimEnd();
      const name = (head.match(nameRuns) ?? []).at(-1);
      if (name !== undefined && head.endsWith(name)) return name;
      // `size(): { pool: Pool } {` and `inner: { pool: 3 }` are of no type by their bracket.
      if (text[at] === '{' && '):>'.includes(head.at(-1) ?? ' ')) return undefined;
      depth = 0;
    }
    if (!rows || above < 0 || above < row - most) return undefined;
    text = rows.row(above);
  }
}
