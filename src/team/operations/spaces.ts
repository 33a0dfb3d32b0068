/** Spaces themselves: what a team shares something in. */
import { ApiError } from '../../contract/errors';
import type { Role, Space } from '../../contract/schemas/team';
import type { Transaction } from '../database/database';
import type { Handler } from './handlers';
import { demand } from './rights';

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

/** Which ones first, so that rights are not asked of every space there is. */
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

/** From now on it is nobody's; what it held goes a little at a time (`sweep`), for a large one would take minutes. */
export const spaceDelete: Handler<'spaceDelete'> = async ({ params }, { tx }) => {
  await demand(tx, params.space, 'admin');
  await tx.rows('UPDATE quarry.spaces SET deleted = clock_timestamp() WHERE id = $1', [params.space]);
};
