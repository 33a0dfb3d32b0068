import assert from 'node:assert/strict';
import { readTomlEntry, writeTomlEntry } from '../../../src/connect/entries';

const place = ['mcp_servers', 'quarry'];
const entry = { command: '/home/a "b"/quarry', args: ['mcp'] };
const others = `model = "gpt" # the team's
[mcp_servers.files]
command = "npx"

[profiles.quick]
model = "small"
`;

describe('an entry in the TOML of an agent', () => {
  it('comes after what is there, once, and leaves the original bytes behind', () => {
    const connected = writeTomlEntry(others, place, entry);
    assert.deepEqual(readTomlEntry(connected, place), entry);
    assert.ok(connected.startsWith(`${others}\n[mcp_servers.quarry]\n`));
    assert.equal(writeTomlEntry(connected, place, entry), connected);
    assert.equal(writeTomlEntry(connected, place, undefined), others);
  });

  it('takes the place of an older one, with the tables below it', () => {
    const older = `[ mcp_servers . "quarry" ]\ncommand = "old"\n[mcp_servers.quarry.env]\nA = "1"\n\n${others}`;
    const connected = writeTomlEntry(older, place, entry);
    assert.deepEqual(readTomlEntry(connected, place), entry);
    assert.deepEqual(readTomlEntry(connected, ['mcp_servers', 'files']), { command: 'npx' });
    assert.equal(connected.includes('old'), false);
  });

  it('makes the configuration that is not there yet, and leaves an empty one', () => {
    const made = writeTomlEntry('', place, entry);
    assert.match(made, /^\[mcp_servers\.quarry\]\n/);
    assert.equal(writeTomlEntry(made, place, undefined), '');
  });

  it('is not written where only a person could do it', () => {
    assert.throws(
      () => writeTomlEntry('mcp_servers = { quarry = { command = "x" } }\n', place, entry),
      /^Error: (Line \d+ cannot be read|\[mcp_servers\.quarry\] is written there)/,
    );
    const inText = 'note = """\n[mcp_servers.quarry]\n"""\n';
    assert.equal(readTomlEntry(writeTomlEntry(inText, ['other', 'quarry'], entry), ['note']), '[mcp_servers.quarry]\n');
    assert.throws(() => writeTomlEntry(inText, place, entry), /^Error: /);
  });

  it('tells the line of what cannot be read', () => {
    assert.throws(() => writeTomlEntry('a = 1\nb 2\n', place, entry), /^Error: Line 2 /);
  });
});
