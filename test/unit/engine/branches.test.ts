// What stands in several branches or worktrees is cut into chunks once: real git, a counted parser.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ContentCache } from '../../../src/engine/index/contentCache';
import { Grammars } from '../../../src/engine/chunk/grammars';
import { retrieve } from '../../../src/engine/retrieve';
import { Space } from '../../../src/engine/space';

class CountedGrammars extends Grammars {
  parsed = 0;

  override parse(text: string, grammar: string) {
    this.parsed += 1;
    return super.parse(text, grammar);
  }
}

const grammarFolder = path.resolve('dist/grammars');
let folder: string;
let grammars: CountedGrammars;
let space: Space;

function git(...words: string[]): void {
  const who = ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.com', '-c', 'commit.gpgsign=false'];
  execFileSync('git', [...who, ...words], { cwd: path.join(folder, 'main'), stdio: 'ignore' });
}

function write(file: string, text: string): void {
  fs.writeFileSync(path.join(folder, 'main', file), text);
}

/** First passage found below a worktree, and how many texts were parsed for it. */
async function ask(query: string, root = 'main'): Promise<{ text: string; parsed: number }> {
  const before = grammars.parsed;
  const { parts } = await space.open({ paths: [path.join(folder, root)] });
  const { snippets } = await retrieve({ query, parts, limit: 1 });
  return { text: snippets[0]?.text ?? '', parsed: grammars.parsed - before };
}

describe('branches of one repository', function () {
  this.timeout(30_000);
  beforeEach(() => {
    folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-branches-')));
    fs.mkdirSync(path.join(folder, 'main'));
    grammars = new CountedGrammars(grammarFolder, () => undefined);
    space = new Space({ grammars, log: () => undefined });
    git('init', '--initial-branch', 'main');
    for (let n = 0; n < 20; n += 1) write(`same${n}.ts`, `export function same${n}() {\n  return ${n};\n}\n`);
    write('turning.ts', 'export function heron() {\n  return 1;\n}\n');
    git('add', '.');
    git('commit', '-m', 'first');
    git('switch', '-c', 'other');
    write('turning.ts', 'export function heron() {\n  return "on the other branch";\n}\n');
    git('commit', '-am', 'second');
    git('switch', 'main');
  });
  afterEach(async () => {
    await space.close();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  it('are parsed once each, however often one switches', async () => {
    assert.deepEqual(await ask('heron'), { text: 'export function heron() {\n  return 1;\n}', parsed: 21 });
    git('switch', 'other');
    const there = await ask('heron');
    assert.match(there.text, /on the other branch/);
    assert.equal(there.parsed, 1);
    git('switch', 'main');
    assert.deepEqual(await ask('heron'), { text: 'export function heron() {\n  return 1;\n}', parsed: 0 });
    git('switch', 'other');
    assert.deepEqual(await ask('heron'), { ...there, parsed: 0 });
  });

  it('share what they have in common with a worktree beside them', async () => {
    await ask('heron');
    git('worktree', 'add', path.join(folder, 'beside'), 'other');
    const beside = await ask('heron', 'beside');
    assert.match(beside.text, /on the other branch/);
    assert.equal(beside.parsed, 1);
    assert.match((await ask('same7', 'beside')).text, /return 7/);
  });
});

describe('what was read by content', () => {
  const content = (hash: number) => ({ hash, size: 1 });

  it('is kept within bounds, what was used longest ago going first', () => {
    const cache = new ContentCache<string[]>(100);
    cache.put(content(1), 'ts', ['a'.repeat(30)]);
    cache.put(content(2), 'ts', ['b'.repeat(30)]);
    assert.deepEqual(cache.get(content(1), 'ts'), ['a'.repeat(30)]);
    cache.put(content(3), 'ts', ['c'.repeat(30)]);
    assert.equal(cache.get(content(2), 'ts'), undefined);
    assert.deepEqual(cache.get(content(1), 'ts'), ['a'.repeat(30)]);
    assert.equal(cache.get(content(1), 'js'), undefined);
  });

  it('is not kept of texts without a known hash', () => {
    const cache = new ContentCache<string[]>(100);
    cache.put(content(0), 'ts', ['a']);
    assert.equal(cache.get(content(0), 'ts'), undefined);
  });
});
