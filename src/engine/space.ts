/**
 * Turns a query space into searchable parts: finds or makes the index of each path, reports what cannot be searched,
 * and bounds the indexes in memory. State: the roots and the library.
 */
import { realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { type CacheFolder, RootCache } from './cache/cacheFolder';
import type { Chunk } from './chunk/block';
import { ContentCache } from './index/contentCache';
import type { Grammars, Log } from './chunk/grammars';
import { rulesFor, type FolderRules, whyNeverRead } from './files/folderRules';
import { reasonOf } from './files/readSource';
import { rankPaths, type FileFound, type FilesRequest } from './files/pathMatch';
import { FileRoot, type Waiting } from './index/fileRoot';
import { Gate } from './index/scheduling';
import { Library } from './index/library';
import type { Part } from './parts';
import type { IndexStatus, QuerySpace, SkippedPath, SnippetSource } from './types';

/** Most roots in memory; the least recently used are dropped first. */
const maxRoots = 128;
/** Bytes of the indexes of all roots: some 1,000,000 passages. A root that needs more is indexed in part. */
const maxIndexBytes = 512 * 1024 * 1024;
/** Bytes of cached chunks, reused for other branches and worktrees: of some 20,000 files. */
const maxChunkBytes = 12 * 1024 * 1024;

/** Most open files remembered. */
const maxOpenFiles = 500;

/**
 * Milliseconds a question waits for an index, since an answer is promised within 30 s; the rest is reported and left
 * out.
 */
const patienceMs = 25_000;

export interface SpaceParts {
  grammars: Grammars;
  log: Log;
  cache?: CacheFolder | undefined;
  /** Absolute folders that are skipped. */
  closed?: readonly string[] | undefined;
  /** Milliseconds a question waits for files being indexed; absent: `patienceMs`. */
  patienceMs?: number | undefined;
  maxIndexBytes?: number | undefined;
  maxWatches?: number | undefined;
}

interface Opened {
  parts: Part[];
  skipped: SkippedPath[];
  files: number;
  documents: number;
}

export interface Opening {
  signal?: AbortSignal | undefined;
  question?: string | undefined;
  /** Milliseconds to wait for files being indexed; absent: as in `SpaceParts`. */
  patienceMs?: number | undefined;
}

interface RootUse {
  root: FileRoot;
  /** The path as the caller wrote it: results use the same spelling. */
  path: string;
}

export class Space {
  readonly library: Library;
  /** Closed while indexing is paused. */
  readonly gate = new Gate();
  /** Roots by real path, the least recently used first. */
  private readonly roots = new Map<string, FileRoot>();
  private readonly chunks = new ContentCache<Chunk[]>(maxChunkBytes);
  private rules: readonly FolderRules[] = [];
  /** Files open in editors, the latest reported first. */
  private openFiles: readonly string[] = [];

  constructor(private readonly parts: SpaceParts) {
    this.library = new Library(parts.grammars);
  }

  async open(space: QuerySpace, { signal, question, patienceMs: asked }: Opening = {}): Promise<Opened> {
    const skipped: SkippedPath[] = [];
    const parts: Part[] = [];
    let files = 0;
    const given = asked ?? this.parts.patienceMs;
    const deadline = performance.now() + (given ?? patienceMs);
    const isHasty = given === undefined;
    for (const named of new Set(space.paths ?? [])) {
      signal?.throwIfAborted();
      const use = await this.openPath(named, { signal, question, isHasty, patienceMs: deadline - performance.now() });
      if ('reason' in use) {
        skipped.push({ path: named, reason: use.reason });
        continue;
      }
      const { notes, unfinished } = use.root;
      [...notes, ...(unfinished === undefined ? [] : [unfinished])].forEach((reason) =>
        skipped.push({ path: named, reason }),
      );
      files += use.root.fileCount;
      parts.push(partOfRoot(use));
    }
    if (space.documents !== undefined && space.documents.length > 0) await this.library.ready(signal);
    const documents = this.libraryPart(space.documents);
    if (documents) parts.push(documents.part);
    const seeds = space.seeds ?? [];
    if (seeds.length > 0) parts.push(await this.seedPart(seeds));
    this.shrink();
    return { parts, skipped, files, documents: (documents?.count ?? 0) + seeds.length };
  }

  /** The up-to-date index of a path, or the reason why there is none. */
  async openPath(given: string, waiting: Waiting): Promise<RootUse | { reason: string }> {
    if (!path.isAbsolute(given) || given.includes('\0')) return { reason: 'It is not an absolute path.' };
    const reason = whyNeverRead(given);
    if (reason !== undefined) return { reason };
    try {
      // Synchronous on purpose: each call takes microseconds, whereas the thread pool would cost a tenth of a whole
      // answer.
      const real = realpathSync.native(given);
      // The caller checked the path with its links resolved; a link made since may lead outside what was allowed.
      if (real !== path.normalize(given)) return { reason: 'It or a folder above it became a symbolic link.' };
      const hidden = whyNeverRead(real);
      if (hidden !== undefined) return { reason: hidden };
      const found = statSync(real);
      if (!found.isDirectory() && !found.isFile()) return { reason: 'It is neither a file nor a folder.' };
      const root = this.rootOf(real, found.isDirectory());
      await root.refresh(waiting);
      return root.reason === undefined ? { root, path: given } : { reason: root.reason };
    } catch (error) {
      if (waiting.signal?.aborted) throw error;
      return { reason: reasonOf(error) };
    }
  }

  private rootOf(real: string, isFolder: boolean): FileRoot {
    const known = this.roots.get(real);
    this.roots.delete(real);
    const root = known?.isFolder === isFolder ? known : this.newRoot(real, isFolder);
    this.roots.set(real, root);
    return root;
  }

  private newRoot(real: string, isFolder: boolean): FileRoot {
    const { grammars, log, cache, closed, maxWatches } = this.parts;
    // A lone file is indexed as quickly as a saved index is read.
    const saved = cache && isFolder ? new RootCache(cache, real) : undefined;
    const { gate, chunks } = this;
    const hasRoom = () => this.shrink();
    const shared = { grammars, log, closed, gate, chunks, hasRoom, maxWatches };
    const openFiles = () => this.openFiles;
    const root = new FileRoot(real, isFolder, { ...shared, cache: saved, openFiles });
    if (isFolder) root.setRules(rulesFor(real, this.rules));
    return root;
  }

  /** Remembers files to index first, as editors spell them; files reported by several editors add up. */
  readFirst(paths: readonly string[]): void {
    this.openFiles = [...new Set([...paths, ...this.openFiles])].slice(0, maxOpenFiles);
  }

  /** Replaces the rules of all folders. */
  setRules(rules: readonly FolderRules[]): void {
    this.rules = rules;
    for (const root of this.roots.values()) root.setRules(rulesFor(root.path, rules));
  }

  /** Drops the least recently used roots; false when memory is still above the limit. */
  private shrink(): boolean {
    const most = this.parts.maxIndexBytes ?? maxIndexBytes;
    let bytes = [...this.roots.values()].reduce((sum, root) => sum + root.collection.byteLength, 0);
    for (const [real, root] of [...this.roots].slice(0, -1)) {
      if (this.roots.size <= maxRoots && bytes <= most) break;
      if (root.progress) continue;
      bytes -= root.collection.byteLength;
      this.roots.delete(real);
      root.close().catch((error: unknown) => this.parts.log('warn', `${real} was not saved: ${String(error)}`));
    }
    return bytes <= most;
  }

  private libraryPart(asked: QuerySpace['documents']): { part: Part; count: number } | undefined {
    if (asked === undefined || asked.length === 0) return undefined;
    const { library } = this;
    const ids = asked === 'all' ? undefined : new Set(asked);
    const part: Part = {
      collection: library.collection,
      ...(ids ? { accepts: (id) => ids.has(id), isGiven: true } : {}),
      inWords: ids ? `in ${ids.size === 1 ? 'this asset' : 'these assets'}` : 'in the library',
      placeOf: (id) => library.nameOf(id),
      textOf: (record) => library.textOf(record),
      keys: () => ids ?? library.ids,
      contentOf: (id) => library.contentOf(id),
      languageOf: (id) => library.languageOf(id),
      sourceOf: (id) => ({ kind: 'document', id }),
    };
    return { part, count: ids ? [...ids].filter((id) => library.has(id)).length : library.size };
  }

  private async seedPart(seeds: NonNullable<QuerySpace['seeds']>): Promise<Part> {
    const library = new Library(this.parts.grammars);
    await library.put(seeds.map((seed, index) => ({ ...seed, id: String(index) })));
    return {
      collection: library.collection,
      isGiven: true,
      inWords: inSeeds(seeds),
      placeOf: (id) => library.nameOf(id),
      textOf: (record) => library.textOf(record),
      keys: () => library.ids,
      contentOf: (id) => library.contentOf(id),
      languageOf: (id) => library.languageOf(id),
      sourceOf: (id) => ({ kind: 'seed', index: Number(id) }),
    };
  }

  /** Finds files by name in indexed folders only: naming a file must not start indexing a folder. */
  findFiles({ query, folders, limit }: FilesRequest): FileFound[] {
    const roots = folders.flatMap((given) => {
      const root = this.roots.get(given);
      return root?.isFolder ? [root] : [];
    });
    const found = roots.flatMap((root) =>
      rankPaths(root.files, query, limit).map((entry) => ({ ...entry, path: path.join(root.path, entry.path) })),
    );
    found.sort((a, b) => b.score - a.score);
    return found.slice(0, limit).map(({ path: file, isFolder }) => ({ path: file, isFolder }));
  }

  /** Parts of the roots in memory that hold the sources; reads nothing. */
  partsAround(sources: readonly SnippetSource[]): Part[] {
    const files = sources.flatMap((source) => (source.kind === 'file' ? [source.path] : []));
    const roots = [...this.roots.values()].filter(({ path: root }) =>
      files.some((file) => file === root || file.startsWith(`${root}${path.sep}`)),
    );
    const parts = roots.map((root) => partOfRoot({ root, path: root.path }));
    const library = sources.some(({ kind }) => kind === 'document') ? this.libraryPart('all') : undefined;
    return library ? [...parts, library.part] : parts;
  }

  /** Stops indexing that no question waits for. */
  cancel(): void {
    for (const root of this.roots.values()) if (root.progress) root.cancel();
  }

  filesChanged(paths: readonly string[]): void {
    for (const root of this.roots.values()) {
      const inside = `${root.path}${path.sep}`;
      const own = paths.filter((file) => file === root.path || file.startsWith(inside));
      if (own.length > 0) root.changed(own);
    }
  }

  /** Saves and frees the indexes. */
  async close(): Promise<void> {
    await Promise.all([...this.roots.values()].map((root) => root.close()));
    this.roots.clear();
  }

  status(): IndexStatus {
    const roots = [...this.roots.values()];
    const progress = roots.find((root) => root.progress)?.progress;
    return {
      state: progress ? 'indexing' : 'idle',
      isPaused: this.gate.isClosed,
      filesDone: progress?.done ?? 0,
      filesTotal: progress?.total ?? 0,
      roots: roots.map((root) => ({
        path: root.path,
        files: root.fileCount,
        passages: root.collection.passageCount,
      })),
      documents: this.library.size,
    };
  }
}

/** Where something stands that is in the texts of a request: several of them, or one with no lines told, are texts. */
function inSeeds(seeds: NonNullable<QuerySpace['seeds']>): string {
  const lines = seeds.reduce((sum, { selectedLines = NaN }) => sum + selectedLines, 0);
  if (Number.isNaN(lines)) return seeds.length === 1 ? 'in this text' : 'in these texts';
  return lines === 1 ? 'in the selected line' : 'in the selected lines';
}

function partOfRoot({ root, path: given }: RootUse): Part {
  const inside = path.join(given, path.sep);
  return {
    collection: root.collection,
    isGiven: !root.isFolder,
    tooLarge: root.tooLarge,
    // The folder's name describes the files at its top, and also a lone file.
    placeOf: (key) => (key === '' ? path.basename(root.path) : key),
    textOf: (record) => root.textOf(record),
    keys: () => root.files,
    contentOf: (key) => root.contentOf(key),
    languageOf: (key) => root.languageOf(key),
    sourceOf: (key) => ({ kind: 'file', path: key === '' ? given : inside + key.replaceAll('/', path.sep) }),
  };
}
