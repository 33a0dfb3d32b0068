// The service of a checkout with a build, spoken to over HTTP as another program would.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import readline from 'node:readline';

/** Starts `quarry serve` of a checkout over some folders, with a data folder of its own that `stop` removes. */
export async function startProduct(checkout, roots) {
  const data = fs.mkdtempSync(path.join(os.tmpdir(), 'line-questions-'));
  const args = ['dist/cli.js', 'serve', '--port', '0', '--data', data, ...roots.flatMap((root) => ['--root', root])];
  const child = spawn(process.execPath, args, { cwd: path.resolve(checkout), stdio: ['ignore', 'pipe', 'pipe'] });
  let log = '';
  child.stderr.on('data', (chunk) => (log = (log + chunk).slice(-4_000)));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const line = new Promise((resolve) => readline.createInterface({ input: child.stdout }).once('line', resolve));
  const first = await Promise.race([line, ended]);
  if (typeof first !== 'string') throw new Error(`The service ended at once (exit code ${first}):\n${log}`);
  const { baseUrl, token } = JSON.parse(first);
  // A connection for each question: judging the answer can take longer than the service keeps an idle one.
  const connection = { 'content-type': 'application/json', connection: 'close' };
  const headers = { ...connection, ...(token && { authorization: `Bearer ${token}` }) };
  async function relevance(query, root, options) {
    const body = JSON.stringify({ query, paths: [root], options });
    const response = await fetch(`${baseUrl}/qgpt/relevance`, { method: 'POST', headers, body });
    const text = await response.text();
    if (!response.ok) throw new Error(`relevance: ${response.status} ${text.slice(0, 300)}`);
    return JSON.parse(text);
  }
  return {
    baseUrl,
    token,
    relevance,
    /** Until the whole folder has been read: an answer from a part of it says so. */
    async readWhole(root) {
      for (let tries = 0; tries < 200; tries += 1) {
        const { skipped } = await relevance('warm up', root, { limit: 1 });
        if (!JSON.stringify(skipped ?? []).includes('Still being indexed')) return;
      }
      throw new Error(`${root} is still being indexed.`);
    },
    async stop() {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), 8_000);
      await ended;
      clearTimeout(timer);
      fs.rmSync(data, { recursive: true, force: true });
    },
  };
}
