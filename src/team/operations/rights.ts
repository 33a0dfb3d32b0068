/**
 * What a caller may do in a space, told in words: the database itself would only show nothing, or refuse. Must not be
 * what keeps spaces apart: that is row-level security.
 */
import { ApiError } from '../../contract/errors';
import type { Role } from '../../contract/schemas/team';
import type { Transaction } from '../database/database';

const order: readonly Role[] = ['read', 'write', 'admin'];

export function reaches(given: Role, wanted: Role): boolean {
  return order.indexOf(given) >= order.indexOf(wanted);
}

const may: Record<Role, string> = { read: 'read it', write: 'change its assets', admin: 'do that' };

/** @throws ApiError `notFound` for a space that is not there or not to be seen, `refused` where the role is too small */
export async function demand(tx: Transaction, space: string, wanted: Role): Promise<void> {
  const [{ given } = { given: null }] = await tx.rows<{ given: Role | null }>('SELECT quarry.reach($1) AS given', [
    space,
  ]);
  if (given === null) throw new ApiError('notFound', 'There is no such space, or you are not in it.');
  if (!reaches(given, wanted))
    throw new ApiError('refused', `In this space you may ${may[given]}; this takes the right to ${wanted}.`);
}
