// The same statements on PGlite, PostgreSQL in WebAssembly: without a program of its own, so wherever Node runs.
import assert from 'node:assert/strict';
import { startPGliteTeam, type PGliteTeam } from './pglite';
import { written } from './team';

describe('a team on PGlite', function () {
  this.timeout(120_000);
  let team: PGliteTeam;
  let [ada, bob] = ['', ''];

  before(async () => {
    team = await startPGliteTeam({ people: ['Ada', 'Bob'] });
    [ada = '', bob = ''] = team.tokens;
  });
  after(() => team.close());

  it('shares, settles and finds, and shows nothing to others', async () => {
    const { ask } = team;
    const { id: space } = await ask(ada, 'spaceMake', { body: { name: 'Parsers', visibility: 'members' } });
    const params = { space };
    const first = written({ name: 'parseRow', text: 'one' });
    const { results } = await ask(ada, 'change', { params, body: { changes: [first] } });
    assert.equal(results[0]?.sequence, 1);
    await assert.rejects(ask(bob, 'changes', { params }), { code: 'notFound' });
    await ask(ada, 'memberSet', { params, body: { email: 'bob@example.org', role: 'write' } });
    const late = written({ text: 'two' }, { asset: first.asset });
    const { results: settled } = await ask(bob, 'change', { params, body: { changes: [late, late] } });
    assert.deepEqual(
      settled.map(({ version, conflicts }) => [version, conflicts]),
      [
        [2, ['text']],
        [2, ['text']],
      ],
    );
    const page = await ask(ada, 'changes', { params });
    assert.deepEqual(
      page.assets.map(({ fields }) => fields),
      [{ name: 'parseRow', text: 'two' }],
    );
    const found = await team.find(bob, space, 'parse');
    assert.deepEqual(
      found.map(({ asset }) => asset.id),
      [first.asset],
    );
    assert.deepEqual(
      await ask(bob, 'history', { params: { ...params, asset: first.asset } }).then((all) => all[0]?.overwrote),
      { text: 'one' },
    );
  });

  it('holds the service’s user to the policies', async () => {
    await assert.rejects(team.engine.query('DELETE FROM quarry.history'), /permission denied/);
    assert.deepEqual((await team.engine.query('SELECT id FROM quarry.assets')).rows, []);
  });
});
