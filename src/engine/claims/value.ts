/**
 * A default, a limit, another value that is asked for: told where one is likelier than all others, and than none, by
 * its name and by where it stands.
 */
import { wantsNumber, kindOf, wantsReason, analyse } from '../rank/question';
import { splitIdentifier, wordsOf, stem } from '../text/tokens';
import { spaced, isNumber } from '../text/plain';
import { CoverageOf, rootShare } from '../answers/coverage';
import type { Likeness } from '../dense/embedding';
import { maxFound, type ValueFact, factsOf } from './facts';
import { described, isOption, putDescribed } from './described';
import { valueWeights } from './valueWeights';
import { Page, type Asking, type Maker, inline, quotable } from './page';

// Section: how likely a value is the one asked for: soft-max over all values and “none”. Weights: `npm run fit:values`.
// Pure.

const maxValueChars = 160;

/** `3`, `"x"`, `30 * time.Second`: what says something by itself. */
const literal = /\d|["'`]|^(?:true|false|null|nil|none|undefined|:\w)/i;
/** Of numbers alone, and what they are multiplied with. */
const number = /^[\d_.\s*x+<-]+(?:[A-Za-wyz]\w*)?$/;
const nothing = new Set(spaced('null nil none undefined 0'));
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
/** Words that ask for them, beside their own, which a question may also say in a name: `max_jobs`. */
const asksForBound = new Set([
  ...bounds,
  ...spaced('most least largest smallest longest shortest highest lowest limits'),
]);

/** `MaxWorkers`, `MaxDefaultWorkers`: how far a value may go, where `DEFAULT_MAX_WORKERS` is one that is taken. */
function isBound({ name }: ValueFact): boolean {
  const parts = partsOf(name);
  const at = parts.findIndex((part) => bounds.has(part));
  const isDefault = parts.slice(0, Math.max(0, at)).some((part) => part === 'default');
  return at >= 0 && !isDefault;
}

/**
 * Whether it can be told at all: a list or a record is none that is asked for, nor a count where "how long" is asked.
 */
export function canBeTold(fact: ValueFact, query: string): boolean {
  const { value } = fact;
  if (!literal.test(value) || '[{'.includes(value.charAt(0)) || value.length > maxValueChars) return false;
  if (asksForTime.test(query) && !isTimed(fact)) return false;
  const asked = partsOf(query);
  const isOfDefault = asked.includes('default') && !asked.some((part) => asksForBound.has(part));
  if (isOfDefault && isBound(fact)) return false;
  return !wantsNumber.test(query) || (/\d/.test(value) && value !== '0');
}

function valueSigns(fact: ValueFact, query: string, likeness: Likeness, coverage: CoverageOf) {
  const { name, names, value, said, found, isAside, code, row } = fact;
  const parts = partsOf(name);
  const isSize = parts.some((part) => sizes.has(part)) || value.includes('1024') || value.includes('<<');
  return {
    nameLike: likeness(name),
    allLike: likeness(`${names} ${name} ${said} ${code.rows.row(row)}`),
    covers: coverage.ofText(`${names} ${said}`).share,
    isTime: asksForTime.test(query) && isTimed(fact) ? 1 : 0,
    isSize: asksForSize.test(query) && isSize ? 1 : 0,
    isLimit: parts.some((part) => limits.has(part)) ? 1 : 0,
    isNumber: number.test(value) ? 1 : 0,
    isNothing: nothing.has(value.toLowerCase()) ? 1 : 0,
    isFound: found < maxFound ? 1 : 0,
    rank: found / maxFound,
    isAside: isAside ? 1 : 0,
  };
}

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

const score = 0.8;
/**
 * From here 11 of 11 are right on repositories that the weights have not seen, beside one told where nothing answers.
 */
const minChance = 0.75;
/**
 * Where all that is asked stands in its name and the names around it: more questions are short than those it is fitted
 * on.
 */
const minNamed = 0.45;
/** Others that are told beside it have at least this share of its chance. */
const minOther = 0.2;
const maxOthers = 3;

export interface SignedValue {
  fact: ValueFact;
  signs: ValueSigns;
}

/** All values of the best files that can be told, with their signs. */
export async function signedValues(asking: Asking): Promise<SignedValue[]> {
  const likeness = asking.meaning.likenessTo(asking.query);
  if (!likeness) return [];
  const facts = (await factsOf(asking)).flatMap(({ values }) => values);
  const coverage = new CoverageOf(analyse(asking.query), asking.snippets, asking.query);
  return facts
    .filter((fact) => canBeTold(fact, asking.query))
    .map((fact) => ({ fact, signs: valueSigns(fact, asking.query, likeness, coverage) }));
}

/** Words of a question that only say that something is measured, by their stems. */
const measuring = new Set(
  spaced(`size length number count amount limit max maximum min minimum default value time duration long many much big large
  often most least upper lower highest lowest largest smallest longest biggest`).map(stem),
);

/** Whether the names say all that the question asks for by a word of its own. */
function saysAll({ names }: ValueFact, { query, snippets }: Asking): boolean {
  const question = analyse(query);
  const measured = question.content.filter((term) => !measuring.has(term) && !isNumber(term));
  const telling = measured.filter((term) => !question.weak.has(term));
  // "The default size": what is measured is all that is said.
  const subject = [telling, measured, question.content.filter((term) => term !== 'default')].find(
    ({ length }) => length > 0,
  );
  const { shares } = new CoverageOf(question, snippets, query).ofText(names);
  // By the word itself or by a relative, not by a synonym.
  return subject?.every((term) => (shares.get(term) ?? 0) >= rootShare) ?? false;
}

interface LikelyValue {
  fact: ValueFact;
  chance: number;
}

/** The likeliest first; what has the same name and value in several places is one. */
export function likelyValues(values: readonly SignedValue[], chances: readonly number[]): LikelyValue[] {
  const likely = new Map<string, LikelyValue & { best: number }>();
  for (const [at, { fact }] of values.entries()) {
    const key = `${fact.name}\n${fact.value}`;
    const own = chances[at]!;
    const known = likely.get(key);
    if (!known) likely.set(key, { fact, chance: own, best: own });
    else {
      known.chance += own;
      if (own > known.best) [known.fact, known.best] = [fact, own];
    }
  }
  return [...likely.values()].sort((a, b) => b.chance - a.chance);
}

const ofDefault = /\bdefaults?\b/i;

/** What is written of the default of something that is called by its name. */
function writtenDefault(asking: Asking) {
  if (!ofDefault.test(asking.query)) return undefined;
  const names = spaced(asking.query)
    .map((word) => word.replace(/(?<![`"'.?!,;])[`"'.?!,;]+$|^[`"']+/g, ''))
    .filter(isOption);
  const entry = names.length === 1 ? described(names[0]!, asking) : undefined;
  if (!entry || !ofDefault.test(entry.text)) return undefined;
  const page = new Page(asking);
  putDescribed(names[0]!, entry, page);
  return page.answer('value', score, names);
}

export const value: Maker = async (asking) => {
  // No value is a reason.
  if (kindOf(asking.query) !== 'default' || wantsReason.test(asking.query)) return undefined;
  return (await likeliest(asking)) ?? writtenDefault(asking);
};

async function likeliest(asking: Asking) {
  const values = await signedValues(asking);
  const [best, ...others] = likelyValues(values, valueChances(values.map(({ signs }) => signs)));
  if (!best || best.fact.isAside || best.chance < (saysAll(best.fact, asking) ? minNamed : minChance)) return undefined;
  const page = new Page(asking);
  const { from, code, row, name, value: set, said, symbol } = best.fact;
  page.say(
    `${inline(symbol && symbol.path.at(-1) !== name ? `${symbol.path.join('.')}: ${name}` : (symbol?.path.join('.') ?? name))} = ${inline(set)} (${page.at(from, row)})`,
    from,
    code,
    { start: row, end: row },
  );
  if (said !== '') page.put(`> ${quotable(said, 400)}`);
  page.quote(code, from, { start: row, end: row }, name);
  const further = others.filter(
    ({ fact, chance }) => !fact.isAside && chance >= best.chance * minOther && fact.value !== set,
  );
  if (further.length > 0)
    page.put(
      `Others that may be meant:\n${further
        .slice(0, maxOthers)
        .map(({ fact }) =>
          page.cited(
            `- ${inline(fact.names)} = ${inline(fact.value)} (${page.at(fact.from, fact.row)})`,
            fact.from,
            fact.code,
            { start: fact.row, end: fact.row },
          ),
        )
        .join('\n')}`,
    );
  return page.answer('value', score, [symbol?.path.join('.') ?? name]);
}
