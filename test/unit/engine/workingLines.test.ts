// Which committed lines still stand in a working copy: on their own, and against what git itself blames.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { maxLines, standingLines } from '../../../src/engine/git/history';
import { people } from '../../../src/engine/people';
import { processorMs } from '../processorTime';

const standing = (committed: string, working: string) => [...(standingLines(committed, working) ?? [])];

describe('lines of a working copy', () => {
  it('stand where they were committed, and are nobody’s when they are new or changed', () => {
    assert.deepEqual(standing('a\nb\nc\n', 'a\nb\nc\n'), [1, 2, 3]);
    assert.deepEqual(standing('a\nb\nc\n', 'new\na\nb\nc\n'), [0, 1, 2, 3]);
    assert.deepEqual(standing('a\nb\nc\n', 'a\nchanged\nc\n'), [1, 0, 3]);
    assert.deepEqual(standing('a\nb\nc\nd\n', 'c\nd\nnew'), [3, 4, 0]);
    assert.deepEqual(standing('', 'a'), [0]);
    assert.deepEqual(standing('a\n', ''), []);
  });

  it('stand with other line ends and other indentation', () => {
    assert.deepEqual(standing('if (a) {\nb();\n}\n', 'if (a) {\r\n  b();\r\n}\r\n'), [1, 2, 3]);
  });

  it('keep their order and their text, whatever was done', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 40 });
    fc.assert(
      fc.property(lines, lines, (old, current) => {
        const found = standing(old.join('\n'), current.join('\n'));
        const kept = found.filter((line) => line > 0);
        assert.deepEqual(
          kept,
          [...new Set(kept)].sort((a, b) => a - b),
        );
        found.forEach((line, at) => assert.ok(line === 0 || old[line - 1] === current[at]));
      }),
    );
  });

  it('are compared in bounded time, however much differs', () => {
    const text = (word: string) => Array.from({ length: maxLines - 2 }, (_, n) => `${word} ${n}`).join('\n');
    let found: number[] = [];
    const spent = processorMs(() => (found = standing(`first\n${text('a')}\n`, `first\n${text('b')}\nlast\n`)));
    assert.ok(spent < 1_500, `${spent} ms`);
    assert.equal(found[0], 1);
    assert.ok(found.slice(1).every((line) => line === 0));
  });

  it('are not compared where there are too many', () => {
    const text = '\n'.repeat(4 * 1024 * 1024);
    assert.ok(processorMs(() => assert.equal(standingLines(text, `x${text}`), undefined)) < 1_500);
  });

  describe('of a real file', function () {
    this.timeout(20_000);
    let folder: string;
    const git = (words: string[], name = 'Ada') => {
      const email = `${name.toLowerCase()}@example.org`;
      const options = ['-c', 'core.autocrlf=false', '-c', `user.name=${name}`, '-c', `user.email=${email}`];
      return execFileSync('git', [...options, ...words], { cwd: folder, encoding: 'utf8' });
    };
    const file = () => path.join(folder, 'a.ts');
    const rows = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, n) => `const line${from + n} = ${from + n};`);

    before(() => {
      folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-lines-'));
      git(['init', '-q']);
      fs.writeFileSync(file(), rows(0, 30).join('\n') + '\n');
      git(['add', '.']);
      git(['commit', '-q', '-m', 'one']);
      fs.writeFileSync(file(), [...rows(0, 10), ...rows(100, 105), ...rows(10, 30)].join('\n') + '\n');
      git(['commit', '-q', '-a', '-m', 'two'], 'Ben');
    });
    after(() => fs.rmSync(folder, { recursive: true, force: true }));

    /** How many lines each wrote, as git blames the working copy itself. */
    function blamed(lines?: { start: number; end: number }): Record<string, number> {
      const range = lines ? [`-L${lines.start},${lines.end}`] : [];
      const output = git(['blame', '--line-porcelain', '-w', '-M', '-C', ...range, '--', 'a.ts']);
      const counts: Record<string, number> = {};
      for (const [, name = ''] of output.matchAll(/^author (.*)$/gm)) counts[name] = (counts[name] ?? 0) + 1;
      delete counts['Not Committed Yet'];
      return counts;
    }

    async function told(lines?: { start: number; end: number }): Promise<Record<string, number>> {
      const { people: found } = await people({ places: [{ path: file(), ...(lines && { lines }) }] });
      const counts = found.map(({ name, reason }) => [name, Number(/^wrote (\d+)/.exec(reason)?.[1] ?? 0)] as const);
      return Object.fromEntries(counts.filter(([, count]) => count > 0));
    }

    for (const [name, change] of [
      ['as it was committed', (lines: string[]) => lines],
      [
        'with lines put before, changed and removed',
        (lines: string[]) => ['// new', '', ...lines.slice(0, 12), 'const other = 1;', ...lines.slice(14)],
      ],
      ['indented anew', (lines: string[]) => lines.map((line) => `    ${line}`)],
      ['with other line ends', (lines: string[]) => lines.map((line) => `${line}\r`)],
    ] as const) {
      it(`have the authors that git tells, ${name}`, async () => {
        git(['checkout', '-q', '--', '.']);
        const lines = fs.readFileSync(file(), 'utf8').trimEnd().split('\n');
        fs.writeFileSync(file(), change(lines).join('\n') + '\n');
        for (const range of [undefined, { start: 3, end: 8 }, { start: 9, end: 20 }, { start: 30, end: 99 }]) {
          assert.deepEqual(
            await told(range),
            blamed(range && { ...range, end: Math.min(range.end, change(lines).length) }),
          );
        }
      });
    }

    it('that are not committed have no author, and are said to have none', async () => {
      git(['checkout', '-q', '--', '.']);
      fs.writeFileSync(file(), `// mine\n// too\n${fs.readFileSync(file(), 'utf8')}`);
      const { notes } = await people({ places: [{ path: file(), lines: { start: 1, end: 2 } }] });
      assert.match(notes.join(), /nothing committed in these lines/);
      const beyond = await people({ places: [{ path: file(), lines: { start: 90, end: 91 } }] });
      assert.match(beyond.notes.join(), /has only 37 lines/);
    });
  });
});
