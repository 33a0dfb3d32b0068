import assert from 'node:assert/strict';
import { rows } from './rows';

/** What is promised for a machine at rest, on one that does other work meanwhile. */
const slack = 10;

/** Any fixed number: what fails here fails again. */
const seed = 20_261_121;

describe('promise', () => {
  for (const row of rows.filter(({ quick }) => quick > 0)) {
    it(`${row.id}: ${row.promise}`, async function () {
      const reason = row.unable?.();
      if (reason) this.skip();
      const { figure, isKept } = await row.run({
        count: row.quick,
        isFull: false,
        seed,
        slack,
        progress: () => undefined,
      });
      assert.ok(isKept, `${figure}; promised: ${row.limit}`);
    });
  }
});
