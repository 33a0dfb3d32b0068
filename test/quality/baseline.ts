// The committed figures, question by question.
import fs from 'node:fs';
import path from 'node:path';

type Baseline = Record<string, Record<string, number>>;

const baselineFile = path.resolve('test/quality/baseline.json');

export function readBaseline(): Baseline {
  return JSON.parse(fs.readFileSync(baselineFile, 'utf8')) as Baseline;
}

export function writeBaseline(set: string, questions: readonly { id: string }[], scores: readonly number[]): void {
  const entries = questions.map(({ id }, at) => [id, Number((scores[at] ?? 0).toFixed(4))]);
  const baseline = { ...readBaseline(), [set]: Object.fromEntries(entries) as Record<string, number> };
  fs.writeFileSync(baselineFile, `${JSON.stringify(baseline, null, 1)}\n`);
}
