import assert from 'node:assert/strict';
import { call, json } from '../../unit/server/startServer';
import type { Outcome, Round, Row } from '../row';
import { startComparison } from '../tools/probe';
import { Service } from '../tools/service';

const limitMs = 100;
const bodyBytes = 8 * 1024 * 1024 - 1_024;

const good = '{"asset":{"format":{"fragment":{"string":{"raw":"const after = 1;"}}}}}';

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
  [
    '99,000 names of 80 letters',
    `{${Array.from({ length: 99_000 }, (_, key) => `"k${key}${'x'.repeat(70)}":1`).join(',')}}`,
  ],
  [
    '49,000 names of 150 letters',
    `{${Array.from({ length: 49_000 }, (_, key) => `"k${key}${'x'.repeat(145)}":1`).join(',')}}`,
  ],
  ['8 MiB of escaped quotes', `"${'\\"'.repeat(bodyBytes / 2 - 2)}"`],
  ['8 MiB of umlauts', `"${'ü'.repeat(bodyBytes / 2 - 2)}"`],
  ['8 MiB of lines and a fault', `${'\n'.repeat(bodyBytes - 2)}]`],
  ['8 MiB of blanks', ' '.repeat(bodyBytes)],
  ['8 MiB of brackets in a text', `"${'['.repeat(bodyBytes - 2)}"`],
];

async function run({ count, slack }: Round): Promise<Outcome> {
  const [service, control] = await Promise.all([Service.start({ isWatched: true }), Service.start()]);
  try {
    const post = (body: string) => call(service, { method: 'POST', path: '/assets/create', headers: json, body });
    await post(good);
    await service.look();
    const comparison = startComparison(service, control);
    let slowest = { name: '', ms: 0 };
    for (const [name, body] of bodies) {
      const took: number[] = [];
      for (let round = 0; round < count; round += 1) {
        const { status, text } = await post(body);
        assert.equal(status, 400, `${name}: ${status} ${text}`);
        took.push((await service.look()).blockedMs);
      }
      // The middle one: garbage is collected now and then, and belongs to no body.
      const ms = Math.round(took.sort((a, b) => a - b)[count >> 1] ?? 0);
      if (ms > slowest.ms) slowest = { name, ms };
    }
    const { laterMs } = await comparison.stop();
    assert.equal((await post(good)).status, 200);
    const figure = `${bodies.length} bodies refused ${count} times; the loop is held up for ${slowest.ms} ms of processor time by ${slowest.name}; health checks at most ${laterMs} ms later than of an idle service`;
    return { figure, isKept: slowest.ms <= slack * limitMs };
  } finally {
    await Promise.all([service.stop(), control.stop()]);
  }
}

export const deepJson: Row = {
  id: 'B2',
  promise: 'refuses deep and wide JSON before it is parsed, keeps answering others, and the store takes changes after',
  limit: '≤ 100 ms loop block, in processor time',
  quick: 1,
  full: 9,
  unable: () => (process.platform === 'win32' ? 'processes are looked at with a signal that Windows lacks' : undefined),
  run,
};
