// Trees of many files, asked at once: when the first places come, when all is read, what it takes. By `npm run bench`,
// with a tree of installed packages; `QUARRY_BENCH_FILES` sets the size of the largest, `QUARRY_BENCH_SOURCES` other
// folders to make it of, divided as in PATH. Each tree is opened in a process of its own, so that its memory is told apart.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createEngine } from '../../src/engine/engine';
import { readQuestions } from '../../src/training/ranking/scores';
import { bothTimed, median, print, quantile, rows, timed } from './rows';
import { makeLargeTree } from './trees';

const mega = 2 ** 20;
/** Goals of a machine with nothing else to do, by files. */
const firstPlacesGoals = [
  { files: 1000, ms: 600 },
  { files: 20_000, ms: 1500 },
  { files: 92_000, ms: 2500 },
];
const goals = { wholeMs: 180_000, memoryMb: 900, diskMb: 600, p50: 12, p95: 30, toldMs: 10 };
const defaultLargest = 20_000;

interface Measured {
  files: number;
  passages: number;
  firstMs: number;
  /** Of the first places: files searched by then. */
  firstFiles: number;
  whole: { wall: number; cpu: number };
  memoryMb: number;
  diskMb: number;
  p50: number;
  p95: number;
  toldMs: number;
}

const log = (_: string, text: string) => console.error(text);
const grammarFolder = path.resolve('dist/grammars');
const questions = readQuestions(path.resolve('test/quality/npm-questions')).map(({ text }) => text);

/** A file that is changed, told of and asked for. */
async function benchTold(tree: string, engine: ReturnType<typeof createEngine>): Promise<number> {
  const times: number[] = [];
  const file = path.join(tree, 'told.js');
  for (let n = 0; n < 20; n += 1) {
    const name = `quokka${[...String(n)].map((digit) => 'bcdfghjklm'[Number(digit)]).join('')}`;
    fs.writeFileSync(file, `function ${name}() {}\n`);
    const told = async () => {
      await engine.filesChanged([file]);
      const { snippets } = await engine.retrieve({ query: name, space: { paths: [tree] }, limit: 1 });
      if (!snippets[0]?.text.includes(name)) throw new Error(`${name} was not found.`);
    };
    // The first time the file is new, and the folder is listed again.
    if (n > 0) times.push(await timed(told));
    else await told();
  }
  return median(times);
}

async function measure(tree: string): Promise<Measured> {
  const cacheFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-bench-'));
  const engine = createEngine({ grammarFolder, cacheFolder, log });
  const ask = (query: string) => engine.retrieve({ query, space: { paths: [tree] }, limit: 10 });
  let firstFiles = 0;
  let firstMs = 0;
  const whole = await bothTimed(async () => {
    firstMs = await timed(
      async () =>
        ({
          searched: { files: firstFiles },
        } = await ask(questions[0] ?? '')),
    );
    await engine.warm(tree);
  });
  const memoryMb = process.memoryUsage().rss / mega;
  await engine.filesChanged([path.join(tree, 'nothing')]);
  for (const question of questions) await ask(question);
  const times: number[] = [];
  for (const question of [...questions, ...questions]) times.push(await timed(() => ask(question)));
  const toldMs = await benchTold(tree, engine);
  const { files = 0, passages = 0 } = (await engine.status()).roots[0] ?? {};
  await engine.close();
  const diskMb = fs.statSync(path.join(cacheFolder, fs.readdirSync(cacheFolder)[0] ?? '')).size / mega;
  fs.rmSync(cacheFolder, { recursive: true });
  const [p50, p95] = [median(times), quantile(times, 0.95)];
  return { files, passages, firstMs, firstFiles, whole, memoryMb, diskMb, p50, p95, toldMs };
}

function tell({ files, passages, ...found }: Measured, goalMs: number): void {
  const { whole, firstFiles } = found;
  const figures: [what: string, ours: number, unit: string, goal: number, cpu?: number][] = [
    [`first places, cold, from ${firstFiles} of ${files} files`, found.firstMs, 'ms', goalMs],
    [`whole tree read, ${files} files, ${passages} passages`, whole.wall, 'ms', goals.wholeMs, whole.cpu],
    ['memory of the process after', found.memoryMb, 'MB', goals.memoryMb],
    ['index on disk', found.diskMb, 'MB', goals.diskMb],
    ['query, warm, watched, p50', found.p50, 'ms', goals.p50],
    ['query, warm, watched, p95', found.p95, 'ms', goals.p95],
    ['one changed file, told, until it is found', found.toldMs, 'ms', goals.toldMs],
  ];
  for (const [what, ours, unit, theirs, cpu] of figures)
    rows.push({ what, ours, unit, theirs, against: 'the goal', ...(cpu !== undefined && { cpu }) });
}

function benchTrees(): void {
  const largest = Number(process.env.QUARRY_BENCH_FILES ?? defaultLargest);
  const folders = process.env.QUARRY_BENCH_SOURCES?.split(path.delimiter) ?? [path.resolve('node_modules')];
  const sizes = [...new Set([...firstPlacesGoals.map(({ files }) => files).filter((size) => size < largest), largest])];
  for (const size of sizes) {
    const { tree } = makeLargeTree(folders, size);
    const goalMs = firstPlacesGoals.find(({ files }) => size <= files)?.ms ?? Infinity;
    const self = fileURLToPath(import.meta.url);
    const output = execFileSync(process.execPath, [self, tree], { stdio: ['ignore', 'pipe', 'inherit'] });
    // Written by this file in the other process.
    tell(JSON.parse(output.toString('utf8')) as Measured, goalMs);
    fs.rmSync(tree, { recursive: true });
  }
  print();
}

const [, , tree] = process.argv;
if (tree === undefined) benchTrees();
else console.log(JSON.stringify(await measure(tree)));
