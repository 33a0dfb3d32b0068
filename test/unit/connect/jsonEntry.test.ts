import assert from 'node:assert/strict';
import { readJsonEntry, writeJsonEntry } from '../../../src/connect/entries';

const place = ['mcpServers', 'quarry'];
const entry = { command: '/usr/bin/node', args: ['/opt/quarry/cli.js', 'mcp'] };
const others = `{
  // what the team uses
  "theme": "dark",
  "mcpServers": {
    "files": { "command": "npx", "args": ["-y", "files"] } // keep
  }
}
`;

describe('an entry in the JSON of an agent', () => {
  it('comes beside the other servers, once, and leaves the original bytes behind', () => {
    const connected = writeJsonEntry(others, place, entry);
    assert.deepEqual(readJsonEntry(connected, place), entry);
    assert.deepEqual(readJsonEntry(connected, ['mcpServers', 'files']), { command: 'npx', args: ['-y', 'files'] });
    assert.match(connected, /\/\/ what the team uses/);
    assert.equal(writeJsonEntry(connected, place, entry), connected);
    assert.equal(writeJsonEntry(connected, place, undefined), others);
  });

  it('stands there as a person would have written it, in the steps and row ends of the file', () => {
    const text = '{\r\n\t"mcpServers": {\r\n\t\t"files": {}\r\n\t}\r\n}\r\n';
    const whole = { mcpServers: { files: {}, quarry: entry } };
    const expected = `${JSON.stringify(whole, null, '\t')}\n`.replaceAll('\n', '\r\n');
    assert.equal(writeJsonEntry(text, place, entry), expected);
    const alone = `${JSON.stringify({ theme: 'dark', mcpServers: { quarry: entry } }, null, 2)}\n`;
    assert.equal(writeJsonEntry('{\n  "theme": "dark"\n}\n', place, entry), alone);
  });

  it('takes the place of an older one', () => {
    const older = writeJsonEntry(others, place, { command: 'old', args: [] });
    assert.deepEqual(readJsonEntry(writeJsonEntry(older, place, entry), place), entry);
  });

  it('makes the configuration that is not there yet', () => {
    const made = `${JSON.stringify({ mcpServers: { quarry: entry } }, null, 2)}\n`;
    assert.equal(writeJsonEntry('', place, entry), made);
  });

  it('is not put into what is no object', () => {
    assert.throws(() => writeJsonEntry('[]', place, entry), /^Error: It holds no object/);
    assert.throws(() => writeJsonEntry('{"mcpServers": []}', place, entry), /^Error: /);
  });

  it('tells the line of what cannot be read', () => {
    assert.throws(() => writeJsonEntry('{\n  "a": 1,\n  "b" 2\n}', place, entry), /^Error: Line 3 /);
  });
});
