import assert from 'node:assert/strict';
import { addressesIn } from '../../../src/api/people/related';

describe('people whom a text names by their address', () => {
  it('are named without the words that say what they did', () => {
    const names = (text: string) => addressesIn(text).map(({ name }) => name);
    for (const before of ['', 'From ', 'By ', 'Author ', 'Written by ', 'Maintained by ', 'Signed-off-by: ']) {
      assert.deepEqual(names(`${before}Ada Lovelace <ada@example.org>`), ['Ada Lovelace'], before);
    }
  });
});
