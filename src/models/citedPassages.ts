/**
 * Which passages an answer cites. A model writes the numbers that its prompt gave; shown are numbers in the order of
 * first use, and none where a number stands for no passage.
 */

/** `[1-3]` stands for at most so many. */
const maxRange = 5;

const citationNumbers = /^\s*\^?(?:(?:passage|source)\s*)?\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*\s*(?:†.*)?$/i;

/** @param inside what stands between two brackets */
export function isCitation(inside: string): boolean {
  return citationNumbers.test(inside);
}

export class CitedPassages {
  readonly #indices: number[] = [];
  #dropped = 0;

  /** @param passages how many there are to cite */
  constructor(private readonly passages: number) {}

  /** Indices (from 0) of the passages cited so far; their place (from 1) is their number in the text. */
  get indices(): readonly number[] {
    return this.#indices;
  }

  /** Citations so far that stood for no passage. */
  get dropped(): number {
    return this.#dropped;
  }

  /** @returns the citation as it is shown; empty when all of it stands for no passage */
  cite(inside: string): string {
    const numbers = numbersIn(inside);
    const marks = numbers
      .filter((number) => number >= 1 && number <= this.passages)
      .map((number) => `[${this.#placeOf(number - 1)}]`);
    this.#dropped += numbers.length - marks.length;
    return [...new Set(marks)].join('');
  }

  #placeOf(index: number): number {
    const known = this.#indices.indexOf(index);
    return known === -1 ? this.#indices.push(index) : known + 1;
  }
}

/** Some models write `3†L1-L5` for the third. */
function numbersIn(inside: string): number[] {
  const [list = ''] = inside.split('†');
  return list.split(/[,;]/).flatMap((part) => {
    const [from = NaN, to = from] = (part.match(/\d+/g) ?? []).map(Number);
    if (!(to - from < maxRange)) return [from];
    return Array.from({ length: Math.max(1, to - from + 1) }, (_, step) => from + step);
  });
}
