// Waiting for something to become true, with a limit and a name.
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * So long a story waits for what has to come, unless it says otherwise. The slowest machine that runs this decides about
 * it, and the others lose nothing: waiting ends when the thing is there.
 */
export const patienceMs = 60_000;

/** Thrown by a probe to say that waiting on is useless. */
export class GiveUp extends Error {}

/** Polls until `probe` answers something truthy; throws, naming `what`, when the time is up. */
export async function until(what, probe, { timeout = patienceMs, every = 100 } = {}) {
  const end = Date.now() + timeout;
  let last;
  for (;;) {
    try {
      const value = await probe();
      if (value) return value;
      last = undefined;
    } catch (error) {
      if (error instanceof GiveUp) throw error;
      last = error;
    }
    if (Date.now() >= end) {
      throw new Error(`timed out after ${timeout} ms waiting for ${what}${last ? `: ${last.message}` : ''}`);
    }
    await sleep(every);
  }
}
