/**
 * How likely a value that the trees tell is the one that a question asks for. Signs: how near its name is to the question
 * by the embedding, whether it is of the measure asked for, and where it stands. Their weights are fitted by `npm run
 * fit:values` (valueWeights.ts); the chance is a soft-max over all values of the best files and "none of them". Pure.
 */
import { wantsNumber } from '../question/kind';
import { splitIdentifier, wordsOf } from '../text/tokens';
import { spaced } from '../text/plain';
import type { CoverageOf } from '../answers/coverage';
import type { Likeness } from '../dense/meaning';
import { maxFound, type ValueFact } from './facts';
import { valueWeights } from './valueWeights';

const maxValueChars = 160;

/** `3`, `"x"`, `30 * time.Second`: what says something by itself. */
const literal = /\d|["'`]|^(?:true|false|null|nil|none|undefined|:\w)/i;
/** Of numbers alone, and what they are multiplied with. */
const number = /^[\d_.\s*x+<-]+(?:[A-Za-wyz]\w*)?$/;
const nothing = /^(?:null|nil|none|undefined|0)$/i;
const asksForDefault = /\bdefaults?\b/i;
const asksForTime = /\bhow (?:long|often|soon)\b|\bseconds?\b/i;
const asksForSize = /\bhow (?:big|large)\b|\b(?:size|bytes|memory|space)\b/i;

const units = new Set(
  spaced(`ms millis milli milliseconds millisecond sec secs seconds second s minutes minute hour hours day days weeks
  months years`),
);
/** Of names for how long something takes. */
const times = new Set([
  ...units,
  ...spaced(`timeout ttl delay wait interval duration age time period patience grace deadline expiry expires lifetime
  linger lease kept stale since until life`),
]);
const sizes = new Set(spaced('size bytes length memory mb kb len'));
const limits = new Set(spaced('max min limit size count'));

const partsOf = (text: string): string[] =>
  wordsOf(text)
    .flatMap(splitIdentifier)
    .map((part) => part.toLowerCase());

/** By its name, or by the unit that it is counted in. */
const isTimed = ({ name, value, said }: ValueFact): boolean =>
  [name, value].flatMap(partsOf).some((part) => times.has(part)) || partsOf(said).some((part) => units.has(part));

const bounds = new Set(spaced('max maximum min minimum limit upper lower'));
/** Beside the words themselves, which a question may also say in a name: `max_jobs`. */
const asksForMost = /\b(?:most|least|up to|largest|smallest|longest|shortest|highest|lowest|limits)\b/i;
const asksForBound = (query: string): boolean =>
  asksForMost.test(query) || partsOf(query).some((part) => bounds.has(part));

/** `MaxWorkers`, `MaxDefaultWorkers`: how far a value may go, where `DEFAULT_MAX_WORKERS` is one that is taken. */
function isBound({ name }: ValueFact): boolean {
  const parts = partsOf(name);
  const at = parts.findIndex((part) => bounds.has(part));
  const isDefault = parts.slice(0, Math.max(0, at)).some((part) => part === 'default');
  return at >= 0 && !isDefault;
}

/** Whether it can be told at all: a list or a record is none that is asked for, nor a count where "how long" is asked. */
export function canBeTold(fact: ValueFact, query: string): boolean {
  const { value } = fact;
  if (!literal.test(value) || /^[[{]/.test(value) || value.length > maxValueChars) return false;
  if (asksForTime.test(query) && !isTimed(fact)) return false;
  if (asksForDefault.test(query) && !asksForBound(query) && isBound(fact)) return false;
  return !wantsNumber.test(query) || (/\d/.test(value) && value !== '0');
}

export function valueSigns(fact: ValueFact, query: string, likeness: Likeness, coverage: CoverageOf) {
  const { name, names, value, said, found, isAside, code, row } = fact;
  const parts = partsOf(name);
  const isSize = parts.some((part) => sizes.has(part)) || /1024|<</.test(value);
  return {
    nameLike: likeness(name),
    allLike: likeness(`${names} ${name} ${said} ${code.rows.row(row)}`),
    covers: coverage.ofText(`${names} ${said}`).share,
    isTime: asksForTime.test(query) && isTimed(fact) ? 1 : 0,
    isSize: asksForSize.test(query) && isSize ? 1 : 0,
    isLimit: parts.some((part) => limits.has(part)) ? 1 : 0,
    isNumber: number.test(value) ? 1 : 0,
    isNothing: nothing.test(value) ? 1 : 0,
    isFound: found < maxFound ? 1 : 0,
    rank: found / maxFound,
    isAside: isAside ? 1 : 0,
  };
} // prettier-ignore

export type ValueSigns = ReturnType<typeof valueSigns>;
export const valueSignNames = Object.keys(valueWeights.signs) as (keyof ValueSigns)[];

export interface ValueWeights {
  signs: Readonly<Record<keyof ValueSigns, number>>;
  /** What "none of them" weighs. */
  none: number;
}

/** Of each, the chance that it is the one asked for; together under 1, since it may be none. */
export function valueChances(all: readonly ValueSigns[], { signs, none }: ValueWeights = valueWeights): number[] {
  const sums = all.map((one) => valueSignNames.reduce((sum, name) => sum + signs[name] * one[name], 0));
  const top = Math.max(none, ...sums);
  const powers = sums.map((sum) => Math.exp(sum - top));
  const whole = powers.reduce((sum, power) => sum + power, Math.exp(none - top));
  return powers.map((power) => power / whole);
}
