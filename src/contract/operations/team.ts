/**
 * The tables of a shared library: the operations of the team's service, and those of a person's service for our own
 * windows.
 */
import * as Type from 'typebox';
import * as T from '../schemas/team';
import { type Operation, AssetPath } from './operation';

const SpacePath = Type.Object({ space: T.Uuid });
const TokenPath = Type.Object({ token: T.Uuid });
const AssetOfSpace = Type.Object({ space: T.Uuid, asset: T.Uuid });
const Paged = Type.Object({
  after: Type.Optional(Type.Integer({ minimum: 0 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: T.maxChanges })),
});
const NewSpace = Type.Pick(T.Space, ['name', 'visibility']);
/** Invites a person by e-mail address, because they may not have signed in yet. */
const Invitation = Type.Object({ email: Type.String({ minLength: 3, maxLength: 320 }), role: T.Role });
const Removal = Type.Object({ person: T.Uuid });

/**
 * 401: no token, or an unknown, expired or revoked one. 403: the role does not suffice. 404: does not exist or may not
 * be seen.
 */
const errors = [400, 401, 403, 404, 429, 503] as const;

/** Path of the WebSocket for hints; the token is in its `authorization` header. */
export const hintsPath = '/team/hints';

/**
 * The operations of `quarry team serve`, which a person's service calls. A separate table, because no person's machine
 * serves them.
 */
// prettier-ignore
export const teamOperations = {
  health: { method: 'GET', path: '/team/health', summary: 'Is this copy up?', returns: Type.String(), errors: [] },
  ready: { method: 'GET', path: '/team/ready', summary: 'Does this copy reach its database, of a schema it knows?', returns: Type.String(), errors: [503] },
  metrics: { method: 'GET', path: '/team/metrics', summary: 'Figures of this copy, as Prometheus reads them.', returns: Type.String(), errors: [] },

  // Sign-in: the OAuth 2.0 device flow (RFC 8628) at the team's issuer, which this service calls for the person.
  signInStart: {
    method: 'POST', path: '/team/sign-in', summary: 'Begins a sign-in: where to go and what to type there.',
    returns: Type.Object({ device: Type.String(), code: Type.String(), address: Type.String(), addressWithCode: Type.Optional(Type.String()), intervalSeconds: Type.Number(), expiresSeconds: Type.Number() }),
    errors: [404, 429, 503],
  },
  signInFinish: {
    method: 'POST', path: '/team/sign-in/finish', summary: 'Asks whether the person has agreed; then a personal token is made.',
    body: Type.Object({ device: Type.String({ maxLength: 4000 }), name: Type.String({ minLength: 1, maxLength: 200 }) }),
    returns: Type.Object({ state: Type.Enum(['waiting', 'slower', 'done']), token: Type.Optional(Type.String()), expires: Type.Optional(Type.String()) }),
    errors: [400, 403, 429, 503],
  },
  me: { method: 'GET', path: '/team/me', summary: 'Who the token speaks for.', returns: Type.Object({ person: T.TeamPerson, scope: T.Role, token: Type.Optional(T.Uuid) }), errors },
  tokens: { method: 'GET', path: '/team/tokens', summary: 'One\'s own tokens.', returns: Type.Array(T.PersonalToken), errors },
  tokenMake: {
    method: 'POST', path: '/team/tokens', summary: 'Makes a token, of at most the scope of the one that asks.',
    body: Type.Object({ name: Type.String({ minLength: 1, maxLength: 200 }), scope: T.Role, days: Type.Integer({ minimum: 1, maximum: 366 }) }),
    returns: Type.Object({ token: Type.String(), made: T.PersonalToken }), errors,
  },
  tokenRevoke: { method: 'POST', path: '/team/tokens/{token}/revoke', summary: 'From now on it opens nothing.', params: TokenPath, returns: null, errors },

  spaces: { method: 'GET', path: '/team/spaces', summary: 'Those that one may read.', returns: Type.Array(T.Space), errors },
  spaceMake: { method: 'POST', path: '/team/spaces', summary: 'Makes a space; whoever does is its admin.', body: NewSpace, returns: T.Space, errors },
  spaceChange: { method: 'POST', path: '/team/spaces/{space}', summary: 'Its name and who sees it.', params: SpacePath, body: Type.Partial(NewSpace), returns: T.Space, errors },
  spaceDelete: { method: 'POST', path: '/team/spaces/{space}/delete', summary: 'Takes it away with all it holds.', params: SpacePath, returns: null, errors },
  members: { method: 'GET', path: '/team/spaces/{space}/members', summary: 'Who may do what in it.', params: SpacePath, returns: Type.Array(T.Member), errors },
  memberSet: { method: 'POST', path: '/team/spaces/{space}/members', summary: 'Lets somebody in, or gives them another role.', params: SpacePath, body: Invitation, returns: T.Member, errors },
  memberRemove: { method: 'POST', path: '/team/spaces/{space}/members/remove', summary: 'Takes somebody\'s role away. The last admin stays.', params: SpacePath, body: Removal, returns: null, errors },

  changes: { method: 'GET', path: '/team/spaces/{space}/changes', summary: 'What was changed after a sequence, in its order.', params: SpacePath, query: Paged, returns: T.ChangesPage, errors },
  change: {
    method: 'POST', path: '/team/spaces/{space}/changes', summary: 'Changes of assets, each on its own, in the order given.', params: SpacePath,
    body: Type.Object({ changes: Type.Array(T.SentChange, { minItems: 1, maxItems: T.maxChanges }) }),
    returns: Type.Object({ results: Type.Array(T.TakenChange) }), errors: [...errors, 413],
  },
  history: { method: 'GET', path: '/team/spaces/{space}/assets/{asset}/history', summary: 'Who changed what, newest first.', params: AssetOfSpace, query: Paged, returns: Type.Array(T.HistoryEntry), errors },
  search: {
    method: 'POST', path: '/team/spaces/{space}/search', summary: 'The assets of a space that fit a question, best first.', params: SpacePath,
    body: Type.Object({ query: Type.String({ minLength: 1, maxLength: 10_000 }), limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })) }),
    returns: Type.Array(Type.Object({ asset: T.SharedAsset, score: Type.Number() })), errors,
  },
  audit: { method: 'GET', path: '/team/spaces/{space}/audit', summary: 'What was done in it and to it, newest first.', params: SpacePath, query: Paged, returns: Type.Array(T.AuditEntry), errors },
} as const satisfies Record<string, Operation>;

export type TeamOperationName = keyof typeof teamOperations;

type Operations = typeof teamOperations;

/** The type of one part of an operation's input; undefined when it has no such part. */
export type TeamPart<Name extends TeamOperationName, Part extends 'params' | 'query' | 'body'> =
  Operations[Name] extends Record<Part, infer Schema extends Type.TSchema> ? Type.Static<Schema> : undefined;

export type TeamReturns<Name extends TeamOperationName> = Operations[Name]['returns'] extends infer Schema extends
  Type.TSchema
  ? Type.Static<Schema>
  : void;

/**
 * Operations of a person's service for our own windows only, because a program that may use the library must not share
 * it. Answers of the team's service are passed on; 503 while it cannot be reached.
 */
// prettier-ignore
export const sharingOperations = {
  teamStatus: { method: 'GET', path: '/internal/team', summary: 'How the library stands with its team.', returns: T.TeamStatus, errors: [], isInternal: true },
  teamSignInStart: { method: 'POST', path: '/internal/team/sign-in', summary: 'Begin a sign-in at a team.', body: T.TeamAddress, returns: teamOperations.signInStart.returns, errors, isInternal: true },
  teamSignInFinish: { method: 'POST', path: '/internal/team/sign-in/finish', summary: 'Ask whether the person has agreed.', body: T.TeamSignIn, returns: teamOperations.signInFinish.returns, errors, isInternal: true },
  teamConnect: { method: 'POST', path: '/internal/team/connect', summary: 'A window tells address and token; they are not kept on disk.', body: T.TeamToken, returns: null, errors, isInternal: true },
  teamDisconnect: { method: 'POST', path: '/internal/team/disconnect', summary: 'Nothing is sent or taken any more.', returns: null, errors: [], isInternal: true },
  teamSignOut: { method: 'POST', path: '/internal/team/sign-out', summary: 'Take the token back at the team; nothing is sent or taken any more.', returns: T.TeamSignedOut, errors: [], isInternal: true },
  teamSync: { method: 'POST', path: '/internal/team/sync', summary: 'Send and take over now, as far as it goes.', returns: T.TeamStatus, errors: [], isInternal: true },
  spaceMake: { method: 'POST', path: '/internal/spaces', summary: 'Make a space.', body: T.NewSpace, returns: T.Space, errors, isInternal: true },
  spaceKeep: { method: 'POST', path: '/internal/spaces/{space}/keep', summary: 'Keep a space here.', params: SpacePath, returns: null, errors, isInternal: true },
  spaceLeave: { method: 'POST', path: '/internal/spaces/{space}/leave', summary: 'Take a space off this library.', params: SpacePath, body: T.SpaceLeaving, returns: null, errors: [404], isInternal: true },
  spaceAssets: { method: 'GET', path: '/internal/spaces/{space}/assets', summary: 'Ids of the assets of a space that are here.', params: SpacePath, returns: Type.Object({ assets: Type.Array(Type.String()) }), errors: [], isInternal: true },
  spaceSearch: { method: 'POST', path: '/internal/spaces/{space}/search', summary: 'Search a space at the team.', params: SpacePath, body: T.SpaceQuery, returns: teamOperations.search.returns, errors, isInternal: true },
  spaceMembers: { method: 'GET', path: '/internal/spaces/{space}/members', summary: 'Who may do what in a space.', params: SpacePath, returns: Type.Object({ members: Type.Array(T.Member) }), errors, isInternal: true },
  spaceMemberSet: { method: 'POST', path: '/internal/spaces/{space}/members', summary: 'Let somebody in, or give them another role.', params: SpacePath, body: T.MemberToSet, returns: T.Member, errors, isInternal: true },
  spaceMemberRemove: { method: 'POST', path: '/internal/spaces/{space}/members/remove', summary: 'Take somebody\'s role away.', params: SpacePath, body: T.MemberToRemove, returns: null, errors, isInternal: true },
  assetsShare: { method: 'POST', path: '/internal/spaces/{space}/share', summary: 'Put assets into a space.', params: SpacePath, body: T.AssetsToShare, returns: T.SharedOrNot, errors: [403, 404, 410], isInternal: true },
  assetsUnshare: { method: 'POST', path: '/internal/team/unshare', summary: 'Take assets out of their spaces; they stay here.', body: T.AssetsToUnshare, returns: null, errors: [403, 404], isInternal: true },
  assetTeamHistory: { method: 'GET', path: '/internal/team/history/{asset}', summary: 'Who changed what of a shared asset, newest first.', params: AssetPath, returns: Type.Object({ entries: Type.Array(T.HistoryEntry) }), errors, isInternal: true },
  undecidedList: { method: 'GET', path: '/internal/team/undecided', summary: 'Conflicts, and changes that are not sent.', returns: T.Undecideds, errors: [], isInternal: true },
  undecidedSettle: { method: 'POST', path: '/internal/team/undecided/settle', summary: 'Mine or theirs.', body: T.Decision, returns: null, errors: [403, 404], isInternal: true },
} as const satisfies Record<string, Operation>;
