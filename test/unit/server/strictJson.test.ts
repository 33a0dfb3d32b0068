import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ApiError } from '../../../src/contract/errors';
import { createTurns } from '../../../src/api/turns';
import { createJsonScan, parseScannedJson, parseStrictJson } from '../../../src/server/strictJson';
import { processorMs } from '../processorTime';

const parse = (text: string | Buffer) => parseStrictJson(Buffer.from(text as string), 'body');

function refusal(text: string | Buffer): string {
  try {
    parse(text);
  } catch (error) {
    assert.ok(error instanceof ApiError);
    assert.equal(error.code, 'invalid');
    return error.message;
  }
  return assert.fail(`${String(text).slice(0, 40)} was taken`);
}

const nested = (depth: number, open = '[', close = ']') => open.repeat(depth) + close.repeat(depth);

describe('strict JSON', () => {
  it('gives what the parser gives for any well-formed value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const expected = JSON.parse(JSON.stringify(value)) as unknown;
        fc.pre(!/__proto__|constructor|prototype/.test(JSON.stringify(value)));
        assert.deepEqual(parse(JSON.stringify(value)), expected);
      }),
      { numRuns: 200, seed: 1 },
    );
  });
  it('never fails with anything but a sentence for the caller', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.uint8Array().map((bytes) => Buffer.from(bytes)),
        ),
        (text) => {
          try {
            parse(text);
          } catch (error) {
            assert.ok(error instanceof ApiError && error.message.endsWith('.'));
          }
        },
      ),
      { numRuns: 300, seed: 2 },
    );
  });
  it('drops one byte order mark and no second', () => {
    assert.deepEqual(parse('\ufeff{"a":1}'), { a: 1 });
    refusal('\ufeff\ufeff{"a":1}');
  });
  it('refuses bytes that are not UTF-8', () => {
    for (const bytes of [[0xff], [0x22, 0xc3, 0x28, 0x22], [0xfe, 0xff, 0, 0x7b], [0x22, 0xed, 0xa0, 0x80, 0x22]]) {
      assert.match(refusal(Buffer.from(bytes)), /UTF-8/);
    }
  });
  it('takes 64 levels and no more, and finds out quickly', () => {
    parse(nested(64));
    parse(nested(64, '{"a":', '}').replace('{"a":}', '{"a":1}'));
    for (const depth of [65, 200, 10_000, 200_000]) assert.match(refusal(nested(depth)), /deeper than 64/);
    assert.match(refusal('['.repeat(4_000_000)), /deeper/);
  });
  it('does not count brackets and commas inside of texts', () => {
    const text = '[{,'.repeat(60_000);
    assert.deepEqual(parse(JSON.stringify([text, '\\"[[['])), [text, '\\"[[[']);
    const quoted = ['"', '\\', '\\"'].map((start) => start + '['.repeat(100));
    assert.deepEqual(parse(JSON.stringify(quoted)), quoted);
    assert.deepEqual(parse('["\\\\",["\\\\\\"]"]]'), ['\\', ['\\"]']]);
  });
  it('counts the same however the bytes are cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('"', '\\', '[', ']', '{', '}', ',', ':', 'a'), { maxLength: 200 }),
        fc.nat(),
        (signs, cut) => {
          const bytes = Buffer.from(signs.join('').repeat(20));
          const outcome = (parts: Buffer[]) => {
            const scan = createJsonScan('body');
            try {
              for (const part of parts) scan.take(part);
              return 'taken';
            } catch (error) {
              return String(error);
            }
          };
          const at = cut % (bytes.length + 1);
          assert.equal(outcome([bytes.subarray(0, at), bytes.subarray(at)]), outcome([bytes]));
          assert.equal(outcome([...bytes].map((byte) => Buffer.of(byte))), outcome([bytes]));
        },
      ),
      { numRuns: 100, seed: 3 },
    );
  });
  it('takes at most 100,000 values and names, of whatever shape', () => {
    assert.equal((parse(`[${'1,'.repeat(99_997)}1]`) as unknown[]).length, 99_998);
    assert.match(refusal(`[${'1,'.repeat(200_000)}1]`), /100000 values/);
    const wide = Array.from({ length: 200_000 }, (_, key) => `"${key}":1`).join(',');
    assert.match(refusal(`{${wide}}`), /values and names/);
    assert.ok(parse(`{${Array.from({ length: 49_000 }, (_, key) => `"${key}":1`).join(',')}}`));
    assert.match(refusal('[]'.repeat(200_000)), /values/);
  });
  it('lets others have their turn between the steps of a long document, and reads it the same', async () => {
    const names = Array.from({ length: 20_000 }, (_, name) => `"${name}":null`).join(',');
    for (const text of [`{${names}}`, JSON.stringify({ raw: 'ü'.repeat(600_000) }), '{"a":1}']) {
      const bytes = Buffer.from(text);
      const scan = createJsonScan('body');
      scan.take(bytes);
      let turns = 0;
      const count = () => {
        turns += 1;
        timer = setImmediate(count);
      };
      let timer = setImmediate(count);
      const value = await parseScannedJson(bytes, 'body', scan, createTurns());
      clearImmediate(timer);
      assert.deepEqual(value, parse(text));
      assert.ok(bytes.length < 100 ? turns === 0 : turns >= 2, `${turns} turns`);
    }
  });
  it('lets of long documents that come together one go on in each turn', async () => {
    const turns = createTurns();
    const documents = Array.from({ length: 8 }, (_, at) => Buffer.from(JSON.stringify(`${at}${'x'.repeat(200_000)}`)));
    let turn = 0;
    const count = () => {
      turn += 1;
      timer = setImmediate(count);
    };
    let timer = setImmediate(count);
    const ends = await Promise.all(
      documents.map(async (bytes) => {
        const scan = createJsonScan('body');
        scan.take(bytes);
        await parseScannedJson(bytes, 'body', scan, turns);
        return turn;
      }),
    );
    clearImmediate(timer);
    assert.equal(new Set(ends).size, documents.length, 'no two of them end in the same turn');
  });
  it('looks at 8 MiB within the time one request may block', () => {
    const body = JSON.stringify({ raw: 'a"\\'.repeat(1_500_000) });
    assert.ok(processorMs(() => parse(body)) < 1_000);
  });
  it('drops the keys of prototypes at every level and leaves other objects alone', () => {
    const text =
      '{"__proto__":{"polluted":1},"a":[{"constructor":{"prototype":{"polluted":1}},"b":1}],"prototype":2,"c":{"\\u005f_proto__":{"polluted":1}}}';
    assert.deepEqual(parse(text), { a: [{ b: 1 }], c: {} });
    assert.equal(({} as { polluted?: number }).polluted, undefined);
  });
  it('says where the fault is and never repeats what came', () => {
    const secret = 'sk-123456789';
    assert.match(refusal(`{"a": 1,\n "key": "${secret}" x}`), /line 2, column/);
    assert.match(refusal(`${'\n'.repeat(1_000_000)}  x`), /line 1000001, column 3|“x”/);
    assert.match(refusal('{"a":'), /too early/);
    assert.match(refusal(''), /too early/);
    for (const text of [`${secret}`, `{"a":${secret}}`, `{"a":"${secret}`, `{'${secret}':1}`]) {
      assert.doesNotMatch(refusal(text), /123456/);
    }
  });
  it('refuses what only looks like JSON', () => {
    for (const text of [
      'NaN',
      '{a:1}',
      "{'a':1}",
      '[1,]',
      '{"a":1,}',
      '// c\n1',
      '01',
      '+1',
      '1 2',
      '"\n"',
      'undefined',
    ])
      refusal(text);
  });
});
