/**
 * The team's service as data: what `quarry team serve` answers and what a person's service asks of it. A table of its own:
 * nothing of it is served on a person's machine.
 */
import * as Type from 'typebox';
import * as T from '../schemas/team';
import type { Operation } from './operation';

const SpacePath = Type.Object({ space: T.Uuid });
const TokenPath = Type.Object({ token: T.Uuid });
const AssetOfSpace = Type.Object({ space: T.Uuid, asset: T.Uuid });
const Paged = Type.Object({
  after: Type.Optional(Type.Integer({ minimum: 0 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: T.maxChanges })),
});
const NewSpace = Type.Pick(T.Space, ['name', 'visibility']);
/** Somebody who has not signed in yet is named by email. */
const Invitation = Type.Object({ email: Type.String({ minLength: 3, maxLength: 320 }), role: T.Role });
const Removal = Type.Object({ person: T.Uuid });

/** 401: no token, or one that is unknown, expired or revoked. 403: the role does not reach. 404: not there, or not to be seen. */
const errors = [400, 401, 403, 404, 429, 503] as const;

/** The WebSocket of hints; the token comes in its `authorization` header. */
export const hintsPath = '/team/hints';

// prettier-ignore
export const teamOperations = {
  health: { method: 'GET', path: '/team/health', summary: 'Is this copy up?', returns: Type.String(), errors: [] },
  ready: { method: 'GET', path: '/team/ready', summary: 'Does this copy reach its database, of a schema it knows?', returns: Type.String(), errors: [503] },
  metrics: { method: 'GET', path: '/team/metrics', summary: 'Figures of this copy, as Prometheus reads them.', returns: Type.String(), errors: [] },

  // Sign-in: the device flow of OAuth 2.0 (RFC 8628) at the team's issuer, which this service asks for the person's sake.
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

/** What a call of an operation brings, part by part; nothing where it has no such part. */
export type TeamPart<Name extends TeamOperationName, Part extends 'params' | 'query' | 'body'> =
  Operations[Name] extends Record<Part, infer Schema extends Type.TSchema> ? Type.Static<Schema> : undefined;

export type TeamReturns<Name extends TeamOperationName> = Operations[Name]['returns'] extends infer Schema extends
  Type.TSchema
  ? Type.Static<Schema>
  : void;
