/**
 * Small files shared between processes, written atomically and read within bounds, since anything may lie there. Also
 * explains why a folder is not writable.
 */
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import * as fs from 'node:fs/promises';
import path from 'node:path';

/** The system's code (`EEXIST`) of a thrown value, when it has one. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** Error codes of file systems without hard links; FAT on Windows says EISDIR. */
const linklessCodes = ['EISDIR', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV', 'EINVAL'];

/** Retries for a second, as virus scanners on Windows hold new files briefly. */
const renameTries = 10;
const renamePauseMs = 100;

/** Renames, retrying while another program has the file open. */
export async function renamePatiently(rename: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await rename();
    } catch (error) {
      const mayPass = ['EMFILE', 'ENFILE', 'EBUSY', 'EPERM', 'EACCES'].includes(codeOf(error) ?? '');
      if (!mayPass || attempt === renameTries) throw error;
      await new Promise((resolve) => setTimeout(resolve, renamePauseMs));
    }
  }
}

/** False when the file exists already; exactly one of several processes gets true. */
export async function createExclusively(
  file: string,
  text: string,
  { link }: Pick<typeof fs, 'link'> = fs,
): Promise<boolean> {
  const temporary = await writeTemporary(file, text);
  try {
    await link(temporary, file);
    await syncFolder(path.dirname(file));
    return true;
  } catch (error) {
    const code = codeOf(error) ?? '';
    if (code === 'EEXIST') return false;
    if (!linklessCodes.includes(code)) throw error;
    return await createInPlace(file, text);
  } finally {
    await fs.rm(temporary, { force: true });
  }
}

/** Replaces a file atomically: readers see the old or the new content. */
export async function replaceAtomically(
  file: string,
  text: string,
  { rename }: Pick<typeof fs, 'rename'> = fs,
): Promise<void> {
  const temporary = await writeTemporary(file, text);
  try {
    await renamePatiently(() => rename(temporary, file));
  } catch (error) {
    await fs.rm(temporary, { force: true });
    throw error;
  }
}

/** Creates the file without hard links; a reader may see it empty and must retry. */
async function createInPlace(file: string, text: string): Promise<boolean> {
  try {
    const opened = await fs.open(file, 'wx', 0o600);
    try {
      await opened.writeFile(text);
      await opened.sync();
    } finally {
      await opened.close();
    }
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

async function writeTemporary(file: string, text: string): Promise<string> {
  const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  const opened = await fs.open(temporary, 'wx', 0o600);
  try {
    await opened.writeFile(text);
    await opened.sync();
  } catch (error) {
    await fs.rm(temporary, { force: true }); // a full disk would keep one for each try
    throw error;
  } finally {
    await opened.close();
  }
  return temporary;
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return; // a folder cannot be opened there
  const opened = await fs.open(folder, 'r');
  try {
    await opened.sync();
  } catch (error) {
    // Some file systems cannot sync a folder. Worst case after a power cut: an epoch number is reused, harmless because
    // no process from before lives.
    if (!['EINVAL', 'ENOTSUP', 'EPERM'].includes(codeOf(error) ?? '')) throw error;
  } finally {
    await opened.close();
  }
}

/** Largest file read, in bytes; ours are below 1 KB. */
const maxBytes = 64 * 1024;

/**
 * @returns undefined when it is no file (a pipe, a device, a folder) or larger than any of ours
 * @throws the system's error when it is missing or may not be read
 */
export async function readSmallFile(file: string): Promise<string | undefined> {
  // Opening a pipe waits for its other end unless it is told not to. Windows has no such files, and not this flag.
  const opened = await fs.open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch((error: unknown) => {
    if (codeOf(error) === 'ENXIO') return undefined; // a socket
    throw error;
  });
  if (!opened) return undefined;
  try {
    const found = await opened.stat();
    if (!found.isFile() || found.size > maxBytes) return undefined;
    return await opened.readFile('utf8');
  } finally {
    await opened.close();
  }
}

// Section: why a folder is not writable, and what a user can do about it.

interface WriteFault {
  /** End of a sentence that begins with the failed action. */
  text: string;
  remedy: string;
}

const full: Pick<WriteFault, 'remedy'> = { remedy: 'Make room there' };
const closed: Pick<WriteFault, 'remedy'> = {
  remedy: 'Make the folder writable for you, or choose another data folder',
};
const blocked: WriteFault = {
  text: 'a file lies where the folder should be',
  remedy: 'Move that file away, or choose another data folder',
};

/** Lasting faults by error code; an immediate retry is pointless. */
const faults: Readonly<Record<string, WriteFault>> = {
  ENOSPC: { text: 'the disk is full', ...full },
  EDQUOT: { text: 'the disk quota is used up', ...full },
  EROFS: { text: 'the disk is read-only', ...closed },
  EACCES: { text: 'access to the folder is denied', ...closed },
  EPERM: { text: 'access to the folder is denied', ...closed },
  ENOTDIR: blocked,
  EEXIST: blocked,
};

/** Undefined for a fault that may pass by itself. */
export function writeFaultOf(error: unknown): WriteFault | undefined {
  const code = codeOf(error);
  const fault = code === undefined ? undefined : faults[code];
  return fault && { ...fault, text: `${fault.text} (${code})` };
}

/** A sentence for people, and one that says what to do; undefined for a fault that may pass by itself. */
export function whyUnwritable(directory: string, error: unknown): string | undefined {
  const fault = writeFaultOf(error);
  return fault && `The library in ${directory} takes no changes: ${fault.text}. ${fault.remedy}; ${triedAgain}.`;
}

const triedAgain = 'it is tried again every few seconds';
