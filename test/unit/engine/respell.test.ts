import assert from 'node:assert/strict';
import path from 'node:path';
import { noMeaning } from '../../../src/engine/dense/embedding';
import { answer } from '../../../src/engine/answer';
import { Grammars } from '../../../src/engine/chunk/grammars';
import { respelt } from '../../../src/engine/question/spelling';
import { joinedMark, stem } from '../../../src/engine/text/tokens';

const grammars = new Grammars(path.resolve('dist/grammars'), () => undefined);

/** As a space tells it that has these words once each. */
const frequencyOf = (...words: string[]) => {
  const terms = new Set(words.flatMap((word) => [stem(word), joinedMark + word]));
  return (term: string) => (terms.has(term) ? 1 : 0);
};

const isWord = (term: string) => ['barcod', 'letter', 'sent', 'happen', 'print'].includes(term);

describe('a slip of the hand in a question', () => {
  for (const [written, meant] of [
    ['what happens at shutdwon?', 'what happens at shutdown?'],
    ['where is the stikycookie set', 'where is the stickycookie set'],
    ['when does the connnection end?', 'when does the connection end?'],
    ['who holds the connectio?', 'who holds the connection?'],
  ] as const)
    it(`is read as what stands here: "${written}"`, () => {
      assert.equal(respelt(written, frequencyOf('shutdown', 'stickycookie', 'connection'), isWord).query, meant);
    });

  for (const query of [
    'where is the barcode printed?',
    'where is Shutdwon called?',
    'how is the letter sent?',
    'what does retyr do?',
    'why does it shutdrown?',
    'what happens at shutdown?',
    'which letters should it have?',
  ])
    it(`is not seen in "${query}": another word, a name, an everyday word, a short one, a stray letter, one that stands here, a word of the sentence`, () => {
      const found = respelt(
        query,
        frequencyOf('shutdown', 'barcoder2', 'lettered', 'retry', 'bar', 'code', 'letters', 'shouldn'),
        isWord,
      );
      assert.deepEqual(found, { query, changes: [] });
    });

  it('is none in British English, which is read as what stands here in American', () => {
    const frequency = (term: string) => (term === stem('organism') ? 9 : Number(term === stem('organized')));
    assert.equal(respelt('how is it organised?', frequency, isWord).query, 'how is it organized?');
  });

  it('is told with the answer', async () => {
    const text = 'export function shutdown() {\n  closeAll();\n}';
    const snippet = { id: 'a', source: { kind: 'file', path: '/a.ts' }, label: 'a.ts', text, language: 'ts', lines: { start: 1, end: 3 }, symbol: 'shutdown' } as const; // prettier-ignore
    const [told] = await answer({ query: 'what happens at shutdwon?', snippets: [snippet] }, grammars, {
      ...noMeaning,
      isWord,
    });
    assert.match(told?.text ?? '', /^Taking “shutdwon” for “shutdown”\./);
    assert.match(told?.text ?? '', /closeAll/);
  });
});
