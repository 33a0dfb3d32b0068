/**
 * What is kept of a team: who is signed in, its spaces, the assets that lie in them, and what waits to be sent or
 * decided.
 */

/** One person as the team's issuer names them. */
export interface TeamPersonRecord {
  id: string;
  name: string;
  email?: string;
}

/** The team that spaces are of. The token that opens it is never kept here. */
export interface TeamRecord {
  /** `team`: a library is of one team at most. */
  id: string;
  address: string;
  person?: TeamPersonRecord;
}

/**
 * A space that is kept here, or was. `lost`: the team no longer shows it; its assets stay until the person decides.
 * `left`: the person does not want it here, and it does not come back by itself.
 */
export interface SpaceRecord {
  id: string;
  name: string;
  role: 'read' | 'write' | 'admin';
  state: 'kept' | 'lost' | 'left';
  /** The sequence up to which it has been taken over. */
  last: number;
  /** Which database told that sequence: another one is read from the beginning. */
  telling?: string;
  /** It has grown too large to be kept: nothing more of it is taken over. */
  isTooLarge?: true;
}

/**
 * A hash of each field that is shared, in the order of `fieldNames` (api/team/fields.ts), empty where there is none:
 * one text, because there are tens of thousands of these.
 */
export type PackedHashes = string;

/** An asset that lies in a space too, by its id, which is the same there. */
export interface SharedRecord {
  id: string;
  space: string;
  /** Of the asset at the team, as it is known here; 0 before the team has it. */
  version: number;
  /** Of the space, when the asset was last taken over. */
  sequence: number;
  /** As the fields stood here when they were last compared: what differs from it is a change of this library. */
  seen: PackedHashes;
  /** As the fields stood at the team when they were last taken over. */
  team: PackedHashes;
  /** ISO 8601, by the team's clock. */
  created: string;
  createdBy: TeamPersonRecord;
  changed: string;
  changedBy: TeamPersonRecord;
  /** It was deleted, here or there; kept so that it can come back. */
  isGone?: true;
  /** The person has agreed that its text may hold what looks like a secret. */
  mayHoldSecrets?: true;
}

/** A change that the team has not acknowledged yet, in the order of making. */
export interface OutboxRecord {
  /** The key by which the team knows a change that it is sent twice. */
  id: string;
  space: string;
  asset: string;
  /** The version that was known when it was made. */
  base: number;
  /** As they are sent (contract/schemas/team.ts). */
  fields?: Record<string, unknown>;
  deleted?: true;
  created: number;
  /** Why it is not sent until the person says so. */
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
