import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  Gathering,
  gather,
  readGathered,
  writeGathered,
  KeepOut,
  filesOf,
} from '../../../src/training/embedding/gather';
import { piecesOf } from '../../../src/training/embedding/pieces';
import { asTyped, sentenceOf } from '../../../src/training/embedding/documents';

const python = `
class Basket:
    def total_price(self, items):
        """Returns the sum of all prices in the basket.

        Empty baskets cost nothing.
        """
        total = 0
        for item in items:
            # apply the discount of the season
            price = item.price * self.discount
            total += price
        return total
`;

describe('extraction of pairs', () => {
  it('takes the first sentence of a docstring as the question, and the code without it', () => {
    const piece = piecesOf(python, 'py').find(({ name }) => name === 'total_price');
    assert.equal(piece?.question, 'sum of all prices in the basket');
    assert.match(piece?.code ?? '', /def total_price[^]*return total/);
    assert.doesNotMatch(piece?.code ?? '', /Returns the sum/);
    assert.match(piece?.rest ?? '', /Empty baskets cost nothing/);
    assert.doesNotMatch(piece?.rest ?? '', /sum of all/);
  });

  it('takes a comment inside a function with the rows below it', () => {
    const piece = piecesOf(python, 'py').find(({ kind }) => kind === 'rows');
    assert.equal(piece?.question, 'apply the discount of the season');
    assert.match(piece?.code ?? '', /item\.price \* self\.discount/);
  });

  const documented: Record<string, string> = {
    go: '// Total sums the prices of a basket.\nfunc Total(items []Item) int {\n\tsum := 0\n\tfor _, i := range items {\n\t\tsum += i.Price\n\t}\n\treturn sum\n}\n',
    java: '  /**\n   * Sums the prices of a {@link Basket}.\n   * @param items what was taken\n   */\n  @Override\n  public int total(List<Item> items) {\n    int sum = 0;\n    return sum;\n  }\n',
    ts: '/** Sums the prices of a basket. */\nexport function total(items: Item[]): number {\n  return items.reduce((sum, item) => sum + item.price, 0);\n}\n',
    rs: '/// Sums the prices of a basket.\n#[inline]\npub fn total(items: &[Item]) -> u32 {\n    items.iter().map(|i| i.price).sum()\n}\n',
    rb: '# Sums the prices of a basket.\ndef total(items)\n  items.map(&:price).reduce(0, :+)\nend\n',
    ex: '  @doc """\n  Sums the prices of a basket.\n  """\n  @spec total(list) :: integer\n  def total(items) do\n    Enum.reduce(items, 0, fn item, sum -> sum + item.price end)\n  end\n',
    lua: '--- Sums the prices of a basket.\nlocal function total(items)\n  local sum = 0\n  for _, item in ipairs(items) do sum = sum + item.price end\n  return sum\nend\n',
    c: '/* Sums the prices of a basket. */\nint total(const struct item *items, size_t count)\n{\n  int sum = 0;\n  return sum;\n}\n',
    kt: '/** Sums the prices of a basket. */\nfun total(items: List<Item>): Int {\n    return items.sumOf { it.price }\n}\n',
    zig: '/// Sums the prices of a basket.\npub fn total(items: []const Item) u32 {\n    var sum: u32 = 0;\n    return sum;\n}\n',
  };
  for (const [language, text] of Object.entries(documented)) {
    it(`finds a documented function in .${language}`, () => {
      const [piece] = piecesOf(text, language);
      assert.match(piece?.question ?? '', /^sums the prices of a basket$/i);
      if (language !== 'java' && language !== 'c') assert.equal(piece?.name.toLowerCase(), 'total');
      assert.match(piece?.code ?? '', /price|sum/);
      assert.doesNotMatch(piece?.code ?? '', /prices of a/);
    });
  }

  it('asks for a code block of a document by its heading and by the sentence over it', () => {
    const text =
      '## Reading a file\n\nOpen it and read all rows:\n\n```python\nwith open(path) as file:\n    rows = file.readlines()\n```\n';
    const questions = piecesOf(text, 'md').map(({ question }) => question);
    assert.deepEqual(questions, ['Reading a file', 'Open it and read all rows']);
  });

  it('takes the name of a test as the question for what it tests', () => {
    const [piece] = piecesOf(
      "it('refuses an empty basket', () => {\n  assert.throws(() => pay(new Basket([])));\n});\n",
      'ts',
    );
    assert.deepEqual([piece?.kind, piece?.question], ['test', 'refuses an empty basket']);
  });

  it('says nothing of licences, tool marks and commented-out code', () => {
    for (const comment of [
      '// Copyright 2020 Somebody',
      '// eslint-disable-next-line no-console',
      '// total = total + 1;',
    ]) {
      assert.equal(sentenceOf(comment), undefined, comment);
    }
  });

  it('drops the words in which a comment speaks of its own function', () => {
    assert.equal(asTyped('This function returns the length of a list', ''), 'length of a list');
    assert.equal(asTyped('Total sums the prices', 'Total'), 'sums the prices');
  });
});

describe('what is measured on', () => {
  const code =
    'def total(items):\n    total = 0\n    for item in items:\n        total += item.price * item.count\n    return round(total, 2)\n';

  it('is recognised with other spaces and without its comments', () => {
    const keepOut = new KeepOut();
    keepOut.add(`def total(items):\n    """Sums."""\n${code.slice(code.indexOf('\n') + 1)}`);
    assert.equal(keepOut.has(code.replace(/ {4}/g, '\t')), true);
    assert.equal(keepOut.has('def other(rows):\n    return [row.strip() for row in rows if row]\n'), false);
  });

  it('is recognised inside a longer piece by its runs of words', () => {
    const keepOut = new KeepOut();
    keepOut.add(code);
    assert.equal(keepOut.has(`def first():\n    pass\n\n${code}`), true);
  });

  it('is left out of the pairs and counted', () => {
    const keepOut = new KeepOut();
    keepOut.add(code);
    const gathering = new Gathering(keepOut);
    gathering.add({ kind: 'doc', question: 'sum of the prices', name: 'total', code, rest: '' }, 'py', 0);
    assert.deepEqual([gathering.pairs.size, gathering.keptOut], [0, 1]);
  });
});

describe('gathering from a mirror', () => {
  let folder: string;
  let commit: string;

  before(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-mirror-'));
    const work = path.join(folder, 'owner', 'project');
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', work, '-c', 'user.name=A', '-c', 'user.email=a@b.c', ...args], { encoding: 'utf8' });
    fs.mkdirSync(path.join(work, 'vendor'), { recursive: true });
    execFileSync('git', ['init', '-q', work]);
    fs.writeFileSync(path.join(work, 'basket.py'), python);
    fs.writeFileSync(path.join(work, 'made.py'), `# Generated by a tool. DO NOT EDIT\n${python}`);
    fs.writeFileSync(path.join(work, 'vendor', 'other.py'), python);
    git('add', '-A');
    git('commit', '-q', '-m', 'one');
    commit = git('rev-parse', 'HEAD').trim();
  });
  after(() => fs.rmSync(folder, { recursive: true, force: true }));

  it('reads the files of the commit, but no generated and no vendored ones', () => {
    const files = [...filesOf(path.join(folder, 'owner', 'project', '.git'), commit)];
    assert.deepEqual(
      files.map((file) => file.path),
      ['basket.py'],
    );
  });

  it('gives the same pairs each time, and again from the file in which they were kept', () => {
    const repositories = [{ name: 'owner/project', commit, licence: 'MIT' }];
    const run = () => gather(repositories, { mirrors: folder, keepOut: new KeepOut(), say: () => undefined });
    const [first, second] = [run(), run()];
    const file = path.join(folder, 'kept.bin');
    writeGathered(file, first);
    const kept = readGathered(file);
    assert.ok(first.pairs.size >= 2);
    for (const other of [second, kept]) {
      assert.deepEqual([...other.pairs.bytes().column], [...first.pairs.bytes().column]);
      assert.deepEqual(other.terms, first.terms);
    }
  });

  it('says which mirror is missing', () => {
    const repositories = [{ name: 'owner/missing', commit, licence: 'MIT' }];
    const run = () => gather(repositories, { mirrors: folder, keepOut: new KeepOut(), say: () => undefined });
    assert.throws(run, /no mirror of owner\/missing/);
  });
});
