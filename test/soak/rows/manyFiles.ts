import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startTestServer } from '../../api/startTestServer';
import type { Outcome, Round, Row } from '../row';

const filesPerFolder = 1000;
const limitMs = 2500;
const limitMiB = 300;
/** All of them take longer than a question waits. */
const moreThanAtOnce = 50_000;

function build(root: string, count: number): void {
  for (let n = 0; n < count; n += 1) {
    const folder = path.join(root, `part${Math.floor(n / filesPerFolder)}`);
    if (n % filesPerFolder === 0) fs.mkdirSync(folder);
    fs.writeFileSync(path.join(folder, `tiny${n}.ts`), `export const tiny${n} = ${n};\n`);
  }
  fs.writeFileSync(path.join(root, 'cart.ts'), '/** Adds the tax to the price. */\nexport function withTax() {}\n');
}

async function run({ count, slack, progress }: Round): Promise<Outcome> {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-many-')));
  build(root, count);
  const server = await startTestServer({ folders: [root] });
  const last = `tiny${count - 1}`;
  const ask = async (query: string) => {
    const { relevant, skipped = [] } = await server.api.relevance({ body: { query, paths: [root] } });
    return { found: relevant.iterable[0]?.path ?? '', left: skipped.map(({ reason }) => reason).join('\n') };
  };
  try {
    const before = process.memoryUsage().rss;
    const began = performance.now();
    const first = await ask('where is the tax added?');
    const tookMs = Math.round(performance.now() - began);
    assert.match(first.found, /cart\.ts$/);
    if (count > moreThanAtOnce) assert.match(first.left, /^Still being indexed: [\d,]+ of [\d,]+ files are searched/);
    // Named by the question, it is read out of turn.
    assert.match((await ask(last)).found, new RegExp(`${last}\\.ts$`));
    let left = first.left;
    for (; left !== ''; { left } = await ask(`tiny${Math.floor(count / 2)}`)) progress(left);
    const wholeMs = Math.round(performance.now() - began);
    const grownMiB = Math.round((process.memoryUsage().rss - before) / 1024 ** 2);
    return {
      figure: `${count} files: first answer after ${tookMs} ms, all read after ${wholeMs} ms, +${grownMiB} MiB`,
      isKept: tookMs <= slack * limitMs && grownMiB <= limitMiB,
    };
  } finally {
    await server.close();
    fs.rmSync(root, { recursive: true, force: true });
  }
}

export const manyFiles: Row = {
  id: 'S8b',
  promise:
    'answers from a folder of any number of files before all are read, says so, and in the end has read them all',
  limit: '100,000 files: ≤ 2.5 s for the first answer, +≤ 300 MiB',
  quick: 3000,
  full: 100_000,
  run,
};
