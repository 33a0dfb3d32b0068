/**
 * A default, a limit, another value that is asked for: told where its name, the names around it and what is written of it
 * cover what was asked. The best value nearby was right 5 times of 18, so that is not told.
 */
import { CoverageOf } from '../answers/coverage';
import { kindOf, wantsNumber } from '../answers/kind';
import { analyse } from '../rank/question';
import { splitIdentifier, stem, wordsOf } from '../text/tokens';
import { factsOf, type ValueFact } from './facts';
import { Page } from './page';
import type { Asking, Maker } from './types';
import { inline, quotable } from './words';
import { isNumber, spaced } from '../text/plain';

const score = 0.8;
/** A word of the question is said by itself or by a relative, not by a synonym. */
const saidShare = 0.85;
const maxValueChars = 160;

/** `3`, `"x"`, `30 * time.Second`: what says something by itself. */
const literal = /\d|["'`]|^(?:true|false|null|nil|none|undefined|:\w)/i;

/** Share of the words for what is asked that the value's own name has; the names around it have the others. */
const minNamed = 0.5;
/** Words of a question that only say that something is measured, by their stems. */
const measuring = new Set(
  spaced(`size length number count amount limit max maximum min minimum default value time duration long many much big large
  often most least upper lower highest lowest largest smallest longest biggest`).map(stem),
);

/** Of names for how long something takes, and of what is said of them. */
const times = new Set(
  spaced(`ms millis milli milliseconds millisecond sec secs seconds second s minutes minute hours hour days day weeks
  months years timeout ttl delay wait interval duration age time period patience grace deadline expiry expires lifetime
  linger lease kept stale since until life`),
);
const timeUnits = new Set(spaced('ms millis milliseconds seconds minutes hours days'));

/** A time is asked for and this is none: `maxLength`; or a number of things, and this is a time: `indexingMs`. */
function isOtherMeasure({ name, said }: ValueFact, query: string): boolean {
  const asked = query.toLowerCase();
  const parts = splitIdentifier(name).map((part) => part.toLowerCase());
  if (asked.includes('how long') || asked.includes('how often'))
    return ![...parts, ...wordsOf(said).map((word) => word.toLowerCase())].some((word) => times.has(word));
  return (asked.includes('how many') || asked.includes('size')) && parts.some((part) => timeUnits.has(part));
}

const isLocal = ({ symbol, name }: ValueFact): boolean =>
  symbol !== undefined &&
  /^(?:function|method|test)$/.test(symbol.kind) &&
  !symbol.parameters.some((one) => one.name === name);

interface RatedValue {
  fact: ValueFact;
  rank: number;
}

async function valuesFor(asking: Asking): Promise<RatedValue[]> {
  const { query, snippets } = asking;
  const question = analyse(query);
  const coverage = new CoverageOf(question, snippets, query);
  const measured = question.content.filter((term) => !measuring.has(term) && !isNumber(term));
  const telling = measured.filter((term) => !question.weak.has(term));
  // "The default size": what is measured is all that is said.
  const subject = [telling, measured, question.content.filter((term) => term !== 'default')].find(({ length }) => length > 0) ?? [];
  if (subject.length === 0) return [];
  const files = await factsOf(asking);
  const rated = files.flatMap(({ values }) => values).flatMap((fact): RatedValue[] => {
    const { name, value, names } = fact;
    // A list or a record is no value that somebody asks for by a measure; what a function keeps for itself is no default.
    if (!literal.test(value) || /^[[{]/.test(value) || value.length > maxValueChars || isLocal(fact)) return [];
    if (wantsNumber.test(query) && (!/\d/.test(value) || value === '0')) return [];
    if (isOtherMeasure(fact, query)) return [];
    const whole = coverage.ofText(names).shares;
    if (!subject.every((term) => (whole.get(term) ?? 0) >= saidShare)) return [];
    const inName = coverage.ofText(name).shares;
    const named = subject.filter((term) => (inName.get(term) ?? 0) >= saidShare).length / subject.length;
    if (named < minNamed) return [];
    // A name that says more is of something more special.
    const extra = splitIdentifier(name).length - named * subject.length;
    return [{ fact, rank: named * 2 - extra * 0.3 - fact.found * 0.1 - (fact.isAside ? 3 : 0) - (/^(?:null|nil|none|undefined)$/i.test(value) ? 1 : 0) }];
  });
  return rated.sort((a, b) => b.rank - a.rank);
} // prettier-ignore

export const value: Maker = async (asking) => {
  if (kindOf(asking.query) !== 'default') return undefined;
  const [best, ...others] = await valuesFor(asking);
  if (!best || best.fact.isAside) return undefined;
  const page = new Page(asking);
  const { from, code, row, name, value: set, said, symbol } = best.fact;
  page.say(`${inline(symbol && symbol.path.at(-1) !== name ? `${symbol.path.join('.')}: ${name}` : (symbol?.path.join('.') ?? name))} = ${inline(set)} (${page.at(from, row)})`, from, code, { start: row, end: row }); // prettier-ignore
  if (said !== '') page.put(`> ${quotable(said, 400)}`);
  page.quote(code, from, { start: row, end: row }, name);
  const further = others
    .filter(({ fact, rank }) => !fact.isAside && rank > best.rank - 0.7 && fact.value !== set)
    .slice(0, 3);
  if (further.length > 0) page.put(`Others of such a name:\n${further.map(({ fact }) => page.cited(`- ${inline(fact.names)} = ${inline(fact.value)} (${page.at(fact.from, fact.row)})`, fact.from, fact.code, { start: fact.row, end: fact.row })).join('\n')}`); // prettier-ignore
  return page.answer('value', score, [symbol?.path.join('.') ?? name]);
};
