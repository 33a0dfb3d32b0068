/**
 * Stems of the same root. A root is a stem without one of a few endings, so its relatives are the root with each of
 * them: they are looked up like any other word, and no list of all words by root is needed.
 */
import { endings, rootOf } from '../text/roots';

const plainWord = /^[a-z]{4,24}$/;

/** Emptied when full: relatives are cheap to make again. */
const maxKeptRoots = 5000;
const kept = new Map<string, readonly string[]>();

/** Every word with this root; only plain words have roots. */
export function relatedTerms(root: string): readonly string[] {
  const known = kept.get(root);
  if (known) return known;
  if (kept.size >= maxKeptRoots) kept.clear();
  const words = [root, ...endings.map((ending) => root + ending)];
  const made = words.filter((word) => plainWord.test(word) && rootOf(word) === root);
  kept.set(root, made);
  return made;
}
