// How long a program waits for the health check, idle and while a folder is being indexed for the first time: public
// clients give up after 100 ms (contract: semantics.md 1.2), and ours is to answer within 20.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { median, print, quantile, rows, timed } from './rows';
import { copyPackages } from './trees';

const limitMs = 20;
const checks = 400;
const agent = new http.Agent({ keepAlive: true });

function ask(url: string, method: 'HEAD' | 'GET' | 'POST', body?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { ...(body !== undefined && { 'content-type': 'application/json' }) };
    http
      .request(url, { method, headers, ...(method !== 'POST' && { agent }) }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
      })
      .on('error', reject)
      .end(body);
  });
}

/** By turns; ends early when `isOver`. */
async function measure(baseUrl: string, isOver: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (times.length < checks && !isOver()) {
    times.push(await timed(() => ask(`${baseUrl}/.well-known/health`, times.length % 2 === 0 ? 'HEAD' : 'GET')));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return times;
}

const home = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-health-'));
const { tree, files } = copyPackages(path.resolve('node_modules'), 30 * 1024 * 1024);
const cli = spawn(
  process.execPath,
  ['dist/cli.js', 'serve', '--port', '0', '--data', path.join(home, 'library'), '--root', home],
  {
    env: { ...process.env, HOME: home, USERPROFILE: home },
    stdio: ['ignore', 'pipe', 'ignore'],
  },
);
try {
  const [line] = (await once(createInterface(cli.stdout), 'line')) as [string];
  const { baseUrl } = JSON.parse(line) as { baseUrl: string };
  await measure(baseUrl, () => false); // the first hundreds run code that is not compiled yet
  const idle = await measure(baseUrl, () => false);
  fs.renameSync(tree, path.join(home, 'tree'));
  let isIndexed = false;
  const body = JSON.stringify({ query: 'how is a request parsed', paths: [path.join(home, 'tree')] });
  const answered = ask(`${baseUrl}/qgpt/relevance`, 'POST', body).then((status) => {
    isIndexed = true;
    if (status !== 200) throw new Error(`Relevance was answered with ${status}.`);
  });
  const busy = await measure(baseUrl, () => isIndexed);
  await answered;
  const [idleTail, busyTail] = [quantile(idle, 0.99), quantile(busy, 0.99)];
  const indexing = `${files.length} files being indexed`;
  const against = 'the limit';
  rows.push(
    { what: 'health, idle, median', ours: median(idle), unit: 'ms', against, theirs: limitMs },
    { what: `health, ${indexing}, median`, ours: median(busy), unit: 'ms', against, theirs: limitMs },
    { what: `health, ${indexing}, 99th of 100`, ours: busyTail, unit: 'ms', against: 'idle', theirs: idleTail },
  );
  print();
} finally {
  agent.destroy();
  cli.kill();
  await once(cli, 'exit'); // or it would write into what is being removed
  fs.rmSync(home, { recursive: true, force: true });
}
