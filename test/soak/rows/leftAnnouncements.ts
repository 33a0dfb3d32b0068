import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Outcome, Round, Row } from '../row';
import { Service } from '../tools/service';

async function run({ count, progress }: Round): Promise<Outcome> {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-left-'));
  const folder = path.join(home, '.quarry', 'servers');
  const living = await Service.start({ home, data: path.join(home, 'living') });
  let most = 0;
  try {
    for (let kill = 0; kill < count; kill += 1) {
      const service = await Service.start({ home, data: path.join(home, 'killed') });
      await service.stop('SIGKILL');
      most = Math.max(most, fs.readdirSync(folder).filter((name) => name.endsWith('.json')).length);
      progress(`${kill + 1} of ${count} kills`);
    }
    const last = await Service.start({ home, data: path.join(home, 'killed') });
    const wanted = [living.port, last.port].map((port) => `${port}.json`).sort();
    const until = performance.now() + 15_000;
    while (fs.readdirSync(folder).length > 2 && performance.now() < until)
      await new Promise((resolve) => setTimeout(resolve, 50));
    assert.deepEqual(fs.readdirSync(folder).sort(), wanted, 'those that live, and no other');
    for (const name of wanted) {
      const file = path.join(folder, name);
      const keys = Object.keys(JSON.parse(fs.readFileSync(file, 'utf8')) as object).sort();
      assert.deepEqual(keys, ['baseUrl', 'instance', 'pid', 'port', 'process', 'token']);
      if (process.platform !== 'win32') assert.equal(fs.statSync(file).mode & 0o777, 0o600);
    }
    assert.equal(await last.stop(), 0, 'the stop came to its end');
    assert.deepEqual(fs.readdirSync(folder), [`${living.port}.json`]);
    const brief = await Service.start({ home, data: path.join(home, 'killed') });
    // At once after its first word: a busy machine may not have let it come any further.
    assert.equal(await brief.stop(), 0, 'a service that has just started ends in order too');
    assert.deepEqual(fs.readdirSync(folder), [`${living.port}.json`]);
  } finally {
    await living.stop();
    fs.rmSync(home, { recursive: true, force: true });
  }
  return {
    figure: `${count} kills beside one that lives: at most ${most} files at a time, 2 at the end`,
    isKept: most <= 3,
  };
}

export const leftAnnouncements: Row = {
  id: 'W7',
  promise: 'removes at the next start what killed services announced, token included, and nothing of one that lives',
  limit: 'the living and the last killed one, at any time',
  quick: 2,
  full: 60,
  run,
};
