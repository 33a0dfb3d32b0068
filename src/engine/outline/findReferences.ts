/**
 * Finds where a name is defined, called, imported and used in a query space, by the trees of its sources. The index
 * tells which sources hold the words of the name; those are read, and parsed where the name really occurs. Cost: one
 * parse for each of them, the first time. Known limit: names are not resolved, and text that is not code is recognized
 * by the tree alone.
 */
import { isOutlined, mayCall, mayName, wordsOf, type Language } from '../../languages/table';
import { idOf } from '../parts';
import { Slices } from '../index/scheduling';
import { placesOfName } from '../read/nodes';
import type { Outline, OutlineSymbol } from '../read/types';
import { readReferences } from '../read/readOutline';
import {
  asDeclared,
  asMade,
  inheritsMaking,
  matchOf,
  typeKinds,
  candidatesOf,
  placed,
  readPlace,
  symbolAt,
  type Looking,
  askedNameOf,
  holdingSources,
  isElsewhere,
  selfWords,
  type AskedName,
  type Candidate,
} from './findSymbol';
import {
  byText,
  isTest,
  nameOfSource,
  sourceOf,
  sourcesOf,
  type CodeReader,
  type CodeSource,
  type KeptReference,
  type OutlinedCode,
} from './sources';
import {
  bodies,
  foreignNames,
  heldBy,
  isInAll,
  isUnbrought,
  meantUses,
  overridesOf,
  withoutForeign,
  type SourceReferences,
  type Told,
} from './receivers';
import { isSelfTyped, memberSigns, renamedIn } from './typeHints';
import { isCommentRow, isProseLanguage, withoutComments } from '../text/comments';
import { nameRuns, rowsOfText } from '../text/plain';
import { splitIdentifier } from '../text/tokens';
import type { ReferencesRequest, ReferencesResult, ReferencingSource } from '../querySpace';

/** Most sources read for one name, which need not occur in them. */
const maxRead = 5000;
/** Most sources with the name that are parsed. */
const maxParsed = 1500;
const maxRowChars = 200;
const maxNamed = 20;
/** Most sources named of those that could not be read for uses, of one language. */
const maxUntold = 3;

type Found = Omit<ReferencesResult, 'name' | 'definitions' | 'files' | 'tests'>;

/** The references to names in a source; undefined where it cannot be read for uses. */
export async function referencesOf(
  code: OutlinedCode,
  names: readonly string[],
  reader: CodeReader,
): Promise<KeptReference[][] | undefined> {
  const { source, language } = code;
  if (!language) return undefined;
  const what = (name: string) => `${language.id}:${name}`;
  const known = names.map((name) => reader.references.get(source, what(name)));
  const unread = names.filter((_, at) => known[at] === undefined);
  if (unread.length === 0) return known.map((one) => one!);
  const found = await readReferences({ text: source.text, names: unread }, language, reader.grammars);
  for (const [at, name] of unread.entries()) if (found) reader.references.put(source, what(name), found[at]!);
  return found && known.map((one, at) => one ?? found[unread.indexOf(names[at]!)]!);
}

/** A row without the blanks around it; of a long one what stands around the name. */
function shownRow(row: string, name: string): string {
  const text = row.trim();
  const [at = 0] = placesOfName(text, name);
  const isBehind = at + name.length > maxRowChars;
  return isBehind ? `…${text.slice(at - maxRowChars / 2, at + maxRowChars / 2)}` : text.slice(0, maxRowChars);
}

interface Collected {
  sources: SourceReferences[];
  /** Rows that have the name in a text. */
  quoted: Told[];
  /** Sources that hold the name and could not be read for uses, by their language. */
  untold: Map<string, CodeSource[]>;
  skipped: { path: string; reason: string }[];
  /** Number of sources that were not searched. */
  left: number;
}

async function collect(asked: AskedName, { parts, reader, signal }: Looking): Promise<Collected> {
  // A name without words of its own, such as an operator, may stand anywhere.
  const candidates = holdingSources(parts, asked) ?? sourcesOf(parts);
  candidates.sort((a, b) => byText(a.place, b.place));
  const slices = new Slices();
  const made: Collected = {
    sources: [],
    quoted: [],
    untold: new Map(),
    skipped: [],
    left: Math.max(0, candidates.length - maxRead),
  };
  for (const from of candidates.slice(0, maxRead)) {
    await slices.rest();
    signal.throwIfAborted();
    const read = reader.read(from);
    if (typeof read === 'string' || placesOfName(read.source.text, asked.name).next().done) continue;
    if (made.sources.length >= maxParsed) {
      made.left += 1;
      continue;
    }
    const code = isOutlined(read.language) ? await reader.outlineOf(read) : undefined;
    const [found] = (typeof code === 'object' && (await referencesOf(code, [asked.name], reader))) || [];
    if (typeof code === 'object') made.quoted.push(...quotedIn(from, code, asked, found ?? []));
    if (typeof code === 'string') made.skipped.push({ path: nameOfSource(from), reason: code });
    // Where a grammar fails, what stands there may be a use.
    else if (!code || !found || (found.length === 0 && code.outline.hasErrors && mayHoldUse(code, asked.name))) {
      const label = read.language?.label ?? 'Unknown';
      made.untold.set(label, [...(made.untold.get(label) ?? []), from]);
    } else if (found.length > 0) {
      made.sources.push({ from, code, found, holdsDefinition: found.some(({ kind }) => kind === 'definition') });
    }
  }
  return made;
}

const quotes = `"'\``;
/** Signs before the last step of a name in a text: `"store.Pool.take"`. */
const stepSigns = '.:#';

/**
 * True where a text ends with a name: all of the text where that has two words, else the last of its steps, which is that
 * of another where the one before it is not what the name is asked for in.
 */
function endsText(row: string, at: number, { name, around }: AskedName): boolean {
  const [before = '', behind = ''] = [row[at - 1], row[at + name.length]];
  if (!quotes.includes(behind) || behind === '' || !row.slice(0, at).includes(behind)) return false;
  if (before === '' || !stepSigns.includes(before)) return before === behind && splitIdentifier(name).length > 1;
  const holder = around.at(-1);
  return holder === undefined || row.slice(0, at).match(nameRuns)?.at(-1) === holder;
}

/** The rows of code that have a name in a text, by which it may be meant, and no use of it: `patch("store.Pool.take")`. */
function quotedIn(
  from: CodeSource,
  { rows, outline, language }: OutlinedCode,
  asked: AskedName,
  found: readonly KeptReference[],
): Told[] {
  const { name } = asked;
  // Most sources have no such text, and few rows are looked at twice.
  if (![...quotes].some((quote) => rows.text.includes(name + quote))) return [];
  const known = new Set([...found, ...outline.imports].map(({ row }) => row));
  return rowsOfText(rows.text).flatMap((text, row): Told[] => {
    const isIn = [...placesOfName(text, name)].some((at) => endsText(text, at, asked));
    if (!isIn || known.has(row) || isCommentRow(text)) return [];
    const path = symbolAt(outline.symbols, row)?.path ?? [];
    const symbol = path.length > 0 ? { symbol: path.join('.') } : {};
    const reference = { kind: 'use' as const, line: row + 1, text: shownRow(text, name), ...symbol };
    return [{ from, language, reference, isTest: isTest(from.place, [...path, '']) }];
  });
}

const isDocument = ({ part, key }: CodeSource): boolean => isProseLanguage(part.languageOf(key));

/** True where the name stands elsewhere than in comments and imports. */
function mayHoldUse({ rows, outline, language }: OutlinedCode, name: string): boolean {
  const code = language?.comments ? withoutComments(rows.text, language.comments) : rows.text;
  const imports = new Set(outline.imports.map(({ row }) => row));
  return rowsOfText(code).some((row, at) => !imports.has(at) && !placesOfName(row, name).next().done);
}

/** Words before a name that is declared inside of a function. */
const declaringWords = new Set(['let', 'var', 'const', 'val', 'auto', 'local', 'my', 'mut']);

/** True for the row of a function that declares something of its own by the name: `take, err := take(2)`. */
function isDeclaring(text: string, name: string, language: Language | undefined): boolean {
  const [at = 0] = placesOfName(text, name);
  const before = text.slice(0, at).trimEnd();
  const [given, value] = text.split(' = ');
  const isGiven = value !== undefined && given!.split(',').some((one) => one.trim() === name);
  if (isGiven && language?.declaresByValue) return true;
  const isFirst = before === '' || before.endsWith(',');
  const after = text.slice(at + name.length).trimStart();
  // In `const Pool pool` the name is that of a type.
  const isName = after === '' || ['=', ':', ';', ',', ')', ']', 'in ', 'of '].some((sign) => after.startsWith(sign));
  return (isName && declaringWords.has(before.split(' ').at(-1)!)) || (isFirst && text.slice(at).includes(':='));
}

/** The functions and tests around a symbol with itself, the innermost first, up to what holds them. */
function bodiesAround({ symbols }: Outline, around: OutlineSymbol | undefined): OutlineSymbol[] {
  const found: OutlineSymbol[] = [];
  for (let at = around; at && (bodies.has(at.kind) || found.length === 0); at = symbols[at.parent ?? -1])
    if (bodies.has(at.kind)) found.push(at);
  return found;
}

/** True for a row that has a member of the name: `options.take`, which is no variable `take`. */
const hasMember = (text: string, name: string): boolean =>
  [...placesOfName(text, name)].some((at) => memberSigns.some((sign) => text.slice(0, at).endsWith(sign)));

/** Words before what only its own file sees. */
const fileWords = ['private ', 'fileprivate '];

/** True for the row of a definition that is asked for. */
type IsMeant = (from: CodeSource, row: number) => boolean;

/** True for the second name of a macro that defines a function by it: `TEST(Pool, Take) {`. */
const isOfMacro = (around: OutlineSymbol | undefined, { rows, language }: OutlinedCode, row: number, name: string) =>
  language?.hasMacros === true &&
  around?.nameRow === row &&
  around.name === around.name.toUpperCase() &&
  rows.row(row).includes(`, ${name})`);

/** True for a function that other files do not see: `private fun Int.toBerth()`. */
const isOfFileAlone = ({ symbol: { kind, parent, signature } }: Candidate): boolean =>
  parent === undefined && bodies.has(kind) && fileWords.some((word) => signature.startsWith(word));

/** The references of a source, without the heads of members (`function pool.take()` is no use of `pool`) and what a function declares by the same name. */
function toldOf({ from, code, found }: SourceReferences, name: string, isMeant: IsMeant): Told[] {
  const { rows, outline, language } = code;
  const isHead = (row: number) =>
    outline.symbols.some(
      (one) =>
        one.nameRow === row &&
        (one.name === `~${name}` || memberSigns.some((sign) => rows.row(row).includes(`${name}${sign}${one.name}`))),
    );
  const declared = new Map<OutlineSymbol, number>();
  return found.flatMap(({ kind, row }) => {
    const isDefinition = kind === 'definition';
    const around = symbolAt(outline.symbols, row);
    if (kind === 'use' && (isHead(row) || isOfMacro(around, code, row, name))) return [];
    const path = around?.path ?? [];
    const text = shownRow(rows.row(row), name);
    const [inner, ...outer] = bodiesAround(outline, around);
    const isLocal =
      inner && row > inner.nameRow && (isDefinition ? !isMeant(from, row) : isDeclaring(text, name, language));
    if (isLocal && !declared.has(inner)) declared.set(inner, row);
    if (isDefinition) return [];
    const since = inner && declared.get(inner);
    const isParameter = [inner, ...outer].some((one) => one?.parameters.some((each) => each.name === name));
    const isVariable = kind !== 'call' || !language?.callsNoVariables;
    const isOwn = isVariable && ((since !== undefined && (row > since || kind !== 'call')) || isParameter);
    if (isOwn && !hasMember(text, name)) return [];
    const symbol = path.length > 0 && kind !== 'import' ? { symbol: path.join('.') } : {};
    const reference = { kind, line: row + 1, text, ...symbol };
    return [{ from, language, reference, isTest: isTest(from.place, [...path, '']) }];
  });
}

/** How many calls, uses and imports there are. */
function countsOf(told: readonly Told[]): ReferencesResult['counts']['tests'] {
  const counts = { calls: 0, uses: 0, imports: 0 };
  for (const { reference } of told) counts[`${reference.kind}s`] += 1;
  return counts;
}

/** Groups references by source, in order. */
function bySource(told: readonly Told[]): ReferencingSource[] {
  const sources: ReferencingSource[] = [];
  let last: Told | undefined;
  for (const one of told) {
    const { from, language, reference, isTest } = one;
    if (from !== last?.from || isTest !== last.isTest)
      sources.push({
        source: sourceOf(from),
        language: language?.id ?? '',
        ...(language?.rows && { by: 'words' }),
        isTest,
        references: [],
      });
    last = one;
    sources.at(-1)?.references.push(reference);
  }
  return sources;
}

/** Keeps one use of each row: a call before an import before any other use, and of equal ones the first. */
function onceEachRow(told: readonly Told[]): Told[] {
  const rank = { call: 0, import: 1, use: 2 };
  const rows = new Map<string, Told>();
  for (const one of told) {
    const key = String(one.reference.line);
    const known = rows.get(key);
    if (!known || rank[one.reference.kind] < rank[known.reference.kind]) rows.set(key, one);
  }
  return [...rows.values()].sort((a, b) => a.reference.line - b.reference.line);
}

/** The uses, where a call in a language that calls nothing of those of the definitions is another use of the name. */
function withOwnCalls(all: readonly Told[], definedIn: readonly Language[]): Told[] {
  const isForeign = ({ language }: Told) => language && !definedIn.some((own) => mayCall(language, own));
  return all.map((one): Told => {
    const { reference } = one;
    const isNoCall = reference.kind === 'call' && definedIn.length > 0 && isForeign(one);
    return isNoCall ? { ...one, reference: { ...reference, kind: 'use' } } : one;
  });
}

/** The uses under another name that a file imports it by: `import { take as grab }`. */
async function renamed(
  meant: readonly Told[],
  sources: readonly SourceReferences[],
  { asked, looking, isMeant }: { asked: AskedName; looking: Looking; isMeant: IsMeant },
): Promise<Told[]> {
  const uses: Told[] = [];
  for (const { from, code } of sources) {
    const rows = meant.filter(
      (one) => one.from === from && (one.reference.kind === 'import' || one.reference.text.startsWith('export ')),
    );
    for (const other of new Set(rows.flatMap(({ reference: { text } }) => renamedIn(text, asked.name)))) {
      const [found = []] = (await referencesOf(code, [other], looking.reader)) ?? [];
      const isKnown = ({ reference: { line } }: Told) => rows.some(({ reference }) => reference.line === line);
      uses.push(
        ...onceEachRow(toldOf({ from, code, found, holdsDefinition: false }, other, isMeant)).filter(
          (one) => !isKnown(one),
        ),
      );
    }
  }
  return uses;
}

async function nameAsked(
  request: ReferencesRequest,
  place: Looking | undefined,
): Promise<(AskedName & { file?: string }) | Found['skipped']> {
  if (request.name !== undefined) return askedNameOf(request.name) ?? [];
  const read = place ? await readPlace(place) : [];
  if (Array.isArray(read)) return read;
  const symbol = symbolAt(read.code.outline.symbols, (request.line ?? 1) - 1);
  const path = symbol?.path ?? [];
  const name = path.at(-1);
  if (name === undefined)
    return [{ path: nameOfSource(read.from), reason: `No symbol stands at line ${request.line ?? 1}.` }];
  return { name, around: path.slice(0, -1), ...(path.length === 1 && { file: idOf(sourceOf(read.from)) }) };
}

/** What a name means here. */
interface Subject {
  asked: AskedName & { file?: string };
  /** All definitions of the name, and those that are meant. */
  candidates: Candidate[];
  meant: Candidate[];
}

/** What stands before a member of what a row is inside of. */
const ownSigns = ['self.', 'this.', '$this->', '@'];

/** Fields that types give a value without declaring them, at the first row that does: `self.pool = pool`. */
async function fieldsGiven(asked: AskedName, { parts, reader, signal }: Looking): Promise<Candidate[]> {
  const fields = new Map<OutlineSymbol, Candidate>();
  const giving = ownSigns.flatMap((sign) => [' = ', ': '].map((giver) => `${sign}${asked.name}${giver}`));
  for (const from of holdingSources(parts, asked)?.slice(0, maxRead) ?? []) {
    signal.throwIfAborted();
    const read = reader.read(from);
    if (typeof read === 'string' || !giving.some((beginning) => read.source.text.includes(beginning))) continue;
    const code = await reader.outlined(from);
    if (typeof code === 'string') continue;
    const { symbols } = code.outline;
    for (const [row, text] of rowsOfText(read.source.text).entries()) {
      if (!giving.some((beginning) => text.trimStart().startsWith(beginning))) continue;
      const parent = symbols.findLastIndex((one) => typeKinds.has(one.kind) && one.start <= row && row <= one.end);
      const type = symbols[parent];
      const isDeclared = symbols.some((one) => one.parent === parent && one.name === asked.name);
      if (!type || fields.has(type) || isDeclared || isSelfTyped(symbolAt(symbols, row))) continue;
      const symbol: OutlineSymbol = {
        kind: 'field',
        name: asked.name,
        path: [...type.path, asked.name],
        parent,
        nameRow: row,
        start: row,
        end: row,
        signature: text.trim().slice(0, maxRowChars),
        ...{ parameters: [], values: [], failures: [], calls: [] },
      };
      fields.set(type, { from, code, symbol, score: matchOf(symbol, from.place, asked) });
    }
  }
  return [...fields.values()];
}

/** Undefined where there is no such thing: the name stands in other types only. */
async function subjectOf(given: AskedName & { file?: string }, looking: Looking): Promise<Subject | undefined> {
  const { candidates: declared } = await candidatesOf(given, undefined, looking);
  const isField = heldBy(declared, given).every(({ symbol: { kind } }) => kind === 'field' || kind === 'property');
  const fields = given.around.length > 0 && isField ? await fieldsGiven(given, looking) : [];
  return subjectAmong([...declared, ...fields], given, looking);
}

/** What is meant of all definitions of a name. */
export function subjectAmong(
  all: readonly Candidate[],
  given: AskedName & { file?: string },
  looking: Looking,
): Subject | undefined {
  const candidates = all.toSorted((a, b) => b.score - a.score);
  const asked = asDeclared(given, candidates);
  if (isElsewhere(candidates, asked, looking)) return undefined;
  // Where a candidate with the asked container exists, others of the same name are not meant.
  const best = candidates[0]?.score ?? 0;
  const called = candidates.filter(
    ({ symbol, score }) => symbol.name === asked.name && (asked.around.length === 0 || score >= best / 2),
  );
  // Where the container itself has one, those of others that share its words are not meant.
  const held = heldBy(called, asked);
  const exact = held.filter(({ from, symbol }) => isInAll(symbol, from.place, asked));
  const inside = exact.length > 0 ? exact : held;
  // What a test says that it is about is defined elsewhere.
  const own = (inside.length > 0 ? inside : called).filter(({ symbol }) => symbol.kind !== 'test');
  const ofFile = own.filter(({ from, symbol }) => idOf(sourceOf(from)) === asked.file && symbol.path.length === 1);
  return { asked, candidates, meant: [ofFile, own, called].find((some) => some.length > 0) ?? [] };
}

interface Uses extends Collected {
  certain: Told[];
  possible: Told[];
}

/**
 * The uses of what is meant, in the order of the files, those that define it first.
 * @param among the sources that are looked at, otherwise all that hold the name
 */
export async function usesOf(
  { asked, candidates, meant }: Subject,
  looking: Looking,
  among?: Collected,
): Promise<Uses> {
  const collected = among ?? (await collect(asked, looking));
  const { sources } = collected;
  sources.sort((a, b) => Number(b.holdsDefinition) - Number(a.holdsDefinition) || byText(a.from.place, b.from.place));
  // The row that defines `Shop.Cart` is no use of `Cart`.
  const rowOf = (key: string, row: number) => `${row} ${key}`;
  const defining = new Set(meant.map(({ from, symbol }) => rowOf(from.key, symbol.nameRow)));
  const isMeant: IsMeant = (from, row) => defining.has(rowOf(from.key, row));
  const isDefining = ({ from, reference: { kind, line } }: Told) => kind !== 'call' && isMeant(from, line - 1);
  const isSeen = meant.length === 0 || !meant.every(isOfFileAlone);
  const ownFiles = new Set(meant.map(({ from }) => from.key));
  const found = sources
    .filter(({ from }) => isSeen || ownFiles.has(from.key))
    .flatMap((one) => onceEachRow(toldOf(one, asked.name, isMeant)))
    .filter((one) => !isDefining(one));
  const definedIn = meant.flatMap(({ code }) => code.language ?? []);
  const isForeignName = foreignNames(definedIn, looking);
  // Where nothing here has the name, it is what comes from elsewhere that is asked for.
  const named =
    candidates.length === 0
      ? found
      : withoutForeign(withOwnCalls(found, definedIn), { name: asked.name, sources, isForeignName }, looking);
  const meaning = { asked, candidates, meant, file: asked.file, sources, isForeignName };
  const meantBy = await meantUses(named, meaning, looking);
  const usedIn = new Map(sources.map((one) => [one.from, one]));
  const isFree = meant.length > 0 && meant.every(({ symbol: { path } }) => path.length === 1);
  // A word of a language that hardly means what is defined, or a name that its file has from nowhere.
  const isForeign = (one: Told) => {
    const { from, language, reference } = one;
    const isOther = language && definedIn.length > 0 && !definedIn.some((own) => mayName(language, own));
    return (isOther && reference.kind === 'use') || (isFree && isUnbrought(one, asked.name, usedIn.get(from)!));
  };
  const certain = meantBy.certain.filter((one) => !isForeign(one));
  const possible = [...meantBy.possible, ...meantBy.certain.filter(isForeign)];
  const places = new Map(sources.map(({ from }, at) => [from, at]));
  const orderOf = ({ from }: Told) => places.get(from) ?? sources.length;
  const all = [...certain, ...(await renamed(certain, sources, { asked, looking, isMeant }))];
  all.sort((a, b) => orderOf(a) - orderOf(b) || a.reference.line - b.reference.line);
  return { ...collected, certain: all, possible };
}

/** The type whose calls run what is meant, with the name that a value is made by where that is not the type's alone. */
function madeType({ asked, meant }: Subject): (AskedName & { makes?: string }) | undefined {
  const [first] = meant;
  const isMadeByName = ({ code: { language }, symbol: { kind } }: Candidate) =>
    typeKinds.has(kind) && language?.makes !== undefined;
  if (first && meant.every(isMadeByName)) return { ...asked, makes: first.code.language!.makes! };
  const type = first?.symbol.path.at(-2);
  // Where no member is called by its name alone, none is a constructor for having the name of its type.
  const isConstructor = ({ code: { language }, symbol: { kind, name } }: Candidate) =>
    bodies.has(kind) &&
    ((name === type && !language?.namesReceivers) || wordsOf(language?.constructors).includes(name));
  if (type === undefined || !meant.every(isConstructor)) return undefined;
  const { makes } = first!.code.language ?? {};
  return { name: type, around: asked.around.slice(0, -1), ...(makes !== undefined && { makes }) };
}

/** With the calls of the type that is made; by the name of the constructor only those of it and of what extends it. */
async function withMade(
  uses: Uses,
  { asked, made }: { asked: AskedName; made: AskedName & { makes?: string } },
  looking: Looking,
): Promise<Uses> {
  const { makes } = made;
  const isMade = ({ reference }: Told, name: string) =>
    makes === undefined ? reference.kind === 'call' : reference.text.includes(`${name}.${makes}`);
  const asCall = (one: Told): Told => ({ ...one, reference: { ...one.reference, kind: 'call' } });
  if (asked.name === made.name && makes !== undefined) {
    const withCalls = (all: readonly Told[]) => all.map((one) => (isMade(one, made.name) ? asCall(one) : one));
    return { ...uses, certain: withCalls(uses.certain), possible: withCalls(uses.possible) };
  }
  const type = await subjectOf(made, looking);
  if (!type) return uses;
  const ofType = await usesOf(type, looking);
  const calls = (all: readonly Told[], name = made.name) => all.filter((one) => isMade(one, name)).map(asCall);
  const isBy = ({ reference: { text } }: Told) =>
    [...placesOfName(text, asked.name)].some((at) => {
      const before = text.slice(0, at);
      const sign = memberSigns.find((one) => before.endsWith(one));
      const on = before.slice(0, before.length - (sign?.length ?? 0));
      return sign === undefined || [made.name, 'super()', ...selfWords].some((one) => on.endsWith(one));
    });
  const own = asked.name === made.name ? [] : uses.certain.filter(isBy);
  const certain = [...calls(ofType.certain), ...own];
  for (const name of makes === undefined ? [] : heirsOf(made.name, asked.name, ofType.sources)) {
    const heir = await subjectOf({ name, around: [] }, looking);
    if (heir) certain.push(...calls((await usesOf(heir, looking)).certain, name));
  }
  return { ...ofType, certain, possible: calls(ofType.possible), quoted: uses.quoted };
}

/** Types that extend another and are made by its constructor, having none of their own. */
function heirsOf(type: string, constructor: string, sources: readonly SourceReferences[]): Set<string> {
  const heirs = sources.flatMap(({ from, code }) =>
    code.outline.symbols.filter((symbol) => inheritsMaking({ from, code, symbol, score: 1 }, type, [constructor])),
  );
  return new Set(heirs.map(({ name }) => name));
}

/**
 * Finds the references to a name.
 * @param place the file in which the line of the request lies
 */
export async function findReferences(
  request: ReferencesRequest,
  looking: Looking,
  place?: Looking,
): Promise<ReferencesResult> {
  const given = await nameAsked(request, place);
  const counts = { definitions: 0, ...countsOf([]), tests: countsOf([]), files: 0, possible: 0, quoted: 0 };
  const nothing = {
    definitions: [],
    overrides: [],
    files: [],
    tests: [],
    possible: [],
    quoted: [],
    counts,
    left: { references: 0, files: 0 },
    untold: [],
  };
  if (Array.isArray(given)) return { name: request.name ?? '', ...nothing, skipped: given };
  const { limit, offset } = request;
  const subject = await subjectOf(await asMade(given, looking), looking);
  if (!subject) return { name: given.name, ...nothing, skipped: [] };
  const { asked, candidates, meant } = subject;
  const made = madeType(subject);
  const named = await usesOf(subject, looking);
  const {
    certain: all,
    possible,
    quoted,
    untold,
    skipped,
    left,
  } = made ? await withMade(named, { asked, made }, looking) : named;
  const [code, tests] = [all.filter((one) => !one.isTest), all.filter((one) => one.isTest)];
  const ordered = [...code, ...tests];
  const told = ordered.slice(offset, offset + limit);
  const from = Math.max(0, code.length - offset);
  return {
    name: asked.name,
    definitions: meant.slice(0, limit).map(placed),
    overrides: (await overridesOf(candidates, meant, { asked, looking })).slice(0, limit).map(placed),
    files: bySource(told.slice(0, from)),
    tests: bySource(told.slice(from)),
    possible: bySource(possible.slice(0, limit)),
    quoted: bySource(quoted.slice(0, limit)),
    counts: {
      ...countsOf(all),
      definitions: meant.length,
      tests: countsOf(tests),
      files: new Set(all.map((one) => one.from)).size,
      possible: possible.length,
      quoted: quoted.length,
    },
    left: { references: Math.max(0, ordered.length - offset - told.length), files: left },
    untold: [...untold].map(([language, all]) => {
      const [documents, code] = [all.filter(isDocument), all.filter((one) => !isDocument(one))];
      const paths = [...code, ...documents].slice(0, maxUntold).map(nameOfSource);
      return { language, files: all.length, documents: documents.length, paths };
    }),
    skipped: skipped.slice(0, maxNamed),
  };
}
