import assert from 'node:assert/strict';
import fc from 'fast-check';
import { SegmentBuilder } from '../../../src/engine/index/builder';
import { frequencyIn } from '../../../src/engine/index/scoring';
import { kill } from '../../../src/engine/index/segment';

/** Every third passage holds the term. */
const passages = 300;
const step = 3;

function segmentOfTerm() {
  const builder = new SegmentBuilder();
  for (let passage = 0; passage < passages; passage += 1) {
    builder.text(3, passage % step === 0 ? 'alpha beta' : 'beta');
    builder.add({ source: 'a', start: passage, end: passage, startOffset: passage, endOffset: passage + 1 });
  }
  return builder.build();
}

describe('how many passages hold a term', () => {
  it('counts none that are gone, however often some go', () => {
    const runs = fc.array(fc.tuple(fc.nat(passages - 1), fc.nat(40)), { maxLength: 12 });
    fc.assert(
      fc.property(runs, (gone) => {
        const segment = segmentOfTerm();
        const term = segment.terms.get('alpha') ?? NaN;
        for (const [first, count] of gone) {
          for (let passage = first; passage < Math.min(passages, first + count); passage += 1) kill(segment, passage);
          const held = segment.alive.filter((isAlive, passage) => isAlive && passage % step === 0);
          assert.equal(frequencyIn(segment, term, segment.alive), held.length);
        }
      }),
    );
  });
});
