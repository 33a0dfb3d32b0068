import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createEngine } from '../../../src/engine/engine';
import type { Engine } from '../../../src/engine/types';

const files: Record<string, string> = {
  'lib/level.js': `/** The level of a logger. */\nexport function setLevel(level) {\n  if (!levels.has(level)) throw new Error('The level must be one of the names');\n}\n`,
  'lib/a.py': `class Pool:\n    def open(self):\n        return self.file\n`,
  'lib/b.py': `class Door:\n    def open(self):\n        return self.hinge\n`,
  'lib/c.py': `class Window:\n    def open(self):\n        return self.pane\n`,
};

describe('how likely a place is the one asked for', function () {
  this.timeout(20_000);
  let root: string;
  let engine: Engine;
  before(() => {
    root = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-likelihood-'));
    for (const [file, text] of Object.entries(files)) {
      fs.mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
      fs.writeFileSync(path.join(root, file), text);
    }
    engine = createEngine({ grammarFolder: path.resolve('dist/grammars'), log: () => undefined });
  });
  after(async () => {
    await engine.close();
    fs.rmSync(root, { recursive: true });
  });
  const likelihoods = async (query: string, limit = 10) => {
    const { snippets } = await engine.retrieve({ query, space: { paths: [root] }, limit });
    return snippets.map(({ likelihood }) => likelihood ?? NaN);
  };

  it('is high where a message stands once, as it was pasted', async () => {
    const [first, second] = await likelihoods('The level must be one of the names');
    assert.ok(first! >= 0.9, `${first}`);
    assert.ok(!(second! >= 0.6), `${second}`);
  });

  it('is divided where a name is defined several times', async () => {
    const [sole] = await likelihoods('setLevel');
    const [first] = await likelihoods('open');
    assert.ok(first! < sole! - 0.1, `${first} of ${sole}`);
  });

  it('is not high for the best of places that say little of what was asked', async () => {
    const [first] = await likelihoods('where is the payment of a customer refused by the logger?');
    assert.ok(first! < 0.6, `${first}`);
  });

  it('is the same however many places are asked for', async () => {
    const query = 'where is the hinge of a door opened?';
    assert.equal((await likelihoods(query, 1))[0], (await likelihoods(query, 10))[0]);
  });

  it('is not told of what is shown because nothing matches', async () => {
    assert.ok((await likelihoods('qqq zzz')).every(Number.isNaN));
  });
});
