/**
 * The index of one folder or file, kept fresh. Files that the owner tells of are looked at before the next answer. Else
 * everything is listed again, at most once a second where that takes long, and an answer waits for it only shortly;
 * what differs in size, time of change and content is read. One refresh runs at a time and its callers share it; it
 * ends early only when all of them gave up. Texts are not kept: the few passages of an answer are read again.
 */
import path from 'node:path';
import type { SavedFile } from '../cache/fileColumns';
import type { Saved } from '../cache/indexFile';
import type { RootCache } from '../cache/rootCache';
import type { ChunkCache } from '../chunk/chunkCache';
import type { Grammars, Log } from '../chunk/grammars';
import type { FolderRules } from '../files/folderRules';
import { readSource } from '../files/readSource';
import { describe, describeFile, isSettled, Lister, type FoundFile } from '../files/walk';
import { languageKey } from '../text/languages';
import { Collection } from './collection';
import type { Gate } from './gate';
import { putPassages } from './passages';
import type { PassageRecord } from './records';
import { Slices } from './slices';
import { Texts } from './texts';
import { Waiters } from './waiters';

/** Listing again takes at most one part in so many of the time, */
const restPerScan = 20;
/** but a change is found by whoever asks a second later. */
const maxRestMs = 1000;
/** So few files are listed before every answer: that takes about 5 ms. */
const freeScanFiles = 1000;
/** A watched folder is scanned now and then all the same: a message may be lost, or only a part be watched. */
const watchedScanMs = 5000;
/** So few files are read though the gate is closed. */
const freeReadFiles = 50;
/** Where most is known already, an answer waits this long for the listing of files. */
const maxListingWaitMs = 500;

export interface Progress {
  done: number;
  total: number;
}

export interface RootParts {
  grammars: Grammars;
  log: Log;
  cache?: RootCache | undefined;
  gate?: Gate | undefined;
  /** Shared by all roots. */
  chunks?: ChunkCache | undefined;
}

type Need = 'nothing' | 'told' | 'scan';

export class FileRoot {
  readonly collection = new Collection();
  notes: readonly string[] = [];
  /** Set while files are being read. */
  progress: Progress | undefined;
  private readonly known = new Map<string, SavedFile>();
  private readonly texts = new Texts();
  private readonly lister: Lister;
  private readonly waiters = new Waiters();
  /** Files told of since they were last looked at, relative. */
  private told = new Set<string>();
  private isWatched = false;
  private isListing = false;
  private isReady = false;
  private hasUntold = false;
  private isUnsaved = false;
  private isMerging = false;
  /** Waiting at the gate, between two files. */
  private isHeld = false;
  private scannedAt = -Infinity;
  private scanMs = 0;
  private load: Promise<void> | undefined;
  /** Called by the loop that reads files when it next stops between two files. */
  private readonly onPause: (() => void)[] = [];

  /** `path` is real: no part of it is a link. */
  constructor(
    readonly path: string,
    readonly isFolder: boolean,
    private readonly parts: RootParts,
  ) {
    this.lister = new Lister(path);
  }

  /** What an answer given now leaves out. */
  get unfinished(): string | undefined {
    if (this.progress) {
      const [done, total] = [this.progress.done, this.progress.total].map((count) => count.toLocaleString('en-US'));
      const state = this.isHeld ? 'Indexing is paused' : 'Still being indexed';
      return `${state}: ${done} of ${total} files are searched.`;
    }
    return this.isReady ? undefined : 'Still being listed: none of its files is searched yet.';
  }

  /** Relative, with `/`; the only one of a lone file is empty. */
  get files(): Iterable<string> {
    return this.known.keys();
  }

  get fileCount(): number {
    return this.known.size;
  }

  /** Of a root that is one file: why it could not be searched. */
  get reason(): string | undefined {
    return this.isFolder ? undefined : this.known.get('')?.reason;
  }

  /** Absolute paths inside this root that changed, were made or removed. */
  changed(paths: readonly string[]): void {
    this.isWatched = true;
    for (const file of paths) {
      const relative = path.relative(this.path, file).split(path.sep).join('/');
      if (this.known.has(relative)) this.told.add(relative);
      // New, or a folder, or something that is not searched: the listing tells.
      else this.hasUntold = true;
    }
  }

  /** What its owner wants searched; the next answer knows. */
  setRules(rules: FolderRules | undefined): void {
    if (this.lister.setRules(rules)) this.hasUntold = true;
  }

  private need(): Need {
    if (!this.isReady || this.hasUntold) return 'scan';
    if (this.told.size > 0) return 'told';
    if (this.isWatched) return 'nothing';
    const restMs = this.known.size < freeScanFiles ? 0 : Math.min(maxRestMs, restPerScan * this.scanMs);
    return performance.now() - this.scannedAt >= restMs ? 'scan' : 'nothing';
  }

  /** Waits until the index is fresh, or `patienceMs` is over; the work goes on without those who wait no longer. */
  async refresh(patienceMs: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    const deadline = performance.now() + patienceMs;
    // Twice, because what was told during a refresh is no part of it.
    for (let round = 0; round < 2; round += 1) {
      const need = this.need();
      const isWorkShared = this.waiters.isWorking && !(this.isListing && this.isWatched);
      if (need === 'nothing' && (round > 0 || !isWorkShared)) break;
      if (!this.waiters.isWorking) this.begin(need);
      await this.waitFor(deadline, signal);
      if (performance.now() >= deadline) break;
    }
    if (this.progress) await this.pause();
    this.scanBehind();
  }

  /** What is being read for nobody is read when somebody asks. */
  cancel(): void {
    this.waiters.abandon();
  }

  private async waitFor(deadline: number, signal: AbortSignal | undefined): Promise<void> {
    const patience = () => deadline - performance.now();
    if (this.isReady && this.isListing) {
      await this.waiters.wait(Math.min(maxListingWaitMs, patience()), signal);
      if (this.isListing) return;
    }
    if (!this.isHeld) await this.waiters.wait(patience(), signal);
  }

  private begin(need: Need): void {
    this.waiters.begin((signal) => this.work(need, signal));
  }

  /** A look at everything that nobody waits for. */
  private scanBehind(): void {
    const since = performance.now() - this.scannedAt;
    const isDue = since > Math.max(watchedScanMs, restPerScan * this.scanMs);
    if (this.isWatched && isDue && !this.waiters.isWorking) this.begin('scan');
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
      // What was told may not have been looked at.
      if (!isDone) this.hasUntold = true;
      this.collection.flush();
      this.isListing = false;
      this.progress = undefined;
      this.answerPauses();
      this.tidy();
    }
  }

  /** Merges and saves; nobody waits for it. */
  private tidy(): void {
    this.merge();
    this.save();
  }

  /** What was merged is saved: or else the next start would merge it again. */
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

  /** Nothing while files are being read: then what is known of files and what is shown of them may differ. */
  private snapshot(): Saved | undefined {
    if (this.waiters.isWorking) return undefined;
    this.isUnsaved = false;
    return { files: this.known, listing: this.lister.saved(), segments: this.collection.current() };
  }

  private async list(slices: Slices, signal: AbortSignal): Promise<FoundFile[]> {
    if (this.isFolder) {
      const { files, notes } = await describe(this.path, await this.lister.list(slices, signal), slices, signal);
      this.notes = notes;
      return files;
    }
    const found = describeFile(this.path, '');
    return found ? [found] : [];
  }

  private async scan(slices: Slices, signal: AbortSignal): Promise<void> {
    const began = performance.now();
    this.isListing = true;
    this.hasUntold = false;
    this.told = new Set();
    const files = await this.list(slices, signal);
    const stale = files.filter((file) => this.isStale(file));
    this.forgetOthers(files);
    this.scanMs = performance.now() - began;
    this.isListing = false;
    await this.readAll(stale, { slices, signal });
    this.scannedAt = performance.now();
    this.isReady = true;
  }

  private isStale({ path: file, size, modified }: FoundFile): boolean {
    const known = this.known.get(file);
    return known?.size !== size || known.modified !== modified || known.isUnsettled === true;
  }

  /** Those that are gone. */
  private forgetOthers(files: readonly FoundFile[]): void {
    const seen = files.reduce((count, { path: file }) => count + (this.known.has(file) ? 1 : 0), 0);
    if (seen === this.known.size) return;
    const found = new Set(files.map(({ path: file }) => file));
    for (const file of this.known.keys()) if (!found.has(file)) this.forget(file);
  }

  /** Looks at the files told of. */
  private async look(slices: Slices, signal: AbortSignal): Promise<void> {
    const { told } = this;
    this.told = new Set();
    const stale: FoundFile[] = [];
    for (const file of told) {
      const found = describeFile(this.path, file);
      if (!found) this.forget(file);
      else if (this.isStale(found)) stale.push(found);
    }
    await this.readAll(stale, { slices, signal });
  }

  private async readAll(
    files: readonly FoundFile[],
    { slices, signal }: { slices: Slices; signal: AbortSignal },
  ): Promise<void> {
    if (files.length === 0) return;
    this.isUnsaved = true;
    this.progress = { done: 0, total: files.length };
    for (const file of files) {
      if (files.length > freeReadFiles) await this.atGate(signal);
      signal.throwIfAborted();
      await this.readOne(file, slices);
      this.progress.done += 1;
      this.answerPauses();
      if (!slices.isUsedUp) continue;
      this.merge();
      await slices.rest();
    }
  }

  /** Whoever waits for an answer gets it from what was read so far. */
  private async atGate(signal: AbortSignal): Promise<void> {
    const { gate } = this.parts;
    if (!gate?.isClosed) return;
    this.isHeld = true;
    this.answerPauses();
    this.waiters.release();
    await gate.passed(signal);
    this.isHeld = false;
  }

  private async readOne(file: FoundFile, slices: Slices): Promise<void> {
    const read = readSource(this.absolute(file.path));
    const { collection } = this;
    if (!read.ok) {
      collection.remove(file.path);
      this.known.set(file.path, { size: file.size, modified: file.modified, hash: 0, reason: read.reason });
      return;
    }
    const { size, modified, hash, isPlain } = read.source;
    const known = this.known.get(file.path);
    if (!known || known.reason !== undefined || known.hash !== hash || known.size !== size) {
      const place = file.path === '' ? path.basename(this.path) : file.path;
      const description = { key: file.path, place, language: languageKey(place) };
      const { grammars, chunks } = this.parts;
      await putPassages(read.source, description, { grammars, chunks, collection, slices });
    }
    const isUnsettled = !isSettled(modified);
    this.known.set(file.path, { size, modified, hash, isUnsettled, isPlain });
  }

  private forget(file: string): void {
    this.isUnsaved = true;
    this.known.delete(file);
    this.collection.remove(file);
  }

  /** Shows what was read so far. */
  private pause(): Promise<void> {
    if (this.isHeld) {
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

  private async restore(): Promise<void> {
    const saved = await this.parts.cache?.load();
    if (!saved) return;
    for (const [file, entry] of saved.files) this.known.set(file, entry);
    this.collection.restore(saved.segments);
    this.lister.restore(saved.listing);
    this.isReady = true;
  }

  private absolute(file: string): string {
    return file === '' ? this.path : `${this.path}/${file}`;
  }

  /** Text of a passage, or undefined when the file changed since it was indexed. */
  textOf(record: PassageRecord): string | undefined {
    const known = this.known.get(record.source);
    const text = known && this.texts.passageOf(this.absolute(record.source), known, record);
    if (text === undefined) this.told.add(record.source);
    return text;
  }

  /** Writes what is to be written; the root is not asked again. */
  async close(): Promise<void> {
    await this.waiters.stop();
    await this.parts.cache?.close();
  }
}
