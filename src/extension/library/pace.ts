/**
 * Changes of a tree, told when the editor draws them at once. It draws the first change as it comes, and one that comes
 * within 200 ms of another only when 200 ms have passed without any: told at each key, a filter would be drawn long
 * after the last. So a change waits until it is a first one again, and takes those with it that have come meanwhile.
 * Must not know the editor.
 */

/** The editor's own 200 ms, and what its timer may be late. */
const editorMs = 205;

export class Pace {
  private last = -Infinity;
  private timer: NodeJS.Timeout | undefined;

  /** @param gapMs between two calls of `tell`, at least */
  constructor(
    private readonly tell: () => void,
    private readonly gapMs = editorMs,
  ) {}

  /** Tells now, or as soon as the gap is over. */
  change(): void {
    if (this.timer) return;
    const wait = this.last + this.gapMs - performance.now();
    if (wait <= 0) this.now();
    else this.timer = setTimeout(() => this.now(), wait);
  }

  dispose(): void {
    clearTimeout(this.timer);
  }

  private now(): void {
    this.timer = undefined;
    this.last = performance.now();
    this.tell();
  }
}
