/**
 * What the handlers work with, the windows that are alive among it; app.ts makes it. Must not know HTTP, sockets or the
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

/** An endpoint that the service itself asks: there is no editor, and whoever started it has named it. */
export interface OwnEndpoint {
  offered: OfferedModel;
  model: LanguageModel;
}

/** Ranks what was found once more, for everybody who asks this service. */
export interface OwnEmbedder {
  /** The model at its host, as people know it. */
  name: string;
  isRemote: boolean;
  embedder: Embedder;
}

/** Facts of the running service that some answers carry. */
interface ServiceFacts {
  instance: string;
  epoch: number;
  /** Version of the extension. */
  version: string;
  startedAt: string;
  pid: number;
  /** Empty until the port is bound. */
  baseUrl: () => string;
  /** Hold the library, its token, indexes and the address: refused to everyone. */
  ownFolders: readonly string[];
  pathPolicy: () => { policy: PathPolicy; allowedPaths: string[] };
  defaultSpace: () => DefaultSpace;
}

/** What concerns the library's files, not what they hold. */
export interface Upkeep {
  folder: Pick<LibraryFolder, 'backups' | 'verify' | 'leaveOrder' | 'moveTo'>;
  /** Gives the library up at once. The next owner, which may be this process again, opens it anew. */
  letGo(): void;
  /** Resolves when only the new token counts. */
  renewToken(): Promise<void>;
}

export interface ApiContext {
  store: Store;
  engine: Engine;
  windows: Windows;
  /** A model's endpoint that was named when the service was started; windows bring theirs along. */
  ownEndpoint?: OwnEndpoint;
  /** An endpoint for embeddings, named likewise; absent: the engine's own ranking is the last word. */
  ownEmbedder?: OwnEmbedder;
  service: ServiceFacts;
  upkeep: Upkeep;
  /** Id of the local pseudo user: there are no accounts. */
  user: string;
  /** Stands in when a caller names no application. */
  application: ApplicationRecord;
  /** Milliseconds since 1970. */
  now: () => number;
  newId: () => string;
  log: (level: 'info' | 'warn' | 'error', text: string) => void;
  /** By which long work on this thread is done a few milliseconds at a time. */
  turns: Turns;
}

/** State that belongs to one running service: made on first use, shared by all handlers, gone with the context. */
export function perContext<State>(make: (context: ApiContext) => State): (context: ApiContext) => State {
  const made = new WeakMap<ApiContext, State>();
  return (context) => {
    let state = made.get(context);
    if (state === undefined) made.set(context, (state = make(context)));
    return state;
  };
}

// Section: the editor windows that are alive: their folders are allowed roots, their git may be run.

/** A window tells its state every 30 s; three silences mean that it is gone. */
const leaseMilliseconds = 90_000;

type FolderRules = NonNullable<WindowState['rules']>[number];

export interface Windows {
  update(state: WindowState): void;
  /** Folders of all live windows; only of trusted ones when asked. */
  folders(options?: { onlyTrusted?: boolean }): string[];
  /** What is searched in their folders; of two windows the later one's word holds. */
  rules(): FolderRules[];
  /** The git binary that a trusted window named. */
  git(): string | undefined;
}

/** @param fixedFolders roots that no window holds, such as `--root` of the headless service */
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
