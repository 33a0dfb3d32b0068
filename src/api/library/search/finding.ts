/**
 * Whether a text stands in others. Idea: its first letters are looked for as the platform does it, and only where they
 * stand the whole is, by Knuth, Morris and Pratt 1977. Cost: linear in the text, whatever both say; the platform's own
 * search and a regular expression take their product, eleven seconds for a megabyte of one letter.
 */

/** How many letters the platform looks for: so many times the text at worst, and enough to pass nearly all of it by. */
const headLength = 8;

export interface Finder {
  /** @returns the place of the first letter, or -1 */
  placeIn: (text: string) => number;
  isIn: (text: string) => boolean;
  length: number;
}

/** Letters' case is no difference, unless it is kept. */
export function createFinder(query: string, isCaseKept = false): Finder {
  const folded = (text: string) => (isCaseKept ? text : text.toLowerCase());
  const wanted = folded(query);
  const head = wanted.slice(0, headLength);
  let fallbacks: Int32Array | undefined;
  const placeIn = (text: string): number => {
    const all = folded(text);
    const at = all.indexOf(head);
    if (at === -1 || wanted.length <= headLength) return at;
    fallbacks ??= fallbacksOf(wanted);
    return placeOf(wanted, fallbacks, all, at);
  };
  return { placeIn, isIn: (text) => placeIn(text) !== -1, length: wanted.length };
}

/** For each length of the beginning: how much of it still stands when the next letter does not fit. */
function fallbacksOf(wanted: string): Int32Array {
  const fallbacks = new Int32Array(wanted.length);
  for (let at = 1, fits = 0; at < wanted.length; at += 1) {
    while (fits > 0 && wanted.charCodeAt(at) !== wanted.charCodeAt(fits)) fits = fallbacks[fits - 1]!;
    if (wanted.charCodeAt(at) === wanted.charCodeAt(fits)) fits += 1;
    fallbacks[at] = fits;
  }
  return fallbacks;
}

function placeOf(wanted: string, fallbacks: Int32Array, text: string, start: number): number {
  for (let at = start, fits = 0; at < text.length; at += 1) {
    const letter = text.charCodeAt(at);
    while (fits > 0 && letter !== wanted.charCodeAt(fits)) fits = fallbacks[fits - 1]!;
    if (letter === wanted.charCodeAt(fits)) fits += 1;
    if (fits === wanted.length) return at - fits + 1;
  }
  return -1;
}
