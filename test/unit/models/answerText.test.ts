import assert from 'node:assert/strict';
import fc from 'fast-check';
import markdownIt from 'markdown-it';
import { AnswerText } from '../../../src/models/answerText';
import { processorMs } from '../processorTime';

function whole(text: string, passages = 3): { text: string; cited: readonly number[] } {
  const answer = new AnswerText(passages);
  return { text: answer.push(text) + answer.end(), cited: answer.cited() };
}

describe('what a model writes', () => {
  const cases: [name: string, written: string, shown: string, cited?: number[]][] = [
    ['numbers citations in the order of their first use', 'A [3] and B [1], [3].', 'A [1] and B [2], [1].', [2, 0]],
    ['drops citations that stand for no passage, with the blank before', 'A [9]. B [0] c[2].', 'A. B c[1].', [1]],
    ['reads lists and ranges of numbers', 'A [1, 9, 2] B [1-3] C [1–900].', 'A [1][2] B [1][2][3] C [1].', [0, 1, 2]],
    ['reads the brackets that tools use', 'A【2†L1-L9】.', 'A[1].', [1]],
    ['takes the address off links', 'See [the docs](https://e.x/?q=(a)) now.', 'See the docs now.'],
    ['takes the address off images', '![secret](https://e.x/?q=1)!', 'secret!'],
    ['takes the address off citations', 'A [2](https://e.x).', 'A [1].', [1]],
    ['makes addresses in angles plain', 'At <https://e.x/a>.', 'At `https://e.x/a`.'],
    ['takes the address off a link around an image', 'A [![x](https://a.x)](https://b.x).', 'A ![x]\\(https://b.x).'],
    ['takes the meaning off an address behind many lines', 'A ![x\ny](https://e.x).', 'A ![x\ny]\\(https://e.x).'],
    [
      'takes the meaning off an address behind a long text',
      `![${'x'.repeat(300)}](https://e.x)`,
      `![${'x'.repeat(300)}]\\(https://e.x)`,
    ],
    ['takes the meaning off definitions in quotations', '> [x]: https://e.x', '> [x]\\: https://e.x'],
    [
      'makes tags plain',
      'A <img src="https://e.x"> b </b> <!-- c --> [<i>](d) 1 < 2 <3',
      'A \\<img src="https://e.x"> b \\</b> \\<!-- c --> \\<i> 1 < 2 <3',
    ],
    ['leaves tags in code alone', 'A `<b>` and\n```\n<img src=x>\n```\n', 'A `<b>` and\n```\n<img src=x>\n```\n'],
    ['drops definitions of links', 'A\n[docs]: https://e.x\nB', 'A\nB'],
    ['drops a list of sources in that form', 'A [1]\n\n[1]: src/a.ts\n', 'A [1]\n\n', [0]],
    ['leaves code in spans alone', 'Use `a[1]` and `[9](b)` [1].', 'Use `a[1]` and `[9](b)` [1].', [0]],
    ['leaves code in fences alone', '```ts\na[9] = b[1](c);\n```\nD [9].', '```ts\na[9] = b[1](c);\n```\nD.'],
    ['ends a lone code mark with its paragraph', 'A ` b\n\nC [9].', 'A ` b\n\nC.'],
    ['takes a number behind an exclamation mark for the citation that it is', 'Yes![2] No![9]', 'Yes![1] No!', [1]],
    ['leaves other brackets alone', 'A [secret] - [ ] b \\[9] `c`', 'A [secret] - [ ] b \\[9] `c`'],
    ['leaves out thinking aloud', '<think>The user [1]\n\nwants</think>\n\nFifty [1].', 'Fifty [1].', [0]],
  ];
  for (const [name, written, shown, cited = []] of cases) {
    it(name, () => assert.deepEqual(whole(written), { text: shown, cited }));
    it(`${name}, however it is cut into pieces`, () => {
      fc.assert(
        fc.property(fc.array(fc.nat({ max: written.length }), { maxLength: 12 }), (cuts) => {
          const answer = new AnswerText(3);
          const places = [0, ...cuts.sort((a, b) => a - b), written.length];
          const pieces = places.slice(1).map((place, index) => answer.push(written.slice(places[index], place)));
          assert.deepEqual({ text: pieces.join('') + answer.end(), cited: answer.cited() }, { text: shown, cited });
        }),
      );
    });
  }

  it('shows text as soon as it is decided, and holds back an open bracket', () => {
    const answer = new AnswerText(3);
    assert.equal(answer.push('Fifty items'), 'Fifty items');
    assert.equal(answer.push(' ['), '');
    assert.equal(answer.push('2'), '');
    assert.equal(answer.push('] fit.'), ' [1] fit.');
  });

  it('never shows a citation without a passage, whatever is written', () => {
    const words = fc.constantFrom('[', ']', '(', ')', '1', '9', '`', '``', '\n', ' ', 'a', '!', '<', '>', ':', '~~~', '【', '】', '\\'); // prettier-ignore
    fc.assert(
      fc.property(fc.array(words, { maxLength: 40 }), (parts) => {
        const written = parts.join('');
        const answer = new AnswerText(1);
        const shown = parts.map((part) => answer.push(part)).join('') + answer.end();
        // Every citation outside code stands for a passage; code shows what was written.
        if (!/[`~\\]/.test(written)) assert.doesNotMatch(shown, /\[9+\]/);
        assert.ok(shown.length <= written.length + 2 * parts.length);
      }),
    );
  });

  it('never shows anything that is alive in Markdown, whatever is written outside of code', () => {
    const strict = markdownIt({ html: true });
    const words = fc.constantFrom('[', ']', '(', ')', '![', '](', ']:', '\n', '\n> ', '\n- ', ' ', 'x', 'https://e.x', '<', '>', '<img src=', '<!--', '<https:', '\\', ':', '"'); // prettier-ignore
    fc.assert(
      fc.property(fc.array(words, { maxLength: 30 }), (parts) => {
        const answer = new AnswerText(1);
        const shown = parts.map((part) => answer.push(part)).join('') + answer.end();
        const all = strict.parse(shown, {}).flatMap((token) => [token, ...(token.children ?? [])]);
        const alive = all.filter(({ type }) => ['link_open', 'image', 'html_block', 'html_inline'].includes(type));
        assert.deepEqual(
          alive.map(({ type }) => type),
          [],
          JSON.stringify(shown),
        );
      }),
      { numRuns: 3_000, seed: 7 },
    );
  });

  it('takes time in proportion to the text', () => {
    for (const hostile of ['[', '![', '<a:', '`', ' ', '【', '[a](', '<think>']) {
      const answer = new AnswerText(3);
      const took = processorMs(() => {
        for (let place = 0; place < 20_000; place += 50) answer.push(hostile.repeat(50));
        answer.end();
      });
      assert.ok(took < 3_000, hostile);
    }
  });
});
