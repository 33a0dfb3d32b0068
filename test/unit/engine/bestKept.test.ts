import assert from 'node:assert/strict';
import fc from 'fast-check';
import { BestKept } from '../../../src/engine/rank/bestKept';

describe('the best files of a first look', () => {
  it('are those that sorting all of them would put first, of equal ones the first', () => {
    const scores = fc.array(fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 40 }), { maxLength: 4 });
    fc.assert(
      fc.property(scores, fc.integer({ min: 1, max: 30 }), (pieces, most) => {
        const all = pieces.flatMap((rows, piece) => rows.map((best, row) => ({ piece, row, best })));
        const kept = new BestKept(most);
        for (const file of all) if (file.best > kept.least) kept.add(file);
        const positive = all.filter(({ best }) => best > 0);
        // The sort is stable.
        assert.deepEqual(kept.sorted(), positive.sort((a, b) => b.best - a.best).slice(0, most));
      }),
    );
  });
});
