// The engine on a tree of some 100,000 passages: installed packages, each file once.
import { createEngine } from '../../src/engine/engine';
import type { Engine } from '../../src/engine/types';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { cpuTimed, median, quantile, rows, timed } from './rows';
import { copyPackages } from './trees';

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
  const grammarFolder = path.resolve('node_modules/@vscode/tree-sitter-wasm/wasm');
  return createEngine({ grammarFolder, cacheFolder, log: (_, text) => console.log(text) });
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
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < 7; round += 1) {
    const engine = open(cacheFolder);
    ours.push(await timed(() => engine.warm(tree)));
    theirs.push(await timed(looking));
    await engine.close();
  }
  const against = 'reading it and a look at each file';
  rows.push({ what: 're-open', ours: median(ours), unit: 'ms', against, theirs: median(theirs) });
}

async function benchChange({ tree, files }: Large, engine: Engine): Promise<void> {
  const file = files.find((name) => name.endsWith('.js') && fs.statSync(name).size > 10_000) ?? '';
  const text = fs.readFileSync(file, 'utf8');
  const letters = (n: number) => [...String(n)].map((digit) => 'bcdfghjklm'[Number(digit)]).join('');
  const found = async (n: number) => {
    const query = `quokka${letters(n)}`;
    const { snippets } = await engine.retrieve({ query, space: { paths: [tree] }, limit: 1 });
    if (!snippets[0]?.text.includes(query)) throw new Error(`${query} was not found.`);
  };
  const change = (n: number) => fs.writeFileSync(file, `${text}\nfunction quokka${letters(n)}() {}\n`);
  const told: number[] = [];
  const untold: number[] = [];
  for (let n = 0; n < 10; n += 1) {
    change(n);
    await new Promise((resume) => setTimeout(resume, 1000));
    untold.push(await timed(() => found(n)));
  }
  for (let n = 10; n < 30; n += 1) {
    change(n);
    const tellAndFind = async () => {
      await engine.filesChanged([file]);
      await found(n);
    };
    told.push(await timed(tellAndFind));
  }
  fs.writeFileSync(file, text);
  const plain: number[] = [];
  for (let n = 0; n < 20; n += 1) plain.push(await timed(() => fs.readFileSync(file, 'utf8')));
  const row = { unit: 'ms', against: 'reading it', theirs: median(plain) };
  rows.push(
    { ...row, what: 'one changed file, told, until it is found', ours: median(told) },
    { ...row, what: 'one changed file, a second later, untold', ours: median(untold) },
  );
}

async function benchQueries({ tree, files }: Large, engine: Engine, questions: readonly string[]): Promise<void> {
  // As in the editor, which tells of changes: nobody waits for a look at every file.
  await engine.filesChanged([path.join(tree, 'nothing')]);
  const ask = (query: string) => engine.retrieve({ query, space: { paths: [tree] }, limit: 10 });
  for (const question of questions.slice(0, 10)) await ask(question);
  const warm: number[] = [];
  for (const question of questions) warm.push(await timed(() => ask(question)));
  const texts = files.map((file) => fs.readFileSync(file, 'utf8').toLowerCase());
  const scan = (question: string) => {
    const words = question.toLowerCase().match(/\w{3,}/g) ?? [];
    return texts.map((text) => words.reduce((sum, word) => sum + text.split(word).length - 1, 0));
  };
  const scans: number[] = [];
  for (const question of questions.slice(0, 5)) scans.push(await timed(() => scan(question)));
  const row = { unit: 'ms', against: 'word scan in memory', theirs: median(scans) };
  rows.push(
    { ...row, what: 'query, warm, p50', ours: median(warm) },
    { ...row, what: 'query, warm, p95', ours: quantile(warm, 0.95) },
  );
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
  await benchChange(large, engine);
  await engine.close();
  for (const folder of [tree, cacheFolder]) fs.rmSync(folder, { recursive: true });
}
