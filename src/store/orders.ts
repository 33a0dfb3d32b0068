/**
 * Orders: work on a library while it is closed. An order is left in its folder, the owner lets go, and the next owner
 * carries it out before opening, also after a crash.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { codeOf, readSmallFile } from '../owner/exclusiveFile';
import type { Fence } from '../owner/ownerFiles';
import { ApiError } from '../contract/errors';
import { backupsFolder, listBackups } from './snapshots';
import { diskFiles, renameWithRetry, isForeign, temporaryName, type Files, libraryName } from './disk/files';
import type { Log } from './openLibrary';
import type { Order } from './types';

/** Name of the order's file, hidden so that it is never taken for a part of the library. */
const orderName = '.order.json';

/** Leaves an order for the next start. It is on disk when the promise resolves. */
export async function leaveOrder(directory: string, order: Order): Promise<void> {
  const file = path.join(directory, orderName);
  const temporary = temporaryName(file);
  await writeFile(temporary, JSON.stringify(order), { mode: 0o600, flush: true });
  await renameWithRetry(diskFiles, temporary, file);
  await diskFiles.syncFolder(directory);
}

interface OrderPlace {
  directory: string;
  fence: Fence;
  log: Log;
  /** Folder of data derived from the library, erased with it. */
  caches: string;
}

/** Carries out the order, if there is one. Only the owner may call it, before the library is opened. */
export async function carryOutOrder({ directory, fence, log, caches }: OrderPlace): Promise<void> {
  const order = await readOrder(directory, log);
  if (!order) return;
  if (order.kind === 'erase') {
    await erase(directory);
    await rm(caches, { recursive: true, force: true });
    log('info', 'The library, its backups and its index were erased.');
  } else {
    try {
      await restoreBackup(order.backup, { directory, epoch: fence.epoch });
      log('info', `The library is that of ${order.backup}.`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      log('error', `The library stays as it was: ${error.message}`); // the backup was removed meanwhile
    }
  }
  await diskFiles.remove(path.join(directory, orderName));
}

/** Erases the library and keeps the owner files. */
async function erase(directory: string): Promise<void> {
  for (const name of await diskFiles.list(directory)) {
    if (!isForeign(name)) await rm(path.join(directory, name), { recursive: true, force: true });
  }
  await diskFiles.syncFolder(directory);
}

async function readOrder(directory: string, log: Log): Promise<Order | undefined> {
  let text: string | undefined;
  try {
    text = await readSmallFile(path.join(directory, orderName));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  if (text === undefined) {
    log('warn', `${orderName} is no order for the library and was passed over: move it away.`);
    return undefined;
  }
  const order = parseOrder(text);
  if (!order) {
    log('warn', 'An order for the library could not be read and was dropped.');
    await diskFiles.remove(path.join(directory, orderName));
  }
  return order;
}

function parseOrder(text: string): Order | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined; // the caller reports it
  }
  if (typeof value !== 'object' || value === null || !('kind' in value)) return undefined;
  if (value.kind === 'erase') return { kind: 'erase' };
  if (value.kind !== 'restore' || !('backup' in value) || typeof value.backup !== 'string') return undefined;
  return { kind: 'restore', backup: value.backup };
}

/**
 * Copies the files of a closed library into another folder, which must hold none.
 * @throws ApiError `invalid` when it does
 */
export async function copyLibrary(from: string, to: string): Promise<void> {
  const present = await diskFiles.list(to);
  if (present.some((name) => !isForeign(name))) throw new ApiError('invalid', `${to} holds a library already.`);
  for (const folder of [to, backupsFolder(to)]) await mkdir(folder, { recursive: true, mode: 0o700 });
  const copied: { temporary: string; final: string }[] = [];
  for (const name of await diskFiles.list(backupsFolder(from))) {
    if (!name.endsWith('.tmp'))
      await diskFiles.copy(path.join(backupsFolder(from), name), path.join(backupsFolder(to), name));
  }
  // Journals first, because a snapshot without its journal would be an outdated library.
  const names = (await diskFiles.list(from))
    .filter((name) => /^(library|journal)\.[\d.]+\.(json|ndjson)$/.test(name))
    .sort();
  for (const name of names) {
    const final = path.join(to, name);
    const temporary = temporaryName(final);
    await diskFiles.copy(path.join(from, name), temporary);
    copied.push({ temporary, final });
  }
  // Files appear by rename alone, one after the other: other windows poll the place and open a library as soon as they
  // see one.
  for (const { temporary, final } of copied) await renameWithRetry(diskFiles, temporary, final);
  await diskFiles.syncFolder(to);
}

const restName = '.rest';

/**
 * Closes a moved library for a time, so that windows about to follow do not serve the old one and lose saved changes.
 */
export async function leaveAtRest(directory: string, ms: number): Promise<void> {
  const file = path.join(directory, restName);
  const temporary = temporaryName(file);
  await writeFile(temporary, String(Date.now() + ms), { mode: 0o600 });
  await renameWithRetry(diskFiles, temporary, file);
}

/** Longest rest in milliseconds, also when a clock was put back. */
const maxRestMs = 60_000;

/** True while the library must not be opened because it is being moved. */
export async function isAtRest(directory: string): Promise<boolean> {
  const file = path.join(directory, restName);
  let until: number;
  try {
    until = Number(await readSmallFile(file));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
  const leftMs = until - Date.now();
  if (leftMs > 0 && leftMs <= maxRestMs) return true;
  // An expired mark has no effect, whether it can be removed or not.
  await diskFiles.remove(file).catch(() => undefined);
  return false;
}

// Section: restores a backup over a damaged library, which goes to quarantine. Owner only, library closed.

interface RescuePlace {
  directory: string;
  /** The owner's epoch, under which the restored library is named. */
  epoch: number;
  files?: Files;
}

/** @throws ApiError `notFound` when there is no backup of this name */
export async function restoreBackup(name: string, { directory, epoch, files = diskFiles }: RescuePlace): Promise<void> {
  if (!(await listBackups({ files, directory })).some((backup) => backup.name === name))
    throw new ApiError('notFound', `There is no backup ${name}.`);
  await moveAway(directory, files);
  const target = path.join(directory, libraryName({ epoch, counter: 1 }));
  await files.copy(path.join(backupsFolder(directory), name), target);
  await files.syncFolder(directory);
}

async function moveAway(directory: string, files: Files): Promise<void> {
  const time = new Date().toISOString().replaceAll(':', '-');
  const folder = path.join(directory, 'quarantine', `${time}-replaced`);
  await files.makeFolder(folder);
  for (const name of await files.list(directory)) {
    if (isForeign(name) || name === 'backups' || name === 'quarantine') continue;
    await renameWithRetry(files, path.join(directory, name), path.join(folder, name));
  }
}
