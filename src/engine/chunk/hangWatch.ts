/**
 * Tells when a thread does not come out of a grammar. Looks only while somebody waits for the thread, or it
 * parses. Looks are counted, not time: a computer that slept has missed its looks, too.
 */
import type { ParseWatch } from './parseWatch';

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
