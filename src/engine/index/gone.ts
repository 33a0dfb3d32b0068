/**
 * Which passages of a segment are gone, as runs: the passages of a changed file die together, so there are few. Made again
 * when more have died.
 */
import type { Segment } from './segment';

/** Of each run the first passage and the one behind its last, in order. */
export interface Gone {
  firsts: readonly number[];
  ends: readonly number[];
}

interface Known extends Gone {
  /** How many lived then. */
  living: number;
}

const known = new WeakMap<Segment, Known>();

export function goneFrom(segment: Segment): Gone {
  const { living, alive } = segment;
  const made = known.get(segment);
  if (made?.living === living) return made;
  const [firsts, ends]: [number[], number[]] = [[], []];
  for (let first = alive.indexOf(0); first >= 0;) {
    const next = alive.indexOf(1, first);
    const end = next < 0 ? alive.length : next;
    firsts.push(first);
    ends.push(end);
    first = alive.indexOf(0, end);
  }
  const gone = { living, firsts, ends };
  known.set(segment, gone);
  return gone;
}
