import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { operations, type Operation } from '../../../src/contract/operations';
import type { Outcome, Round, Row } from '../row';
import { makeLibrary, type LargeLibrary } from '../tools/largeLibrary';
import { requestText } from '../tools/load';
import { Service, whyNoProc } from '../tools/service';

/** A slice of a list takes 20 ms at most; what collects the garbage of it beside the loop is counted here, too. */
const limitMs = 100;
const callers = 4;
/** More than are served at one time. */
const silentReaders = 80;
const silentMiB = 150;
/** They are sent away after ten seconds. */
const patienceMs = 15_000;

interface Heard {
  status: number;
  bytes: number;
  retryAfter: string | undefined;
}

/** Reads an answer to its end and keeps none of it. */
function hear(service: Service, target: string): Promise<Heard> {
  return new Promise((resolve, reject) => {
    const options = { port: service.port, path: target, headers: { host: 'localhost' }, agent: false };
    const request = http.get(options, (response) => {
      let bytes = 0;
      response.on('data', (part: Buffer) => (bytes += part.length));
      response.on('error', reject);
      const { statusCode: status = 0, headers } = response;
      response.on('end', () => resolve({ status, bytes, retryAfter: headers['retry-after'] }));
    });
    request.on('error', reject);
  });
}

/** Every operation of the table that reads, with the ids of what has most in it. */
function readings({ assets, shared }: LargeLibrary): string[] {
  const ids: Record<string, string> = { ...shared, asset: assets[0] ?? '', workstream_summary: shared.summary };
  return Object.values<Operation>(operations)
    .filter(({ method, isInternal }) => method === 'GET' && !isInternal)
    .map(({ path: target }) => target.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? 'none'));
}

/** While it runs: processor time of the longest turn of the loop, and the most memory. */
async function watched<Result>(service: Service, work: () => Promise<Result>) {
  await service.look();
  let peakMiB = service.memoryMiB();
  const timer = setInterval(() => (peakMiB = Math.max(peakMiB, service.memoryMiB())), 20);
  const result = await work();
  clearInterval(timer);
  const { blockedMs } = await service.look();
  return { result, blockedMs, peakMiB };
}

/** When the engine has taken the library. */
async function rest(service: Service): Promise<void> {
  for (let used = -1; service.processorMs() - used > 50;) {
    used = service.processorMs();
    await wait(1_000);
  }
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Ask for everything and read nothing. @returns the first lines of those that were answered, and a way to end them */
async function askInSilence(
  service: Service,
): Promise<{ statuses: number[]; openCount: () => number; end: () => void }> {
  const statuses: number[] = [];
  const sockets = Array.from({ length: silentReaders }, () => {
    const socket = net.connect(service.port, '127.0.0.1');
    socket.on('error', () => socket.destroy());
    socket.once('data', (part: Buffer) => {
      socket.pause();
      const head = part.toString('latin1');
      const status = Number(head.slice(9, 12));
      if (status === 503) assert.match(head, /\r\nretry-after: [1-9]/i);
      statuses.push(status);
    });
    socket.write(requestText('GET', '/assets'));
    return socket;
  });
  for (let looks = 0; statuses.length < silentReaders && looks < 300; looks += 1) await wait(100);
  return {
    statuses,
    openCount: () => sockets.filter((socket) => !socket.destroyed && !socket.readableEnded).length,
    end: () => sockets.forEach((socket) => socket.destroy()),
  };
}

/** @param count assets */
async function run({ count, isFull, slack, progress }: Round): Promise<Outcome> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-lists-'));
  let service: Service | undefined;
  try {
    const library = await makeLibrary(folder, count);
    const running = (service = await Service.start({ data: folder, isWatched: true }));
    await rest(running);
    const before = Math.round(running.memoryMiB());
    let others = 0;
    let all: Heard | undefined;
    let [one, most] = [0, before];
    for (const target of readings(library)) {
      const { result, blockedMs, peakMiB } = await watched(running, () => hear(running, target));
      assert.ok(result.status < 500, `${target}: ${result.status}`);
      progress(
        `${target.slice(0, 40)}: ${result.status}, ${result.bytes} bytes, ${Math.round(blockedMs)} ms, ${Math.round(peakMiB)} MiB`,
      );
      if (target === '/assets') [all, one, most] = [result, blockedMs, peakMiB];
      else others = Math.max(others, blockedMs);
    }
    const together = await watched(running, () =>
      Promise.all(Array.from({ length: callers }, () => hear(running, '/assets'))),
    );
    for (const heard of together.result) assert.deepEqual(heard, all);
    const { blockedMs: silentBlockedMs, peakMiB, result: silent } = await watched(running, () => askInSilence(running));
    const shed = silent.statuses.filter((status) => status === 503).length;
    const served = silent.statuses.filter((status) => status === 200).length;
    assert.deepEqual(
      [served > 0, shed > 0, served + shed],
      [true, true, silentReaders],
      'some are served, the others told',
    );
    const held = Math.round(peakMiB - together.peakMiB);
    if (isFull) await wait(patienceMs);
    silent.end();
    await wait(500);
    assert.equal((await hear(running, '/assets')).status, 200, 'the places are free again');
    const after = Math.round(running.memoryMiB());
    const round = Math.round;
    const figure =
      `${count} assets: GET /assets (${round((all?.bytes ?? 0) / 1024 ** 2)} MiB) holds the loop for ${round(one)} ms at most, ${callers} at once ${round(together.blockedMs)}, ` +
      `any other reading operation ${round(others)}; memory ${before} MiB before, ${round(most)} at most with one and ${round(together.peakMiB)} with ${callers}, ${after} after; ` +
      `of ${silentReaders} that read nothing ${shed} told to come back, ${held} MiB more for the others`;
    const blocked = Math.max(one, others, together.blockedMs, silentBlockedMs);
    return { figure, isKept: blocked <= slack * limitMs && held <= silentMiB };
  } finally {
    await service?.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

export const longLists: Row = {
  id: 'L8',
  promise: 'answers with lists of any length without holding others up, and keeps little of them',
  limit: `≤ ${limitMs} ms of processor time of all threads in one turn; of ${silentReaders} readers that do not read some get 503 with Retry-After, +≤ ${silentMiB} MiB for the others`,
  quick: 1_500,
  full: 50_000,
  unable: whyNoProc,
  run,
};
