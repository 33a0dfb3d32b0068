import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { ApiError } from '../../../src/contract/errors';
import { checkBodyHeaders, checkMediaType, maxBodyBytes, readBody } from '../../../src/server/visit';

const code = (expected: string) => (error: unknown) => error instanceof ApiError && error.code === expected;

describe('body', () => {
  it('takes JSON in UTF-8, however it is spelt', () => {
    for (const type of [
      'application/json',
      'Application/JSON',
      'application/json; charset=utf-8',
      'application/json;charset="UTF-8"',
      'application/json; profile=x; charset=utf8',
    ]) {
      checkMediaType({ 'content-type': [type] });
    }
  });
  it('refuses every other media type', () => {
    for (const type of [
      'text/plain',
      'text/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonp',
      'application/ld+json',
      'application/json; charset=utf-16',
      'application/json; charset=latin1',
      'text/plain; application/json',
      '',
    ]) {
      assert.throws(() => checkMediaType({ 'content-type': [type] }), code('unsupportedMedia'), type);
    }
    assert.throws(() => checkMediaType({}), code('unsupportedMedia'));
    const twice = ['application/json', 'application/json'];
    assert.throws(() => checkMediaType({ 'content-type': twice }), code('unsupportedMedia'));
  });
  it('refuses every coding of the content', () => {
    for (const coding of ['gzip', 'br', 'deflate', 'gzip, identity', 'x']) {
      assert.throws(() => checkBodyHeaders({ 'content-encoding': [coding] }), code('unsupportedMedia'), coding);
    }
    checkBodyHeaders({ 'content-encoding': ['identity'], 'transfer-encoding': ['chunked'] });
    assert.throws(() => checkBodyHeaders({ 'transfer-encoding': ['gzip, chunked'] }), code('unsupportedMedia'));
  });
  it('refuses by the length in the header', () => {
    checkBodyHeaders({ 'content-length': [String(maxBodyBytes)] });
    assert.throws(() => checkBodyHeaders({ 'content-length': [String(maxBodyBytes + 1)] }), code('tooLarge'));
  });
  it('counts what really comes and reads no further', async () => {
    const payload = new PassThrough();
    const reading = readBody(payload);
    const part = Buffer.alloc(1024 * 1024);
    const feeding = (async () => {
      for (let sent = 0; sent < 20; sent += 1) {
        if (!payload.write(part)) await new Promise((resolve) => payload.once('drain', resolve));
      }
    })();
    await assert.rejects(reading, code('tooLarge'));
    await feeding; // what still comes is let through, so the sender is not stuck
  });
  it('ends the reading when what comes is refused', async () => {
    const payload = new PassThrough();
    const seen: string[] = [];
    const reading = readBody(payload, (part) => {
      seen.push(part.toString());
      if (seen.length === 2) throw new ApiError('invalid', 'Enough.');
    });
    for (const part of ['a', 'b', 'c']) {
      payload.write(part);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await assert.rejects(reading, code('invalid'));
    assert.deepEqual(seen, ['a', 'b']);
  });
  it('gives the bytes in order, and fails when the connection ends first', async () => {
    const whole = new PassThrough();
    whole.write('ab');
    whole.end('c');
    assert.equal((await readBody(whole)).toString(), 'abc');
    const cut = new PassThrough();
    cut.write('ab');
    setImmediate(() => cut.destroy());
    await assert.rejects(readBody(cut), code('invalid'));
  });
});
