import assert from 'node:assert/strict';
import { holds, matchText } from '../../../src/api/search/matching';

describe('matching of names', () => {
  const cases: [text: string, query: string, kind: 'exact' | 'fuzzy' | 'none'][] = [
    ['Cart total', 'cart total', 'exact'],
    ['Cart total', 'TOTAL', 'exact'],
    ['Cart total', 'total cart', 'fuzzy'],
    ['Cart total', 'carrt', 'fuzzy'],
    ['Cart total', 'car', 'exact'],
    ['Cart total', 'cxt', 'none'],
    ['Cart total', 'cart invoice', 'none'],
    ['', 'cart', 'none'],
    ['Größe', 'GRÖSSE', 'none'],
    ['Größe', 'größe', 'exact'],
  ];
  for (const [text, query, kind] of cases) {
    it(`finds “${query}” in “${text}”: ${kind}`, () => {
      const match = matchText(text, query);
      assert.equal(match === undefined ? 'none' : match.exact ? 'exact' : 'fuzzy', kind);
      assert.ok(match === undefined || (match.score > 0 && match.score <= 1));
    });
  }
  it('ranks the whole name over a part, and a part over a slip', () => {
    const scores = ['cart', 'cart total', 'crat list'].map((text) => matchText(text, 'cart')?.score ?? 0);
    assert.deepEqual(
      [...scores].sort((one, other) => other - one),
      scores,
    );
  });
  it('takes a query as it is written, not as an expression', () => {
    assert.ok(holds('a (b) * c', '(b) *'));
    assert.ok(!holds('ab', 'a.'));
    assert.ok(!holds('ABC', 'abc', true));
  });
});
