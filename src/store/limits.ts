/** When the store acts by itself. Tests give smaller numbers. */
export const defaultLimits = {
  /** A longer journal asks for a snapshot, unless it is less than half the library. Bounds the time of an opening. */
  journalBytes: 16 * 1024 * 1024,
  /** About a second of replay. */
  journalRecords: 20_000,
  /** Less than this is not worth writing the whole library when things are quiet. */
  idleRecords: 1_000,
  idleMs: 30_000,
  /** How often a full or forbidden disk is tried again. */
  probeMs: 5_000,
};

export type Limits = typeof defaultLimits;
