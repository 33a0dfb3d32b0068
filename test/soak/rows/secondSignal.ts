import assert from 'node:assert/strict';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Outcome, Round, Row } from '../row';
import { Random } from '../tools/random';
import { Service } from '../tools/service';

const limitMs = 2_000;
/** Within the time that a stop waits for a request under way. */
const signalledWithinMs = 700;

/** A request whose body does not come to its end: the stop waits for it. */
function holdOpen(service: Service): net.Socket {
  const socket = net.connect(service.port, '127.0.0.1');
  socket.on('error', () => undefined); // cut off by the end of the service
  socket.write('POST /assets/create HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n');
  socket.write('Content-Length: 100\r\n\r\n{');
  return socket;
}

async function run({ count, seed, slack, progress }: Round): Promise<Outcome> {
  const random = new Random(seed);
  let worstMs = 0;
  for (let round = 0; round < count; round += 1) {
    const home = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-signals-'));
    try {
      const service = await Service.start({ home });
      const held = holdOpen(service);
      await pause(50);
      const began = performance.now();
      const ended = service.stop(round % 2 ? 'SIGINT' : 'SIGTERM');
      for (const name of ['SIGTERM', 'SIGINT', 'SIGTERM'] as const) {
        await pause(random.below(signalledWithinMs / 3));
        service.signal(name);
      }
      assert.equal(await ended, 0, 'the stop came to its end');
      worstMs = Math.max(worstMs, performance.now() - began);
      held.destroy();
      assert.deepEqual(fs.readdirSync(path.join(home, '.quarry', 'servers')), [], 'nothing stays announced');
    } finally {
      fs.rmSync(home, { recursive: true, force: true });
    }
    if (round % 10 === 9) progress(`${round + 1} of ${count} stops`);
  }
  const figure = `${count} stops with a request under way and three more signals: all ended in order, ${Math.round(worstMs)} ms at worst`;
  return { figure, isKept: worstMs <= slack * limitMs };
}

export const secondSignal: Row = {
  id: 'L6b',
  promise: 'finishes a stop whatever further signals come meanwhile',
  limit: '40 of 40 end in order, in ≤ 2 s',
  quick: 2,
  full: 40,
  run,
};
