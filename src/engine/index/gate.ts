/**
 * Holds up the reading of many files while its owner wants the machine for something else. Work that has begun stops
 * between two files and goes on from there; a few changed files are still read, because an answer would else be wrong.
 */
export class Gate {
  private waiting: { open: () => void }[] = [];
  isClosed = false;

  close(): void {
    this.isClosed = true;
  }

  open(): void {
    this.isClosed = false;
    for (const { open } of this.waiting.splice(0)) open();
  }

  /** Until it is open, or `signal` ends the wait: whoever waited looks at the signal itself. */
  async passed(signal: AbortSignal): Promise<void> {
    if (!this.isClosed || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const end = () => {
        signal.removeEventListener('abort', end);
        resolve();
      };
      signal.addEventListener('abort', end, { once: true });
      this.waiting.push({ open: end });
    });
  }
}
