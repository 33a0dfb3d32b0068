/**
 * What a shared space holds and what is said about it between a person's service and the team's. Times are ISO 8601, by the
 * team's clock: nobody else's decides anything.
 */
import * as Type from 'typebox';

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
 * What is shared of an asset. Each field is changed and settled on its own: of two that were written at one time the one
 * that reached the team later stays, and both are in the history. A field that is not named is left as it was.
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

/** An asset of a space as it stands: what was changed after a sequence is told as the state it led to, each asset once. */
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
