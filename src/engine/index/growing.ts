/**
 * A column of numbers that grows at its end. An array of numbers takes two to four times as much memory, and lives long
 * enough to be moved twice by the collector of garbage before it is thrown away.
 */

type Column = Uint8Array | Uint16Array | Uint32Array;

export class GrowingColumn<Kind extends Column> {
  length = 0;
  values: Kind;

  constructor(private readonly make: (length: number) => Kind) {
    this.values = make(256);
  }

  push(value: number): void {
    if (this.length === this.values.length) {
      const wider = this.make(2 * this.length);
      wider.set(this.values);
      this.values = wider;
    }
    this.values[this.length] = value;
    this.length += 1;
  }

  /** Without slack, in memory of its own. */
  column(): Kind {
    const made = this.make(this.length);
    made.set(this.values.subarray(0, this.length));
    return made;
  }
}

export const growing8 = (): GrowingColumn<Uint8Array> => new GrowingColumn((length) => new Uint8Array(length));
export const growing16 = (): GrowingColumn<Uint16Array> => new GrowingColumn((length) => new Uint16Array(length));
export const growing32 = (): GrowingColumn<Uint32Array> => new GrowingColumn((length) => new Uint32Array(length));
