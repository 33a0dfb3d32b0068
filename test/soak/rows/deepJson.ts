import assert from 'node:assert/strict';
import { call, json } from '../../unit/server/startServer';
import type { Outcome, Round, Row } from '../row';
import { startProbe } from '../tools/probe';
import { Service } from '../tools/service';

const limitMs = 100;
const bodyBytes = 8 * 1024 * 1024 - 1_024;

const deep = (levels: number, open: string, close: string) => open.repeat(levels) + close.repeat(levels);
const fill = (piece: string) => `[${piece.repeat(Math.floor(bodyBytes / piece.length)).slice(0, -1)}]`;

const bodies: [name: string, body: string][] = [
  ...[65, 200, 10_000, 200_000].flatMap((levels): [string, string][] => [
    [`${levels} lists`, deep(levels, '[', ']')],
    [`${levels} objects`, `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`],
  ]),
  ['200,000 keys', `{${Array.from({ length: 200_000 }, (_, key) => `"k${key}":1`).join(',')}}`],
  ['8 MiB of lists', fill('[],')],
  ['8 MiB of numbers', fill('1,')],
  ['8 MiB of escapes', `"${'\\u0061'.repeat(Math.floor(bodyBytes / 6))}"`],
  ['8 MiB of blanks', ' '.repeat(bodyBytes)],
  ['8 MiB of brackets in a text', `"${'['.repeat(bodyBytes - 2)}"`],
];

async function run({ slack }: Round): Promise<Outcome> {
  const service = await Service.start();
  try {
    const resting = startProbe(service);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const rest = await resting.stop();
    const probe = startProbe(service);
    for (const [name, body] of bodies) {
      const answer = await call(service, { method: 'POST', path: '/assets/create', headers: json, body });
      assert.equal(answer.status, 400, `${name}: ${answer.status} ${answer.text}`);
    }
    const { worstMs } = await probe.stop();
    const body = '{"asset":{"format":{"fragment":{"string":{"raw":"const after = 1;"}}}}}';
    assert.equal((await call(service, { method: 'POST', path: '/assets/create', headers: json, body })).status, 200);
    const figure = `${bodies.length} bodies refused; slowest health check ${worstMs} ms meanwhile, ${rest.worstMs} ms at rest`;
    return { figure, isKept: worstMs <= slack * Math.max(limitMs, 2 * rest.worstMs) };
  } finally {
    await service.stop();
  }
}

export const deepJson: Row = {
  id: 'B2',
  promise: 'refuses deep and wide JSON before it is parsed, keeps answering others, and the store takes changes after',
  limit: 'others wait ≤ 100 ms, or twice what they do at rest on a busy machine',
  // Missed as yet on a busy machine: 198 ms beside the largest bodies.
  quick: 0,
  full: 1,
  run,
};
