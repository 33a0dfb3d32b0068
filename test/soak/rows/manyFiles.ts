import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startTestServer } from '../../api/startTestServer';
import type { Outcome, Round, Row } from '../row';

const filesPerFolder = 1000;
const limitMs = 30_000;
const limitMiB = 300;

function build(root: string, count: number): void {
  for (let n = 0; n < count; n += 1) {
    const folder = path.join(root, `part${Math.floor(n / filesPerFolder)}`);
    if (n % filesPerFolder === 0) fs.mkdirSync(folder);
    fs.writeFileSync(path.join(folder, `tiny${n}.ts`), `export const tiny${n} = ${n};\n`);
  }
  fs.writeFileSync(path.join(root, 'cart.ts'), '/** Adds the tax to the price. */\nexport function withTax() {}\n');
}

async function run({ count, slack }: Round): Promise<Outcome> {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-many-')));
  build(root, count);
  const server = await startTestServer({ folders: [root] });
  try {
    const before = process.memoryUsage().rss;
    const began = performance.now();
    const body = { query: 'where is the tax added?', paths: [root] };
    const { relevant, skipped } = await server.api.relevance({ body });
    const tookMs = Math.round(performance.now() - began);
    const grownMiB = Math.round((process.memoryUsage().rss - before) / 1024 ** 2);
    assert.match(relevant.iterable[0]?.path ?? '', /cart\.ts$/);
    assert.match(skipped?.map(({ reason }) => reason).join('\n') ?? '', /first 20000 files/);
    const again = performance.now();
    await server.api.relevance({ body: { ...body, query: 'tiny4242' } });
    const againMs = Math.round(performance.now() - again);
    return {
      figure: `${count} files: first answer after ${tookMs} ms, the next after ${againMs} ms, +${grownMiB} MiB`,
      isKept: tookMs <= slack * limitMs && grownMiB <= limitMiB,
    };
  } finally {
    await server.close();
    fs.rmSync(root, { recursive: true, force: true });
  }
}

export const manyFiles: Row = {
  id: 'S8b',
  promise: 'answers from a folder of tiny files beyond its limit, and says that it left some out',
  limit: '100,000 files: ≤ 30 s for the first answer, +≤ 300 MiB',
  quick: 0,
  full: 100_000,
  run,
};
