import assert from 'node:assert/strict';
import { newTurn, type Source } from '../../../src/chat/turns';
import { hashOfLines } from '../../../src/contract/conventions';
import { findLines, quotedLines } from '../../../src/extension/chat/citations';

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

describe('the place of quoted code', () => {
  const sourceAt = (start: number, end: number, path = '/w/a.py'): Source => ({ id: `${path}${start}`, name: '', directory: '', path, lines: { start, end } }); // prettier-ignore
  const turn = { ...newTurn('t', '?', []), sources: [sourceAt(5, 9), sourceAt(10, 12), sourceAt(30, 40, '/w/b.py')] };
  const placeOf = (index: number, start: number, end: number) => quotedLines(turn, { turn: 't', index, lines: { start, end } }); // prettier-ignore

  it('is a file that the answer cites, from one cited line to another', () => {
    assert.deepEqual(placeOf(0, 5, 12), { path: '/w/a.py', lines: { start: 5, end: 12 } });
    assert.deepEqual(placeOf(2, 31, 31), { path: '/w/b.py', lines: { start: 31, end: 31 } });
  });

  it('is none where the page names what the answer does not cite', () => {
    assert.equal(placeOf(0, 4, 12), undefined);
    assert.equal(placeOf(0, 5, 35), undefined, 'lines that it cites of another file');
    assert.equal(placeOf(3, 5, 9), undefined);
    assert.equal(quotedLines(undefined, { turn: 'x', index: 0, lines: { start: 5, end: 9 } }), undefined);
    const [first] = turn.sources;
    const changed = { ...turn, sources: [{ ...first!, gone: 'These lines were changed since.' }] };
    assert.equal(quotedLines(changed, { turn: 't', index: 0, lines: { start: 5, end: 9 } }), undefined);
  });
});
