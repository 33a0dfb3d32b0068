import assert from 'node:assert/strict';
import { plainComment, proseBlocks } from '../../../src/engine/text/comments';
import { countOf, holdsSpaced, isNameSign, oneSpaced, spaced } from '../../../src/engine/text/plain';

const texts = [
  '',
  'the queue is full',
  'the  queue\n\tis full, the queue',
  'the queueis full',
  'thethe queue',
  'a a b a a\u00a0b c',
  'Die Größe\r\nist  zu groß',
];
const wanted = [
  'the queue',
  'queue is full',
  'queue is full, the',
  'queue',
  'a b',
  'a a b c',
  'ist zu',
  'zu groß',
  'xyz',
];

describe('plain texts', () => {
  it('hold words whatever stands between them, exactly where they stand in the text with single spaces', () => {
    for (const text of texts)
      for (const words of wanted)
        assert.equal(holdsSpaced(text, spaced(words)), oneSpaced(text).includes(words), `${words} in ${text}`);
  });

  it('have name signs in letters and digits of every script, the dollar and the underscore', () => {
    for (const sign of ['a', 'Z', '7', '_', '$', 'ß', '字', '𝒜']) assert.ok(isNameSign(` ${sign}`, 1), sign);
    for (const sign of [' ', '-', '.', '“', '—', '😀']) assert.ok(!isNameSign(` ${sign}`, 1), sign);
    assert.ok(!isNameSign('', 0));
  });

  it('are counted by a sign', () => {
    assert.equal(countOf('a/b/c', '/'), 2);
    assert.equal(countOf('a', '/'), 0);
  });
});

describe('what a comment says', () => {
  for (const [comment, said] of [
    ['/** Adds an offer.\n *\n * @param {Offer} offer the offer,\n *     or many of them\n */', 'Adds an offer.'],
    ['/// @brief Opens the store.\n/// @return the store', 'Opens the store.'],
    ['--- Runs it.\n---@param task fun()', 'Runs it.'],
    ['-- | Applies it to all.', 'Applies it to all.'],
    ['"open" and "closed"', '"open" and "closed"'],
    ["'open' is a state.", "'open' is a state."],
    ['/** Maps F<A> to F<B>. */', 'Maps F<A> to F<B>.'],
    ['" Opens it.\n" Then waits.', 'Opens it. Then waits.'],
    ['"Takes it over.', 'Takes it over.'],
    ['// Cron runs jobs.\n//\n// Example:\n//\n//\tcron.Start()', 'Cron runs jobs.'],
  ] as const)
    it(`is told without its tags and its example: ${said}`, () => assert.equal(plainComment(comment), said));

  it('is no bar of links, no badge and no underlined title', () => {
    const rows = [
      'A title of four words',
      '=====',
      '',
      '![a logo of the project](a.png)',
      '',
      'It keeps all of the books.',
    ];
    const said = proseBlocks(rows).filter(({ isSaid }) => isSaid);
    assert.deepEqual(said.map(({ text }) => text), ['It keeps all of the books.']); // prettier-ignore
  });
});
