/** The words of a passage behind the terms that matched, as people can read them: `bodi` is the `body` of the text. */
import { splitIdentifier, stem, wordsOf } from '../text/tokens';

/** @returns lower case, sorted, each once; a term that no single word gives is left out unless none is left */
export function matchedWords(terms: ReadonlySet<string>, text: string): string[] {
  const words = new Set<string>();
  for (const word of wordsOf(text)) {
    for (const part of splitIdentifier(word)) {
      const lower = part.toLowerCase();
      if (terms.has(stem(lower))) words.add(lower);
    }
  }
  return words.size > 0 ? [...words].sort() : [...terms].sort();
}
