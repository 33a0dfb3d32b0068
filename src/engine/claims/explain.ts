/** What something is: its place, what documents it, its head, its members, who uses it. All of it by the tree. */
import type { Rows } from '../chunk/block';
import { candidatesOf, type Candidate } from '../outline/findSymbol';
import { documentationOf, firstParagraph, firstSentence, wholeRows } from '../outline/heads';
import { isTest } from '../outline/sources';
import type { OutlineSymbol } from '../read/types';
import { sentencesOf } from '../answers/sentences';
import { saidToBe, withKind } from './calledSo';
import { usesInShort } from './callers';
import { membersOf, publicFirst } from './members';
import { Page } from './page';
import { isOnlyDeclared, subjectOf, type Subject } from './subjects';
import type { Asking, Maker } from './types';
import { wantOf } from './wants';
import { listed, plural, quotable } from './words';

const scores = { documented: 0.85, bare: 0.65 };
const maxSentences = 4;
const maxMembers = 12;
const maxNamesakes = 3;
/** Rows of a definition shown whole. */
const maxShown = 14;
/** Heads are longer than that nowhere but in generated code. */
const maxHead = 8;

/** Other things of the very name: not what stands in it, such as its constructor, and overloads once. */
function namesakesOf({ from, symbol }: Candidate, others: readonly Candidate[]): Candidate[] {
  const placeOf = (one: Pick<Candidate, 'from' | 'symbol'>) => `${one.from.key}\n${one.symbol.path.join('.')}`;
  const known = new Set([placeOf({ from, symbol })]);
  return others.filter((one) => {
    const { name, start, end } = one.symbol;
    const isInside = one.from.key === from.key && start >= symbol.start && end <= symbol.end;
    if (isInside || name !== symbol.name || isOnlyDeclared(one)) return false;
    return !known.has(placeOf(one)) && known.add(placeOf(one));
  });
}

function placesOf(all: readonly Candidate[], page: Page): string {
  const more = all.length - maxNamesakes;
  const told = all.slice(0, maxNamesakes).map((one) => page.at(one.from, one.symbol.nameRow));
  return `${told.join('; ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Rows of a comment in which nothing is said: what stands between two of them is a paragraph. */
const bare = /^(?:\/?\*+\/?|\/\/+[/!]?|#+!?|--+|;+|%+|"""|''')?$/;
/** Where prose ends and code, a list of parameters or a table begins. */
const noProse = /^(?:\*|\/\/[/!]?|#|--)?\s*(?:```|~~~|>>>|\$ |@\w|:\w+|\\\w|\.\. |- `|\*{2}\w|[A-Z][a-z]+:\s*$)/;

/** A symbol and the rows that it stands in. */
interface Documented {
  code: { rows: Rows };
  symbol: OutlineSymbol;
}

/** The first paragraph of what is written of it, in whole sentences; undefined where nothing is. */
export function documentationIn({ code, symbol }: Documented, most = maxSentences): string | undefined {
  const span = symbol.documentation;
  if (!span || (span.start === symbol.start && span.end === symbol.end)) return undefined;
  let end = span.start;
  for (let row = span.start; row <= span.end; row += 1) {
    const text = code.rows.row(row);
    if (row > span.start && noProse.test(text.trimStart())) break;
    if (bare.test(text.trim()) && documentationOf(code.rows, { start: span.start, end: row }) !== '') break;
    end = row;
  }
  const text = firstParagraph(documentationOf(code.rows, { start: span.start, end }));
  if (text === '') return undefined;
  const sentences = sentencesOf(text);
  return sentences.length > 0 ? sentences.slice(0, most).join(' ') : firstSentence(text);
}

/** Rows of how something works: a function is read, not only its head. */
const maxWorkRows = 18;

/** Its first rows, without those of a documentation inside of it, which is told already, or is long. */
function workRows({ start, end, documentation }: OutlineSymbol): number[] {
  const isTold = (row: number) => documentation !== undefined && row >= documentation.start && row <= documentation.end;
  const rows = Array.from({ length: end - start + 1 }, (_, at) => start + at);
  return rows.filter((row) => !isTold(row)).slice(0, maxWorkRows);
}

/** Its head, and all of it where it is short: rows as they stand there, without the documentation that is told already. */
export function shownRows({ symbol, code }: Candidate): { start: number; end: number } {
  const { start, end, documentation, nameRow } = symbol;
  if (end - start < maxShown) return { start, end };
  if (documentation && documentation.start > nameRow) return { start, end: documentation.start - 1 };
  // Its name may stand below decorators; its head may go over several rows.
  const rows = symbol.signature.length > 100 ? maxHead : 3;
  return { start, end: Math.min(end, Math.max(nameRow + 1, start + rows), code.rows.count - 1) };
}

/** The sentence that says what and where it is. */
export function headline(page: Page, candidate: Candidate): string {
  return `${saidToBe(candidate)} in ${page.at(candidate.from, candidate.symbol.nameRow)}`;
}

const asksHow = /\bhow\b/i;
const isFunction = ({ symbol }: Candidate): boolean => symbol.kind === 'function' || symbol.kind === 'method';
const isSame = (one: Candidate, other: Candidate) => one.from.key === other.from.key && one.symbol.start === other.symbol.start; // prettier-ignore

/** What is no longer hands its work on. */
const maxHandingRows = 8;
/** Steps from one that hands on to the next. */
const maxHands = 3;

/**
 * The one function here that a short one calls, or of several the one of its own name; undefined where the tree cannot tell
 * which is called, for it knows names alone.
 */
async function handedTo(one: Candidate, { parts, reader, signal }: Asking): Promise<Candidate | undefined> {
  const { start, end, calls, name: own } = one.symbol;
  if (!isFunction(one) || end - start >= maxHandingRows) return undefined;
  const called: Candidate[][] = [];
  for (const { name } of calls) {
    const { candidates } = await candidatesOf({ name, around: [] }, ['function', 'method'], { parts, reader, signal });
    const meant = candidates.filter((other) => other.symbol.name === name && !isSame(one, other) && other.code.language?.id === one.code.language?.id && !isTest(other.from.place, other.symbol.path)); // prettier-ignore
    if (meant.length > 0) called.push(meant);
  }
  const [only, another] = called.length > 1 ? called.filter(([first]) => first!.symbol.name === own) : called;
  return another || only?.length !== 1 ? undefined : only[0];
}

/**
 * What something short calls, down to where the work is done: each with its first rows.
 * @returns what is told so, and what it began with
 */
async function putWork(first: Candidate, page: Page, asking: Asking): Promise<Candidate[]> {
  const told = [first];
  for (let hands = 0; hands < maxHands; hands += 1) {
    const one = await handedTo(told.at(-1)!, asking);
    if (!one || told.some((before) => isSame(before, one))) break;
    const { from, code, symbol } = one;
    told.push(one);
    page.say(`It calls ${withKind(one, page.at(from, symbol.nameRow))}`, from, code, wholeRows(symbol));
    page.quotePicked(code, from, workRows(symbol));
  }
  return told;
}

export const explain: Maker = async (asking) => {
  const want = wantOf(asking.query, 'explain');
  const subject = want && (await subjectOf(want.subject, asking));
  return subject && explained(subject, asking);
};

async function explained(subject: Subject, asking: Asking) {
  const [best, ...others] = subject.candidates;
  const page = new Page(asking);
  const { from, code, symbol } = best!;
  page.say(headline(page, best!), from, code, wholeRows(symbol));
  const written = documentationIn(best!);
  if (written !== undefined) page.put(`> ${quotable(written, 700)}`);
  if (asksHow.test(asking.query) && isFunction(best!)) page.quotePicked(code, from, workRows(symbol));
  else page.quote(code, from, shownRows(best!), symbol.name);
  const told = await putWork(best!, page, asking);
  const { own, elsewhere } = await membersOf(best!, others, asking);
  // Those inside of it are seen where it is shown whole.
  const members = publicFirst(symbol.end - symbol.start < maxShown ? elsewhere : [...own, ...elsewhere], symbol.name);
  if (members.length > 0) page.put(`It holds ${listed(members, maxMembers)}.`);
  const used = await usesInShort(subject, page, asking);
  if (used !== undefined) page.put(used);
  const namesakes = namesakesOf(best!, others).filter((other) => !told.some((one) => isSame(one, other)));
  if (namesakes.length > 0) page.put(`The name is defined in ${plural(namesakes.length, 'more place')}: ${placesOf(namesakes, page)}.`); // prettier-ignore
  return page.answer('explain', written === undefined ? scores.bare : scores.documented, [symbol.path.join('.')]);
}
