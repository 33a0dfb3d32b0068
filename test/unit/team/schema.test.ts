// The schema of a database and the version of the service, and the commands that tell of them.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import type http from 'node:http';
import https from 'node:https';
import path from 'node:path';
import { migrate } from '../../../src/team/database/migrate';
import { migrations, newest } from '../../../src/team/database/migrations';
import { cluster, newDatabase, startCluster, type TestDatabase } from './postgres';
import { ask, call, person, startService } from './team';
import { root } from './world';

interface Ran {
  code: number;
  out: string;
  told: string;
}

/** The program, as it is typed. */
function quarry(args: string[], env: Record<string, string> = {}): Promise<Ran> {
  const options = { env: { ...process.env, ...env }, timeout: 60_000 };
  return new Promise((resolve) =>
    execFile(process.execPath, [path.resolve('dist/cli.js'), 'team', ...args], options, (error, out, told) =>
      resolve({ code: error ? Number(error.code) : 0, out, told }),
    ),
  );
}

describe('the schema of a team', function () {
  this.timeout(120_000);
  let database: TestDatabase;

  beforeEach(async () => {
    database = await newDatabase(undefined, { isEmpty: true });
  });
  afterEach(() => database.drop());

  const silent = { log: () => undefined };

  it('is made by several that migrate at once, once', async () => {
    const counts = await Promise.all([0, 1, 2].map(() => migrate({ database: database.owner, ...silent })));
    assert.deepEqual(counts.sort(), [0, 0, newest]);
    const rows = await root<{ hash: string }>(database, 'SELECT hash FROM quarry.migrations ORDER BY number');
    assert.deepEqual(
      rows.map(({ hash }) => hash),
      migrations.map(({ hash }) => hash),
    );
  });

  it('is made, served and entered with three commands and no secret among the words', async () => {
    const env = { QUARRY_TEAM_DATABASE: database.owner, QUARRY_TEAM_SERVICE_PASSWORD: 'only-for-tests' };
    const made = await quarry(['migrate', '--service-user', 'quarry_web'], env);
    assert.equal(made.code, 0, made.told);
    const again = await quarry(['migrate'], env);
    assert.match(again.told, /of this version already/);
    const token = await quarry(['token', '--email', 'ada@example.org', '--name', 'Ada'], env);
    assert.match(token.out, /^quarry_[\w-]{43}\n$/);
    const service = await startService(database.service);
    try {
      const { person: who, scope } = await ask(service.address, token.out.trim(), 'me');
      assert.deepEqual([who.name, scope], ['Ada', 'admin']);
    } finally {
      await service.close();
    }
  });

  it('that is older is not served, and what to do is told', async () => {
    const { code, told } = await quarry(['serve', '--database', database.service, '--port', '0']);
    assert.equal(code, 1);
    assert.match(told, /run "quarry team migrate" first/);
  });

  it('that is newer is refused by an older service, one that runs as well', async () => {
    await migrate({ database: database.owner, serviceUser: 'quarry_web', ...silent });
    const ada = await person(database.owner, 'Ada');
    const service = await startService(database.service);
    try {
      await root(database, `INSERT INTO quarry.migrations VALUES (${newest + 1}, 'later', 'x')`);
      const answer = await call(service.address, ada, 'me');
      assert.equal(answer.status, 503);
      assert.match(answer.text, /newer/);
      assert.equal((await call(service.address, undefined, 'ready')).status, 503);
    } finally {
      await service.close();
    }
    for (const command of ['serve', 'migrate']) {
      const url = command === 'serve' ? database.service : database.owner;
      const { code, told } = await quarry([command, '--database', url]);
      assert.equal(code, 1);
      assert.match(told, /newer .* update this copy/);
    }
  });

  it('of another make is left alone', async () => {
    await migrate({ database: database.owner, ...silent });
    await root(database, `UPDATE quarry.migrations SET hash = 'other' WHERE number = 1`);
    const { code, told } = await quarry(['migrate', '--database', database.owner]);
    assert.equal(code, 1);
    assert.match(told, /another make/);
  });

  it('is not served by a role that may pass over row-level security, or that owns it', async () => {
    await migrate({ database: database.owner, ...silent });
    for (const [url, why] of [
      [database.root, /pass over row-level security/],
      [database.owner, /owns the tables/],
    ] as const) {
      const { code, told } = await quarry(['serve', '--database', url, '--port', '0']);
      assert.equal(code, 1);
      assert.match(told, why);
      assert.match(told, /--service-user/);
    }
  });

  const wrong: [what: string, change: (url: string) => string, told: RegExp][] = [
    ['a wrong password', (url) => url.replace('only-for-tests', 'wrong'), /refuses this user/],
    ['a database that is not there', (url) => `${url}_not`, /no such database/],
    ['nobody who listens', (url) => url.replace(/:\d+\//, ':1/'), /cannot be reached at 127.0.0.1:1/],
    ['a host that is not there', (url) => url.replace('127.0.0.1', 'nowhere.invalid'), /cannot be reached at nowhere/],
  ];
  for (const [what, change, sentence] of wrong) {
    it(`is asked for with ${what}: each command says so, and no secret`, async () => {
      for (const command of [['serve'], ['migrate'], ['token', '--email', 'a@b.org']]) {
        const { code, told } = await quarry([...command, '--database', change(database.owner)]);
        assert.equal(code, 1);
        assert.match(told, sentence);
        assert.doesNotMatch(told, /only-for-tests|wrong/);
      }
    });
  }

  it('is reached over TLS only where somebody vouches for the certificate, and how is told', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-tls-'));
    fs.chmodSync(folder, 0o755);
    const [certificate, key] = ['cert.pem', 'key.pem'].map((name) => path.join(folder, name));
    for (const file of [certificate, key] as string[]) {
      fs.copyFileSync(path.join('test/fixtures/tls', path.basename(file)), file);
      fs.chmodSync(file, 0o600);
      // As PostgreSQL wants it: of the one it runs as, who is not root.
      if (process.getuid?.() === 0) fs.chownSync(file, 65_534, 65_534);
    }
    const secure = await startCluster([
      '-c',
      'fsync=off',
      '-c',
      'ssl=on',
      '-c',
      `ssl_cert_file=${certificate}`,
      '-c',
      `ssl_key_file=${key}`,
    ]);
    try {
      const url = `${secure.url('quarry_owner', 'prepared')}?sslmode=verify-full`;
      const { code, told } = await quarry(['migrate', '--database', url]);
      assert.equal(code, 1);
      assert.match(told, /certificate of 127\.0\.0\.1:\d+\/prepared is not trusted .* sslrootcert/);
      assert.doesNotMatch(told, /only-for-tests/);
      const trusted = await quarry(['migrate', '--database', `${url}&sslrootcert=${certificate}`]);
      assert.equal(trusted.code, 0, trusted.told);
    } finally {
      await secure.remove();
      fs.rmSync(folder, { recursive: true });
    }
  });

  it('is made by nobody but who may', async () => {
    const { code, told } = await quarry(['migrate', '--database', database.service]);
    assert.equal(code, 1);
    assert.match(told, /take the owner of the database/);
    const { version } = await cluster();
    assert.ok(Number.parseInt(version, 10) >= 14);
  });

  it('is served by HTTPS where a certificate is given, until the program is asked to end', async () => {
    await migrate({ database: database.owner, serviceUser: 'quarry_web', ...silent });
    const files = ['--certificate', 'test/fixtures/tls/cert.pem', '--certificate-key', 'test/fixtures/tls/key.pem'];
    const child = spawn(process.execPath, [path.resolve('dist/cli.js'), 'team', 'serve', '--port', '0', ...files], {
      env: { ...process.env, QUARRY_TEAM_DATABASE: database.service },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const ended = once(child, 'exit');
    const [told] = (await once(child.stdout, 'data')) as [Buffer];
    const { address } = JSON.parse(told.toString()) as { address: string };
    assert.match(address, /^https:/);
    const [answer] = (await once(
      https.get(`${address}/team/ready`, { ca: fs.readFileSync('test/fixtures/tls/cert.pem'), agent: false }),
      'response',
    )) as [http.IncomingMessage];
    answer.resume();
    assert.equal(answer.statusCode, 200);
    child.kill('SIGTERM');
    assert.deepEqual(await ended, [0, null]);
  });

  it('is asked for in words that are not there: the help is named', async () => {
    for (const [args, sentence] of [
      [[], /A command is missing/],
      [['sing'], /no "quarry team sing"/],
      [['serve', '--colour', 'red'], /no option --colour/],
      [['serve', '--port', 'x', '--database', 'postgres://x'], /whole number from 0 to 65535/],
      [['migrate', '--port', '1'], /takes no --port/],
      [['serve'], /--database URL is missing \(or QUARRY_TEAM_DATABASE/],
    ] as const) {
      const { code, told } = await quarry([...args], { QUARRY_TEAM_DATABASE: '' });
      assert.equal(code, 2, told);
      assert.match(told, sentence);
    }
    const { out, code } = await quarry(['help']);
    assert.equal(code, 0);
    assert.match(out, /quarry team serve/);
  });
});
