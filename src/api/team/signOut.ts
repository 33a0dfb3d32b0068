/** Takes back, at the team, the token with which this library signed in: whoever has a copy of it gets in no more. */
import { ApiError } from '../../contract/errors';
import type { TeamApi } from '../../contract/teamClient';
import type { ApiContext } from '../context';

/** Somebody waits for the sign-out, which is done here in any case. */
const patienceMs = 5_000;

/** @returns whether the token opens nothing any more; not where the team cannot be reached */
export async function revokeToken({ log }: Pick<ApiContext, 'log'>, link: TeamApi): Promise<boolean> {
  const signal = AbortSignal.timeout(patienceMs);
  try {
    const { token } = await link.me({}, signal);
    if (token === undefined) return false; // a service of before, which does not say
    await link.tokenRevoke({ params: { token } }, signal);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'unauthenticated') return true;
    log('warn', `The team did not take the token back: ${String(error)}`);
    return false;
  }
}
