// `npm run bench`: speed and memory side by side with a limit or a peer in the same run, as one table. Times are medians;
// the ratio column is what to compare between machines.
import { createEngine } from '../../src/engine/engine';
import { openStore } from '../../src/store/openStore';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { prepareSources } from '../../src/training/ranking/questionSets';
import { readQuestions } from '../../src/training/ranking/scores';
import { benchLargeFolder } from './largeFolder';
import { peersOver } from './peers';
import { median, print, rows, timed } from './rows';
import { makeTree, shippedParts } from './trees';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** MiB held by live objects and buffers. */
function liveMemory(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
}

function readAll(folder: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => fs.statSync(file).isFile())
    .map((file) => fs.readFileSync(file, 'utf8'));
}

/** The plainest search there is: how often the question's words stand in each file. */
function scan(texts: string[], query: string): number[] {
  const words = query.toLowerCase().match(/\w{3,}/g) ?? [];
  return texts.map((text) => {
    const lower = text.toLowerCase();
    return words.reduce((sum, word) => sum + lower.split(word).length - 1, 0);
  });
}

async function benchEngine(sources: Map<string, string>, questions: readonly string[]): Promise<void> {
  for (const files of [1000]) {
    const tree = makeTree(sources.get('fastify') ?? '', files);
    const engine = createEngine({
      ...shippedParts,
      log: () => undefined,
    });
    const ask = (query: string) => engine.retrieve({ query, space: { paths: [tree] }, limit: 20 });
    const reading = await timed(() => readAll(tree));
    const before = liveMemory();
    const cold = await timed(() => ask(questions[0] ?? ''));
    const grown = liveMemory() - before;
    rows.push({
      what: `first answer, cold, ${files} files`,
      ours: cold,
      unit: 'ms',
      against: 'reading them',
      theirs: reading,
    });
    for (const question of questions) await ask(question);
    const warm: number[] = [];
    for (const question of questions) warm.push(await timed(() => ask(question)));
    const texts = readAll(tree);
    const scans: number[] = [];
    for (const question of questions.slice(0, 10)) scans.push(await timed(() => scan(texts, question)));
    rows.push({
      what: `query, warm, ${files} files`,
      ours: median(warm),
      unit: 'ms',
      against: 'word scan in memory',
      theirs: median(scans),
    });
    for (const { name, search, close } of peersOver(texts)) {
      const theirs: number[] = [];
      for (const question of questions) theirs.push(await timed(() => search(question)));
      const ours = median(warm);
      rows.push({ what: `query, warm, ${files} files`, ours, unit: 'ms', against: name, theirs: median(theirs) });
      close();
    }
    const sourceMegabytes = texts.reduce((sum, text) => sum + text.length, 0) / 2 ** 20;
    rows.push({
      what: `memory after indexing, ${files} files`,
      ours: grown,
      unit: 'MB',
      against: 'the sources',
      theirs: sourceMegabytes,
    });
    await engine.close();
    fs.rmSync(tree, { recursive: true });
  }
}

async function benchStore(): Promise<void> {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-bench-'));
  const fence = { epoch: 1, isFenced: () => Promise.resolve(false) };
  const store = await openStore({ directory: path.join(directory, 'store'), fence, log: () => undefined });
  const change = () => {
    const value = { id: randomUUID(), value: 'x'.repeat(2000) };
    return store.change([{ op: 'put', collection: 'settings', value }]);
  };
  const single: number[] = [];
  for (let i = 0; i < 200; i++) single.push(await timed(change));
  const file = fs.openSync(path.join(directory, 'plain'), 'a');
  const plain: number[] = [];
  for (let i = 0; i < 200; i++) {
    plain.push(
      await timed(() => {
        fs.writeSync(file, 'x'.repeat(2000));
        fs.fdatasyncSync(file);
      }),
    );
  }
  rows.push({
    what: 'acknowledged change',
    ours: median(single),
    unit: 'ms',
    against: 'append and fdatasync',
    theirs: median(plain),
  });
  const grouped = (await timed(() => Promise.all(Array.from({ length: 2000 }, change)))) / 2000;
  rows.push({
    what: 'the same, 2,000 at once, each',
    ours: grouped,
    unit: 'ms',
    against: 'append and fdatasync',
    theirs: median(plain),
  });
  await store.close();
  fs.closeSync(file);
  fs.rmSync(directory, { recursive: true });
}

const setFolder = path.resolve('test/quality/npm-questions');
const questions = readQuestions(setFolder).map(({ text }) => text);
await benchStore();
await benchEngine(prepareSources(setFolder), questions);
await benchLargeFolder(questions, liveMemory);
print();
