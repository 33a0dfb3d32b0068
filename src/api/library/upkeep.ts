/** Looking after the library as a whole, for our own windows: backups, moving to another folder, erasing, its token. */
import path from 'node:path';
import type { Handlers } from '../../contract/api';
import { ApiError } from '../../contract/errors';
import type { ApiContext } from '../context';

type UpkeepOperation =
  'backupsList' | 'backupMake' | 'backupVerify' | 'backupRestore' | 'libraryErase' | 'libraryCopy' | 'tokenRenew';

/** The answer has to be on its way before the connections end. */
const answeredMs = 100;
/** So long the windows have for going to the other folder; then whoever is left opens the old one again. */
const movedMs = 5_000;

export function upkeepHandlers(context: ApiContext): Pick<Handlers, UpkeepOperation> {
  const { store, upkeep } = context;
  const { folder } = upkeep;
  const letGo = (ms: number): void => void setTimeout(() => upkeep.letGo(), ms);

  async function restore(name: string) {
    const check = await folder.verify(name);
    if (check.fault !== undefined) throw new ApiError('invalid', check.fault);
    // A library that cannot be read cannot be backed up either: restoring keeps its files in quarantine.
    const kept = store.readOnly ? undefined : await store.backUp('restore');
    await folder.leaveOrder({ kind: 'restore', backup: name });
    letGo(answeredMs);
    return { ...(kept !== undefined && { kept }), assets: check.assets };
  }

  async function copyTo(place: string) {
    if (!path.isAbsolute(place)) throw new ApiError('invalid', `body.folder must be absolute, not ${place}.`);
    const assets = store.count('assets');
    // From here on no change is acknowledged that the copy would not have.
    await store.close();
    try {
      await folder.moveTo(place, movedMs);
    } catch (error) {
      letGo(answeredMs);
      throw error;
    }
    letGo(movedMs);
    return { assets };
  }

  async function renewToken(): Promise<void> {
    try {
      await upkeep.renewToken();
    } catch (error) {
      context.log('error', `The token could not be renewed: ${String(error)}`);
      const text =
        'The new token could not be written, so the old one still counts: look after the disk, then try again.';
      throw new ApiError('internal', text, { cause: error });
    }
  }

  return {
    tokenRenew: renewToken,
    backupsList: () => folder.backups(),
    backupMake: async () => ({ name: await store.backUp('wanted') }),
    backupVerify: ({ body }) => folder.verify(body.name),
    backupRestore: ({ body }) => restore(body.name),
    libraryErase: async () => {
      await folder.leaveOrder({ kind: 'erase' });
      letGo(answeredMs);
    },
    libraryCopy: ({ body }) => copyTo(body.folder),
  };
}
