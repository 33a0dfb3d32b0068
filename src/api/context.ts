/**
 * The dependencies of the handlers, including the live windows; app.ts creates them. Must not know HTTP, sockets or the
 * editor.
 */
import type { OfferedModel } from '../contract/schemas/models';
import type { DefaultSpace, PathPolicy } from '../contract/serviceOptions';
import type { Engine } from '../engine/types';
import type { Embedder, LanguageModel } from '../models/ports';
import type { ApplicationRecord } from '../store/records';
import type { LibraryFolder, Store } from '../store/types';
import type { Turns } from './turns';
import type { WindowState } from '../contract/schemas';

/**
 * A model endpoint that the service asks directly, without an editor. Naming it at the start of the service is consent.
 */
export interface OwnEndpoint {
  offered: OfferedModel;
  model: LanguageModel;
}

/** An embedding model that reranks results for all callers of this service. */
export interface OwnEmbedder {
  /** The model and its host, for people. */
  name: string;
  isRemote: boolean;
  embedder: Embedder;
}

/** Facts about the running service that some answers include. */
interface ServiceFacts {
  instance: string;
  epoch: number;
  /** Version of the extension. */
  version: string;
  startedAt: string;
  pid: number;
  /** Empty until the port is bound. */
  baseUrl: () => string;
  /** Folders of the library, its token, indexes and address file; no caller may read them. */
  ownFolders: readonly string[];
  pathPolicy: () => { policy: PathPolicy; allowedPaths: string[] };
  defaultSpace: () => DefaultSpace;
}

/** Maintenance of the library's files, independent of their content. */
export interface Upkeep {
  folder: Pick<LibraryFolder, 'backups' | 'verify' | 'leaveOrder' | 'moveTo'>;
  /** Gives up ownership of the library at once. The next owner, which may be this process again, reopens it. */
  letGo(): void;
  /** Resolves when only the new token is valid. */
  renewToken(): Promise<void>;
}

export interface ApiContext {
  store: Store;
  engine: Engine;
  windows: Windows;
  /** A model endpoint named at the start of the service; windows offer further ones. */
  ownEndpoint?: OwnEndpoint;
  /** An embedding endpoint named at the start of the service; absent: the engine's ranking is final. */
  ownEmbedder?: OwnEmbedder;
  service: ServiceFacts;
  upkeep: Upkeep;
  /** Id of the local pseudo user; there are no accounts. */
  user: string;
  /** The default application when a caller names none. */
  application: ApplicationRecord;
  /** Milliseconds since 1970. */
  now: () => number;
  newId: () => string;
  log: (level: 'info' | 'warn' | 'error', text: string) => void;
  /** Runs long work on this thread in slices of a few milliseconds. */
  turns: Turns;
}

/** State of one running service: created on first use, shared by all handlers, dropped with the context. */
export function perContext<State>(make: (context: ApiContext) => State): (context: ApiContext) => State {
  const made = new WeakMap<ApiContext, State>();
  return (context) => {
    let state = made.get(context);
    if (state === undefined) made.set(context, (state = make(context)));
    return state;
  };
}

// Section: the live editor windows. Their folders are allowed roots; trusted ones name the git binary.

/** Milliseconds without a report after which a window counts as closed: three missed reports, one every 30 s. */
const leaseMilliseconds = 90_000;

type FolderRules = NonNullable<WindowState['rules']>[number];

export interface Windows {
  update(state: WindowState): void;
  /** Folders of all live windows, or only of trusted ones. */
  folders(options?: { onlyTrusted?: boolean }): string[];
  /** The windows' search rules for their folders; for one folder, the window that reported last wins. */
  rules(): FolderRules[];
  /** Path of the git binary that a trusted window named. */
  git(): string | undefined;
}

/** @param fixedFolders roots that no window holds, such as those of `--root` of the headless service */
export function createWindows(now: () => number, fixedFolders: readonly string[] = []): Windows {
  const states = new Map<string, { state: WindowState; until: number }>();
  const live = () => {
    for (const [id, entry] of states) if (entry.until < now()) states.delete(id);
    return [...states.values()].map((entry) => entry.state);
  };
  return {
    update: (state) => void states.set(state.window, { state, until: now() + leaseMilliseconds }),
    folders: ({ onlyTrusted = false } = {}) => {
      const windows = live().filter((state) => state.trusted || !onlyTrusted);
      return [...new Set([...fixedFolders, ...windows.flatMap((state) => state.folders)])];
    },
    rules: () => [...new Map(live().flatMap(({ rules = [] }) => rules.map((rule) => [rule.folder, rule]))).values()],
    git: () => live().find((state) => state.trusted && state.git)?.git,
  };
}
