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

/** An object of so many names, each of so many letters at least. */
const wide = (names: number, letters: number, prefix: string) =>
  `{${Array.from({ length: names }, (_, name) => `"${`${prefix}_${name}`.padEnd(letters, 'x')}":1`).join(',')}}`;
const objects = (count: number, names: number, prefix: string) =>
  `[${Array.from({ length: count }, (_, object) => wide(names, 0, `${prefix}${object}`)).join(',')}]`;

/** Names are others each time: the engine below knows those it has read before. */
const bodies: [name: string, make: (prefix: string) => string][] = [
  ...[65, 200, 10_000, 200_000].flatMap((levels): [string, () => string][] => [
    [`${levels} lists`, () => deep(levels, '[', ']')],
    [`${levels} objects`, () => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`],
  ]),
  ['200,000 keys', (prefix) => wide(200_000, 0, prefix)],
  ['8 MiB of lists', () => fill('[],')],
  ['8 MiB of numbers', () => fill('1,')],
  ['8 MiB of escapes', () => `"${'\\u0061'.repeat(Math.floor(bodyBytes / 6))}"`],
  ['99,000 names of 78 letters', (prefix) => wide(99_000, 78, prefix)],
  ['49,000 names of 150 letters', (prefix) => wide(49_000, 150, prefix)],
  // Each object is of a form of its own, which costs more than one wide one.
  ['490 objects of 100 names', (prefix) => objects(490, 100, prefix)],
  ['4,700 objects of 10 names', (prefix) => objects(4_700, 10, prefix)],
  ['32,000 objects of one name', (prefix) => objects(32_000, 1, prefix)],
  ['98,000 texts of escapes', () => fill(`"${'\\n'.repeat(41)}",`)],
  ['98,000 numbers of 82 digits', () => fill(`0.${'7'.repeat(82)},`)],
  ['8 MiB of escaped quotes', () => `"${'\\"'.repeat(bodyBytes / 2 - 2)}"`],
  ['8 MiB of umlauts', () => `"${'ü'.repeat(bodyBytes / 2 - 2)}"`],
  ['8 MiB of lines and a fault', () => `${'\n'.repeat(bodyBytes - 2)}]`],
  ['8 MiB of blanks', () => ' '.repeat(bodyBytes)],
  ['8 MiB of brackets in a text', () => `"${'['.repeat(bodyBytes - 2)}"`],
];

async function run({ count, slack, progress }: Round): Promise<Outcome> {
  const [service, control] = await Promise.all([Service.start({ isWatched: true }), Service.start()]);
  try {
    const post = (body: string) => call(service, { method: 'POST', path: '/assets/create', headers: json, body });
    await post(good);
    await service.look();
    const comparison = startComparison(service, control);
    let slowest = { name: '', ms: 0 };
    for (const [name, make] of bodies) {
      const took: number[] = [];
      for (let round = 0; round < count; round += 1) {
        const { status, text } = await post(make(`k${round}_`));
        assert.equal(status, 400, `${name}: ${status} ${text}`);
        took.push((await service.look()).blockedMs);
      }
      // The middle one: garbage is collected now and then, and belongs to no body.
      const ms = Math.round(took.sort((a, b) => a - b)[count >> 1] ?? 0);
      progress(`${name}: ${ms} ms`);
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
