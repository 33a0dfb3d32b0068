/**
 * What a thread is parsing now, in memory that another thread reads while the first computes: a grammar that never
 * comes back answers no message. One slice of parsing at a time; the count is odd while one runs.
 */

/** The longest name of a grammar's file is half of this. */
const maxNameBytes = 64;
const headBytes = 8;
const [slicePlace, lengthPlace] = [0, 1];

export interface ParseSlice {
  number: number;
  /** File of the grammar. */
  grammar: string;
}

export class ParseWatch {
  private readonly head: Int32Array;
  private readonly name: Uint8Array;

  constructor(readonly memory = new SharedArrayBuffer(headBytes + maxNameBytes)) {
    this.head = new Int32Array(memory, 0, headBytes / Int32Array.BYTES_PER_ELEMENT);
    this.name = new Uint8Array(memory, headBytes);
  }

  begin(grammar: string): void {
    const bytes = Buffer.from(grammar).subarray(0, maxNameBytes);
    this.name.set(bytes);
    Atomics.store(this.head, lengthPlace, bytes.length);
    Atomics.add(this.head, slicePlace, 1);
  }

  end(): void {
    Atomics.add(this.head, slicePlace, 1);
  }

  get now(): ParseSlice | undefined {
    const number = Atomics.load(this.head, slicePlace);
    if (number % 2 === 0) return undefined;
    const length = Atomics.load(this.head, lengthPlace);
    return { number, grammar: Buffer.from(this.name.slice(0, length)).toString('utf8') };
  }
}
