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
