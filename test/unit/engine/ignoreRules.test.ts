// Patterns of ignore files against git itself, and their cost.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { IgnoreRules, maxWildCharacters } from '../../../src/engine/files/gitignore';

const written = [
  ...['a', '/a', 'a/', '/a/', 'a/b', '/a/b', 'a/b/', '*', '*.b', 'a*', '*a*b', '/*', '*/', '*/b', '/*/b', '!a', '#a'],
  ...['**', '**/', '/**', '**/a', '**/a/', 'a/**', 'a/**/', 'a/**/b', '**/a/**', '**/b/**/a', 'a**b', '***/a'],
  ...['?', '?a', 'a?', '?/b', '[ab]', '[!a]', '[^a]', '[a-b].b', '[]a]', '[!]]', '[a-]', '[[:alpha:]]', '[[:digit:]b]'],
  ...[
    '[',
    '[a',
    'a[',
    '[]',
    '[!]',
    '\\a',
    '\\*',
    'a\\',
    '\\#a',
    '\\!a',
    'a\\ ',
    'a  ',
    'a\\ \\ ',
    ' a',
    '',
    '/',
    '//',
    '!',
  ],
  ...[
    '**/*/'.repeat(6) + 'a',
    '*/**/*',
    '**/**/a',
    'a/**/**/b',
    '[a/b]',
    'a[/]b',
    'a//b',
    '.b',
    'ab',
    'b/a',
    'A',
    'a.b',
  ],
  ...['*\na', '*\n!a', '*\n!*/\n!a', 'a/*\n!a/b', '!a\na', 'a\n!a\na/b', '/*\n!/a\n/a/*\n!/a/b', 'a\r\nb', '\ufeffa'],
];

/** Git takes `a**` + `/b` for `a` + `**` + `/b`, against its own documentation; we do not. */
const isMisread = (pattern: string) => /[^/*]\*\*+\//.test(pattern);

/** Any, but the same in each run. */
function made(count: number): string[] {
  let state = 42;
  const upTo = (limit: number) => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) % limit;
  const alphabet = [
    'a',
    'b',
    'a',
    'b',
    '/',
    '/',
    '*',
    '*',
    '**',
    '**/',
    '?',
    '[ab]',
    '[!a]',
    '.',
    '\\a',
    '!',
    '[',
    ']',
    '-',
  ];
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + upTo(7) }, () => alphabet[upTo(alphabet.length)]).join(''),
  ).filter((pattern) => !isMisread(pattern));
}

const folders = ['a', 'b', 'ab', 'a.b', 'a/a', 'a/b', 'a/ab', 'b/a', 'ab/b', 'a.b/a', 'a/b/a', 'a/b/b'];
const files = [
  ...['1', '.b', 'b.a', 'ba', '#a', '!a', 'a ', ' a', '[', '[a', '*', '-', 'A', 'aab', 'a/1', 'a/.b', 'a/ba', 'a/aab'],
  ...[
    'b/b',
    'b/ab',
    'b/a.b',
    'b/1',
    'ab/a',
    'ab/aab',
    'a.b/b',
    'a/a/a',
    'a/a/ab',
    'a/b/1',
    'a/b/a/ab',
    'a/b/b/b',
    'b/a/b',
  ],
];

describe('the rules of an ignore file', () => {
  it('are read as git reads them', () => {
    const repository = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-ignore-'));
    try {
      execFileSync('git', ['init', '-q', repository]);
      const texts = [...written, ...made(150)];
      for (const [place, text] of texts.entries()) {
        for (const folder of folders) fs.mkdirSync(path.join(repository, String(place), folder), { recursive: true });
        fs.writeFileSync(path.join(repository, String(place), '.gitignore'), `${text}\n`);
      }
      const asked = texts.flatMap((_, place) => [...folders, ...files].map((file) => `${place}/${file}`));
      const options = ['-c', 'core.excludesFile=', '-c', 'core.ignoreCase=false', 'check-ignore', '--no-index'];
      const input = asked.join('\0');
      // git ends with 1 where nothing is ignored, which is not so here.
      const output = execFileSync('git', [...options, '-z', '--stdin'], { cwd: repository, input, maxBuffer: 2 ** 26 });
      const ignored = new Set(output.toString('utf8').split('\0'));
      const differing = texts.flatMap((text, place) => {
        const rules = new IgnoreRules(text.replace(/^\ufeff/, '').split('\n'), maxWildCharacters, false);
        return [...folders, ...files].flatMap((file) => {
          const is = rules.covers(file, folders.includes(file));
          return is === ignored.has(`${place}/${file}`) ? [] : [`${JSON.stringify(text)} ${file}: ${is}`];
        });
      });
      assert.deepEqual(differing.slice(0, 20), []);
    } finally {
      fs.rmSync(repository, { recursive: true, force: true });
    }
  });

  it('are read without upper and lower case where the file system does not tell them, as git does then', () => {
    const lines = ['Build/', '*.LOG', '!Keep.log', '/Docs/*.md', 'src/**/Gen?.ts'];
    const asked = [
      'build/a.txt',
      'x.log',
      'KEEP.LOG',
      'docs/README.MD',
      'SRC/a/b/gen1.TS',
      'src/other.ts',
      'a/docs/b.md',
    ];
    const repository = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-ignore-'));
    try {
      execFileSync('git', ['init', '-q', repository]);
      fs.writeFileSync(path.join(repository, '.gitignore'), lines.join('\n'));
      const options = [
        '-c',
        'core.excludesFile=',
        '-c',
        'core.ignoreCase=true',
        'check-ignore',
        '--no-index',
        '--stdin',
      ];
      const output = execFileSync('git', options, { cwd: repository, input: asked.join('\n'), encoding: 'utf8' });
      const rules = new IgnoreRules(lines, maxWildCharacters, true);
      const ignored = asked.filter((file) => {
        const folders = file.split('/').slice(0, -1);
        const holders = folders.map((_, depth) => folders.slice(0, depth + 1).join('/'));
        return rules.covers(file, false) || holders.some((folder) => rules.covers(folder, true));
      });
      assert.deepEqual(ignored, output.trim().split('\n'));
      assert.equal(ignored.length, 4);
    } finally {
      fs.rmSync(repository, { recursive: true, force: true });
    }
  });

  it('are matched in time that grows with pattern and path, and no faster', () => {
    const deep = Array.from({ length: 200 }, () => 'aaaaaaaaaa').join('/');
    const hostile: [pattern: string, file: string][] = [
      ['**/*/'.repeat(14) + 'b', deep],
      [`${'**/a*a/'.repeat(500)}b`, deep],
      [`${'*a'.repeat(1000)}b`, 'a'.repeat(4000)],
      [`${'a*'.repeat(1000)}[!a]`, 'a'.repeat(4000)],
      [`*${'a'.repeat(2000)}b*`, 'a'.repeat(4000)],
      [`*${'[a-z]'.repeat(1000)}?b*`, 'a'.repeat(4000)],
    ];
    for (const [pattern, file] of hostile) {
      const rules = new IgnoreRules([pattern]);
      const began = performance.now();
      assert.notEqual(rules.verdictOf(file, false), true, pattern.slice(0, 20));
      assert.ok(performance.now() - began < 500, `${pattern.slice(0, 20)} took ${performance.now() - began} ms`);
    }
  });

  it('apply up to a limit of wildcards, and any number of plain names does', () => {
    const count = 100_000;
    const rules = new IgnoreRules(Array.from({ length: count }, (_, place) => `generated${place}.ts`));
    assert.equal(rules.leftOut, 0);
    assert.equal(rules.verdictOf(`deep/generated${count - 1}.ts`, false), true);
    const wild = new IgnoreRules([...Array.from({ length: 4000 }, (_, place) => `*a${place}`), 'plain.ts']);
    assert.ok(wild.leftOut > 0 && wild.wildCharacters <= maxWildCharacters);
    assert.equal(wild.verdictOf('xa0', false), true);
    assert.equal(wild.verdictOf('plain.ts', false), true);
  });
});
