import assert from 'node:assert/strict';
import fc from 'fast-check';
import { joinIdentifier, splitIdentifier, termsOf } from '../../../src/engine/text/tokens';

describe('tokens', () => {
  it('splits identifiers at case changes, underscores and digits', () => {
    assert.deepEqual(splitIdentifier('parseHTTPHead2'), ['parse', 'http', 'head', '2']);
    assert.deepEqual(splitIdentifier('MAX_BODY_SIZE'), ['max', 'body', 'size']);
    assert.deepEqual(splitIdentifier('bindIPv6Socket'), ['bind', 'ipv6', 'socket']);
  });

  it('keeps the whole identifier, so that three spellings meet', () => {
    for (const word of ['setCookie', 'set_cookie', 'Set-Cookie']) {
      assert.ok(termsOf(word).includes('=setcookie'), word);
    }
  });

  it('stems after splitting', () => {
    assert.ok(termsOf('parsedHeaders').includes('header'));
    assert.deepEqual(termsOf('reservations'), termsOf('reservation'));
  });

  it('leaves out function words and single letters', () => {
    assert.deepEqual(termsOf('the a of i x'), []);
  });

  it('indexes letters of other scripts, and pairs of characters where words are not spaced', () => {
    assert.ok(termsOf('größeÄndern').includes('größe'));
    assert.deepEqual(termsOf('購物車'), ['購物', '物車']);
  });

  it('joins an identifier without its separators', () => {
    assert.equal(joinIdentifier('Store.open_file'), 'storeopenfile');
  });

  it('takes any text without throwing and gives no empty term', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 0xffff }), { maxLength: 100 }), (units) => {
        const text = String.fromCharCode(...units);
        assert.ok(termsOf(text).every((term) => term !== '' && term !== '='));
      }),
    );
  });
});
