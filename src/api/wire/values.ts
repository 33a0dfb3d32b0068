/** Small values as the contract writes them (contract/WIRE.md 3). */
import { applicationNames, platformNames } from '../../contract/schemas/applications';
import { LongList, LongRecord, type Written } from '../../contract/longList';
import { oneLine } from '../../languages/markdown';
import type { Application, ApplicationInput, GroupedTimestamp, Mechanism, References } from '../../contract/schemas';
import type { ApplicationRecord } from '../../store/records';
import type { ApiContext } from '../context';

export interface WireOptions {
  /** False leaves out `raw` of texts and bytes and keeps the objects around them; absent means true. */
  transferables?: boolean | undefined;
}

export const toTimestamp = (time: number): GroupedTimestamp => ({ value: new Date(time).toISOString() });

/** Positions by id: several clients read nothing else of a collection. */
export const indicesOf = (members: () => readonly { id: string }[]): LongRecord<number> =>
  new LongRecord(LongList.of(members, ({ id }, position) => [id, position] as const));

export function toReferences(ids: readonly string[] | (() => readonly string[])): Written<References> {
  const all = once(ids);
  return {
    iterable: LongList.of(all, (id) => ({ id })),
    indices: new LongRecord(LongList.of(all, (id, position) => [id, position] as const)),
  };
}

/** @param records when there may be many, made as late as when they are needed */
export function toCollection<Source extends { id: string }, Wire>(
  records: readonly Source[] | (() => readonly Source[]),
  toWire: (record: Source) => Wire,
) {
  const all = once(records);
  return { iterable: LongList.of(all, toWire), indices: indicesOf(all) };
}

/** The same ones each time: a list and the positions in it must agree. */
function once<Member>(members: readonly Member[] | (() => readonly Member[])): () => readonly Member[] {
  let known = typeof members === 'function' ? undefined : members;
  return () => (known ??= (members as () => readonly Member[])());
}

/** One of the contract's words, or the fallback: strict clients reject any other. */
export function oneOf<const Word extends string>(
  words: readonly Word[],
  text: string | undefined,
  fallback: Word,
): Word {
  return words.find((word) => word === text) ?? fallback;
}

const mechanisms = ['MANUAL', 'RECOMMENDED', 'AUTOMATIC', 'INTERNAL', 'DELETED'] as const;
export const toMechanism = (text: string | undefined): Mechanism => oneOf(mechanisms, text, 'MANUAL');

export function toWireApplication({ id, name, version, platform }: ApplicationRecord): Application {
  return {
    id,
    name: oneOf(applicationNames, name, 'UNKNOWN'),
    version,
    platform: oneOf(platformNames, platform, 'UNKNOWN'),
    // There is no onboarding and no telemetry to choose a privacy for.
    onboarded: true,
    privacy: 'CLOSED',
  };
}

/** What a caller says of itself, completed; the default application when it says nothing. */
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

/** Units of 1,024; one digit below ten. */
export function readableBytes(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB'];
  const power = bytes < 1024 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** power;
  return `${power > 0 && value < 10 ? value.toFixed(1) : Math.round(value)} ${units[power]}`;
}
