// The committed figures, question by question.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { differenceInterval, mean } from '../../src/training/ranking/scores';

type Baseline = Record<string, Record<string, number>>;

const baselineFile = path.resolve('test/quality/baseline.json');

function readBaseline(): Baseline {
  return JSON.parse(fs.readFileSync(baselineFile, 'utf8')) as Baseline;
}

function writeBaseline(set: string, questions: readonly { id: string }[], scores: readonly number[]): void {
  const entries = questions.map(({ id }, at) => [id, Number((scores[at] ?? 0).toFixed(4))]);
  const baseline = { ...readBaseline(), [set]: Object.fromEntries(entries) as Record<string, number> };
  fs.writeFileSync(baselineFile, `${JSON.stringify(baseline, null, 1)}\n`);
}

/** The committed scores of the questions, and the 95 % interval of the mean difference to them. */
export function compareWithBaseline(
  set: string,
  questions: readonly { id: string }[],
  now: readonly number[],
): { before: number[]; low: number; high: number } {
  const baseline = readBaseline()[set] ?? {};
  const before = questions.map(({ id }) => baseline[id] ?? 0);
  return { before, ...differenceInterval(before, now) };
}

/**
 * Fails when the scores have become worse beyond chance. `QUARRY_UPDATE_BASELINE` makes them the committed ones.
 * @param what the scores are, for the message
 */
export function assertNotWorse(
  what: string,
  set: string,
  questions: readonly { id: string }[],
  now: readonly number[],
): void {
  if (process.env.QUARRY_UPDATE_BASELINE) writeBaseline(set, questions, now);
  const { before, low, high } = compareWithBaseline(set, questions, now);
  assert.ok(
    high >= 0,
    `${what} fell from ${mean(before).toFixed(3)} to ${mean(now).toFixed(3)} (95 % interval ${low.toFixed(3)} to ${high.toFixed(3)})`,
  );
}
