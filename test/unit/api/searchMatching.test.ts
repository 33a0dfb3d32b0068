import assert from 'node:assert/strict';
import { createFinder, createTextMatcher } from '../../../src/api/library/search/matching';

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
      const match = createTextMatcher(query)(text);
      assert.equal(match === undefined ? 'none' : match.exact ? 'exact' : 'fuzzy', kind);
      assert.ok(match === undefined || (match.score > 0 && match.score <= 1));
    });
  }
  it('ranks the whole name over a part, and a part over a slip', () => {
    const scores = ['cart', 'cart total', 'crat list'].map((text) => createTextMatcher('cart')(text)?.score ?? 0);
    assert.deepEqual(
      [...scores].sort((one, other) => other - one),
      scores,
    );
  });
  it('takes a query as it is written, not as an expression', () => {
    assert.ok(createFinder('(b) *').isIn('a (b) * c'));
    assert.ok(!createFinder('a.').isIn('ab'));
    assert.ok(!createFinder('abc', true).isIn('ABC'));
  });
  it('counts slips within a word, wherever they are, up to one in four letters and four in all', () => {
    const near = (query: string, text: string) => createTextMatcher(query)(text) !== undefined;
    assert.deepEqual(
      ['xonversation', 'conversatiox', 'cnversation', 'convversation', 'ocnversation', 'conversatoin'].map((query) =>
        near(query, 'the conversation'),
      ),
      [true, true, true, true, true, true],
    );
    assert.ok(!near('cxxxversation', 'conversation'.slice(0, 8)));
    assert.ok(!near('cxxxxrsation', 'conversation'));
    assert.ok(near(`${'long'.repeat(10)}abcd`, 'long'.repeat(10) + 'wxyz'));
    assert.ok(!near(`${'long'.repeat(10)}abcde`, 'long'.repeat(10) + 'vwxyz'));
  });
});

describe('finding a text in others', () => {
  it('finds it where the platform does, whatever the two are made of', () => {
    let seed = 7;
    const chance = (most: number) => (seed = (seed * 48_271) % 2_147_483_647) % most;
    const made = (length: number) => Array.from({ length }, () => 'ab'[chance(8) === 0 ? 1 : 0]).join('');
    for (let round = 0; round < 2_000; round += 1) {
      const [text, wanted] = [made(chance(60)), made(1 + chance(14))];
      assert.equal(createFinder(wanted).placeIn(text), text.indexOf(wanted), `${wanted} in ${text}`);
    }
  });
  it('takes a time that grows with the text, not with the text times the query', () => {
    const text = 'a'.repeat(1_000_000);
    const timeOf = (query: string) => {
      const began = performance.now();
      assert.ok(!createFinder(query).isIn(text));
      return performance.now() - began;
    };
    timeOf('b');
    const long = timeOf(`${'a'.repeat(5_000)}b${'a'.repeat(4_998)}`);
    // Two seconds and more by the platform's own search, eleven by a regular expression.
    assert.ok(long < 500, `${long} ms`);
  });
});
