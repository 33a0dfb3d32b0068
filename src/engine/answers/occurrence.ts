/** Whether words of a question stand anywhere in what is searched. Passages are some of it; the index knows all of it. */
import { piecesOf, type Part } from '../parts';
import { Scorer } from '../rank/bm25f';
import { unindexedWords } from '../text/stopWords';
import { joinedMark } from '../text/tokens';

export interface Searched {
  /** As it is said: "in this folder". */
  place: string;
  /** Whether some passage of it holds a question's word. Words that the index leaves out count as held. */
  holds: (term: string) => boolean;
}

/** One folder or file that was read whole is called so. */
function placeOf(parts: readonly Part[], isWhole: boolean): string {
  const [part] = parts;
  const [key] = part?.keys() ?? [];
  if (!part || key === undefined || parts.length > 1 || !isWhole || part.sourceOf(key).kind !== 'file') return 'in what was searched'; // prettier-ignore
  return key === '' ? 'in this file' : 'in this folder';
}

/** @param isWhole all of it was read, and no part of it is left out */
export function searchedOf(parts: readonly Part[], isWhole: boolean): Searched {
  const scorer = new Scorer(piecesOf(parts));
  const holds = (term: string) => unindexedWords.has(term) || scorer.frequency(term) > 0 || scorer.frequency(joinedMark + term) > 0; // prettier-ignore
  return { place: placeOf(parts, isWhole), holds };
}
