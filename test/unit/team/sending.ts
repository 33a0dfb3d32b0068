// Changes as a client sends them where much goes wrong, and what must be there afterwards.
import assert from 'node:assert/strict';
import type { SentChange, TakenChange } from '../../../src/contract/schemas/team';
import type { TestDatabase } from './postgres';
import { call } from './team';
import { root } from './world';

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Sends a change as a client does: again with the same key until it is answered. */
export async function sendUntilAnswered(
  address: () => string,
  token: string,
  space: string,
  change: SentChange,
): Promise<TakenChange> {
  for (;;) {
    try {
      const answer = await call(address(), token, 'change', { params: { space }, body: { changes: [change] } });
      const [result] = answer.status === 200 ? answer.value.results : [];
      if (result) return result;
      assert.ok([429, 503].includes(answer.status), `${answer.status} ${answer.text}`);
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      // The line was cut: it is not known what became of it.
    }
    await pause(10);
  }
}

/** Each change once, in one unbroken row, and told the same to its author. */
export async function assertWhole(database: TestDatabase, space: string, answers: TakenChange[]): Promise<void> {
  const rows = await root<{ sequence: string; asset: string; version: number }>(
    database,
    'SELECT sequence, asset, version FROM quarry.history WHERE space = $1 ORDER BY sequence',
    [space],
  );
  assert.deepEqual(
    rows.map(({ sequence }) => Number(sequence)),
    rows.map((_, at) => at + 1),
  );
  assert.deepEqual(
    answers.map(({ asset, version, sequence }) => `${sequence} ${asset} ${version}`).sort(),
    rows.map(({ asset, version, sequence }) => `${sequence} ${asset} ${version}`).sort(),
  );
  const [progress] = await root<{ last: string }>(database, 'SELECT last FROM quarry.progress WHERE space = $1', [
    space,
  ]);
  assert.equal(Number(progress?.last), rows.length);
}
