import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { guessedHeight, isSameView, segmentsOf, type Row } from '../../../src/webview/scroll';

const rows = (count: number, height = 500): Row[] =>
  Array.from({ length: count }, (_, index) => ({ id: `${index}`, height }));
const shown = (segments: ReturnType<typeof segmentsOf>) =>
  segments.flatMap((segment) => (segment.kind === 'row' ? [segment.index] : []));

describe('a long chat on the page', () => {
  it('is the turns in sight with some above and below, and the last one', () => {
    const segments = segmentsOf(rows(200), { top: 50_000, height: 700 }, new Set());
    const indexes = shown(segments);
    assert.equal(indexes.at(-1), 199);
    assert.ok(indexes.length <= 9, `${indexes.length} turns are on the page`);
    assert.ok(indexes.includes(100) && indexes.includes(101));
  });

  it('begins at its end without a look at the top', () => {
    const indexes = shown(segmentsOf(rows(200), { top: undefined, height: 700 }, new Set()));
    assert.deepEqual(indexes, [196, 197, 198, 199]);
  });

  it('keeps the turn that holds the focus', () => {
    assert.ok(shown(segmentsOf(rows(200), { top: 0, height: 700 }, new Set(['120']))).includes(120));
  });

  it('is as tall as all its turns, and each turn stands in one place only', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 300 }),
        fc.integer({ min: 0, max: 600_000 }),
        fc.array(fc.nat(300)),
        (heights, top, kept) => {
          const all = heights.map((height, index) => ({ id: `${index}`, height }));
          const segments = segmentsOf(all, { top, height: 700 }, new Set(kept.map(String)));
          const heightOf = (segment: (typeof segments)[number]) =>
            segment.kind === 'gap' ? segment.height : (heights[segment.index] ?? 0);
          const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
          assert.equal(sum(segments.map(heightOf)), sum(heights));
          const indexes = shown(segments);
          assert.deepEqual(
            indexes,
            [...new Set(indexes)].sort((a, b) => a - b),
          );
        },
      ),
    );
  });

  it('is drawn again only when other turns come into sight', () => {
    const at = (top: number) => segmentsOf(rows(200), { top, height: 700 }, new Set());
    assert.ok(isSameView(at(50_010), at(50_090)));
    assert.ok(!isSameView(at(50_000), at(51_000)));
  });

  it('guesses more for a longer answer', () => {
    const turn = { question: 'where?', text: 'short', sources: [] };
    assert.ok(guessedHeight({ ...turn, text: 'long '.repeat(500) }) > 2 * guessedHeight(turn));
  });
});
