import assert from 'node:assert/strict';
import { mentionAt, withoutMention } from '../../../src/chat/chips';

describe('an @ in the question', () => {
  it('is a mention from the @ to the caret', () => {
    assert.deepEqual(mentionAt('how does @src/ap work', 16), { start: 9, end: 16, query: 'src/ap' });
    assert.deepEqual(mentionAt('@', 1), { start: 0, end: 1, query: '' });
    assert.deepEqual(mentionAt('(@x', 3), { start: 1, end: 3, query: 'x' });
  });

  it('is none in an address, before the caret has come to it, or after a blank', () => {
    for (const [text, caret] of [
      ['ada@example.org', 15],
      ['how @x', 2],
      ['how @x works', 12],
      ['no at all', 9],
    ] as const) {
      assert.equal(mentionAt(text, caret), undefined, text);
    }
  });

  it('goes when something was chosen, and leaves one blank', () => {
    const text = 'how does @ap work';
    const mention = mentionAt(text, 12);
    assert.ok(mention);
    assert.deepEqual(withoutMention(text, mention), { text: 'how does work', caret: 9 });
  });
});
