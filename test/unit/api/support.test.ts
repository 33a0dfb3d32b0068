import assert from 'node:assert/strict';
import { supportOf } from '../../../src/api/ask/support';
import type { AnswerSnippet } from '../../../src/engine/types';
import { shopFiles } from './askingContext';

const question = 'How many items does a cart hold?';
const snippetOf = (file: keyof typeof shopFiles): AnswerSnippet => ({
  ...{ id: file, source: { kind: 'file', path: `/shop/${file}` }, label: file, text: shopFiles[file], language: 'ts' },
  lines: { start: 1, end: shopFiles[file].split('\n').length },
});
const cart = snippetOf('src/cart.ts');
const mail = snippetOf('src/mail.ts');

describe('the score of an answer that a model wrote', () => {
  const score = (text: string, cited: AnswerSnippet[] = [cart], dropped = 0) =>
    supportOf({ question, text, cited, dropped }, [cart, mail]);

  it('is high when the cited passage says the same, in figures or in words', () => {
    assert.ok(score('A cart holds at most 50 items [1].') >= 0.65);
    assert.ok(score('At most fifty: `maxCartItems` is 50, and `addItem` throws when the cart is full [1].') >= 0.65);
    assert.ok(score('Fifty. [1]') >= 0.5);
  });

  it('falls with a number or a name that stands nowhere in what is cited', () => {
    const right = score('A cart holds at most 50 items [1].');
    assert.ok(score('A cart holds at most 80 items [1].') < 0.6 * right);
    assert.ok(score('A cart holds at most `cartLimit` items [1].') < right);
  });

  it('falls when another passage is cited than the one that says it', () => {
    assert.ok(score('A cart holds at most 50 items [1].', [mail]) < 0.35);
  });

  it('is low without a citation, and lower for citations that stood for nothing', () => {
    const cited = score('A cart holds at most 50 items [1].');
    const uncited = score('A cart holds at most 50 items.', []);
    assert.ok(uncited < 0.65 * cited);
    assert.ok(score('A cart holds at most 50 items.', [], 2) < uncited);
    assert.ok(score('A cart holds at most 50 items [1].', [cart], 3) < cited);
  });

  it('takes a citation for all sentences of its paragraph before it, and not for those of the next', () => {
    const together = score('The cart is full at 50 items. More than this throws a RangeError [1].');
    const apart = score('The cart is full at 50 items.\n\nMore than this throws a RangeError [1].');
    assert.ok(apart < together);
  });

  it('counts quoted code by the rows that stand in the passages', () => {
    const text = (code: string) => `A cart holds at most 50 items [1].\n\n\`\`\`ts\n${code}\n\`\`\``;
    assert.ok(score(text('export const maxCartItems = 50;')) > score(text('export const cartLimit = 80;')) + 0.2);
  });

  it('is low for an answer that says there is none', () => {
    assert.ok(score('The passages do not say how many items a cart holds; `Cart` comes closest [1].') <= 0.15);
  });

  it('is 0 for no statement, and does not grow with the length of what is said', () => {
    assert.equal(score(''), 0);
    assert.ok(score('Nothing of this stands anywhere, whatever one thinks. '.repeat(200)) < 0.35);
  });
});
