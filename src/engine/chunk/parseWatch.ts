/** Tells what a thread is parsing, and detects a parse that never ends. */

// Section: what a thread is parsing now, in shared memory, since a thread in an endless parse answers no message. An
// odd number: a parse is running.

/** Bytes for the name of a grammar's file, two for each character. */
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

// Section: detects a parse that never ends. Checks are counted, not time: a sleeping computer makes no checks.

/** Checks that find the same slice running before it counts as endless: 20 s for a slice of some 15 ms. */
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

  /** Called when nobody waits any more; a running slice is still checked. */
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
