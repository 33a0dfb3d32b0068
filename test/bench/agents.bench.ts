// What coding agents wait for: a warm search over HTTP in a large folder, the first call on one that nobody has read, an edit
// found by the next call, and a program that is started, answers and has found its folder's index.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Service } from '../soak/tools/service';
import { median, print, quantile, rows, timed } from './rows';
import { makeLargeTree } from './trees';

const files = Number(process.env.QUARRY_BENCH_FILES ?? 20_000);
const warmCalls = 100;
const edits = 50;
/** Whoever asked so often will not find it any more. */
const maxCalls = 200;
/** An agent's rhythm: it writes, asks, thinks, writes. */
const maxPauseMs = 1_200;
const queries = [
  'where is the timeout set',
  'createServer',
  'Cannot read the file',
  'parse the query of a request',
  'emit',
];

const home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-agents-bench-')));
const { tree } = makeLargeTree(
  ['fastify', 'typescript', 'ws', 'yaml', 'lit', 'markdown-it', 'esbuild', 'mocha'].map((name) =>
    path.resolve('node_modules', name),
  ),
  files,
);

type Call = (name: string, input: Record<string, unknown>) => Promise<string>;

function callsOf(client: Client): Call {
  return async (name, input) => {
    const { content } = await client.callTool({ name, arguments: input });
    return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  };
}

/** As agents and editors write: over what is there, under another name that takes its place, or a file that is new. */
const ways = [
  (file: string, text: string) => fs.writeFileSync(file, text),
  (file: string, text: string) => {
    fs.writeFileSync(`${file}.tmp`, text);
    fs.renameSync(`${file}.tmp`, file);
  },
  (file: string, text: string) => fs.writeFileSync(file.replace(/[^/]*$/, `new${Math.random()}.ts`), text),
];
const sources = fs.readdirSync(tree, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
const anyOf = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)]!;

/** Writes and searches in turn: how many edits the very next call finds, and how long that takes. */
async function writeAndSearch(call: Call, what: string): Promise<void> {
  const times: number[] = [];
  let found = 0;
  for (let edit = 0; edit < edits; edit += 1) {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * maxPauseMs));
    const name = `freshlyWritten${what.length}Thing${edit}`;
    const file = anyOf(sources);
    const way = Math.floor(Math.random() * ways.length);
    ways[way]!(path.join(tree, file), `export const ${name} = ${edit};\n`);
    let told = '';
    const isFound = async () => (told = await call('search_code', { query: name })).includes(`export const ${name} `);
    let calls = 1;
    times.push(
      await timed(async () => {
        while (!(await isFound())) {
          calls += 1;
          assert.ok(calls < maxCalls, `${file}, written in way ${way}, is not found: ${told.slice(0, 500)}`);
        }
      }),
    );
    if (calls === 1) found += 1;
  }
  rows.push({
    what: `${what}: edits that the very next call finds, of ${edits}`,
    ours: found,
    unit: '',
    against: 'all',
    theirs: edits,
  });
  rows.push({
    what: `${what}: an edit is found, median`,
    ours: median(times),
    unit: 'ms',
    against: 'limit',
    theirs: 1000,
  });
  rows.push({ what: 'the same, slowest', ours: Math.max(...times), unit: 'ms', against: 'limit', theirs: 1000 });
}

const service = await Service.start({ home });
const client = new Client({ name: 'bench', version: '1' });
const headers = { authorization: `Bearer ${service.token}`, 'quarry-folders': encodeURIComponent(tree) };
await client.connect(
  new StreamableHTTPClientTransport(new URL(`${service.baseUrl}/mcp`), { requestInit: { headers } }),
);
const call = callsOf(client);
let first = '';
const firstMs = await timed(async () => {
  first = await call('search_code', { query: queries[0] });
});
assert.match(first, /files searched\./);
assert.match(first, /Call again in some seconds for the rest\./);
console.log(`The first answer in an unread folder of ${files} files ends with: ${first.split('\n').at(-1)}`);
rows.push({
  what: `first call on an unread folder of ${files} files`,
  ours: firstMs,
  unit: 'ms',
  against: 'limit',
  theirs: 3000,
});
while ((await call('search_code', { query: 'emit', limit: 1 })).includes('Still being'))
  await new Promise((resolve) => setTimeout(resolve, 1000));
const warm: number[] = [];
for (let at = 0; at < warmCalls; at += 1) {
  const query = `${queries[at % queries.length]} ${at}`;
  warm.push(await timed(() => call('search_code', { query })));
}
rows.push({
  what: `warm search_code, ${files} files, HTTP, median`,
  ours: median(warm),
  unit: 'ms',
  against: 'limit',
  theirs: 40,
});
rows.push({ what: 'the same, 95 of 100', ours: quantile(warm, 0.95), unit: 'ms', against: 'limit', theirs: 120 });
await writeAndSearch(call, 'HTTP');
await client.close();
await service.stop();

const env = { PATH: process.env.PATH ?? '', HOME: home, USERPROFILE: home };
const ready: number[] = [];
const answered: number[] = [];
for (let start = 0; start < 3; start += 1) {
  const began = performance.now();
  const agent = new Client({ name: 'bench', version: '1' });
  const args = [path.resolve('dist/cli.js'), 'mcp'];
  await agent.connect(new StdioClientTransport({ command: process.execPath, args, cwd: tree, env, stderr: 'ignore' }));
  ready.push(performance.now() - began);
  await callsOf(agent)('search_code', { query: 'createServer' });
  answered.push(performance.now() - began);
  if (start === 2) await writeAndSearch(callsOf(agent), 'stdio');
  await agent.close();
}
const bare = median([await timed(spawnNode), await timed(spawnNode), await timed(spawnNode)]);
rows.push({
  what: 'quarry mcp: start to initialized, median of 3',
  ours: median(ready),
  unit: 'ms',
  against: 'limit',
  theirs: 500,
});
rows.push({ what: 'the same', ours: median(ready), unit: 'ms', against: 'node that does nothing', theirs: bare });
rows.push({
  what: 'start to first answer, indexed folder, median of 3',
  ours: median(answered),
  unit: 'ms',
  against: 'limit',
  theirs: 1000,
});
print();
fs.rmSync(home, { recursive: true, force: true });
fs.rmSync(tree, { recursive: true, force: true });

async function spawnNode(): Promise<void> {
  const { spawn } = await import('node:child_process');
  await new Promise((resolve) => spawn(process.execPath, ['-e', '0']).once('close', resolve));
}
