// Everybody there can be, before every kind of space: what the tests of rights ask as, and of.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Role } from '../../../src/contract/schemas/team';
import type { TestDatabase } from './postgres';
import { ask, emailOf, person, written } from './team';

export const roles = ['read', 'write', 'admin'] as const satisfies Role[];
export type SpaceName = 'own' | 'public' | 'deleted' | 'other';

export interface Actor {
  name: string;
  /** None: no token at all. */
  token: string | undefined;
  /** Undefined: the token opens nothing. */
  scope: Role | undefined;
  id: string;
  /** In the spaces `own` and `public`; nobody of them is in `other`. */
  role: Role | undefined;
}

export interface Shared {
  id: string;
  asset: string;
}

export interface World {
  actors: Actor[];
  spaces: Record<SpaceName, Shared>;
  /** In the spaces `own` and `public`, to be let go. */
  guest: string;
  /** Makes whole again what a call that was allowed has changed. */
  mend(): Promise<void>;
}

/** What an actor may do in a space: the smaller of role and scope. */
export function reachOf(actor: Actor, space: SpaceName): Role | undefined {
  if (actor.scope === undefined || space === 'deleted' || space === 'other') return undefined;
  const role = actor.role ?? (space === 'public' ? 'read' : undefined);
  return role && roles[Math.min(roles.indexOf(role), roles.indexOf(actor.scope))];
}

export async function makeWorld(database: TestDatabase, address: string): Promise<World> {
  const keeper = await person(database.owner, 'Keeper');
  const stranger = await person(database.owner, 'Stranger');
  const make = async (token: string, visibility: 'members' | 'public'): Promise<Shared> => {
    const { id } = await ask(address, token, 'spaceMake', { body: { name: `Of ${visibility}`, visibility } });
    const change = written({ name: 'secret name', text: 'secret text', description: 'secret words' });
    await ask(address, token, 'change', { params: { space: id }, body: { changes: [change] } });
    return { id, asset: change.asset };
  };
  const spaces: World['spaces'] = {
    own: await make(keeper, 'members'),
    public: await make(keeper, 'public'),
    deleted: await make(keeper, 'members'),
    other: await make(stranger, 'members'),
  };
  const let_in = (space: string, name: string, role: Role) =>
    ask(address, keeper, 'memberSet', { params: { space }, body: { email: emailOf(name), role } });
  const actors: Actor[] = [];
  const idOf = async (token: string) => (await ask(address, token, 'me')).person.id;
  const shared = [spaces.own.id, spaces.public.id, spaces.deleted.id];

  for (const role of [undefined, ...roles]) {
    const name = role ?? 'outsider';
    const full = await person(database.owner, name);
    const id = await idOf(full);
    if (role) for (const space of shared) await let_in(space, name, role);
    for (const scope of roles) {
      const { token } = await ask(address, full, 'tokenMake', { body: { name: scope, scope, days: 1 } });
      actors.push({ name: `${name} with a token to ${scope}`, token, scope, id, role });
    }
  }
  actors.push(...(await closedOut(database, address)));
  const left = await person(database.owner, 'left');
  for (const space of shared) {
    const { person: who } = await let_in(space, 'left', 'admin');
    await ask(address, keeper, 'memberRemove', { params: { space }, body: { person: who.id } });
  }
  actors.push({ name: 'somebody who has left', token: left, scope: 'admin', id: await idOf(left), role: undefined });
  await ask(address, keeper, 'spaceDelete', { params: { space: spaces.deleted.id } });

  const world: World = { actors, spaces, guest: '', mend };
  async function mend(): Promise<void> {
    for (const { id } of [spaces.own, spaces.public]) {
      await root(database, 'UPDATE quarry.spaces SET deleted = NULL WHERE id = $1', [id]);
      world.guest = (await let_in(id, 'guest', 'read')).person.id;
    }
  }
  await mend();
  return world;

  /** An admin whose tokens open nothing. */
  async function closedOut(of: TestDatabase, at: string): Promise<Actor[]> {
    const full = await person(of.owner, 'closed');
    const id = await idOf(full);
    for (const space of shared) await let_in(space, 'closed', 'admin');
    const wish = { body: { name: 'x', scope: 'admin' as const, days: 1 } };
    const [revoked, expired] = [await ask(at, full, 'tokenMake', wish), await ask(at, full, 'tokenMake', wish)];
    await ask(at, full, 'tokenRevoke', { params: { token: revoked.made.id } });
    await root(of, 'UPDATE quarry.tokens SET expires = clock_timestamp() WHERE id = $1', [expired.made.id]);
    const common = { scope: undefined, id, role: 'admin' as const };
    return [
      { ...common, name: 'an admin with a revoked token', token: revoked.token },
      { ...common, name: 'an admin with an expired token', token: expired.token },
      { ...common, name: 'somebody with an invented token', token: `quarry_${randomUUID()}` },
      { ...common, name: 'somebody without a token', token: undefined },
    ];
  }
}

/** As the superuser, who sees all. */
export async function root<Row extends pg.QueryResultRow>(
  database: TestDatabase,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: database.root });
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}
