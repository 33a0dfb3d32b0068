/** What the engine's thread and its caller say to one another. Values only; they are cloned on the way. */
import type { EngineOptions } from './engine';
import type { Engine } from './types';

export type EngineMethod = keyof Engine;

/** Values of the options of `createEngine` that can cross. */
export type EngineThreadStart = Omit<EngineOptions, 'log'>;

export type ToThread =
  { kind: 'call'; id: number; method: EngineMethod; input: unknown } | { kind: 'abort'; id: number };

export type FromThread =
  | { kind: 'result'; id: number; value: unknown }
  | { kind: 'failure'; id: number; name: string; message: string; stack?: string }
  | { kind: 'log'; level: 'info' | 'warn' | 'error'; text: string };
