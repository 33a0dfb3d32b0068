/** Two symbols side by side: what each is, what is written of it, its head, and what one of them has alone. */
import { wholeRows } from '../outline/heads';
import type { Candidate } from '../outline/findSymbol';
import { placesOfName } from '../read/references';
import { oneSpaced } from '../text/plain';
import { bothNamed } from './bothNamed';
import { differing, type Side } from './differing';
import { documentationIn, headline, shownRows } from './explain';
import { membersOf, publicFirst } from './members';
import { Page } from './page';
import { pairOfParts } from './partNames';
import { hasOwnBody, isOnlyDeclared, minLikely, subjectOf } from './subjects';
import type { Asking, Maker } from './types';
import { wantOf } from './wants';
import { quotable } from './words';

type Pair = readonly [Candidate, Candidate];

const score = 0.8;

/** Its rows, whatever its head calls it. What its body says by that name is a part of what it does. */
function unnamed({ code, symbol: { start, end, name, nameRow } }: Candidate): string {
  const head = code.rows.slice(start, nameRow);
  const pieces: string[] = [];
  let from = 0;
  for (const at of placesOfName(head, name)) {
    pieces.push(head.slice(from, at));
    from = at + name.length;
  }
  const body = nameRow < end ? code.rows.slice(nameRow + 1, end) : '';
  return oneSpaced(`${pieces.join(' _ ')} _ ${head.slice(from)}\n${body}`);
}

const doing: ReadonlySet<string> = new Set(['function', 'method', 'macro']);

/** What is different between the two, or that nothing is; undefined where the tree tells neither. */
async function compared(pair: Pair, asking: Asking): Promise<string[] | undefined> {
  const [one, other] = pair;
  const sideOf = async (of: Candidate): Promise<Side> => {
    // What stands inside of a function is its own matter.
    const { own, elsewhere } = doing.has(of.symbol.kind) ? { own: [], elsewhere: [] } : await membersOf(of, [], asking);
    return { of, members: publicFirst([...own, ...elsewhere], of.symbol.name) };
  };
  const told = await differing(await sideOf(one), await sideOf(other), asking);
  if (told.length > 0) return told;
  const isSame = unnamed(one) === unnamed(other);
  const [isDoing, isWritten] = [
    pair.every(({ symbol }) => doing.has(symbol.kind)),
    pair.some((each) => documentationIn(each) !== undefined),
  ];
  if (isSame && isDoing && hasOwnBody(one) && hasOwnBody(other))
    return ['Both do the same: they differ in their names alone.'];
  const isShort = pair.every(({ symbol: { start, end, kind } }) => start === end && kind === 'type');
  return isWritten || !(isSame || isShort) ? [] : undefined;
}

async function pairOf(asking: Asking): Promise<Pair | undefined> {
  const want = wantOf(asking.query, 'difference');
  if (!want) return undefined;
  const [one, other] = [await subjectOf(want.subject, asking), await subjectOf(want.other, asking)];
  if (one && other) return paired(one.candidates, other.candidates);
  return one || other ? undefined : pairOfParts(want.subject, want.other, asking);
}

/** What is written of both first, then what the trees tell, then their heads. */
export const difference: Maker = async (asking) => {
  const pair = await pairOf(asking);
  const told = pair && (await compared(pair, asking));
  if (!pair || !told) return undefined;
  const page = new Page(asking);
  for (const each of pair) {
    page.say(headline(page, each), each.from, each.code, wholeRows(each.symbol));
    const written = documentationIn(each);
    if (written !== undefined) page.put(`> ${quotable(written, 500)}`);
  }
  const spoken = bothNamed(pair, asking);
  for (const [at, { text, start, end }] of (spoken?.paragraphs ?? []).entries()) {
    const { from, code } = spoken!;
    const where = at === 0 ? `Of both it says in ${page.at(from, start)}` : `And in line ${start + 1}`;
    page.put(`${page.referred(where, from, code, { start, end })}:\n\n> ${quotable(text, 500)}`);
  }
  for (const sentence of told) page.put(sentence);
  for (const each of pair) page.quote(each.code, each.from, shownRows(each), each.symbol.name);
  return page.answer('difference', score, pair.map(({ symbol }) => symbol.path.join('.'))); // prettier-ignore
};

/** Of several of a name those that stand near each other: in one container, in one file, of one kind. */
function paired(ones: readonly Candidate[], others: readonly Candidate[]): Pair | undefined {
  const nearness = (a: Candidate, b: Candidate) =>
    (a.from.key === b.from.key ? 2 : 0) + (a.symbol.kind === b.symbol.kind ? 1 : 0) +
    (a.symbol.path.slice(0, -1).join('.') === b.symbol.path.slice(0, -1).join('.') ? 1 : 0) + (a.score + b.score) / 100; // prettier-ignore
  let best: { pair: Pair; near: number } | undefined;
  // One that is spelled otherwise, or stands in a test, is not the one that is meant, however near it is.
  const likely = (all: readonly Candidate[]) => {
    const near = all.filter(({ score }) => score >= (all[0]?.score ?? 0) * minLikely);
    const told = near.filter((one) => !isOnlyDeclared(one));
    return (told.length > 0 ? told : near).slice(0, 10);
  };
  const [first, second] = [likely(ones), likely(others)];
  // What only hands on, or only says what another does, tells nothing of a difference.
  const isTold = first.some(hasOwnBody) && second.some(hasOwnBody);
  for (const a of isTold ? first.filter(hasOwnBody) : first)
    for (const b of isTold ? second.filter(hasOwnBody) : second) {
      const near = nearness(a, b);
      if (a.symbol !== b.symbol && near > (best?.near ?? -1)) best = { pair: [a, b], near };
    }
  return best?.pair;
}
