/** The caller and their tokens. */
import { randomBytes } from 'node:crypto';
import { ApiError } from '../../contract/errors';
import type { PersonalToken, Role } from '../../contract/schemas/team';
import { hashOf } from '../database/database';
import type { Handler } from './visit';
import { peopleOf, reaches } from './spaces';

/** Told by its beginning where it is found in a place that it should not be. */
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

/** Those that still open something. */
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

/** A token takes back itself and those that can do no more than it. */
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
