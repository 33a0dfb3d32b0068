import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CopySearch } from '../../../src/engine/copies';
import { createEngine } from '../../../src/engine/engine';
import type { Engine } from '../../../src/engine/types';

const saved = `export async function withRetry(call, attempts) {
  for (let tried = 1; ; tried += 1) {
    try {
      return await call();
    } catch (fault) {
      if (tried >= attempts) throw fault;
    }
  }
}
`;

const near = `
async function again(call, times) {
  for (let tried = 1; ; tried += 1) {
    try {
      return await call();
    } catch (fault) {
      // Not for ever.
      if (tried >= times) throw fault;
    }
  }
}
`;

/** The same words, put together for something else. */
const other = `
export function attemptsOf(tried) {
  if (!tried) throw new Fault('await the call, then try again');
  return tried.call((fault) => fault.attempts);
}

export async function call() {
  for (const fault of faults) {
    try {
      await fault.withRetry();
    } catch {
      return 1;
    }
  }
}
`;

describe('where a text stands in another', () => {
  const found = (text: string) => new CopySearch(saved).in(text);

  it('is told to the row, however it is indented and wherever empty rows are', () => {
    const indented = saved.split('\n').map((row) => `\t\t${row}`).join('\n\n'); // prettier-ignore
    const [copy, ...more] = found(`first();\n\n${indented}\nlast();\n`);
    assert.deepEqual(copy, { lines: { start: 3, end: 19 }, share: 1, isSame: true });
    assert.deepEqual(more, []);
  });

  it('is told of a near copy with other names and a row more', () => {
    const [copy, ...more] = found(`const one = 1;\n${near}`);
    assert.equal(copy?.isSame, false);
    assert.ok(copy.share >= 0.7 && copy.share < 1, String(copy.share));
    // Down to its last bracket.
    assert.deepEqual(copy.lines, { start: 3, end: 12 });
    assert.deepEqual(more, []);
  });

  it('is not where the same words say something else', () => {
    assert.deepEqual(found(other), []);
  });

  it('tells every copy of one file once', () => {
    const kinds = found(`${saved}\n${near}\n${saved}`).map(({ isSame }) => isSame);
    assert.deepEqual(kinds, [true, false, true]);
  });

  it('is no part of a longer name, and a short text has no near copies', () => {
    const short = new CopySearch('open(door)');
    assert.equal(short.in('reopen(door);').length, 0);
    assert.equal(short.in('open(the, door)').length, 0);
    assert.equal(short.in('if (open(door)) go();').length, 1);
  });

  it('takes time in proportion to the text that is looked through', () => {
    // The best of some: what the machine does beside comes and goes.
    const took = (rows: number) => Math.min(...[1, 2, 3].map(() => tookOnce(rows)));
    const tookOnce = (rows: number) => {
      const text = 'await fault.attempts(tried, call, work, times);\n'.repeat(rows);
      const begin = process.cpuUsage();
      found(text);
      const { user } = process.cpuUsage(begin);
      return user;
    };
    took(2000);
    assert.ok(took(32_000) < 8 * 16 * Math.max(1000, took(2000)));
  });
});

describe('the files that hold a text', function () {
  this.timeout(20_000);
  let root: string;
  let engine: Engine;
  const write = (file: string, text: string) => fs.writeFileSync(path.join(root, file), text);
  const search = async (text: string, limit = 50) => {
    const made = await engine.copies({ text, space: { paths: [root] }, limit });
    return { ...made, copies: made.copies.map((copy) => ({ ...copy, path: path.relative(root, copy.path) })) };
  };
  before(() => {
    root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-copies-')));
    for (let at = 0; at < 500; at += 1)
      write(`other${at}.js`, `export const call${at} = async () => tried(fault, ${at});\n${at < 450 ? other : ''}`);
    write('same.js', `import fs from 'node:fs';\n\n${saved}`);
    write('near.js', near);
    write('key.js', `const apiKey = 'sk-live0a1b2c3d4e5f6a7b8c9d0e';\nconnect(apiKey, 'everywhere');\n`);
    engine = createEngine({ grammarFolder: path.resolve('dist/grammars'), log: () => undefined });
  });
  after(async () => {
    await engine.close();
    fs.rmSync(root, { recursive: true });
  });

  it('are found among hundreds that share words with it, the same one first', async () => {
    const { copies, searched } = await search(saved);
    assert.deepEqual(
      copies.map(({ path: file, isSame }) => [file, isSame]),
      [
        ['same.js', true],
        ['near.js', false],
      ],
    );
    assert.deepEqual(copies[0]?.lines, { start: 3, end: 11 });
    assert.match(copies[0].row, /^export async function withRetry/);
    assert.equal(searched.files, 503);
  });

  it('are found though keys in them are masked', async () => {
    const { copies } = await search(`const apiKey = 'sk-live0a1b2c3d4e5f6a7b8c9d0e';\nconnect(apiKey, 'everywhere');`);
    assert.deepEqual(
      copies.map(({ path: file, isSame }) => [file, isSame]),
      [['key.js', true]],
    );
  });

  it('are told up to a limit, and how many were left out', async () => {
    const { copies, left } = await search(other, 7);
    assert.equal(copies.length, 7);
    assert.equal(left.copies, 443);
  });

  it('are none for a text of no words', async () => {
    assert.deepEqual((await search('{}\n')).copies, []);
  });

  it('are no longer looked for when nobody waits', async () => {
    const asking = new AbortController();
    const looking = engine.copies({ text: other, space: { paths: [root] }, limit: 5 }, asking.signal);
    asking.abort();
    await assert.rejects(looking, { name: 'AbortError' });
  });
});
