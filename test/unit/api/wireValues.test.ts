import assert from 'node:assert/strict';
import { readableBytes, toMechanism, toReferences } from '../../../src/api/wireValues';
import { References } from '../../../src/contract/schemas';
import { asReceived } from './asReceived';

describe('values on the wire', () => {
  it('say a size as people do', () => {
    const sizes: [number, string][] = [
      [0, '0 B'],
      [1023, '1023 B'],
      [1024, '1.0 KB'],
      [1536, '1.5 KB'],
      [20_999, '21 KB'],
      [1024 ** 2, '1.0 MB'],
      [5 * 1024 ** 4, '5120 GB'],
    ];
    for (const [bytes, text] of sizes) assert.equal(readableBytes(bytes), text);
  });

  it('count an unknown mechanism as manual', () => {
    assert.deepEqual(
      [toMechanism('AUTOMATIC'), toMechanism('NEW'), toMechanism(undefined)],
      ['AUTOMATIC', 'MANUAL', 'MANUAL'],
    );
  });

  it('give every member its position', () => {
    assert.deepEqual(asReceived(References, toReferences(['a', 'b'])).indices, { a: 0, b: 1 });
  });
});
