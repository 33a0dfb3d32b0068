// Repositories of all shapes, read as data: worktrees, submodules, borrowed objects, packed and detached heads, and what is none.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { foldersElsewhere, people } from '../../../src/engine/people';

let folder: string;

const who = {
  ...{ GIT_AUTHOR_NAME: 'Ada', GIT_AUTHOR_EMAIL: 'ada@example.org', GIT_AUTHOR_DATE: '2026-01-05T12:00:00Z' },
  ...{ GIT_COMMITTER_NAME: 'Ada', GIT_COMMITTER_EMAIL: 'ada@example.org' },
  ...{ GIT_CONFIG_GLOBAL: os.devNull, GIT_CONFIG_NOSYSTEM: '1' },
};

function git(cwd: string, ...words: string[]): string {
  const quiet = ['-c', 'protocol.file.allow=always', '-c', 'advice.detachedHead=false', ...words];
  return execFileSync('git', quiet, { cwd, env: { ...process.env, ...who }, encoding: 'utf8', stdio: 'pipe' }).trim();
}

function write(...segments: [...string[], string]): string {
  const file = path.join(folder, ...segments.slice(0, -1));
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, segments.at(-1) ?? '');
  return file;
}

/** With one file, that Ada wrote. */
function makeRepository(name: string, ...options: string[]): string {
  const made = path.join(folder, name);
  write(name, 'a.js', 'const one = 1;\nconst two = 2;\n');
  git(folder, 'init', '-q', ...options, made);
  git(made, 'add', '.');
  git(made, 'commit', '-q', '-m', 'work');
  return made;
}

const isWritten = /^wrote 2 of the 2 lines/;

async function ask(file: string, readable: string[] = []) {
  const request = { places: [{ path: file }], readable };
  const { people: found, notes } = await people(request);
  return { told: found[0]?.reason ?? '', notes: notes.join(' '), elsewhere: await foldersElsewhere(request) };
}

describe('a repository read as data', function () {
  this.timeout(15_000);
  beforeEach(() => {
    folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-data-')));
  });
  afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

  it('is known at a packed branch, a detached head, and a branch that names another', async () => {
    const made = makeRepository('made');
    const file = path.join(made, 'a.js');
    git(made, 'pack-refs', '--all');
    git(made, 'gc', '-q');
    assert.match((await ask(file)).told, isWritten);
    git(made, 'symbolic-ref', 'refs/heads/alias', git(made, 'symbolic-ref', 'HEAD'));
    git(made, 'symbolic-ref', 'HEAD', 'refs/heads/alias');
    assert.match((await ask(file)).told, isWritten);
    git(made, 'checkout', '-q', '--detach');
    assert.match((await ask(file)).told, isWritten);
  });

  it('is known with ids of either length', async () => {
    const made = makeRepository('made', '--object-format=sha256');
    assert.match((await ask(path.join(made, 'a.js'))).told, isWritten);
    fs.appendFileSync(path.join(made, 'a.js'), 'const three = 3;\n');
    assert.match((await ask(path.join(made, 'a.js'))).told, isWritten);
  });

  it('is known from a worktree with leave alone', async () => {
    const made = makeRepository('made');
    git(made, 'worktree', 'add', '-q', '-b', 'beside', path.join(folder, 'beside'));
    const file = path.join(folder, 'beside', 'a.js');
    const { told, notes, elsewhere } = await ask(file);
    assert.equal(told, '');
    assert.match(notes, /lies where it may not be read/);
    assert.deepEqual(elsewhere, [made]);
    assert.match((await ask(file, elsewhere)).told, isWritten);
    assert.deepEqual((await ask(file, elsewhere)).elsewhere, []);
  });

  it('is known from a submodule, whose .git leads into the repository around it', async () => {
    const part = makeRepository('part');
    const whole = makeRepository('whole');
    git(whole, 'submodule', '--quiet', 'add', part, 'sub');
    assert.match((await ask(path.join(whole, 'sub', 'a.js'))).told, isWritten);
  });

  it('borrows objects with leave alone, also over others that borrow', async () => {
    const made = makeRepository('made');
    git(folder, 'clone', '-q', '--shared', made, 'borrower');
    git(folder, 'clone', '-q', '--shared', 'borrower', 'second');
    const file = path.join(folder, 'second', 'a.js');
    const first = await ask(file);
    assert.equal(first.told, '');
    assert.deepEqual(first.elsewhere, [path.join(folder, 'borrower')]);
    const second = await ask(file, first.elsewhere);
    assert.equal(second.told, '');
    assert.deepEqual(second.elsewhere, [made]);
    assert.match((await ask(file, [...first.elsewhere, ...second.elsewhere])).told, isWritten);
  });

  it('does not read what links among its objects, its branches or its .git lead to', async () => {
    const secret = makeRepository('secret');
    const made = makeRepository('made');
    const file = path.join(made, 'a.js');
    for (const name of ['objects/pack', 'objects', 'refs/heads', 'HEAD', '.']) {
      const own = path.join(made, '.git', name);
      fs.renameSync(own, path.join(folder, 'kept'));
      fs.symlinkSync(path.join(secret, '.git', name), own);
      const { told, elsewhere } = await ask(file);
      assert.deepEqual([told, elsewhere], ['', [secret]], name);
      fs.unlinkSync(own);
      fs.renameSync(path.join(folder, 'kept'), own);
    }
    assert.match((await ask(file)).told, isWritten);
  });

  it('is asked for leave in the same words whether the folder is there or not', async () => {
    makeRepository('secret');
    const notes = [];
    for (const name of ['secret', 'nothing']) {
      const file = write('plain', 'a.js', 'x\n');
      write('plain', '.git', `gitdir: ${path.join(folder, name, '.git')}\n`);
      const answer = await ask(file);
      notes.push(answer.notes);
      assert.deepEqual(answer.elsewhere, [path.join(folder, name)]);
    }
    assert.equal(notes[0], notes[1]);
  });

  it('is none when it lies bare among the files', async () => {
    const made = makeRepository('made');
    git(folder, 'clone', '-q', '--bare', made, 'plain/sub');
    const file = write('plain', 'sub', 'a.js', 'const one = 1;\n');
    assert.match((await ask(file)).notes, /no git repository/);
  });

  it('is named as not readable in the format “reftable”, and when its .git is broken', async () => {
    const made = makeRepository('made');
    const file = path.join(made, 'a.js');
    fs.mkdirSync(path.join(made, '.git', 'reftable'));
    assert.match((await ask(file)).notes, /reftable/);
    fs.rmdirSync(path.join(made, '.git', 'reftable'));
    for (const head of ['ref: refs/heads/../../a', 'ref: HEAD', 'ref: config', 'nothing', '', 'x'.repeat(100_000)]) {
      fs.writeFileSync(path.join(made, '.git', 'HEAD'), head);
      const { told, notes } = await ask(file);
      assert.equal(told, '');
      assert.match(notes, /no branch and no commit|HEAD has more than/, head.slice(0, 30));
    }
    fs.rmSync(path.join(made, '.git'), { recursive: true });
    for (const [link, note] of [
      ['nowhere', /names none/],
      ['gitdir: //server/share', /names no folder/],
      ['gitdir: a\0b', /names no folder/],
      [`gitdir: ${'x'.repeat(100_000)}`, /more than/],
    ] as const) {
      write('made', '.git', link);
      assert.match((await ask(file)).notes, note);
    }
  });

  it('does not hold anyone up with a pipe', async function () {
    if (process.platform === 'win32') this.skip();
    const made = makeRepository('made');
    for (const name of ['HEAD', 'objects/info/alternates', 'objects/pack/pack-1.idx', 'commondir']) {
      const file = path.join(made, '.git', name);
      const kept = fs.existsSync(file) ? fs.readFileSync(file) : undefined;
      fs.rmSync(file, { force: true });
      fs.mkdirSync(path.dirname(file), { recursive: true });
      execFileSync('mkfifo', [file]);
      const { told, notes } = await ask(path.join(made, 'a.js'));
      assert.equal(told, '');
      assert.match(notes, /no plain file/, name);
      fs.rmSync(file);
      if (kept) fs.writeFileSync(file, kept);
    }
  });

  it('takes the names of its own .mailmap, as committed', async () => {
    const made = makeRepository('made');
    write('made', '.mailmap', 'Ada Lovelace <countess@example.org> <ada@example.org>\n');
    git(made, 'add', '.');
    git(made, 'commit', '-q', '-m', 'names');
    const [person] = (await people({ places: [{ path: path.join(made, 'a.js') }] })).people;
    assert.deepEqual([person?.name, person?.email], ['Ada Lovelace', 'countess@example.org']);
  });

  it('fetches nothing that it lacks, and says that it lacks it', async () => {
    const made = makeRepository('made');
    git(made, 'config', 'uploadpack.allowFilter', 'true');
    git(folder, 'clone', '-q', '--no-checkout', '--filter=blob:none', `file://${made}`, 'partial');
    const file = write('partial', 'a.js', 'const one = 1;\nconst two = 2;\nconst three = 3;\n');
    const { told, notes } = await ask(file);
    assert.doesNotMatch(told, /wrote/);
    assert.match(notes, /never fetched/);
  });

  it('is asked in a folder of our own, for its owner only, which is gone afterwards', async () => {
    const made = makeRepository('made');
    const cacheFolder = path.join(folder, 'cache');
    const spy = write('spy', `#!/bin/sh\npwd >> '${folder}/seen'\nls -ld . >> '${folder}/seen'\nexec git "$@"\n`);
    fs.chmodSync(spy, 0o755);
    const { people: found } = await people({ places: [{ path: path.join(made, 'a.js') }], git: spy }, { cacheFolder });
    assert.equal(found.length, 1);
    const [where = '', rights] = fs.readFileSync(path.join(folder, 'seen'), 'utf8').split('\n');
    assert.equal(path.dirname(where), path.join(cacheFolder, 'git'));
    assert.match(rights ?? '', /^drwx------/);
    assert.deepEqual(fs.readdirSync(path.join(cacheFolder, 'git')), []);
  });

  it('is told to be out of reach where no folder can be written for git', async () => {
    const made = makeRepository('made');
    const { TMPDIR, TEMP, TMP } = process.env;
    const nowhere = path.join(folder, 'nowhere');
    Object.assign(process.env, { TMPDIR: nowhere, TEMP: nowhere, TMP: nowhere });
    try {
      const found = await people({ places: [{ path: path.join(made, 'a.js') }], wantsSelf: true });
      assert.deepEqual(found, {
        people: [],
        notes: ['Git cannot be asked, since no folder for its own files can be written (ENOENT).'],
      });
    } finally {
      for (const [name, value] of Object.entries({ TMPDIR, TEMP, TMP })) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    }
  });

  it('is not mixed up with what the environment of this process says to git', async () => {
    const made = makeRepository('made');
    const other = path.join(folder, 'nowhere');
    const said = { GIT_DIR: other, GIT_OBJECT_DIRECTORY: other, GIT_WORK_TREE: other, GIT_CONFIG_COUNT: '1' };
    Object.assign(process.env, { ...said, GIT_CONFIG_KEY_0: 'core.bare', GIT_CONFIG_VALUE_0: 'nonsense' });
    try {
      assert.match((await ask(path.join(made, 'a.js'))).told, isWritten);
    } finally {
      for (const name of [...Object.keys(said), 'GIT_CONFIG_KEY_0', 'GIT_CONFIG_VALUE_0']) delete process.env[name];
    }
  });
});
