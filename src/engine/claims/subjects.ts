/**
 * Resolves the symbols that a question names, in code spelling or in words ("the rate limiter" is `RateLimiter`), lists
 * their members, and finds texts that mention two of them.
 */
import {
  candidatesOf,
  type Candidate,
  askedNameOf,
  type AskedName,
  holdingSources,
  sharesWords,
  typeKinds,
} from '../outline/findSymbol';
import { isDroppedFromQuestion } from '../text/tokens';
import { commentMarks, isDocument, kindOfSymbol, outlinedOf, readOf, type Asking } from './page';
import { spaced } from '../text/plain';
import {
  byText,
  isTest,
  isWithin,
  namesOfPlace,
  type CodeSource,
  type OutlinedCode,
  wholeRows,
  type ReadCode,
} from '../outline/sources';
import type { OutlineSymbol, RowSpan } from '../read/types';
import { folderOf } from '../files/walk';
import { rolesOf } from '../rank/fileKinds';
import { placesOfName } from '../read/nodes';
import { holdsSentence, plainComment, proseBlocks, proseRows, type TextBlock } from '../text/comments';

export interface Subject {
  name: AskedName;
  /** Candidates, best first, at least one. */
  candidates: Candidate[];
}

/** True when a text is spelt like a name in code, and not like a plain word. */
export const looksLikeName = (text: string): boolean =>
  /^[`"'“]|[a-z0-9][A-Z]|[\w$]_[\w$]|\$|::|->|\w\.\w|\(\)$|^[A-Z]\w+$/.test(text);

/** Words for the kind of a symbol, used beside its name. */
export const kindWords: ReadonlySet<string> = new Set(
  spaced(`function method class struct type module interface trait enum constant variable macro hook component decorator
  object record protocol exception error helper service middleware plugin option setting field property api handler
  member attribute callback parameter argument feature symbol definition model`),
);

/** The kind that a word of a question means: “models” are of the kind “model”. */
function kindIn(word: string): string | undefined {
  const said = word.toLowerCase();
  return [said, said.slice(0, -1), said.slice(0, -2)].find((one) => kindWords.has(one));
}

/** Most rows of a definition that can count as a wrapper. */
const maxWrapperRows = 3;
const stating: ReadonlySet<string> = new Set(spaced('class interface enum type module constant variable'));

/** True when a definition only delegates to another of the same name. */
function isWrapper({ symbol: { name, start, end, calls, kind } }: Candidate): boolean {
  const isShort = end - start < maxWrapperRows && !stating.has(kind);
  return isShort && calls.length > 0 && calls.every((call) => call.name === name);
}

/** True when a definition has a body of its own: no wrapper, and no one-row declaration of a member. */
export function hasOwnBody(one: Candidate): boolean {
  const { start, end, calls, kind } = one.symbol;
  return stating.has(kind) || (!isWrapper(one) && (end > start || calls.length > 0));
}

/** True for declarations without content: `mod parser;`, a prototype, the head of an implementation block. */
export function isOnlyDeclared({ symbol: { kind, start, end } }: Candidate): boolean {
  return kind === 'declaration' || kind === 'implementation' || (kind === 'module' && start === end);
}

/** The outline kinds that a question's word for a kind may mean. */
const kindsOfWord: readonly (readonly [words: ReadonlySet<string>, kinds: ReadonlySet<string>])[] = [
  [new Set(['function', 'method', 'macro', 'hook']), new Set(['function', 'method', 'macro'])],
  [new Set(spaced('class struct type interface trait enum object record protocol')), typeKinds],
  [new Set(['module']), new Set(['module'])],
  [new Set(['constant', 'variable']), new Set(['constant', 'variable', 'member'])],
  [new Set(spaced('field property attribute member')), new Set(['field', 'property', 'member', 'key'])],
]; // prettier-ignore

/** Words for kinds of types, which no function is. */
const kindsOfTypes = kindsOfWord[1]![0];

/** True where a file has the name of what it defines. */
export const isOfItsFile = ({ from, symbol }: Candidate): boolean => namesOfPlace(from.place).at(-1) === symbol.name;

/** How badly a definition fits the question's word for its kind, from 0 to 2; 0 when there is no such word. */
function misnamed(one: Candidate, word: string): number {
  const kinds = kindsOfWord.find(([words]) => words.has(word))?.[1];
  if (!kinds || kindOfSymbol(one) === word) return 0;
  return kinds.has(one.symbol.kind) ? 1 : 2;
}

/** Kinds whose names are too common to be meant by a plain word: keys of settings, headings, tests. */
export const unmeant: ReadonlySet<string> = new Set(['key', 'section', 'test']);
/** Least score, as a share of the best one's, for another definition of the name to be considered. */
export const minLikely = 0.75;
/** Most definitions that a plain word may match; a word with more names none of them. */
const maxOfWord = 12;

/** A reading of a subject; `kind` is the word for its kind, empty without one. */
const spellingOf = (words: readonly string[], kind = '') => ({
  // In Haskell and OCaml a name may end in `'`.
  words: words.map((word) => word.replace(words[0]!.startsWith("'") ? /^'|'$/g : /^[`"“]|[`"”]$/g, '')),
  isName: words.length === 1 && looksLikeName(words[0]!),
  kind: kind.toLowerCase(),
});

/** The words of a subject, `take in Pool` as the one name `Pool.take`. */
function subjectWords(text: string): string[] {
  const words = spaced(text);
  const [owner = '', within, name = ''] = words.toReversed();
  // “The default of `limit`” asks for what it is, not for a member.
  const isWithin = (within === 'in' || within === 'of') && looksLikeName(owner) && name !== 'default';
  return isWithin ? [...words.slice(0, -3), `${owner}.${name}`] : words;
}

/** Readings of a subject: as asked, without quotes; then without words for its kind, which may be part of the name. */
function spellingsOf(text: string) {
  const asked = subjectWords(text);
  const [first = '', last = ''] = [asked[0], asked.at(-1)];
  const kindOf = (word: string) => (asked.length > 1 ? kindIn(word) : undefined);
  const spellings = [spellingOf(asked)];
  const [before, behind] = [kindOf(first), kindOf(last)];
  if (behind !== undefined) spellings.push(spellingOf(asked.slice(0, -1), behind));
  // “The oauth Provider interface” is one of a package.
  if (behind !== undefined && asked.length === 3 && looksLikeName(asked[1]!))
    spellings.push(spellingOf([`${first}.${asked[1]!}`], behind));
  if (before !== undefined) spellings.push(spellingOf(asked.slice(1), before));
  return spellings;
}

/** The subject of a question without words for its kind. */
export const bareName = (text: string): string => spellingsOf(text).at(-1)!.words.join(' ');

/** Most files of settings that are searched for a key. */
const maxSettings = 200;

/** Keys of settings that are written with their dots: `"editor.tabSize": …`. */
async function keysOf(text: string, asking: Asking): Promise<Candidate[]> {
  const found: Candidate[] = [];
  const sources = holdingSources(asking.parts, { name: text })?.filter(({ place }) => rolesOf(place).settings) ?? [];
  for (const from of sources.slice(0, maxSettings)) {
    const code = readOf(from, asking)?.source.text.includes(text) ? await outlinedOf(from, asking) : undefined;
    const symbol = code?.outline.symbols.find(({ name }) => name === text);
    if (code && symbol) found.push({ from, code, symbol, score: from.prior });
  }
  return found;
}

/** Words of a question for what is set, which no function is. */
const settingWords: ReadonlySet<string> = new Set(['option', 'setting', 'parameter', 'argument']);

/**
 * True where several have the name, but none in what stands before it: `limits.max` is no `Queue.max` and no `Pool.max`;
 * “the option `limits.max`” is no function `max` either.
 */
function isOfAnother(all: readonly Candidate[], { name, around }: AskedName, kind: string): boolean {
  const own = all.filter(({ symbol }) => symbol.name === name);
  const on = around.at(-1);
  const isMeant = ({ symbol: { path }, from: { place } }: Candidate) =>
    [...path.slice(0, -1), ...namesOfPlace(place)].some((step) => sharesWords(on!, step));
  return on !== undefined && (own.length > 1 || settingWords.has(kind)) && !own.some(isMeant);
}

/** True for a member of a class inside of the named one: `Money.Currency.new` is no `Money.new`. */
function isOfInner({ symbol, code }: Candidate, { around }: AskedName): boolean {
  const own = code.outline.symbols[symbol.parent ?? -1];
  const outer = code.outline.symbols[own?.parent ?? -1];
  const areClasses = own?.kind === 'class' && outer?.kind === 'class';
  return areClasses && own.name !== around.at(-1) && outer.name === around.at(-1);
}

/** Kinds of symbols that are set from outside and mostly described elsewhere. */
export const setKinds: ReadonlySet<string> = new Set(['field', 'property', 'member', 'key']);

/** True for what says itself what it is, or what its members are: of two classes of a name the one that is meant to be read. */
const isDocumented = ({ code: { outline }, symbol }: Candidate): boolean =>
  symbol.documentation !== undefined ||
  (typeKinds.has(symbol.kind) &&
    outline.symbols.some((one) => outline.symbols[one.parent ?? -1] === symbol && one.documentation !== undefined));

export async function subjectOf(text: string, asking: Asking): Promise<Subject | undefined> {
  for (const { words, isName, kind } of spellingsOf(text)) {
    // “the where macro” means a name that would be a word without “macro”.
    const isSaid = isName || kind !== '';
    if (!isSaid && words.every((word) => isDroppedFromQuestion(word.toLowerCase()))) continue;
    // “The setting editor.tabSize” is no name of two words.
    if (words.length > 1 && words.some((word) => word.includes('.'))) continue;
    const joined = words.join('_');
    const asked = askedNameOf(joined);
    if (!asked) continue;
    const keys = asked.around.length > 0 ? await keysOf(joined, asking) : [];
    const name = keys.length > 0 ? { name: joined, around: [] } : asked;
    const candidates = keys.length > 0 ? keys : (await candidatesOf(name, undefined, asking)).candidates;
    const isMeant = ({ symbol: { kind: own } }: Candidate) =>
      isName ? own !== 'test' || asked.around.length === 0 : !unmeant.has(own);
    const isOfKind = (one: Candidate) => words.length === 1 || !kindsOfTypes.has(kind) || misnamed(one, kind) < 2;
    const meant = candidates.filter((one) => isMeant(one) && isOfKind(one) && !isOfInner(one, name));
    if (isOfAnother(meant, name, kind)) continue;
    const first = meant[0]?.score ?? 0;
    // Prefers, among definitions of one name, those that fit the question's word for the kind, have a body, are
    // delegated to, and are documented.
    const rank = (one: Candidate) => {
      const farness = misnamed(one, kind);
      return (
        (farness > 1 ? 8 : farness) +
        (one.score < first * minLikely || unmeant.has(one.symbol.kind) ? 4 : 0) +
        (isOnlyDeclared(one) ? 2 : 0) +
        (hasOwnBody(one) ? 0 : 1) +
        (one.symbol.start === one.symbol.end && !typeKinds.has(one.symbol.kind) ? 1 : 0) +
        // In Haskell and Elm the module of a type has its name.
        (one.symbol.kind === 'module' && kind === '' ? 1.5 : 0) +
        (isDocumented(one) ? 0 : 0.5)
      );
    };
    if (name.around.length === 0) meant.sort((a, b) => rank(a) - rank(b));
    else meant.sort((a, b) => b.score - a.score || Number(isDocumented(b)) - Number(isDocumented(a)));
    const [best] = meant;
    // The name as the code writes it, since references are searched by that.
    if (best && (isName || meant.length <= maxOfWord))
      return { name: { name: best.symbol.name, around: name.around }, candidates: meant };
  }
  return undefined;
}

// Section: members of a type, including those elsewhere (`impl` blocks, extensions, partial classes). Matched by name
// alone, so they belong to the nearest type of the name.

/** Most files searched for members of a type. */
const maxMemberFiles = 60;

/** Kinds of symbols that count as members. */
const memberKinds: ReadonlySet<string> = new Set(['function', 'method', 'field', 'property', 'member', 'constant', 'class', 'type', 'declaration', 'macro']); // prettier-ignore
const isMember = ({ kind, name }: OutlineSymbol) => memberKinds.has(kind) && !/^__\w+__$/.test(name);

const isPart = ({ signature }: OutlineSymbol): boolean => spaced(signature).includes('partial');

/** True when a symbol is in a block that extends a type of this name, or names the type in its own signature. */
function goesOnWith(one: OutlineSymbol, name: string, { outline: { symbols } }: OutlinedCode): boolean {
  if (one.path.at(-2) !== name || !isMember(one)) return false;
  const around = one.parent === undefined ? undefined : symbols[one.parent];
  if (around?.name !== name) return true;
  return around.kind === 'implementation' || (around.kind === 'class' && isPart(around));
}

/** How far a file is from the one that defines a symbol: 0 for the same, 1 for one of its folder. */
const farnessOf = ({ from: { key, place } }: Candidate, from: CodeSource) =>
  key === from.key ? 0 : folderOf(place) === folderOf(from.place) ? 1 : 2;

/**
 * Members of a type outside its definition.
 * @param others other definitions of the name
 */
async function membersElsewhere(
  type: Candidate,
  others: readonly Candidate[],
  asking: Asking,
): Promise<OutlineSymbol[]> {
  const { name } = type.symbol;
  const rivals = others.filter(
    ({ symbol }) => symbol.name === name && typeKinds.has(symbol.kind) && !(isPart(symbol) && isPart(type.symbol)),
  );
  // They belong to the nearest type of the name.
  const isNearest = (from: CodeSource) => rivals.every((one) => farnessOf(type, from) <= farnessOf(one, from));
  const inTests = isTest(type.from.place, type.symbol.path);
  const sources = holdingSources(asking.parts, { name }) ?? [type.from];
  const found: OutlineSymbol[] = [];
  sources.sort((a, b) => farnessOf(type, a) - farnessOf(type, b) || byText(a.place, b.place));
  for (const from of sources.slice(0, maxMemberFiles)) {
    if (isTest(from.place, []) !== inTests || !isNearest(from)) continue;
    const code = await outlinedOf(from, asking);
    asking.signal.throwIfAborted();
    if (!code || code.language?.id !== type.code.language?.id) continue;
    const own = from.key === type.from.key && from.part === type.from.part ? type.symbol : undefined;
    const besides = code.outline.symbols.filter((one) => !own || !isWithin(one, own));
    found.push(...besides.filter((one) => goesOnWith(one, name, code)));
  }
  return found;
}

export async function membersOf(
  type: Candidate,
  others: readonly Candidate[],
  asking: Asking,
): Promise<{ own: OutlineSymbol[]; elsewhere: OutlineSymbol[] }> {
  const { symbols } = type.code.outline;
  const at = symbols.indexOf(type.symbol);
  const own = symbols.filter((one) => one.parent === at && isMember(one));
  return { own, elsewhere: typeKinds.has(type.symbol.kind) ? await membersElsewhere(type, others, asking) : [] };
}

const privacy = new Set(spaced('private protected fileprivate'));
/** Matches public members; when a type marks some, the unmarked ones are private. */
const openness = /^(?:pub|public)\b/;
/** Kinds of members that hold data, listed after those with behaviour. */
const kept: ReadonlySet<string> = new Set(['field', 'constant']);

/** Tells the private ones of some members. */
function privateIn(members: readonly OutlineSymbol[]): (one: OutlineSymbol) => boolean {
  const saysOpen = members.some(({ signature, kind }) => !kept.has(kind) && openness.test(signature));
  return ({ name, signature }) =>
    name.startsWith('_') ||
    name.startsWith('#') ||
    spaced(signature).some((word) => privacy.has(word)) ||
    (saysOpen && !openness.test(signature));
}

/** The public ones of some members, or all where none is. */
export function publicOf(members: readonly OutlineSymbol[]): readonly OutlineSymbol[] {
  const isPrivate = privateIn(members);
  const open = members.filter((one) => !isPrivate(one));
  return open.length > 0 ? open : members;
}

/** Names of members, each once, without the constructor, public ones first. */
export function publicFirst(members: readonly OutlineSymbol[], own: string): string[] {
  const isPrivate = privateIn(members);
  const rank = (one: OutlineSymbol) => (isPrivate(one) ? 2 : 0) + (kept.has(one.kind) ? 1 : 0);
  const names = members.toSorted((a, b) => rank(a) - rank(b)).map(({ name }) => name);
  return [...new Set(names)].filter((name) => name !== own);
}

// Section: comments or documents that mention two symbols, which may explain their difference.

/** Matches change logs, which say what changed and not what something is. */
export const ofChanges = /(?:^|\/)(?:change|history|news|release)[^/]*$/i;

/** Most files searched: those of the two symbols first, then documents. */
const maxSpokenFiles = 40;
/** Most characters of a paragraph; longer ones are change logs or lists of names. */
const maxChars = 900;

/** Most rows between two paragraphs of one comment. */
const maxRowsApart = 10;
/** Least characters between two names that are not merely listed: “`a` or `b`”. */
const minApart = 10;

export interface Spoken {
  from: CodeSource;
  code: ReadCode;
  rows: RowSpan;
  /** One paragraph that names both, or the first of each from the same comment. */
  texts: string[];
}

/** True when a text mentions the name; a name that is a plain word counts only where it is written as code. */
function names(text: string, name: string): boolean {
  const isWord = !looksLikeName(name);
  return [...placesOfName(text, name)].some((at) => {
    const [before = ' ', after = ' '] = [text[at - 1], text[at + name.length]];
    return !isWord || '`.:#>'.includes(before) || '`('.includes(after);
  });
}

/** Paragraphs of a document, or of the comments of a file. */
function paragraphsIn(from: CodeSource, code: ReadCode) {
  const { text } = code.source;
  if (isDocument(from)) return proseBlocks(proseRows(text));
  const marks = commentMarks(code);
  return proseBlocks(text.split('\n').map((row, at) => (marks[at] === 1 ? plainComment(row) : '')));
}

/** Sources that hold both names, the most promising first. */
function sourcesFor([a, b]: readonly [Candidate, Candidate], { parts }: Asking): CodeSource[] {
  const idOf = ({ place, key }: CodeSource) => `${place}\n${key}`;
  const own = new Set([idOf(a.from), idOf(b.from)]);
  const [first, second] = [a, b].map(({ symbol: { name } }) => holdingSources(parts, { name }) ?? []);
  const known = new Set(second!.map(idOf));
  const rank = (from: CodeSource) => (own.has(idOf(from)) ? 0 : rolesOf(from.place).documents ? 1 : 2);
  const both = first!.filter((from) => known.has(idOf(from)) && !isTest(from.place, []) && !ofChanges.test(from.place));
  return both.sort((x, y) => rank(x) - rank(y)).slice(0, maxSpokenFiles);
}

/** True where the first mentions of two names are one after the other: what is said there is said of both. */
function areJoined(text: string, names: readonly string[]): boolean {
  const [first, second] = names.map((name) => ({ at: [...placesOfName(text, name)][0] ?? 0, name }));
  const [before, behind] = first!.at < second!.at ? [first!, second!] : [second!, first!];
  return behind.at - before.at - before.name.length < minApart;
}

/** The first text that says something of both symbols; undefined when there is none besides their own documentation. */
export function bothNamed(pair: readonly [Candidate, Candidate], asking: Asking): Spoken | undefined {
  const own = pair.map(({ symbol: { name } }) => name);
  for (const from of sourcesFor(pair, asking)) {
    asking.signal.throwIfAborted();
    const code = readOf(from, asking);
    if (!code || !own.every((name) => names(code.source.text, name))) continue;
    const isOwn = (row: number) =>
      pair.some((one) => one.from.key === from.key && isWithin({ start: row, end: row }, wholeRows(one.symbol)));
    // An example of how something is used says nothing of it.
    const said = paragraphsIn(from, code).filter(
      ({ text }) => text.length <= maxChars && holdsSentence(text) && !text.includes('</') && !text.includes('// '),
    );
    const both = said.find(({ text }) => own.every((name) => names(text, name)) && !areJoined(text, own));
    const first = both ?? said.find(({ text }) => names(text, own[0]!));
    const marks = commentMarks(code);
    const isBeside = ({ row }: TextBlock) =>
      Math.abs(row - first!.row) <= maxRowsApart &&
      marks.subarray(Math.min(row, first!.row), Math.max(row, first!.row)).every(Boolean);
    const second = both ?? (first && said.find((one) => names(one.text, own[1]!) && isBeside(one)));
    if (!first || !second || (first === second && !both)) continue;
    const told = both ? [both] : [first, second].sort((x, y) => x.row - y.row);
    const rows = { start: told[0]!.row, end: told.at(-1)!.row };
    if (told.some(({ row }) => !isOwn(row))) return { from, code, rows, texts: told.map(({ text }) => text) };
  }
  return undefined;
}
