// Every operation, asked by everybody there can be, of every kind of space.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { teamOperations, type TeamOperationName } from '../../../src/contract/operations/team';
import type { Role } from '../../../src/contract/schemas/team';
import { newDatabase, type TestDatabase } from './postgres';
import { ask, call, startService, written, type CallInput, type TestService } from './team';
import { makeWorld, reachOf, roles, root, type Actor, type Shared, type SpaceName, type World } from './world';

/** What each operation on a space takes. */
const needed = {
  changes: 'read',
  history: 'read',
  search: 'read',
  members: 'read',
  change: 'write',
  audit: 'admin',
  memberSet: 'admin',
  memberRemove: 'admin',
  spaceChange: 'admin',
  spaceDelete: 'admin',
} as const satisfies Partial<Record<TeamOperationName, Role>>;
type SpaceOperation = keyof typeof needed;

/** For these nobody need be known, or it is told elsewhere what they take. */
const others = ['health', 'ready', 'metrics', 'signInStart', 'signInFinish'];
const personal = ['me', 'tokens', 'tokenMake', 'tokenRevoke', 'spaces', 'spaceMake'];

describe('rights of a team', function () {
  this.timeout(120_000);
  let database: TestDatabase;
  let service: TestService;
  let world: World;

  before(async () => {
    database = await newDatabase();
    service = await startService(database.service);
    world = await makeWorld(database, service.address);
  });
  after(async () => {
    await service.close();
    await database.drop();
  });

  function inputOf(name: SpaceOperation, shared: Shared): CallInput<SpaceOperation> {
    // Each as its own operation takes it, which the compiler cannot tell from a name that varies.
    return ofName(name, shared);
  }
  function ofName(name: SpaceOperation, { id: space, asset }: Shared): object {
    const params = { space };
    switch (name) {
      case 'history':
        return { params: { space, asset } };
      case 'search':
        return { params, body: { query: 'secret' } };
      case 'change':
        return { params, body: { changes: [written({ name: 'new' })] } };
      case 'memberSet':
        return { params, body: { email: 'somebody@example.org', role: 'read' } };
      case 'memberRemove':
        return { params, body: { person: world.guest } };
      case 'spaceChange':
        return { params, body: { name: 'Named anew' } };
      default:
        return { params };
    }
  }

  function expected(actor: Actor, space: SpaceName, wanted: Role): number[] {
    if (actor.scope === undefined) return [401];
    const reach = reachOf(actor, space);
    if (reach === undefined) return [404];
    return roles.indexOf(reach) < roles.indexOf(wanted) ? [403] : [200, 204];
  }

  /** All that anybody could have changed. */
  const everything = async () => {
    const tables = ['people', 'identities', 'spaces', 'progress', 'members', 'assets', 'history', 'answered', 'audit'];
    const parts = tables.map((name) => `(SELECT md5(string_agg(t::text, '' ORDER BY t::text)) FROM quarry.${name} t)`);
    return root(database, `SELECT ${parts.map((part, at) => `${part} AS "${tables[at]}"`).join(', ')}`);
  };

  it('are told for every operation there is', () => {
    assert.deepEqual(Object.keys(teamOperations).sort(), [...Object.keys(needed), ...others, ...personal].sort());
  });

  for (const [name, wanted] of Object.entries(needed) as [SpaceOperation, Role][]) {
    it(`let ${name} be done by those who may ${wanted}, and by nobody else`, async () => {
      const asked = (Object.keys(world.spaces) as SpaceName[]).flatMap((kind) =>
        world.actors.map((actor) => ({ kind, actor, allowed: expected(actor, kind, wanted) })),
      );
      const [allowed, closed] = [true, false].map((is) => asked.filter((one) => one.allowed.includes(200) === is));
      const ask = async ({ kind, actor, allowed: statuses }: (typeof asked)[number]) => {
        const answer = await call(service.address, actor.token, name, inputOf(name, world.spaces[kind]));
        const said = `${name} by ${actor.name} in ${kind}: ${answer.status} ${answer.text}`;
        assert.ok(statuses.includes(answer.status), said);
        if (answer.status >= 400) assert.doesNotMatch(answer.text, /secret/);
      };
      const before = await everything();
      await Promise.all((closed ?? []).map(ask));
      assert.deepEqual(await everything(), before);
      assert.ok((allowed ?? []).length > 0);
      for (const one of allowed ?? []) {
        await ask(one);
        if (wanted === 'admin') await world.mend();
      }
    });
  }

  it('show in the list of spaces those that one may read, with what one may do there', async () => {
    for (const actor of world.actors) {
      const answer = await call(service.address, actor.token, 'spaces');
      if (actor.scope === undefined) {
        assert.equal(answer.status, 401);
        continue;
      }
      const own = (Object.keys(world.spaces) as SpaceName[]).filter((kind) => reachOf(actor, kind) !== undefined);
      assert.deepEqual(
        answer.value.map(({ id, role }) => [id, role]).sort(),
        own.map((kind) => [world.spaces[kind].id, reachOf(actor, kind)]).sort(),
        actor.name,
      );
    }
  });

  it('let a token make and take back no token that can do more than itself, nor anybody else’s', async () => {
    const admin = world.actors.find(({ role, scope }) => role === 'admin' && scope === 'admin');
    for (const actor of world.actors.filter(({ scope }) => scope !== undefined)) {
      for (const scope of roles) {
        const mayMake = roles.indexOf(scope) <= roles.indexOf(actor.scope ?? 'read');
        const body = { name: 'made', scope, days: 1 };
        const made = await call(service.address, actor.token, 'tokenMake', { body });
        assert.equal(made.status, mayMake ? 200 : 403, `${actor.name} makes ${scope}`);
        if (!mayMake) continue;
        const token = made.value.made.id;
        if (actor.id !== admin?.id)
          assert.equal((await call(service.address, admin?.token, 'tokenRevoke', { params: { token } })).status, 404);
        const smaller = actor.scope === 'admin' ? undefined : scope;
        if (smaller) assert.equal((await call(service.address, made.value.token, 'me')).status, 200);
        assert.equal((await call(service.address, actor.token, 'tokenRevoke', { params: { token } })).status, 204);
        assert.equal((await call(service.address, made.value.token, 'me')).status, 401);
      }
    }
  });

  it('let a token of a smaller scope take back none of a larger', async () => {
    const [small] = world.actors.filter(({ role, scope }) => role === 'write' && scope === 'read');
    const [large] = world.actors.filter(({ role, scope }) => role === 'write' && scope === 'write');
    const tokens = await ask(service.address, large?.token, 'tokens');
    const id = tokens.find(({ scope }) => scope === 'admin')?.id ?? '';
    for (const actor of [small, large])
      assert.equal((await call(service.address, actor?.token, 'tokenRevoke', { params: { token: id } })).status, 403);
  });

  it('let spaces be made only with a token to admin', async () => {
    for (const actor of world.actors) {
      const answer = await call(service.address, actor.token, 'spaceMake', {
        body: { name: `By ${actor.name}`, visibility: 'members' },
      });
      const allowed = actor.scope === undefined ? 401 : actor.scope === 'admin' ? 200 : 403;
      assert.equal(answer.status, allowed, actor.name);
    }
  });

  it('let an asset that lives in another space be neither changed nor read through one’s own', async () => {
    const [writer] = world.actors.filter(({ role, scope }) => role === 'write' && scope === 'write');
    const before = await everything();
    const { asset } = world.spaces.other;
    const params = { space: world.spaces.own.id };
    const { results } = await ask(service.address, writer?.token, 'change', {
      params,
      body: {
        changes: [
          written({ name: 'taken over' }, { asset, base: 1 }),
          { key: randomUUID(), asset, base: 1, deleted: true },
        ],
      },
    });
    assert.deepEqual(
      results.map(({ outcome }) => outcome),
      ['refused', 'refused'],
    );
    assert.deepEqual(await ask(service.address, writer?.token, 'history', { params: { ...params, asset } }), []);
    const after = await everything();
    assert.deepEqual({ ...after[0], answered: '' }, { ...before[0], answered: '' });
  });

  it('show somebody’s name and address to those who share a space with them, and to nobody else', async () => {
    const [outsider] = world.actors.filter(({ role, scope }) => role === undefined && scope === 'admin');
    const members = await ask(service.address, outsider?.token, 'members', {
      params: { space: world.spaces.public.id },
    });
    assert.ok(members.length > 3);
    const answer = await call(service.address, outsider?.token, 'members', { params: { space: world.spaces.own.id } });
    assert.equal(answer.status, 404);
  });
});
