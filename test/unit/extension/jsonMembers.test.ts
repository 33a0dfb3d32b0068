import assert from 'node:assert/strict';
import { JsonMembers, MembersFault } from '../../../src/extension/library/serverAssets';

/** In pieces of so many letters. */
function read(text: string, size = text.length, maxLength = 1_000): { found: unknown[]; isWhole: boolean } {
  const members = new JsonMembers('list', maxLength);
  const found: unknown[] = [];
  for (let at = 0; at < text.length; at += size) found.push(...members.take(text.slice(at, at + size)));
  return { found, isWhole: members.isWhole() };
}

describe('the members of a list in JSON', () => {
  const wholes: [why: string, text: string][] = [
    ['objects', '{"list":[{"a":1},{"b":[1,{"c":"]}"}]}]}'],
    ['an empty list', '{"list":[]}'],
    ['values of all kinds', '\ufeff { "list" : [ 1 , -2.5e3, "a, \\"b\\" ]", null,true , [ ], {} ] } \n'],
    ['other fields around it', '{"a":{"list":[7]},"b":["list",[8]],"c":"list","list":[{"x":9}],"d":[10]}'],
    ['an escaped name', '{"li\\u0073t":["\\\\"]}'],
    ['text of any script', '{"list":["日本 😀 ]}","ü"]}'],
  ];
  for (const [why, text] of wholes) {
    it(`are read as the parser reads them, wherever the pieces are cut: ${why}`, () => {
      const { list } = JSON.parse(text.replace('\ufeff', '')) as { list: unknown[] };
      for (let size = 1; size <= text.length; size += 1) {
        assert.deepEqual(read(text, size), { found: list, isWhole: true }, `pieces of ${size}`);
      }
    });
  }
  it('are not whole where the list or the end is missing', () => {
    for (const text of ['{"a":[1]}', '{"list":[1]', '{"list":[1,2', '{"list":"x"}', '{"list":{"a":1}}', '']) {
      assert.equal(read(text).isWhole, false, text);
    }
  });
  it('are refused at once where something else comes, deep or long beyond measure', () => {
    const kindOf = (text: string) => {
      try {
        read(text, 100);
      } catch (error) {
        return error instanceof MembersFault ? error.kind : 'syntax';
      }
      return 'none';
    };
    assert.equal(kindOf('<html>'), 'malformed');
    assert.equal(kindOf('[1]'), 'malformed');
    assert.equal(kindOf('{"list":[]}}'), 'malformed');
    assert.equal(kindOf('{"list":[]}{"list":[]}'), 'malformed');
    assert.equal(kindOf(`{"list":${'['.repeat(10_000)}`), 'malformed');
    assert.equal(kindOf(`{"list":["${'x'.repeat(5_000)}`), 'tooLong');
    assert.equal(kindOf(`{"${'x'.repeat(5_000)}`), 'tooLong');
    assert.equal(kindOf('{"list":[{"a" 1}]}'), 'syntax');
  });
});
