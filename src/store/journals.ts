/**
 * Writes the current journal and opens the next. After a failed write it truncates the file, or starts a new one whose
 * first line says where acknowledged changes end.
 */
import path from 'node:path';
import { codeOf, writeFaultOf } from '../owner/exclusiveFile';
import { writeAll, type Files, temporaryName } from './disk/files';
import { AppendError, JournalWriter, StrayJournalError } from './disk/journal';
import type { Library } from './library';
import type { Log } from './openLibrary';

/** Bytes that must be writable before a full disk counts as free again. */
const probeBytes = 64 * 1024;

interface JournalsParts {
  files: Files;
  directory: string;
  library: Library;
  log: Log;
}

export class Journals {
  private current: JournalWriter | undefined;

  constructor(private readonly parts: JournalsParts) {}

  get isOpen(): boolean {
    return this.current !== undefined;
  }

  /**
   * Writes and syncs lines; without a following `keep` they are cut off by `repair` or overwritten by the next append.
   */
  async append(lines: Uint8Array): Promise<void> {
    if (!this.current) await this.next();
    await this.current?.append(lines);
  }

  /** Marks the last append as acknowledged. */
  keep(lines: Uint8Array): void {
    this.current?.keep(lines.byteLength);
  }

  /** Opens the journal of the library's next generation. The one before stays open until `leave`. */
  async next(): Promise<{ leave: () => Promise<void> }> {
    const { files, directory, library } = this.parts;
    const { epoch, counter } = library.generation;
    library.generation = { epoch, counter: counter + 1 };
    const place = { files, directory, generation: library.generation, schema: library.schema, from: library.last };
    const before = this.current;
    try {
      this.current = await JournalWriter.create(place);
    } catch (error) {
      if (error instanceof StrayJournalError) {
        this.current = undefined;
        await this.closeQuietly(before);
      }
      throw error;
    }
    return { leave: () => this.closeQuietly(before) };
  }

  /** Repairs after a failed append. @returns `broken` when no further append may be tried */
  async repair(error: unknown): Promise<'cut' | 'replaced' | 'broken'> {
    const isTrusted = !(error instanceof AppendError && error.stage === 'sync');
    if (isTrusted && this.current && (await this.cutBack())) return 'cut';
    const spoilt = this.current;
    this.current = undefined;
    await this.closeQuietly(spoilt);
    try {
      await this.next();
      return 'replaced';
    } catch (again) {
      this.parts.log('warn', `No new journal could be opened: ${describeFault(again)}.`);
      return 'broken';
    }
  }

  /** Throws while the disk still takes nothing. */
  async probe(): Promise<void> {
    const { files, directory } = this.parts;
    const file = path.join(directory, temporaryName('probe'));
    const opened = await files.open(file, 'new');
    try {
      await writeAll(opened, Buffer.alloc(probeBytes), 0);
      await opened.datasync();
    } finally {
      await opened.close();
      await files.remove(file);
    }
    if (!this.current) await this.next();
  }

  async close(): Promise<void> {
    const last = this.current;
    this.current = undefined;
    await last?.close();
  }

  private async cutBack(): Promise<boolean> {
    try {
      await this.current?.cutBack();
      return true;
    } catch (error) {
      this.parts.log('warn', `The journal could not be cut back: ${describeFault(error)}.`);
      return false;
    }
  }

  /** Closes a journal; errors lose nothing, as all acknowledged lines are synced. */
  private async closeQuietly(journal: JournalWriter | undefined): Promise<void> {
    try {
      await journal?.close();
    } catch (error) {
      this.parts.log('warn', `A journal could not be closed: ${describeFault(error)}.`);
    }
  }
}

function rootOf(error: unknown): unknown {
  return error instanceof AppendError || error instanceof StrayJournalError ? error.cause : error;
}

/** True for a full or read-only disk, where an immediate retry is pointless. */
export function isLasting(error: unknown): boolean {
  return writeFaultOf(rootOf(error)) !== undefined;
}

/** A failed disk call explained for users. */
export function describeFault(error: unknown): string {
  const root = rootOf(error);
  const code = codeOf(root);
  const lasting = writeFaultOf(root);
  if (lasting) return lasting.text;
  return code === undefined ? String(root) : `the disk failed (${code})`;
}
