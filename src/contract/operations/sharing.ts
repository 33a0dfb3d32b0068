/**
 * A library that is shared with a team, for our own windows only: a program that may use the library may not send it
 * anywhere. What the team's own service answers is in team.ts.
 */
import * as Type from 'typebox';
import * as H from '../schemas/sharing';
import * as T from '../schemas/team';
import { AssetPath, type Operation } from './operation';
import { teamOperations } from './team';

const SpacePath = Type.Object({ space: T.Uuid });
/** What the team's service says is passed on; 503 while it cannot be reached. */
const errors = [400, 401, 403, 404, 429, 503] as const;

// prettier-ignore
export const sharingOperations = {
  teamStatus: { method: 'GET', path: '/internal/team', summary: 'How the library stands with its team.', returns: H.TeamStatus, errors: [], isInternal: true },
  teamSignInStart: { method: 'POST', path: '/internal/team/sign-in', summary: 'Begin a sign-in at a team.', body: H.TeamAddress, returns: teamOperations.signInStart.returns, errors, isInternal: true },
  teamSignInFinish: { method: 'POST', path: '/internal/team/sign-in/finish', summary: 'Ask whether the person has agreed.', body: H.TeamSignIn, returns: teamOperations.signInFinish.returns, errors, isInternal: true },
  teamConnect: { method: 'POST', path: '/internal/team/connect', summary: 'A window tells address and token; they are not kept on disk.', body: H.TeamToken, returns: null, errors, isInternal: true },
  teamDisconnect: { method: 'POST', path: '/internal/team/disconnect', summary: 'Nothing is sent or taken any more.', returns: null, errors: [], isInternal: true },
  teamSignOut: { method: 'POST', path: '/internal/team/sign-out', summary: 'Take the token back at the team; nothing is sent or taken any more.', returns: H.TeamSignedOut, errors: [], isInternal: true },
  teamSync: { method: 'POST', path: '/internal/team/sync', summary: 'Send and take over now, as far as it goes.', returns: H.TeamStatus, errors: [], isInternal: true },
  spaceMake: { method: 'POST', path: '/internal/spaces', summary: 'Make a space.', body: H.NewSpace, returns: T.Space, errors, isInternal: true },
  spaceKeep: { method: 'POST', path: '/internal/spaces/{space}/keep', summary: 'Keep a space here.', params: SpacePath, returns: null, errors, isInternal: true },
  spaceLeave: { method: 'POST', path: '/internal/spaces/{space}/leave', summary: 'Take a space off this library.', params: SpacePath, body: H.SpaceLeaving, returns: null, errors: [404], isInternal: true },
  spaceAssets: { method: 'GET', path: '/internal/spaces/{space}/assets', summary: 'Ids of the assets of a space that are here.', params: SpacePath, returns: Type.Object({ assets: Type.Array(Type.String()) }), errors: [], isInternal: true },
  spaceSearch: { method: 'POST', path: '/internal/spaces/{space}/search', summary: 'Search a space at the team.', params: SpacePath, body: H.SpaceQuery, returns: teamOperations.search.returns, errors, isInternal: true },
  spaceMembers: { method: 'GET', path: '/internal/spaces/{space}/members', summary: 'Who may do what in a space.', params: SpacePath, returns: Type.Object({ members: Type.Array(T.Member) }), errors, isInternal: true },
  spaceMemberSet: { method: 'POST', path: '/internal/spaces/{space}/members', summary: 'Let somebody in, or give them another role.', params: SpacePath, body: H.MemberToSet, returns: T.Member, errors, isInternal: true },
  spaceMemberRemove: { method: 'POST', path: '/internal/spaces/{space}/members/remove', summary: 'Take somebody\'s role away.', params: SpacePath, body: H.MemberToRemove, returns: null, errors, isInternal: true },
  assetsShare: { method: 'POST', path: '/internal/spaces/{space}/share', summary: 'Put assets into a space.', params: SpacePath, body: H.AssetsToShare, returns: H.SharedOrNot, errors: [403, 404, 410], isInternal: true },
  assetsUnshare: { method: 'POST', path: '/internal/team/unshare', summary: 'Take assets out of their spaces; they stay here.', body: H.AssetsToUnshare, returns: null, errors: [403, 404], isInternal: true },
  assetTeamHistory: { method: 'GET', path: '/internal/team/history/{asset}', summary: 'Who changed what of a shared asset, newest first.', params: AssetPath, returns: Type.Object({ entries: Type.Array(T.HistoryEntry) }), errors, isInternal: true },
  undecidedList: { method: 'GET', path: '/internal/team/undecided', summary: 'Conflicts, and changes that are not sent.', returns: H.Undecideds, errors: [], isInternal: true },
  undecidedSettle: { method: 'POST', path: '/internal/team/undecided/settle', summary: 'Mine or theirs.', body: H.Decision, returns: null, errors: [403, 404], isInternal: true },
} as const satisfies Record<string, Operation>;
