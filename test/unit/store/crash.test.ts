/** The child is this same file, started again: it writes under load until it is killed. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { writeSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openStore } from '../../../src/store/openStore';
import { fence, putTag, TemporaryFolder } from './temporaryStore';

const writers = 64;
const idsPerWriter = 5;

/** Writer w gives its ids rising numbers and says each on stdout when it is acknowledged. */
async function writeUntilKilled(directory: string, epoch: number): Promise<void> {
  const limits = { journalBytes: 1_000_000, journalRecords: 2_000 };
  const store = await openStore({ directory, fence: fence(epoch), log: () => undefined, limits });
  const filling = 'x'.repeat(1_000);
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      for (let number = epoch * 1_000_000; ; number += 1) {
        const id = `${writer}.${number % idsPerWriter}`;
        await store.change([putTag(id, `${number} ${filling}`), putTag(`pair of ${id}`, `${number} ${filling}`)]);
        writeSync(1, `${id} ${number}\n`);
      }
    }),
  );
}

/** Lets a child write, kills it `afterMs` its first acknowledgement, and returns the last number acknowledged per id. */
async function killWhileWriting(directory: string, epoch: number, afterMs: number): Promise<Map<string, number>> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), 'write', directory, String(epoch)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (said === '') setTimeout(() => child.kill('SIGKILL'), afterMs);
    said += text;
  });
  await new Promise((resolve) => child.once('close', resolve));
  const acknowledged = new Map<string, number>();
  for (const line of said.slice(0, said.lastIndexOf('\n')).split('\n')) {
    const [id, number] = line.split(' ');
    if (id) acknowledged.set(id, Number(number));
  }
  return acknowledged;
}

function describeCrashes(): void {
  describe('store in a process that is killed', () => {
    it('loses nothing acknowledged, tears no change in two, and opens alone', async function () {
      this.timeout(30_000);
      const folder = await TemporaryFolder.make();
      const kills = Number(process.env.QUARRY_KILLS ?? 6);
      let count = 0;
      for (let kill = 0; kill < kills; kill += 1) {
        const acknowledged = await killWhileWriting(folder.path, 2 * kill + 1, 20 + 180 * Math.random());
        const store = await folder.open({ fence: fence(2 * kill + 2) });
        assert.ok(acknowledged.size > 0);
        assert.equal(store.readOnly, undefined);
        assert.deepEqual(store.repairs, []);
        for (const [id, number] of acknowledged) {
          const found = parseInt(store.get('tags', id)?.text ?? '', 10);
          assert.ok(found >= number, `${id}: ${number} was acknowledged, ${found} is there`);
          assert.equal(parseInt(store.get('tags', `pair of ${id}`)?.text ?? '', 10), found);
          count += 1;
        }
        await store.close();
      }
      assert.ok(count > kills * writers);
      await folder.remove();
    });
  });
}

const [, , role, directory, epoch] = process.argv;
if (role === 'write' && directory) void writeUntilKilled(directory, Number(epoch));
else describeCrashes();
