/** Columns of a segment that is being built: growing columns of numbers, packed counts, and terms. */

// Section: a growing column of numbers, which takes a quarter to a half of the memory of an array.

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

  /** A copy without spare capacity, in memory of its own. */
  column(): Kind {
    const made = this.make(this.length);
    made.set(this.values.subarray(0, this.length));
    return made;
  }
}

export const growing8 = (): GrowingColumn<Uint8Array> => new GrowingColumn((length) => new Uint8Array(length));
export const growing16 = (): GrowingColumn<Uint16Array> => new GrowingColumn((length) => new Uint16Array(length));
export const growing32 = (): GrowingColumn<Uint32Array> => new GrowingColumn((length) => new Uint32Array(length));

// Section: packed counts, one byte per field, replaced by 16-bit codes: a posting takes 4 bytes, not 8. Known limit:
// when codes run out, high counts are lowered.

/** Codes after which counts are cut to `lowCount`; the combinations of low counts fit the remaining codes. */
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

  /** The packed counts by code. */
  column(): Uint32Array {
    return this.counts.slice(0, this.size);
  }
}

// Section: the terms of a segment and their numbers: an open-addressing hash table over one run of bytes (a fifth of a
// Map’s memory), saved as it is. A character below 128 takes one byte, any other three, so equal terms have equal
// bytes.

/** The columns written to disk, without spare capacity. */
export interface TermColumns {
  bytes: Uint8Array;
  /** End of each term's bytes; a term begins where the one before ends. */
  ends: Uint32Array;
  /**
   * Number of the term plus one, by hash; 0 is free. Its length is a power of two, at most half full. The highest byte
   * is part of the hash, so that other terms are rarely compared.
   */
  slots: Uint32Array;
}

/** Most bytes of a term: words are cut off at 80 characters, and a pair of them may be joined. */
const maxTermBytes = 1024;
const scratch = new Uint8Array(maxTermBytes);

function encode(term: string): number {
  let length = 0;
  for (let at = 0; at < term.length && length < maxTermBytes - 3; at += 1) {
    const code = term.charCodeAt(at);
    if (code < 0x80) {
      scratch[length++] = code;
    } else {
      scratch[length++] = 0x80 | (code >>> 12);
      scratch[length++] = (code >>> 6) & 0x3f;
      scratch[length++] = code & 0x3f;
    }
  }
  return length;
}

/** FNV-1a (Fowler, Noll, Vo), with a last mix because only low bits choose the slot. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** The term last told to `keyOf`: its bytes are in `scratch`. */
export interface TermKey {
  length: number;
  hash: number;
}

/** Bytes and hash of a term, made once for all tables it is looked up in. Good until the next one is made. */
export function keyOf(term: string): TermKey {
  const length = encode(term);
  return { length, hash: hashOf(scratch, 0, length) };
}

const idMask = 0xff_ffff;

/** The entry of a slot: the number plus one, below the highest byte of the hash. */
function entryOf(id: number, hash: number): number {
  return ((hash & ~idMask) | (id + 1)) >>> 0;
}

/** The beginning of words that are too short or of another script. */
export const unsaid = -1;

function pairOf(first: number, second: number): number {
  return first < 0x80 && second < 0x80 ? (first << 7) | second : unsaid;
}

/** Number of beginnings; all but `unsaid` are below. */
export const beginningCount = 0x80 << 7;

/** The first two characters of a word in one number. */
export function beginningOf(word: string): number {
  return word.length < 2 ? unsaid : pairOf(word.charCodeAt(0), word.charCodeAt(1));
}

function grown<Column extends Uint8Array | Uint32Array>(column: Column, wider: Column): Column {
  wider.set(column);
  return wider;
}

export class TermTable {
  private bytes: Uint8Array;
  private ends: Uint32Array;
  private slots: Uint32Array;
  private count: number;

  constructor(columns?: TermColumns) {
    this.bytes = columns?.bytes ?? new Uint8Array(1024);
    this.ends = columns?.ends ?? new Uint32Array(128);
    this.slots = columns?.slots ?? new Uint32Array(256);
    this.count = columns ? columns.ends.length : 0;
  }

  get size(): number {
    return this.count;
  }

  /** Bytes of memory that the table takes. */
  get byteLength(): number {
    return this.bytes.byteLength + this.ends.byteLength + this.slots.byteLength;
  }

  /** Number of a term, or undefined. */
  get(term: string): number | undefined {
    return this.find(keyOf(term));
  }

  /** Number of the term that the key was just made of, or undefined. */
  find({ length, hash }: TermKey): number | undefined {
    const entry = this.slots[this.slotOf(scratch, { start: 0, end: length, hash })]!;
    return entry === 0 ? undefined : (entry & idMask) - 1;
  }

  /** Number of a term, which is added if it is new. */
  add(term: string): number {
    return this.addBytes(scratch, 0, encode(term));
  }

  /** Number in this table of a term of another one, which is added if it is new. */
  addFrom(other: TermTable, id: number): number {
    return this.addBytes(other.bytes, other.startOf(id), other.ends[id]!);
  }

  /** Every term, in the order of its number. */
  *keys(): Generator<string> {
    for (let id = 0; id < this.count; id += 1) yield this.termOf(id);
  }

  termOf(id: number): string {
    const end = this.ends[id] ?? 0;
    let term = '';
    for (let at = id < this.count ? this.startOf(id) : end; at < end; at += 1) {
      const byte = this.bytes[at]!;
      if (byte < 0x80) term += String.fromCharCode(byte);
      else term += String.fromCharCode(((byte & 0x0f) << 12) | (this.bytes[++at]! << 6) | this.bytes[++at]!);
    }
    return term;
  }

  /** The same as `beginningOf` for the term's text. */
  beginningOf(id: number): number {
    const start = this.startOf(id);
    return start + 1 < this.ends[id]! ? pairOf(this.bytes[start]!, this.bytes[start + 1]!) : unsaid;
  }

  private startOf(id: number): number {
    return id === 0 ? 0 : this.ends[id - 1]!;
  }

  /** The slot of the term, or the free slot where it would be put. */
  private slotOf(bytes: Uint8Array, { start, end, hash }: { start: number; end: number; hash: number }): number {
    const { slots } = this;
    const mask = slots.length - 1;
    let slot = hash & mask;
    for (let entry = slots[slot]!; entry !== 0; entry = slots[slot]!) {
      const isLike = ((entry ^ hash) & ~idMask) === 0;
      if (isLike && this.isTerm((entry & idMask) - 1, bytes, start, end)) return slot;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private isTerm(id: number, bytes: Uint8Array, start: number, end: number): boolean {
    const own = this.startOf(id);
    if (this.ends[id]! - own !== end - start) return false;
    for (let at = 0; at < end - start; at += 1) if (this.bytes[own + at] !== bytes[start + at]) return false;
    return true;
  }

  private addBytes(bytes: Uint8Array, start: number, end: number): number {
    const hash = hashOf(bytes, start, end);
    const slot = this.slotOf(bytes, { start, end, hash });
    const known = this.slots[slot]!;
    if (known !== 0) return (known & idMask) - 1;
    const id = this.count;
    const from = this.startOf(id);
    if (id === this.ends.length) this.ends = grown(this.ends, new Uint32Array(id * 2));
    while (from + end - start > this.bytes.length) {
      this.bytes = grown(this.bytes, new Uint8Array(this.bytes.length * 2));
    }
    for (let at = start; at < end; at += 1) this.bytes[from + at - start] = bytes[at]!;
    this.ends[id] = from + end - start;
    this.slots[slot] = entryOf(id, hash);
    this.count += 1;
    if (this.count * 2 > this.slots.length) this.spread();
    return id;
  }

  private spread(): void {
    const slots = new Uint32Array(this.slots.length * 2);
    const mask = slots.length - 1;
    for (let id = 0; id < this.count; id += 1) {
      const hash = hashOf(this.bytes, this.startOf(id), this.ends[id]!);
      let slot = hash & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = entryOf(id, hash);
    }
    this.slots = slots;
  }

  /** The columns to write to disk; frees spare capacity. */
  columns(): TermColumns {
    this.ends = this.ends.slice(0, this.count);
    this.bytes = this.bytes.slice(0, this.startOf(this.count));
    return { bytes: this.bytes, ends: this.ends, slots: this.slots };
  }
}
