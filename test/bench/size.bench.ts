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
import { makeLargeTree, shippedParts } from './trees';

const mega = 2 ** 20;

interface Goals {
  firstMs: number;
  wholeMs?: number;
  memoryMb?: number;
  diskMb?: number;
  p50?: number;
  p95?: number;
  /** Of so many passages; a tree of more may take as much more. */
  passages?: number;
  indexCpuMs?: number;
  reopenMs?: number;
  toldMs?: number;
}

/** Goals of a machine with nothing else to do, by files of the tree. */
const goals: readonly (Goals & { files: number })[] = [
  { files: 1000, firstMs: 600 },
  { files: 20_000, firstMs: 1500, passages: 105_000, indexCpuMs: 22_000, reopenMs: 150, p50: 4, p95: 10, toldMs: 10 },
  { files: 92_000, firstMs: 2500, wholeMs: 180_000, memoryMb: 900, diskMb: 600, p50: 12, p95: 30, toldMs: 10 },
];
const defaultLargest = 20_000;
const reopenings = 3;

interface Measured {
  files: number;
  passages: number;
  first: { wall: number; cpu: number };
  /** Of the first places: files searched by then. */
  firstFiles: number;
  whole: { wall: number; cpu: number };
  memoryMb: number;
  diskMb: number;
  p50: number;
  p95: number;
  toldMs: number;
  reopen: { wall: number; cpu: number };
}

const log = (_: string, text: string) => console.error(text);
const questions = readQuestions(path.resolve('test/quality/npm-questions')).map(({ text }) => text);

/** A file that is changed, told of and asked for. */
async function benchTold(tree: string, engine: ReturnType<typeof createEngine>): Promise<number> {
  const times: number[] = [];
  const file = path.join(tree, 'told.js');
  // A file that is new is found when the folder was listed again.
  fs.writeFileSync(file, 'function none() {}\n');
  await engine.filesChanged([file]);
  await engine.warm(tree);
  for (let n = 0; n < 20; n += 1) {
    const name = `quokka${[...String(n)].map((digit) => 'bcdfghjklm'[Number(digit)]).join('')}`;
    fs.writeFileSync(file, `function ${name}() {}\n`);
    const told = async () => {
      await engine.filesChanged([file]);
      const { snippets } = await engine.retrieve({ query: name, space: { paths: [tree] }, limit: 1 });
      if (!snippets[0]?.text.includes(name)) throw new Error(`${name} was not found.`);
    };
    times.push(await timed(told));
  }
  return median(times);
}

/** Each time by an engine that knows nothing but what the one before it saved. */
async function benchReopen(tree: string, cacheFolder: string): Promise<Measured['reopen']> {
  const times: Measured['reopen'][] = [];
  for (let round = 0; round < reopenings; round += 1) {
    const engine = createEngine({ ...shippedParts, cacheFolder, log });
    times.push(await bothTimed(() => engine.warm(tree)));
    await engine.close();
  }
  return { wall: median(times.map(({ wall }) => wall)), cpu: median(times.map(({ cpu }) => cpu)) };
}

async function measure(tree: string): Promise<Measured> {
  const cacheFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-bench-'));
  const engine = createEngine({ ...shippedParts, cacheFolder, log });
  const ask = (query: string) => engine.retrieve({ query, space: { paths: [tree] }, limit: 10 });
  let firstFiles = 0;
  let first = { wall: 0, cpu: 0 };
  const whole = await bothTimed(async () => {
    first = await bothTimed(
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
  const reopen = await benchReopen(tree, cacheFolder);
  fs.rmSync(cacheFolder, { recursive: true });
  const [p50, p95] = [median(times), quantile(times, 0.95)];
  return { files, passages, first, firstFiles, whole, memoryMb, diskMb, p50, p95, toldMs, reopen };
}

function tell(
  { files, passages, first, whole, reopen, firstFiles, ...found }: Measured,
  goal: Goals | undefined,
): void {
  const share = passages / (goal?.passages ?? passages);
  const scaled = (of: number | undefined) => of && of * share;
  const figures: [what: string, ours: number, unit: string, goal: number | undefined, cpu?: number][] = [
    [`first places, cold, from ${firstFiles} of ${files} files`, first.wall, 'ms', goal?.firstMs, first.cpu],
    [`whole tree read, ${files} files, ${passages} passages`, whole.wall, 'ms', goal?.wholeMs, whole.cpu],
    [`its index, CPU, ${passages} passages`, whole.cpu, 'ms', scaled(goal?.indexCpuMs)],
    ['memory of the process after', found.memoryMb, 'MB', goal?.memoryMb],
    ['index on disk', found.diskMb, 'MB', goal?.diskMb],
    [`query, warm, watched, ${passages} passages, p50`, found.p50, 'ms', goal?.p50],
    [`query, warm, watched, ${passages} passages, p95`, found.p95, 'ms', goal?.p95],
    ['one changed file, told, until it is found', found.toldMs, 'ms', goal?.toldMs],
    [`re-open, ${passages} passages`, reopen.wall, 'ms', scaled(goal?.reopenMs), reopen.cpu],
  ];
  for (const [what, ours, unit, theirs, cpu] of figures) {
    if (theirs === undefined) continue;
    rows.push({ what, ours, unit, theirs, against: 'the goal', ...(cpu !== undefined && { cpu }) });
  }
}

function benchTrees(): void {
  const largest = Number(process.env.QUARRY_BENCH_FILES ?? defaultLargest);
  const folders = process.env.QUARRY_BENCH_SOURCES?.split(path.delimiter) ?? [path.resolve('node_modules')];
  const sizes = [...new Set([...goals.map(({ files }) => files).filter((size) => size < largest), largest])];
  for (const size of sizes) {
    const { tree } = makeLargeTree(folders, size);
    const goal = goals.find(({ files }) => size <= files) ?? goals.at(-1);
    const self = fileURLToPath(import.meta.url);
    const output = execFileSync(process.execPath, [self, tree], { stdio: ['ignore', 'pipe', 'inherit'] });
    // Written by this file in the other process.
    tell(JSON.parse(output.toString('utf8')) as Measured, goal);
    fs.rmSync(tree, { recursive: true });
  }
  print();
}

const [, , tree] = process.argv;
if (tree === undefined) benchTrees();
else console.log(JSON.stringify(await measure(tree)));
