import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import type { Outcome, Round, Row } from '../row';
import { Windows } from '../tools/windows';

const windowCount = 10;

async function run({ count, progress }: Round): Promise<Outcome> {
  for (let round = 0; round < count; round += 1) {
    const windows = await Windows.make();
    try {
      windows.open(windowCount);
      const { clients } = await windows.settle();
      assert.equal(clients.length, windowCount - 1);
      assert.deepEqual(await windows.epochs(), ['owner.1.json'], 'one epoch was claimed');
      const left = (await readdir(windows.directory)).filter((name) => name.endsWith('.tmp'));
      assert.deepEqual(left, [], 'no temporary file is left');
    } finally {
      await windows.end();
    }
    if (round % 10 === 9) progress(`${round + 1} of ${count} starts`);
  }
  return { figure: `${count} of ${count} rounds with one owner`, isKept: true };
}

export const manyStart: Row = {
  id: 'W3',
  promise: 'gives the library to exactly one of ten windows that start at once',
  limit: '50 of 50 rounds',
  quick: 1,
  full: 50,
  run,
};
