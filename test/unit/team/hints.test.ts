// Hints over the socket: who is told what, and when it ends.
import assert from 'node:assert/strict';
import pg from 'pg';
import { listen, type Listening } from './listening';
import { lineTo } from './cutting';
import { newDatabase, type TestDatabase } from './postgres';
import { root } from './world';
import { ask, emailOf, person, startService, written, type TestService } from './team';

describe('hints of a team', function () {
  this.timeout(120_000);
  let database: TestDatabase;
  let services: TestService[] = [];
  const open: Listening[] = [];
  let [one, two] = ['', ''];
  let [ada, bob] = ['', ''];
  let space = '';

  before(async () => {
    database = await newDatabase();
    services = await Promise.all([startService(database.service), startService(database.service)]);
    [one = '', two = ''] = services.map(({ address }) => address);
    [ada, bob] = await Promise.all([person(database.owner, 'Ada'), person(database.owner, 'Bob')]);
  });
  beforeEach(async () => {
    space = (await ask(one, ada, 'spaceMake', { body: { name: 'Parsers', visibility: 'members' } })).id;
    await invite('write');
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((listening) => listening.close()));
  });
  after(async () => {
    await Promise.all(services.map((service) => service.close()));
    await database.drop();
  });

  const invite = (role: 'read' | 'write') =>
    ask(one, ada, 'memberSet', { params: { space }, body: { email: emailOf('Bob'), role } });
  const hear = async (address: string, token: string) => {
    const listening = await listen(address, token);
    open.push(listening);
    return listening;
  };
  const write = (count = 1) =>
    ask(one, ada, 'change', {
      params: { space },
      body: { changes: Array.from({ length: count }, (_, at) => written({ name: `n${at}` })) },
    });

  it('tell at once how far each space is, and then of each step, through the other copy', async () => {
    await write(2);
    const listening = await hear(two, bob);
    await listening.heard((hint) => hint.space === space && hint.last === 2);
    await write();
    await listening.heard((hint) => hint.space === space && hint.last === 3);
  });

  it('tell of a space that somebody has just been let into, and of no other', async () => {
    const eve = await person(database.owner, 'Eve');
    const listening = await hear(two, eve);
    await write();
    await ask(one, ada, 'memberSet', { params: { space }, body: { email: emailOf('Eve'), role: 'read' } });
    await listening.heard((hint) => hint.space === space);
    assert.deepEqual([...new Set(listening.hints.map((hint) => hint.space))], [space]);
  });

  it('tell nobody of a space after it was lost', async () => {
    const listening = await hear(two, bob);
    await listening.heard((hint) => hint.space === space);
    const { person: who } = await ask(two, bob, 'me');
    await ask(one, ada, 'memberRemove', { params: { space }, body: { person: who.id } });
    const other = (await ask(one, ada, 'spaceMake', { body: { name: 'Open', visibility: 'public' } })).id;
    // Heard after the loss: what follows is known to be later.
    await listening.heard((hint) => hint.space === other);
    await write();
    await ask(one, ada, 'change', { params: { space: other }, body: { changes: [written({ name: 'x' })] } });
    await listening.heard((hint) => hint.space === other && hint.last === 1);
    assert.ok(!listening.hints.some((hint) => hint.space === space && hint.last > 0));
  });

  it('end when the token is revoked', async () => {
    const { token, made } = await ask(one, bob, 'tokenMake', { body: { name: 'laptop', scope: 'read', days: 1 } });
    const listening = await hear(two, token);
    await listening.heard((hint) => hint.space === space);
    await ask(one, bob, 'tokenRevoke', { params: { token: made.id } });
    assert.equal(await listening.closed, 4401);
  });

  it('end when the token expires', async () => {
    const { token, made } = await ask(one, bob, 'tokenMake', { body: { name: 'short', scope: 'read', days: 1 } });
    const owner = new pg.Client({ connectionString: database.owner });
    await owner.connect();
    await owner.query(`UPDATE quarry.tokens SET expires = clock_timestamp() + interval '2 seconds' WHERE id = $1`, [
      made.id,
    ]);
    await owner.end();
    const listening = await hear(two, token);
    assert.equal(await listening.closed, 4401);
  });

  it('go on where the clock of a copy is a year ahead, until the database says that the token has expired', async () => {
    const { token, made } = await ask(one, bob, 'tokenMake', { body: { name: 'laptop', scope: 'read', days: 1 } });
    const rightClock = Date.now;
    const [long, soon] = [await hear(two, token), await hear(two, bob)];
    await Promise.all([long, soon].map((listening) => listening.heard((hint) => hint.space === space)));
    try {
      Date.now = () => rightClock() + 365 * 24 * 3600 * 1000;
      // Longer than the service takes between two looks at the time.
      await new Promise((resolve) => setTimeout(resolve, 7_000));
      const { results } = await write();
      const last = results[0]?.sequence ?? Infinity;
      for (const listening of [long, soon]) await listening.heard((hint) => hint.space === space && hint.last >= last);
      await root(database, 'UPDATE quarry.tokens SET expires = clock_timestamp() WHERE id = $1', [made.id]);
      Date.now = () => rightClock() + 366 * 24 * 3600 * 1000;
      assert.equal(await long.closed, 4401);
    } finally {
      Date.now = rightClock;
    }
  });

  it('let nobody in without a token', async () => {
    await assert.rejects(listen(one, 'quarry_nobody'), /401/);
  });

  it('are not given to more listeners of one person than a person has windows', async () => {
    const eve = await person(database.owner, 'Many');
    for (let count = 0; count < 20; count++) await hear(two, eve);
    await assert.rejects(hear(two, eve), /429/);
  });

  it('say to go elsewhere when the copy stops', async () => {
    const third = await startService(database.service);
    const listening = await hear(third.address, bob);
    await third.close();
    assert.equal(await listening.closed, 1001);
  });

  it('come after the connection to the database was cut, of what was changed meanwhile too', async () => {
    const line = await lineTo(Number(new URL(database.service).port));
    const away = await startService(database.service.replace(/:\d+\//, `:${line.port}/`));
    try {
      const listening = await hear(away.address, bob);
      await listening.heard((hint) => hint.space === space);
      line.close();
      await write(3);
      line.open();
      await listening.heard((hint) => hint.space === space && hint.last === 3);
      await write();
      await listening.heard((hint) => hint.space === space && hint.last === 4);
    } finally {
      await away.close();
      await line.end();
    }
  });
});
