import assert from 'node:assert/strict';
import { sizeText } from '../../../src/extension/size';

const sizes: [bytes: number, text: string][] = [
  [1, '1 KiB'],
  [2048, '2 KiB'],
  [1536 * 1024, '1.5 MiB'],
  [500 * 1024 ** 2, '500 MiB'],
  [1024 ** 3, '1.0 GiB'],
  [37.25 * 1024 ** 3, '37.3 GiB'],
  [900 * 1024 ** 3, '900 GiB'],
];

describe('a size', () => {
  for (const [bytes, text] of sizes) it(`of ${bytes} bytes reads ${text}`, () => assert.equal(sizeText(bytes), text));
});
