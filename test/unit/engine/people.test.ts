import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { people } from '../../../src/engine/people';

let folder: string;

function git(args: string[], env: Record<string, string> = {}): void {
  const quiet = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
  execFileSync('git', args, { cwd: folder, env: { ...process.env, ...quiet, ...env }, stdio: 'ignore' });
}

function commit(name: string, email: string, date: string, text: string, subject = 'change'): void {
  fs.writeFileSync(path.join(folder, 'a.ts'), text);
  git(['add', '.']);
  const who = { GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email };
  git(['commit', '-q', '-m', subject], { ...who, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date });
}

const rows = (from: number, to: number, word: string) =>
  Array.from({ length: to - from }, (_, n) => `const ${word}${from + n} = compute(${from + n});\n`).join('');

describe('people', function () {
  this.timeout(15_000);
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-people-'));
  });
  afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

  const file = () => path.join(folder, 'a.ts');

  it('ranks who wrote most of the lines first, with a reason', async () => {
    git(['init', '-q']);
    commit('Ada', 'ada@example.org', '2026-01-05T12:00:00Z', rows(0, 9, 'first'));
    commit('Ben', 'ben@example.org', '2026-03-05T12:00:00Z', rows(0, 9, 'first') + rows(9, 12, 'second'));
    const { people: found, notes } = await people({ places: [{ path: file() }] });
    assert.deepEqual(
      found.map(({ name }) => name),
      ['Ada', 'Ben'],
    );
    assert.equal(found[0]?.score, 1);
    assert.equal(found[0]?.reason, 'wrote 9 of the 12 lines, last in January 2026');
    assert.equal(found[1]?.lastSeen, Date.UTC(2026, 2, 5, 12));
    assert.deepEqual(notes, []);
  });

  it('asks only about the lines named', async () => {
    git(['init', '-q']);
    commit('Ada', 'ada@example.org', '2026-01-05T12:00:00Z', rows(0, 9, 'first'));
    commit('Ben', 'ben@example.org', '2026-03-05T12:00:00Z', rows(0, 9, 'first') + rows(9, 12, 'second'));
    const { people: found } = await people({ places: [{ path: file(), lines: { start: 10, end: 12 } }] });
    assert.equal(found[0]?.name, 'Ben');
  });

  it('takes two spellings of an address for one person and plays machines down', async () => {
    git(['init', '-q']);
    commit('Ada', 'ada@example.org', '2026-01-05T12:00:00Z', rows(0, 3, 'first'));
    commit('Ada L.', 'ADA@example.org', '2026-02-05T12:00:00Z', rows(0, 6, 'first'));
    commit('dependabot[bot]', 'bot@example.org', '2026-03-05T12:00:00Z', rows(0, 6, 'first') + rows(6, 20, 'third'));
    const { people: found } = await people({ places: [{ path: file() }] });
    assert.equal(found.length, 2);
    assert.equal(found[0]?.email, 'ada@example.org');
  });

  it('says how many of the cited lines somebody wrote', async () => {
    git(['init', '-q']);
    commit('Ada', 'ada@example.org', '2026-03-05T12:00:00Z', rows(0, 9, 'first'));
    const { people: found } = await people({ places: [{ path: file(), lines: { start: 2, end: 5 } }] });
    assert.equal(found[0]?.reason, 'wrote 4 of the 4 cited lines, last in March 2026');
  });

  it('passes over the commits that .git-blame-ignore-revs names', async () => {
    git(['init', '-q']);
    commit('Ada', 'ada@example.org', '2026-01-05T12:00:00Z', rows(0, 9, 'first'));
    const quoted = rows(0, 9, 'first').replace(/;/g, '');
    commit('Ben', 'ben@example.org', '2026-03-05T12:00:00Z', quoted, 'style: no semicolons');
    const names = async () => (await people({ places: [{ path: file() }] })).people.map(({ name }) => name);
    assert.deepEqual(await names(), ['Ben', 'Ada']);
    const head = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: folder, encoding: 'utf8' });
    fs.writeFileSync(path.join(folder, '.git-blame-ignore-revs'), head);
    assert.deepEqual(await names(), ['Ada', 'Ben']);
    fs.writeFileSync(path.join(folder, '.git-blame-ignore-revs'), 'no commit');
    assert.deepEqual(await names(), ['Ben', 'Ada']);
  });

  it('follows a file that was renamed', async () => {
    git(['init', '-q']);
    commit('Ada', 'ada@example.org', '2026-01-05T12:00:00Z', rows(0, 12, 'first'));
    git(['mv', 'a.ts', 'b.ts']);
    const who = {
      GIT_AUTHOR_NAME: 'Ben',
      GIT_AUTHOR_EMAIL: 'b@x.org',
      GIT_COMMITTER_NAME: 'Ben',
      GIT_COMMITTER_EMAIL: 'b@x.org',
    };
    git(['commit', '-q', '-m', 'Move'], who);
    const { people: found } = await people({ places: [{ path: path.join(folder, 'b.ts') }] });
    assert.match(found[0]?.reason ?? '', /^wrote 12 of the 12 lines/);
    assert.deepEqual(
      found.map(({ name }) => name),
      ['Ada', 'Ben'],
    );
  });

  it('takes a hidden address for the person of the same name', async () => {
    git(['init', '-q']);
    commit('Ada', 'ada@example.org', '2026-01-05T12:00:00Z', rows(0, 3, 'first'));
    commit('Ada', '1+ada@users.noreply.example.org', '2026-02-05T12:00:00Z', rows(0, 6, 'first'));
    assert.equal((await people({ places: [{ path: file() }] })).people.length, 1);
  });

  it('names nobody from a shallow clone, and says so', async () => {
    git(['init', '-q']);
    commit('Ada', 'ada@example.org', '2026-01-05T12:00:00Z', rows(0, 3, 'first'));
    commit('Ben', 'ben@example.org', '2026-02-05T12:00:00Z', rows(0, 6, 'first'));
    const clone = path.join(folder, 'clone');
    git(['clone', '-q', '--depth', '1', `file://${folder}`, clone]);
    const { people: found, notes } = await people({ places: [{ path: path.join(clone, 'a.ts') }] });
    assert.deepEqual(found, []);
    assert.match(notes.join(), /shallow/);
  });

  it('says why it knows nobody', async () => {
    fs.writeFileSync(file(), 'x\n');
    const note = async (git?: string) =>
      (await people({ places: [{ path: file() }], ...(git ? { git } : {}) })).notes.join();
    assert.match(await note(), /no git repository/);
    git(['init', '-q']);
    assert.match(await note(), /not under version control/);
    commit('Ada', 'ada@example.org', '2026-01-05T12:00:00Z', rows(0, 3, 'first'));
    assert.match(await note('/nowhere/git'), /Git was not found/);
  });

  it('runs no hook or monitor of the repository', async () => {
    git(['init', '-q']);
    commit('Ada', 'ada@example.org', '2026-01-05T12:00:00Z', rows(0, 3, 'first'));
    const trace = path.join(folder, 'ran');
    const script = path.join(folder, 'monitor.sh');
    fs.writeFileSync(script, `#!/bin/sh\ntouch ${trace}\n`, { mode: 0o755 });
    git(['config', 'core.fsmonitor', script]);
    git(['config', 'core.pager', script]);
    assert.equal((await people({ places: [{ path: file() }] })).people.length, 1);
    assert.ok(!fs.existsSync(trace));
  });
});
