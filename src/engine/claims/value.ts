/**
 * A default, a limit, another value that is asked for: told where one is likelier than all others, and than none, by its
 * name and by where it stands (valueSigns.ts).
 */
import { CoverageOf, rootShare } from '../answers/coverage';
import { kindOf, wantsReason } from '../question/kind';
import { analyse } from '../rank/question';
import { isNumber, spaced } from '../text/plain';
import { stem } from '../text/tokens';
import { factsOf, type ValueFact } from './facts';
import { Page } from './page';
import type { Asking, Maker } from './types';
import { canBeTold, valueChances, valueSigns, type ValueSigns } from './valueSigns';
import { inline, quotable } from './words';

const score = 0.8;
/** From here 11 of 11 are right on repositories that the weights have not seen, beside one told where nothing answers. */
const minChance = 0.75;
/** Where all that is asked stands in its name and the names around it: more questions are short than those it is fitted on. */
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
  const subject = [telling, measured, question.content.filter((term) => term !== 'default')].find(({ length }) => length > 0); // prettier-ignore
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

export const value: Maker = async (asking) => {
  // No value is a reason.
  if (kindOf(asking.query) !== 'default' || wantsReason.test(asking.query)) return undefined;
  const values = await signedValues(asking);
  const [best, ...others] = likelyValues(values, valueChances(values.map(({ signs }) => signs)));
  if (!best || best.fact.isAside || best.chance < (saysAll(best.fact, asking) ? minNamed : minChance)) return undefined;
  const page = new Page(asking);
  const { from, code, row, name, value: set, said, symbol } = best.fact;
  page.say(`${inline(symbol && symbol.path.at(-1) !== name ? `${symbol.path.join('.')}: ${name}` : (symbol?.path.join('.') ?? name))} = ${inline(set)} (${page.at(from, row)})`, from, code, { start: row, end: row }); // prettier-ignore
  if (said !== '') page.put(`> ${quotable(said, 400)}`);
  page.quote(code, from, { start: row, end: row }, name);
  const further = others.filter(({ fact, chance }) => !fact.isAside && chance >= best.chance * minOther && fact.value !== set); // prettier-ignore
  if (further.length > 0) page.put(`Others that may be meant:\n${further.slice(0, maxOthers).map(({ fact }) => page.cited(`- ${inline(fact.names)} = ${inline(fact.value)} (${page.at(fact.from, fact.row)})`, fact.from, fact.code, { start: fact.row, end: fact.row })).join('\n')}`); // prettier-ignore
  return page.answer('value', score, [symbol?.path.join('.') ?? name]);
};
