/**
 * Entry point of the engine thread: takes calls from its port, runs them concurrently, and sends back results or
 * errors.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { createEngine } from './engine';
import type { EngineThreadStart, FromThread, ToThread } from './threadEngine';
import type { Engine } from './types';

/** Calls a method of the engine; methods without a signal ignore it. */
async function call(engine: Engine, message: ToThread & { kind: 'call' }, signal: AbortSignal): Promise<unknown> {
  const method: unknown = Reflect.get(engine, message.method);
  if (typeof method !== 'function') throw new Error(`The engine has no method ${message.method}.`);
  const value: unknown = await Reflect.apply(method, engine, [message.input, signal]);
  return value;
}

function failureOf(id: number, error: unknown): FromThread {
  if (!(error instanceof Error)) return { kind: 'failure', id, name: 'Error', message: String(error) };
  const { name, message, stack } = error;
  return { kind: 'failure', id, name, message, ...(stack !== undefined ? { stack } : {}) };
}

function serve(port: NonNullable<typeof parentPort>): void {
  const send = (message: FromThread) => port.postMessage(message);
  const engine = createEngine({
    ...(workerData as EngineThreadStart),
    log: (level, text) => send({ kind: 'log', level, text }),
  });
  const running = new Map<number, AbortController>();

  async function run(message: ToThread & { kind: 'call' }): Promise<void> {
    const controller = new AbortController();
    running.set(message.id, controller);
    try {
      send({ kind: 'result', id: message.id, value: await call(engine, message, controller.signal) });
    } catch (error) {
      send(failureOf(message.id, error));
    } finally {
      running.delete(message.id);
    }
    if (message.method === 'close') port.close();
  }

  port.on('message', (message: ToThread) => {
    if (message.kind === 'call' && message.method === 'close') for (const one of running.values()) one.abort();
    if (message.kind === 'abort') running.get(message.id)?.abort();
    else void run(message);
  });
}

if (parentPort) serve(parentPort);
