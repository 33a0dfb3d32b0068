/** Writes what a fit found into the engine's one file of weights, which nobody edits by hand. */
import fs from 'node:fs';
import path from 'node:path';
import type shipped from '../engine/weights.json';
import { refuseAfterFaults } from './built';

/** A part of the file, named by what its weights are of. */
type Part = keyof typeof shipped;
/** Weights by name, or tables of them. */
type Weights = { readonly [name: string]: number | Weights };

const digits = 3;

/**
 * Replaces the weights of one part; the others stay as they are. Numbers are rounded to three digits.
 * @param note which command fitted them, on what, and the figures reached; the date is put before it
 * @throws Error when a grammar or the embedding failed meanwhile
 */
export function writeWeights(part: Part, weights: Weights, note: string): void {
  refuseAfterFaults();
  const file = path.resolve('src/engine/weights.json');
  const parts = JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, unknown>;
  parts[part] = { fitted: `${new Date().toISOString().slice(0, 10)} by ${note}`, weights };
  const rounded = (_: string, value: unknown) => (typeof value === 'number' ? Number(value.toFixed(digits)) : value);
  fs.writeFileSync(file, `${JSON.stringify(parts, rounded, 2)}\n`);
}
