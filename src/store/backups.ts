/** Copies of good snapshots: one a day, and those that somebody or a restore wanted. */
import path from 'node:path';
import { NotAFileError, renameWithRetry, type Files } from './disk/files';
import { temporaryName } from './disk/names';
import type { BackupFile } from './types';

const keptDaily = 7;
/** Made by command or before a restore: they must not crowd out the daily ones. */
const keptExtra = 10;
const maxBackupBytes = 500 * 1024 * 1024;

interface BackupPlace {
  files: Files;
  directory: string;
  now: () => number;
}

/** Whether today has no backup yet. */
export async function isBackupDue({ files, directory, now }: BackupPlace): Promise<boolean> {
  return !(await files.list(backupsFolder(directory))).includes(dailyName(now()));
}

/** Copies the snapshot as today's backup, when there is none yet. */
export async function backUp(snapshotName: string, place: BackupPlace): Promise<void> {
  const { files, directory, now } = place;
  if (!(await isBackupDue(place))) return;
  const folder = backupsFolder(directory);
  await files.makeFolder(folder);
  const target = path.join(folder, dailyName(now()));
  const temporary = temporaryName(target);
  try {
    await files.copy(path.join(directory, snapshotName), temporary);
    await renameWithRetry(files, temporary, target);
  } catch (error) {
    await files.remove(temporary).catch(() => undefined); // removed with the next backup; the first error is told
    throw error;
  }
  await pruneBackups(place);
}

/** The backups of a library, newest first. Migrations leave one without a time: they are the oldest. */
export async function listBackups({ files, directory }: Omit<BackupPlace, 'now'>): Promise<BackupFile[]> {
  const folder = backupsFolder(directory);
  const found: BackupFile[] = [];
  for (const name of await files.list(folder)) {
    const known = readName(name);
    if (!known) continue;
    try {
      found.push({ name, ...known, bytes: await files.size(path.join(folder, name)) });
    } catch (error) {
      if (!(error instanceof NotAFileError)) throw error; // a pipe of that name is no backup
    }
  }
  return found.sort((a, b) => b.made - a.made);
}

/** Removes the oldest beyond what is kept of each kind, and what a crash left of a copy. */
export async function pruneBackups(place: BackupPlace): Promise<void> {
  const { files, directory } = place;
  const folder = backupsFolder(directory);
  for (const name of await files.list(folder)) if (name.endsWith('.tmp')) await files.remove(path.join(folder, name));
  const all = await listBackups(place);
  const daily = all.filter(({ reason }) => reason === 'daily');
  const extra = all.filter(({ reason }) => reason === 'wanted' || reason === 'restore');
  const doomed = [...beyond(daily, keptDaily), ...beyond(extra, keptExtra)];
  for (const { name } of doomed) await files.remove(path.join(folder, name));
}

/** The newest stays however large it is. */
function beyond(newestFirst: readonly BackupFile[], kept: number): BackupFile[] {
  let bytes = 0;
  return newestFirst.filter((backup, index) => {
    bytes += backup.bytes;
    return index > 0 && (index >= kept || bytes > maxBackupBytes);
  });
}

export function backupsFolder(directory: string): string {
  return path.join(directory, 'backups');
}

function dailyName(time: number): string {
  return `library-${new Date(time).toISOString().slice(0, 10)}.json`;
}

/** To the millisecond: two of one second must not replace each other. */
export function extraName(time: number, reason: 'wanted' | 'restore'): string {
  return `library-${new Date(time).toISOString().slice(0, 23).replace(/[T:.]/g, '-').toLowerCase()}-${reason}.json`;
}

function readName(name: string): Pick<BackupFile, 'made' | 'reason'> | undefined {
  if (/^pre-\d+\.json$/.test(name)) return { made: 0, reason: 'migration' };
  const daily = /^library-(\d{4}-\d\d-\d\d)\.json$/.exec(name);
  if (daily) return { made: Date.parse(`${daily[1]}T00:00:00Z`), reason: 'daily' };
  const extra = /^library-(\d{4}-\d\d-\d\d)-(\d\d)-(\d\d)-(\d\d)-(\d{3})-(wanted|restore)\.json$/.exec(name);
  if (!extra) return undefined;
  const [, day, hours, minutes, seconds, milliseconds, word] = extra;
  const made = Date.parse(`${day}T${hours}:${minutes}:${seconds}.${milliseconds}Z`);
  return { made, reason: word === 'restore' ? 'restore' : 'wanted' };
}
