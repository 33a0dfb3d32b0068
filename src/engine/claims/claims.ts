/**
 * Answers supported by the syntax trees, from a list of makers; undefined when none is sure, and the most likely places
 * are shown instead. Precision of each: test/quality/README.md; makers below .8 are not used.
 */
import type { Maker, Asking } from './page';
import { layout, overview, mayBeWhole } from './overview';
import { difference } from './difference';
import { run } from './run';
import { needs } from './needs';
import { caught, fails, failure } from './failure';
import { callers } from './callers';
import { asksForUses } from './uses';
import { folder } from './folder';
import { isThere, takes, explain } from './explain';
import { value } from './value';
import { isReport } from '../question/report';
import { quotedMessages } from '../question/spelling';
import { asksYesOrNo } from '../answers/tiers';
import { wantsOf } from './wants';
import { kindOf } from '../rank/question';
import type { Answer } from '../types';

/** Makers, the most specific kinds first. */
const makers: readonly Maker[] = [layout, overview, difference, needs, run, caught, callers, folder, isThere, fails, takes, value, explain, failure]; // prettier-ignore

/** The first of two questions; undefined for a single one. */
function firstOf(query: string): string | undefined {
  const at = query.indexOf('? ');
  return at < 0 ? undefined : query.slice(0, at + 1);
}

/** True when some maker answers questions of this form, or the README may say it; otherwise the space is not read. */
export function mayBeClaimed(query: string): boolean {
  if (isReport(query)) return false;
  const isOfForm = asksYesOrNo(query) || mayBeWhole(query) || asksForUses(query) || wantsOf(query).length > 0;
  if (isOfForm || ['default', 'error'].includes(kindOf(query)) || quotedMessages(query).length > 0) return true;
  const first = firstOf(query);
  return first !== undefined && mayBeClaimed(first);
}

/**
 * The first claim that a maker can support, of two questions in one that of the first.
 * @param only the makers to try, when the searched space is known only in part
 */
export async function claimOf(asking: Asking, only = makers): Promise<Answer | undefined> {
  for (const make of only) {
    const made = await make(asking);
    if (made) return made;
    asking.signal.throwIfAborted();
  }
  const first = firstOf(asking.query);
  return first === undefined ? undefined : claimOf({ ...asking, query: first }, only);
}
