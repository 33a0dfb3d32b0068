/** Asks the health check again and again and remembers the slowest answer: what others feel meanwhile. */
import { call } from '../../unit/server/startServer';

const everyMs = 20;

export interface Probe {
  /** Ends it; milliseconds of the slowest answer and of the 99th percentile. */
  stop(): Promise<{ worstMs: number; p99Ms: number; count: number }>;
}

export function startProbe(server: { port: number }): Probe {
  const took: number[] = [];
  let isOn = true;
  const loop = (async () => {
    while (isOn) {
      const began = performance.now();
      const { status } = await call(server, { path: '/.well-known/health' });
      if (status !== 200) throw new Error(`The health check answered ${status}.`);
      took.push(performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  })();
  loop.catch(() => undefined); // told by stop; a row that has failed before does not ask
  return {
    async stop() {
      isOn = false;
      await loop;
      took.sort((a, b) => a - b);
      const p99Ms = took[Math.floor(took.length * 0.99)] ?? 0;
      return { worstMs: Math.round(took.at(-1) ?? 0), p99Ms: Math.round(p99Ms), count: took.length };
    },
  };
}

export interface Comparison {
  /** Ends it; by how many milliseconds the slowest answer came later than one of the control, asked at the same moment. */
  stop(): Promise<{ laterMs: number; worstMs: number; controlMs: number; count: number }>;
}

/**
 * Asks two services at the same moments. What the machine, or the asking process itself, holds up is felt by both; what
 * only the first one feels is its own.
 */
export function startComparison(server: { port: number }, control: { port: number }): Comparison {
  const took: { ms: number; controlMs: number }[] = [];
  let isOn = true;
  const ask = async (one: { port: number }): Promise<number> => {
    const began = performance.now();
    const { status } = await call(one, { path: '/.well-known/health' });
    if (status !== 200) throw new Error(`The health check answered ${status}.`);
    return performance.now() - began;
  };
  const loop = (async () => {
    while (isOn) {
      const [ms, controlMs] = await Promise.all([ask(server), ask(control)]);
      took.push({ ms, controlMs });
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  })();
  loop.catch(() => undefined); // told by stop; a row that has failed before does not ask
  return {
    async stop() {
      isOn = false;
      await loop;
      const most = (figures: number[]) => Math.round(Math.max(0, ...figures));
      return {
        laterMs: most(took.map(({ ms, controlMs }) => ms - controlMs)),
        worstMs: most(took.map(({ ms }) => ms)),
        controlMs: most(took.map(({ controlMs }) => controlMs)),
        count: took.length,
      };
    },
  };
}
