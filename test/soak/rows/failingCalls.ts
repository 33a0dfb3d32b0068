import assert from 'node:assert/strict';
import { ApiError } from '../../../src/contract/errors';
import { fault, FaultyFiles } from '../../unit/store/faultyFiles';
import { fence, putTag, TemporaryFolder } from '../../unit/store/temporaryStore';
import type { Outcome, Round, Row } from '../row';

const codes = ['ENOSPC', 'EIO', 'EACCES', 'EROFS', 'EMFILE'] as const;

/** How many calls fail in a row: one, more than the store tries again, and all that come. */
const spans = [1, 9, Infinity] as const;

function isPlain(error: unknown): void {
  assert.ok(error instanceof ApiError && error.code === 'internal', String(error));
  assert.match(error.message, /^The (change could not be saved|library)/);
}

/** Two owners in turn, with snapshots between. Returns what was acknowledged. */
async function writeThroughFaults(folder: TemporaryFolder, files: FaultyFiles): Promise<string[]> {
  const acknowledged: string[] = [];
  for (const epoch of [1, 2]) {
    let store;
    try {
      store = await folder.open({ files, fence: fence(epoch), limits: { journalBytes: 0, journalRecords: 3 } });
    } catch (error) {
      isPlain(error);
      continue;
    }
    for (let index = 0; index < 5; index += 1) {
      const id = `${epoch}.${index}`;
      await store.change([putTag(id)]).then(() => acknowledged.push(id), isPlain);
    }
    await store.close().catch((error: unknown) => assert.ok(error instanceof Error));
  }
  return acknowledged;
}

async function failFrom(first: number, span: number, code: string): Promise<boolean> {
  const folder = await TemporaryFolder.make();
  const files = new FaultyFiles();
  files.plan = () => (files.calls >= first && files.calls < first + span ? fault(code) : undefined);
  const acknowledged = await writeThroughFaults(folder, files);
  const wasMet = files.calls >= first;
  files.plan = () => undefined;
  const store = await folder.open({ fence: fence(9) });
  assert.equal(store.readOnly, undefined, `${code} at call ${first}: opens for changes`);
  for (const id of acknowledged) assert.ok(store.get('tags', id), `${code} at call ${first}: ${id} was acknowledged`);
  await store.change([putTag('after')]);
  await folder.remove();
  return wasMet;
}

async function run({ count: step, isFull, progress }: Round): Promise<Outcome> {
  let runs = 0;
  for (const code of codes) {
    for (const span of spans) {
      // The quick form leaves steps out, beginning at another call for every code.
      for (let first = 1 + (runs % step); await failFrom(first, span, code); first += step) runs += 1;
      if (isFull) progress(`${code}, ${span} calls: done`);
    }
  }
  return { figure: `${runs} runs, each failing from another call on, 0 lost`, isKept: true };
}

export const failingCalls: Row = {
  id: 'D3',
  promise: 'answers 500 in words when the k-th file call fails, for every k, loses nothing acknowledged and recovers',
  limit: 'all k × ENOSPC, EIO, EACCES, EROFS, EMFILE',
  /** Every how many calls one is tried. */
  quick: 23,
  full: 1,
  run,
};
