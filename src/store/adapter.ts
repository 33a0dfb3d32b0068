/**
 * lowdb's adapter: reads the newest valid snapshot, and writes one durably in slices and reads it back before it
 * counts. Must not know journals.
 */
import type { Adapter } from 'lowdb';
import path from 'node:path';
import { codeOf } from '../owner/exclusiveFile';
import {
  NotAFileError,
  renameWithRetry,
  writeAll,
  type Files,
  librariesIn,
  libraryName,
  temporaryName,
  type Generation,
  type Damaged,
  readLines,
} from './disk/files';
import {
  countRecords,
  endingBytes,
  readEnding,
  startHash,
  writeEnding,
  writeLines,
  readSnapshot,
} from './disk/snapshot';
import type { FrozenLibrary, Library } from './library';

/** Most bytes written between two turns of the event loop. */
const sliceBytes = 256 * 1024;
/** Longest time of serialising between two turns of the event loop. */
const sliceMs = 8;

/** Thrown when writing a snapshot is abandoned because the store closes. */
export class CancelledError extends Error {}
class UnverifiedError extends Error {}

export class LibraryAdapter implements Adapter<Library> {
  /** The generation of the snapshot that was read or written last. */
  current: Generation | undefined;
  /** Snapshots that `read` found damaged. */
  readonly damaged: Damaged[] = [];
  /** Records salvaged from the newest damaged snapshot, used when no valid one exists. */
  salvaged: { library: Library; name: string; badLines: number } | undefined;
  private isCancelled = false;

  constructor(
    private readonly files: Files,
    private readonly directory: string,
  ) {}

  async read(): Promise<Library | null> {
    this.current = undefined;
    this.damaged.length = 0;
    this.salvaged = undefined;
    for (const generation of librariesIn(await this.files.list(this.directory)).reverse()) {
      const library = await this.readOne(generation);
      if (library) return library;
    }
    return null;
  }

  async write(library: Library): Promise<void> {
    const generation = library.generation;
    await this.writeTo(path.join(this.directory, libraryName(generation)), library);
    this.current = generation;
  }

  /** Writes the library's state at the moment of the call. */
  async writeTo(file: string, library: Library): Promise<void> {
    const frozen = library.freeze();
    const temporary = temporaryName(file);
    try {
      await this.writeSlices(temporary, frozen);
      await renameWithRetry(this.files, temporary, file);
      await this.files.syncFolder(path.dirname(file));
      await this.verify(file, countRecords(frozen));
    } catch (error) {
      // A leftover is removed at the next opening, or skipped there as a damaged snapshot.
      await this.files.remove(temporary).catch(() => undefined);
      if (error instanceof UnverifiedError) await this.files.remove(file).catch(() => undefined);
      throw error;
    }
  }

  /** Ends a running `write` with CancelledError at its next slice. */
  cancel(): void {
    this.isCancelled = true;
  }

  private async readOne(generation: Generation): Promise<Library | undefined> {
    const name = libraryName(generation);
    try {
      const { library, isWhole, badLines, isBarren } = await readSnapshot(this.files, path.join(this.directory, name));
      if (isWhole) {
        this.current = generation;
        library.generation = generation;
        return library;
      }
      library.generation = generation;
      if (!library.isEmpty()) this.salvaged ??= { library, name, badLines };
      this.damaged.push({ name, isWorthless: isBarren && library.isEmpty() });
    } catch (error) {
      const isOdd = error instanceof NotAFileError;
      // On a read error an older snapshot may still be readable.
      if (!isOdd && codeOf(error) !== 'EIO') throw error;
      this.damaged.push({ name, isWorthless: isOdd });
    }
    return undefined;
  }

  private async writeSlices(file: string, frozen: FrozenLibrary): Promise<void> {
    const opened = await this.files.open(file, 'new');
    try {
      const hash = startHash();
      let position = 0;
      for (const slice of slices(writeLines(frozen))) {
        if (this.isCancelled) throw new CancelledError('The snapshot was given up.');
        hash.update(slice);
        await writeAll(opened, slice, position);
        position += slice.length;
      }
      await writeAll(opened, Buffer.from(writeEnding(countRecords(frozen), hash.digest('hex'))), position);
      await opened.datasync();
    } finally {
      await opened.close();
    }
  }

  private async verify(file: string, count: number): Promise<void> {
    const hashedBytes = (await this.files.size(file)) - endingBytes;
    const hash = startHash();
    let position = 0;
    let lastLine = '';
    for await (const { lines, piece } of readLines(this.files, file)) {
      hash.update(piece.subarray(0, Math.max(0, Math.min(piece.length, hashedBytes - position))));
      position += piece.length;
      lastLine = lines.at(-1)?.toString('utf8') ?? lastLine;
    }
    const ending = readEnding(lastLine);
    if (ending?.count === count && ending.digest === hash.digest('hex')) return;
    throw new UnverifiedError(`${path.basename(file)} does not read back as it was written.`);
  }
}

function* slices(lines: Iterable<string>): Generator<Buffer> {
  let parts: string[] = [];
  let length = 0;
  let began = performance.now();
  for (const line of lines) {
    parts.push(line);
    length += line.length;
    if (length < sliceBytes && performance.now() - began < sliceMs) continue;
    yield Buffer.from(parts.join(''));
    parts = [];
    length = 0;
    began = performance.now();
  }
  yield Buffer.from(parts.join(''));
}
