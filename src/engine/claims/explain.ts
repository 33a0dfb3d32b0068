/** Answers what something is, what it takes and whether it exists here. */
import type { Rows } from '../chunk/block';
import { candidatesOf, type Candidate, nearestNames, symbolOf } from '../outline/findSymbol';
import {
  plainDocumentationOf,
  firstParagraph,
  firstSentence,
  isPod,
  isWithin,
  wholeRows,
  isTest,
} from '../outline/sources';
import type { OutlineSymbol } from '../read/types';
import { sentencesOf, withoutPodCodes } from '../text/comments';
import { saidToBe, withKind, Page, type Asking, type Maker, listed, plural, quotable, inline } from './page';
import { searchedOf } from '../answers/tiers';
import { putUses } from './uses';
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
import { joinIdentifier, splitIdentifier } from '../text/tokens';
import { hasNumber, hasWordSign, spaced, unquoted } from '../text/plain';
import {
  asksDefault,
  described,
  isOption,
  isTypeName,
  putDescribed,
  toldInDocuments,
  type Described,
} from './described';

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
  // What a test describes, a heading or a setting of that name is no other definition of it.
  const meant = others.filter(
    (one) =>
      one.symbol.name === symbol.name &&
      !(one.from.key === from.key && isWithin(one.symbol, symbol)) &&
      !isOnlyDeclared(one) &&
      !unmeant.has(one.symbol.kind) &&
      (!isTest(one.from.place, one.symbol.path) || isTest(from.place, symbol.path)),
  );
  const own = placeOf({ from, symbol });
  return [...new Map(meant.map((one) => [placeOf(one), one])).values()].filter((one) => placeOf(one) !== own);
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
  const { documentation: span } = documented.symbol;
  if (!span) return undefined;
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

/**
 * Adds the first rows of the function that a short one delegates to, and gives it back: the only one it calls here; undefined
 * when the syntax tree, which knows names alone, cannot tell.
 */
async function putWork(first: Candidate, page: Page, asking: Asking): Promise<Candidate | undefined> {
  const { start, end, calls } = first.symbol;
  if (!isFunction(first) || end - start >= maxHandingRows) return undefined;
  const called: Candidate[] = [];
  for (const { name } of calls) {
    const { candidates } = await candidatesOf({ name, around: [] }, ['function', 'method'], asking);
    const isMeant = (one: Candidate) =>
      one.symbol.name === name && !isSame(one, first) && one.code.language?.id === first.code.language?.id;
    called.push(...candidates.filter((one) => isMeant(one) && !isTest(one.from.place, one.symbol.path)));
  }
  const [one] = called;
  if (!one || called.length > 1) return undefined;
  const { from, code, symbol } = one;
  page.say(`It calls ${withKind(one, page.at(from, symbol.nameRow))}`, from, code, wholeRows(symbol));
  page.quotePicked(code, from, bodyRows(symbol), maxWorkRows);
  return one;
}

export const explain: Maker = async (asking) => {
  const want = wantOf(asking.query, 'explain');
  if (!want) return undefined;
  // What a setting is for is no answer to what it is by default.
  const isOfDefault = asksDefault.test(want.subject);
  // `--emit` is an option, whatever else has that name.
  const flag = spaced(want.subject)
    .map(unquoted)
    .find((word) => word.startsWith('-'));
  if (flag !== undefined) {
    if (isOfDefault) return undefined;
    // A flag may be a field of what holds the options: `here: bool` of `Args`.
    const field = await subjectOf(`${flag.slice(flag.startsWith('--') ? 2 : 1)} field`, asking);
    const isField = field && setKinds.has(field.candidates[0]!.symbol.kind);
    return explainedOption(flag, asking) ?? (isField ? explained(field, asking) : undefined);
  }
  const subject = await subjectOf(want.subject, asking);
  const name = bareName(want.subject);
  // A test may define anything.
  const isAside = subject?.candidates.every(({ symbol, from }) => isTest(from.place, symbol.path)) ?? true;
  const option = isAside && !isOfDefault ? explainedOption(name, asking) : undefined;
  const isTold = subject && (!isOfDefault || subject.candidates[0]!.symbol.values.length > 0);
  return option ?? (isTold ? explained(subject, asking) : undefined);
};

/** Explains a flag or configuration key that no syntax tree defines but some text describes. */
function explainedOption(name: string, asking: Asking) {
  // Of a type code says in passing what it does with it.
  const where = isTypeName(name) ? 'documents' : 'anywhere';
  const entry = isOption(name) ? described(name, asking, where) : toldInDocuments([name], asking);
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
  // A key that holds more is a section.
  const where = setKinds.has(kind) || kind === 'section' ? 'anywhere' : 'documents';
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

async function explained(subject: Subject, asking: Asking) {
  const [best, ...others] = subject.candidates;
  const page = new Page(asking);
  const { from, code, symbol } = best!;
  page.say(headline(page, best!), from, code, wholeRows(symbol));
  const isWritten = putWritten(best!, page, 700);
  const entry = isWritten ? undefined : describedElsewhere(best!, asking);
  if (entry) putDescribed(symbol.name, entry, page);
  const body = bodyRows(symbol);
  const isWhole = body.length <= maxTypeRows && !isFunction(best!);
  page.quotePicked(code, from, body, isFunction(best!) ? maxWorkRows : isWhole ? maxTypeRows : maxHead);
  const work = await putWork(best!, page, asking);
  const { own, elsewhere } = await membersOf(best!, others, asking);
  // Members inside a symbol that is shown whole are visible already.
  const members = publicFirst(isWhole ? elsewhere : [...own, ...elsewhere], symbol.name);
  if (members.length > 0) page.put(toldMembers(members, best!));
  // A key with dots is written whole where it is used, or in parts.
  if (!symbol.name.includes('.')) await putUses(subject, page, asking);
  const namesakes = namesakesOf(best!, others).filter((other) => !work || !isSame(work, other));
  if (namesakes.length > 0) page.put(`The name is also defined elsewhere: ${placesOf(namesakes, page)}.`);
  const score = isWritten || entry ? scores.documented : scores.bare;
  return page.answer('explain', score, [symbol.path.join('.')]);
}

// Section: what a function takes: its parameters with their defaults, and its signature, all from the syntax tree.

const takesScore = 0.85;
/** Most parameters in a sentence; a longer list would be a table. */
const maxTold = 12;
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
  const below = signature === code.rows.row(nameRow).trim() ? 0 : Math.min(parameters.length + 1, maxHead);
  const head = { start, end: Math.min(end, nameRow + below) };
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
    // What has no definition here may be used all the same: a database, a library.
    const isHeld = searchedOf(asking.parts, true).holds(joinIdentifier(name));
    return asking.isWhole && isName && !isHeld ? notThere(name, asking) : undefined;
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
