// The shell commands, each as a process of its own: what they print, and how they end.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Service } from '../soak/tools/service';
import { call } from '../unit/server/startServer';
import packageJson from '../../package.json';

/** A folder of the system, wherever the tests run. */
const closed = process.platform === 'win32' ? (process.env.SystemRoot ?? 'C:\\Windows') : '/etc';

describe('the shell commands', function () {
  this.timeout(60_000);
  let home: string;

  before(() => {
    home = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-cli-'));
    fs.mkdirSync(path.join(home, 'code'));
    fs.writeFileSync(path.join(home, 'code', 'port.ts'), 'export const defaultPort = 4711;\n');
  });
  after(() => fs.rmSync(home, { recursive: true }));

  function run(...words: string[]) {
    const env = { ...process.env, HOME: home, USERPROFILE: home };
    const { status, stdout, stderr } = spawnSync(process.execPath, [path.resolve('dist/cli.js'), ...words], {
      ...{ env, cwd: home, encoding: 'utf8' as const },
    });
    return { status, stdout, stderr };
  }

  it('answer a question from a folder', () => {
    const { status, stdout } = run('ask', '--root', 'code', 'what is the default port?');
    assert.equal(status, 0);
    assert.match(stdout, /4711[^]*\[1\] port\.ts:1/);
  });

  it('tell the version, and how they are used', () => {
    assert.deepEqual(run('--version'), { status: 0, stdout: `${packageJson.version}\n`, stderr: '' });
    assert.match(run('help').stdout, /quarry serve .*quarry ask .*quarry token /s);
    assert.equal(run().status, 2);
  });

  it('serve with the settings of the server that options and variables give', async () => {
    const service = await Service.start({
      home,
      options: ['--allowed-origins', 'http://page.example', '--auth', 'required'],
      env: { QUARRY_SERVER_ALLOWED_HOSTS: 'box.example' },
    });
    try {
      const ask = (headers: Record<string, string>) => call(service, { path: '/assets', headers });
      const Authorization = `Bearer ${service.token}`;
      assert.equal((await ask({})).status, 401);
      const page = await ask({ host: 'box.example', Origin: 'http://page.example', Authorization });
      assert.equal(page.status, 200);
      assert.equal(page.headers['access-control-allow-origin'], 'http://page.example');
      assert.equal((await ask({ Origin: 'http://localhost:5173', Authorization })).status, 403);
    } finally {
      await service.stop();
    }
    assert.match(service.log, /A page of http:\/\/localhost:5173 was refused: start with --allowed-origins http:/);
  });

  it('connect the agents of this account, and take it back, when somebody agrees', () => {
    fs.mkdirSync(path.join(home, '.codex'));
    fs.mkdirSync(path.join(home, '.cursor'));
    const cursor = path.join(home, '.cursor', 'mcp.json');
    fs.writeFileSync(cursor, '{\n  "mcpServers": {\n    "files": { "command": "npx" }\n  }\n}\n');
    const asked = run('mcp', '--install');
    assert.equal(asked.status, 1);
    assert.match(
      asked.stdout,
      /Codex, .*\+ \[mcp_servers\.quarry\].*Cursor, .*\+ {5}"quarry": .*--yes.*Nothing was written/s,
    );
    assert.equal(fs.existsSync(path.join(home, '.codex', 'config.toml')), false);
    const done = run('mcp', '--install', '--yes');
    assert.equal(done.status, 0);
    assert.match(done.stdout, /Connected: Codex, Cursor\./);
    const { mcpServers } = JSON.parse(fs.readFileSync(cursor, 'utf8')) as {
      mcpServers: Record<string, { command: string; args?: string[] }>;
    };
    assert.deepEqual(Object.keys(mcpServers), ['files', 'quarry']);
    const { command = '', args = [] } = mcpServers.quarry ?? {};
    const hello = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n';
    const env = { ...process.env, HOME: home, USERPROFILE: home };
    const { stdout } = spawnSync(command, args, { input: hello, cwd: path.join(home, 'code'), encoding: 'utf8', env });
    assert.deepEqual(JSON.parse(stdout), { jsonrpc: '2.0', id: 1, result: {} });
    assert.match(run('mcp', '--uninstall', '-y').stdout, /Disconnected: Codex, Cursor\./);
    assert.equal(fs.existsSync(command), false);
    assert.match(run('mcp', '--uninstall').stdout, /No coding agent is connected/);
  });

  const wrong: [words: string[], sentence: RegExp][] = [
    [
      ['frobnicate'],
      /^There is no command "frobnicate": take serve, ask, mcp, token or team; "quarry help" tells more\.$/,
    ],
    [['ask', '--roots', 'x', 'why?'], /^There is no option --roots: "quarry help" lists those that there are\.$/],
    [['ask', '--root', 'nothere', 'why?'], /nothere does not exist: --root names a folder or file that does\.$/],
    [['serve', '--root', 'nothere'], /nothere does not exist: --root names a folder or file that does\.$/],
    [
      ['ask', '--root', closed, 'why?'],
      /^\S+ is not searched: folders of the system .+ stay closed\. Name the folder of your code with --root\.$/,
    ],
    [['serve', '--root', closed], /^\S+ is not searched: /],
    [
      ['ask', ...Array.from({ length: 101 }, () => ['--root', 'code']).flat(), 'why?'],
      /^101 folders are too many, 100 may be searched: name one that holds them\.$/,
    ],
    [['serve', 'code'], /^serve takes no "code": folders are named with --root, the library with --data\.$/],
    [['serve', '--data', 'code/port.ts'], /port\.ts is a file: --data names the folder in which the library lies\.$/],
    [['serve', '--auth', 'maybe'], /^--auth takes open, ask or required, not "maybe"\.$/],
    [['serve', '--allowed-origins', 'localhost:5173'], /^--allowed-origins takes an origin such as \S+, not "\S+"\.$/],
    [['ask', '--limit', 'x', 'why?'], /^--limit takes a whole number from 1 to 100, not "x"\.$/],
    [['mcp', '--install', 'clippy'], /^There is no agent "clippy": claude-code, codex, .+\.$/],
    [
      ['mcp', '--install', '--root', 'code'],
      /^An agent is connected for every folder, .+: leave --root and --data out\.$/,
    ],
    [['ask'], /^ask needs a question: quarry ask "where is the timeout set\?"$/],
  ];
  for (const [words, sentence] of wrong) {
    it(`say in one sentence what is wrong with "${words.join(' ').slice(0, 60)}"`, () => {
      const { status, stdout, stderr } = run(...words);
      assert.equal(status, 2);
      assert.equal(stdout, '');
      assert.match(stderr.trimEnd(), sentence);
    });
  }
});
