/**
 * The version of the shapes in records.ts, and the steps from older ones. Changing a shape means: raise `current` and
 * add the step from the version before. Steps are pure and never removed.
 */
import type { StoredRecord } from './disk/journalFormat';

/** Every collection's records, in order. */
export type Collections = ReadonlyMap<string, readonly StoredRecord[]>;

export interface Schema {
  current: number;
  /** `steps[v]` makes version v + 1 out of version v. */
  steps: Readonly<Record<number, (collections: Collections) => Collections>>;
}

export const schema: Schema = { current: 1, steps: {} };

export const schemaVersion = schema.current;

/** @throws Error when a step between the two versions is missing */
export function migrate(collections: Collections, from: number, to: number, { steps }: Schema): Collections {
  let migrated = collections;
  for (let version = from; version < to; version += 1) {
    const step = steps[version];
    if (!step) throw new Error(`There is no migration from schema ${version} to ${version + 1}.`);
    migrated = step(migrated);
  }
  return migrated;
}
