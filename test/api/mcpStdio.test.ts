// `quarry mcp` as an agent starts it: a process of its own, spoken to by the SDK's own client.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Service } from '../soak/tools/service';

describe('coding agents over stdio', function () {
  this.timeout(60_000);
  let home: string;
  let folder: string;
  const open: Client[] = [];

  before(() => {
    home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-stdio-')));
    folder = path.join(home, 'code');
    fs.mkdirSync(folder);
    fs.writeFileSync(path.join(folder, 'port.ts'), 'export const preferredPort = 4711;\n');
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((client) => client.close()));
  });
  after(() => fs.rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));

  async function start({ options = {}, words = [] as string[], cwd = folder } = {}) {
    const client = new Client({ name: 'stdio-agent', version: '1' }, options);
    const env = { PATH: process.env.PATH ?? '', HOME: home, USERPROFILE: home };
    const args = [path.resolve('dist/cli.js'), 'mcp', ...words];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd, env, stderr: 'ignore' }));
    open.push(client);
    return async (name: string, input: Record<string, unknown>) => {
      const { content } = await client.callTool({ name, arguments: input });
      return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
    };
  }

  it('answer about the folder they are started in, without any service, and find each edit with the next call', async () => {
    const ask = await start();
    assert.match(await ask('search_code', { query: 'preferredPort' }), /^port\.ts:1.*\n1\| export const preferredPort/);
    for (const name of ['firstEdit', 'secondEdit', 'thirdEdit']) {
      fs.writeFileSync(path.join(folder, 'edited.ts'), `export const ${name} = 1;\n`);
      const before = performance.now();
      assert.match(
        await ask('search_code', { query: name }),
        new RegExp(`^edited\\.ts:1.*\\n1\\| export const ${name}`),
      );
      assert.ok(performance.now() - before < 1_000);
    }
  });

  it('speak the newest revision too', async () => {
    const ask = await start({ options: { versionNegotiation: { mode: 'auto' } } });
    assert.match(await ask('search_code', { query: 'preferredPort' }), /^port\.ts:1/);
  });

  it('share one library between two of them, and go on when the one that served it has ended', async () => {
    const first = await start();
    const saved = await first('save_asset', { text: 'export const sharedByAgents = true;', title: 'Shared' });
    assert.match(saved, /^Saved as “Shared”/);
    const second = await start();
    assert.match(await second('search_library', { query: 'sharedByAgents' }), /“Shared”/);
    await open.shift()?.close();
    assert.match(await second('search_library', { query: 'sharedByAgents' }), /“Shared”/);
    assert.match(await second('search_code', { query: 'preferredPort' }), /^port\.ts:1/);
  });

  it('join the service that runs', async () => {
    const service = await Service.start({ home });
    try {
      const ask = await start();
      await ask('save_asset', { text: 'export const savedThroughService = 1;', title: 'Through the service' });
      const listed = await fetch(`${service.baseUrl}/assets`, {
        headers: { Authorization: `Bearer ${service.token}` },
      });
      assert.match(await listed.text(), /savedThroughService/);
    } finally {
      await service.stop();
    }
  });

  it('ask for a folder where none is a project', async () => {
    const ask = await start({ cwd: home });
    assert.match(await ask('search_code', { query: 'preferredPort' }), /No folder is open in Quarry: name yours/);
    assert.match(await ask('search_code', { query: 'preferredPort', roots: [folder] }), /^port\.ts:1/);
  });
});
