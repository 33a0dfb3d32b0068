import assert from 'node:assert/strict';
import { quotedFrom, withGaps, withoutMarks } from '../../../src/webview/citations';
import type { Source } from '../../../src/chat/turns';

const text = ['function retry(call) {', '  for (;;) {', '    const done = call();', '    if (done) return done;', '  }', '}'].join('\n'); // prettier-ignore
const source: Source = { id: 'r', name: 'retry.js', directory: '', path: '/w/retry.js', lines: { start: 11, end: 16 }, text }; // prettier-ignore
const other: Source = { ...source, id: 'o', name: 'other.js', path: '/w/other.js', text: 'const other = 1;' };

/** A citation of some of the lines. */
const rowsOf = (start: number, end: number): Source => ({ ...source, lines: { start, end }, text: text.split('\n').slice(start - 11, end - 10).join('\n') }); // prettier-ignore

describe('code of an answer', () => {
  it('is quoted when its lines stand in a cited place, with whatever indentation and without some of them', () => {
    assert.deepEqual(quotedFrom(text, [other, source]), { index: 1, lines: { start: 11, end: 16 } });
    assert.deepEqual(quotedFrom('const done = call();\nif (done) return done;', [source]), {
      index: 0,
      lines: { start: 13, end: 14 },
    });
    assert.deepEqual(quotedFrom('for (;;) {\n  …\n  if (done) ret …', [source])?.lines, { start: 12, end: 14 });
  });

  it('with rows left out is quoted when one part stands in a cited place: the others may lie beside it', () => {
    const place = { index: 0, lines: { start: 12, end: 13 } };
    const part = 'for (;;) {\n  const done = call();';
    assert.deepEqual(quotedFrom(`${part}\n…\nafterwards();`, [source]), place);
    assert.deepEqual(quotedFrom(`before();\n…\n${part}`, [source]), place);
    assert.equal(quotedFrom(`before();\n${part}`, [source]), undefined);
    assert.equal(quotedFrom('before();\n…\nafterwards();', [source]), undefined);
  });

  it('that two cited places of one file hold together is quoted from the first of its lines to the last', () => {
    const [above, below] = [rowsOf(11, 13), rowsOf(14, 16)];
    assert.deepEqual(quotedFrom(text, [other, below, above]), { index: 2, lines: { start: 11, end: 16 } });
    assert.deepEqual(quotedFrom(text, [rowsOf(11, 14), rowsOf(15, 16)]), { index: 0, lines: { start: 11, end: 16 } });
    const apart = 'for (;;) {\n  …\n  if (done) return done;';
    assert.deepEqual(quotedFrom(apart, [rowsOf(11, 12), below])?.lines, { start: 12, end: 14 });
    assert.equal(quotedFrom(text, [above, { ...below, path: '/w/another.js' }]), undefined);
  });

  it('is not when a line is new, stands elsewhere, or nothing is known of the place', () => {
    assert.equal(quotedFrom('const done = await call();', [source]), undefined);
    assert.equal(quotedFrom('if (done) return done;\nconst done = call();', [source]), undefined);
    assert.equal(quotedFrom(text, [{ ...source, text: undefined }]), undefined);
    assert.equal(quotedFrom('{\n}', [source]), undefined);
  });
});

describe('an excerpt', () => {
  const first: Source = { ...source, lines: { start: 11, end: 13 }, text: text.split('\n').slice(0, 3).join('\n') };
  const second: Source = { ...source, id: 's', lines: { start: 14, end: 16 }, text: text.split('\n').slice(3).join('\n') }; // prettier-ignore

  it('gets back the rows that it leaves out, from several cited places of one file', () => {
    const code = 'function retry(call) {\n  …\n    if (done) return done;\n  …\n}';
    assert.deepEqual(withGaps(code, [other, source]), { text, added: 3 });
    assert.deepEqual(withGaps(code, [first, other, second]), { text, added: 3 });
  });

  it('keeps its indentation, and long rows that are cut off come back whole', () => {
    const code = 'for (;;) {\n  …\n  if (done) ret…';
    const whole = 'for (;;) {\n  const done = call();\n  if (done) return done;';
    assert.deepEqual(withGaps(code, [source]), { text: whole, added: 1 });
  });

  it('stays as it is when nothing of it is left out, or its sources do not hold what is', () => {
    assert.equal(withGaps(text, [source]), undefined);
    assert.equal(withGaps('function retry(call) {\n  …\n}', [other]), undefined);
    const cut = { ...second, lines: { start: 15, end: 16 }, text: '  }\n}' };
    assert.deepEqual(withGaps('function retry(call) {\n…\n}', [first, cut]), {
      text: 'function retry(call) {\n  for (;;) {\n    const done = call();\n…\n  }\n}',
      added: 3,
    });
  });
});

describe('code that is taken from an answer', () => {
  it('has no marks of an omission: it is the cited lines, or else the rows that are shown', () => {
    const excerpt = 'for (;;) {\n  …\n  if (done) ret…\n…';
    assert.equal(withoutMarks(excerpt, [source]), 'for (;;) {\n  const done = call();\n  if (done) return done;');
    assert.equal(withoutMarks(`${text}\n…`, [rowsOf(11, 14), rowsOf(15, 16)]), text);
    assert.equal(withoutMarks('before();\n  …\n  after();\n…', [source]), 'before();\n  after();');
  });

  it('is what is shown where nothing is left out', () => {
    assert.equal(
      withoutMarks('  for (;;) {\n    if (done) return done;', [source]),
      '  for (;;) {\n    if (done) return done;',
    );
    assert.equal(withoutMarks("say('Wait…');", []), "say('Wait…');");
  });
});
