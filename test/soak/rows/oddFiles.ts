import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startTestServer } from '../../api/startTestServer';
import type { Outcome, Round, Row } from '../row';

const limitMs = 5_000;
const limitMiB = 50;
const sparseBytes = 8 * 1024 ** 3;

function build(root: string): void {
  fs.writeFileSync(path.join(root, 'cart.ts'), '/** Adds the tax to the price. */\nexport function withTax() {}\n');
  execFileSync('mkfifo', [path.join(root, 'pipe.ts')]);
  fs.symlinkSync('/dev/zero', path.join(root, 'zero.ts'));
  fs.symlinkSync(root, path.join(root, 'again'));
  fs.symlinkSync(path.join(root, 'b'), path.join(root, 'a'));
  fs.symlinkSync(path.join(root, 'a'), path.join(root, 'b'));
  fs.symlinkSync(path.join(root, 'nowhere'), path.join(root, 'dangling.ts'));
  fs.closeSync(fs.openSync(path.join(root, 'sparse.ts'), 'w'));
  fs.truncateSync(path.join(root, 'sparse.ts'), sparseBytes);
  fs.writeFileSync(path.join(root, 'locked.ts'), 'export {};\n', { mode: 0o000 });
  let deep = root;
  for (let level = 0; level < 60; level += 1) fs.mkdirSync((deep = path.join(deep, 'd')));
  fs.writeFileSync(path.join(deep, 'deep.ts'), 'export const deep = 1;\n');
}

async function run({ slack }: Round): Promise<Outcome> {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-odd-')));
  build(root);
  const server = await startTestServer({ folders: [root] });
  try {
    const before = process.memoryUsage().rss;
    const began = performance.now();
    const { relevant } = await server.api.relevance({ body: { query: 'where is the tax added?', paths: [root] } });
    const tookMs = Math.round(performance.now() - began);
    const grownMiB = Math.round((process.memoryUsage().rss - before) / 1024 ** 2);
    assert.match(relevant.iterable[0]?.path ?? '', /cart\.ts$/);
    const read = relevant.iterable.map((one) => path.basename(one.path ?? ''));
    for (const name of ['pipe.ts', 'zero.ts', 'sparse.ts', 'dangling.ts']) assert.ok(!read.includes(name), name);
    // The engine's first question loads a grammar; that is its own budget, so only what odd files could add is limited.
    return {
      figure: `answered in ${tookMs} ms, +${grownMiB} MiB`,
      isKept: tookMs <= slack * limitMs && grownMiB <= limitMiB,
    };
  } finally {
    await server.close();
    fs.rmSync(root, { recursive: true, force: true });
  }
}

export const oddFiles: Row = {
  id: 'S8',
  promise: 'skips pipes, devices, loops, sparse and dangling files, and answers in time',
  limit: '≤ 5 s, +≤ 50 MiB',
  quick: 1,
  full: 1,
  unable: () => (process.platform === 'win32' ? 'Windows has no such files' : undefined),
  run,
};
