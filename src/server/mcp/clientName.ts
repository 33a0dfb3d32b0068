/**
 * Who calls, where no session is kept: clients before 2026-07-28 say their name in `initialize` alone, so it is given back
 * to them as the id of their session, which they send with every call. It says no more than they said themselves.
 */
import { oneLine } from '../../languages/markdown';

const prefix = 'client-';
const maxCharacters = 80;
const unnamed = 'an agent';

/** A name as it may be shown. */
export function shownName(name: unknown): string {
  const shown = typeof name === 'string' ? oneLine(name).trim().slice(0, maxCharacters) : '';
  return shown === '' ? unnamed : shown;
}

export function sessionIdFor(name: unknown): string {
  return prefix + Buffer.from(shownName(name)).toString('base64url');
}

export function nameInSessionId(id: string | null | undefined): string {
  if (!id?.startsWith(prefix)) return unnamed;
  return shownName(Buffer.from(id.slice(prefix.length), 'base64url').toString('utf8'));
}
