import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Api } from '../../../src/contract/api';
import { createHttpClient } from '../../../src/contract/httpClient';
import type { Outcome, Round, Row } from '../row';
import { Service, type ServiceOptions } from '../tools/service';

/** In no user database: `os.userInfo()` throws for it. */
const nameless = 12_345;
const recoveryMs = 20_000;

interface Place {
  home: string;
  data: string;
  code: string;
}

interface Case {
  name: string;
  options: (place: Place) => ServiceOptions;
  prepare?: (place: Place) => void;
  /** Why nothing can be saved; absent where all works. */
  readOnly?: RegExp;
  /** What was saved before has to be shown. */
  hasLibrary?: boolean;
  undo?: (place: Place) => void;
  /** Lifts what was in the way: the service has to notice alone. */
  lift?: (place: Place) => void;
}

const mount = (...words: string[]): void => void execFileSync('mount', words, { stdio: 'pipe' });
const unmount = ({ data }: Place): void => void execFileSync('umount', [data], { stdio: 'pipe' });
const ballast = ({ data }: Place): string => path.join(data, 'ballast');

function fill(place: Place): void {
  try {
    fs.writeFileSync(ballast(place), Buffer.alloc(8 * 1024 * 1024));
  } catch {
    return; // full: that is what was wanted
  }
}

const cases: readonly Case[] = [
  { name: 'a home that cannot be written', options: ({ data }) => ({ user: nameless, data }) },
  {
    name: 'an account without a name or home',
    options: ({ data }) => ({ user: nameless, data, env: { HOME: undefined } }),
  },
  { name: 'an empty HOME', options: ({ data }) => ({ data, env: { HOME: '' } }) },
  {
    name: 'a file for ~/.quarry',
    prepare: ({ home }) => fs.writeFileSync(path.join(home, '.quarry'), ''),
    options: ({ data }) => ({ data }),
  },
  {
    name: 'a file for ~/.quarry, where the library should be',
    prepare: ({ home }) => fs.writeFileSync(path.join(home, '.quarry'), ''),
    options: () => ({}),
    readOnly: /a file lies where the folder should be.*Move that file away/,
  },
  { name: 'no temporary folder', options: ({ data }) => ({ data, env: { TMPDIR: '/nowhere/at/all' } }) },
  {
    name: 'a library of another account',
    hasLibrary: true,
    prepare: ({ data }) => execFileSync('chmod', ['-R', 'a+rX,go-w', data]),
    options: ({ data }) => ({ user: nameless, data }),
    readOnly: /access to the folder is denied \(EACCES\)\. Make the folder writable for you/,
  },
  {
    name: 'an empty folder of another account',
    prepare: ({ data }) => fs.chmodSync(data, 0o755),
    options: ({ data }) => ({ user: nameless, data }),
    readOnly: /access to the folder is denied/,
  },
  {
    name: 'a read-only disk',
    hasLibrary: true,
    prepare: ({ data }) => {
      mount('--bind', data, data);
      mount('-o', 'remount,ro,bind', data);
    },
    options: ({ data }) => ({ data }),
    readOnly: /the disk is read-only \(EROFS\)\. Make the folder writable/,
    lift: ({ data }) => mount('-o', 'remount,rw,bind', data),
    undo: unmount,
  },
  {
    name: 'a full disk',
    hasLibrary: true,
    prepare: fill,
    options: ({ data }) => ({ data }),
    readOnly: /the disk is full \(ENOSPC\)\. Make room there/,
    lift: (place) => fs.rmSync(ballast(place)),
    undo: unmount,
  },
];

async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

const save = (api: Api) =>
  api.assetsCreateNewAsset({
    body: { asset: { format: { fragment: { string: { raw: `export const at = ${Date.now()};` } } } } },
  });

async function tryCase(one: Case): Promise<void> {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-anywhere-'));
  const place = { home, data: path.join(home, 'library'), code: path.join(home, 'code') };
  for (const folder of [place.data, place.code]) fs.mkdirSync(folder);
  fs.writeFileSync(
    path.join(place.code, 'cart.ts'),
    '/** A cart holds 50 items. */\nexport const maxCartItems = 50;\n',
  );
  fs.chmodSync(home, 0o755);
  if (one.name === 'a full disk') mount('-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', place.data);
  const port = await freePort();
  try {
    const known: string[] = [];
    if (one.hasLibrary) {
      const before = await Service.start({ home, data: place.data });
      known.push((await save(createHttpClient({ port: before.port }))).id);
      await before.stop();
    }
    if (!one.readOnly) fs.chmodSync(place.data, 0o777);
    one.prepare?.(place);
    const service = await Service.start({ home, roots: [place.code], port, ...one.options(place) });
    const api = createHttpClient({ port, token: service.token });
    try {
      const found = await api.relevance({
        body: { query: 'maxCartItems', paths: [place.code], options: { limit: 1 } },
      });
      assert.equal(found.relevant.iterable.length, 1, `${one.name}: questions are answered`);
      const { iterable } = await api.assetsSnapshot({ query: {} });
      assert.deepEqual(
        iterable.map(({ id }) => id),
        known,
        `${one.name}: what was saved is shown`,
      );
      if (!one.readOnly) await save(api);
      else await assert.rejects(save(api), one.readOnly, one.name);
      if (one.readOnly) assert.match(service.log, one.readOnly, `${one.name}: the log says so`);
      one.lift?.(place);
      if (one.lift) await recovers(api, one.name);
    } finally {
      assert.equal(await service.stop(), 0, one.name);
    }
  } finally {
    one.undo?.(place);
    fs.rmSync(home, { recursive: true, force: true });
  }
}

async function recovers(api: Api, name: string): Promise<void> {
  const end = performance.now() + recoveryMs;
  for (;;) {
    try {
      await save(api);
      return;
    } catch (error) {
      assert.ok(performance.now() < end, `${name}: it takes changes again: ${String(error)}`);
      await pause(200);
    }
  }
}

function unable(): string | undefined {
  if (process.platform !== 'linux') return 'accounts without a name and small disks are made on Linux only';
  if (process.getuid?.() !== 0) return 'another account and a small disk need root';
  try {
    execFileSync(
      process.execPath,
      ['-e', `require('fs').readFileSync(${JSON.stringify(path.resolve('dist/cli.js'))})`],
      {
        uid: nameless,
        gid: nameless,
        stdio: 'pipe',
      },
    );
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-mount-'));
    mount('-t', 'tmpfs', 'tmpfs', folder);
    execFileSync('umount', [folder]);
    fs.rmdirSync(folder);
    return undefined;
  } catch {
    return 'another account cannot read this folder, or nothing can be mounted'; // told in the table
  }
}

async function run({ count, progress }: Round): Promise<Outcome> {
  for (let round = 0; round < count; round += 1) {
    for (const one of cases) await tryCase(one);
    progress(`${round + 1} of ${count} rounds`);
  }
  const held = cases.filter(({ readOnly }) => readOnly).length;
  return {
    figure: `${cases.length} places, ${count} times: all started and answered; ${held} read-only with the reason, both disks recovered alone`,
    isKept: true,
  };
}

export const startsEverywhere: Row = {
  id: 'D10',
  promise:
    'starts whatever home, account, temporary folder or disk it finds: fully, or read-only with the reason and the way out',
  limit: '10 of 10 places',
  quick: 1,
  full: 10,
  unable,
  run,
};
