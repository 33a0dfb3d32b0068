/** How the library stands with its team, in one look. */
import type { SpaceStatus, TeamStatus } from '../../contract/schemas/sharing';
import { countUndecided } from './conflicts';
import type { Team } from './team';

export function statusOf(team: Team): TeamStatus {
  const { store } = team.sharing.context;
  const known = store.get('team', 'team');
  return {
    state: team.state,
    since: team.since,
    ...(team.reason !== undefined && { reason: team.reason }),
    ...(known && { address: known.address }),
    ...(known?.person && { person: known.person }),
    pending: store.count('outbox'),
    undecided: countUndecided(team.sharing),
    spaces: spacesOf(team),
  };
}

function spacesOf({ sharing, listed }: Team): SpaceStatus[] {
  const { store } = sharing.context;
  const assets = countBySpace([...store.list('shared')].filter(({ isGone }) => !isGone));
  const pending = countBySpace(store.list('outbox'));
  const here = [...store.list('spaces')].flatMap(({ id, name, role, state, isTooLarge }): SpaceStatus[] => {
    if (state === 'left') return [];
    const counts = { assets: assets.get(id) ?? 0, pending: pending.get(id) ?? 0 };
    return [{ id, name, role, state, ...counts, ...(isTooLarge && { isTooLarge }) }];
  });
  const isHere = new Set(here.map(({ id }) => id));
  const away = listed
    .filter(({ id }) => !isHere.has(id))
    .map(({ id, name, role, assets: count }): SpaceStatus => ({
      id,
      name,
      role,
      state: 'away',
      assets: count,
      pending: 0,
    }));
  return [...here, ...away];
}

function countBySpace(records: Iterable<{ space: string }>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { space } of records) counts.set(space, (counts.get(space) ?? 0) + 1);
  return counts;
}
