import assert from 'node:assert/strict';
import fc from 'fast-check';
import { piecesOf } from '../../../src/api/ask/stream/streamAnswer';
import { processorMs } from '../processorTime';

describe('pieces of an answer', () => {
  it('are never empty and joined are the text exactly, whatever it is', () => {
    const text = fc.array(fc.constantFrom('word', ' ', '\n', '\n\n', '  ', '`a.ts:1-2`', 'é', '\t'), { maxLength: 80 });
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          text.map((parts) => parts.join('')),
        ),
        (whole) => {
          const pieces = piecesOf(whole);
          assert.equal(pieces.join(''), whole);
          assert.ok(pieces.every((piece) => piece !== ''));
        },
      ),
    );
  });

  it('hold some words each and begin anew with a paragraph', () => {
    const pieces = piecesOf(`${'one '.repeat(30)}\n\nNext paragraph.`);
    assert.equal(pieces.length, 4);
    assert.equal(pieces.at(-1)?.trim(), 'Next paragraph.');
  });

  it('take linear time for a text of spaces', () => {
    assert.ok(processorMs(() => piecesOf(`a${' '.repeat(200_000)}`)) < 1_000);
  });
});
