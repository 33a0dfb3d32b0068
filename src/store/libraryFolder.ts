/** The library in its folder: opened, checked, put in order, moved. The only place that says which file does what. */
import path from 'node:path';
import { backupsFolder, listBackups } from './backups';
import { diskFiles } from './disk/files';
import type { Log } from './openLibrary';
import { openStore } from './openStore';
import { carryOutOrder, copyLibrary, isAtRest, leaveAtRest, leaveOrder } from './orders';
import type { LibraryFolder } from './types';
import { verifyBackup } from './verifyBackup';

interface LibraryFolderOptions {
  /** Absolute; made when it is missing. */
  directory: string;
  /** Erased with the library: what was derived from it. */
  caches: string;
  log: Log;
}

export function createLibraryFolder({ directory, caches, log }: LibraryFolderOptions): LibraryFolder {
  return {
    isAtRest: () => isAtRest(directory),
    async open(fence, readOnly) {
      if (readOnly === undefined) await carryOutOrder({ directory, fence, log, caches });
      return openStore({ directory, fence, log, readOnly });
    },
    backups: async () => ({
      folder: backupsFolder(directory),
      backups: await listBackups({ files: diskFiles, directory }),
    }),
    verify: (backup) => verifyBackup(backup, directory),
    leaveOrder: (order) => leaveOrder(directory, order),
    async moveTo(place, restMs) {
      await copyLibrary(directory, path.join(place, 'store'));
      await leaveAtRest(directory, restMs);
    },
  };
}
