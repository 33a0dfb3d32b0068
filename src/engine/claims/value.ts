/**
 * Answers questions for a default, a limit or another value, when one value is likelier than all others and than none,
 * judged by its name and its place.
 */
import { wantsNumber, kindOf, wantsReason, analyse } from '../rank/question';
import { splitIdentifier, wordsOf, stem } from '../text/tokens';
import { spaced, hasNumber, isNumber, nameRuns, rowsOfText, unquoted } from '../text/plain';
import type { SymbolKind } from '../../languages/captures';
import { wordsOf as wordsIn } from '../../languages/table';
import { askedNameOf, candidatesOf, declaringSources, typeKinds, type Candidate } from '../outline/findSymbol';
import {
  plainDocumentationOf,
  foundSources,
  isAside,
  isTest,
  sourceOf,
  wholeRows,
  type CodeSource,
  type OutlinedCode,
} from '../outline/sources';
import { idOf } from '../parts';
import { isOfProject, isOfTexts } from '../rank/fileKinds';
import { placesOfName } from '../read/nodes';
import type { Failure, OutlineSymbol, RowSpan, Value } from '../read/types';
import type { Answer, AnswerSnippet } from '../types';
import { CoverageOf, heldBy, rootShare, shareIn } from '../answers/coverage';
import { asksYesOrNo } from '../answers/tiers';
import type { Likeness } from '../dense/embedding';
import { bareName, subjectOf, looksLikeName } from './subjects';
import { putUses } from './uses';
import { documentationIn, headline, putWritten } from './explain';
import { setOf, withoutEnd } from '../question/courtesies';
import { asksDefault, described, isOption, isTypeName, putDescribed } from './described';
import { values as fitted } from '../weights.json';
import { Page, outlinedOf, type Asking, type Maker, inline, quotable } from './page';

// Section: values and failures in the syntax trees of the files with the best passages. Each fact has the names around
// it, a value also its documentation, never a row of code. Cost: an outline of each of those files.

/** Passages whose rows count as found by retrieval. */
const maxFound = 10;

interface Fact {
  from: CodeSource;
  code: OutlinedCode;
  symbol: OutlineSymbol | undefined;
  row: number;
  /** Names of the enclosing symbols, and of a value its own. */
  names: string;
  /** Rank of the best found passage that holds the fact; `maxFound` when none does. */
  found: number;
  /** True in what is not the project's own code or settings: a test, an example, a pipeline, a script. */
  isAside: boolean;
}

export interface ValueFact extends Fact, Value {
  /** Its documentation. */
  said: string;
}

export interface FailureFact extends Fact, Failure {}

interface Facts {
  values: ValueFact[];
  failures: FailureFact[];
}

function rankIn(id: string, row: number, { snippets }: Asking): number {
  const holds = ({ source, lines }: AnswerSnippet) =>
    idOf(source) === id && lines.start <= row + 1 && row + 1 <= lines.end;
  const at = snippets.slice(0, maxFound).findIndex(holds);
  return at < 0 ? maxFound : at;
}

/** Most files of a name that the question spells out, beside those with the best passages. */
const maxNamed = 4;

/** The files that define what the question calls by its name. */
const namedSources = ({ parts, query }: Asking): CodeSource[] =>
  namesIn(query).flatMap((name) => declaringSources(parts, { name })?.slice(0, maxNamed) ?? []);

/** The facts of the files with the best passages, and of further ones. */
export async function factsOf(asking: Asking, further: readonly CodeSource[] = []): Promise<Facts> {
  const facts: Facts = { values: [], failures: [] };
  const found = foundSources(asking);
  const isNew = ({ key, part }: CodeSource) => !found.some((one) => one.key === key && one.part === part);
  for (const from of [...found, ...further.filter(isNew)]) {
    const code = await outlinedOf(from, asking);
    asking.signal.throwIfAborted();
    if (!code) continue;
    addFacts(facts, from, code, asking);
  }
  return facts;
}

/** Most rows of a signature searched for a parameter. */
const maxHeadRows = 60;

/** The defaults of a symbol's parameters, each with its row: a long signature has a row for each. */
function defaultsOf({ nameRow, end, parameters }: OutlineSymbol, { rows }: OutlinedCode): Value[] {
  const head = Array.from({ length: Math.min(end - nameRow, maxHeadRows) + 1 }, (_, at) => nameRow + at);
  const holds = (row: number, name: string) => !placesOfName(rows.row(row), name).next().done;
  return parameters.flatMap(({ name, default: value }) =>
    value === undefined ? [] : [{ name, value, row: head.find((row) => holds(row, name)) ?? nameRow }],
  );
}

function addFacts({ values, failures }: Facts, from: CodeSource, code: OutlinedCode, asking: Asking): void {
  const id = idOf(sourceOf(from));
  // What continuous integration or a script sets is set for its machines, and texts only tell of settings.
  const isOther = !isOfProject(from.place) || isOfTexts(from.place);
  const factOf = (symbol: OutlineSymbol | undefined, names: readonly string[], row: number): Fact => {
    const isAside = isOther || isTest(from.place, symbol?.path ?? []);
    return { from, code, symbol, row, names: names.join('.'), found: rankIn(id, row, asking), isAside };
  };
  const { symbols, outside } = code.outline;
  for (const symbol of [undefined, ...symbols]) {
    const around = symbol?.path ?? [];
    const own = symbol ? [...symbol.values, ...defaultsOf(symbol, code)] : outside.values;
    for (const value of own) {
      const isItself = around.at(-1) === value.name;
      const said = isItself ? plainDocumentationOf(code.rows, symbol?.documentation) : '';
      const names = isItself ? around : [...around, value.name];
      values.push({ ...factOf(symbol, names, value.row), ...value, said });
    }
    for (const failure of (symbol ?? outside).failures)
      failures.push({ ...factOf(symbol, around, failure.row), ...failure });
  }
}

const maxOthers = 3;

/** Tells other facts that may be meant, each with its place. */
export function putOthers<One extends Fact>(
  others: readonly { fact: One }[],
  says: (fact: One) => string,
  page: Page,
): void {
  const told = others.slice(0, maxOthers).map(({ fact }) => {
    const { from, code, row } = fact;
    return page.cited(`- ${says(fact)} (${page.at(from, row)})`, from, code, { start: row, end: row });
  });
  if (told.length > 0) page.put(`Others that may be meant:\n${told.join('\n')}`);
}

// Section: the probability that a value is the one asked for: softmax over all values and “none”. Weights: `npm run
// fit:values`. Pure.

const maxValueChars = 160;

/** Matches values that say something by themselves: `3`, `"x"`, `30 * time.Second`. */
const literal = /\d|["'`]|^(?:true|false|null|nil|none|undefined|:\w)/i;
/** Matches numbers and products of numbers with a unit. */
const number = /^[\d_.\s*x+<-]+(?:[A-Za-wyz]\w*)?$/;
const nothing = setOf('null nil none undefined 0');
const asksForTime = /\bhow (?:long|often|soon)\b|\bseconds?\b/i;
const asksForSize = /\bhow (?:big|large)\b|\b(?:size|bytes|memory|space)\b/i;

const units = new Set(
  spaced(`ms millis milli milliseconds millisecond sec secs seconds second s minutes minute hour hours day days weeks
  months years`),
);
/** Name parts of what tells one unit in another: `SECONDS_PER_DAY`. */
const betweenUnits = setOf('per in of one a to unix');
/** Name parts of durations. */
const times = new Set([
  ...units,
  ...spaced(`timeout ttl delay wait interval duration age time period patience grace deadline expiry expires lifetime
  linger lease kept stale since until life`),
]);
const sizes = setOf('size bytes length memory mb kb len');
const limits = setOf('max min limit size count');

const partsOf = (text: string): string[] =>
  wordsOf(text)
    .flatMap(splitIdentifier)
    .map((part) => part.toLowerCase());

/** True when a value's name or unit shows that it is a duration. */
const isTimed = ({ name, value, said }: ValueFact): boolean =>
  [name, value].flatMap(partsOf).some((part) => times.has(part)) || partsOf(said).some((part) => units.has(part));

/**
 * True when a value can answer the question: no list or record, a duration if "how long" is asked, a number if one is
 * asked.
 */
export function canBeTold(fact: ValueFact, query: string): boolean {
  const { name, value, symbol } = fact;
  if (partsOf(name).every((part) => units.has(part) || betweenUnits.has(part))) return false;
  // A type is no value, though it may list texts.
  if (symbol?.path.at(-1) === name && typeKinds.has(symbol.kind)) return false;
  if (!literal.test(value) || '[{'.includes(value.charAt(0)) || value.length > maxValueChars) return false;
  if (asksForTime.test(query) && !isTimed(fact)) return false;
  return !wantsNumber.test(query) || /\d/.test(value);
}

/** The name of what has a value: a key `default` gives that of the key around it. */
const valued = ({ name, symbol }: ValueFact): string =>
  (name.toLowerCase() === 'default' && symbol?.path.at(-2)) || name;

function valueSigns(fact: ValueFact, query: string, likeness: Likeness, coverage: CoverageOf) {
  const { names, value, said, found, isAside, code, row } = fact;
  const name = valued(fact);
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
export const valueSignNames = Object.keys(fitted.weights.signs) as (keyof ValueSigns)[];

export interface ValueWeights {
  signs: Readonly<Record<keyof ValueSigns, number>>;
  /** Weight of "none of them". */
  none: number;
}

/** For each value the probability that it is the one asked for; the sum is below 1, since it may be none. */
export function valueChances(all: readonly ValueSigns[], { signs, none }: ValueWeights = fitted.weights): number[] {
  const sums = all.map((one) => valueSignNames.reduce((sum, name) => sum + signs[name] * one[name], 0));
  const top = Math.max(none, ...sums);
  const powers = sums.map((sum) => Math.exp(sum - top));
  const whole = powers.reduce((sum, power) => sum + power, Math.exp(none - top));
  return powers.map((power) => power / whole);
}

const score = 0.8;
/** Least probability for a claim, chosen for its precision on repositories that the weights were not fitted on. */
const minChance = 0.75;
/**
 * Least probability when the names contain all that is asked: users' questions are shorter than those the weights were
 * fitted on.
 */
const minNamed = 0.45;
/** Least share of the best value's probability for others to be listed beside it. */
const minOther = 0.2;

export interface SignedValue {
  fact: ValueFact;
  signs: ValueSigns;
}

const saysDefault = ({ code, row }: ValueFact): boolean => code.rows.row(row).toLowerCase().includes('default');

/** All values of the best files that can answer, with their signs. */
export async function signedValues(asking: Asking): Promise<SignedValue[]> {
  const likeness = asking.meaning.likenessTo(asking.query);
  if (!likeness) return [];
  const { values } = await factsOf(asking, namedSources(asking));
  const question = analyse(asking.query);
  const coverage = new CoverageOf(question, asking.snippets, asking.query);
  // What is given at one place is no default where another row says what is.
  const asked = question.content.includes('default') ? values.filter(saysDefault) : [];
  const declared = new Set(asked.map(({ name }) => name));
  return values
    .filter((fact) => canBeTold(fact, asking.query) && (!declared.has(fact.name) || saysDefault(fact)))
    .map((fact) => ({ fact, signs: valueSigns(fact, asking.query, likeness, coverage) }));
}

/** Stems of words that only say what is measured. */
const measuring = new Set(
  spaced(`size length number count amount limit max maximum min minimum default value time duration long many much big large
  often most least upper lower highest lowest largest smallest longest biggest`).map(stem),
);

/** True when a name has no specific word that the question is without. */
function isAsked(name: string, query: string): boolean {
  const [asked, held] = [new Set(partsOf(query)), heldBy(query)];
  const isHeld = (part: string) => asked.has(part) || shareIn(held, stem(part)) >= rootShare;
  return partsOf(name).every((part) => units.has(part) || measuring.has(stem(part)) || isHeld(part));
}

/** True when the names around a value contain every specific word of the question, and its own no other specific one. */
function saysAll({ name, names }: ValueFact, { query, snippets }: Asking): boolean {
  if (!isAsked(name, query)) return false;
  const question = analyse(query);
  const subject = question.content.filter((term) => !measuring.has(term) && !isNumber(term));
  // In "the default size" the measure is the only subject.
  const all = subject.length > 0 ? subject : question.content.filter((term) => term !== 'default');
  const { shares } = new CoverageOf(question, snippets, query).ofText(names);
  // The word itself or a word of the same root counts, a synonym does not.
  return all.length > 0 && all.every((term) => (shares.get(term) ?? 0) >= rootShare);
}

interface LikelyValue {
  fact: ValueFact;
  chance: number;
}

/** Values, the likeliest first; equal names and values in several places count as one. */
export function likelyValues(values: readonly SignedValue[], chances: readonly number[]): LikelyValue[] {
  const sorted = values.map(({ fact }, at) => ({ fact, chance: chances[at]! })).sort((a, b) => b.chance - a.chance);
  const likely = new Map<string, LikelyValue>();
  for (const { fact, chance } of sorted) {
    const key = `${fact.name}\n${fact.value}`;
    likely.set(key, { fact: likely.get(key)?.fact ?? fact, chance: chance + (likely.get(key)?.chance ?? 0) });
  }
  return [...likely.values()].sort((a, b) => b.chance - a.chance);
}

/** The documented default of an option that the question names. */
function writtenDefault(asking: Asking) {
  if (!asksDefault.test(asking.query)) return undefined;
  const words = spaced(asking.query).map((word) => bareName(withoutEnd(word).body));
  // “The default size of `Pool`” asks for something of a type.
  const names = words.filter((word) => isOption(word) && !isTypeName(word));
  const entry = names.length === 1 ? described(names[0]!, asking) : undefined;
  if (!entry || !asksDefault.test(entry.text)) return undefined;
  const page = new Page(asking);
  putDescribed(names[0]!, entry, page);
  return page.answer('value', score, names);
}

/** What a question calls by its very name. */
const namesIn = (query: string): string[] =>
  spaced(query)
    .slice(1)
    .map((word) => bareName(withoutEnd(word).body))
    .filter((word) => looksLikeName(word) || word.startsWith('--'))
    .flatMap((name) => askedNameOf(withoutDashes(name))?.name ?? []);

/** The name of an option of a command line: `port` for `--port`. */
const withoutDashes = (name: string): string => (name.startsWith('-') ? withoutDashes(name.slice(1)) : name);

/** True where the value stands in the definition of its name. */
const isDefinition = ({ name, symbol, row }: ValueFact): boolean =>
  symbol?.nameRow === row && symbol.path.at(-1) === name;

/** Most rows above a value that are shown with it. */
const maxAbove = 5;

/** The rows that are shown of a value: with the attributes of its name, and with its name, where they stand above. */
function shownWith(fact: ValueFact): RowSpan {
  const { code, row, symbol } = fact;
  const isOwn = isDefinition(fact) && valued(fact) === fact.name;
  if (isOwn && row - symbol!.start <= maxAbove) return { start: symbol!.start, end: row };
  let start = row;
  const last = Math.max(0, row - maxAbove);
  while (start >= last && !code.rows.row(start).includes(valued(fact))) start -= 1;
  return { start: start < last ? row : start, end: row };
}

export const value: Maker = async (asking) => {
  const { query } = asking;
  // A value does not answer a question for a reason, or whether something can be limited.
  const isOther = wantsReason.test(query) || (asksYesOrNo(query) && !asksDefault.test(query));
  if (kindOf(query) !== 'default' || isOther) return undefined;
  return (await likeliest(asking)) ?? writtenDefault(asking);
};

async function likeliest(asking: Asking) {
  const words = spaced(asking.query).map((word) => withoutEnd(word).body);
  const all = await signedValues(asking);
  // What a question calls by its very name is not another that is like it.
  const names = namesIn(asking.query);
  const named = all.filter(({ fact }) => names.includes(withoutDashes(valued(fact))));
  // What a test sets is another value than that of the project.
  const own = named.filter(({ fact }) => !fact.isAside);
  const values = [own, named, all].find(({ length }) => length > 0) ?? [];
  const [best, ...others] = likelyValues(values, valueChances(values.map(({ signs }) => signs)));
  // Where nothing is set at first, what it is comes from elsewhere.
  const isUnset = named.length === 0 && best !== undefined && nothing.has(best.fact.value.toLowerCase());
  if (!best || isUnset || best.fact.isAside) return undefined;
  // What is named and set just once, where it is defined or said to be a default, needs no likelihood.
  const isCertain = own.length > 0 && others.length === 0 && (isDefinition(best.fact) || saysDefault(best.fact));
  const least = saysAll(best.fact, asking) ? minNamed : minChance;
  if (!isCertain && best.chance < least) return undefined;
  const page = new Page(asking);
  const { from, code, row, name, value: set, said, symbol } = best.fact;
  const rows = shownWith(best.fact);
  page.say(`${sentenceOf(best.fact)} (${page.at(from, row)})`, from, code, rows);
  if (said !== '') page.put(`> ${quotable(said, 400)}`);
  page.quote(code, from, rows);
  if (words.includes('do') && words.some((word) => bareName(word) === name)) await putAbout(name, page, asking);
  const further = others.filter(
    ({ fact, chance }) => !fact.isAside && chance >= best.chance * minOther && unquoted(fact.value) !== unquoted(set),
  );
  putOthers(further, sentenceOf, page);
  return page.answer('value', score, [symbol?.path.join('.') ?? name]);
}

/**
 * A value as people say it: that of a parameter is a default, and the parameters of a constructor are those of its type; any
 * other value is set where it stands.
 */
function sentenceOf(fact: ValueFact): string {
  const { name, value: set, symbol, code } = fact;
  if (symbol && valued(fact) !== name)
    return `${inline(symbol.path.slice(0, -1).join('.'))} is ${inline(set)} by default`;
  if (!symbol || symbol.path.at(-1) === name) return `${inline(symbol?.path.join('.') ?? name)} is ${inline(set)}`;
  const isParameter = symbol.parameters.some((one) => one.name === name && one.default === set);
  if (!isParameter) return `${inline(name)} is ${inline(set)} in ${inline(symbol.path.join('.'))}`;
  const isMaking = symbol.path.length > 1 && wordsIn(code.language?.constructors).includes(symbol.name);
  const owner = isMaking ? symbol.path.slice(0, -1) : symbol.path;
  return `${inline(name)} of ${inline(owner.join('.'))} is ${inline(set)} by default`;
}

/** "What does it do, and is it on by default?": what is written of it, and where it is used. */
async function putAbout(name: string, page: Page, asking: Asking): Promise<void> {
  const subject = await subjectOf(name, asking);
  const written = subject?.candidates.find((one) => documentationIn(one) !== undefined);
  const entry = written ? undefined : described(name, asking, 'anywhere');
  if (written) {
    page.say(headline(page, written), written.from, written.code, wholeRows(written.symbol));
    putWritten(written, page, 400);
  }
  if (entry) putDescribed(name, entry, page);
  if (subject) await putUses(subject, page, asking);
}

// Section: the constants that the most likely places name, with the rows that set them.

/** Most citations whose rows are searched for constants, most of these looked for, and most characters shown of them. */
const [maxSearched, maxLooked, maxSetChars] = [4, 8, 160];
/**
 * Least similarity of a constant's name to the question, unless its words are asked for: of 37 constants told on the open
 * halves of the line and value questions seven of the thirteen from here on are asked for, and one of those below.
 */
const minLikeness = 0.4;
const constantKinds: SymbolKind[] = ['constant', 'variable', 'macro', 'field', 'property'];

/** True for the name of a measure: `MAX_RETRIES`, `defaultDelay`; in small letters it has to have several parts. */
function isMeasure(name: string): boolean {
  const parts = partsOf(name);
  const isConstant = name === name.toUpperCase() || parts.length > 1;
  return isConstant && parts.some((part) => [times, sizes, limits].some((some) => some.has(part)));
}

/** The definition of a constant as a number in one row, where there is just one outside of tests and examples. */
async function settingOf(name: string, asking: Asking): Promise<Candidate | undefined> {
  const { candidates } = await candidatesOf({ name, around: [] }, constantKinds, asking);
  const rowOf = ({ code, symbol }: Candidate) => code.rows.row(symbol.nameRow).trim();
  const found = candidates.filter((one) => {
    const row = rowOf(one);
    const set = row.slice(row.indexOf(name) + name.length);
    // A macro that takes something is none, a flag measures nothing, and what begins at 0 is counted.
    const isNumeric = hasNumber(set) && [...'123456789'].some((digit) => set.includes(digit));
    const isMeasured = isNumeric && !set.startsWith('(') && !set.includes('0x');
    return one.symbol.name === name && isMeasured && row.length <= maxValueChars && !isAside(one.from.place);
  });
  return new Set(found.map(rowOf)).size === 1 ? found[0] : undefined;
}

/**
 * The most likely places together with the rows that set the constants which they name, where a value is asked for:
 * `delay = DEFAULT_DELAY` alone does not tell it.
 */
export async function withConstants(answer: Answer, asking: Asking): Promise<Answer> {
  const { query, snippets } = asking;
  if (answer.isAbsence || kindOf(query) !== 'default' || wantsReason.test(query)) return answer;
  const shown = answer.citations.slice(0, maxSearched).flatMap(({ id, lines: { start, end } }) => {
    const snippet = snippets.find((one) => one.id === id);
    return snippet ? rowsOfText(snippet.text).slice(start - snippet.lines.start, end + 1 - snippet.lines.start) : [];
  });
  // Without an embedding any may be near.
  const likeness = asking.meaning.likenessTo(query) ?? (() => minLikeness);
  const isSpecific = (name: string) => partsOf(name).some((part) => !measuring.has(stem(part)));
  const isNamed = (name: string) => isSpecific(name) && isAsked(name, query);
  const isNear = (name: string) => isMeasure(name) && (likeness(name) >= minLikeness || isNamed(name));
  const names = [...new Set(shown.join('\n').match(nameRuns))].filter(isNear);
  names.sort((a, b) => likeness(b) - likeness(a));
  const page = new Page(asking, answer);
  const set: string[] = [];
  for (const name of names.slice(0, maxLooked)) {
    const one = await settingOf(name, asking);
    if (!one) continue;
    const { from, code } = one;
    const { nameRow } = one.symbol;
    const row = code.rows.row(nameRow).trim();
    // Where the likeliest is shown, the others are beside the point.
    if (shown.some((other) => other.trim() === row)) break;
    if (set.join('\n').length + row.length > maxSetChars) continue;
    set.push(page.cited(`- ${inline(row)} (${page.at(from, nameRow)})`, from, code, { start: nameRow, end: nameRow }));
  }
  if (set.length === 0) return answer;
  page.put(`Values named there are set here:\n\n${set.join('\n')}`);
  return page.answer(answer.kind ?? 'places', answer.score, answer.symbols);
}
