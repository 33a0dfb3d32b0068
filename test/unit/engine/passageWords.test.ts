import assert from 'node:assert/strict';
import { wordRowsOf, type PassageWord } from '../../../src/engine/rank/passageWords';
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

function told(rows: readonly (readonly PassageWord[])[]) {
  return rows.map((row) => row.map(({ name, terms }) => ({ name: name.text, terms: terms.map(({ text }) => text) })));
}

describe('the words of passages', () => {
  it('are those of the pattern for words, row by row', () => {
    const character = fc.constantFrom(...'aZ9_$- \n\r.=ä©ª¬٣語\u2028\ud83d\ude00'.split(''), 'set', 'Cookie', '--');
    const text = fc.array(character, { maxLength: 60 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 3 }), (texts) =>
        assert.deepEqual(wordRowsOf(texts).map(told), texts.map(plainly)),
      ),
      { numRuns: 300, seed: 5 },
    );
  });

  it('are the same when more words came than are kept', () => {
    const rows = Array.from({ length: 41_000 }, (_, place) => `word${place} set-cookie`);
    for (const many of [rows, ['setCookie word7', 'fresh-start']]) {
      const [first, second] = wordRowsOf([many.join('\n'), 'word40999 word7']);
      const last = [...(first?.slice(-20) ?? []), ...(second ?? [])];
      assert.deepEqual(told(last), plainly([...many.slice(-20), 'word40999 word7'].join('\n')));
    }
  });
});
