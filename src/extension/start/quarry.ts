/**
 * The objects that a window's parts share: Api, log, and events. Commands and views receive it; none of them knows the
 * service thread.
 */
import * as vscode from 'vscode';
import type { Api } from '../../contract/api';
import type { LibraryState } from '../../contract/schemas/library';
import type { ServiceStatus } from '../../contract/schemas/service';
import { readServerSettings, serverSection, watchOriginRefusals } from '../config';
import { Connection, type ConnectionState } from './connection';
import { createModels, type Models } from '../models/models';
import { createTeamWindow, type TeamWindow } from '../sharing/teamWindow';
import { createLibraryFolder, type LibraryFolder } from '../library/libraryFolder';
import { LibraryModel, LibraryNews } from '../library/libraryModel';
import { createServiceThread, type ServiceThread } from './serviceThread';

interface AssetsChange {
  /** Id of an asset that this window just saved. */
  saved?: string;
}

/** Creates all shared objects; the service thread starts on the next tick. */
export class Quarry {
  readonly extensionUri: vscode.Uri;
  readonly version: string;
  /** Waits up to three seconds while the service starts or moves, and then throws ApiError. */
  readonly api: Api;
  readonly log = vscode.window.createOutputChannel('Quarry', { log: true });
  /** The library's folder. */
  readonly libraryFolder: LibraryFolder;
  /** The library's rows, current as of the last reported change. */
  readonly library: LibraryModel;
  /** The models, and the consent to send text to them. */
  readonly models: Models;
  /** The library's connection to a team, if there is one. */
  readonly team: TeamWindow;
  /** The extension's storage folder; the library is there unless a setting names another folder. */
  readonly ownFolder: string;
  /** All storage of the extension in this editor, for the user and for the workspace. */
  readonly memories: readonly vscode.Memento[];
  /** Storage for how the library is displayed. */
  readonly memory: vscode.Memento;

  readonly #connection: Connection;
  readonly #thread: ServiceThread;
  readonly #connectionChanged = new vscode.EventEmitter<ConnectionState>();
  readonly #assetsChanged = new vscode.EventEmitter<AssetsChange>();
  readonly #statusRead = new vscode.EventEmitter<ServiceStatus>();
  readonly onDidChangeConnection = this.#connectionChanged.event;
  /** Fired by this window's own changes, and when the window regains the focus. */
  readonly onDidChangeAssets = this.#assetsChanged.event;
  /** Fired each time the status was read. */
  readonly onDidReadStatus = this.#statusRead.event;
  readonly #news: LibraryNews;
  /** The last known state of the library. */
  #seen: string | undefined;

  constructor(context: vscode.ExtensionContext) {
    const { log } = this;
    this.extensionUri = context.extensionUri;
    this.version = versionOf(context.extension);
    this.ownFolder = context.globalStorageUri.fsPath;
    this.memories = [context.globalState, context.workspaceState];
    this.memory = context.globalState;
    this.#connection = new Connection({
      onChange: (state) => {
        this.library.invalidate();
        this.#connectionChanged.fire(state);
        if (state.kind === 'connected') this.#news.begin();
      },
      stillStarting: vscode.l10n.t('Quarry is still starting. Try again in a moment.'),
    });
    this.api = this.#connection.api;
    this.#thread = createThread(context, {
      ...{ log, connection: this.#connection, refusals: watchOriginRefusals() },
      dataFolder: () => this.libraryFolder.resolve(),
    });
    this.libraryFolder = createLibraryFolder({ context, log, api: this.api, restart: () => this.restart() });
    this.library = new LibraryModel(this.api);
    this.#news = new LibraryNews({
      api: this.api,
      isConnected: () => this.connection.kind === 'connected',
      onNews: (now) => this.#noticeChanges(now),
      log: (text) => log.debug(text),
    });
    const begin = setImmediate(() => this.#thread.start());
    context.subscriptions.push(
      log,
      this.#connectionChanged,
      this.#assetsChanged,
      this.#statusRead,
      this.libraryFolder,
      this.#news,
      { dispose: () => clearImmediate(begin) },
      ...this.#followWindow(),
    );
    const around = {
      ...{ api: this.api, log, onDidChangeConnection: this.onDidChangeConnection },
      isConnected: () => this.connection.kind === 'connected',
    };
    this.models = createModels(context, around);
    this.team = createTeamWindow(context, { ...around, onDidReadStatus: this.onDidReadStatus });
  }

  get connection(): ConnectionState {
    return this.#connection.state;
  }

  /** The token for programs; undefined before the service has started. */
  get token(): string | undefined {
    return this.#connection.token;
  }

  /** To be called after a change to an asset. */
  assetsChanged(change: AssetsChange = {}): void {
    this.library.invalidate();
    this.#assetsChanged.fire(change);
  }

  async status(signal?: AbortSignal): Promise<ServiceStatus> {
    const status = await this.api.serviceStatus({}, signal);
    this.#noticeChanges({ instance: `${status.instance} ${status.epoch}`, revision: status.revision });
    this.#statusRead.fire(status);
    return status;
  }

  /** Restarts the service; resolves when it is running again, or has failed. */
  restart(): Promise<void> {
    return new Promise((resolve) => {
      this.#thread.restart();
      const listening = this.onDidChangeConnection(({ kind }) => {
        if (kind === 'looking') return;
        listening.dispose();
        resolve();
      });
    });
  }

  /** Runs an action that makes the service release the library; resolves when the service has it again. */
  renew<Result>(act: () => Promise<Result>): Promise<Result> {
    return renew(act, this.onDidChangeConnection);
  }

  /** Stops this window's service after pending work, within two seconds. */
  stop(): Promise<void> {
    return this.#thread.stop();
  }

  #followWindow(): vscode.Disposable[] {
    return [
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (!event.affectsConfiguration(serverSection)) return;
        this.#thread.send({ kind: 'settings', settings: readServerSettings() });
      }),
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) this.assetsChanged();
      }),
    ];
  }

  /** Notices changes by other windows, programs and the team, which arrive with a long poll and with the status. */
  #noticeChanges({ instance, revision }: LibraryState): void {
    const now = `${instance} ${revision}`;
    const isNews = this.#seen !== undefined && this.#seen !== now;
    this.#seen = now;
    if (isNews) this.assetsChanged();
  }
}

/** Longest wait for the library to be reopened; usually a second or two, longer when it is large. */
const renewMs = 20_000;

async function renew<Result>(act: () => Promise<Result>, changed: vscode.Event<ConnectionState>): Promise<Result> {
  let listening: vscode.Disposable | undefined;
  let timer: NodeJS.Timeout | undefined;
  const renewed = new Promise<void>((resolve) => {
    let hasLeft = false;
    timer = setTimeout(resolve, renewMs);
    listening = changed(({ kind }) => {
      if (kind === 'looking') hasLeft = true;
      else if (hasLeft) resolve();
    });
  });
  try {
    const result = await act();
    await renewed;
    return result;
  } finally {
    clearTimeout(timer);
    listening?.dispose();
  }
}

function versionOf({ packageJSON }: vscode.Extension<unknown>): string {
  // Checked boundary: the editor does not load an extension without a version.
  return (packageJSON as { version: string }).version;
}

interface ThreadParts {
  log: vscode.LogOutputChannel;
  connection: Connection;
  refusals: { add(origin: string): void };
  dataFolder: () => Promise<string>;
}

function createThread(context: vscode.ExtensionContext, parts: ThreadParts): ServiceThread {
  const { log, connection, refusals, dataFolder } = parts;
  return createServiceThread({
    extension: context.extension,
    storage: context.globalStorageUri,
    dataFolder,
    log,
    onMessage: (message) => {
      if (message.kind === 'log') log[message.level](message.text);
      if (message.kind === 'originRefused') refusals.add(message.origin);
      connection.receive(message);
    },
  });
}
