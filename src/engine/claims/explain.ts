/** Answers what something is, what it takes and whether it exists here. */
import type { Rows } from '../chunk/block';
import { candidatesOf, type Candidate, nearestNames, symbolOf } from '../outline/findSymbol';
import { setOf } from '../question/courtesies';
import type { Answer } from '../types';
import {
  plainDocumentationOf,
  firstParagraph,
  firstSentence,
  isPod,
  namesOfPlace,
  isWithin,
  wholeRows,
  isTest,
} from '../outline/sources';
import type { OutlineSymbol } from '../read/types';
import { sentencesOf, withoutPodCodes } from '../text/comments';
import { saidToBe, withKind, Page, type Asking, type Maker, listed, plural, quotable, inline, textOf } from './page';
import { putUses } from './callers';
import {
  isOnlyDeclared,
  subjectOf,
  type Subject,
  bareName,
  looksLikeName,
  membersOf,
  publicFirst,
  setKinds,
  unmeant,
} from './subjects';
import { wantOf } from './wants';
import { kindOf } from '../rank/question';
import { splitIdentifier } from '../text/tokens';
import { hasNumber, hasWordSign, nameRuns, spaced, unquoted } from '../text/plain';
import { described, isOption, isTypeName, putDescribed, toldInDocuments, type Described } from './described';

// Section: what something is: its place, documentation, signature, members and uses, all from the syntax tree.

const scores = { documented: 0.85, bare: 0.65 };
const maxSentences = 5;
const maxMembers = 12;
const maxNamesakes = 3;
/** Most rows of a definition shown whole. */
const maxShown = 14;
/** Most rows of a signature; only generated code has longer ones. */
const maxHead = 8;

/** Other definitions of the same name, without nested ones such as its constructor; overloads count once. */
function namesakesOf({ from, symbol }: Candidate, others: readonly Candidate[]): Candidate[] {
  const placeOf = (one: Pick<Candidate, 'from' | 'symbol'>) => `${one.from.key}\n${one.symbol.path.join('.')}`;
  const known = new Set([placeOf({ from, symbol })]);
  return others.filter((one) => {
    const isInside = one.from.key === from.key && isWithin(one.symbol, symbol);
    // What a test describes, a heading or a setting of that name is no other definition of it.
    const isElsewhere = isTest(one.from.place, one.symbol.path) && !isTest(from.place, symbol.path);
    if (
      isInside ||
      isElsewhere ||
      one.symbol.name !== symbol.name ||
      isOnlyDeclared(one) ||
      unmeant.has(one.symbol.kind)
    )
      return false;
    return !known.has(placeOf(one)) && known.add(placeOf(one));
  });
}

function placesOf(all: readonly Candidate[], page: Page): string {
  const more = all.length - maxNamesakes;
  const told = all.slice(0, maxNamesakes).map((one) => page.at(one.from, one.symbol.nameRow));
  return `${told.join('; ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Matches a comment row without text, which separates paragraphs. */
const bare = /^(?:\/?\*+\/?|\/\/+[/!]?|#+!?|--+|;+|%+|"""|''')?$/;
/** Matches the first row after the prose of a comment: code, a list of parameters or a table. */
const noProse =
  /^(?:\*|\/\/[/!]?|#|--)?\s*(?:<(?:param|typeparam|returns?|exception|example|seealso|code)\b|```|~~~|>>>|\$ |@\w(?![\w.]*@)|:\w+|\\\w|\.\. |- `|\*{2}\w|[A-Z][a-z]+:\s*$)/;

/** A symbol with the rows of its file. */
interface Documented {
  code: { rows: Rows };
  symbol: OutlineSymbol;
}

/** Paragraphs of prose in a symbol's documentation, up to the first code or list of parameters. */
function paragraphsOf({ code, symbol: { documentation: span } }: Documented): string[] {
  if (!span) return [];
  const paragraphs: string[] = [];
  let start = span.start;
  // In POD what is further in is an example.
  const isOfPod = isPod(code.rows, span);
  const take = (end: number) => {
    const isExample = isOfPod && code.rows.row(start).startsWith(' ');
    const text = end < start || isExample ? '' : firstParagraph(plainDocumentationOf(code.rows, { start, end }));
    if (text !== '') paragraphs.push(isOfPod ? withoutPodCodes(text) : text);
  };
  for (let row = span.start; row <= span.end; row += 1) {
    const text = code.rows.row(row).trim();
    const isEnd = row > span.start && noProse.test(text);
    const isBare = bare.test(text.replace('<p>', '').trim());
    if (isEnd || isBare) take(row - 1);
    if (isEnd) return paragraphs;
    if (isBare) start = row + 1;
  }
  take(span.end);
  return paragraphs;
}

/** Matches a description that is only a link to another one. */
const linkAlone = /^(?:see:?\s+)?(?:\{@(?:link|see|inheritDoc)[^{}]*\}|@see\s\S+)\.?(?:\s*\([\w\s-]{1,20}\))?\.?$/i;

/** The first sentences of a symbol's documentation; undefined when there is none. */
export function documentationIn(documented: Documented, most = maxSentences): string | undefined {
  const { documentation: span, start, end } = documented.symbol;
  if (!span || (span.start === start && span.end === end)) return undefined;
  const paragraphs = paragraphsOf(documented);
  const [first] = paragraphs;
  if (first === undefined || (paragraphs.length === 1 && linkAlone.test(first))) return undefined;
  const sentences = paragraphs.flatMap(sentencesOf).slice(0, most);
  if (sentences.length === 0) return firstSentence(first);
  // A title has no full stop.
  return sentences.reduce((said, next) => `${said}${hasWordSign(said.at(-1)!) ? '.' : ''} ${next}`);
}

/** Adds a symbol's documentation to the page; false when there is none. */
export function putWritten(of: Documented, page: Page, maxChars: number, most = maxSentences): boolean {
  const written = documentationIn(of, most);
  if (written !== undefined) page.put(`> ${quotable(written, maxChars)}`);
  return written !== undefined;
}

/** Most rows shown of a function's body when the question is how something works. */
const maxWorkRows = 18;

/** Rows up to which a type is shown whole. */
const maxTypeRows = 36;

/** Rows of a symbol without documentation inside it, such as a docstring, which is shown already. */
function bodyRows({ start, end, nameRow, documentation }: OutlineSymbol): number[] {
  // A comment behind the name stands in a row that is to be shown.
  const isTold = (row: number) =>
    documentation !== undefined && row >= documentation.start && row <= documentation.end && row !== nameRow;
  const rows = Array.from({ length: end - start + 1 }, (_, at) => start + at);
  return rows.filter((row) => !isTold(row));
}

const workRows = (symbol: OutlineSymbol) => bodyRows(symbol).slice(0, maxWorkRows);

/** Rows shown of a symbol: all of a short one, else its signature, without the documentation that is quoted already. */
export function shownRows({ symbol, code }: Candidate): { start: number; end: number } {
  const { start, end, documentation, nameRow } = symbol;
  if (end - start < maxShown) return { start, end };
  if (documentation && documentation.start > nameRow) return { start, end: documentation.start - 1 };
  // The name may stand below decorators, and a signature may span several rows.
  const rows = symbol.signature.length > 100 ? maxHead : 3;
  return { start, end: Math.min(end, Math.max(nameRow + 1, start + rows), code.rows.count - 1) };
}

/** The sentence that says what and where a symbol is. */
export function headline(page: Page, candidate: Candidate): string {
  return `${saidToBe(candidate)} in ${page.at(candidate.from, candidate.symbol.nameRow)}`;
}

const isFunction = ({ symbol }: Candidate): boolean => symbol.kind === 'function' || symbol.kind === 'method';
const isSame = (one: Candidate, other: Candidate) =>
  one.from.key === other.from.key && one.symbol.start === other.symbol.start;

/** Most rows of a function that only delegates. */
const maxHandingRows = 8;
/** Most delegations followed. */
const maxHands = 3;

/**
 * The function that a short one delegates to: the only one it calls here; undefined when the syntax tree, which knows
 * names alone, cannot tell.
 */
async function handedTo(one: Candidate, asking: Asking): Promise<Candidate | undefined> {
  const { start, end, calls } = one.symbol;
  if (!isFunction(one) || end - start >= maxHandingRows) return undefined;
  const called: Candidate[] = [];
  for (const { name } of calls) {
    const { candidates } = await candidatesOf({ name, around: [] }, ['function', 'method'], asking);
    const meant = candidates.filter(
      (other) =>
        other.symbol.name === name &&
        !isSame(one, other) &&
        other.code.language?.id === one.code.language?.id &&
        !isTest(other.from.place, other.symbol.path),
    );
    called.push(...meant);
  }
  return called.length === 1 ? called[0] : undefined;
}

/**
 * Adds the first rows of each function that a short one delegates to, down to the one that does the work.
 * @returns the symbols shown, beginning with the first
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
  if (!want) return undefined;
  // `--emit` is an option, whatever else has that name.
  const flag = spaced(want.subject)
    .map(unquoted)
    .find((word) => word.startsWith('-'));
  if (flag !== undefined) return explainedOption(flag, asking) ?? explainedField(flag, asking);
  const subject = await subjectOf(want.subject, asking);
  const name = bareName(want.subject);
  // What is kept in `_limit` is given as `limit`, which some text describes; a test may define anything.
  const isAside = ({ symbol, from }: Candidate) => isKeptAs(symbol.name, name) || isTest(from.place, symbol.path);
  const isOnlyKept = subject?.candidates.every(isAside) ?? true;
  const option = isOnlyKept ? explainedOption(name, asking, name !== want.subject) : undefined;
  return option ?? (subject && explained(subject, asking));
};

/** True for the name of a private field that holds what has the name: `_limit`, `m_limit`, `#limit`. */
const isKeptAs = (kept: string, name: string): boolean =>
  ['_', 'm_', '#', '@', '$_'].some((sign) => kept === `${sign}${name}`);

/** Words of types and files whose fields are the options of a command. */
const optionWords = setOf('args arguments cli cmd command config configuration flags options opts params settings');

/** Explains a flag that is a field of what holds the options: `here: bool` of `Args`. */
async function explainedField(flag: string, asking: Asking): Promise<Answer | undefined> {
  const name = flag.slice(flag.startsWith('--') ? 2 : 1);
  const { candidates } = await candidatesOf({ name, around: [] }, ['field', 'property', 'member', 'key'], asking);
  const isOfOptions = ({ symbol: { path }, from }: Candidate) => [...namesOfPlace(from.place), ...path.slice(0, -1)].some((step) => splitIdentifier(step).some((word) => optionWords.has(word))); // prettier-ignore
  const ofOptions = candidates.filter((one) => isOfOptions(one) && !isTest(one.from.place, one.symbol.path));
  const meant = ofOptions.find(({ symbol }) => symbol.documentation) ?? ofOptions[0];
  const others = candidates.filter((one) => one !== meant);
  return meant && explained({ name: { name: meant.symbol.name, around: [] }, candidates: [meant, ...others] }, asking);
}

/**
 * Explains a flag or configuration key that no syntax tree defines but some text describes.
 * @param isCalledSo true where the question has a word for its kind: "the smart option" is no plain word
 */
function explainedOption(name: string, asking: Asking, isCalledSo = false) {
  // Of a type code says in passing what it does with it.
  const where = isTypeName(name) ? 'documents' : 'anywhere';
  const isPlain = !isOption(name);
  const entry = isPlain ? isCalledSo && toldInDocuments([name], asking) : described(name, asking, where);
  if (!entry) return undefined;
  const page = new Page(asking);
  putDescribed(name, entry, page);
  return page.answer('explain', scores.documented, [name]);
}

/**
 * The description elsewhere of a definition without documentation: an entry for its name, only of settings and of names
 * that are no plain word, or a paragraph about it.
 */
export function describedElsewhere({ symbol }: Candidate, asking: Asking): Described | undefined {
  const { name, kind, path } = symbol;
  const where = setKinds.has(kind) ? 'anywhere' : 'documents';
  const entry = where === 'anywhere' || splitIdentifier(name).length > 1 ? described(name, asking, where) : undefined;
  return entry ?? toldInDocuments(path, asking);
}

/**
 * Least documented members to list them with their documentation, and most members listed so; otherwise only names are
 * listed.
 */
const [minDocumented, maxDocumented] = [2, 8];

function toldMembers(members: readonly string[], { code, symbol }: Candidate): string {
  const at = code.outline.symbols.indexOf(symbol);
  const written = members.flatMap((name) => {
    const member = code.outline.symbols.find((one) => one.parent === at && one.name === name);
    const said = member && documentationIn({ code, symbol: member }, 1);
    return said === undefined ? [] : [{ name, said }];
  });
  if (written.length < minDocumented) return `It holds ${listed(members, maxMembers)}.`;
  const told = written.slice(0, maxDocumented);
  const others = members.filter((name) => !told.some((one) => one.name === name));
  const rows = told.map(({ name, said }) => `- ${inline(name)}: ${quotable(said, 140)}`);
  if (others.length > 0) rows.push(`- and ${listed(others, maxMembers)}`);
  return ['It holds:', ...rows].join('\n');
}

/** Adds what the description beside a key says of it, as manifests of settings have it; false when there is none. */
function putOfKey({ code: { outline, rows }, symbol }: Candidate, page: Page): boolean {
  const own = outline.symbols.find((one) => one.name === 'description' && outline.symbols[one.parent ?? -1] === symbol);
  // A long text is no value.
  const row = own ? rows.row(own.nameRow).trim() : '';
  const text =
    own && (textOf(own) ?? unquoted(row.slice(row.indexOf(':') + 1, row.endsWith(',') ? -1 : undefined).trim()));
  if (text) page.put(`> ${quotable(text, 700)}`);
  return Boolean(text);
}

/** True where something in the file of a setting gives a value to its name, `@limit` and `_limit` too. */
const isSetIn = ({ code: { outline }, symbol: { name } }: Candidate): boolean =>
  [outline.outside, ...outline.symbols].some(({ values }) =>
    values.some((one) => one.name.match(nameRuns)?.some((run) => run.endsWith(name))),
  );

async function explained(subject: Subject, asking: Asking) {
  const [best, ...others] = subject.candidates;
  const page = new Page(asking);
  const { from, code, symbol } = best!;
  page.say(headline(page, best!), from, code, wholeRows(symbol));
  const isWritten = putWritten(best!, page, 700) || putOfKey(best!, page);
  const entry = isWritten ? undefined : describedElsewhere(best!, asking);
  if (entry) putDescribed(symbol.name, entry, page);
  const isWhole = bodyRows(symbol).length <= maxTypeRows && !isFunction(best!);
  if (isFunction(best!)) page.quotePicked(code, from, workRows(symbol));
  else if (isWhole) page.quotePicked(code, from, bodyRows(symbol));
  else page.quote(code, from, shownRows(best!));
  if (kindOf(asking.query) === 'default' && setKinds.has(symbol.kind) && !isSetIn(best!))
    page.put('Where it is declared it is given no value.');
  const told = await putWork(best!, page, asking);
  const { own, elsewhere } = await membersOf(best!, others, asking);
  // Members inside a symbol that is shown whole are visible already.
  const members = publicFirst(isWhole ? elsewhere : [...own, ...elsewhere], symbol.name);
  if (members.length > 0) page.put(toldMembers(members, best!));
  // A key with dots is written whole where it is used, or in parts.
  if (!symbol.name.includes('.')) await putUses(subject, page, asking);
  const namesakes = namesakesOf(best!, others).filter((other) => !told.some((one) => isSame(one, other)));
  if (namesakes.length > 0) page.put(`The name is also defined elsewhere: ${placesOf(namesakes, page)}.`);
  const score = isWritten || entry ? scores.documented : scores.bare;
  return page.answer('explain', score, [symbol.path.join('.')]);
}

// Section: what a function takes: its parameters with their defaults, and its signature, all from the syntax tree.

const takesScore = 0.85;
/** Most parameters in a sentence; a longer list would be a table. */
const maxTold = 12;
/** Most rows of a signature with one parameter on each. */
const maxTakesRows = 14;

export const takes: Maker = async (asking) => {
  const want = wantOf(asking.query, 'takes');
  const subject = want && (await subjectOf(want.subject, asking));
  const best = subject?.candidates.find(({ symbol }) => symbol.parameters.length > 0);
  if (!best) return undefined;
  const { from, code, symbol } = best;
  const { parameters, start, end, nameRow, signature } = symbol;
  const page = new Page(asking);
  const told = parameters
    .slice(0, maxTold)
    .map(({ name, default: preset }) =>
      preset === undefined ? inline(name) : `${inline(name)} (${inline(preset)} by default)`,
    );
  const more = parameters.length > told.length ? ` and ${parameters.length - told.length} more` : '';
  // A signature that does not fit on one row continues below.
  const rows = signature === code.rows.row(nameRow).trim() ? 1 : parameters.length + 2;
  const head = { start, end: Math.min(end, nameRow + Math.min(rows, maxTakesRows) - 1) };
  page.say(
    `${inline(symbol.path.join('.'))} takes ${plural(parameters.length, 'parameter')}: ${told.join(', ')}${more} (${page.at(from, nameRow)})`,
    from,
    code,
    head,
  );
  putWritten(best, page, 700);
  page.quote(code, from, head);
  return page.answer('takes', takesScore, [symbol.path.join('.')]);
};

// Section: whether a name exists here: yes with its place, or no with the most similar names.

const thereScores = { yes: 0.85, no: 0.05 };
const maxPlaces = 3;

/** Kinds that only hold something and are meant by their very names: a field called `gui` is no user interface. */
const keptKinds: ReadonlySet<string> = new Set(['field', 'property', 'variable', 'member', 'declaration']);

export const isThere: Maker = async (asking) => {
  const supported = wantOf(asking.query, 'supports');
  const want = supported ?? wantOf(asking.query, 'isThere');
  // `HTTP` is no HTTP/2.
  if (!want || want.subject.split('/').slice(1).some(hasNumber)) return undefined;
  const subject = await subjectOf(want.subject, asking);
  if (!subject) {
    if (supported) return undefined;
    const name = bareName(want.subject);
    const isName = /^[\w$.:]+$/.test(name) && spaced(want.subject).some(looksLikeName);
    return asking.isWhole && isName ? notThere(name, asking) : undefined;
  }
  const asked = new Set(spaced(want.subject).map(unquoted));
  const isMeant = ({ kind, name }: OutlineSymbol) => !keptKinds.has(kind) || (looksLikeName(name) && asked.has(name));
  const found = subject.candidates.filter(({ symbol }) => isMeant(symbol));
  const [first] = found;
  if (!first) return undefined;
  const page = new Page(asking);
  for (const [place, one] of found.slice(0, maxPlaces).entries()) {
    page.say(`${place === 0 ? 'Yes: ' : ''}${headline(page, one)}`, one.from, one.code, wholeRows(one.symbol));
    putWritten(one, page, 300, 2);
    if (place === 0) page.quote(one.code, one.from, shownRows(one));
  }
  return page.answer('isThere', thereScores.yes, [first.symbol.path.join('.')]);
};

async function notThere(name: string, asking: Asking) {
  const page = new Page(asking);
  page.put(`No: nothing here is defined as ${inline(name)}.`);
  const rest = async () => asking.signal.throwIfAborted();
  const { found: near } = await nearestNames(asking.parts, { name }, { rest });
  const told: string[] = [];
  for (const each of near.slice(0, maxPlaces)) {
    const one = await symbolOf(each, asking.reader);
    if (!one) continue;
    const { from, code, symbol } = one;
    told.push(page.cited(`- ${withKind(one, page.at(from, symbol.nameRow))}`, from, code, wholeRows(symbol)));
  }
  if (told.length > 0) page.put(`Names that are like it:\n${told.join('\n')}`);
  return page.answer('absent', thereScores.no, []);
}
