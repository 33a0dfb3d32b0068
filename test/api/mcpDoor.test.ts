// The door for coding agents, as the SDK's own client and plain requests see it over HTTP: who comes in, and what is
// refused.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { call } from '../unit/server/startServer';
import { openAgentProject, run, type AgentProject } from './agentProject';
import type { TestServer } from './startTestServer';

describe('coding agents over HTTP', function () {
  this.timeout(60_000);
  let project: AgentProject;
  let server: TestServer;
  let folder: string;
  let connect: AgentProject['connect'];

  before(async () => {
    project = await openAgentProject();
    ({ server, folder, connect } = project);
  });
  after(() => project.end());
  afterEach(() => project.disconnect());

  const versions: [version: string, options: object][] = [
    ['2025-06-18', { supportedProtocolVersions: ['2025-06-18'] }],
    ['2025-11-25', {}],
    ['2026-07-28', { versionNegotiation: { mode: 'auto' } }],
  ];
  for (const [version, options] of versions) {
    it(`serves clients of ${version}`, async () => {
      const client = await connect({ options });
      assert.equal(client.getNegotiatedProtocolVersion(), version);
      assert.match(client.getInstructions() ?? '', /search_code .*grep/s);
      const { tools } = await client.listTools();
      assert.deepEqual(
        tools.map(({ name }) => name),
        [...new Set(tools.map(({ name }) => name))],
      );
      assert.ok(JSON.stringify(tools).length < 6_400, 'the definitions cost more than 2,000 tokens');
      assert.match((await run(client, 'search_code', { query: 'createCounter' })).text, /^src\/counter\.ts:1-9/);
    });
  }

  it('save nothing without the token, and say how it is shown', async () => {
    const client = await connect({ isTrusted: false });
    const { isError, text } = await run(client, 'save_asset', { text: 'let a = 1;' });
    assert.equal(isError, true);
    assert.match(text, /needs the token.*Authorization: Bearer/);
  });

  const wrong: [tool: string, input: Record<string, unknown>, sentence: RegExp][] = [
    ['search_code', {}, /^search_code\.query is missing: expected text of 1 to 20000 characters\.$/],
    ['search_code', { query: 'x', limit: 1000 }, /^search_code\.limit is wrong: .*1 to 25, got 1000\.$/],
    ['search_code', { query: 'x', path: 'src' }, /^search_code has no parameter "path"\. It takes: query, roots, /],
    ['search_code', { query: 'x', roots: ['nothere'] }, /^Nothing found\. .*nothere: It does not exist\.$/],
    ['search_code', { query: 'x', roots: [path.resolve('/etc')] }, /^roots: System folders/],
    ['search_code', { query: 'x', roots: ['../..'] }, /^roots: there is no such folder\. Known: quarry-agents-/],
    ['find_everything', {}, /^There is no tool "find_everything"\. Tools: search_code, /],
    ['save_asset', { title: 'nothing' }, /^save_asset needs a text, or a path and a line/],
    ['save_asset', { path: 'src/counter.ts' }, /^save_asset\.line is missing/],
    ['save_asset', { text: 'x', path: 'src/counter.ts', line: 10 }, /^src\/counter\.ts has 9 lines\.$/],
    [
      'save_asset',
      { text: 'x', language: 'pyton' },
      /^save_asset\.language is not known: pyton\. Did you mean Python\?$/,
    ],
    ['save_asset', { path: 'src/nothere.ts', line: 1 }, /^src\/nothere\.ts: It does not exist\.$/],
    ['outline', { path: 'srcs/gone.ts' }, /^srcs\/gone\.ts: It does not exist\. Nearest: src\.$/],
    ['read_symbol', { path: 'src/counters.ts', line: 1 }, /It does not exist\. Nearest: src\/counter\.ts\.$/],
    ['save_asset', { path: 'src/takes.ts', line: 1 }, /It does not exist\. Nearest: src\/taker\.ts\.$/],
    ['outline', { path: 'nothere.ts' }, /^nothere\.ts: It does not exist\.$/],
    ['outline', { path: '../..' }, /^path leads out of the project/],
    ['outline', { path: path.resolve('/etc') }, /^path: System folders/],
    ['read_symbol', {}, /^read_symbol needs a name, or a path and a line\.$/],
    ['read_symbol', { path: 'src/counter.ts' }, /^read_symbol needs .* outline tells the names in it\.$/],
    ['read_symbol', { path: 'src/counter.ts', line: 4000 }, /^src\/counter\.ts has 9 lines\.$/],
    ['find_related', { path: 'src', line: 1 }, /^src is a folder: a line needs a file\.$/],
    ['find_related', { path: path.resolve('/etc'), line: 1 }, /^path: System folders/],
    [
      'find_references',
      { name: 'nobodyCallsThis' },
      /^No symbol has that name\. search_code finds other words for it\.$/,
    ],
    ['find_references', { line: 3 }, /^find_references needs a name, or a path and a line\.$/],
    ['find_related', {}, /^find_related needs code, or a path and a line\.$/],
  ];
  for (const [tool, input, sentence] of wrong) {
    it(`tell in the result what is wrong with ${tool} ${JSON.stringify(input)}`, async () => {
      assert.match((await run(await connect(), tool, input)).text, sentence);
    });
  }

  it('say that a folder is gone, and go on with the others', async () => {
    const gone = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-gone-')));
    fs.writeFileSync(path.join(gone, 'a.ts'), 'export const createCounter = 0;\n');
    const client = await connect({ headers: { 'quarry-folders': [folder, gone].map(encodeURIComponent).join(',') } });
    const both = await run(client, 'search_code', { query: 'createCounter', detail: 'locations' });
    assert.match(both.text, new RegExp(`${path.basename(gone)}/a\\.ts:1`));
    fs.rmSync(gone, { recursive: true });
    const one = await run(client, 'search_code', { query: 'createCounter', detail: 'locations' });
    assert.match(one.text, new RegExp(`^${path.basename(folder)}/src/counter\\.ts:1-9[^]*It does not exist\\.$`));
  });

  it('are answered forty times a second', async () => {
    const client = await connect();
    const calls = Array.from({ length: 40 }, () => run(client, 'search_code', { query: 'createCounter' }));
    for (const { isError } of await Promise.all(calls)) assert.equal(isError, false);
  });

  const plainCall = (headers: Record<string, string>, body = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}') =>
    call(server, {
      method: 'POST',
      path: '/mcp',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body,
    });

  it('are refused like everybody else: by origin, by token, by body, by method', async () => {
    assert.equal((await plainCall({})).status, 200);
    assert.equal((await plainCall({ origin: 'http://evil.example' })).status, 403);
    assert.equal((await plainCall({ authorization: 'Bearer wrong' })).status, 401);
    assert.equal((await plainCall({}, '{')).status, 400);
    const { status, headers } = await call(server, { path: '/mcp' });
    assert.deepEqual([status, headers.allow], [405, 'POST']);
  });

  it('end what they asked for when they hang up', async () => {
    const client = await connect();
    const stop = new AbortController();
    const asked = client.callTool(
      { name: 'ask_code', arguments: { question: 'who counts?' } },
      { signal: stop.signal },
    );
    stop.abort();
    await assert.rejects(asked);
    assert.equal((await run(client, 'search_code', { query: 'createCounter' })).isError, false);
  });
});
