// How long a program waits for the health check, idle and while a folder is being indexed for the first time: public
// clients give up after 100 ms (src/contract/WIRE.md 1.1), and ours is to answer within 20. A plain server in a process
// of its own is asked at the same moments: what it too waits for is the machine's doing.
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

interface Times {
  ours: number[];
  control: number[];
}

/** By turns, HEAD and GET, ours first and the control first; ends early when `isOver`. */
async function measure(baseUrl: string, control: string, isOver: () => boolean): Promise<Times> {
  const times: Times = { ours: [], control: [] };
  while (times.ours.length < checks && !isOver()) {
    const place = times.ours.length;
    const method = place % 2 === 0 ? 'HEAD' : 'GET';
    const oursFirst = place % 4 < 2;
    const ours = async () => void times.ours.push(await timed(() => ask(`${baseUrl}/.well-known/health`, method)));
    const other = async () => void times.control.push(await timed(() => ask(control, method)));
    for (const one of oursFirst ? [ours, other] : [other, ours]) await one();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return times;
}

/** Says its address on its first line. */
const plainServer = `require('node:http').createServer((_, answer) => answer.end('ok')).listen(0, '127.0.0.1', function () {
  console.log('http://127.0.0.1:' + this.address().port);
})`;

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
const plain = spawn(process.execPath, ['-e', plainServer], { stdio: ['ignore', 'pipe', 'ignore'] });
try {
  const [control] = (await once(createInterface(plain.stdout), 'line')) as [string];
  const [line] = (await once(createInterface(cli.stdout), 'line')) as [string];
  const { baseUrl } = JSON.parse(line) as { baseUrl: string };
  await measure(baseUrl, control, () => false); // the first hundreds run code that is not compiled yet
  const idle = await measure(baseUrl, control, () => false);
  fs.renameSync(tree, path.join(home, 'tree'));
  let isIndexed = false;
  const body = JSON.stringify({ query: 'how is a request parsed', paths: [path.join(home, 'tree')] });
  const answered = ask(`${baseUrl}/qgpt/relevance`, 'POST', body).then((status) => {
    isIndexed = true;
    if (status !== 200) throw new Error(`Relevance was answered with ${status}.`);
  });
  const busy = await measure(baseUrl, control, () => isIndexed);
  await answered;
  const indexing = `${files.length} files being indexed`;
  const against = 'a plain server';
  for (const [state, { ours, control: theirs }] of [
    ['idle', idle],
    [indexing, busy],
  ] as const) {
    rows.push(
      { what: `health, ${state}, median`, ours: median(ours), unit: 'ms', against, theirs: median(theirs) },
      {
        what: `health, ${state}, 99th of 100`,
        ours: quantile(ours, 0.99),
        unit: 'ms',
        against,
        theirs: quantile(theirs, 0.99),
      },
    );
  }
  const late = busy.ours.filter((time) => time > limitMs).length;
  const lateControl = busy.control.filter((time) => time > limitMs).length;
  rows.push({
    what: `health, ${indexing}, later than ${limitMs} ms, of ${busy.ours.length}`,
    ours: late,
    unit: '',
    against,
    theirs: lateControl,
  });
  print();
} finally {
  agent.destroy();
  cli.kill();
  plain.kill();
  await once(cli, 'exit'); // or it would write into what is being removed
  fs.rmSync(home, { recursive: true, force: true });
}
