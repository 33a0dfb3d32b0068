/** What the shell of a window and its service thread say to each other; all else goes over the socket file. */

import type { ServerSettings } from './serverSettings';

/** Given to the thread when it starts. All paths are absolute. */
export interface ServiceOptions {
  /** Holds the store, the token and the owner files. */
  dataFolder: string;
  cacheFolder: string;
  /** Bundle of the engine thread, and the folder of grammars beside it. */
  engineFile: string;
  grammarFolder: string;
  /** Where `<port>.json` is written for programs that look for us. */
  discoveryFolder: string;
  /** Version of the extension. */
  version: string;
  settings: ServerSettings;
}

export type LogLevel = 'info' | 'warn' | 'error';

export type ServiceMessage =
  /** Looking for an owner, or taking over: calls wait. */
  | { kind: 'looking' }
  /** Calls go to this socket file (or named pipe). */
  | { kind: 'connected'; role: 'owner' | 'client'; socketPath: string; token: string }
  /** The library cannot be used from here for the moment; it is tried again. */
  | { kind: 'detached'; reason: string }
  /** The service does not start; nothing is tried again by itself. */
  | { kind: 'failed'; reason: string }
  /** A page of this origin was refused; the shell may offer to allow it. */
  | { kind: 'originRefused'; origin: string }
  | { kind: 'log'; level: LogLevel; text: string }
  | { kind: 'stopped' };

export type ShellMessage = { kind: 'settings'; settings: ServerSettings } | { kind: 'stop' };
