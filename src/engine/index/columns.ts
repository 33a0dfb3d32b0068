/** Columns of a segment in the making: numbers that grow at their end, and packed counts. */

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

/**
 * Packed counts (one byte per field) told apart by a code of 16 bits: a segment holds a few thousand different ones,
 * so a posting takes four bytes instead of eight. Known limit: when the codes run out, high counts are cut.
 */

/** From here on counts are cut to `lowCount`; the combinations of low counts fit what is left. */
const maxPlainCodes = 60_000;
const lowCount = 7;

function cut(packed: number): number {
  let low = 0;
  for (let shift = 0; shift < 32; shift += 8) low |= Math.min(lowCount, (packed >>> shift) & 0xff) << shift;
  return low >>> 0;
}

export class CodeTable {
  private counts = new Uint32Array(64);
  private slots = new Uint32Array(256);
  private size = 0;

  codeOf(packed: number): number {
    return this.find(this.size < maxPlainCodes ? packed : cut(packed));
  }

  private find(packed: number): number {
    const mask = this.slots.length - 1;
    let slot = (Math.imul(packed, 0x9e3779b1) >>> 12) & mask;
    for (let code = this.slots[slot]!; code !== 0; code = this.slots[slot]!) {
      if (this.counts[code - 1] === packed) return code - 1;
      slot = (slot + 1) & mask;
    }
    if (this.size === this.counts.length) this.grow();
    this.counts[this.size] = packed;
    this.size += 1;
    this.slots[slot] = this.size;
    if (this.size * 2 > this.slots.length) this.spread();
    return this.size - 1;
  }

  private grow(): void {
    const counts = new Uint32Array(this.counts.length * 2);
    counts.set(this.counts);
    this.counts = counts;
  }

  private spread(): void {
    this.slots = new Uint32Array(this.slots.length * 2);
    const mask = this.slots.length - 1;
    for (let code = 0; code < this.size; code += 1) {
      let slot = (Math.imul(this.counts[code]!, 0x9e3779b1) >>> 12) & mask;
      while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
      this.slots[slot] = code + 1;
    }
  }

  /** Counts by code. */
  column(): Uint32Array {
    return this.counts.slice(0, this.size);
  }
}
