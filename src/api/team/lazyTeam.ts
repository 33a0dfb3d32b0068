/**
 * The door to the team's rules: they are read when a team is named, or when the library holds a space. Without either
 * nothing of them is loaded, and nothing listens.
 */
import type { ApiContext } from '../context';
import { perContext } from '../context';
import type { Team, TeamAccount } from './team';

export interface TeamDoor {
  /** Loads the rules where the library has to do with a team; to be called when the library is opened. */
  open: (account?: Required<TeamAccount>) => Promise<void>;
  /** Undefined while the library has nothing to do with a team. */
  known: () => Promise<Team | undefined>;
  /** Loads the rules whatever the library holds. */
  team: () => Promise<Team>;
  close: () => Promise<void>;
}

function createDoor(context: ApiContext): TeamDoor {
  let loaded: Promise<Team> | undefined;
  let isClosed = false;
  const team = (): Promise<Team> => (loaded ??= load(context));
  const isShared = (): boolean => context.store.count('spaces') > 0 || context.store.count('shared') > 0;
  const known = async (): Promise<Team | undefined> => (loaded || isShared() ? team() : undefined);
  return {
    async open(account) {
      const present = account ? await team() : await known();
      if (account && !isClosed) await present?.connect(account);
    },
    known,
    team,
    async close() {
      isClosed = true;
      await (await loaded)?.close();
    },
  };
}

async function load(context: ApiContext): Promise<Team> {
  const [{ Team }, { createTeamClient, teamAddress }] = await Promise.all([
    import('./team'),
    import('../../contract/teamClient'),
  ]);
  const team = new Team(context, {
    makeLink: ({ address, token, isPlainAllowed }) =>
      createTeamClient({ ...teamAddress(address, isPlainAllowed), ...(token !== undefined && { token }) }),
  });
  await team.start();
  return team;
}

/** The one of this context. */
export const teamOf = perContext(createDoor);
