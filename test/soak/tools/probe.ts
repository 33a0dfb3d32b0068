/** Asks the health check again and again and remembers the slowest answer: what others feel meanwhile. */
import { call } from '../../unit/server/startServer';

const everyMs = 20;

/** Milliseconds until the health check was answered. */
async function ask(server: { port: number }): Promise<number> {
  const began = performance.now();
  const { status } = await call(server, { path: '/.well-known/health' });
  if (status !== 200) throw new Error(`The health check answered ${status}.`);
  return performance.now() - began;
}

/** Measures again and again; the function it returns ends that and gives all figures. */
function repeat<Figure>(measure: () => Promise<Figure>): () => Promise<Figure[]> {
  const figures: Figure[] = [];
  let isOn = true;
  const loop = (async () => {
    while (isOn) {
      figures.push(await measure());
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  })();
  loop.catch(() => undefined); // told at the end; a row that has failed before does not ask
  return async () => {
    isOn = false;
    await loop;
    return figures;
  };
}

const slowest = (took: readonly number[]): number => Math.round(Math.max(0, ...took));

export interface Probe {
  /** Ends it; milliseconds of the slowest answer. */
  stop(): Promise<{ worstMs: number }>;
}

export function startProbe(server: { port: number }): Probe {
  const end = repeat(() => ask(server));
  return { stop: async () => ({ worstMs: slowest(await end()) }) };
}

export interface Comparison {
  /** Ends it; by how many milliseconds the slowest answer came later than one of the control, asked at the same moment. */
  stop(): Promise<{ laterMs: number }>;
}

/**
 * Asks two services at the same moments. What the machine, or the asking process itself, holds up is felt by both; what
 * only the first one feels is its own.
 */
export function startComparison(server: { port: number }, control: { port: number }): Comparison {
  const end = repeat(async () => {
    const [ms, controlMs] = await Promise.all([ask(server), ask(control)]);
    return ms - controlMs;
  });
  return { stop: async () => ({ laterMs: slowest(await end()) }) };
}
