/** Finds one symbol of a query space, by name or position: its whole text and its surroundings. */
import type { Rows } from '../chunk/block';
import { languageOfEnding, languages, wordsOf as wordsIn, type Language } from '../../languages/table';
import { Slices } from '../index/scheduling';
import { type Part, piecesOf, type Piece } from '../parts';
import { placesOfName } from '../read/nodes';
import type { OutlineSymbol } from '../read/types';
import {
  joinIdentifier,
  declaredMark,
  eachTermOfWord,
  isInWord,
  joinedMark,
  splitIdentifier,
  wordsOf,
} from '../text/tokens';
import type { SkippedPath } from '../types';
import {
  documentationOf,
  headOf,
  wholeRows,
  byText,
  nameOfSource,
  namesOfPlace,
  sourceOf,
  sourcesOf,
  type CodeReader,
  type CodeSource,
  type OutlinedCode,
} from './sources';
import type { FoundSymbol, PlacedSymbol, SymbolHead, SymbolRequest, SymbolResult } from '../querySpace';
import { Scorer } from '../rank/bm25f';
import { isTranslation, rolesOf, priorOf } from '../rank/fileKinds';
import { analyse } from '../rank/question';

/** Most sources read for one name, the likeliest first. */
const maxSources = 200;
/** Most siblings listed. */
const maxSiblings = 100;

export const typeKinds: ReadonlySet<string> = new Set(['class', 'interface', 'enum', 'type']);

/** Kinds of symbols listed behind other definitions of the same name. */
const secondary: ReadonlySet<string> = new Set(['declaration', 'implementation', 'variable', 'key', 'section', 'test']);

/** Kinds of values: of a field and a method of one name in one type, the method is meant. */
const valueKinds: ReadonlySet<string> = new Set(['field', 'property']);
/** What a value counts less: no more than decides between members of one type. */
const valueShare = 0.001;

export interface Candidate {
  from: CodeSource;
  code: OutlinedCode;
  symbol: OutlineSymbol;
  score: number;
}

export interface Looking {
  parts: readonly Part[];
  reader: CodeReader;
  signal: AbortSignal;
}

/** What is made once for a request, when it is first asked for. */
export function onceFor<T>(make: (looking: Looking) => T): (looking: Looking) => T {
  const made = new WeakMap<Looking, { one: T }>();
  return (looking) => {
    const known = made.get(looking) ?? { one: make(looking) };
    made.set(looking, known);
    return known.one;
  };
}

/** True when `names` holds all steps in this order. */
export function holdsSteps(names: readonly string[], steps: readonly string[]): boolean {
  let at = 0;
  for (const name of names) if (at < steps.length && joinIdentifier(name) === joinIdentifier(steps[at]!)) at += 1;
  return at === steps.length;
}

/** True when the words of one name are among those of another: `diagnostics` and `DiagnosticsConfiguration`. */
export function sharesWords(name: string, other: string): boolean {
  const words = splitIdentifier(name);
  const others = splitIdentifier(other);
  return words.length > 0 && words.every((word) => others.includes(word));
}

/** How well a symbol matches the asked name; 0 when it has another name. */
export function matchOf({ name, path, kind }: OutlineSymbol, place: string, asked: AskedName): number {
  const operator = operatorIn(asked.name);
  if (operator === undefined ? joinIdentifier(name) !== joinIdentifier(asked.name) : operatorIn(name) !== operator)
    return 0;
  const isSame = name === asked.name ? 4 : 2;
  const around = path.slice(0, -1);
  const isInside = asked.around.length > 0 && holdsSteps(around, asked.around) ? 8 : 0;
  const isThere =
    asked.around.length > 0 && !isInside && holdsSteps([...namesOfPlace(place), ...around], asked.around) ? 6 : 0;
  // `Shop::Cart` is no `_cart` somewhere else.
  if (asked.around.length > 0 && !isInside && !isThere && name !== asked.name) return 0;
  const isOfItsFile = namesOfPlace(place).at(-1) === name ? 0.5 : 0;
  // A constructor has the name of its type, and the type is meant.
  const isConstructor = around.at(-1) === name && !typeKinds.has(kind) ? 1.5 : 0;
  const isPrimary = secondary.has(kind) ? 0 : valueKinds.has(kind) ? 1 - valueShare : 1;
  const [on, container] = [asked.around.at(-1), around.at(-1)];
  const mayBeNear = on !== undefined && container !== undefined && isInside + isThere === 0;
  const isOn = mayBeNear && joinIdentifier(on) === joinIdentifier(container);
  const isNear = isOn ? 7 : mayBeNear && sharesWords(on, container) ? 5 : 0;
  return (
    isSame + isInside + isThere + isNear + isOfItsFile + isPrimary - isConstructor - Math.min(path.length, 10) / 100
  );
}

/** How likely a source holds the asked symbol, before it is read. */
function promiseOf({ symbols, prior, place }: NamedSource, { name, around }: AskedName): number {
  let best = 0;
  for (const symbol of symbols) {
    const own = symbol.split('.');
    const isSame = own.at(-1) === name;
    best = Math.max(best, (isSame ? 1 : 0) + (around.length > 0 && holdsSteps(own, around) ? 2 : 0));
  }
  return best + prior + (around.length > 0 && holdsSteps(namesOfPlace(place), around) ? 1 : 0);
}

/** Most characters of a row that defines something; longer ones were written by a program. */
const maxHeadChars = 2_000;

/** The symbols of a name, the likeliest first; `left` is the number of sources that were not read. */
export async function candidatesOf(
  asked: AskedName,
  kinds: SymbolRequest['kinds'],
  { parts, reader, signal }: Looking,
): Promise<{ candidates: Candidate[]; left: number; isTooMany: boolean }> {
  const sources = declaringSources(parts, asked);
  if (!sources) return { candidates: [], left: 0, isTooMany: true };
  const promised = sources.map((from) => ({ from, promise: promiseOf(from, asked) }));
  promised.sort((a, b) => b.promise - a.promise || byText(a.from.place, b.from.place));
  const slices = new Slices();
  const candidates: Candidate[] = [];
  for (const { from } of promised.slice(0, maxSources)) {
    const code = await reader.outlined(from);
    await slices.rest();
    signal.throwIfAborted();
    if (typeof code === 'string') continue;
    for (const symbol of code.outline.symbols) {
      if (kinds && !kinds.includes(symbol.kind)) continue;
      // What is packed into one row is nobody's to ask for; a page that was kept for a test holds scripts of others.
      if (code.rows.row(symbol.nameRow).length > maxHeadChars) continue;
      const match = matchOf(symbol, from.place, asked);
      if (match > 0) candidates.push({ from, code, symbol, score: match * from.prior });
    }
  }
  candidates.sort((a, b) => b.score - a.score || byText(a.from.place, b.from.place) || a.symbol.start - b.symbol.start);
  return { candidates, left: Math.max(0, promised.length - maxSources), isTooMany: false };
}

/** Most types that are looked at for the constructor that a type inherits. */
const maxInherited = 12;

/** The names in the head of a type behind its own: of what it extends, among others. */
const namesBehind = ({ name, signature }: OutlineSymbol): string[] =>
  wordsOf(signature.slice(signature.indexOf(name) + name.length));

/** True for a type that has a member by one of the names. */
const hasOwn = ({ code: { outline }, symbol }: Candidate, names: readonly string[]): boolean =>
  outline.symbols.some((one) => outline.symbols[one.parent ?? -1] === symbol && names.includes(one.name));

/** True for the head of a type that extends another and has no constructor of its own. */
export const inheritsMaking = (one: Candidate, type: string, constructors: readonly string[]): boolean =>
  typeKinds.has(one.symbol.kind) && namesBehind(one.symbol).includes(type) && !hasOwn(one, constructors);

/**
 * What `Part.new` or `Part.initialize` means: the constructor of the type or the one that it inherits, and the type itself
 * where there is none; any other name unchanged.
 */
export async function asMade<Asked extends AskedName>(asked: Asked, looking: Looking): Promise<Asked> {
  const around = asked.around.slice(0, -1);
  const [first] = asked.around.slice(-1);
  const isMaking = ({ makes, constructors }: Language) =>
    makes === asked.name || wordsIn(makes && constructors).includes(asked.name);
  if (first === undefined || !languages.some(isMaking)) return asked;
  const types = [first];
  let found = asked;
  for (let at = 0; at < Math.min(types.length, maxInherited); at += 1) {
    const name = types[at]!;
    const { candidates } = await candidatesOf({ name, around: at === 0 ? around : [] }, undefined, looking);
    for (const one of candidates) {
      const { language } = one.code;
      if (one.symbol.name !== name || !typeKinds.has(one.symbol.kind) || !language || !isMaking(language)) continue;
      const own = [asked.name, ...wordsIn(language.constructors)].find((constructor) => hasOwn(one, [constructor]));
      if (own !== undefined) return { ...asked, name: own, around: at === 0 ? [...around, name] : [name] };
      if (at === 0) found = { ...asked, name, around };
      for (const behind of namesBehind(one.symbol)) if (!types.includes(behind)) types.push(behind);
    }
  }
  return found;
}

/** Signs that some languages write before a name where it is used, and others where it is declared. */
const signs = '@$:&%';

/** The asked name as it is declared, with or without signs before it, where nothing has it to the letter. */
export function asDeclared<Asked extends AskedName>(asked: Asked, candidates: readonly Candidate[]): Asked {
  const bare = (name: string) => name.slice([...name].findIndex((sign) => !signs.includes(sign)));
  const names = candidates.map(({ symbol }) => symbol.name);
  const [first] = names;
  if (names.includes(asked.name) || first === undefined) return asked;
  if (operatorIn(asked.name) !== undefined) return { ...asked, name: first };
  return { ...asked, name: names.find((name) => bare(name) === bare(asked.name)) ?? asked.name };
}

/** Signs between the steps of a namespace as files write it. */
const namespaceSigns = ['\\', '.', '::', '/'];

/** True for a symbol of a file that names all steps before the name in one, as the head of its namespace does. */
const isInNamespace = ({ code: { rows }, symbol }: Candidate, around: readonly string[]): boolean =>
  symbol.path.length === 1 && around.length > 1 && namespaceSigns.some((sign) => rows.text.includes(around.join(sign)));

/**
 * True when the name stands in other types only: there is no `Nonsense.open` here. Only what looks like a type can be
 * missed so: the name of a package or an alias need not stand anywhere.
 */
export function isElsewhere(candidates: readonly Candidate[], { around }: AskedName, { parts }: Looking): boolean {
  const on = around.at(-1) ?? '';
  if (candidates.length === 0 || on.charAt(0) === on.charAt(0).toLowerCase()) return false;
  const isOn = (name: string) => joinIdentifier(name) === joinIdentifier(on);
  const isLikeOn = (name: string) => sharesWords(on, name);
  const holding = ({ from, symbol }: Candidate) => [...namesOfPlace(from.place), ...symbol.path.slice(0, -1)];
  if (candidates.some((one) => holding(one).some(isOn) || isInNamespace(one, around))) return false;
  const isHere = declaringSources(parts, { name: on })?.length !== 0;
  return isHere || !candidates.some((one) => holding(one).some(isLikeOn));
}

export function placed({ from, code, symbol }: Candidate): PlacedSymbol {
  return { source: sourceOf(from), ...headOf(symbol, code.rows) };
}

/** The text of as many whole rows as fit; at least a part of the first. */
function textWithin(rows: Rows, { start, end }: { start: number; end: number }, most: number): string {
  if (rows.size(start, end) <= most) return rows.slice(start, end);
  let last = start;
  while (last < end && rows.size(start, last + 1) <= most) last += 1;
  return rows.slice(start, last).slice(0, most);
}

/** Words for the object or type that a row is inside of. */
export const selfWords = new Set(['this', 'self', 'Self', 'cls', 'static', 'super', '$this', '@', 'me', 'base']);
/** The receiver before a name: `pool.take`, `Pool::take`, `pool:take`, `this->take`. */
const receiver = /(?<![\p{L}\p{N}_$@])([\p{L}\p{N}_$@]+)(?:\([^()]*\)|\[[^[\]]*\])?[?!]?(?:\.|::?|->|\\|#)$/u;
/** What a name is called on, by the text before it in its row. */
export const receiverOf = (before: string): string | undefined => receiver.exec(before)?.[1];

/** True for what a head names as the value that it is a member of: `u` of `func (u *Upload) Start()`. */
function isReceiver(on: string, { signature, path }: OutlineSymbol): boolean {
  const declared = signature.slice(signature.indexOf('(') + 1, signature.indexOf(')'));
  return declared.startsWith(`${on} `) && path.length > 1 && !placesOfName(declared, path.at(-2)!).next().done;
}

/** What a row of a symbol calls a name on, `…` for what is no name; itself is not told. */
export function calledOn(text: string, name: string, symbol: OutlineSymbol): string | undefined {
  const [at = 0] = placesOfName(text, name);
  const before = text.slice(0, at);
  const on = receiverOf(before) ?? (['.', '->'].some((sign) => before.endsWith(sign)) ? '…' : undefined);
  return on === undefined || selfWords.has(on) || isReceiver(on, symbol) ? undefined : on;
}

/** What a symbol calls, and what it calls that on. */
function calledBy({ code: { rows }, symbol }: Candidate): FoundSymbol['calls'] {
  return symbol.calls.map(({ name, row }) => {
    const on = calledOn(rows.row(row), name, symbol);
    return { name, line: row + 1, ...(on !== undefined && { on }) };
  });
}

function siblingsOf({ code, symbol }: Candidate): SymbolHead[] {
  const others = code.outline.symbols.filter((one) => one !== symbol && one.parent === symbol.parent);
  return others.slice(0, maxSiblings).map((one) => headOf(one, code.rows));
}

function foundOf(
  candidate: Candidate,
  { characters, siblings }: SymbolRequest,
  span = wholeRows(candidate.symbol),
): FoundSymbol {
  const { code, symbol } = candidate;
  const { rows, outline, language } = code;
  const text = textWithin(rows, span, characters);
  const container = symbol.parent === undefined ? undefined : outline.symbols[symbol.parent];
  const documentation = documentationOf(rows, symbol.documentation);
  return {
    ...placed(candidate),
    lines: { start: span.start + 1, end: span.end + 1 },
    language: language?.id ?? '',
    text,
    ...(symbol.headEnd !== undefined && { head: { start: symbol.start + 1, end: symbol.headEnd + 1 } }),
    ...(documentation === '' ? {} : { fullDocumentation: documentation }),
    isCut: text.length < rows.slice(span.start, span.end).length,
    ...(container ? { container: headOf(container, rows) } : {}),
    ...(siblings ? { siblings: siblingsOf(candidate) } : {}),
    calls: calledBy(candidate),
  };
}

/** Kinds of which several declarations may be one thing. */
const overloadKinds: ReadonlySet<string> = new Set(['function', 'method']);
/** Rows from the end of one declaration to the next beside it: at most one, such as an empty one or `#else`, is between. */
const maxGap = 2;

/** A function and those of the same name right beside it, in order. */
function overloadsOf(best: Candidate, others: readonly Candidate[]): Candidate[] {
  if (!overloadKinds.has(best.symbol.kind)) return [best];
  const name = best.symbol.path.join('.');
  const isAlike = ({ from, symbol }: Candidate) => from === best.from && symbol.path.join('.') === name;
  const alike = others.filter((one) => overloadKinds.has(one.symbol.kind) && isAlike(one));
  const sorted = [best, ...alike].sort((a, b) => a.symbol.start - b.symbol.start);
  const spans = sorted.map(({ symbol }) => wholeRows(symbol));
  const isBeside = (at: number) => spans[at]!.start - spans[at - 1]!.end <= maxGap;
  let [first, last] = [sorted.indexOf(best), sorted.indexOf(best)];
  while (first > 0 && isBeside(first)) first -= 1;
  while (last < sorted.length - 1 && isBeside(last + 1)) last += 1;
  return sorted.slice(first, last + 1);
}

/** The innermost symbol around a row; documentation is part of its symbol. */
export function symbolAt(symbols: readonly OutlineSymbol[], row: number): OutlineSymbol | undefined {
  let found: OutlineSymbol | undefined;
  for (const symbol of symbols) {
    const { start, end } = wholeRows(symbol);
    if (start <= row && row <= end) found = symbol;
  }
  return found;
}

/** Reads the only source of a request by position. */
export async function readPlace({
  parts,
  reader,
}: Looking): Promise<{ from: CodeSource; code: OutlinedCode } | SkippedPath[]> {
  const [from] = sourcesOf(parts);
  if (!from) return [];
  const code = await reader.outlined(from);
  return typeof code === 'string' ? [{ path: nameOfSource(from), reason: code }] : { from, code };
}

async function atPlace(line: number, request: SymbolRequest, looking: Looking): Promise<SymbolResult> {
  const nothing = { others: [], left: 0, nearest: [], skipped: [] };
  const read = await readPlace(looking);
  if (Array.isArray(read)) return { ...nothing, skipped: read };
  const { from, code } = read;
  const { symbols } = code.outline;
  const symbol = symbolAt(symbols, line - 1);
  if (symbol) return { ...nothing, symbol: foundOf({ from, code, symbol, score: 1 }, request) };
  const before = symbols.filter(({ end }) => end < line - 1).at(-1);
  const after = symbols.find(({ start }) => start > line - 1);
  const nearest = [before, after].filter((one) => one !== undefined);
  return {
    ...nothing,
    nearest: nearest.map(({ path, nameRow }) => ({ name: path.join('.'), source: sourceOf(from), line: nameRow + 1 })),
  };
}

/** The candidates whose lines hold the line first, the innermost of them before others. */
function heldFirst(candidates: readonly Candidate[], line: number): Candidate[] {
  const rowsOf = ({ symbol }: Candidate): number => {
    const { start, end } = wholeRows(symbol);
    return start < line && line <= end + 1 ? end - start : Infinity;
  };
  return candidates.toSorted((a, b) => (rowsOf(a) < rowsOf(b) ? -1 : rowsOf(a) > rowsOf(b) ? 1 : 0));
}

/** Finds the symbol at a line, or of a name; with both that of the name which stands at the line, if one does. */
export async function findSymbol(request: SymbolRequest, looking: Looking): Promise<SymbolResult> {
  const { name, line, limit } = request;
  if (name === undefined) return atPlace(line ?? 1, request, looking);
  const nothing: SymbolResult = { others: [], left: 0, nearest: [], skipped: [] };
  const written = askedNameOf(name);
  if (!written) return nothing;
  const asked = await asMade(written, looking);
  const { candidates, left, isTooMany } = await candidatesOf(asked, request.kinds, looking);
  if (isTooMany)
    return {
      ...nothing,
      skipped: [{ path: name, reason: 'It is declared in too many places: name a path, or what it stands in.' }],
    };
  if (isElsewhere(candidates, asked, looking))
    return { ...nothing, nearest: candidates.slice(0, maxNearest).map(nearby) };
  const [best, ...further] = line === undefined ? candidates : heldFirst(candidates, line);
  if (best) {
    const group = request.overloads ? overloadsOf(best, further) : [best];
    const [{ start }, { end }] = [wholeRows(group[0]!.symbol), wholeRows(group.at(-1)!.symbol)];
    const others = further.filter((one) => !group.includes(one));
    const told = others.slice(0, Math.max(0, limit - 1));
    return {
      symbol: { ...foundOf(best, request, { start, end }), ...(group.length > 1 && { overloads: group.length }) },
      others: told.map(placed),
      left: left + others.length - told.length,
      nearest: [],
      skipped: [],
    };
  }
  return { ...nothing, ...(await nearestTo(asked, Math.max(limit, maxNearest), looking)) };
}

const nearby = ({ from, symbol }: Pick<Candidate, 'from' | 'symbol'>): SymbolResult['nearest'][number] => ({
  name: symbol.path.join('.'),
  source: sourceOf(from),
  line: symbol.nameRow + 1,
});

/** Symbols with names similar to the asked one; `left` is the number of further names that it is a part of. */
async function nearestTo(
  asked: AskedName,
  most: number,
  { parts, reader, signal }: Looking,
): Promise<Pick<SymbolResult, 'nearest' | 'left'>> {
  const slices = new Slices();
  const rest = async () => {
    await slices.rest();
    signal.throwIfAborted();
  };
  const found: SymbolResult['nearest'] = [];
  const names = await nearestNames(parts, asked, { most, rest });
  for (const near of names.found) {
    await rest();
    const one = await symbolOf(near, reader);
    if (one) found.push(nearby(one));
  }
  return { nearest: found, left: names.left };
}

// Section: names as people write them, and the sources that declare them. The index holds the names that each passage
// declares, so a name is looked up in the postings of one term and only the sources found are read.

/** A name with the names around it, outermost first: `Store::open` asks for `open`, somewhere in `Store`. */
export interface AskedName {
  name: string;
  around: string[];
}

/** Most passages read for one name; with more the name is given up as too common. */
const maxPassages = 20_000;

/** The word that some languages write before the signs of an operator that they declare. */
const operatorWord = 'operator';

/** Where the signs begin that a text ends with. */
function signsAt(text: string): number {
  let at = text.length;
  while (at > 0 && !isInWord(text.charCodeAt(at - 1))) at -= 1;
  return at;
}

/** The signs of an operator's name, `==` of `operator ==` as of `==`; undefined for a name of words. */
function operatorIn(name: string): string | undefined {
  const signs = name.slice(signsAt(name));
  const word = name.slice(0, name.length - signs.length);
  return signs !== '' && (word === '' || word === operatorWord) ? signs.trim() : undefined;
}

/** An operator as the last step of a name, `[]=` of `Header.[]=`, with the text before it. */
function lastOperator(text: string): { before: string; name: string } | undefined {
  const at = signsAt(text);
  const signs = text.slice(at);
  if (at === 0) return signs === '' ? undefined : { before: '', name: signs };
  const sign = ['::', '.', '#'].find((one) => signs.startsWith(one) && signs.length > one.length);
  return sign === undefined ? undefined : { before: text.slice(0, at), name: signs.slice(sign.length) };
}

/** A name without the brackets of a call: `take(2)`, and `(<+>)`, but `operator()` is whole. */
function withoutCall(text: string): string {
  const inner = text.slice(1, -1);
  if (text.startsWith('(') && text.endsWith(')') && signsAt(inner) === 0) return inner.trim();
  const plain = text.replace(/\((?:[^()]|\([^()]*\))*\)$/, '');
  return plain.endsWith(operatorWord) ? text : plain;
}

/** Parses names such as `store.Store#open()`, `Body.==`, `Plug.Conn.put_status/2` or `file_store:open/1`; undefined when the text holds no name. */
export function askedNameOf(text: string): AskedName | undefined {
  const plain = withoutCall(text.trim().replace(`${operatorWord} `, operatorWord))
    .replace(/\/\d+$/, '')
    .replace(/(?<=\w)[!?]?;$/, '');
  const operator = lastOperator(plain);
  // `store:open/2` and `file_store:open` name a module; `test:unit` is one name.
  const [module = '', own] = plain.split(':');
  const isOfModule = module !== '' && own && (plain !== text.trim() || module.includes('_'));
  const steps = operator?.before ?? (isOfModule ? plain.replace(':', '.') : plain);
  const parts = steps.split(/::|->(?=[\w$@~])|(?<!\.)#(?=[\w$@~])|[./\\](?=[\w$@~#])/).filter((part) => part !== '');
  // `Chart.vue` is the component `Chart`.
  if (parts.length > 1 && languageOfEnding(parts.at(-1)!)?.fileIs === 'component') parts.pop();
  const name = operator?.name ?? parts.pop();
  return name === undefined ? undefined : { name, around: parts };
}

/** An empty question, which asks for no kind of file, so that sources are ranked by name alone. */
const noQuestion = analyse('');

export interface NamedSource extends CodeSource {
  /** Prior of the source, before it is read. */
  prior: number;
  /** Names of the symbols of its passages that hold the term. */
  symbols: Set<string>;
}

/** The sources with a passage that holds all terms, each once; undefined when the passages are too many. */
function sourcesOfTerms(pieces: readonly Piece[], scorer: Scorer, terms: readonly string[]): NamedSource[] | undefined {
  const passages = scorer.passagesOfAll(terms, maxPassages);
  if (!passages) return undefined;
  const found = new Map<Part, Map<string, NamedSource>>();
  for (const { place: piece, passage } of passages) {
    const { part, segment } = pieces[piece]!;
    const ofPart = found.get(part) ?? new Map<string, NamedSource>();
    found.set(part, ofPart);
    const key = segment.records.sourceOf(passage);
    const place = part.placeOf(key);
    // They say the same again, in some seventy files.
    if (isTranslation(place)) continue;
    const prior = priorOf(rolesOf(place), noQuestion);
    const source = ofPart.get(key) ?? { part, key, place, prior, symbols: new Set<string>() };
    ofPart.set(key, source);
    const symbol = segment.records.symbolOf(passage);
    if (symbol !== undefined) source.symbols.add(symbol);
  }
  // Where not all are read, it is the project's own code that is, in the same order in every index.
  return [...found.values()]
    .flatMap((sources) => [...sources.values()])
    .sort((a, b) => b.prior - a.prior || byText(a.place, b.place));
}

/** The sources that declare the name; undefined when they are too many to be read. */
export function declaringSources(parts: readonly Part[], { name }: Pick<AskedName, 'name'>): NamedSource[] | undefined {
  const pieces = piecesOf(parts);
  const scorer = new Scorer(pieces);
  const sources = sourcesOfTerms(pieces, scorer, [declaredMark + joinIdentifier(name)]);
  if (operatorIn(name) === undefined || !sources) return sources;
  // An operator is declared with the word or without it.
  const other = name.startsWith(operatorWord) ? '' : operatorWord;
  const further = sourcesOfTerms(pieces, scorer, [declaredMark + other]) ?? [];
  const isNew = ({ part, key }: NamedSource) => !sources.some((one) => one.part === part && one.key === key);
  return [...sources, ...further.filter(isNew)];
}

/** The sources that hold the name; undefined when it has no terms, or they are too many. */
export function holdingSources(parts: readonly Part[], { name }: Pick<AskedName, 'name'>): NamedSource[] | undefined {
  const terms: string[] = [];
  eachTermOfWord(name, (term) => terms.push(term));
  const isSplit = (term: string) => !term.startsWith(joinedMark);
  const pieces = piecesOf(parts);
  const scorer = new Scorer(pieces);
  if (!terms.some(isSplit)) return undefined;
  // In “read-file” the index holds one word, so search the parts first.
  return sourcesOfTerms(pieces, scorer, terms.filter(isSplit)) ?? sourcesOfTerms(pieces, scorer, terms);
}

/**
 * Most similar names shown when the name is not found, but for those that it is a part of, and most checked: some are
 * declared outside of what is searched.
 */
const [maxNearest, maxLooked] = [5, 500];
/** Terms examined between two pauses. */
const namesAtOnce = 20_000;
const maxComparedChars = 80;

/** Edits between two short words; `most + 1` where their lengths alone differ by more than `most`. */
function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + cost));
    }
    row = next;
  }
  return row[b.length]!;
}

/** Similarity from 0 (not similar) to 1 (equal). */
function likeness(asked: string, other: string): number {
  const [short, long] = asked.length < other.length ? [asked, other] : [other, asked];
  if (short.length >= 3 && long.includes(short))
    return (short.length / long.length) * (long.startsWith(short) ? 1 : 0.9);
  const most = Math.floor(long.length / 3);
  const edits = distance(asked, other, most);
  return edits > most ? 0 : 1 - edits / long.length;
}

export interface NearName {
  /** The name in small letters, without the signs between its words. */
  joined: string;
  from: CodeSource;
}

/** The first symbol that a source declares by such a name. */
export async function symbolOf({ joined, from }: NearName, reader: CodeReader): Promise<Candidate | undefined> {
  const code = await reader.outlined(from);
  if (typeof code === 'string') return undefined;
  const symbol = code.outline.symbols.find(({ name }) => joinIdentifier(name) === joined);
  return symbol && { from, code, symbol, score: 1 };
}

/** All declared names, lower case without separators, that score above 0, with their scores. */
async function declaredNames(pieces: readonly Piece[], worthOf: (joined: string) => number, rest: () => Promise<void>) {
  const values = new Map<string, number>();
  for (const { segment } of pieces) {
    const { terms } = segment;
    for (let id = 0; id < terms.size; id += 1) {
      if (id % namesAtOnce === 0) await rest();
      if (terms.beginningOf(id) >> 7 !== declaredMark.charCodeAt(0)) continue;
      const joined = terms.termOf(id).slice(declaredMark.length);
      const value = worthOf(joined);
      if (value > 0) values.set(joined, value);
    }
  }
  return values;
}

/**
 * The declared names most similar to the asked one, best first; `left` is the number of further ones that it is a part of.
 * @param most of the names that it is a part of
 */
export async function nearestNames(
  parts: readonly Part[],
  { name }: Pick<AskedName, 'name'>,
  { most = maxNearest, rest }: { most?: number; rest: () => Promise<void> },
): Promise<{ found: NearName[]; left: number }> {
  const asked = joinIdentifier(name).slice(0, maxComparedChars);
  const pieces = piecesOf(parts);
  const values = await declaredNames(pieces, (joined) => likeness(asked, joined), rest);
  const best = [...values].sort(([a, x], [b, y]) => y - x || a.length - b.length || (a < b ? -1 : 1));
  const scorer = new Scorer(pieces);
  const found: NearName[] = [];
  let left = 0;
  for (const [joined] of best.slice(0, maxLooked)) {
    const isPart = joined.includes(asked);
    if (!isPart && found.length >= maxNearest) continue;
    const [from] = sourcesOfTerms(pieces, scorer, [declaredMark + joined]) ?? [];
    if (from && found.length < most) found.push({ joined, from });
    else if (from && isPart) left += 1;
  }
  return { found, left };
}
