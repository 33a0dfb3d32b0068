/**
 * `npm run test:soak [-- --row D1 --row W2] [--again]`: every row of the promise table with its full count, and the table
 * with the measured figures. What was done for this commit is kept in .bench/soak.json, so a run that was stopped goes on.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Row } from './row';
import { rows } from './rows';

interface Done {
  id: string;
  state: 'kept' | 'kept in part' | 'missed' | 'broken' | 'unable';
  figure: string;
  seconds: number;
}

interface Results {
  commit: string;
  seed: number;
  done: Done[];
}

const file = path.resolve('.bench/soak.json');

function currentCommit(): string {
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
  const changes = execFileSync('git', ['status', '--porcelain', '--', 'src', 'test'], { encoding: 'utf8' });
  return changes === '' ? commit : `${commit} with changes`;
}

function readResults(isAgain: boolean): Results {
  const fresh = { commit: currentCommit(), seed: Date.now() % 1_000_000, done: [] };
  if (isAgain || !fs.existsSync(file)) return fresh;
  const kept = JSON.parse(fs.readFileSync(file, 'utf8')) as Results;
  return kept.commit === fresh.commit ? kept : fresh;
}

function writeResults(results: Results): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, JSON.stringify(results, null, 2));
}

async function runRow(row: Row, seed: number): Promise<Done> {
  const reason = row.unable?.();
  if (reason) return { id: row.id, state: 'unable', figure: reason, seconds: 0 };
  const began = performance.now();
  const progress = (text: string) => console.log(`  ${row.id} ${text}`);
  const seconds = () => Math.round((performance.now() - began) / 100) / 10;
  try {
    const { figure, isKept, unchecked } = await row.run({ count: row.full, isFull: true, seed, slack: 1, progress });
    const state = !isKept ? 'missed' : unchecked ? 'kept in part' : 'kept';
    return {
      id: row.id,
      state,
      figure: unchecked ? `${figure}; not checked: ${unchecked}` : figure,
      seconds: seconds(),
    };
  } catch (error) {
    console.error(error);
    const figure = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    return { id: row.id, state: 'broken', figure, seconds: seconds() };
  }
}

function printTable({ commit, seed, done }: Results): void {
  console.log(`\nPromise table at ${commit}, seed ${seed}\n`);
  console.log('| Id | What must happen | Promised | Measured | |\n|---|---|---|---|---|');
  for (const row of rows) {
    const result = done.find(({ id }) => id === row.id);
    const measured = result ? `${result.figure} (${result.seconds} s)` : 'not run';
    console.log(`| ${row.id} | ${row.promise} | ${row.limit} | ${measured} | ${result?.state ?? ''} |`);
  }
}

const { values } = parseArgs({
  options: { row: { type: 'string', multiple: true, default: [] }, again: { type: 'boolean', default: false } },
});
const unknown = values.row.filter((id) => !rows.some((row) => row.id === id));
if (unknown.length > 0) {
  console.error(`There is no row ${unknown.join(', ')}; there are ${rows.map(({ id }) => id).join(', ')}.`);
  process.exit(1);
}
const results = readResults(values.again);
for (const row of rows) {
  const isWanted =
    values.row.length === 0 ? !results.done.some(({ id }) => id === row.id) : values.row.includes(row.id);
  if (!isWanted) continue;
  console.log(`${row.id}: ${row.promise}`);
  const result = await runRow(row, results.seed);
  results.done = [...results.done.filter(({ id }) => id !== row.id), result];
  writeResults(results);
  console.log(`  ${result.state}: ${result.figure} (${result.seconds} s)`);
}
printTable(results);
const isFine = results.done.every(({ state }) => state !== 'missed' && state !== 'broken');
process.exit(isFine ? 0 : 1);
