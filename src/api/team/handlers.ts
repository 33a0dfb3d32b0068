/** The operations of a library that is shared with a team. Their implementation is loaded on demand. */
import type { Handlers } from '../../contract/api';
import { ApiError } from '../../contract/errors';
import type { sharingOperations } from '../../contract/operations/team';
import type { TeamStatus } from '../../contract/schemas/team';
import { type ApiContext, perContext } from '../context';
import type { Team, TeamAccount } from './team';

/** Modules that only some operations need. */
const rules = {
  spaces: () => import('./spaces'),
  standing: () => import('./standing'),
};

export function sharingHandlers(context: ApiContext): Pick<Handlers, keyof typeof sharingOperations> {
  const door = teamOf(context);
  const { team } = door;
  return {
    ...teamHandlers(context),
    ...memberHandlers(context),
    async spaceKeep({ params }) {
      const known = await team();
      const space = known.listed.find(({ id }) => id === params.space);
      if (!space) throw new ApiError('notFound', 'The team shows no space with this id.');
      await (await rules.spaces()).keepSpace(known.sharing, space);
      known.kick({ spaces: true });
    },
    async spaceLeave({ params, body }) {
      const known = await team();
      await (await rules.spaces()).leaveSpace(known.sharing, params.space, body.keeping);
      known.retry();
    },
    spaceAssets: ({ params }) => ({
      assets: [...context.store.list('shared')].flatMap(({ id, space, isGone }) =>
        space === params.space && !isGone ? [id] : [],
      ),
    }),
    async assetsShare({ params, body }) {
      const known = await team();
      return (await rules.spaces())
        .shareAssets(known.sharing, params.space, body.assets, body.evenSecrets ?? false)
        .finally(() => known.kick());
    },
    async assetsUnshare({ body }) {
      const known = await team();
      return (await rules.spaces()).stopSharing(known.sharing, body.assets).finally(() => known.kick());
    },
    async assetTeamHistory({ params }, { signal }) {
      const shared = context.store.get('shared', params.asset);
      if (!shared) throw new ApiError('notFound', 'The asset is not shared.');
      const { link } = await team();
      const input = { params: { space: shared.space, asset: params.asset }, query: { limit: 100 } };
      return { entries: await link.history(input, signal) };
    },
    async undecidedList() {
      const known = await door.known();
      return { items: known ? (await rules.standing()).listUndecided(known.sharing) : [] };
    },
    async undecidedSettle({ body }) {
      const known = await team();
      await (await rules.standing()).decide(known.sharing, body.id, body.choice);
      known.kick({ spaces: true });
    },
  };
}

type TeamOperation =
  'teamStatus' | 'teamSignInStart' | 'teamSignInFinish' | 'teamConnect' | 'teamDisconnect' | 'teamSignOut' | 'teamSync';

function teamHandlers(context: ApiContext): Pick<Handlers, TeamOperation> {
  const door = teamOf(context);
  const status = async (): Promise<TeamStatus> => {
    const known = await door.known();
    if (!known) return { state: 'none', since: 0, pending: 0, undecided: 0, spaces: [] };
    return (await rules.standing()).statusOf(known);
  };
  return {
    teamStatus: status,
    async teamSignInStart({ body }, { signal }) {
      return (await door.team()).guestLink(body).signInStart({}, signal);
    },
    async teamSignInFinish({ body: { device, name, ...account } }, { signal }) {
      return (await door.team()).guestLink(account).signInFinish({ body: { device, name } }, signal);
    },
    async teamConnect({ body: { address, token, isPlainAllowed = false } }) {
      await (await door.team()).connect({ address, token, isPlainAllowed });
    },
    async teamDisconnect() {
      await (await door.known())?.disconnect();
    },
    async teamSignOut() {
      return { isRevoked: (await (await door.known())?.signOut()) ?? false };
    },
    async teamSync() {
      const known = await door.known();
      known?.retry();
      await known?.settled();
      return status();
    },
  };
}

type MemberOperation = 'spaceMake' | 'spaceMembers' | 'spaceMemberSet' | 'spaceMemberRemove' | 'spaceSearch';

function memberHandlers(context: ApiContext): Pick<Handlers, MemberOperation> {
  const { team } = teamOf(context);
  return {
    async spaceMake({ body }, { signal }) {
      const known = await team();
      const made = await known.link.spaceMake({ body }, signal);
      known.kick({ spaces: true });
      await known.settled();
      return made;
    },
    async spaceMembers({ params }, { signal }) {
      return { members: await (await team()).link.members({ params }, signal) };
    },
    async spaceMemberSet(input, { signal }) {
      return (await team()).link.memberSet(input, signal);
    },
    async spaceMemberRemove(input, { signal }) {
      await (await team()).link.memberRemove(input, signal);
    },
    async spaceSearch(input, { signal }) {
      return (await team()).link.search(input, signal);
    },
  };
}

// Section: loads the team's implementation, only when a team is named or the library holds a space.

export interface TeamDoor {
  /** Loads the implementation if the library has an account or a space; to be called when the library is opened. */
  open: (account?: Required<TeamAccount>) => Promise<void>;
  /** Undefined while the library has neither an account nor a space. */
  known: () => Promise<Team | undefined>;
  /** Loads the implementation in any case. */
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

/** The team of this context. */
export const teamOf = perContext(createDoor);
