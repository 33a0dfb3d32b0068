import assert from 'node:assert/strict';
import { wordRowsOf } from '../../../src/engine/rank/passageWords';
import { eachTermOfWord, joinedMark, joinIdentifier, wordsOf } from '../../../src/engine/text/tokens';

import fc from 'fast-check';

/** Slowly, with the words' own pattern. */
function plainly(text: string) {
  return text.split('\n').map((row) =>
    wordsOf(row).map((word) => {
      const terms: string[] = [];
      eachTermOfWord(word, (term) => !term.startsWith(joinedMark) && terms.push(term));
      return { name: joinIdentifier(word), terms };
    }),
  );
}

function read(texts: readonly string[]) {
  return wordRowsOf(texts).map((rows) =>
    rows.map((row) => row.map(({ name, terms }) => ({ name: name.text, terms: terms.map(({ text }) => text) }))),
  );
}

describe('the words of passages', () => {
  it('are those of the pattern for words, row by row', () => {
    const character = fc.constantFrom(...'aZ9_$- \n\r.=ä©ª¬٣語\u2028\ud83d\ude00'.split(''), 'set', 'Cookie', '--');
    const text = fc.array(character, { maxLength: 60 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 3 }), (texts) => assert.deepEqual(read(texts), texts.map(plainly))),
      { numRuns: 300, seed: 5 },
    );
  });

  it('are the same when more words came than are kept', () => {
    const rows = Array.from({ length: 50_000 }, (_, place) => `word${place} set-cookie`);
    for (const text of [rows.join('\n'), 'setCookie word7\nfresh-start'])
      assert.deepEqual(read([text, 'word49999 word7']), [plainly(text), plainly('word49999 word7')]);
  });
});
