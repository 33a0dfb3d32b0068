import assert from 'node:assert/strict';
import fc from 'fast-check';
import { maskedKinds, maskSecrets } from '../../../src/engine/files/secrets';
import { processorMs } from '../processorTime';

// Made up for these tests, and put together here so that no scanner of repositories stumbles over them.
const cloudKey = ['AKIA', 'Q7XK2M4N8P3R5T6V'].join('');
const random = ['f3Kq9', 'ZpLw2', 'Xv7Rt', 'B4nM'].join('');

describe('masking secrets', () => {
  it('masks keys of known shape', () => {
    assert.equal(maskSecrets(`const id = '${cloudKey}';`), `const id = '[secret]';`);
    assert.equal(maskSecrets(`x ghp_${random}${random}`), 'x [secret]');
  });

  it('masks what follows Bearer', () => {
    assert.equal(maskSecrets(`Authorization: Bearer ${random}`), 'Authorization: Bearer [secret]');
  });

  it('masks random-looking values of telling names, quoted or bare', () => {
    assert.equal(maskSecrets(`const apiToken = "${random}";`), 'const apiToken = "[secret]";');
    assert.equal(maskSecrets(`db_password: ${random}9`), 'db_password: [secret]');
    assert.equal(maskSecrets(`{"client_secret": "${random}"}`), '{"client_secret": "[secret]"}');
  });

  it('tells what it has masked, by kind, from the masked text', () => {
    const block = `-----BEGIN RSA PRIVATE KEY-----\n${random}\n${random}\n-----END RSA PRIVATE KEY-----\n`;
    const text = maskSecrets(
      `${block}const id = '${cloudKey}';\nAuthorization: Bearer ${random}\ndb_password: ${random}9\napiToken = "${random}"\n${block}`,
    );
    const told = [
      { kind: 'privateKey', count: 2 },
      { kind: 'key', count: 1 },
      { kind: 'bearer', count: 1 },
      { kind: 'value', count: 2 },
    ];
    assert.deepEqual(maskedKinds(text), told);
    assert.deepEqual(maskedKinds('const password = read();'), []);
  });

  it('leaves words, calls and templates alone', () => {
    for (const text of [
      `const token = 'end-of-line';`,
      'const token = tokens[index + 1];',
      'password: process.env.PASSWORD_1',
      'const secretName = `${prefix}-secret-1`;',
      `throw new Error('token expired after 30 seconds')`,
    ]) {
      assert.equal(maskSecrets(text), text);
    }
  });

  it('masks private key blocks row by row', () => {
    const block = `-----BEGIN RSA PRIVATE KEY-----\n${random}\r\n${random}\n-----END RSA PRIVATE KEY-----\nafter\n`;
    assert.equal(
      maskSecrets(block),
      '-----BEGIN RSA PRIVATE KEY-----\n[secret]\r\n[secret]\n-----END RSA PRIVATE KEY-----\nafter\n',
    );
  });

  it('leaves the code after the beginning of a key that code only compares with', () => {
    const code = `expect(first).toBe("-----BEGIN RSA PRIVATE KEY-----");\n\nfunction open(file) {\n  return read(file, "utf8");\n}\n`;
    assert.equal(maskSecrets(code), code);
    assert.deepEqual(maskedKinds(maskSecrets(code)), []);
    for (const rows of [
      'MBEGIN = "-----BEGIN PRIVATE KEY-----\\n"\nMEND = "-----END PRIVATE KEY-----"\n',
      'it "-----BEGIN PRIVATE KEY-----"\nend\n',
    ])
      assert.equal(maskSecrets(rows), rows);
    const block = `-----BEGIN RSA PRIVATE KEY-----\n${random}\n-----END RSA PRIVATE KEY-----\n`;
    assert.equal(maskSecrets(code + block), code + block.replace(random, '[secret]'));
  });

  it('masks a key without an end, in one row, and joined by code', () => {
    assert.equal(maskSecrets(`-----BEGIN PRIVATE KEY-----\n${random}\n`), '-----BEGIN PRIVATE KEY-----\n[secret]\n');
    assert.equal(
      maskSecrets(`key = "-----BEGIN PRIVATE KEY-----\\n${random}\\n-----END PRIVATE KEY-----"`),
      'key = "-----BEGIN PRIVATE KEY-----[secret]-----END PRIVATE KEY-----"',
    );
    const joined = maskSecrets(`"-----BEGIN PRIVATE KEY-----\\n" +\n  "${random}\\n" +\n  "-----END PRIVATE KEY-----"`);
    assert.ok(!joined.includes(random), joined);
  });

  it('keeps the number of rows, whatever the text', () => {
    const piece = fc.constantFrom(
      'token = ',
      '"',
      random,
      '\n',
      'Bearer ',
      '-----BEGIN PRIVATE KEY-----',
      cloudKey,
      ' ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        assert.equal(maskSecrets(text).split('\n').length, text.split('\n').length);
      }),
    );
  });

  it('takes linear time on hostile text', () => {
    for (const piece of ['token', 'token=', 'eyJa', '-----BEGIN PRIVATE KEY-----', 'sk-', 'password: "', 'Bearer ']) {
      const text = piece.repeat(1_000_000 / piece.length);
      assert.ok(processorMs(() => maskSecrets(text)) < 3_000, piece);
    }
  });
});
