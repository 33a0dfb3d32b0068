// What keeps wrong weights from being written, and what tells whether a signal pays.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { grammarFolder } from '../../../src/training/built';
import { halfOf, readLineSets } from '../../../src/training/ranking/questionSets';
import { differenceInterval } from '../../../src/training/ranking/scores';

describe('a fit', () => {
  let folder: string;

  beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-fits-'))));
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  it('does not begin without grammars, and says how they are made', () => {
    const root = process.cwd();
    process.chdir(folder);
    try {
      assert.throws(grammarFolder, /dist\/grammars has no tree-sitter\.wasm: run “node src\/build\.mjs” first/);
    } finally {
      process.chdir(root);
    }
    assert.equal(grammarFolder(), path.resolve('dist/grammars'));
  });

  it('that writes weights wants every repository of its half at the commit of the set, and names those it lacks', () => {
    const part = 'test/quality/line-questions/parts/few/sources.json';
    const sources = JSON.parse(fs.readFileSync(part, 'utf8')) as { name: string; commit: string; root: string }[];
    const [here, old] = sources.filter(({ name }) => halfOf(name) === 'open');
    for (const { name, commit, root } of [here!, { ...old!, commit: 'another' }]) {
      fs.mkdirSync(path.join(folder, name));
      fs.writeFileSync(path.join(folder, `.${name}`), `${commit} ${root}`);
    }
    const lacks = (error: Error) => {
      const names = /lacks (.*?): “node .*checkout\.mjs/.exec(error.message)?.[1]?.split(', ') ?? [];
      return names.includes(old!.name) && !names.includes(here!.name) && names.every((name) => halfOf(name) === 'open');
    };
    assert.throws(() => readLineSets(folder, 'open', { isWhole: true }), lacks);
  });

  it('tells less of many questions about one repository than of as many about several', () => {
    const before = Array.from({ length: 40 }, () => 0);
    const after = before.map((_, at) => (at < 10 ? 1 : 0));
    const alone = differenceInterval(before, after);
    const byFour = differenceInterval(
      before,
      after,
      before.map((_, at) => Math.floor(at / 10)),
    );
    assert.ok(alone.high - alone.low < 0.3);
    assert.deepEqual(byFour, { low: 0, high: 0.75 });
  });
});
