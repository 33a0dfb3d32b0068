/** Records of a team: the signed-in person, its spaces, their assets, and changes to be sent or decided. */

/** One person as the team's issuer names them. */
export interface TeamPersonRecord {
  id: string;
  name: string;
  email?: string;
}

/** The team that spaces belong to. Its token is never kept here. */
export interface TeamRecord {
  /** Always `team`: a library belongs to one team at most. */
  id: string;
  address: string;
  person?: TeamPersonRecord;
}

/**
 * A space kept now or before. `lost`: the team no longer shows it; its assets stay until the person decides. `left`:
 * the person removed it here, and it does not return by itself.
 */
export interface SpaceRecord {
  id: string;
  name: string;
  role: 'read' | 'write' | 'admin';
  state: 'kept' | 'lost' | 'left';
  /** Sequence number up to which changes have been applied. */
  last: number;
  /** Id of the database of that sequence; with another one, reading restarts. */
  telling?: string;
  /** True when the space is too large: no more changes are applied. */
  isTooLarge?: true;
}

/**
 * Hashes of the shared fields in the order of `fieldNames` (api/team/fields.ts), empty for an absent field; one text,
 * because there are tens of thousands.
 */
export type PackedHashes = string;

/** An asset that is also in a space, under the same id. */
export interface SharedRecord {
  id: string;
  space: string;
  /** Version of the asset at the team; 0 before the team has it. */
  version: number;
  /** Sequence of the space when the asset was last applied. */
  sequence: number;
  /** Hashes of the local fields when last compared; a difference is a local change. */
  seen: PackedHashes;
  /** Hashes of the team's fields when last applied. */
  team: PackedHashes;
  /** ISO 8601, by the team's clock. */
  created: string;
  createdBy: TeamPersonRecord;
  changed: string;
  changedBy: TeamPersonRecord;
  /** True when it was deleted, here or at the team; kept so that it can come back. */
  isGone?: true;
  /** True when the person has agreed that its text may hold an apparent secret. */
  mayHoldSecrets?: true;
}

/** A change not yet acknowledged by the team, in the order of making. */
export interface OutboxRecord {
  /** Key by which the team recognises a change sent twice. */
  id: string;
  space: string;
  asset: string;
  /** Version the change is based on. */
  base: number;
  /** Fields as sent (contract/schemas/team.ts). */
  fields?: Record<string, unknown>;
  deleted?: true;
  created: number;
  /** Reason it is held back until the person decides. */
  held?: string;
}

/** Both versions of a field that two people changed without having seen each other's. */
export interface ConflictRecord {
  id: string;
  space: string;
  asset: string;
  field: string;
  mine?: unknown;
  theirs?: unknown;
  by?: TeamPersonRecord;
  at: number;
}
