/** Small values in wire form (contract/WIRE.md 3). */
import { applicationNames, platformNames } from '../contract/schemas/applications';
import { LongList, LongRecord, type Written } from '../contract/api';
import { oneLine } from '../languages/markdown';
import type {
  Application,
  ApplicationInput,
  GroupedTimestamp,
  Mechanism,
  References,
  Model,
} from '../contract/schemas';
import type { ApplicationRecord } from '../store/records';
import type { ApiContext } from './context';
import { createHash } from 'node:crypto';

export interface WireOptions {
  /** False leaves out `raw` of texts and bytes but keeps the objects around them; absent means true. */
  transferables?: boolean | undefined;
}

export const toTimestamp = (time: number): GroupedTimestamp => ({ value: new Date(time).toISOString() });

/** Maps ids to positions: several clients read only this part of a collection. */
const indicesOf = (members: () => readonly { id: string }[]): LongRecord<number> =>
  new LongRecord(LongList.of(members, ({ id }, position) => [id, position] as const));

/** @param ids a function when there may be many, called only when they are needed */
export function toReferences(ids: readonly string[] | (() => readonly string[])): Written<References> {
  const all = once(ids);
  return {
    iterable: LongList.of(all, (id) => ({ id })),
    indices: new LongRecord(LongList.of(all, (id, position) => [id, position] as const)),
  };
}

/** @param records a function when there may be many, called only when they are needed */
export function toCollection<Source extends { id: string }, Wire>(
  records: readonly Source[] | (() => readonly Source[]),
  toWire: (record: Source) => Wire,
) {
  const all = once(records);
  return { iterable: LongList.of(all, toWire), indices: indicesOf(all) };
}

/** Reads the members only once, because a list and its positions must agree. */
function once<Member>(members: readonly Member[] | (() => readonly Member[])): () => readonly Member[] {
  let known = typeof members === 'function' ? undefined : members;
  return () => (known ??= (members as () => readonly Member[])());
}

/** The text if it is one of the contract's words, else the fallback, because strict clients reject other words. */
export function oneOf<const Word extends string>(
  words: readonly Word[],
  text: string | undefined,
  fallback: Word,
): Word {
  return words.find((word) => word === text) ?? fallback;
}

const mechanisms = ['MANUAL', 'RECOMMENDED', 'AUTOMATIC', 'INTERNAL', 'DELETED'] as const;
/** Reads a mechanism; an unknown word counts as MANUAL. */
export const toMechanism = (text: string | undefined): Mechanism => oneOf(mechanisms, text, 'MANUAL');

export function toWireApplication({ id, name, version, platform }: ApplicationRecord): Application {
  return {
    id,
    name: oneOf(applicationNames, name, 'UNKNOWN'),
    version,
    platform: oneOf(platformNames, platform, 'UNKNOWN'),
    // There is neither onboarding nor telemetry to set.
    onboarded: true,
    privacy: 'CLOSED',
  };
}

/** Completes a caller's description of itself; the default application when it gives none. */
export function toApplicationRecord(context: ApiContext, input: ApplicationInput = {}): ApplicationRecord {
  const { id, name, version, platform } = input;
  const client = input.client === undefined ? undefined : oneLine(input.client).trim();
  if (id === undefined && name === undefined) return { ...context.application, ...(client && { client }) };
  return {
    ...(client && { client }),
    id: id ?? context.newId(),
    name: oneOf(applicationNames, name, 'UNKNOWN'),
    version: version ?? '0.0.0',
    platform: oneOf(platformNames, platform, 'UNKNOWN'),
  };
}

/** Formats a size in units of 1,024, with one decimal digit below ten. */
export function readableBytes(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB'];
  const power = bytes < 1024 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** power;
  return `${power > 0 && value < 10 ? value.toFixed(1) : Math.round(value)} ${units[power]}`;
}

/**
 * A deterministic id: the same parts give the same id on every machine.
 * @returns a UUID of version 8 (free form, RFC 9562) made from the SHA-256 of the parts
 */
export function stableId(...parts: (string | number)[]): string {
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest();
  digest[6] = ((digest[6] ?? 0) & 0x0f) | 0x80;
  digest[8] = ((digest[8] ?? 0) & 0x3f) | 0x80;
  const hex = digest.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}

/**
 * The built-in model in wire form, also required on summaries, which no language model writes here. Its id never
 * changes.
 */
export const extractiveModel: Model = {
  id: '6a0c52f4-2f0e-4d5c-9d5b-7f2f4f3c9a10',
  version: '1.0.0',
  created: { value: '2026-01-01T00:00:00.000Z' },
  name: 'Quarry extractive',
  description: 'Answers with passages of the code itself; runs on this computer.',
  cloud: false,
  type: 'SPEED',
  usage: 'CODE_CONVERSATION',
  downloaded: true,
  loaded: true,
};
