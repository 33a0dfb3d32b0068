import assert from 'node:assert/strict';
import { hashOfLines } from '../../../src/contract/conventions';
import { findLines } from '../../../src/extension/chat/citations';

const file = ['one', '  two', 'three', 'four', 'five'];
const cited = { start: 2, end: 3 };
const hash = hashOfLines('  two\nthree');

describe('cited lines', () => {
  it('are there when they say what they said, whatever blanks and line ends an editor changed', () => {
    assert.deepEqual(findLines(file.join('\n'), cited, hash), { kind: 'there' });
    assert.deepEqual(findLines(file.map((line) => `${line}  `).join('\r\n'), cited, hash), { kind: 'there' });
  });

  it('are found again where they went', () => {
    const moved = ['zero', 'new', ...file].join('\n');
    assert.deepEqual(findLines(moved, cited, hash), { kind: 'moved', lines: { start: 4, end: 5 } });
    assert.deepEqual(findLines(file.slice(1).join('\n'), cited, hash), { kind: 'moved', lines: { start: 1, end: 2 } });
  });

  it('are the nearest of several that say the same', () => {
    const twice = ['  two', 'three', 'x', 'x', 'x', 'x', 'x', '  two', 'three'];
    assert.deepEqual(findLines(twice.join('\n'), { start: 7, end: 8 }, hash), {
      kind: 'moved',
      lines: { start: 8, end: 9 },
    });
  });

  it('are changed when they say something else, and cut when the file ends before them', () => {
    assert.deepEqual(findLines(file.join('\n').replace('three', '3'), cited, hash), { kind: 'changed' });
    assert.deepEqual(findLines('one\n', { start: 4, end: 5 }, hash), { kind: 'cut', lineCount: 2 });
  });

  it('are only counted when it was not kept what they said', () => {
    assert.deepEqual(findLines('a\nb\nc', cited, undefined), { kind: 'there' });
    assert.deepEqual(findLines('a', cited, undefined), { kind: 'cut', lineCount: 1 });
  });
});
