import assert from 'node:assert/strict';
import fc from 'fast-check';
import { BestKept } from '../../../src/engine/rank/topK';

describe('the best files of a first look', () => {
  it('are those that sorting all of them would put first, of equal ones the first', () => {
    const scores = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 160 });
    fc.assert(
      fc.property(scores, fc.integer({ min: 1, max: 30 }), (all, most) => {
        const kept = new BestKept(most);
        for (const [file, score] of all.entries()) if (score > kept.least) kept.add(file, score);
        const positive = [...all.keys()].filter((file) => all[file]! > 0);
        // The sort is stable.
        assert.deepEqual(kept.sorted(), positive.sort((a, b) => all[b]! - all[a]!).slice(0, most));
      }),
    );
  });
});
