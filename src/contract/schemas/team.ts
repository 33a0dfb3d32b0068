/**
 * Schemas of shared spaces, between a person's service and the team's; times there are ISO 8601 by the team's clock,
 * the only one that decides. Below: schemas between a person's service and our own windows.
 */
import * as Type from 'typebox';
import { LineRange } from './values';

const uuid = '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$';
export const Uuid = Type.String({ pattern: uuid });
const Time = Type.String({ format: 'date-time' });
/** Increases by one with each change in a space, without gaps. */
const Sequence = Type.Integer({ minimum: 0 });
/** Version of one asset: increases by one with each accepted change; 0 means that it does not exist yet. */
const Version = Type.Integer({ minimum: 0 });

export const Role = Type.Enum(['read', 'write', 'admin']);
export type Role = Type.Static<typeof Role>;

/** Most bytes of one asset, measured as JSON of its fields. */
export const maxAssetBytes = 1024 * 1024;
/** Most changes in one request or answer page. */
export const maxChanges = 500;

/**
 * The shared fields of an asset. Each is changed and merged on its own: of two simultaneous changes, the one that
 * reaches the team later wins, and both are in the history. An absent field is kept.
 */
export const SharedFields = Type.Object(
  {
    name: Type.Optional(Type.String({ maxLength: 1000 })),
    text: Type.Optional(Type.String({ description: 'The saved code.' })),
    language: Type.Optional(Type.String({ maxLength: 100, description: 'As the interface names it, such as `ts`.' })),
    description: Type.Optional(Type.String({ maxLength: 100_000 })),
    tags: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 100 })),
    links: Type.Optional(
      Type.Array(
        Type.Object(
          { url: Type.String({ maxLength: 4000 }), name: Type.String({ maxLength: 1000 }) },
          { additionalProperties: false },
        ),
        { maxItems: 100 },
      ),
    ),
    origin: Type.Optional(
      Type.Object(
        {
          repository: Type.Optional(Type.String({ maxLength: 4000 })),
          commit: Type.Optional(Type.String({ maxLength: 100 })),
          branch: Type.Optional(Type.String({ maxLength: 1000 })),
          path: Type.Optional(Type.String({ maxLength: 4000, description: 'Inside the repository, never absolute.' })),
          start: Type.Optional(Type.Integer({ minimum: 1 })),
          end: Type.Optional(Type.Integer({ minimum: 1 })),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);
export type SharedFields = Type.Static<typeof SharedFields>;
export type FieldName = keyof SharedFields;

/** A person as others see them: named by the team's issuer, never by themselves. */
export const TeamPerson = Type.Object({
  id: Uuid,
  name: Type.String(),
  email: Type.Optional(Type.String()),
});
export type TeamPerson = Type.Static<typeof TeamPerson>;

/**
 * Id of the database that a sequence belongs to. Sequences of another database are unrelated, so the space must be read
 * from the beginning.
 */
const Telling = Type.String({ maxLength: 100 });

/** `public`: every person of the team may read the space. */
export const Space = Type.Object({
  id: Uuid,
  name: Type.String({ minLength: 1, maxLength: 200 }),
  visibility: Type.Enum(['members', 'public']),
  role: Role,
  /** The sequence of the latest change in the space. */
  last: Sequence,
  assets: Type.Integer({ minimum: 0 }),
  /** Size of the assets' fields as JSON. */
  bytes: Type.Optional(Type.Integer({ minimum: 0 })),
  telling: Type.Optional(Telling),
  created: Time,
});
export type Space = Type.Static<typeof Space>;

export const Member = Type.Object({ person: TeamPerson, role: Role });
export type Member = Type.Static<typeof Member>;

/** A change as its author sends it. Sent again with the same key, it is applied only once and gets the same answer. */
export const SentChange = Type.Object({
  key: Uuid,
  asset: Uuid,
  /** The version that its author had seen: fields changed after it are in conflict. */
  base: Version,
  fields: Type.Optional(SharedFields),
  /** Deletes the asset; a later change of a field restores it. */
  deleted: Type.Optional(Type.Literal(true)),
});
export type SentChange = Type.Static<typeof SentChange>;

export const TakenChange = Type.Object({
  key: Uuid,
  asset: Uuid,
  outcome: Type.Enum(['taken', 'refused']),
  /** Why the change was refused, for people. */
  reason: Type.Optional(Type.String()),
  /** Version of the asset and sequence of the space after the change; absent when it was refused. */
  version: Type.Optional(Version),
  sequence: Type.Optional(Sequence),
  /**
   * Fields that another person had changed since `base`; their values are in the history. `deleted`: they had deleted
   * the asset.
   */
  conflicts: Type.Optional(Type.Array(Type.String())),
});
export type TakenChange = Type.Static<typeof TakenChange>;

/** An asset of a space in its current state: several changes after a sequence are returned as one final state. */
export const SharedAsset = Type.Object({
  id: Uuid,
  version: Version,
  sequence: Sequence,
  /** All fields; absent when the asset was deleted. */
  fields: Type.Optional(SharedFields),
  deleted: Type.Optional(Type.Literal(true)),
  created: Time,
  createdBy: TeamPerson,
  changed: Time,
  changedBy: TeamPerson,
});
export type SharedAsset = Type.Static<typeof SharedAsset>;

export const ChangesPage = Type.Object({
  assets: Type.Array(SharedAsset),
  /** The sequence after which the next page starts. */
  last: Sequence,
  more: Type.Boolean(),
  telling: Type.Optional(Telling),
});
export type ChangesPage = Type.Static<typeof ChangesPage>;

/** One change of one asset in the history. */
export const HistoryEntry = Type.Object({
  version: Version,
  sequence: Sequence,
  at: Time,
  by: TeamPerson,
  fields: Type.Optional(SharedFields),
  deleted: Type.Optional(Type.Literal(true)),
  /** Values that this change overwrote without its author having seen them. */
  overwrote: Type.Optional(SharedFields),
});
export type HistoryEntry = Type.Static<typeof HistoryEntry>;

/** A personal access token. Its text is returned only once, when it is created. */
export const PersonalToken = Type.Object({
  id: Uuid,
  name: Type.String({ minLength: 1, maxLength: 200 }),
  scope: Role,
  created: Time,
  expires: Time,
  lastUsed: Type.Optional(Time),
});
export type PersonalToken = Type.Static<typeof PersonalToken>;

export const AuditEntry = Type.Object({
  at: Time,
  by: Type.Optional(TeamPerson),
  action: Type.String(),
  space: Type.Optional(Uuid),
  subject: Type.Optional(Type.String()),
});
export type AuditEntry = Type.Static<typeof AuditEntry>;

/** A message over the WebSocket that a space has new changes, which are then read over HTTP. */
export const Hint = Type.Object({ space: Uuid, last: Sequence });
export type Hint = Type.Static<typeof Hint>;

// Section: operations of our own windows on a shared library. Internal; times are milliseconds since 1970.

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

/**
 * `away`: the space could be kept here but is not. `lost`: the person no longer sees it, but its assets are still here.
 */
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

/** `none`: no team was ever named. `refused`: the person must sign in again; `reason` says why. */
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

/** `copies`: the space's assets stay as private ones. */
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
