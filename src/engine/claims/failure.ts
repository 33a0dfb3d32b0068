/**
 * Which error when: a failure whose message, with the names around it, covers what was asked; with the rows before it.
 * And when something that is called by its name fails: all failures that its tree tells.
 */
import { CoverageOf } from '../answers/coverage';
import { kindOf, analyse } from '../rank/question';
import { stem } from '../text/tokens';
import { factsOf, type FailureFact } from './facts';
import { Page, type Asking, type Maker, calledSo, withKind, inline, plural, quotable } from './page';
import { subjectOf } from './subjects';
import { wantOf } from './wants';

// Section: the message of an error that is put together of parts: its text, with dots for the names between. Pure;
// linear.

const quotes = `"'\``;
/** What joins parts of a text in the languages that are read here. */
const joints = ['+', '.', '..', '<>', '&', '~', '%', '||', '++'];
const gap = '…';

/** Behind a quotation mark, or before one: the sign that joins what stands there with the text. */
const isJointAfter = (text: string): boolean => joints.some((joint) => text.trimStart().startsWith(`${joint} `));
const isJointBefore = (text: string): boolean => joints.some((joint) => text.trimEnd().endsWith(` ${joint}`));

/**
 * Texts and what stands between them, in turn; the first is no text. A text that a call takes is none of the message.
 */
function pieces(line: string, quote: string): string[] {
  const found: string[] = [''];
  let open = 0;
  for (let at = 0; at < line.length; at += 1) {
    const isInside = found.length % 2 === 0;
    const sign = line[at]!;
    if (!isInside && '()'.includes(sign)) open += sign === '(' ? 1 : -1;
    if (sign === quote && (isInside || open <= 0)) found.push('');
    else found[found.length - 1] += isInside && sign === '\\' ? line.slice(at, (at += 1) + 1) : sign;
  }
  return found;
}

/** Whether what stands between texts joins them, so that they are no quotation inside of one text. */
function areJoined(all: readonly string[]): boolean {
  const between = all.filter((_, at) => at % 2 === 0).map((part) => part.trim());
  const [first = '', last = ''] = [between[0], between.at(-1)];
  const inner = between.slice(1, -1);
  const isJoint = (part: string) => isJointAfter(`${part} `) && isJointBefore(` ${part}`);
  return (
    (first === '' || isJointBefore(` ${first}`)) && (last === '' || isJointAfter(`${last} `)) && inner.every(isJoint)
  );
}

/** The text of a message alone: `poolName + " is closed"` says “… is closed”. A message that is one text is itself. */
export function messageIn(text: string): string {
  for (const quote of quotes) {
    if (!text.includes(quote)) continue;
    // The quotation marks around all of it are taken away already: `"a " + b + " c"` is `a " + b + " c`.
    for (const line of [text, `${quote}${text}${quote}`]) {
      const all = pieces(line, quote);
      const isParts = all.length % 2 === 1 && all.length > 1 && areJoined(all);
      if (isParts && all.some((part, at) => at % 2 === 0 && part !== '')) return joined(all);
    }
  }
  return text;
}

function joined(all: readonly string[]): string {
  const told = all.map((part, at) => (at % 2 === 1 || part.trim() === '' ? part : gap));
  return told.join('').trim();
}

const score = 0.8;
/**
 * Share of the question's worth, and of its words, that message and names must have; the message alone at least so
 * much.
 */
const minCovered = 0.75;
const minWords = 0.85;
const minInMessage = 0.4;
const minSubject = 2;

/** Rows before it in which its condition stands. */
const rowsBefore = 3;

/** Words of every such question. */
const asking = new Set(
  'error errors exception fail fails failure raise raised throw thrown panic message happen happens whether'
    .split(' ')
    .map(stem),
);

/** "Unable to check if a feed exists" is about the check: what it could not do has to be asked for, too. */
const undone =
  /\b(?:unable|failed|failing|failure|could not|couldn['’]t|cannot|can['’]t|error)\s+(?:to\s+|in\s+|while\s+|when\s+|during\s+)?([a-z]{3,20})/i;

const denied = /\b(?:not|no|never|without|missing|unknown)\b|n['’]t\b/i;
const already = /\balready\b/i;

/** "Already exists" does not answer when something does not exist, and nothing else answers when it does already. */
const isOpposite = (query: string, text: string): boolean =>
  already.test(query) ? !already.test(text) : already.test(text) && denied.test(query);

function isOtherFailure(text: string, query: string, coverage: CoverageOf): boolean {
  const doing = undone.exec(text)?.[1];
  return (
    isOpposite(query, text) ||
    isOpposite(text, query) ||
    (doing !== undefined && coverage.ofText(doing).covered.length === 0)
  );
}

/** Code within a message: it is no word of what is said. */
const interpolated = /[#$]?\{[^{}]{0,200}\}/g;

/** What nearly all stands in, the project's own module, tells nothing of one of them. */
const minOfMost = 0.6;
const minFacts = 5;

function namesOfMost(all: readonly FailureFact[]): (name: string) => boolean {
  const counts = new Map<string, number>();
  for (const { names } of all)
    for (const name of new Set(names.split('.'))) counts.set(name, (counts.get(name) ?? 0) + 1);
  return (name) => all.length >= minFacts && (counts.get(name) ?? 0) >= all.length * minOfMost;
}

async function failuresFor(asked: Asking): Promise<{ fact: FailureFact; rank: number }[]> {
  const { query, snippets } = asked;
  const question = analyse(query);
  const coverage = new CoverageOf(question, snippets, query);
  const subject = question.content.filter((term) => !asking.has(term));
  const files = await factsOf(asked);
  // Of one word many errors speak, of which one is as likely as the other.
  if (subject.length < minSubject) return [];
  const all = files.flatMap(({ failures }) => failures).filter(({ text, isAside }) => text !== '' && !isAside);
  const isOfMost = namesOfMost(all);
  const rated = all.flatMap((fact) => {
    const said = fact.text.replace(interpolated, ' ');
    const names = fact.names.split('.').filter((name) => !isOfMost(name)).join(' '); // prettier-ignore
    const message = coverage.shareOfWords(coverage.ofText(said), subject);
    const held = coverage.ofText(`${said} ${names} ${fact.call}`);
    const whole = coverage.shareOfWords(held, subject);
    // "When the file does not exist": what little says elsewhere is the condition itself here.
    const everyWord = subject.reduce((sum, term) => sum + (held.shares.get(term) ?? 0), 0) / subject.length;
    return !isOtherFailure(`${said} ${names}`, query, coverage) &&
      message >= (fact.isWritten ? minCovered : minInMessage) &&
      whole >= minCovered &&
      everyWord >= minWords
      ? [{ fact, rank: message + whole - fact.found * 0.03 }]
      : [];
  });
  // The row that raises an error is told before the documentation that names it.
  return rated.sort((a, b) => Number(a.fact.isWritten) - Number(b.fact.isWritten) || b.rank - a.rank);
}

/** What an error says, where it says something by itself. */
const saying = (text: string) => (messageIn(text) === '' ? '' : `: “${quotable(messageIn(text))}”`);

/** Errors that fit the question nearly as well as the best are told beside it. */
const maxApart = 0.15;
const maxOthers = 3;
const saidIn = ({ call, text }: FailureFact) => `${call} ${text}`;

/** "What happens when the check fails?" asks for what is done then: a message about checks is no answer. */
const asksWhatIsDone =
  /^(?:and\s+)?what\s+(?:happens|is done|will happen|does it do|would happen)\b.*\b(?:fails?|failed|throws?|threw|raises?|raised|panics?|errors?|crash(?:es|ed)?|rejects?|dies)\b/i;

/** The row that raises what is written of a definition: the one that says most of the question. */
function raisedIn({ symbol, call }: FailureFact, { query, snippets }: Asking): number | undefined {
  const coverage = new CoverageOf(analyse(query), snippets, query);
  const rated = (symbol?.failures ?? [])
    .filter((one) => one.call === call)
    .map(({ text, row }) => ({ row, share: coverage.ofText(text).share }));
  return rated.filter(({ share }) => share > 0).sort((a, b) => b.share - a.share)[0]?.row;
}

export const failure: Maker = async (asked) => {
  if (kindOf(asked.query) !== 'error' || asksWhatIsDone.test(asked.query)) return undefined;
  const [best, ...others] = await failuresFor(asked);
  if (!best) return undefined;
  const { from, code, row, call, text, symbol } = best.fact;
  const page = new Page(asked);
  const where = symbol ? ` in ${calledSo({ symbol, code })}` : '';
  const start = Math.max(symbol?.start ?? 0, row - rowsBefore, 0);
  const rows = best.fact.isWritten
    ? { start: row, end: Math.min(row + 2, code.rows.count - 1) }
    : { start, end: Math.min(row + 2, symbol?.end ?? row, code.rows.count - 1) };
  page.say(`${inline(call)}${saying(text)}${where} (${page.at(from, row)})`, from, code, rows);
  page.quote(code, from, rows);
  const raised = best.fact.isWritten ? raisedIn(best.fact, asked) : undefined;
  if (raised !== undefined) {
    const around = { start: Math.max(symbol!.start, raised - rowsBefore), end: Math.min(raised + 1, symbol!.end) };
    page.say(`It is raised in line ${raised + 1}`, from, code, around);
    page.quote(code, from, around);
  }
  const near = others.filter(({ fact, rank }) => rank >= best.rank - maxApart && saidIn(fact) !== saidIn(best.fact));
  const once = near.filter(({ fact }, at) => near.findIndex((one) => saidIn(one.fact) === saidIn(fact)) === at);
  const told = once.slice(0, maxOthers).map(({ fact }) =>
    page.cited(`- ${inline(fact.call)}${saying(fact.text)} (${page.at(fact.from, fact.row)})`, fact.from, fact.code, {
      start: fact.row,
      end: fact.row,
    }),
  );
  if (told.length > 0) page.put(`Others that may be meant:\n${told.join('\n')}`);
  return page.answer('failure', score, symbol ? [symbol.path.join('.')] : []);
};

const maxFailures = 8;
/** Of one that is told, the rows with its condition are shown for so many. */
const maxQuoted = 2;

export const fails: Maker = async (asked) => {
  const want = wantOf(asked.query, 'fails');
  const subject = want && (await subjectOf(want.subject, asked));
  if (!subject) return undefined;
  const { from, code, symbol } = subject.candidates[0]!;
  const isInside = ({ start, end }: { start: number; end: number }) => start >= symbol.start && end <= symbol.end;
  const found = code.outline.symbols.filter(isInside).flatMap(({ failures }) => failures);
  if (found.length === 0) return undefined;
  const page = new Page(asked);
  const name = symbol.path.join('.');
  page.say(
    `${withKind({ symbol, code }, page.at(from, symbol.nameRow))} fails by itself at ${plural(found.length, 'place')}; what it calls may fail too:`,
  );
  const sorted = found.toSorted((a, b) => a.row - b.row);
  for (const [at, { call, text, row }] of sorted.slice(0, maxFailures).entries()) {
    const rows = { start: Math.max(symbol.start, row - rowsBefore), end: Math.min(row + 1, symbol.end) };
    page.put(page.cited(`- ${inline(call)}${saying(text)} (line ${row + 1})`, from, code, rows));
    if (at < maxQuoted) page.quote(code, from, rows);
  }
  if (found.length > maxFailures) page.put(`And ${found.length - maxFailures} more.`);
  return page.answer('failure', score, [name]);
};
