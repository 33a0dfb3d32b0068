/** Small values as the contract writes them (types.md A). */
import { applicationNames, platformNames } from '../../contract/schemas/applications';
import type { Application, ApplicationInput, GroupedTimestamp, Mechanism, References } from '../../contract/schemas';
import type { ApplicationRecord } from '../../store/records';
import type { ApiContext } from '../context';

export interface WireOptions {
  /** False leaves out `raw` of texts and bytes and keeps the objects around them; absent means true. */
  transferables?: boolean | undefined;
}

export const toTimestamp = (time: number): GroupedTimestamp => ({ value: new Date(time).toISOString() });

/** Positions by id: several clients read nothing else of a collection. */
export const indicesOf = (members: readonly { id: string }[]): Record<string, number> =>
  Object.fromEntries(members.map(({ id }, position) => [id, position]));

export function toReferences(ids: readonly string[]): References {
  const iterable = ids.map((id) => ({ id }));
  return { iterable, indices: indicesOf(iterable) };
}

export function toCollection<Member extends { id: string }>(iterable: Member[]) {
  return { iterable, indices: indicesOf(iterable) };
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
  if (id === undefined && name === undefined) return context.application;
  return {
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
