/** Looking after the library as a whole: backups, moving, erasing. Internal operations only. */
import * as Type from 'typebox';

/** A file name of the backups' folder, never a path. */
const BackupName = Type.String({ pattern: '^[a-z]+-[a-z0-9-]+\\.json$', maxLength: 100 });

export const Backup = Type.Object({
  name: BackupName,
  made: Type.Integer({ description: 'Milliseconds since 1970.' }),
  bytes: Type.Integer(),
  reason: Type.Enum(['daily', 'wanted', 'restore', 'migration'], {
    description: 'Why it was made: once a day, by command, before another one was restored, before a migration.',
  }),
});
export type Backup = Type.Static<typeof Backup>;

export const Backups = Type.Object({ folder: Type.String(), backups: Type.Array(Backup) });
export type Backups = Type.Static<typeof Backups>;

export const NamedBackup = Type.Object({ name: BackupName });

/** What restoring it into a temporary library has shown. */
export const BackupCheck = Type.Object({
  name: BackupName,
  assets: Type.Integer(),
  conversations: Type.Integer(),
  records: Type.Integer(),
  fault: Type.Optional(Type.String({ description: 'Absent when every record came back as it was written.' })),
});
export type BackupCheck = Type.Static<typeof BackupCheck>;

/** `kept` is a backup of what was there before, absent when that could not be read. */
export const RestoredBackup = Type.Object({ kept: Type.Optional(BackupName), assets: Type.Integer() });
export type RestoredBackup = Type.Static<typeof RestoredBackup>;

export const LibraryCopy = Type.Object({ folder: Type.String({ minLength: 1, maxLength: 4096 }) });
export const CopiedLibrary = Type.Object({ assets: Type.Integer() });
