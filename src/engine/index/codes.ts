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
