import assert from 'node:assert/strict';
import { answerBody } from '../../../src/webview/citations';

const answer = [
  '`listen` takes the next free port [1].',
  '',
  '```ts',
  'const ports = [',
  '[1] + 2,',
  '];',
  '```',
  '',
  '[1] src/server/http.ts:12-38',
  '[2] Port scan: the old way:3-3',
].join('\n');

describe('the list of places at the end of an answer', () => {
  it('is not part of the text that is shown', () => {
    assert.equal(answerBody(answer), answer.slice(0, answer.indexOf('\n\n[1] src')));
  });

  it('never flashes by while the answer is written', () => {
    const from = answer.indexOf('\n\n[1] src') + 3;
    for (let end = from; end <= answer.length; end++) {
      assert.equal(answerBody(answer.slice(0, end)), answerBody(answer), answer.slice(0, end));
    }
  });

  it('takes its heading along', () => {
    assert.equal(answerBody('Yes [1].\n\n**Sources**\n\n[1] a.ts:1-2'), 'Yes [1].');
  });

  it('is not seen in a line of prose that begins with a citation', () => {
    const prose = 'Two places do it:\n[1] does the first half.';
    assert.equal(answerBody(prose), prose);
  });

  it('is not seen in the middle of an answer', () => {
    const text = 'One.\n\n[1] a.ts:1-2\n\nTwo.';
    assert.equal(answerBody(text), text);
  });
});
