/** Our own journal: complete from its first moment, appended to in groups, cut back after a failed append. */
import path from 'node:path';
import { encodeHeader, journalFormat } from './journalFormat';
import { renameWithRetry, writeAll, type Files, type OpenFile } from './files';
import { journalName, temporaryName, type Generation, type Position } from './names';

/** An append that failed. After a failed sync the descriptor must not be trusted again: the kernel forgot the pages. */
export class AppendError extends Error {
  constructor(
    readonly stage: 'write' | 'sync',
    override readonly cause: unknown,
  ) {
    super(`The journal could not be ${stage === 'write' ? 'written' : 'synced'}.`, { cause });
  }
}

/**
 * A journal that failed half-way could not be taken back. While it exists, whatever is appended to the one before
 * counts as a ghost: that one must not be used any more.
 */
export class StrayJournalError extends Error {}

interface JournalPlace {
  files: Files;
  directory: string;
  generation: Generation;
  schema: number;
  from: Position;
}

export class JournalWriter {
  private constructor(
    private readonly opened: OpenFile,
    private end: number,
  ) {}

  /** The header is on disk before the file has its name, so a journal without one is damage, never a crash. */
  static async create(place: JournalPlace): Promise<JournalWriter> {
    const { files, directory, generation, schema, from } = place;
    const file = path.join(directory, journalName(generation));
    const temporary = temporaryName(file);
    const opened = await files.open(temporary, 'new');
    let mayHaveName = false;
    try {
      const header = encodeHeader({ format: journalFormat, schema, from });
      await writeAll(opened, header, 0);
      await opened.datasync();
      mayHaveName = true;
      await renameWithRetry(files, temporary, file);
      await files.syncFolder(directory);
      return new JournalWriter(opened, header.length);
    } catch (error) {
      // The first error is the one to tell; what stays behind is an orphan that the next opening removes.
      await opened.close().catch(() => undefined);
      await files.remove(temporary).catch(() => undefined);
      if (mayHaveName) await takeBack(place, file, error);
      throw error;
    }
  }

  /** On disk when it resolves, but cut off by the next `cutBack` and overwritten by the next `append` unless kept. */
  async append(lines: Uint8Array): Promise<void> {
    try {
      await writeAll(this.opened, lines, this.end);
    } catch (error) {
      throw new AppendError('write', error);
    }
    try {
      await this.opened.datasync();
    } catch (error) {
      throw new AppendError('sync', error);
    }
  }

  keep(bytes: number): void {
    this.end += bytes;
  }

  /** Cuts off what was appended and not kept. */
  async cutBack(): Promise<void> {
    await this.opened.truncate(this.end);
    await this.opened.datasync();
  }

  close(): Promise<void> {
    return this.opened.close();
  }
}

async function takeBack({ files, directory }: JournalPlace, file: string, cause: unknown): Promise<void> {
  try {
    await files.remove(file);
    await files.syncFolder(directory);
  } catch {
    throw new StrayJournalError('A new journal could be neither finished nor removed.', { cause });
  }
}
