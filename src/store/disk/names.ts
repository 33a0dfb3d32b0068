/**
 * Names of the store's files. A generation is (owner's epoch, counter): `library.<epoch>.<counter>.json` holds
 * everything up to the beginning of `journal.<epoch>.<counter>.ndjson`.
 */
import { randomBytes } from 'node:crypto';

export interface Generation {
  epoch: number;
  counter: number;
}

/** A place in the one row of all changes: who wrote it, and its number, which never goes back to 0. */
export interface Position {
  epoch: number;
  seq: number;
}

export const beginning: Position = { epoch: 0, seq: 0 };

/** For sorting, oldest first. */
export function compareGenerations(a: Generation, b: Generation): number {
  return a.epoch - b.epoch || a.counter - b.counter;
}

export function isAfter(a: Position, b: Position): boolean {
  return a.epoch > b.epoch || (a.epoch === b.epoch && a.seq > b.seq);
}

export function libraryName({ epoch, counter }: Generation): string {
  return `library.${epoch}.${counter}.json`;
}

export function journalName({ epoch, counter }: Generation): string {
  return `journal.${epoch}.${counter}.ndjson`;
}

/** A name nobody else uses; what a crash leaves behind is removed at the next opening. */
export function temporaryName(finalName: string): string {
  return `${finalName}.${randomBytes(6).toString('hex')}.tmp`;
}

/** A file that a crash has left half written; nobody reads it. */
export function isOrphan(name: string): boolean {
  return /^(library|journal|probe)\..*\.tmp$/.test(name);
}

function generationsIn(names: readonly string[], pattern: RegExp): Generation[] {
  const found: Generation[] = [];
  for (const name of names) {
    const match = pattern.exec(name);
    if (match) found.push({ epoch: Number(match[1]), counter: Number(match[2]) });
  }
  return found.sort(compareGenerations);
}

/** Oldest first. */
export function librariesIn(names: readonly string[]): Generation[] {
  return generationsIn(names, /^library\.(\d{1,15})\.(\d{1,15})\.json$/);
}

/** Oldest first. */
export function journalsIn(names: readonly string[]): Generation[] {
  return generationsIn(names, /^journal\.(\d{1,15})\.(\d{1,15})\.ndjson$/);
}

/** Entries that say nothing about a library: files of the owner, the token, temporary and hidden files. */
export function isForeign(name: string): boolean {
  return /^owner\.|^token$|\.tmp$|^\.|^(desktop\.ini|Thumbs\.db)$/.test(name);
}
