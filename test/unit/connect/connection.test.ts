import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import * as fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { agents, type Surroundings, launcherFile, refreshLauncher, writeLauncher } from '../../../src/connect/agents';
import { applyChange, describeChange, planChange, readAgents, type AgentState } from '../../../src/connect/connection';

const run = promisify(execFile);

/** As people have them: other servers, settings beside them, and comments where the agent allows these. */
const configurations: Record<string, [file: string, text: string]> = {
  'claude-code': [
    '.claude.json',
    '{\n  "numStartups": 42,\n  "projects": {\n    "/home/me/shop": { "allowedTools": ["Bash(git log:*)"], "history": [{ "display": "fix \\u201cit\\u201d" }] }\n  },\n  "mcpServers": {\n    "github": {\n      "type": "http",\n      "url": "https://mcp.example.com/",\n      "headers": { "Authorization": "Bearer ${TOKEN}" }\n    }\n  }\n}\n',
  ],
  codex: [
    '.codex/config.toml',
    'model = "large" # the team agreed\napproval_policy = "on-request"\n\n[mcp_servers.docs]\ncommand = "npx"\nargs = ["-y", "docs-mcp"]\n\n[mcp_servers.docs.env]\nKEY = "a = b # no comment"\n\n# keep last\n[projects."/home/me/shop"]\ntrust_level = "trusted"\n',
  ],
  cursor: [
    '.cursor/mcp.json',
    '{\n\t"mcpServers": {\n\t\t"db": {\n\t\t\t"command": "uvx",\n\t\t\t"args": ["db-mcp", "--read-only"]\n\t\t}\n\t}\n}\n',
  ],
  windsurf: ['.codeium/windsurf/mcp_config.json', '{"mcpServers":{"files":{"command":"npx","args":["-y","files"]}}}'],
  'gemini-cli': [
    '.gemini/settings.json',
    '{\n  "theme": "Dark", // by day\n  "mcpServers": {\n    /* theirs */\n    "search": { "httpUrl": "https://mcp.example.com/mcp" },\n  },\n}\n',
  ],
  opencode: [
    '.config/opencode/opencode.json',
    '{\n  "$schema": "https://opencode.ai/config.json",\n  "mcp": {\n    "jira": { "type": "remote", "url": "https://mcp.example.com", "enabled": false }\n  }\n}\n',
  ],
  zed: [
    '.config/zed/settings.json',
    '// Zed settings\n{\n  "vim_mode": true,\n  "context_servers": {\n    "pg": { "command": "pg-mcp", "args": [] }, // local\n  },\n  "buffer_font_size": 14,\n}\n',
  ],
  vscode: [
    '.config/Code/User/mcp.json',
    '{\r\n  "inputs": [{ "id": "key", "type": "promptString", "password": true }],\r\n  "servers": {\r\n    "play": { "type": "stdio", "command": "npx" }\r\n  }\r\n}\r\n',
  ],
};

describe('coding agents of this account', () => {
  let home: string;
  let surroundings: Surroundings;

  beforeEach(async () => {
    home = await fs.mkdtemp(path.join(os.tmpdir(), "quarry's agents "));
    surroundings = { home, platform: 'linux', environment: {} };
  });
  afterEach(() => fs.rm(home, { recursive: true, force: true }));

  const stateOf = async (id: string): Promise<AgentState> => {
    const state = (await readAgents(surroundings)).find(({ agent }) => agent.id === id);
    assert.ok(state);
    return state;
  };
  const connect = async (id: string, isWanted = true) => {
    const change = planChange(await stateOf(id), isWanted, surroundings);
    if (change) await applyChange(change);
    return change;
  };
  const write = async (file: string, text: string) => {
    await fs.mkdir(path.dirname(path.join(home, file)), { recursive: true });
    await fs.writeFile(path.join(home, file), text);
  };
  const read = (file: string) => fs.readFile(path.join(home, file), 'utf8');

  for (const { id, name } of agents) {
    it(`connects ${name} where it keeps its servers, and takes it back`, async () => {
      assert.equal((await stateOf(id)).entry, 'none');
      const change = await connect(id);
      assert.match(describeChange(change ?? assert.fail()), /^\+ .*quarry/m);
      assert.equal((await stateOf(id)).entry, 'ours');
      assert.equal(await connect(id), undefined);
      await connect(id, false);
      assert.equal((await stateOf(id)).entry, 'none');
    });
  }

  it('are there when their configuration is, or the folder they made', async () => {
    await write('.codex/config.toml', '');
    await fs.mkdir(path.join(home, '.cursor'));
    const there = (await readAgents(surroundings)).filter(({ isThere }) => isThere).map(({ agent }) => agent.id);
    assert.deepEqual(there, ['codex', 'cursor']);
  });

  for (const { id, name } of agents) {
    it(`leaves other servers, settings and comments of ${name} as they are, and afterwards every byte`, async () => {
      const [file, text] = configurations[id] ?? assert.fail();
      await write(file, text);
      await connect(id);
      // A comment behind the last server stands behind ours meanwhile.
      const rows = (whole: string) => whole.split(/\r?\n/).map((row) => row.replace(/,?(?: \/\/ \w+)?$/, ''));
      const connected = rows(await read(file));
      // A configuration in one row is the only one whose rows change.
      if (text.includes('\n')) for (const row of rows(text)) assert.ok(connected.includes(row), row);
      for (const [comment] of text.matchAll(/(?:\/\/|#|\/\*) \w+/g)) assert.ok((await read(file)).includes(comment));
      assert.equal((await stateOf(id)).entry, 'ours');
      await connect(id, false);
      assert.equal(await read(file), text);
    });
  }

  it('keep their other servers and the rights of the file, through a link too', async () => {
    await write('dotfiles/mcp.json', '{\n  "mcpServers": {\n    "files": { "command": "npx" }\n  }\n}\n');
    await fs.chmod(path.join(home, 'dotfiles/mcp.json'), 0o640);
    await fs.mkdir(path.join(home, '.cursor'));
    await fs.symlink(path.join(home, 'dotfiles/mcp.json'), path.join(home, '.cursor/mcp.json'));
    await connect('cursor');
    assert.match(await read('dotfiles/mcp.json'), /"files": \{ "command": "npx" \}/);
    assert.equal((await fs.stat(path.join(home, 'dotfiles/mcp.json'))).mode & 0o777, 0o640);
    assert.ok((await fs.lstat(path.join(home, '.cursor/mcp.json'))).isSymbolicLink());
  });

  it('lose nothing to a configuration that cannot be read, is no text, or changed meanwhile', async () => {
    await write('.gemini/settings.json', '{ "broken": ');
    await assert.rejects(connect('gemini-cli'), /Gemini CLI: .*settings\.json is left as it is\. Line 1 /);
    await fs.writeFile(path.join(home, '.gemini/settings.json'), Buffer.from([0x7b, 0xff, 0x7d]));
    await assert.rejects(connect('gemini-cli'), /is left as it is/);
    await write('.codex/config.toml', 'a = 1\n');
    const change = planChange(await stateOf('codex'), true, surroundings) ?? assert.fail();
    await write('.codex/config.toml', 'a = 2\n');
    await assert.rejects(applyChange(change), /has changed meanwhile/);
    assert.equal(await read('.codex/config.toml'), 'a = 2\n');
  });

  it('keep a “quarry” that somebody else wrote, unless it is asked for', async () => {
    await write('.cursor/mcp.json', '{"mcpServers": {"quarry": {"command": "stones"}}}');
    assert.equal((await stateOf('cursor')).entry, 'other');
    await assert.rejects(connect('cursor', false), /was written by somebody else/);
    const change = planChange(await stateOf('cursor'), true, surroundings) ?? assert.fail();
    assert.match(describeChange(change), /^- .*stones/m);
  });

  it('start the Quarry that was started last, wherever it lies', async function () {
    if (process.platform === 'win32') this.skip();
    const programs = ['first', "the second's"].map((name) => path.join(home, `${name}.js`));
    for (const file of programs) {
      await fs.writeFile(file, 'console.log(__filename, process.argv.slice(2).join());');
    }
    const [first = '', second = ''] = programs;
    const installation = { home, platform: process.platform, node: process.execPath, commandLine: first };
    await refreshLauncher(installation);
    await assert.rejects(fs.stat(launcherFile(installation)), /ENOENT/);
    await writeLauncher(installation);
    await refreshLauncher({ ...installation, commandLine: second });
    const { stdout } = await run(launcherFile(installation), ['mcp', '--root', 'a b']);
    assert.equal(stdout.trim(), `${second} mcp,--root,a b`);
    await fs.rm(second);
    await assert.rejects(run(launcherFile(installation), ['mcp']), /Quarry is no longer where it was/);
  });
});
