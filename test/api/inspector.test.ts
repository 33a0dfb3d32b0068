// The protocol's own inspector, a client that nobody here wrote, lists and calls the tools over both ways in.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Service } from '../soak/tools/service';
import { nodeSince } from './newNode';

const inspector = path.resolve('node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js');

interface Told {
  tools?: { name: string }[];
  content?: { text: string }[];
  isError?: boolean;
}

describe('the inspector of MCP', function () {
  this.timeout(180_000);
  const node = nodeSince(22);
  if (node === undefined) {
    it('is run by Node 22 or newer');
    return;
  }
  let home: string;
  let folder: string;
  let service: Service;

  before(async () => {
    home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-inspector-')));
    folder = path.join(home, 'code');
    fs.mkdirSync(folder);
    const text = '/** Ends at midnight. */\nexport function closeGate() {\n  return 24;\n}\n\ncloseGate();\n';
    fs.writeFileSync(path.join(folder, 'gate.ts'), text);
    service = await Service.start({ home });
  });
  after(async () => {
    await service.stop();
    fs.rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });

  const ways = {
    HTTP: () => [
      `${service.baseUrl}/mcp`,
      '--transport',
      'http',
      '--header',
      `Authorization: Bearer ${service.token}`,
      '--header',
      `quarry-folders: ${encodeURIComponent(folder)}`,
    ],
    stdio: () => [node, path.resolve('dist/cli.js'), 'mcp'],
  };
  const calls = {
    search_code: [{ query: 'closeGate' }, /^gate\.ts:1-6/],
    ask_code: [{ question: 'when does closeGate end?' }, /gate\.ts/],
    outline: [{ path: 'gate.ts' }, /closeGate/],
    read_symbol: [{ name: 'closeGate' }, /3\|\s+return 24;/],
    find_references: [{ name: 'closeGate' }, /^1 call/],
    find_related: [{ path: 'gate.ts', line: '2' }, /gate\.ts:1-4/],
    save_asset: [{ text: 'export const inspected = 1;', title: 'Inspected' }, /“Inspected”/],
    search_library: [{ query: 'inspected' }, /“Inspected”/],
  } as const;

  for (const [way, words] of Object.entries(ways)) {
    const inspect = async (...more: string[]): Promise<Told> => {
      const env = { PATH: process.env.PATH ?? '', HOME: home, USERPROFILE: home };
      const args = [inspector, '--cli', ...words(), ...more];
      const { stdout } = await promisify(execFile)(node, args, { cwd: folder, env });
      return JSON.parse(stdout) as Told;
    };

    it(`lists the tools over ${way}`, async () => {
      const { tools = [] } = await inspect('--method', 'tools/list');
      assert.deepEqual(tools.map(({ name }) => name).sort(), Object.keys(calls).sort());
    });

    it(`calls each of them over ${way}`, async () => {
      for (const [name, [input, expected]] of Object.entries(calls)) {
        const given = Object.entries(input).flatMap(([key, value]) => ['--tool-arg', `${key}=${value}`]);
        const { content = [], isError } = await inspect('--method', 'tools/call', '--tool-name', name, ...given);
        assert.notEqual(isError, true, content[0]?.text);
        assert.match(content[0]?.text ?? '', expected, `${name}: ${content[0]?.text}`);
      }
    });
  }
});
