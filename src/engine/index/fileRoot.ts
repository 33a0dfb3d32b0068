/**
 * The index of one folder or file, kept up to date: before an answer, as much is checked as `News` asks for, and an
 * answer waits only shortly for a check of everything. Files that differ in size, modification time and content are
 * read. One refresh runs at a time and its callers share it; it is aborted only when all of them gave up. While many
 * files are being read, a question is answered from the likeliest ones. Texts are not kept: the few passages of an
 * answer are read again.
 */
import type { SavedFile, Saved } from '../cache/indexFile';
import type { RootCache } from '../cache/cacheFolder';
import type { Log } from '../chunk/grammars';
import type { FolderRules } from '../files/folderRules';
import { readSource, type ReadSource } from '../files/readSource';
import { describe, Lister, type FoundFile, type Listing } from '../files/walk';
import { languageKey } from '../text/comments';
import { termsOf } from '../text/tokens';
import { Collection } from './collection';
import { fewFiles, FileReader, type Progress, type ReaderParts } from './fileReader';
import { News, type Need } from './news';
import type { PassageRecord } from './segment';
import { Slices, Waiters } from './scheduling';
import { Texts } from './contentCache';

/**
 * Least and greatest time in ms that a question waits while more files are read; in between, as long as listing them
 * took.
 */
const firstLookMs = { least: 350, most: 800 };
/** Target in ms for listing and waiting together, which shortens the wait after a slow listing. */
const listingAndLookMs = 1800;
/** Greatest wait in ms when all files will probably be read by then: the likeliest by their texts are read before. */
const wholeMs = 550;
/** Number of files above which those that the question names are read before all files are examined. */
const manyFiles = 10_000;
/** Least files read before an answer, for a machine that is busy with something else. */
const firstLookFiles = 20;
/** Greatest wait in ms for those files. */
const maxFirstLookMs = 3000;
/** Interval in ms of saving while many files are read, so that closing the editor loses little. */
const saveWhileReadingMs = 60_000;
/** Greatest wait in ms for the listing of files when most of them are known already. */
const maxListingWaitMs = 500;

export interface RootParts extends ReaderParts {
  log: Log;
  cache?: RootCache | undefined;
  /** Absolute paths of folders that are not entered. */
  closed?: readonly string[] | undefined;
  /** Most folders watched by all roots together; absent: a share of the system's limit. */
  maxWatches?: number | undefined;
}

/** How long and for what a caller waits for the index to be up to date. */
export interface Waiting {
  patienceMs: number;
  signal?: AbortSignal | undefined;
  /** The question: the files it is likely to be about are read first. */
  question?: string | undefined;
  /** True when the caller is satisfied with an answer from the likeliest files while many are being read. */
  isHasty?: boolean | undefined;
}

export class FileRoot {
  readonly collection = new Collection();
  private readonly reader: FileReader;
  private listingNotes: readonly string[] = [];
  /** Its files that were too large to be read when they were last looked at. */
  tooLarge: readonly FoundFile[] = [];
  private readonly known = new Map<string, SavedFile>();
  private readonly texts = new Texts();
  private readonly lister: Lister;
  private readonly waiters = new Waiters();
  private readonly news: News;
  private isListing = false;
  private isReady = false;
  private isUnsaved = false;
  private isMerging = false;
  private scanMs = 0;
  private load: Promise<void> | undefined;
  private savedAt = performance.now();
  /** Time since which many files are being read, until enough are read for an answer. */
  private firstLookSince: number | undefined;

  /** `path` is real: no part of it is a link. */
  constructor(
    readonly path: string,
    readonly isFolder: boolean,
    private readonly parts: RootParts,
  ) {
    this.lister = new Lister(path, parts.closed);
    this.news = new News(path, isFolder, this.known, this.lister, parts.maxWatches);
    const events = { held: () => this.waiters.release(), rested: () => this.rested() };
    this.reader = new FileReader(path, this.known, this.collection, parts, events);
  }

  /** Set while files are being read. */
  get progress(): Progress | undefined {
    return this.reader.progress;
  }

  /** Notes on what every answer leaves out. */
  get notes(): readonly string[] {
    const { leftOut } = this.reader;
    if (leftOut === 0) return this.listingNotes;
    const [unread, all] = [leftOut, leftOut + this.known.size].map((count) => count.toLocaleString('en-US'));
    const note = `${unread} of its ${all} files are not searched: the memory for indexes is used up.`;
    return [...this.listingNotes, `${note} Name a folder inside it.`];
  }

  /** A sentence on what an answer given now leaves out. */
  get unfinished(): string | undefined {
    if (this.progress) {
      const [done, total] = [this.progress.done, this.progress.total].map((count) => count.toLocaleString('en-US'));
      const state = this.reader.isHeld ? 'Indexing is paused' : 'Still being indexed';
      return `${state}: ${done} of ${total} files are searched.`;
    }
    return this.isReady ? undefined : 'Still being listed: none of its files is searched yet.';
  }

  /** Paths of the listed files, read or not, relative and with `/`; the path of a lone file is empty. */
  get files(): Iterable<string> {
    return this.reader.files();
  }

  get fileCount(): number {
    return this.known.size;
  }

  /** Why a root that is one file could not be searched. */
  get reason(): string | undefined {
    return this.isFolder ? undefined : this.known.get('')?.reason;
  }

  /** Reports absolute paths inside this root that were changed, created or removed. */
  changed(paths: readonly string[]): void {
    this.news.tell(paths);
  }

  /** Sets what the folder's owner wants searched; applies from the next answer on. */
  setRules(rules: FolderRules | undefined): void {
    if (this.lister.setRules(rules)) this.news.doubt();
  }

  /** Waits until the index is up to date or the patience is over; the work goes on for the callers that still wait. */
  async refresh({ patienceMs, signal, question, isHasty = false }: Waiting): Promise<void> {
    signal?.throwIfAborted();
    const at = performance.now();
    const deadline = at + patienceMs;
    const hasNewWord = () => question !== undefined && this.collection.lacksAny(termsOf(question));
    await this.news.gather();
    if (question !== undefined) this.reader.prefer(question);
    // Twice, because changes reported during a refresh are not part of it.
    for (let round = 0; round < 2; round += 1) {
      const need = this.news.need({ at, isReady: this.isReady, hasNewWord });
      const isWorkShared = this.waiters.isWorking && !(this.isListing && this.news.isTrusted);
      if (need === 'nothing' && (round > 0 || !isWorkShared)) break;
      if (!this.waiters.isWorking) this.begin(need);
      await this.waitFor(deadline, { signal, isHasty });
      if (performance.now() >= deadline || (isHasty && this.progress)) break;
    }
    if (this.progress) await this.reader.pause();
    this.scanBehind();
  }

  /** Stops reading that nobody waits for; it is done when somebody asks again. */
  cancel(): void {
    this.waiters.abandon();
  }

  private async waitFor(deadline: number, how: Omit<Waiting, 'patienceMs'>): Promise<void> {
    const patience = () => deadline - performance.now();
    if (this.isReady && this.isListing) {
      await this.waiters.wait(Math.min(maxListingWaitMs, patience()), how);
      if (this.isListing) return;
    }
    if (!this.reader.isHeld) await this.waiters.wait(patience(), how);
  }

  private begin(need: Need): void {
    this.waiters.begin((signal) => this.work(need, signal));
  }

  /** Checks everything in the background. */
  private scanBehind(): void {
    if (this.isReady && this.news.isScanDue && !this.waiters.isWorking) this.begin('scan');
  }

  private async work(need: Need, signal: AbortSignal): Promise<void> {
    this.load ??= this.restore();
    await this.load;
    const slices = new Slices();
    let isDone = false;
    try {
      if (need === 'told') await this.look(slices, signal);
      else await this.scan(slices, signal);
      isDone = true;
    } finally {
      // The reported files may not have been checked.
      if (!isDone) this.news.doubt();
      this.isListing = false;
      this.reader.ended();
      this.tidy();
    }
  }

  /** Called between two files while reading pauses. */
  private async rested(): Promise<void> {
    this.merge();
    this.endFirstLook();
    if (performance.now() - this.savedAt < saveWhileReadingMs) return;
    // Nothing is read meanwhile, so known files and visible passages are consistent.
    this.collection.flush();
    await this.parts.cache?.save(this.saved());
    this.savedAt = performance.now();
  }

  /** Merges and saves in the background. */
  private tidy(): void {
    this.merge();
    this.save();
  }

  /** Merges segments and saves the result, or else the next start would merge them again. */
  private merge(): void {
    if (this.isMerging) return;
    this.isMerging = true;
    this.collection
      .settle(new Slices())
      .then((hasMerged) => {
        this.isUnsaved ||= hasMerged;
        if (hasMerged) this.save();
      })
      .catch((error: unknown) => this.parts.log('error', `Merging the index of ${this.path} failed: ${String(error)}`))
      .finally(() => {
        this.isMerging = false;
      });
  }

  private save(): void {
    if (this.isUnsaved) this.parts.cache?.changed(() => this.snapshot());
  }

  /**
   * The state to save; undefined while files are being read, when known files and visible passages may be inconsistent.
   */
  private snapshot(): Saved | undefined {
    if (this.waiters.isWorking) return undefined;
    this.isUnsaved = false;
    return this.saved();
  }

  private saved(): Saved {
    const { isReady: isWhole, known: files } = this;
    return { files, listing: this.lister.saved(), segments: this.collection.current(), isWhole };
  }

  private async list(slices: Slices, signal: AbortSignal): Promise<Listing> {
    return this.isFolder ? await this.lister.list(slices, signal) : { paths: [''], notes: [] };
  }

  private async scan(slices: Slices, signal: AbortSignal): Promise<void> {
    const scan = this.news.beginScan();
    const began = performance.now();
    this.isListing = true;
    const listing = await this.list(slices, signal);
    this.scanMs = performance.now() - began;
    await this.lookFirst(listing, { slices, signal });
    const listed = performance.now();
    const { files, notes, tooLarge } = await describe(this.path, listing, slices, signal);
    if (this.isFolder) this.listingNotes = notes;
    this.tooLarge = tooLarge;
    const stale = files.filter((file) => this.isStale(file));
    this.forgetOthers(files);
    this.scanMs += performance.now() - listed;
    this.news.listed(this.scanMs);
    this.isListing = false;
    this.reader.leftOut = 0;
    await this.read(stale, { slices, signal });
    this.news.endScan(scan);
    this.isReady = true;
  }

  /** Reads the files that a question names before the others, when there are many and none is known. */
  private async lookFirst({ paths }: Listing, reading: { slices: Slices; signal: AbortSignal }): Promise<void> {
    if (this.known.size > 0 || paths.length <= manyFiles) return;
    this.isUnsaved = true;
    this.beginFirstLook();
    await this.reader.readLikeliest(paths, () => this.firstLookSince === undefined, reading);
  }

  private isStale({ path: file, size, modified }: FoundFile): boolean {
    const known = this.known.get(file);
    return known?.size !== size || known.modified !== modified || known.isUnsettled === true;
  }

  /** Forgets all known files but the given ones. */
  private forgetOthers(files: readonly FoundFile[]): void {
    const seen = files.reduce((count, { path: file }) => count + (this.known.has(file) ? 1 : 0), 0);
    if (seen === this.known.size) return;
    const found = new Set(files.map(({ path: file }) => file));
    for (const file of this.known.keys()) if (!found.has(file)) this.forget(file);
  }

  /** Checks the files that were reported as changed. */
  private async look(slices: Slices, signal: AbortSignal): Promise<void> {
    const told = this.news.take();
    const { files, tooLarge } = await describe(this.path, { paths: [...told], notes: [] }, slices, signal);
    this.tooLarge = [...this.tooLarge.filter(({ path: file }) => !told.has(file)), ...tooLarge];
    const found = new Set(files.map(({ path: file }) => file));
    for (const file of told) if (!found.has(file)) this.forget(file);
    const stale = files.filter((file) => this.isStale(file));
    await this.read(stale, { slices, signal });
  }

  private async read(files: readonly FoundFile[], reading: { slices: Slices; signal: AbortSignal }): Promise<void> {
    if (files.length === 0) return;
    this.isUnsaved = true;
    if (files.length <= fewFiles) for (const file of files) this.news.workOn(file.path);
    // The first look may be over, or have begun before the number of files was known.
    if (files.length <= fewFiles) this.firstLookSince = undefined;
    else if (!this.progress) this.beginFirstLook();
    await this.reader.readAll(files, reading);
  }

  private beginFirstLook(): void {
    this.firstLookSince = performance.now();
    this.waiters.hurry(maxFirstLookMs);
  }

  /**
   * Ends the wait of hasty callers once enough files are read, or lets them wait a little longer when all soon will be;
   * later callers wait the same time.
   */
  private endFirstLook(): void {
    const { done = 0, total = 0 } = this.progress ?? {};
    if (this.firstLookSince === undefined || done < firstLookFiles) return;
    const elapsed = performance.now() - this.firstLookSince;
    const { least, most } = firstLookMs;
    const lookMs = Math.max(Math.min(this.scanMs, most, listingAndLookMs - this.scanMs), least);
    if (elapsed < lookMs) return;
    const isWholeSoon = (elapsed / done) * total <= wholeMs;
    this.waiters.hurry(isWholeSoon ? wholeMs - elapsed : 0, lookMs);
    this.firstLookSince = undefined;
  }

  private forget(file: string): void {
    this.isUnsaved = true;
    this.known.delete(file);
    this.collection.remove(file);
  }

  private async restore(): Promise<void> {
    const saved = await this.parts.cache?.load();
    if (!saved) return;
    for (const [file, entry] of saved.files) this.known.set(file, entry);
    this.collection.restore(saved.segments);
    this.lister.restore(saved.listing);
    this.isReady = saved.isWhole;
  }

  private absolute(file: string): string {
    return file === '' ? this.path : `${this.path}/${file}`;
  }

  /** Text of a passage, or undefined when the file changed since it was indexed. */
  textOf(record: PassageRecord): string | undefined {
    const known = this.known.get(record.source);
    const text = known && this.texts.passageOf(this.absolute(record.source), known, record);
    if (text === undefined) this.news.suspect(record.source);
    else this.news.workOn(record.source);
    return text;
  }

  /** The language of a file, by its name or by what its first row said when it was read; an ending. */
  languageOf(file: string): string {
    return this.known.get(file)?.language ?? languageKey(file === '' ? this.path : file);
  }

  /** The current text of a whole file. */
  contentOf(file: string): ReadSource {
    const reason = this.known.get(file)?.reason;
    return reason === undefined ? readSource(this.absolute(file)) : { ok: false, reason };
  }

  /** Saves what is unsaved; the root must not be used afterwards. */
  async close(): Promise<void> {
    this.news.close();
    await this.waiters.stop();
    await this.parts.cache?.close();
  }
}
