import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createHttpClient } from '../../../src/contract/httpClient';
import type { Outcome, Round, Row } from '../row';
import { Service, whyNoProc } from '../tools/service';

const limitMs = 5_000;
/** On a busy machine: so many times what a start over a sound library takes. */
const limitTimes = 4;
const limitMiB = 100;
const giant = 2 * 1024 ** 3;

interface Oddity {
  name: string;
  make: (data: string) => void;
  /** What must be said of it; nothing where it is simply replaced. */
  told?: RegExp;
}

const pipe = (file: string): void => void execFileSync('mkfifo', [file]);

function giantOf(file: string): void {
  fs.writeFileSync(file, '');
  fs.truncateSync(file, giant);
}

const journal = 'store/journal.9.1.ndjson';
const library = 'store/library.9.1.json';

const oddities: readonly Oddity[] = [
  { name: 'a pipe for a journal', make: (data) => pipe(path.join(data, journal)), told: /journal\.9\.1.*kept in/ },
  { name: 'a pipe for a snapshot', make: (data) => pipe(path.join(data, library)), told: /library\.9\.1.*kept in/ },
  {
    name: 'an endless device for a snapshot',
    make: (data) => fs.symlinkSync('/dev/zero', path.join(data, library)),
    told: /library\.9\.1.*kept in/,
  },
  {
    name: 'a folder for a journal',
    make: (data) => fs.mkdirSync(path.join(data, journal)),
    told: /journal\.9\.1.*kept in/,
  },
  {
    name: '2 GiB of zeros for a journal',
    make: (data) => giantOf(path.join(data, journal)),
    told: /journal\.9\.1.*kept in/,
  },
  {
    name: '2 GiB of zeros for a snapshot',
    make: (data) => giantOf(path.join(data, library)),
    told: /library\.9\.1.*kept in/,
  },
  {
    name: 'a pipe for an owner file',
    make: (data) => pipe(path.join(data, 'store/owner.9.json')),
    told: /owner\.9\.json cannot be read/,
  },
  {
    name: 'a pipe for an order',
    make: (data) => pipe(path.join(data, 'store/.order.json')),
    told: /\.order\.json is no order/,
  },
  { name: 'a pipe for a rest', make: (data) => pipe(path.join(data, 'store/.rest')) },
  {
    name: 'a pipe for the token',
    make: (data) => {
      fs.rmSync(path.join(data, 'token'));
      pipe(path.join(data, 'token'));
    },
  },
  { name: 'a giant for the token', make: (data) => giantOf(path.join(data, 'token')) },
  { name: 'a file for the cache', make: (data) => replaceByFile(path.join(data, 'cache')) },
];

function replaceByFile(place: string): void {
  fs.rmSync(place, { recursive: true, force: true });
  fs.writeFileSync(place, '');
}

const saving = { body: { asset: { format: { fragment: { string: { raw: 'export const kept = 1;' } } } } } };

interface Library {
  data: string;
  asset: string;
  usualMiB: number;
  /** Of a start over a sound library. */
  usualMs: number;
}

async function fill(home: string): Promise<Library> {
  const data = path.join(home, 'library');
  const service = await Service.start({ home, data });
  const { id } = await createHttpClient({ port: service.port }).assetsCreateNewAsset(saving);
  await service.stop();
  const began = performance.now();
  const again = await Service.start({ home, data });
  const usualMs = performance.now() - began;
  const usualMiB = again.memoryMiB();
  await again.stop();
  return { data, asset: id, usualMiB, usualMs };
}

async function tryOddity({ name, make, told }: Oddity, filled: Library): Promise<{ ms: number; miB: number }> {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-odd-'));
  const data = path.join(home, 'library');
  try {
    fs.cpSync(filled.data, data, { recursive: true });
    make(data);
    const began = performance.now();
    const service = await Service.start({ home, data });
    const ms = performance.now() - began;
    const miB = service.memoryMiB() - filled.usualMiB;
    const api = createHttpClient({ port: service.port });
    const { iterable } = await api.assetsSnapshot({ query: {} });
    const ids = iterable.map(({ id }) => id);
    assert.deepEqual(ids, [filled.asset], `${name}: what was saved is there`);
    await api.assetsCreateNewAsset(saving);
    if (told) assert.match(service.log, told, name);
    await service.stop();
    return { ms, miB };
  } finally {
    fs.rmSync(home, { recursive: true, force: true });
  }
}

async function run({ count, slack, progress }: Round): Promise<Outcome> {
  let worstMs = 0;
  let worstMiB = 0;
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-odd-'));
  const filled = await fill(home);
  for (let round = 0; round < count; round += 1) {
    for (const oddity of oddities) {
      const { ms, miB } = await tryOddity(oddity, filled);
      worstMs = Math.max(worstMs, ms);
      worstMiB = Math.max(worstMiB, miB);
    }
    progress(`${round + 1} of ${count} rounds`);
  }
  fs.rmSync(home, { recursive: true });
  const figure = `${oddities.length} odd things among the data files, ${count} times: started in at most ${(worstMs / 1_000).toFixed(1)} s (a sound library: ${(filled.usualMs / 1_000).toFixed(1)} s), +${Math.round(worstMiB)} MiB, all saved there, told`;
  return { figure, isKept: worstMs <= slack * Math.max(limitMs, limitTimes * filled.usualMs) && worstMiB <= limitMiB };
}

export const oddDataFolders: Row = {
  id: 'D9',
  promise:
    'starts over pipes, devices, folders and gigabytes of zeros among its data files, sets them aside and says so',
  limit: '≤ 5 s, or 4 times a sound start on a busy machine; +≤ 100 MiB, nothing lost',
  quick: 1,
  full: 5,
  unable: whyNoProc,
  run,
};
