// Search by meaning, on a PostgreSQL that has pgvector: PGlite with its extension.
import assert from 'node:assert/strict';
import path from 'node:path';
import { shippedEmbedding } from '../../../src/engine/door';
import { hasMeanings } from '../../../src/team/database/migrate';
import { meaningsBy, type Meanings } from '../../../src/team/ranking';
import { startPGliteTeam, type PGliteTeam } from './pglite';
import { emailOf, written } from './team';

const text = 'function removeFolder(path) { rmSync(path, { recursive: true }); }';
/** None of its words stands in the text. */
const question = 'delete directory';

describe('search of a space by meaning', function () {
  this.timeout(120_000);
  let team: PGliteTeam;
  let meanings: Meanings;
  let [ada, bob, space, another] = ['', '', '', ''];
  const folder = written({ name: 'removeFolder', text, language: 'js' });

  before(async () => {
    const made = meaningsBy(shippedEmbedding(path.resolve('media/embedding.bin'), (_, sentence) => assert.fail(sentence))); // prettier-ignore
    assert.ok(made);
    meanings = made;
    team = await startPGliteTeam({ people: ['Ada', 'Bob'], meanings });
    [ada = '', bob = ''] = team.tokens;
    const make = async (token: string, name: string) =>
      (await team.ask(token, 'spaceMake', { body: { name, visibility: 'members' } })).id;
    [space, another] = [await make(ada, 'Tools'), await make(bob, 'Others')];
    const noise = written({ name: 'parseRow', text: 'const parseRow = (line) => line.split(",");', language: 'js' });
    await send(ada, space, [folder, noise]);
    await send(bob, another, [written({ name: 'removeTree', text })]);
  });
  after(() => team.close());

  const send = async (token: string, where: string, changes: ReturnType<typeof written>[]) => {
    const { results } = await team.ask(token, 'change', { params: { space: where }, body: { changes } });
    assert.deepEqual(
      results.map(({ outcome }) => outcome),
      changes.map(() => 'taken'),
    );
  };
  const find = async (query = question, token = ada) =>
    (await team.find(token, space, query)).map(({ asset }) => asset.fields?.name);
  const asOwner = async <Row>(sql: string): Promise<Row[]> => {
    await team.engine.exec('SET SESSION AUTHORIZATION postgres');
    try {
      return (await team.engine.query<Row>(sql)).rows;
    } finally {
      await team.engine.exec('SET SESSION AUTHORIZATION quarry_web');
    }
  };
  const kept = async () =>
    (await asOwner<{ asset: string; version: number }>('SELECT asset, version FROM quarry.meanings')).map(
      ({ asset, version }) => `${asset} ${version}`,
    );

  it('finds what has none of the words, of this space alone', async () => {
    assert.ok(await team.database.alone(hasMeanings));
    const found = await find();
    assert.equal(found[0], 'removeFolder');
    assert.ok(!found.includes('removeTree'));
  });

  it('compares in a large space by the index, and finds the same', async () => {
    await asOwner(`UPDATE quarry.progress SET assets = 20000 WHERE space = '${space}'`);
    assert.equal((await find())[0], 'removeFolder');
    await asOwner(`UPDATE quarry.progress SET assets = 2 WHERE space = '${space}'`);
  });

  it('follows a change and a deletion', async () => {
    const asset = { asset: folder.asset, base: 1 };
    const sum = { name: 'addNumbers', text: 'const sum = (a, b) => a + b;', language: 'js' };
    await send(ada, space, [written(sum, asset)]);
    assert.ok((await kept()).includes(`${folder.asset} 2`));
    const [{ is } = { is: false }] = await asOwner<{ is: boolean }>(
      `SELECT meaning::text = '${meanings.ofAsset(sum)}' AS is FROM quarry.meanings WHERE asset = '${folder.asset}'`,
    );
    assert.ok(is);
    const { key, asset: id } = written({}, asset);
    await send(ada, space, [{ key, asset: id, base: 2, deleted: true }]);
    assert.ok(!(await kept()).some((one) => one.startsWith(folder.asset)));
    await send(ada, space, [written({ name: 'removeFolder', text }, { ...asset, base: 3 })]);
    assert.equal((await find())[0], 'removeFolder');
  });

  it('is read by migrate for what was there before, and again for another embedding', async () => {
    const all = await kept();
    await asOwner('DROP TABLE quarry.meanings');
    await team.migrateAgain(meanings);
    assert.deepEqual((await kept()).sort(), all.sort());
    assert.equal((await find())[0], 'removeFolder');
    const other = { ...meanings, madeBy: 'another' };
    await team.migrateAgain(other);
    assert.ok(!(await find()).includes('removeFolder'), 'what two embeddings say is not compared');
    await team.migrateAgain(meanings);
    assert.equal((await find())[0], 'removeFolder');
  });

  it('makes its table anew for an embedding of another width', async () => {
    const narrow = { ...meanings, width: 2, madeBy: 'narrow', ofAsset: () => '[1,0]', ofQuestion: () => '[0,1]' };
    await team.migrateAgain(narrow);
    assert.equal((await kept()).length, 3);
    await team.migrateAgain(meanings);
    assert.equal((await find())[0], 'removeFolder');
  });

  it('shows and lets be changed what the policies let through, and no more', async () => {
    const query = (token: string, sql: string, values: unknown[] = []) =>
      team.database.as(token, (tx) => tx.rows<{ asset: string }>(sql, values));
    assert.deepEqual(await team.database.alone((tx) => tx.rows('SELECT asset FROM quarry.meanings')), []);
    assert.equal((await query(bob, 'SELECT asset FROM quarry.meanings')).length, 1);
    assert.deepEqual(await query(bob, 'DELETE FROM quarry.meanings WHERE space = $1 RETURNING asset', [space]), []);
    const insert = `INSERT INTO quarry.meanings (asset, space, version, made_by, meaning)
      SELECT $1, $2, 9, 'x', meaning FROM quarry.meanings LIMIT 1`;
    const refused = /row-level security/;
    // Not into a space of others, and not an asset of others into the own one.
    const unread = written({ links: [] });
    await send(ada, space, [unread]);
    for (const where of [space, another]) await assert.rejects(query(bob, insert, [unread.asset, where]), refused);
    await team.ask(ada, 'memberSet', { params: { space }, body: { email: emailOf('Bob'), role: 'read' } });
    assert.equal((await query(bob, 'SELECT asset FROM quarry.meanings')).length, 3);
    await assert.rejects(query(bob, insert, [unread.asset, space]), refused);
    assert.deepEqual(
      await query(bob, `UPDATE quarry.meanings SET version = 9 WHERE space = $1 RETURNING asset`, [space]),
      [],
    );
    const [secured] = await asOwner<{ is: boolean }>(
      `SELECT relrowsecurity AND relforcerowsecurity AS is FROM pg_class WHERE oid = 'quarry.meanings'::regclass`,
    );
    assert.deepEqual(secured, { is: true });
  });
});
