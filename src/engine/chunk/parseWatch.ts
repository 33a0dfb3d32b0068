/** What a thread is parsing now, and whether it comes out of it. */

// Section: what a thread is parsing now, in shared memory, since a grammar that never comes back answers no message.
// Odd: one runs.

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

// Section: tells when a thread does not come out of a grammar. Looks are counted, not time: a computer that slept
// missed its looks.

/** A slice is meant to last 15 ms; after so many looks at the same one it has lasted 20 s. */
const maxLooks = 10;
const defaultLookMs = 2000;

export class HangWatch {
  private timer: NodeJS.Timeout | undefined;
  private slice: number | undefined;
  private looks = 0;
  private isWanted = false;

  constructor(
    private readonly watch: ParseWatch,
    private readonly onHang: (grammar: string) => void,
    private readonly lookMs = defaultLookMs,
  ) {}

  start(): void {
    this.isWanted = true;
    this.timer ??= setInterval(() => this.look(), this.lookMs);
    this.timer.unref();
  }

  /** Nobody waits any more; a slice that is running is still looked at. */
  rest(): void {
    this.isWanted = false;
  }

  end(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private look(): void {
    const { now } = this.watch;
    this.looks = now !== undefined && now.number === this.slice ? this.looks + 1 : 0;
    this.slice = now?.number;
    if (now !== undefined && this.looks >= maxLooks) {
      this.end();
      this.onHang(now.grammar);
    } else if (now === undefined && !this.isWanted) this.end();
  }
}
