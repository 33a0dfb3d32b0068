/** Pseudo-random numbers from a seed (mulberry32): the same seed gives the same training. */
export class Chance {
  constructor(private state: number) {}

  /** In [0, 1). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let value = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  shuffle<Items extends number[] | Int32Array | number[][]>(items: Items): Items {
    for (let at = items.length - 1; at > 0; at -= 1) {
      const other = this.below(at + 1);
      [items[at], items[other]] = [items[other]!, items[at]!];
    }
    return items;
  }
}
