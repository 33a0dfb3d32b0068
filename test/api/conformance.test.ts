// The protocol's own conformance suite, which nobody here wrote, against our mount: with its fixture behind it, and as it is.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startServer } from '../unit/server/startServer';
import { createConformanceServer } from './conformanceServer';
import { nodeSince } from './newNode';
import { startTestServer } from './startTestServer';

const suite = path.resolve('node_modules/@modelcontextprotocol/conformance/dist/index.js');

describe('the conformance suite of MCP', function () {
  this.timeout(120_000);
  const node = nodeSince(22);
  if (node === undefined) {
    it('is run by Node 22 or newer');
    return;
  }
  let folder: string;
  let server: { port: number; close(): Promise<void> };

  before(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-conformance-'));
  });
  afterEach(() => server.close());
  after(() => fs.rmSync(folder, { recursive: true, force: true }));

  /** The suite asks as a page of a listed origin, and as one of an origin that is not. */
  const settings = { allowedOrigins: ['http://127.0.0.1'] };
  const url = () => `http://127.0.0.1:${server.port}/mcp`;

  const run = (words: string[]) =>
    new Promise<{ code: number | null; told: string }>((resolve, reject) => {
      const child = spawn(node, [suite, 'server', ...words, '-o', folder], { cwd: folder });
      let told = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (told += String(chunk)));
      child.once('error', reject);
      child.once('close', (code) => resolve({ code, told }));
    });

  for (const revision of ['2025-11-25', '2026-07-28']) {
    it(`passes what ${revision} requires, but for what is listed with its reason`, async () => {
      server = await startServer({ settings, mcp: { serverFor: createConformanceServer } });
      const expected = path.resolve('test/api/conformance.yaml');
      const { code, told } = await run(['--url', url(), '--requirements', revision, '--expected-failures', expected]);
      assert.equal(code, 0, told.slice(told.indexOf('=== SUMMARY')));
      assert.match(told, /Total: \d{2,} passed/);
    });
  }

  // What the suite asks without its fixture, of the server that ships.
  const plain: [revision: string, scenarios: string[]][] = [
    ['2025-11-25', ['server-initialize', 'ping', 'tools-list', 'resources-list', 'dns-rebinding-protection']],
    ['2026-07-28', ['tools-list', 'sep-2164-resource-not-found', 'http-header-validation']],
  ];
  for (const [revision, scenarios] of plain) {
    for (const scenario of scenarios) {
      it(`passes ${scenario} of ${revision} with our own tools behind it`, async () => {
        server = await startTestServer({ settings });
        const { code, told } = await run(['--url', url(), '--scenario', scenario, '--spec-version', revision]);
        assert.equal(code, 0, told.slice(-2_000));
        assert.doesNotMatch(told, /0 passed/);
      });
    }
  }
});
