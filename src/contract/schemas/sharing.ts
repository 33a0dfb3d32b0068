/**
 * What our own windows ask of a library that is shared with a team, and are told. Nothing of it is for other programs:
 * what leaves this machine leaves by the person's say. Times are milliseconds since 1970.
 */
import * as Type from 'typebox';
import { Role, TeamPerson, Uuid } from './team';
import { LineRange } from './values';

export const TeamAddress = Type.Object({
  address: Type.String({ minLength: 1, maxLength: 2000 }),
  isPlainAllowed: Type.Optional(Type.Boolean({ description: 'Http may go to another machine than this one.' })),
});
export const TeamSignIn = Type.Object({
  ...TeamAddress.properties,
  device: Type.String({ maxLength: 4000 }),
  name: Type.String({ minLength: 1, maxLength: 200 }),
});
export const TeamToken = Type.Object({
  ...TeamAddress.properties,
  token: Type.String({ minLength: 1, maxLength: 4000 }),
});

export const TeamSignedOut = Type.Object({
  isRevoked: Type.Boolean({ description: 'The token opens nothing any more; not where the team cannot be reached.' }),
});

/** `away`: it could be kept here and is not. `lost`: it is not shown to the person any more; its assets are still here. */
export const SpaceState = Type.Enum(['kept', 'lost', 'away']);

export const SpaceStatus = Type.Object({
  id: Type.String(),
  name: Type.String(),
  role: Role,
  state: SpaceState,
  assets: Type.Integer({ description: 'Here where it is kept, else at the team.' }),
  pending: Type.Integer({ description: 'Changes that wait to be sent.' }),
  isTooLarge: Type.Optional(
    Type.Boolean({ description: 'It has grown too large: what others change is not taken over any more.' }),
  ),
});
export type SpaceStatus = Type.Static<typeof SpaceStatus>;

/** `none`: no team has ever been named. `refused`: sign in anew; `reason` says why. */
export const TeamStatus = Type.Object({
  state: Type.Enum(['none', 'signedOut', 'connecting', 'online', 'offline', 'refused']),
  since: Type.Integer(),
  reason: Type.Optional(Type.String()),
  address: Type.Optional(Type.String()),
  person: Type.Optional(TeamPerson),
  pending: Type.Integer(),
  undecided: Type.Integer({ description: 'Conflicts and changes that are not sent until the person decides.' }),
  spaces: Type.Array(SpaceStatus),
});
export type TeamStatus = Type.Static<typeof TeamStatus>;

export const SharedHere = Type.Object({
  space: Type.String(),
  spaceName: Type.String(),
  changed: Type.Integer({ description: 'By the team’s clock.' }),
  changedBy: Type.String(),
  isPending: Type.Optional(Type.Boolean({ description: 'A change of ours waits to be sent.' })),
  isLost: Type.Optional(Type.Boolean({ description: 'Its space is lost.' })),
});
export type SharedHere = Type.Static<typeof SharedHere>;

const AssetIds = Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: 10_000 });
export const AssetsToShare = Type.Object({ assets: AssetIds, evenSecrets: Type.Optional(Type.Boolean()) });
export const AssetsToUnshare = Type.Object({ assets: AssetIds });

export const SharedOrNot = Type.Object({
  shared: Type.Array(Type.String()),
  left: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      reason: Type.String(),
      secrets: Type.Optional(Type.Array(LineRange)),
    }),
  ),
});
export type SharedOrNot = Type.Static<typeof SharedOrNot>;

/** `copies`: its assets stay as private ones. */
export const SpaceLeaving = Type.Object({ keeping: Type.Enum(['copies', 'nothing']) });
export const NewSpace = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200 }),
  visibility: Type.Enum(['members', 'public']),
});
export const MemberToSet = Type.Object({ email: Type.String({ minLength: 3, maxLength: 320 }), role: Role });
export const MemberToRemove = Type.Object({ person: Uuid });

export const Undecided = Type.Object({
  id: Type.String(),
  asset: Type.String(),
  name: Type.String(),
  space: Type.String(),
  spaceName: Type.String(),
  field: Type.String(),
  mine: Type.String(),
  theirs: Type.Optional(Type.String()),
  by: Type.Optional(TeamPerson),
  at: Type.Integer(),
  reason: Type.Optional(Type.String({ description: 'Why a change was not sent; absent of a conflict.' })),
});
export type Undecided = Type.Static<typeof Undecided>;
export const Undecideds = Type.Object({ items: Type.Array(Undecided) });
export const Decision = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 200 }),
  choice: Type.Enum(['mine', 'theirs']),
});

export const SpaceQuery = Type.Object({
  query: Type.String({ minLength: 1, maxLength: 10_000 }),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
});
