/** Chance that repeats: the same seed, the same numbers (mulberry32, public domain). */
export class Random {
  constructor(private state: number) {}

  /** A whole number from 0 to `limit` - 1; 0 when the limit is 0. */
  below(limit: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * limit);
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new RangeError('There is nothing to pick from.');
    return item;
  }
}
