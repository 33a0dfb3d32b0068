/** Who may do what in a space. */
import { ApiError } from '../../contract/errors';
import type { Member, Role, TeamPerson } from '../../contract/schemas/team';
import type { Transaction } from '../database/database';
import type { Handler } from './handlers';
import { demand, reaches } from './rights';

export interface PersonRow {
  id: string;
  name: string;
  email: string | null;
}

export const personOf = ({ id, name, email }: PersonRow): TeamPerson => ({
  ...{ id, name },
  ...(email !== null && { email }),
});

/** By id: those who stand beside changes. Nobody is left out, for each of them was in the space once. */
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
