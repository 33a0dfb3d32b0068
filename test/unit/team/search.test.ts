// Search of a space on the server, with pg_trgm and without.
import assert from 'node:assert/strict';
import type { SharedFields } from '../../../src/contract/schemas/team';
import { newDatabase, type TestDatabase } from './postgres';
import { ask, person, startService, written, type TestService } from './team';
import { root } from './world';

const shared: SharedFields[] = [
  {
    name: 'parseCsvRow',
    text: 'function parseCsvRow(line) { return line.split(","); }',
    language: 'js',
    tags: ['csv'],
  },
  { name: 'retry with back-off', text: 'async function retryLater() {}', description: 'Waits longer each time.' },
  { name: 'Zeitzone umrechnen', text: 'def to_utc(moment): ...', description: 'Für Zürich und anderswo' },
  { name: 'noise', text: 'nothing of all this' },
];

for (const isWithout of [false, true]) {
  describe(`search of a space ${isWithout ? 'without' : 'with'} pg_trgm`, function () {
    this.timeout(120_000);
    let database: TestDatabase;
    let service: TestService;
    let [ada, space] = ['', ''];

    before(async () => {
      database = await newDatabase();
      if (isWithout) await root(database, 'DROP EXTENSION pg_trgm CASCADE');
      service = await startService(database.service);
      ada = await person(database.owner, 'Ada');
      for (const name of ['Searched', 'Another']) {
        const made = await ask(service.address, ada, 'spaceMake', { body: { name, visibility: 'members' } });
        space ||= made.id;
        const changes = shared.map((fields) => written(fields));
        await ask(service.address, ada, 'change', { params: { space: made.id }, body: { changes } });
      }
    });
    after(async () => {
      await service.close();
      await database.drop();
    });

    const find = async (query: string, limit?: number) =>
      (await ask(service.address, ada, 'search', { params: { space }, body: { query, ...(limit && { limit }) } })).map(
        ({ asset }) => asset.fields?.name,
      );

    it('finds by words of name, tags, description and text, and by parts of a name of code', async () => {
      assert.equal((await find('parse csv'))[0], 'parseCsvRow');
      assert.equal((await find('parseCsvRow'))[0], 'parseCsvRow');
      assert.equal((await find('retryLater'))[0], 'retry with back-off');
      assert.equal((await find('Zürich'))[0], 'Zeitzone umrechnen');
      assert.equal((await find('how do I wait longer?'))[0], 'retry with back-off');
    });

    it('finds nothing for what is nowhere, and takes signs for what they are', async () => {
      for (const query of ['xylophone', '!!! & | <-> :*', "'; DROP TABLE quarry.assets; --"])
        assert.deepEqual((await find(query)).filter((name) => name === 'noise'), []); // prettier-ignore
      assert.deepEqual(await find('xylophone'), []);
    });

    it('finds each once, of this space alone, as many as were asked for, and none that was deleted', async () => {
      assert.equal((await find('parse line retry moment')).length, 3);
      assert.equal((await find('parse line retry moment', 1)).length, 1);
      const doomed = written({ name: 'doomed' });
      await ask(service.address, ada, 'change', { params: { space }, body: { changes: [doomed] } });
      assert.deepEqual(await find('doomed'), ['doomed']);
      const { asset } = doomed;
      const deletion = { key: crypto.randomUUID(), asset, base: 1, deleted: true as const };
      await ask(service.address, ada, 'change', { params: { space }, body: { changes: [deletion] } });
      assert.deepEqual(await find('doomed'), []);
    });

    if (!isWithout)
      it('finds a name with a slip of the hand', async () => {
        assert.equal((await find('parseCvsRow'))[0], 'parseCsvRow');
      });
  });
}
