/**
 * Loaded into every thread of the service's process before it starts (`--import`), to look at it from inside: how long
 * its event loop was held up, and what its threads keep. Writes a line of JSON to the file named by QUARRY_WATCH for each
 * SIGUSR2.
 */
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { getHeapSnapshot } from 'node:v8';
import { BroadcastChannel, isMainThread, threadId } from 'node:worker_threads';
import type { Look } from '../tools/service';

const everyMs = 5;
/** A thread that has ended meanwhile does not answer. */
const patienceMs = 10_000;
const MiB = 1024 ** 2;

interface Kept {
  heapMiB: number;
  dataMiB: number;
}

type Message = { kind: 'here' | 'look'; thread: number } | { kind: 'kept'; thread: number; kept: Kept };

interface Snapshot {
  snapshot: { meta: { node_fields: string[]; node_types: [string[], ...unknown[]] } };
  nodes: number[];
}

/** Made by the compiler as code is used more and more, up to what there is of it; not by what is asked. */
const codeTypes = ['code', 'object shape', 'hidden'];

/**
 * A snapshot tells the row and column of every function, and V8 counts rows from the head of a bundle for each of them, eight
 * seconds in all, unless it has looked for the ends of rows before: a debugger makes it do so.
 */
function findRowEnds(): void {
  const session = new Session();
  session.connect();
  session.post('Debugger.enable');
  session.disconnect();
}

/** Everything on the heap, and the buffers that hang on it, but for compiled code. */
async function dataMiB(): Promise<number> {
  findRowEnds();
  const parts: string[] = [];
  for await (const part of getHeapSnapshot() as AsyncIterable<Buffer>) parts.push(part.toString());
  const { snapshot, nodes } = JSON.parse(parts.join('')) as Snapshot;
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [type, size] = [fields.indexOf('type'), fields.indexOf('self_size')];
  const codes = new Set(codeTypes.map((name) => types[0].indexOf(name)));
  let bytes = 0;
  for (let at = 0; at < nodes.length; at += fields.length) {
    if (!codes.has(nodes[at + type] ?? -1)) bytes += nodes[at + size] ?? 0;
  }
  return bytes / MiB;
}

/** After two collections of garbage where `--expose-gc` is given. */
async function whatIsKept(): Promise<Kept> {
  globalThis.gc?.();
  globalThis.gc?.();
  const heapMiB = process.memoryUsage().heapUsed / MiB;
  return { heapMiB, dataMiB: process.env.QUARRY_WATCH_DATA === undefined ? 0 : await dataMiB() };
}

function openChannel(hear: (message: Message) => void): BroadcastChannel {
  const channel = new BroadcastChannel('quarry-watch');
  channel.onmessage = (event) => hear((event as { data: Message }).data);
  channel.unref();
  return channel;
}

/** In the other threads: there are no signals. */
function answerLooks(): void {
  const channel = openChannel(({ kind }) => {
    if (kind !== 'look') return;
    void whatIsKept().then((kept) => channel.postMessage({ kind: 'kept', thread: threadId, kept }));
  });
  channel.postMessage({ kind: 'here', thread: threadId });
}

function watch(file: string): void {
  const others = new Set<number>();
  let hear: (thread: number, kept: Kept) => void = () => undefined;
  const channel = openChannel((message) => {
    if (message.kind === 'here') others.add(message.thread);
    if (message.kind === 'kept') hear(message.thread, message.kept);
  });

  function lookAtOthers(): Promise<Kept[]> {
    const waiting = new Set(others);
    const found: Kept[] = [];
    if (waiting.size === 0) return Promise.resolve(found);
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        for (const thread of waiting) others.delete(thread);
        resolve(found);
      };
      const timer = setTimeout(end, patienceMs);
      hear = (thread, kept) => {
        if (!waiting.delete(thread)) return;
        found.push(kept);
        if (waiting.size === 0) end();
      };
      channel.postMessage({ kind: 'look', thread: threadId });
    });
  }

  let blockedMs = 0;
  let before = process.cpuUsage();
  // Processor time between two turns of the loop: unlike the clock, it does not count what other programs take.
  setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    blockedMs = Math.max(blockedMs, (user + system) / 1_000);
  }, everyMs).unref();
  let looks = 0;
  process.on('SIGUSR2', () => {
    const blockedUntilNow = blockedMs;
    void Promise.all([whatIsKept(), lookAtOthers()]).then(([own, engines]) => {
      looks += 1;
      const look: Look = {
        looks,
        blockedMs: blockedUntilNow,
        heapMiB: own.heapMiB,
        engineHeapMiB: engines.reduce((sum, kept) => sum + kept.heapMiB, 0),
        dataMiB: engines.reduce((sum, kept) => sum + kept.dataMiB, own.dataMiB),
        externalMiB: process.memoryUsage().external / MiB,
        resources: process.getActiveResourcesInfo().length,
      };
      blockedMs = 0;
      before = process.cpuUsage();
      writeFileSync(file, JSON.stringify(look));
    });
  });
}

const file = process.env.QUARRY_WATCH;
if (!isMainThread) answerLooks();
else if (file !== undefined) watch(file);
