// The reader that all answers of this suite go through must itself see what strict clients stumble over.
import assert from 'node:assert/strict';
import { readStrictly } from './strictReader';

const stamps = { created: { value: '2026-01-01T00:00:00.000Z' }, updated: { value: '2026-01-01T00:00:00.000Z' } };
const tag = { id: 't', text: 'x', category: 'UNKNOWN', mechanism: 'MANUAL', ...stamps };
const links = { iterable: [{ id: 'a' }], indices: { a: 0 } };

describe('the strictest reader', () => {
  const cases: [sentence: string, value: object, fault: RegExp | undefined][] = [
    ['takes what is right', { ...tag, assets: links }, undefined],
    ['ignores what it does not know', { ...tag, ours: true }, undefined],
    ['misses a required field', { ...tag, text: undefined }, /Tag\.text is missing/],
    ['misses a field that only the first release requires', { ...tag, mechanism: undefined }, /mechanism is missing/],
    ['takes no null', { ...tag, text: null }, /Tag\.text is null/],
    ['takes no null where a field is optional', { ...tag, assets: null }, /Tag\.assets is null/],
    ['takes no word that some release does not know', { ...tag, category: 'COLOUR' }, /Tag\.category is no/],
    ['takes no number for a text', { ...tag, text: 7 }, /Tag\.text is no string/],
    ['takes no fraction for a whole number', { ...tag, interactions: 1.5 }, /interactions is no int/],
    [
      'takes no time without a zone',
      { ...tag, created: { value: '2026-01-01T00:00:00' } },
      /created\.value is no date/,
    ],
    ['wants the positions of members', { ...tag, assets: { iterable: [{ id: 'a' }] } }, /assets\.indices is missing/],
    ['wants them right', { ...tag, assets: { ...links, indices: { a: 1 } } }, /another place for a/],
  ];
  for (const [sentence, value, fault] of cases) {
    it(sentence, () => {
      const { faults } = readStrictly('Tag', value);
      if (fault) assert.match(faults.join(), fault);
      else assert.deepEqual(faults, []);
    });
  }
});
