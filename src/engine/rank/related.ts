/**
 * Stems of the same root. A root is a stem without one of a few endings, so its relatives are the root with each of
 * them: they are looked up like any other word, and no list of all words by root is needed.
 */
import { endings, rootOf } from '../text/roots';

const plainWord = /^[a-z]{4,24}$/;

/** Every word with this root; only plain words have roots. */
export function relatedTerms(root: string): string[] {
  const words = [root, ...endings.map((ending) => root + ending)];
  return words.filter((word) => plainWord.test(word) && rootOf(word) === root);
}
