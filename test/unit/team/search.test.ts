// Search of a space on the server: with pg_trgm and without, ordered by the engine and, where it does not answer, by the database.
import assert from 'node:assert/strict';
import path from 'node:path';
import { createThreadEngine } from '../../../src/engine/threadEngine';
import type { Engine } from '../../../src/engine/types';
import type { SharedFields } from '../../../src/contract/schemas/team';
import { newDatabase, type TestDatabase } from './postgres';
import { ask, emailOf, person, startService, written, type TestService } from './team';
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

const openEngine = (): Engine =>
  createThreadEngine({
    workerFile: path.resolve('dist/engine.js'),
    grammarFolder: path.resolve('dist/grammars'),
    embeddingFile: path.resolve('media/embedding.bin'),
    log: (level, text) => assert.notEqual(level, 'error', text),
  });

/** One that is asked and gives no answer. */
function failingEngine(): Engine {
  const engine = openEngine();
  return { ...engine, retrieve: () => Promise.reject(new Error('engine thread ended')) };
}

const kinds: [what: string, isWithout: boolean, open: (() => Engine) | undefined][] = [
  ['with pg_trgm, ordered by the engine', false, openEngine],
  ['without pg_trgm, ordered by the engine', true, openEngine],
  ['with pg_trgm, ordered by the database', false, undefined],
  ['without pg_trgm, with an engine that fails', true, failingEngine],
];

for (const [what, isWithout, open] of kinds) {
  describe(`search of a space ${what}`, function () {
    this.timeout(120_000);
    let database: TestDatabase;
    let service: TestService;
    let [ada, space, other] = ['', '', ''];

    before(async () => {
      database = await newDatabase();
      if (isWithout) await root(database, 'DROP EXTENSION pg_trgm CASCADE');
      service = await startService(database.service, { engine: open?.() });
      ada = await person(database.owner, 'Ada');
      for (const name of ['Searched', 'Another']) {
        const made = await ask(service.address, ada, 'spaceMake', { body: { name, visibility: 'members' } });
        if (space === '') space = made.id;
        else other = made.id;
        const changes = shared.map((fields) => written(fields));
        await ask(service.address, ada, 'change', { params: { space: made.id }, body: { changes } });
      }
    });
    after(async () => {
      await service.close();
      await database.drop();
    });

    const search = (query: string, limit?: number, where = space) =>
      ask(service.address, ada, 'search', { params: { space: where }, body: { query, ...(limit && { limit }) } });
    const find = async (query: string, limit?: number, where = space) =>
      (await search(query, limit, where)).map(({ asset }) => asset.fields?.name);

    it('finds by words of name, tags, description and text, and by parts of a name of code', async () => {
      assert.equal((await find('parse csv'))[0], 'parseCsvRow');
      assert.equal((await find('parseCsvRow'))[0], 'parseCsvRow');
      assert.equal((await find('retryLater'))[0], 'retry with back-off');
      assert.equal((await find('Zürich'))[0], 'Zeitzone umrechnen');
      assert.equal((await find('how do I wait longer?'))[0], 'retry with back-off');
    });

    it('finds a word in another form than it was asked in', async () => {
      assert.equal((await find('parsing rows'))[0], 'parseCsvRow');
      assert.equal((await find('retries'))[0], 'retry with back-off');
    });

    it('finds nothing for what is nowhere, and takes signs for what they are', async () => {
      for (const query of ['xylophone', '!!! & | <-> :*', "'; DROP TABLE quarry.assets; --", '\\', "it's \\' & (", ':'])
        assert.deepEqual(
          (await find(query)).filter((name) => name === 'noise'),
          [],
        );
      assert.deepEqual(await find('xylophone'), []);
    });

    it('finds each once, of this space alone, as many as were asked for, and none that was deleted', async () => {
      const all = await search('parse line retry moment');
      assert.equal(all.length, 3);
      assert.deepEqual(
        all.map(({ score }) => score),
        all.map(({ score }) => score).sort((a, b) => b - a),
      );
      assert.equal((await find('parse line retry moment', 1)).length, 1);
      const doomed = written({ name: 'doomed' });
      await ask(service.address, ada, 'change', { params: { space }, body: { changes: [doomed] } });
      assert.deepEqual(await find('doomed'), ['doomed']);
      const { asset } = doomed;
      const deletion = { key: crypto.randomUUID(), asset, base: 1, deleted: true as const };
      await ask(service.address, ada, 'change', { params: { space }, body: { changes: [deletion] } });
      assert.deepEqual(await find('doomed'), []);
    });

    it('finds a rare word among thousands that have the others', async () => {
      const many = Array.from({ length: 3000 }, (_, at) => written({ name: `common ${at}`, text: 'read the file line by line' })); // prettier-ignore
      const rare = written({ name: 'rare', text: 'read the zebra file' });
      for (let from = 0; from < many.length; from += 500) {
        await ask(service.address, ada, 'change', {
          params: { space: other },
          body: { changes: many.slice(from, from + 500) },
        });
      }
      await ask(service.address, ada, 'change', { params: { space: other }, body: { changes: [rare] } });
      assert.equal((await find('read the file', 5, other)).length, 5);
      // As PostgreSQL does by itself some time after much has been written: until then it does not know which words are rare.
      await root(database, 'ANALYZE quarry.assets');
      assert.equal((await find('read the zebra file line', 5, other))[0], 'rare');
      assert.equal((await find('read the file', 5, other)).length, 5);
      assert.deepEqual((await find('zebra')).length, 0);
    });

    it('finds each of two words that are everywhere and never together', async () => {
      const { id: halves } = await ask(service.address, ada, 'spaceMake', {
        body: { name: 'Halves', visibility: 'members' },
      });
      for (const word of ['alpha', 'omega'])
        for (let from = 0; from < 2500; from += 500) {
          const changes = Array.from({ length: 500 }, (_, at) => written({ name: `${word} ${from + at}` }));
          await ask(service.address, ada, 'change', { params: { space: halves }, body: { changes } });
        }
      await root(database, 'ANALYZE quarry.assets');
      assert.equal((await find('alpha omega', 50, halves)).length, 50);
    });

    if (!isWithout)
      it('finds a name with a slip of the hand', async () => {
        assert.equal((await find('parseCvsRow'))[0], 'parseCsvRow');
      });

    if (open === failingEngine)
      it('is answered all the same, and the log tells why', async () => {
        assert.equal((await find('parse csv retry'))[0], 'parseCsvRow');
        assert.match(service.log(), /did not rank a search/);
      });

    if (open === openEngine)
      it('puts first what the engine would of a library, not what says a word most often', async () => {
        const changes = [
          written({ name: 'spam', text: 'token token token token token token token token' }),
          written({
            name: 'readToken',
            text: 'export function readToken(file) { return readFileSync(file); }',
            language: 'ts',
          }),
        ];
        await ask(service.address, ada, 'change', { params: { space }, body: { changes } });
        assert.deepEqual((await find('where is a token read from a file?')).slice(0, 2), ['readToken', 'spam']);
        assert.equal((await search('readToken'))[0]?.score, 1);
      });
  });
}

describe('a search that is being ranked', function () {
  this.timeout(120_000);

  it('holds no connection of the database, and answers with the rights of when it is done', async () => {
    const database = await newDatabase();
    const engine = openEngine();
    let ranked: () => void = () => undefined;
    let asked: () => void = () => undefined;
    const isAsked = new Promise<void>((resolve) => (asked = resolve));
    const isRanked = new Promise<void>((resolve) => (ranked = resolve));
    const waiting: Engine = {
      ...engine,
      retrieve: async (request, signal) => {
        asked();
        await isRanked;
        return engine.retrieve(request, signal);
      },
    };
    const service = await startService(database.service, { engine: waiting, poolSize: 1 });
    try {
      const [ada, bob] = await Promise.all([person(database.owner, 'Ada'), person(database.owner, 'Bob')]);
      const { id: space } = await ask(service.address, ada, 'spaceMake', {
        body: { name: 'Left', visibility: 'members' },
      });
      const params = { space };
      const { person: who } = await ask(service.address, ada, 'memberSet', {
        params,
        body: { email: emailOf('Bob'), role: 'read' },
      });
      await ask(service.address, ada, 'change', { params, body: { changes: shared.map((fields) => written(fields)) } });
      const found = ask(service.address, bob, 'search', { params, body: { query: 'parse retry' } });
      await isAsked;
      await ask(service.address, ada, 'memberRemove', { params, body: { person: who.id } });
      ranked();
      assert.deepEqual(await found, []);
    } finally {
      ranked();
      await service.close();
      await database.drop();
    }
  });
});
