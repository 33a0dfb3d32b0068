/**
 * Folders that nobody's question reads, wherever they lie and whatever they are called: they are known by device and
 * number, as the file system knows them, so that a mount or another spelling of the name leads no way around.
 */
import { realpathSync, statSync, type Stats } from 'node:fs';
import path from 'node:path';

export interface ClosedFolders {
  /** A folder as it was just looked at is one of them; its path is asked for only where that must be known. */
  isOne(looked: Stats, pathOf: () => string): boolean;
  /** A file or folder, there or not, is one of them or lies in one. */
  hold(real: string): boolean;
}

/** Exact: the numbers of Windows have more digits than a number holds. */
function identityOf(place: string): { key: string; number: number } | undefined {
  try {
    const found = statSync(place, { throwIfNoEntry: false, bigint: true });
    // File systems without numbers give 0 for everything.
    return found && found.ino !== 0n ? { key: `${found.dev}:${found.ino}`, number: Number(found.ino) } : undefined;
  } catch {
    // Closed to us: so is what lies in it.
    return undefined;
  }
}

function realOf(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    // Not there yet.
    return path.resolve(folder);
  }
}

/** As they are now: a folder may be made, moved or linked elsewhere at any time. */
export function closedFolders(folders: readonly string[]): ClosedFolders {
  const known = folders.map(identityOf).filter((identity) => identity !== undefined);
  const keys = new Set(known.map(({ key }) => key));
  const names = new Set(folders.map(realOf));
  const isClosed = (place: string) => names.has(place) || keys.has(identityOf(place)?.key ?? '');
  return {
    isOne: ({ ino }, pathOf) => known.some(({ number }) => number === ino) && isClosed(pathOf()),
    hold: (real) => {
      for (let place = path.resolve(real); ; place = path.dirname(place)) {
        if (isClosed(place)) return true;
        if (path.dirname(place) === place) return false;
      }
    },
  };
}
