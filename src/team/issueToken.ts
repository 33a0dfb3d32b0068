/** The way in where nobody is in yet, for the owner of the database: a token for an address. */
import type pg from 'pg';
import type { Role } from '../contract/schemas/team';
import { hashOf } from './database/database';
import { newToken } from './operations/people';

export interface TokenWish {
  email: string;
  /** Of a person who is not there yet. */
  name: string | undefined;
  scope: Role;
  days: number;
}

/** @returns the token, which is told this once */
export async function issueToken(
  client: pg.Client | pg.Pool,
  { email, name, scope, days }: TokenWish,
): Promise<string> {
  const token = newToken();
  await client.query(
    `WITH known AS (
       INSERT INTO quarry.people (name, email) VALUES (coalesce($2, $1), $1)
       ON CONFLICT (lower(email)) DO UPDATE SET name = coalesce($2, people.name) RETURNING id)
     INSERT INTO quarry.tokens (person, hash, name, scope, expires)
     SELECT id, $3, 'quarry team token', $4, clock_timestamp() + make_interval(days => $5) FROM known`,
    [email, name ?? null, hashOf(token), scope, days],
  );
  return token;
}
