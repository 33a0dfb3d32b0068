/**
 * What a shared space holds and what is said about it: between a person's service and the team's, where times are ISO
 * 8601 by the team's clock, for nobody else's decides anything; and, below, between that service and our own windows.
 */
import * as Type from 'typebox';
import { LineRange } from './values';

const uuid = '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$';
export const Uuid = Type.String({ pattern: uuid });
const Time = Type.String({ format: 'date-time' });
/** Grows by one with each change of a space, without gaps. */
const Sequence = Type.Integer({ minimum: 0 });
/** Of one asset: grows by one with each change that was taken. 0: it is not there yet. */
const Version = Type.Integer({ minimum: 0 });

export const Role = Type.Enum(['read', 'write', 'admin']);
export type Role = Type.Static<typeof Role>;

/** The most that one asset may take, in bytes of its fields as JSON. */
export const maxAssetBytes = 1024 * 1024;
/** The most that one request may bring or one answer page may hold. */
export const maxChanges = 500;

/**
 * What is shared of an asset. Each field is changed and settled on its own: of two that were written at one time the
 * one that reached the team later stays, and both are in the history. A field that is not named is left as it was.
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

/** One person as others see them: as the team's issuer names them, never as they call themselves. */
export const TeamPerson = Type.Object({
  id: Uuid,
  name: Type.String(),
  email: Type.Optional(Type.String()),
});
export type TeamPerson = Type.Static<typeof TeamPerson>;

/** Which database tells a sequence. What another one tells is not what follows: it is to be read from the beginning. */
const Telling = Type.String({ maxLength: 100 });

/** `public`: every person of the team may read it. */
export const Space = Type.Object({
  id: Uuid,
  name: Type.String({ minLength: 1, maxLength: 200 }),
  visibility: Type.Enum(['members', 'public']),
  role: Role,
  /** The sequence of its last change. */
  last: Sequence,
  assets: Type.Integer({ minimum: 0 }),
  /** Of their fields as JSON. */
  bytes: Type.Optional(Type.Integer({ minimum: 0 })),
  telling: Type.Optional(Telling),
  created: Time,
});
export type Space = Type.Static<typeof Space>;

export const Member = Type.Object({ person: TeamPerson, role: Role });
export type Member = Type.Static<typeof Member>;

/** A change as its author sends it. Sent again with the same key it is answered as the first time and done once. */
export const SentChange = Type.Object({
  key: Uuid,
  asset: Uuid,
  /** The version that its author had before their eyes: fields that are newer than this are in conflict. */
  base: Version,
  fields: Type.Optional(SharedFields),
  /** Takes the asset away; a change of a field that comes after it brings it back. */
  deleted: Type.Optional(Type.Literal(true)),
});
export type SentChange = Type.Static<typeof SentChange>;

export const TakenChange = Type.Object({
  key: Uuid,
  asset: Uuid,
  outcome: Type.Enum(['taken', 'refused']),
  /** Why it was refused, for people. */
  reason: Type.Optional(Type.String()),
  /** Of the asset and the space after it; absent where it was refused. */
  version: Type.Optional(Version),
  sequence: Type.Optional(Sequence),
  /** Fields that another person had changed since `base`: theirs is in the history. `deleted`: they had deleted it. */
  conflicts: Type.Optional(Type.Array(Type.String())),
});
export type TakenChange = Type.Static<typeof TakenChange>;

/**
 * An asset of a space as it stands: what was changed after a sequence is told as the state it led to, each asset once.
 */
export const SharedAsset = Type.Object({
  id: Uuid,
  version: Version,
  sequence: Sequence,
  /** All of its fields. None when it was deleted. */
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
  /** Ask on after this. */
  last: Sequence,
  more: Type.Boolean(),
  telling: Type.Optional(Telling),
});
export type ChangesPage = Type.Static<typeof ChangesPage>;

/** One change of one asset, as the history keeps it. */
export const HistoryEntry = Type.Object({
  version: Version,
  sequence: Sequence,
  at: Time,
  by: TeamPerson,
  fields: Type.Optional(SharedFields),
  deleted: Type.Optional(Type.Literal(true)),
  /** What stood in the fields that this change overwrote without its author having seen it. */
  overwrote: Type.Optional(SharedFields),
});
export type HistoryEntry = Type.Static<typeof HistoryEntry>;

/** A personal token. Its text is told once, when it is made. */
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

/** Over the WebSocket: a space has got further. Only a hint; the changes are asked for over HTTP. */
export const Hint = Type.Object({ space: Uuid, last: Sequence });
export type Hint = Type.Static<typeof Hint>;

// Section: what our own windows ask of a library that is shared with a team. Internal; times are milliseconds since
// 1970.

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
 * `away`: it could be kept here and is not. `lost`: it is not shown to the person any more; its assets are still here.
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
