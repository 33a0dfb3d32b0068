/** `storeWriter.child.mjs DIRECTORY EPOCH`: 64 writers on one store, until killed. Says what was acknowledged. */
import { writeSync } from 'node:fs';
import { openStore } from '../../../src/store/openStore';
import { fence, putTag } from '../../unit/store/temporaryStore';

const writers = 64;
const idsPerWriter = 5;

async function write(directory: string, epoch: number): Promise<void> {
  const limits = { journalBytes: 1_000_000, journalRecords: 2_000 };
  const store = await openStore({ directory, fence: fence(epoch), log: () => undefined, limits });
  const filling = 'x'.repeat(1_000);
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      for (let number = epoch * 1_000_000; ; number += 1) {
        const id = `${writer}.${number % idsPerWriter}`;
        await store.change([putTag(id, `${number} ${filling}`), putTag(`pair of ${id}`, `${number} ${filling}`)]);
        writeSync(1, `${JSON.stringify([id, number])}\n`); // at once: the process may be killed in the next moment
      }
    }),
  );
}

const [, , directory = '', epoch] = process.argv;
void write(directory, Number(epoch));
