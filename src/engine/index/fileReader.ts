/**
 * Reads files of one root into its collection, those most likely to be asked about first. It pauses to let the thread
 * do other work, while the gate is closed, when somebody wants to see what was read so far, and stops when the memory
 * is used up. State: the reading in progress. Documents become passages in the same way.
 */
import path from 'node:path';
import type { SavedFile } from '../cache/indexFile';
import { Rows, type Chunk } from '../chunk/block';
import { chunksOf } from '../chunk/chunk';
import type { ContentCache } from './contentCache';
import type { Grammars } from '../chunk/grammars';
import { ReadingQueue } from '../files/readingOrder';
import { lineStartsOf, readBeginning, readSource, type SourceText } from '../files/readSource';
import { describeFile, isSettled, type FoundFile } from '../files/walk';
import { commentRow, listingRows, listingWord, mayList } from '../../languages/habits';
import { languageOfShebang } from '../../languages/pieces';
import { definedByFile, languageOfEnding } from '../../languages/table';
import { languageKey } from '../text/comments';
import { hasSpace } from '../text/plain';
import { detached } from './builder';
import type { Collection } from './collection';
import { type Gate, sliceMs, type Slices } from './scheduling';

/**
 * Most files that are read even though the gate is closed or the memory used up, since an answer would otherwise be
 * wrong.
 */
const freeReadFiles = 50;

/** Most files that a question waits for until all are read, which takes a second or two. */
export const fewFiles = 500;
/** Greatest time in ms for a look into files before the first is read, and most bytes of a file that are looked at. */
const maxLookMs = 100;
const maxLookBytes = 64 * 1024;

export interface Progress {
  done: number;
  total: number;
}

export interface ReaderParts {
  grammars: Grammars;
  gate?: Gate | undefined;
  /** Chunks by content, shared by all roots. */
  chunks?: ContentCache<Chunk[]> | undefined;
  /** Absolute paths of files that are open in an editor. */
  openFiles?: (() => readonly string[]) | undefined;
  /** False when no more may be held in memory. */
  hasRoom?: (() => boolean) | undefined;
}

/** Calls to the reader's owner during reading. */
export interface ReadingEvents {
  /** Called when the gate is closed and nothing is read for now. */
  held: () => void;
  /** Called between two files after a pause; what was read so far may be shown, merged or saved. */
  rested: () => Promise<void>;
}

interface Reading {
  slices: Slices;
  signal: AbortSignal;
}

/** One run over files that are read one after the other. */
interface Reads extends Reading {
  next: () => FoundFile | undefined;
  /** True when the files are read even if the gate is closed or the memory used up. */
  isFree: boolean;
}

export class FileReader {
  /** Set while files are being read. */
  progress: Progress | undefined;
  /** True while the reader waits at the gate, between two files. */
  isHeld = false;
  /** Number of files not read because the memory was used up. */
  leftOut = 0;
  private queue: ReadingQueue | undefined;
  private names: readonly FoundFile[] = [];
  /** True while one of several files is being read, or between two of them. */
  private isReading = false;
  /** True while only the likeliest files are read: questions that come now are applied again to all files. */
  private isFirstLook = false;
  /** Questions that came before the list of files to read was known. */
  private asked: string[] = [];
  /** Called when the loop next stops between two files. */
  private readonly onPause: (() => void)[] = [];

  /** `root` is real: no part of it is a link. */
  constructor(
    private readonly root: string,
    private readonly known: Map<string, SavedFile>,
    private readonly collection: Collection,
    private readonly parts: ReaderParts,
    private readonly events: ReadingEvents,
  ) {}

  /** Files that may be named in a question, read or not. */
  *files(): Iterable<string> {
    yield* this.known.keys();
    for (const { path: file } of this.names) if (!this.known.has(file)) yield file;
  }

  /** Moves the files that this question is likely to be about to the front. */
  prefer(query: string): void {
    this.queue?.prefer(query);
    if (!this.queue || this.isFirstLook) this.asked.push(query);
  }

  async readAll(files: readonly FoundFile[], reading: Reading): Promise<void> {
    const isFree = files.length <= freeReadFiles;
    if (files.length === 0 || (!isFree && this.isFull(files.length))) return;
    const queue = this.begin(files);
    if (files.length > fewFiles) await this.lookInto(queue, reading);
    this.asked = [];
    await this.readEach({ ...reading, isFree, next: () => queue.take() });
  }

  /** Puts first the files whose texts have the words of the last question. */
  private async lookInto(queue: ReadingQueue, { slices, signal }: Reading): Promise<void> {
    const question = this.asked.at(-1);
    if (question === undefined || this.parts.gate?.isClosed) return;
    const until = performance.now() + maxLookMs;
    const textOf = ({ path: file }: FoundFile) => readBeginning(`${this.root}/${file}`, maxLookBytes);
    await slices.run(queue.preferByTexts(question, textOf, () => performance.now() >= until));
    signal.throwIfAborted();
  }

  /**
   * Reads the likeliest of files that were not examined yet, until it is enough: examining many files takes a third as
   * long as listing them.
   */
  async readLikeliest(paths: readonly string[], isEnough: () => boolean, reading: Reading): Promise<void> {
    if (this.asked.length === 0 || this.isFull(paths.length)) return;
    const queue = this.begin(paths.map((file) => ({ path: file, size: 0, modified: 0 })));
    await this.lookInto(queue, reading);
    const next = () => {
      for (let file = queue.takeFirst(); file; file = queue.takeFirst()) {
        const found = describeFile(this.root, file.path);
        if (found) return found;
      }
      return undefined;
    };
    this.isFirstLook = true;
    try {
      await this.readEach({ ...reading, isFree: false, next: () => (isEnough() ? undefined : next()) });
    } finally {
      this.isFirstLook = false;
    }
  }

  /** Begins a queue of files; those of them that were read before count as done. */
  private begin(files: readonly FoundFile[]): ReadingQueue {
    const queue = new ReadingQueue(files);
    queue.putFirst(
      this.parts.openFiles?.().map((file) => path.relative(this.root, file).split(path.sep).join('/')) ?? [],
    );
    for (const query of this.asked) queue.prefer(query);
    this.queue = queue;
    this.names = files;
    const { done = 0 } = this.progress ?? {};
    this.progress = { done, total: done + files.length };
    return queue;
  }

  private async readEach(reads: Reads): Promise<void> {
    this.isReading = true;
    try {
      await this.readEachOf(reads);
    } finally {
      this.isReading = false;
      this.answerPauses();
    }
  }

  private async readEachOf({ next, isFree, slices, signal }: Reads): Promise<void> {
    let restedAt = performance.now();
    const { progress } = this;
    for (let file = next(); file && progress; file = next()) {
      if (!isFree) await this.atGate(signal);
      signal.throwIfAborted();
      await this.readOne(file, slices);
      progress.done += 1;
      this.answerPauses();
      // Checked against the time too: a file that pauses in its middle begins another slice.
      if (performance.now() - restedAt < sliceMs) continue;
      await this.events.rested();
      await slices.rest();
      restedAt = performance.now();
      if (!isFree && this.isFull(progress.total - progress.done)) return;
    }
  }

  /** Called after the last file, or when the reading was given up. */
  ended(): void {
    this.progress = undefined;
    this.queue = undefined;
    this.names = [];
    this.asked = [];
    this.collection.flush();
    this.answerPauses();
  }

  /** Makes what was read so far visible, at the next stop between two files. */
  pause(): Promise<void> {
    if (this.isHeld || !this.isReading) {
      this.collection.flush();
      return Promise.resolve();
    }
    return new Promise((resume) => this.onPause.push(resume));
  }

  private answerPauses(): void {
    if (this.onPause.length === 0) return;
    this.collection.flush();
    for (const resume of this.onPause.splice(0)) resume();
  }

  private isFull(unread: number): boolean {
    this.leftOut = this.parts.hasRoom?.() === false ? unread : 0;
    return this.leftOut > 0;
  }

  /** Waits at the gate; callers that wait for an answer get it from what was read so far. */
  private async atGate(signal: AbortSignal): Promise<void> {
    const { gate } = this.parts;
    if (!gate?.isClosed) return;
    this.isHeld = true;
    this.answerPauses();
    this.events.held();
    await gate.passed(signal);
    this.isHeld = false;
  }

  private async readOne(file: FoundFile, slices: Slices): Promise<void> {
    const read = readSource(file.path === '' ? this.root : `${this.root}/${file.path}`);
    const { collection, known } = this;
    if (!read.ok) {
      collection.remove(file.path);
      known.set(file.path, { size: file.size, modified: file.modified, hash: 0, reason: read.reason });
      return;
    }
    const { size, modified, hash, isPlain } = read.source;
    const before = known.get(file.path);
    const place = file.path === '' ? path.basename(this.root) : file.path;
    const named = languageKey(place);
    // A program without an ending: `#!/usr/bin/perl` says what it is.
    const language = named === 'txt' ? languageOfShebang(read.source.text) : undefined;
    if (!before || before.reason !== undefined || before.hash !== hash || before.size !== size) {
      const description = { key: file.path, place, language: language ?? named };
      const { grammars, chunks } = this.parts;
      await putPassages(read.source, description, { grammars, chunks, collection, slices });
    }
    const isUnsettled = !isSettled(modified);
    known.set(file.path, { size, modified, hash, isUnsettled, isPlain, ...(language ? { language } : {}) });
  }
}

// Section: the text of one file or document as passages with their terms, in slices.

export interface SourceDescription {
  key: string;
  /** Path relative to the root, or a document's name. */
  place: string;
  language: string;
  notes?: string;
}

export interface PassageMaking {
  grammars: Grammars;
  collection: Collection;
  slices: Slices;
  /** Chunks of contents that were cut before. */
  chunks?: ContentCache<Chunk[]> | undefined;
}

type Cutting = Pick<PassageMaking, 'grammars' | 'chunks'>;

async function cut(source: SourceText, rows: Rows, language: string, { grammars, chunks }: Cutting): Promise<Chunk[]> {
  const known = chunks?.get(source, language);
  if (known) return known;
  const found = await chunksOf(rows, language, grammars);
  const made = found.map(({ symbol, names, ...chunk }): Chunk => ({
    ...chunk,
    ...(symbol === undefined ? {} : { symbol: detached(symbol) }),
    ...(names === undefined ? {} : { names: names.map(detached) }),
  }));
  chunks?.put(source, language, made);
  return made;
}

/** Byte positions of ascending offsets; none where the offset is the byte position, or the text is not as on disk. */
function bytesOf({ text, isPlain, firstByte }: SourceText): (offset: number) => { startByte?: number } {
  if (isPlain || firstByte === undefined) return () => ({});
  let [last, byte] = [0, firstByte];
  return (offset) => {
    if (offset < last) [last, byte] = [0, firstByte];
    byte += Buffer.byteLength(text.slice(last, offset));
    last = offset;
    return { startByte: byte };
  };
}

export async function putPassages(
  source: SourceText,
  { key, place, language, notes }: SourceDescription,
  { collection, slices, ...cutting }: PassageMaking,
): Promise<void> {
  const rows = new Rows(source.text, lineStartsOf(source.text));
  const chunks = await cut(source, rows, language, cutting);
  const ownName = definedByFile(place, languageOfEnding(language));
  const writer = collection.open(key);
  try {
    const byteOf = bytesOf(source);
    for (const { start, end, symbol: found, isNamedByPart, names: declared } of chunks) {
      const names = start === 0 && ownName !== undefined ? [ownName, ...(declared ?? [])] : declared;
      const text = rows.slice(start, end);
      const symbol = found === undefined ? {} : { symbol: found };
      const record = {
        source: key,
        start,
        end,
        startOffset: source.lineStarts[start] ?? 0,
        ...byteOf(source.lineStarts[start] ?? 0),
        endOffset: (source.lineStarts[end + 1] ?? 0) - (rows.size(end, end) - rows.row(end).length),
        ...symbol,
        ...(isNamedByPart ? { isNamedByPart } : {}),
        ...(isListing(text) ? { isListing: true } : {}),
      };
      writer.add(record, {
        text,
        language,
        place,
        ...symbol,
        ...(names ? { names } : {}),
        ...(notes !== undefined ? { notes } : {}),
      });
      if (slices.isUsedUp) await slices.rest();
    }
  } finally {
    writer.close();
  }
}

/** Share of other text below which a passage is a listing. */
const maxOtherShare = 0.3;

/** True for passages that only import or export names: they hold many words of a question and answer none. */
function isListing(text: string): boolean {
  if (!listingWord.test(text)) return false;
  const patterns = mayList.test(text) ? listingRows : [commentRow];
  const rest = patterns.reduce((left, pattern) => left.replace(pattern, ''), text);
  return solidChars(rest) < maxOtherShare * solidChars(text);
}

const [blank, firstControl, lastControl, firstOther] = [0x20, 0x09, 0x0d, 0x80];

/** Number of characters that are no white space. */
function solidChars(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === blank || (code >= firstControl && code <= lastControl)) continue;
    if (code < firstOther || !hasSpace(text[at]!)) count += 1;
  }
  return count;
}
