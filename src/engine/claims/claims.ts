/**
 * Answers that the trees of the code support, by a handful of makers; undefined where none of them is sure, and then
 * the most likely places are shown. What each was right with stands in test/quality/README.md; one below .8 is not
 * used.
 */
import { kindOf } from '../rank/question';
import { isReport } from '../question/report';
import type { Answer } from '../types';
import { callers, caught } from './callers';
import { difference } from './difference';
import { explain, isThere, takes } from './explain';
import { failure, fails } from './failure';
import { folder } from './folder';
import { mayBeWhole, overview } from './overview';
import { run } from './run';
import type { Asking, Maker } from './page';
import { value } from './value';
import { wantsOf } from './wants';

/** The more particular kinds first. */
const makers: Readonly<Record<string, Maker>> = { overview, difference, run, caught, callers, folder, isThere, fails, takes, value, explain, failure }; // prettier-ignore

/** Whether a question is of a kind that some maker answers: only then is the space looked at. */
export function mayBeClaimed(query: string): boolean {
  if (isReport(query)) return false;
  const kind = kindOf(query);
  return mayBeWhole(query) || kind === 'default' || kind === 'error' || wantsOf(query).length > 0;
}

/** @param only some of the makers, where what is searched is known in part */
export async function claimOf(
  asking: Asking,
  only: readonly Maker[] = Object.values(makers),
): Promise<Answer | undefined> {
  for (const make of only) {
    const made = await make(asking);
    if (made) return made;
    asking.signal.throwIfAborted();
  }
  return undefined;
}
