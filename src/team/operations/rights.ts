/** Rights: spaces and their members, and the caller with their tokens. */
import { randomBytes } from 'node:crypto';
import { ApiError } from '../../contract/errors';
import type { Role, Space, Member, TeamPerson, PersonalToken } from '../../contract/schemas/team';
import { type Transaction, hashOf } from '../database/database';
import type { Handler } from './visit';

// Section: explains refusals. Row-level security separates spaces, not this code.

const order: readonly Role[] = ['read', 'write', 'admin'];

export function reaches(given: Role, wanted: Role): boolean {
  return order.indexOf(given) >= order.indexOf(wanted);
}

const may: Record<Role, string> = { read: 'read it', write: 'change its assets', admin: 'do that' };

/**
 * @throws ApiError `notFound` for a space that is not there or not to be seen, `refused` where the role is too small
 */
export async function demand(tx: Transaction, space: string, wanted: Role): Promise<void> {
  const [{ given } = { given: null }] = await tx.rows<{ given: Role | null }>('SELECT quarry.reach($1) AS given', [
    space,
  ]);
  if (given === null) throw new ApiError('notFound', 'There is no such space, or you are not in it.');
  if (!reaches(given, wanted))
    throw new ApiError('refused', `In this space you may ${may[given]}; this takes the right to ${wanted}.`);
}

// Section: spaces.

interface SpaceRow {
  id: string;
  name: string;
  visibility: Space['visibility'];
  role: Role;
  last: number;
  assets: number;
  bytes: number;
  created: Date;
  telling: string | null;
}

/** Selects spaces first, so that rights are not computed for every space. */
const select = `
  SELECT s.id, s.name, s.visibility, quarry.reach(s.id) AS role, p.last, p.assets, p.bytes, s.created, quarry.telling() AS telling
    FROM quarry.spaces s JOIN quarry.progress p ON p.space = s.id`;

const spaceOf = ({ created, telling, ...row }: SpaceRow): Space => ({
  ...{ ...row, created: created.toISOString() },
  ...(telling !== null && { telling }),
});

async function one(tx: Transaction, space: string): Promise<Space> {
  const [row] = await tx.rows<SpaceRow>(`${select} WHERE s.id = $1`, [space]);
  if (!row) throw new ApiError('notFound', 'There is no such space, or you are not in it.');
  return spaceOf(row);
}

export const spaces: Handler<'spaces'> = async (_, { tx }) => {
  const rows = await tx.rows<SpaceRow>(
    `${select} WHERE s.id IN (SELECT quarry.readable()) ORDER BY lower(s.name), s.id`,
  );
  return rows.map(spaceOf);
};

export const spaceMake: Handler<'spaceMake'> = async ({ body }, { tx, caller }) => {
  if (caller.scope !== 'admin')
    throw new ApiError('refused', 'Whoever makes a space is its admin: this takes a token of the scope admin.');
  const [made] = await tx.rows<{ id: string }>('SELECT quarry.make_space($1, $2) AS id', [body.name, body.visibility]);
  if (!made) throw new Error('make_space has made nothing.');
  return one(tx, made.id);
};

export const spaceChange: Handler<'spaceChange'> = async ({ params, body }, { tx }) => {
  await demand(tx, params.space, 'admin');
  await tx.rows(
    'UPDATE quarry.spaces SET name = coalesce($2, name), visibility = coalesce($3, visibility) WHERE id = $1',
    [params.space, body.name, body.visibility],
  );
  return one(tx, params.space);
};

/** Deletes a space. Its contents are removed in small steps (`sweep`), as a large one would take minutes. */
export const spaceDelete: Handler<'spaceDelete'> = async ({ params }, { tx }) => {
  await demand(tx, params.space, 'admin');
  await tx.rows('UPDATE quarry.spaces SET deleted = clock_timestamp() WHERE id = $1', [params.space]);
};

// Section: members of a space.

export interface PersonRow {
  id: string;
  name: string;
  email: string | null;
}

export const personOf = ({ id, name, email }: PersonRow): TeamPerson => ({
  ...{ id, name },
  ...(email !== null && { email }),
});

/** People named in changes, by id, including former members. */
export async function peopleOf(tx: Transaction, ids: readonly string[]): Promise<(id: string) => TeamPerson> {
  const rows = await tx.rows<PersonRow>('SELECT id, name, email FROM quarry.people WHERE id = ANY ($1::uuid[])', [
    [...new Set(ids)],
  ]);
  const people = new Map(rows.map((row) => [row.id, personOf(row)]));
  return (id) => people.get(id) ?? { id, name: '' };
}

export const members: Handler<'members'> = async ({ params }, { tx }) => {
  await demand(tx, params.space, 'read');
  const rows = await tx.rows<PersonRow & { role: Role }>(
    `SELECT p.id, p.name, p.email, m.role FROM quarry.members m JOIN quarry.people p ON p.id = m.person
      WHERE m.space = $1 AND m.role IS NOT NULL ORDER BY m.role DESC, lower(p.name), p.id`,
    [params.space],
  );
  return rows.map((row): Member => ({ person: personOf(row), role: row.role }));
};

const address = /^[^\s@]{1,64}@[^\s@]{1,255}$/;

export const memberSet: Handler<'memberSet'> = async ({ params, body }, { tx }) => {
  await demand(tx, params.space, 'admin');
  if (!address.test(body.email))
    throw new ApiError('invalid', 'body.email is wrong: expected an address like a@b.org.');
  const [row] = await tx.rows<{ id: string }>('SELECT quarry.invite($1, $2, $3) AS id', [
    params.space,
    body.email,
    body.role,
  ]);
  if (!row) throw new Error('invite has named nobody.');
  return { person: (await peopleOf(tx, [row.id]))(row.id), role: body.role };
};

export const memberRemove: Handler<'memberRemove'> = async ({ params, body }, { tx, caller }) => {
  const isLeaving = body.person === caller.person && reaches(caller.scope, 'write');
  await demand(tx, params.space, isLeaving ? 'read' : 'admin');
  const gone = await tx.rows(
    'UPDATE quarry.members SET role = NULL WHERE space = $1 AND person = $2 AND role IS NOT NULL RETURNING person',
    [params.space, body.person],
  );
  if (gone.length === 0) throw new ApiError('notFound', 'There is no such member in this space.');
};

// Section: the caller and their tokens.

/** Prefix by which a leaked token is recognised. */
const tokenStart = 'quarry_';

/** @returns a new token: 256 random bits */
export function newToken(): string {
  return tokenStart + randomBytes(32).toString('base64url');
}

interface TokenRow {
  id: string;
  name: string;
  scope: Role;
  created: Date;
  expires: Date;
  lastUsed: Date | null;
}

const columns = 'id, name, scope, created, expires, last_used AS "lastUsed"';

const tokenOf = ({ created, expires, lastUsed, ...row }: TokenRow): PersonalToken => ({
  ...row,
  created: created.toISOString(),
  expires: expires.toISOString(),
  ...(lastUsed && { lastUsed: lastUsed.toISOString() }),
});

export const me: Handler<'me'> = async (_, { tx, caller }) => ({
  person: (await peopleOf(tx, [caller.person]))(caller.person),
  scope: caller.scope,
  token: caller.token,
});

/** Tokens that are still valid. */
export const tokens: Handler<'tokens'> = async (_, { tx, caller }) => {
  const rows = await tx.rows<TokenRow>(
    `SELECT ${columns} FROM quarry.tokens
      WHERE person = $1 AND revoked IS NULL AND expires > clock_timestamp() ORDER BY created, id`,
    [caller.person],
  );
  return rows.map(tokenOf);
};

export const tokenMake: Handler<'tokenMake'> = async ({ body }, { tx, caller }) => {
  if (!reaches(caller.scope, body.scope))
    throw new ApiError('refused', `A token of the scope ${caller.scope} makes none of the scope ${body.scope}.`);
  const token = newToken();
  const [made] = await tx.rows<TokenRow>(
    `INSERT INTO quarry.tokens (person, hash, name, scope, expires)
     VALUES ($1, $2, $3, $4, clock_timestamp() + make_interval(days => $5)) RETURNING ${columns}`,
    [caller.person, hashOf(token), body.name, body.scope, body.days],
  );
  if (!made) throw new Error('The token was not made.');
  return { token, made: tokenOf(made) };
};

/** Revokes a token; a token may revoke itself and those with no more rights. */
export const tokenRevoke: Handler<'tokenRevoke'> = async ({ params }, { tx, caller }) => {
  const [found] = await tx.rows<{ scope: Role }>('SELECT scope FROM quarry.tokens WHERE id = $1 AND person = $2', [
    params.token,
    caller.person,
  ]);
  if (!found) throw new ApiError('notFound', 'You have no such token.');
  if (!reaches(caller.scope, found.scope))
    throw new ApiError('refused', `A token of the scope ${caller.scope} revokes none of the scope ${found.scope}.`);
  await tx.rows('UPDATE quarry.tokens SET revoked = clock_timestamp() WHERE id = $1 AND revoked IS NULL', [
    params.token,
  ]);
};
