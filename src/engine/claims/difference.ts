/** Two symbols side by side: what each is, what is written of it, its head, and what one of them has alone. */
import { wholeRows } from '../outline/heads';
import type { Candidate } from '../outline/findSymbol';
import { documentationIn, headline, membersOf, shownRows } from './explain';
import { Page } from './page';
import { subjectOf } from './subjects';
import type { Maker } from './types';
import { wantOf } from './wants';
import { inline, listed, quotable } from './words';

const score = 0.8;
const maxNames = 8;
/** Share of the best one's score that another of its name must have. */
const minLikely = 0.75;

/** What of one the other has not, by name. */
function alone(page: Page, one: Candidate, other: Candidate): void {
  const told = (what: string, own: readonly string[], theirs: readonly string[]) => {
    const only = own.filter((name) => !theirs.includes(name));
    if (only.length > 0)
      page.put(`Only ${inline(one.symbol.path.join('.'))} has the ${what} ${listed(only, maxNames)}.`);
  };
  const parameters = ({ symbol }: Candidate) => symbol.parameters.map(({ name }) => name);
  told('parameters', parameters(one), parameters(other));
  const members = (of: Candidate) => membersOf(of).map(({ name }) => name);
  told('members', members(one), members(other));
  const calls = ({ symbol }: Candidate) => symbol.calls.map(({ name }) => name);
  told('calls', calls(one), calls(other));
}

export const difference: Maker = async (asking) => {
  const want = wantOf(asking.query, 'difference');
  if (!want) return undefined;
  const [one, other] = [await subjectOf(want.subject, asking), await subjectOf(want.other, asking)];
  const pair = one && other && paired(one.candidates, other.candidates);
  if (!pair) return undefined;
  const page = new Page(asking);
  for (const each of pair) {
    page.say(headline(page, each), each.from, each.code, wholeRows(each.symbol));
    const written = documentationIn(each);
    if (written !== undefined) page.put(`> ${quotable(written, 500)}`);
    page.quote(each.code, each.from, shownRows(each), each.symbol.name);
  }
  const [first, second] = pair;
  alone(page, first, second);
  alone(page, second, first);
  return page.answer('difference', score, pair.map(({ symbol }) => symbol.path.join('.'))); // prettier-ignore
};

/** Of several of a name those that stand near each other: in one container, in one file, of one kind. */
function paired(ones: readonly Candidate[], others: readonly Candidate[]): [Candidate, Candidate] | undefined {
  const nearness = (a: Candidate, b: Candidate) =>
    (a.from.key === b.from.key ? 2 : 0) + (a.symbol.kind === b.symbol.kind ? 1 : 0) +
    (a.symbol.path.slice(0, -1).join('.') === b.symbol.path.slice(0, -1).join('.') ? 1 : 0) + (a.score + b.score) / 100; // prettier-ignore
  let best: { pair: [Candidate, Candidate]; near: number } | undefined;
  // One that is spelled otherwise, or stands in a test, is not the one that is meant, however near it is.
  const likely = (all: readonly Candidate[]) => all.filter(({ score }) => score >= (all[0]?.score ?? 0) * minLikely).slice(0, 10); // prettier-ignore
  for (const a of likely(ones))
    for (const b of likely(others)) {
      const near = nearness(a, b);
      if (a.symbol !== b.symbol && near > (best?.near ?? -1)) best = { pair: [a, b], near };
    }
  return best?.pair;
}
