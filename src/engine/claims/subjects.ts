/**
 * The symbols that a question calls by their name, in code's spelling or in words ("the rate limiter" is
 * `RateLimiter`); what they hold; and where somebody wrote of two of them.
 */
import { candidatesOf, type Candidate } from '../outline/findSymbol';
import { askedNameOf, type AskedName, holdingSources } from '../outline/names';
import { isDroppedFromQuestion } from '../text/tokens';
import { kindOfSymbol, type Asking } from './page';
import { spaced } from '../text/plain';
import { isTest, type CodeSource, type OutlinedCode, wholeRows, type ReadCode } from '../outline/sources';
import type { OutlineSymbol, RowSpan } from '../read/types';
import { commentRowsOf } from '../chunk/chunk';
import { rolesOf } from '../rank/fileKinds';
import { placesOfName } from '../read/nodes';
import { isProseLanguage, holdsSentence, plainComment, proseBlocks, proseRows } from '../text/comments';

export interface Subject {
  name: AskedName;
  /** Best first, at least one. */
  candidates: Candidate[];
}

/** What is no plain word: nobody means anything else by it. */
export const looksLikeName = (text: string): boolean =>
  /^[`"'“]|[a-z0-9][A-Z]|[\w$]_[\w$]|\$|::|->|\w\.\w|\(\)$|^[A-Z]\w+$/.test(text);

/** Words for what something is, beside its name. */
const kindWords = new Set(
  spaced(`function method class struct type module interface trait enum constant variable macro hook component decorator
  object record protocol exception error helper service middleware plugin option setting field property api handler
  member attribute callback parameter argument feature symbol definition`),
);

/** A definition of so few rows may do nothing but to call what has its own name. */
const maxWrapperRows = 3;
const stating: ReadonlySet<string> = new Set(spaced('class interface enum type module constant variable'));

/** It only hands on to what has the same name. */
function isWrapper({ symbol: { name, start, end, calls, kind } }: Candidate): boolean {
  const isShort = end - start < maxWrapperRows && !stating.has(kind);
  return isShort && calls.length > 0 && calls.every((call) => call.name === name);
}

/** It says what it does or is: no wrapper, and no row that only declares a member. */
export function hasOwnBody(one: Candidate): boolean {
  const { start, end, calls, kind } = one.symbol;
  return stating.has(kind) || (!isWrapper(one) && (end > start || calls.length > 0));
}

/**
 * It says that something is there, and not what it is: `mod parser;`, a prototype, the head of what goes on with a
 * type.
 */
export function isOnlyDeclared({ symbol: { kind, start, end } }: Candidate): boolean {
  return kind === 'declaration' || kind === 'implementation' || (kind === 'module' && start === end);
}

/** Nothing stands in it and nothing is written of it. */
function isBare(one: Candidate): boolean {
  const { start, end, documentation, calls, values, failures, parameters } = one.symbol;
  const isFilled = [calls, values, failures, parameters].some(({ length }) => length > 0);
  return isOnlyDeclared(one) || (start === end && documentation === undefined && !isFilled);
}

/** The kinds of outlines that a word for a kind may mean. */
const kindsOfWord: readonly (readonly [words: ReadonlySet<string>, kinds: ReadonlySet<string>])[] = [
  [new Set(['function', 'method', 'macro', 'hook']), new Set(['function', 'method', 'macro'])],
  [new Set(spaced('class struct type interface trait enum object record protocol')), new Set(['class', 'interface', 'enum', 'type'])],
  [new Set(['module']), new Set(['module'])],
  [new Set(['constant', 'variable']), new Set(['constant', 'variable', 'member'])],
  [new Set(spaced('field property attribute member')), new Set(['field', 'property', 'member', 'key'])],
]; // prettier-ignore

/** How far a definition is from the word by which the question calls its kind; 0 where it says none. */
function misnamed(one: Candidate, word: string | undefined): number {
  const kinds = word === undefined ? undefined : kindsOfWord.find(([words]) => words.has(word))?.[1];
  if (!kinds || kindOfSymbol(one) === word) return 0;
  return kinds.has(one.symbol.kind) ? 1 : 2;
}

/** Keys of settings and headings have names that nobody means by a word. */
const unmeant: ReadonlySet<string> = new Set(['key', 'section', 'test']);
/** Share of the best one's score that another of its name must have, to be meant instead. */
export const minLikely = 0.75;
/** A word that so many things are called names none of them. */
const maxOfWord = 12;

/**
 * A subject as it is asked, without its quotes; then without the words for its kind, which may be a part of the name.
 */
function spellingsOf(text: string): { words: string[]; isName: boolean; kind?: string }[] {
  const asked = spaced(text);
  const bare = ({ words, kind }: { words: string[]; kind?: string | undefined }) => ({
    words: words.map((word) => word.replace(/^[`"'“]|[`"'”]$/g, '')),
    isName: words.length === 1 && looksLikeName(words[0] ?? ''),
    ...(kind !== undefined && { kind: kind.toLowerCase() }),
  });
  const isKind = (word = '') => kindWords.has(word.toLowerCase());
  const spellings: { words: string[]; kind?: string | undefined }[] = [{ words: asked }];
  if (asked.length > 1 && isKind(asked.at(-1))) spellings.push({ words: asked.slice(0, -1), kind: asked.at(-1) });
  if (asked.length > 1 && isKind(asked[0])) spellings.push({ words: asked.slice(1), kind: asked[0] });
  return spellings.map(bare);
}

/** The subject without words for its kind. */
export const bareName = (text: string): string => spellingsOf(text).at(-1)?.words.join(' ') ?? text;

export async function subjectOf(text: string, asking: Asking): Promise<Subject | undefined> {
  const { parts, reader, signal } = asking;
  for (const { words, isName, kind } of spellingsOf(text)) {
    if (!isName && words.every((word) => isDroppedFromQuestion(word.toLowerCase()))) continue;
    const name = askedNameOf(words.join(words.length === 1 ? '' : '_'));
    if (!name) continue;
    const { candidates } = await candidatesOf(name, undefined, { parts, reader, signal });
    const meant = candidates.filter(({ symbol }) => isName || !unmeant.has(symbol.kind));
    const first = meant[0]?.score ?? 0;
    // Of several of a name the one is meant that the question's word for its kind fits, that says something, that
    // others hand on to, and of which something is written.
    const rank = (one: Candidate) => {
      const farness = misnamed(one, kind);
      return (
        (farness > 1 ? 8 : farness) +
        (one.score < first * minLikely ? 4 : 0) +
        (isBare(one) ? 2 : 0) +
        Number(isWrapper(one)) +
        (one.symbol.documentation === undefined ? 0.5 : 0)
      );
    };
    if (name.around.length === 0) meant.sort((a, b) => rank(a) - rank(b));
    const [best] = meant;
    // As it is written in the code, which is what its uses are looked for by.
    if (best && (isName || meant.length <= maxOfWord))
      return { name: { name: best.symbol.name, around: name.around }, candidates: meant };
  }
  return undefined;
}

// Section: what a type holds, also elsewhere (`impl` blocks, extensions, parts of a class). Tied by name alone, so the
// nearest type has it.

/** Files that are looked through for what belongs to a type. */
const maxMemberFiles = 60;

/** What stands in it and is part of what it is. */
const memberKinds: ReadonlySet<string> = new Set(['function', 'method', 'field', 'property', 'member', 'constant', 'class', 'type', 'declaration', 'macro']); // prettier-ignore
const typeKinds: ReadonlySet<string> = new Set(['class', 'interface', 'enum', 'type']);
const isMember = ({ kind, name }: OutlineSymbol) => memberKinds.has(kind) && !/^__\w+__$/.test(name);

/** What stands in it. */
function ownMembers({ code, symbol }: Candidate): OutlineSymbol[] {
  const at = code.outline.symbols.indexOf(symbol);
  return code.outline.symbols.filter((one) => one.parent === at && isMember(one));
}

const isPart = ({ signature }: OutlineSymbol): boolean => spaced(signature).includes('partial');

/** Whether it stands in a block that goes on with a type of this name, or names the type in its own head. */
function goesOnWith(one: OutlineSymbol, name: string, { outline: { symbols } }: OutlinedCode): boolean {
  if (one.path.at(-2) !== name || !isMember(one)) return false;
  const around = one.parent === undefined ? undefined : symbols[one.parent];
  if (around?.name !== name) return true;
  return around.kind === 'implementation' || (around.kind === 'class' && isPart(around));
}

const folderOf = (place: string): string => place.slice(0, Math.max(0, place.lastIndexOf('/')));

/** Whether nothing of the same name is nearer to a file than this type. */
function isNearest(type: Candidate, others: readonly Candidate[], from: CodeSource): boolean {
  const farness = (one: Candidate) =>
    one.from.key === from.key ? 0 : folderOf(one.from.place) === folderOf(from.place) ? 1 : 2;
  return others.every((one) => one.symbol.name !== type.symbol.name || farness(type) <= farness(one));
}

/** @param others what else has the name */
async function membersElsewhere(
  type: Candidate,
  others: readonly Candidate[],
  asking: Asking,
): Promise<OutlineSymbol[]> {
  const { name } = type.symbol;
  const types = others.filter(({ symbol }) => typeKinds.has(symbol.kind) && !(isPart(symbol) && isPart(type.symbol)));
  const inTests = isTest(type.from.place, type.symbol.path);
  const sources = holdingSources(asking.parts, { name, around: [] }) ?? [type.from];
  const farness = ({ place }: CodeSource) => (folderOf(place) === folderOf(type.from.place) ? 0 : 1);
  const found: OutlineSymbol[] = [];
  for (const from of sources.sort((a, b) => farness(a) - farness(b)).slice(0, maxMemberFiles)) {
    if (isTest(from.place, []) !== inTests || !isNearest(type, types, from)) continue;
    const code = await asking.reader.outlined(from);
    asking.signal.throwIfAborted();
    if (typeof code === 'string' || code.language?.id !== type.code.language?.id) continue;
    const own = from.key === type.from.key && from.part === type.from.part ? type.symbol : undefined;
    const isOwn = ({ start, end }: OutlineSymbol) => own !== undefined && start >= own.start && end <= own.end;
    found.push(...code.outline.symbols.filter((one) => goesOnWith(one, name, code) && !isOwn(one)));
  }
  return found;
}

export interface Members {
  own: OutlineSymbol[];
  elsewhere: OutlineSymbol[];
}

export async function membersOf(type: Candidate, others: readonly Candidate[], asking: Asking): Promise<Members> {
  const own = ownMembers(type);
  if (!typeKinds.has(type.symbol.kind)) return { own, elsewhere: [] };
  return { own, elsewhere: await membersElsewhere(type, others, asking) };
}

const privacy = new Set(spaced('private protected fileprivate'));
/** Where some members say that they are open, the others are not. */
const openness = /^(?:pub|public)\b/;
/** What a type keeps, behind what it does. */
const kept: ReadonlySet<string> = new Set(['field', 'constant']);

/** The names of members, each once, without its constructor: what others use before what serves itself alone. */
export function publicFirst(members: readonly OutlineSymbol[], own: string): string[] {
  const saysOpen = members.some(({ signature, kind }) => !kept.has(kind) && openness.test(signature));
  const isPrivate = ({ name, signature }: OutlineSymbol) =>
    name.startsWith('_') ||
    name.startsWith('#') ||
    spaced(signature).some((word) => privacy.has(word)) ||
    (saysOpen && !openness.test(signature));
  const rank = (one: OutlineSymbol) => (isPrivate(one) ? 2 : 0) + (kept.has(one.kind) ? 1 : 0);
  const names = members.toSorted((a, b) => rank(a) - rank(b)).map(({ name }) => name);
  return [...new Set(names)].filter((name) => name !== own);
}

// Section: where a comment or a document speaks of two symbols: what somebody wrote of their difference, if anybody
// did.

/** What changed is not what something is, or is different in. */
export const ofChanges = /(?:^|\/)(?:change|history|news|release)[^/]*$/i;

/** Files looked through: those of the two first, then documents. */
const maxSpokenFiles = 40;
/** A list of what changed, or a page of names, speaks of everything. */
const maxChars = 900;

interface Paragraph extends RowSpan {
  text: string;
  /** Of one comment or document. */
  block: number;
}

export interface Spoken {
  from: CodeSource;
  code: ReadCode;
  /** One that names both, or of one comment the first of each. */
  paragraphs: Paragraph[];
}

/** Paragraphs of the comments of a file: an empty row of a comment parts two. */
function inComments({ rows }: ReadCode): Paragraph[] {
  const marks = commentRowsOf(rows);
  const found: Paragraph[] = [];
  let block = 0;
  let isOpen = false;
  for (let row = 0; row < rows.count; row += 1) {
    const said = marks[row] === 1 ? plainComment(rows.row(row)) : '';
    if (marks[row] !== 1) block += 1;
    const last = found.at(-1);
    if (said !== '' && isOpen && last) Object.assign(last, { end: row, text: `${last.text} ${said}` });
    else if (said !== '') found.push({ start: row, end: row, text: said, block });
    isOpen = said !== '';
  }
  return found;
}

function inProse({ rows }: ReadCode): Paragraph[] {
  const all = proseBlocks(proseRows(rows.slice(0, rows.count - 1)));
  return all.map(({ row, text }, at) => ({ start: row, end: row, text, block: at }));
}

/** A name that is a plain word too is meant where it is written as code. */
function names(text: string, name: string): boolean {
  const isWord = !looksLikeName(name);
  for (const at of placesOfName(text, name)) {
    const [before, after] = [text[at - 1] ?? '', text[at + name.length] ?? ''];
    if (!isWord || '`.:#>'.includes(before || ' ') || '`('.includes(after || ' ')) return true;
  }
  return false;
}

function spokenIn(from: CodeSource, code: ReadCode, [one, other]: readonly [string, string]): Paragraph[] | undefined {
  const { text } = code.source;
  if (!names(text, one) || !names(text, other)) return undefined;
  const all = isProseLanguage(from.part.languageOf(from.key)) ? inProse(code) : inComments(code);
  const said = all.filter((each) => each.text.length <= maxChars && holdsSentence(each.text));
  const both = said.find((each) => names(each.text, one) && names(each.text, other));
  if (both) return [both];
  const first = said.find((each) => names(each.text, one));
  const second = said.find((each) => names(each.text, other) && each.block === first?.block);
  return first && second ? [first, second].sort((a, b) => a.start - b.start) : undefined;
}

/** Sources that hold both names, those likeliest to say something first. */
function sourcesFor([a, b]: readonly [Candidate, Candidate], { parts }: Asking): CodeSource[] {
  const idOf = ({ from }: { from: CodeSource }) => `${from.place}\n${from.key}`;
  const own = [a.from, b.from];
  const [first, second] = [a, b].map(({ symbol: { name } }) => holdingSources(parts, { name, around: [] }) ?? []);
  const known = new Set(second!.map((from) => idOf({ from })));
  const rank = ({ place, key, part }: CodeSource) =>
    own.some((one) => one.key === key && one.part === part) ? 0 : rolesOf(place).documents ? 1 : 2;
  const both = first!.filter(
    (from) => known.has(idOf({ from })) && !isTest(from.place, []) && !ofChanges.test(from.place),
  );
  return both.sort((x, y) => rank(x) - rank(y)).slice(0, maxSpokenFiles);
}

/** Undefined where nothing does but what is written above the two themselves. */
export function bothNamed(pair: readonly [Candidate, Candidate], asking: Asking): Spoken | undefined {
  const [a, b] = pair.map(({ symbol }) => symbol.name);
  const isOwn = (from: CodeSource, { start, end }: RowSpan) =>
    pair.some((one) => {
      const whole = wholeRows(one.symbol);
      return one.from.key === from.key && start >= whole.start && end <= whole.end;
    });
  for (const from of sourcesFor(pair, asking)) {
    asking.signal.throwIfAborted();
    const code = asking.reader.read(from);
    const paragraphs = typeof code === 'string' ? undefined : spokenIn(from, code, [a!, b!]);
    if (typeof code === 'string' || !paragraphs || paragraphs.every((one) => isOwn(from, one))) continue;
    return { from, code, paragraphs };
  }
  return undefined;
}
