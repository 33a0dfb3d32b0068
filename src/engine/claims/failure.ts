/**
 * Answers which error occurs when: the failure whose message and surrounding names cover the question, with the rows
 * before it. For a named function it lists all failures that the syntax tree shows. For an error, where it is caught.
 */
import { CoverageOf } from '../answers/coverage';
import { asksYesOrNo } from '../answers/tiers';
import { kindOf, analyse } from '../rank/question';
import { symbolAt, type Candidate } from '../outline/findSymbol';
import { foundSources, isWithin, wholeRows, type ReadCode } from '../outline/sources';
import { isTestPath } from '../rank/fileKinds';
import type { Failure, RowSpan } from '../read/types';
import { indentOf } from '../answers/markdown';
import { stem } from '../text/tokens';
import { hasWordSign, nameRuns, oneSpaced, rowsOfText, spaced } from '../text/plain';
import { setOf } from '../question/courtesies';
import { quotedMessages } from '../question/spelling';
import { factsOf, type FailureFact, putOthers } from './value';
import {
  Page,
  type Asking,
  type Maker,
  type Putting,
  outlinedOf,
  calledSo,
  withKind,
  inline,
  listed,
  plural,
  quotable,
  commentMarks,
} from './page';
import type { OutlineSymbol } from '../read/types';
import { prints } from '../search/printed';
import type { Answer } from '../types';
import { Listing, putConditions, putUses, raising, rowsWhere, usesOf } from './uses';
import { bareName, looksLikeName, setKinds, subjectOf } from './subjects';
import { wantOf } from './wants';

// Section: the text of an error message that is concatenated from parts, with dots for the names between them. Pure;
// linear.

const quotes = `"'\``;
/** Operators that join parts of a text in the supported languages. */
const joints = setOf('+ . .. <> & ~ % || ++');
const gap = '…';

/**
 * The text of a message without code: `poolName + " is closed"` becomes “… is closed”. A message that is a single text
 * is returned as it is.
 */
export function messageIn(text: string): string {
  for (const quote of quotes) {
    const all = text.split(quote);
    if (all.length % 2 === 0 || all.length === 1) continue;
    // Texts and code stand in turn; the outer quotation marks may be gone already: `a " + b + " c`.
    for (const isCode of [(at: number) => at % 2 === 0, (at: number) => at % 2 === 1]) {
      // Texts that are passed to a call are no part of the message.
      const call = all.findIndex((part, at) => isCode(at) && part.split('(').length > part.split(')').length);
      const parts = call < 0 ? all : all.slice(0, call + 1);
      const isJoined = parts.every((part, at) => {
        const words = spaced(part);
        if (!isCode(at) || (words.length === 0 && (at === 0 || at === all.length - 1))) return true;
        const isBegun = at === 0 || joints.has(words[0] ?? '');
        return isBegun && (at === call || at === all.length - 1 || joints.has(words.at(-1) ?? ''));
      });
      if (isJoined && parts.length > 1 && parts.some((part, at) => isCode(at) && part !== ''))
        return parts
          .map((part, at) => (isCode(at) && part.trim() !== '' ? gap : part))
          .join('')
          .trim();
    }
  }
  return text;
}

const score = 0.8;
/** Least coverage of the question's words on average, and that by the message alone. */
const [minWords, minInMessage] = [0.85, 0.4];
/** Least words besides those that every question about errors has. */
const minSubject = 2;

/** Rows shown before a failure, with its condition. */
const rowsBefore = 3;

/** Stems of words that every question about errors has. */
const asking = new Set(
  spaced(
    'error errors exception fail fails failure raise raised throw thrown panic message happen happens whether',
  ).map(stem),
);

/**
 * Matches what a message says could not be done: "unable to check if a feed exists" is about the check, so the question
 * must ask for that too.
 */
const undone =
  /\b(?:unable|failed|failing|failure|could not|couldn['’]t|cannot|can['’]t|error)\s+(?:to\s+|in\s+|while\s+|when\s+|during\s+)?([a-z]{3,20})/i;

/** "Already exists" does not answer what happens when something does not exist, and the other way round. */
const already = /\balready\b/i;

function isOtherFailure(text: string, query: string, coverage: CoverageOf): boolean {
  const doing = undone.exec(text)?.[1];
  const isOpposite = already.test(query) !== already.test(text);
  return isOpposite || (doing !== undefined && coverage.ofText(doing).share === 0);
}

interface Rated {
  fact: FailureFact;
  rank: number;
}

type IsSaid = (message: string, quoted: string) => boolean;
const holdsIt: IsSaid = (message, quoted) => oneSpaced(message).includes(quoted);

/** The failures whose message says a text that the question quotes. Those of tests are left out. */
async function failuresQuoted(asked: Asking, isSaid: IsSaid): Promise<Rated[]> {
  const quoted = quotedMessages(asked.query);
  if (quoted.length === 0 || asksYesOrNo(asked.query)) return [];
  const { failures } = await factsOf(asked);
  const isQuoted = ({ text, isAside }: FailureFact) => !isAside && quoted.some((one) => isSaid(messageIn(text), one));
  return failures.filter(isQuoted).map((fact) => ({ fact, rank: 2 }));
}

async function failuresFor(asked: Asking): Promise<Rated[]> {
  const { query, snippets } = asked;
  const question = analyse(query);
  const coverage = new CoverageOf(question, snippets, query);
  const subject = question.content.filter((term) => !asking.has(term));
  // Many errors mention a single word, none more likely than the others.
  if (subject.length < minSubject) return [];
  const { failures } = await factsOf(asked);
  const all = failures.filter(({ text, isAside }) => text !== '' && !isAside);
  // Each word counts the same: in "when the file does not exist", the common words are the condition.
  const shareIn = (text: string) => {
    const { shares } = coverage.ofText(text);
    return subject.reduce((sum, term) => sum + (shares.get(term) ?? 0), 0) / subject.length;
  };
  const rated = all.flatMap((fact) => {
    const message = shareIn(fact.text);
    const whole = shareIn(`${fact.text} ${fact.names} ${fact.call}`);
    const isMeant = message >= minInMessage && whole >= minWords;
    return isMeant && !isOtherFailure(`${fact.text} ${fact.names}`, query, coverage)
      ? [{ fact, rank: message + whole - fact.found * 0.03 }]
      : [];
  });
  return rated.sort((a, b) => b.rank - a.rank);
}

/** Most rows shown of those around a failure. */
const maxAround = 6;

/**
 * The rows of a failure with those before it, and above these what it stands in, by their indentation: its conditions, up
 * to the head of its function.
 */
function withConditions({ rows }: ReadCode, row: number, { start, end }: RowSpan, first: number): number[] {
  const around: number[] = [];
  let indent = indentOf(rows.row(row));
  for (let at = row - 1; at >= first && indent > 0 && around.length < maxAround; at -= 1) {
    const text = rows.row(at).trim();
    const own = indentOf(rows.row(at));
    if (text === '' || own >= indent) continue;
    // What is closed in a row, as in `} else {`, was opened in one as far in.
    const isClosing = ')]}'.includes(text.charAt(0));
    indent = isClosing ? own + 1 : own;
    if (at < start && hasWordSign(text)) around.unshift(at);
  }
  return [...around, ...Array.from({ length: end - start + 1 }, (_, at) => start + at)];
}

/** The text of an error after a colon; empty when it has none. */
const saying = (text: string) => (messageIn(text) === '' ? '' : `: “${quotable(messageIn(text))}”`);

/** Greatest difference in rating from the best error for others to be listed beside it. */
const maxApart = 0.15;
const saidIn = ({ call, text }: FailureFact) => `${call} ${text}`;

export const failure: Maker = async (asked) => {
  const quoted = await failuresQuoted(asked, holdsIt);
  const meant = quoted.length === 0 && kindOf(asked.query) === 'error' ? await failuresFor(asked) : quoted;
  const carried = meant.length === 0 ? await tellCarried(asked) : undefined;
  if (carried) return carried;
  // What prints the message with other values is behind what says it to the letter.
  const [best, ...others] = meant.length === 0 ? await failuresQuoted(asked, prints) : meant;
  if (!best) return undefined;
  const { from, code, row, call, text, symbol } = best.fact;
  const page = new Page(asked);
  const where = symbol ? ` in ${calledSo({ symbol, code })}` : '';
  // Of a short function that only fails its callers tell when.
  const whole = symbol && isShort(symbol) ? wholeRows(symbol) : undefined;
  const start = Math.max(whole?.start ?? symbol?.start ?? 0, row - (whole ? maxCarryingRows : rowsBefore), 0);
  const rows = { start, end: Math.min(whole?.end ?? row + 2, symbol?.end ?? row, code.rows.count - 1) };
  const raised = code.language?.raised?.[call];
  const what = raised === undefined ? inline(call) : `${inline(raised)} by ${inline(call)}`;
  page.say(`${what}${saying(text)}${where} (${page.at(from, row)})`, from, code, rows);
  page.quotePicked(code, from, withConditions(code, row, rows, symbol?.start ?? row));
  const same = others.filter(({ fact }) => saidIn(fact) === saidIn(best.fact)).slice(0, maxFailures);
  const places = same.map(({ fact: { from: source, code: read, row: start } }) =>
    page.referred(page.at(source, start), source, read, { start, end: start }),
  );
  if (places.length > 0) page.put(`The same is raised in ${places.join('; ')}.`);
  if (symbol && valueKinds.has(symbol.kind))
    await putRaised({ from, code, symbol }, symbol.name, { page, asking: asked });
  else if (symbol && whole) {
    const name = { name: symbol.name, around: symbol.path.slice(0, -1) };
    await putUses({ name, candidates: [{ from, code, symbol, score: 1 }] }, page, asked, inline(symbol.path.join('.')));
  }
  const near = others.filter(({ fact, rank }) => rank >= best.rank - maxApart && saidIn(fact) !== saidIn(best.fact));
  const once = near.filter(({ fact }, at) => near.findIndex((one) => saidIn(one.fact) === saidIn(fact)) === at);
  putOthers(once, (fact) => `${inline(fact.call)}${saying(fact.text)}`, page);
  return page.answer('failure', score, symbol ? [symbol.path.join('.')] : []);
};

// Section: a message that a constant, a variant or a short function only carries, and where that is raised.

/** Most rows of what only carries a message, and rows between a message and the name that it stands above. */
const [maxCarryingRows, maxRowsAbove] = [8, 2];
const isShort = ({ start, end }: OutlineSymbol): boolean => end - start < maxCarryingRows;
/** Kinds of symbols that never raise anything themselves. */
const valueKinds: ReadonlySet<string> = new Set([...setKinds, 'constant', 'variable']);
/** Words before what is raised as a value, and those of a row that only tells whether something was. */
const returning = setOf('return Err');
const telling = setOf('Is As is isinstance instanceof case');
/** Most files listed where it is raised. */
const maxRaisedFiles = 3;

type Carrying = Pick<Candidate, 'from' | 'code' | 'symbol'>;

interface Carried extends Carrying {
  row: number;
  /** What it has of the quoted message. */
  text: string;
}

/** Least words of a part of a message, and least share of its words, for values may stand between the others. */
const [minPartWords, minPartShare] = [5, 0.6];
const maxPartWords = 24;

/** The texts with their parts that tell as much, the longest first. */
function partsOf(texts: readonly string[]): string[] {
  const parts = texts.flatMap((text) => {
    const words = spaced(text).slice(0, maxPartWords);
    const least = Math.min(words.length, Math.max(minPartWords, Math.ceil(minPartShare * words.length)));
    return words.flatMap((_, from) =>
      words.slice(from + least - 1).map((__, more) => words.slice(from, from + least + more).join(' ')),
    );
  });
  return parts.sort((a, b) => b.length - a.length);
}

/** Methods that put an error into words, in small letters: what is raised is what they belong to. */
const wordingMethods = setOf(
  'show displayexception tostring message getmessage __str__ error fmt to_s description errordescription what',
);
const isWording = ({ name, kind }: OutlineSymbol): boolean =>
  ['function', 'method'].includes(kind) && wordingMethods.has(name.toLowerCase());

/** The name by which what carries a message is raised: of a case in its row, of its type, or its own. */
function raisedName({ code, symbol, row }: Carried): string {
  if (!isWording(symbol)) return symbol.name;
  // `LockError::Moved(id) => write!(…)` of Rust, `show (Moved id) = …` of Haskell.
  const [pattern, ...arm] = code.rows.row(row).split('=>');
  const head = arm.length > 0 ? pattern! : code.rows.row(symbol.nameRow).split(`${symbol.name} (`)[1];
  const cased = (head?.match(nameRuns) ?? []).filter((run) => run.charAt(0) !== run.charAt(0).toLowerCase());
  return (arm.length > 0 ? cased.at(-1) : cased[0]) ?? symbol.path.at(-2) ?? symbol.name;
}

/** What carries a quoted message in the files of the best passages: a short definition around it, or the one below. */
async function carriedIn(asked: Asking): Promise<Carried | undefined> {
  const parts = partsOf(quotedMessages(asked.query));
  for (const from of parts.length === 0 ? [] : foundSources(asked)) {
    const code = isTestPath(from.place) ? undefined : await outlinedOf(from, asked);
    // A comment says nothing to anybody who runs it.
    const marks = code && commentMarks(code);
    const rows = code ? rowsOfText(code.source.text).map((row, at) => (marks?.[at] === 1 ? '' : oneSpaced(row))) : [];
    const text = parts.find((part) => rows.some((row) => row.includes(part)));
    if (!code || text === undefined) continue;
    const row = rows.findIndex((one) => one.includes(text));
    const { symbols } = code.outline;
    const below = symbols.find(({ start }) => row <= start && start <= row + maxRowsAbove);
    const symbol = [symbolAt(symbols, row), below].find((one) => one && (isShort(one) || isWording(one)));
    if (symbol) return { from, code, symbol, row, text };
  }
  return undefined;
}

/**
 * Tells where what carries a message is raised, with the conditions.
 * @returns false where it is raised nowhere
 */
async function putRaised({ from, code, symbol }: Carrying, name: string, { page, asking }: Putting): Promise<boolean> {
  const candidates = [{ from, code, symbol, score: 1 }];
  const { files } = await usesOf({ name: { name, around: [] }, candidates }, asking);
  const raised = rowsWhere(files, name, (before, behind) => {
    const words: readonly string[] = before.match(nameRuns) ?? [];
    const isTold = before.includes('==') || words.some((word) => telling.has(word));
    // What stands before an arrow is a pattern, by which something is caught.
    return !behind.includes('=>') && (raising.test(before) || (words.some((word) => returning.has(word)) && !isTold));
  });
  if (raised.length === 0) return false;
  page.put(['It is raised here:', ...new Listing(page, asking).inShort(raised, maxRaisedFiles, 2)].join('\n'));
  putConditions(raised, page, asking);
  return true;
}

/** A quoted message that something only carries, with where that is raised. */
async function tellCarried(asking: Asking): Promise<Answer | undefined> {
  const carried = asksYesOrNo(asking.query) ? undefined : await carriedIn(asking);
  if (!carried) return undefined;
  const { from, code, symbol, row, text } = carried;
  const page = new Page(asking);
  const rows = isShort(symbol) ? { start: Math.min(row, symbol.start), end: symbol.end } : { start: row, end: row };
  page.say(`“${quotable(text)}” is what ${calledSo(carried)} says (${page.at(from, row)})`, from, code, rows);
  page.quote(code, from, rows);
  const isRaised = await putRaised(carried, raisedName(carried), { page, asking });
  return isRaised ? page.answer('failure', score, [symbol.path.join('.')]) : undefined;
}

const maxFailures = 8;
/** Most failures of a function shown with the rows of their condition. */
const maxQuoted = 2;

/** The failures of a symbol and of those inside it. */
const failuresIn = ({ code, symbol }: Candidate): Failure[] =>
  code.outline.symbols.filter((one) => isWithin(one, symbol)).flatMap(({ failures }) => failures);

export const fails: Maker = async (asked) => {
  const want = wantOf(asked.query, 'fails');
  const subject = want && (await subjectOf(want.subject, asked));
  if (!subject) return undefined;
  const { from, code, symbol } = subject.candidates[0]!;
  const found = failuresIn(subject.candidates[0]!);
  if (found.length === 0) return undefined;
  const page = new Page(asked);
  const name = symbol.path.join('.');
  page.put(
    `${withKind({ symbol, code }, page.at(from, symbol.nameRow))} fails by itself at ${plural(found.length, 'place')}; what it calls may fail too:`,
  );
  const sorted = found.toSorted((a, b) => a.row - b.row);
  for (const [at, { call, text, row }] of sorted.slice(0, maxFailures).entries()) {
    const rows = { start: Math.max(symbol.start, row - rowsBefore), end: Math.min(row + 1, symbol.end) };
    page.put(page.cited(`- ${inline(call)}${saying(text)} (line ${row + 1})`, from, code, rows));
    if (at < maxQuoted) page.quotePicked(code, from, withConditions(code, row, rows, symbol.start));
  }
  if (found.length > maxFailures) page.put(`And ${found.length - maxFailures} more.`);
  return page.answer('failure', score, [name]);
};

// Section: where an error is caught: references to its name in rows that catch. Known limit: a catch of a more general
// error is not found, and the answer says so.

const caughtScores = { told: 0.85, none: 0.7 };
const maxCaughtRows = 12;
/** Most errors of one function that are searched. */
const maxErrors = 3;

/** Matches the text before an error's name in a row that handles it, in any language. */
const catching = /\b(?:catch|except|rescue|instanceof|case)\b|\bon\s*$|\bErr\(|\berrors\.(?:Is|As)\(/;

/** The error itself, or the named errors that a function raises; values are no errors. */
function errorsOf(best: Candidate | undefined, asked: string): string[] {
  if (!best) return looksLikeName(asked) && asked.match(nameRuns)?.[0] === asked ? [asked] : [];
  const { name, kind } = best.symbol;
  if (valueKinds.has(kind) && !/err|exception|fail/i.test(name)) return [];
  if (!['function', 'method'].includes(kind)) return [name];
  const raised = failuresIn(best).flatMap(({ call }) => call.match(nameRuns)?.at(-1) ?? []);
  return [...new Set(raised)].filter((call) => /^[A-Z]/.test(call)).slice(0, maxErrors);
}

export const caught: Maker = async (asking) => {
  const want = wantOf(asking.query, 'caught');
  if (!want) return undefined;
  const asked = bareName(want.subject);
  const subject = await subjectOf(want.subject, asking);
  const names = errorsOf(subject?.candidates[0], asked);
  if (names.length === 0) return undefined;
  const uses = await Promise.all(names.map((name) => usesOf({ name: { name, around: [] }, candidates: [] }, asking)));
  const catches = (before: string) => catching.test(before) && !raising.test(before);
  const of = (files: 'files' | 'tests') => uses.flatMap((one, at) => rowsWhere(one[files], names[at]!, catches));
  const [found, inTests] = [of('files'), of('tests')];
  const isUsed = uses.some(({ files, tests }) => files.length + tests.length > 0);
  if (found.length === 0 && !(asking.isWhole && isUsed)) return undefined;
  const page = new Page(asking);
  const path = subject?.candidates[0]!.symbol.path ?? [];
  const whose = path.length === 0 || names.includes(path.at(-1)!) ? '' : `, which ${inline(path.join('.'))} raises,`;
  const errors = `${listed(names, maxErrors)}${whose}`;
  const listing = new Listing(page, asking, maxCaughtRows);
  if (found.length > 0)
    page.put(`${errors} ${names.length === 1 ? 'is' : 'are'} caught here:\n\n${listing.entries(found).join('\n')}`);
  else {
    const but = inTests.length > 0 ? ', but for tests' : '';
    page.put(`Nothing here catches ${errors} by name${but}. What catches a more general error may catch it too.`);
  }
  if (inTests.length > 0) page.put(`In tests:\n${listing.entries(inTests).join('\n')}`);
  return page.answer('caught', found.length > 0 ? caughtScores.told : caughtScores.none, names);
};
