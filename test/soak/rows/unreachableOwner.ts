import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Outcome, Round, Row } from '../row';

/** Its own temporary folder and process numbers, as a container has them; the machine's name and the library are shared. */
class Contained {
  said = '';
  code: number | null | undefined;
  private readonly child;

  constructor(place: string, name: string) {
    const home = path.join(place, name);
    fs.mkdirSync(path.join(home, 'code'), { recursive: true });
    const program = [
      process.execPath,
      path.resolve('dist/cli.js'),
      'serve',
      '--port',
      '0',
      '--data',
      `${place}/library`,
    ];
    const command = 'mount -t tmpfs tmpfs "$TMPDIR" && exec "$0" "$@"';
    const spaces = ['--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];
    fs.mkdirSync(path.join(place, 'tmp'), { recursive: true });
    this.child = spawn('unshare', [...spaces, 'sh', '-c', command, ...program, '--root', path.join(home, 'code')], {
      env: { ...process.env, HOME: home, TMPDIR: path.join(place, 'tmp') },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (this.said += text));
    this.child.once('close', (code) => (this.code = code));
  }

  async until(isSo: (one: this) => boolean, what: string): Promise<void> {
    const end = performance.now() + 30_000;
    while (!isSo(this)) {
      assert.ok(performance.now() < end, `${what}: ${this.said}`);
      await pause(50);
    }
  }

  async end(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.until((one) => one.code !== undefined, 'it ends');
  }
}

const listens = (one: Contained): boolean => one.said.includes('"baseUrl"');

function unable(): string | undefined {
  if (process.platform !== 'linux') return 'a service is shut off from another in namespaces, which only Linux has';
  try {
    execFileSync('unshare', ['--mount', '--pid', '--fork', '--mount-proc', 'true'], { stdio: 'pipe' });
    return undefined;
  } catch {
    return 'namespaces of its own need root'; // the only thing asked here; the reason is told in the table
  }
}

/** @returns how many of the later services were told, and how long the owner was left alone */
async function run({ count, progress }: Round): Promise<Outcome> {
  const place = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-contained-'));
  const epochs = () => fs.readdirSync(path.join(place, 'library/store')).filter((name) => name.startsWith('owner.'));
  const owner = new Contained(place, 'owner');
  const began = performance.now();
  try {
    await owner.until(listens, 'the first serves');
    for (let round = 0; round < count; round += 1) {
      const other = new Contained(place, `other-${round}`);
      await other.until((one) => one.code !== undefined || listens(one), 'the other gives up');
      await other.end();
      assert.match(
        other.said,
        /in use by process \d+ on \S+, which cannot be reached from here.*choose another data folder/s,
      );
      assert.deepEqual(epochs(), ['owner.1.json'], 'nothing was taken from the owner');
      progress(`${round + 1} of ${count} others`);
    }
    const seconds = Math.round((performance.now() - began) / 1_000);
    await owner.end();
    const next = new Contained(place, 'next');
    await next.until((one) => listens(one) || one.code !== undefined, 'a dead owner is followed');
    const took = listens(next);
    await next.end();
    assert.ok(took && epochs().length === 2, next.said);
    return {
      figure: `${count} others beside a living owner for ${seconds} s: each said so, 0 took over; the dead one was followed`,
      isKept: true,
    };
  } finally {
    await owner.end();
    fs.rmSync(place, { recursive: true, force: true });
  }
}

export const unreachableOwner: Row = {
  id: 'W6',
  promise: 'leaves the library to an owner whose heart beats and that cannot be reached, and says so',
  limit: '0 takeovers beside it; it is followed when its heart stands still',
  quick: 1,
  full: 10,
  unable,
  run,
};
