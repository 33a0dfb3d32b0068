// The engine on a tree of some 100,000 passages: installed packages, each file once.
import { createEngine } from '../../src/engine/engine';
import type { Engine } from '../../src/engine/types';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { peersOver } from './peers';
import { bothTimed, cpuTimed, median, quantile, rows, timed } from './rows';
import { copyPackages, shippedParts } from './trees';

/** About 100,000 passages. */
const treeBytes = 84 * 1e6;
const mega = 2 ** 20;

interface Large {
  tree: string;
  files: string[];
  megabytes: number;
  cacheFolder: string;
}

function open(cacheFolder: string): Engine {
  return createEngine({ ...shippedParts, cacheFolder, log: (_, text) => console.log(text) });
}

/** Highest growth of the resident memory while `work` runs. */
async function peakGrowth(work: () => Promise<void>): Promise<number> {
  const before = process.memoryUsage().rss;
  let peak = before;
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20);
  await work();
  clearInterval(timer);
  return (Math.max(peak, process.memoryUsage().rss) - before) / mega;
}

function readEach(files: readonly string[]): void {
  for (const file of files) fs.readFileSync(file, 'utf8');
}

async function benchCold({ tree, files, megabytes, cacheFolder }: Large, liveMemory: () => number): Promise<string> {
  const readingCpu = await cpuTimed(() => readEach(files));
  const before = liveMemory();
  const engine = open(cacheFolder);
  let cpu = 0;
  const peak = await peakGrowth(async () => {
    cpu = await cpuTimed(() => engine.warm(tree));
  });
  const live = liveMemory() - before;
  const { passages = 0 } = (await engine.status()).roots[0] ?? {};
  await engine.close();
  const size = `${files.length} files, ${passages} passages`;
  const disk = fs.statSync(path.join(cacheFolder, fs.readdirSync(cacheFolder)[0] ?? '')).size / mega;
  rows.push(
    { what: `index from cold, CPU, ${size}`, ours: cpu, unit: 'ms', against: 'reading them', theirs: readingCpu },
    { what: 'memory while indexing', ours: peak, unit: 'MB', against: 'the sources', theirs: megabytes },
    { what: 'memory after', ours: live, unit: 'MB', against: 'the sources', theirs: megabytes },
    { what: 'index on disk', ours: disk, unit: 'MB', against: 'the sources', theirs: megabytes },
  );
  return path.join(cacheFolder, fs.readdirSync(cacheFolder)[0] ?? '');
}

async function benchReopen({ tree, files, cacheFolder }: Large, saved: string): Promise<void> {
  const looking = () => {
    fs.readFileSync(saved);
    for (const file of files) fs.lstatSync(file);
  };
  const ours: { wall: number; cpu: number }[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < 20; round += 1) {
    const engine = open(cacheFolder);
    ours.push(await bothTimed(() => engine.warm(tree)));
    theirs.push(await timed(looking));
    await engine.close();
  }
  const against = 'reading it and a look at each file';
  const cpu = median(ours.map((one) => one.cpu));
  const wall = median(ours.map((one) => one.wall));
  rows.push({ what: 're-open', ours: wall, cpu, unit: 'ms', against, theirs: median(theirs) });
}

interface Changing {
  change: (n: number) => void;
  /** Throws when the n-th change is not found. */
  find: (n: number) => Promise<void>;
  restore: () => void;
  file: string;
}

function changing({ tree, files }: Large, engine: Engine): Changing {
  const file = files.find((name) => name.endsWith('.js') && fs.statSync(name).size > 10_000) ?? '';
  const text = fs.readFileSync(file, 'utf8');
  const letters = (n: number) => [...String(n)].map((digit) => 'bcdfghjklm'[Number(digit)]).join('');
  return {
    file,
    change: (n) => fs.writeFileSync(file, `${text}\nfunction quokka${letters(n)}() {}\n`),
    find: async (n) => {
      const query = `quokka${letters(n)}`;
      const { snippets } = await engine.retrieve({ query, space: { paths: [tree] }, limit: 1 });
      if (!snippets[0]?.text.includes(query)) throw new Error(`${query} was not found.`);
    },
    restore: () => fs.writeFileSync(file, text),
  };
}

/** Of a folder that nobody watches: whoever asks a second later finds the change. */
async function benchUntold(large: Large, engine: Engine): Promise<void> {
  const { change, find, restore, file } = changing(large, engine);
  const untold: number[] = [];
  const plain: number[] = [];
  for (let n = 0; n < 20; n += 1) {
    change(n);
    await new Promise((resume) => setTimeout(resume, 1000));
    untold.push(await timed(() => find(n)));
    plain.push(await timed(() => fs.readFileSync(file, 'utf8')));
  }
  restore();
  const row = { unit: 'ms', against: 'reading it', theirs: median(plain) };
  rows.push({ ...row, what: 'one changed file, a second later, untold', ours: median(untold) });
}

async function benchTold(large: Large, engine: Engine): Promise<void> {
  const { change, find, restore, file } = changing(large, engine);
  const told: { wall: number; cpu: number }[] = [];
  const plain: number[] = [];
  for (let n = 100; n < 130; n += 1) {
    change(n);
    const tellAndFind = async () => {
      await engine.filesChanged([file]);
      await find(n);
    };
    told.push(await bothTimed(tellAndFind));
    plain.push(await timed(() => fs.readFileSync(file, 'utf8')));
  }
  restore();
  const [ours, cpu] = [median(told.map(({ wall }) => wall)), median(told.map((one) => one.cpu))];
  const row = { unit: 'ms', against: 'reading it', theirs: median(plain) };
  rows.push({ ...row, what: 'one changed file, told, until it is found', ours, cpu });
}

interface Peer {
  name: string;
  p50: number;
  p95: number;
}

/** What one writes in an afternoon, over the same files. */
async function plainPeer(files: readonly string[], questions: readonly string[]): Promise<Peer[]> {
  const texts = files.map((file) => fs.readFileSync(file, 'utf8'));
  const made = peersOver(texts, ['plain BM25']);
  const peers: Peer[] = [];
  for (const { name, search, close } of made) {
    for (const question of questions.slice(0, 10)) search(question);
    const times: number[] = [];
    for (const question of questions) times.push(await timed(() => search(question)));
    peers.push({ name, p50: median(times), p95: quantile(times, 0.95) });
    close();
  }
  return peers;
}

/** Twice all questions, after once all of them: what is measured is warm. */
async function askAll(ask: (question: string) => unknown, questions: readonly string[]) {
  for (const question of questions) await ask(question);
  const times: { wall: number; cpu: number }[] = [];
  for (const question of [...questions, ...questions]) times.push(await bothTimed(() => ask(question)));
  const [walls, cpus] = [times.map(({ wall }) => wall), times.map(({ cpu }) => cpu)];
  return {
    p50: { ours: median(walls), cpu: median(cpus) },
    p95: { ours: quantile(walls, 0.95), cpu: quantile(cpus, 0.95) },
  };
}

async function benchQueries(large: Large, engine: Engine, questions: readonly string[]): Promise<void> {
  const { tree, files } = large;
  const ask = (query: string) => engine.retrieve({ query, space: { paths: [tree] }, limit: 10 });
  const unwatched = await askAll(ask, questions);
  await benchUntold(large, engine);
  // As in the editor, which tells of changes: nobody waits for a look at every file.
  await engine.filesChanged([path.join(tree, 'nothing')]);
  const watched = await askAll(ask, questions);
  await benchTold(large, engine);
  for (const { name, p50, p95 } of await plainPeer(files, questions)) {
    const row = { unit: 'ms', against: `${name} of files` };
    rows.push(
      { ...row, what: 'query, warm, watched, p50', ...watched.p50, theirs: p50 },
      { ...row, what: 'query, warm, watched, p95', ...watched.p95, theirs: p95 },
      { ...row, what: 'query, warm, not watched, p50', ...unwatched.p50, theirs: p50 },
      { ...row, what: 'query, warm, not watched, p95', ...unwatched.p95, theirs: p95 },
    );
  }
}

export async function benchLargeFolder(questions: readonly string[], liveMemory: () => number): Promise<void> {
  const { tree, files, bytes } = copyPackages(path.resolve('node_modules'), treeBytes);
  const cacheFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-bench-'));
  const large = { tree, files, megabytes: bytes / mega, cacheFolder };
  const saved = await benchCold(large, liveMemory);
  await benchReopen(large, saved);
  const engine = open(cacheFolder);
  await engine.warm(tree);
  await benchQueries(large, engine, questions);
  await engine.close();
  for (const folder of [tree, cacheFolder]) fs.rmSync(folder, { recursive: true });
}
