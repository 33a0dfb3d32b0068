import assert from 'node:assert/strict';
import { reindent } from '../../../src/chat/writing';

describe('code that is inserted', () => {
  const code = '    if (a) {\n      b();\n    }\n';

  it('loses its own indentation and takes that of the line', () => {
    assert.equal(reindent(code, { line: '\t', unit: '  ' }), 'if (a) {\n\t  b();\n\t}');
  });

  it('is stepped as the document is', () => {
    assert.equal(reindent(code, { line: '', unit: '\t' }), 'if (a) {\n\tb();\n}');
    assert.equal(reindent('a:\n\tb:\n\t\tc', { line: '', unit: '  ' }), 'a:\n  b:\n    c');
  });

  it('leaves blank lines empty', () => {
    assert.equal(reindent('a\n   \nb', { line: '  ', unit: '  ' }), 'a\n\n  b');
  });

  it('is taken literally', () => {
    assert.equal(reindent('${1:x} $0 \\n', { line: '', unit: '  ' }), '${1:x} $0 \\n');
  });
});
