/**
 * The library in memory: records by collection in insertion order, and requests already answered. Must not know files.
 */
import type { StoredRecord, JournalRecord } from './disk/journal';
import { beginning, type Generation, type Position } from './disk/files';

// Section: the version of the shapes in records.ts. To change one, raise `current` and add a pure step; steps are never
// removed.

/** Every collection's records, in order. */
export type Collections = ReadonlyMap<string, readonly StoredRecord[]>;

export interface Schema {
  current: number;
  /** `steps[v]` converts version v to version v + 1. */
  steps: Readonly<Record<number, (collections: Collections) => Collections>>;
}

export const schema: Schema = { current: 1, steps: {} };

export const schemaVersion = schema.current;

/** @throws Error when a step between the two versions is missing */
function migrate(collections: Collections, from: number, to: number, { steps }: Schema): Collections {
  let migrated = collections;
  for (let version = from; version < to; version += 1) {
    const step = steps[version];
    if (!step) throw new Error(`There is no migration from schema ${version} to ${version + 1}.`);
    migrated = step(migrated);
  }
  return migrated;
}

/** Answered requests remembered; a caller repeats one soon after a takeover. */
const rememberedRequests = 10_000;

interface Shelf {
  records: Map<string, StoredRecord>;
  /** Size of each record as JSON, for the limits on growth. */
  bytes: Map<string, number>;
  /** Bytes of all collections. */
  total: number;
}

/** An immutable view of the library. Records are never changed in place, so its lists stay valid. */
export interface FrozenLibrary {
  schema: number;
  last: Position;
  collections: [name: string, records: StoredRecord[]][];
  requests: string[];
}

export class Library {
  /** Position of the last change it contains. */
  last: Position = beginning;
  /** The generation that the next snapshot will have. */
  generation: Generation = { epoch: 0, counter: 0 };
  bytes = 0;
  private readonly shelves = new Map<string, Shelf>();
  private readonly requests = new Set<string>();

  constructor(public schema: number) {}

  records(collection: string): ReadonlyMap<string, StoredRecord> | undefined {
    return this.shelves.get(collection)?.records;
  }

  bytesOf(collection: string, id: string): number {
    return this.shelves.get(collection)?.bytes.get(id) ?? 0;
  }

  totalOf(collection: string): number {
    return this.shelves.get(collection)?.total ?? 0;
  }

  isEmpty(): boolean {
    return [...this.shelves.values()].every(({ records }) => records.size === 0);
  }

  hasAnswered(request: string): boolean {
    return this.requests.has(request);
  }

  put(collection: string, record: StoredRecord, bytes: number): void {
    const shelf = this.shelf(collection);
    const growth = bytes - (shelf.bytes.get(record.id) ?? 0);
    this.bytes += growth;
    shelf.total += growth;
    shelf.records.set(record.id, record);
    shelf.bytes.set(record.id, bytes);
  }

  delete(collection: string, id: string): void {
    const shelf = this.shelf(collection);
    const freed = shelf.bytes.get(id) ?? 0;
    this.bytes -= freed;
    shelf.total -= freed;
    shelf.records.delete(id);
    shelf.bytes.delete(id);
  }

  apply({ seq, request, operations }: JournalRecord, epoch: number): void {
    for (const operation of operations) {
      if (operation.op === 'put') this.put(operation.collection, operation.value, operation.bytes);
      else this.delete(operation.collection, operation.id);
    }
    if (request !== undefined) this.remember(request);
    this.last = { epoch, seq };
  }

  remember(request: string): void {
    this.requests.add(request);
    for (const oldest of this.requests) {
      if (this.requests.size <= rememberedRequests) break;
      this.requests.delete(oldest);
    }
  }

  freeze(): FrozenLibrary {
    const { schema, last } = this;
    return { schema, last, collections: this.collections(), requests: [...this.requests] };
  }

  /**
   * Migrates every record to a later schema. Sizes are not updated, which is accurate enough until the next opening.
   */
  migrateTo(version: number, schema: Schema): void {
    if (version <= this.schema) return;
    const old: Collections = new Map(this.collections());
    const sizes = new Map([...this.shelves].map(([name, { bytes }]) => [name, bytes]));
    const migrated = migrate(old, this.schema, version, schema);
    this.shelves.clear();
    this.bytes = 0;
    for (const [name, records] of migrated) {
      for (const record of records) this.put(name, record, sizes.get(name)?.get(record.id) ?? 0);
    }
    this.schema = version;
  }

  private collections(): [string, StoredRecord[]][] {
    return [...this.shelves].map(([name, { records }]) => [name, [...records.values()]]);
  }

  private shelf(collection: string): Shelf {
    let shelf = this.shelves.get(collection);
    if (!shelf) this.shelves.set(collection, (shelf = { records: new Map(), bytes: new Map(), total: 0 }));
    return shelf;
  }
}
