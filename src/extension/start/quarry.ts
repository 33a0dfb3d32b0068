/**
 * What one window's parts share: the Api, the log, and the news that others wait for.
 * Commands and views get it; none of them knows the service thread.
 */
import * as vscode from 'vscode';
import type { Api } from '../../contract/api';
import type { ServiceStatus } from '../../contract/schemas/service';
import { readServerSettings, serverSection, watchOriginRefusals } from '../config';
import { Connection, type ConnectionState } from './connection';
import { createModels, type Models } from '../models/models';
import { createLibraryFolder, type LibraryFolder } from '../library/libraryFolder';
import { LibraryModel } from '../library/libraryModel';
import { createServiceThread, type ServiceThread } from './serviceThread';

interface AssetsChange {
  /** Id of an asset that was just saved here. */
  saved?: string;
}

export interface Quarry {
  readonly extensionUri: vscode.Uri;
  /** Where the library lies. */
  readonly libraryFolder: LibraryFolder;
  readonly version: string;
  /** Waits up to three seconds while the service starts or moves; then throws ApiError. */
  readonly api: Api;
  readonly log: vscode.LogOutputChannel;
  /** Which model answers, and what may be sent where. */
  readonly models: Models;
  readonly connection: ConnectionState;
  /** The rows of the library, as up to date as the last change that was heard of. */
  readonly library: LibraryModel;
  /** Of the extension; the library lies there unless a setting says otherwise. */
  readonly ownFolder: string;
  /** Everything that this editor remembers for us, of the user and of the workspace. */
  readonly memories: readonly vscode.Memento[];
  /** What this editor remembers of how the library is looked at. */
  readonly memory: vscode.Memento;
  /** What a program shows to the service; undefined before there is one. */
  readonly token: string | undefined;
  readonly onDidChangeConnection: vscode.Event<ConnectionState>;
  /** Fired by this window's own changes, and when the window comes back into focus. */
  readonly onDidChangeAssets: vscode.Event<AssetsChange>;
  /** Fired each time the status was read. */
  readonly onDidReadStatus: vscode.Event<ServiceStatus>;
  /** To be called after a change to an asset. */
  assetsChanged(change?: AssetsChange): void;
  status(signal?: AbortSignal): Promise<ServiceStatus>;
  /** Ends the service and starts it anew; resolves when it is there again, or has failed. */
  restart(): Promise<void>;
  /** Does what makes the service let go of the library; resolves when it has it again. */
  renew<Result>(act: () => Promise<Result>): Promise<Result>;
  /** Drains and ends the service of this window; at most two seconds. */
  stop(): Promise<void>;
}

/** Makes everything and starts nothing: the service thread begins on the next tick. */
export function createQuarry(context: vscode.ExtensionContext): Quarry {
  const log = vscode.window.createOutputChannel('Quarry', { log: true });
  const connectionChanged = new vscode.EventEmitter<ConnectionState>();
  const assetsChanged = new vscode.EventEmitter<AssetsChange>();
  const statusRead = new vscode.EventEmitter<ServiceStatus>();
  const connection: Connection = new Connection({
    onChange: (state) => {
      library.invalidate();
      connectionChanged.fire(state);
    },
    stillStarting: vscode.l10n.t('Quarry is still starting. Try again in a moment.'),
  });
  const refusals = watchOriginRefusals();
  const thread = createThread(context, { log, connection, refusals, dataFolder: () => libraryFolder.resolve() });
  const restart = (): Promise<void> =>
    new Promise((resolve) => {
      thread.restart();
      const listening = connectionChanged.event(({ kind }) => {
        if (kind === 'looking') return;
        listening.dispose();
        resolve();
      });
    });
  const libraryFolder = createLibraryFolder({ context, log, api: connection.api, restart });
  const library = new LibraryModel(connection.api);
  const changed = (change: AssetsChange): void => {
    library.invalidate();
    assetsChanged.fire(change);
  };
  const begin = setImmediate(() => thread.start());

  context.subscriptions.push(
    log,
    connectionChanged,
    assetsChanged,
    statusRead,
    libraryFolder,
    { dispose: () => clearImmediate(begin) },
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(serverSection)) thread.send({ kind: 'settings', settings: readServerSettings() });
    }),
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) changed({});
    }),
  );
  const models = createModels(context, {
    api: connection.api,
    log,
    isConnected: () => connection.state.kind === 'connected',
    onDidChangeConnection: connectionChanged.event,
  });
  let seen: string | undefined;
  /** Other windows and programs change the library too; whoever reads the status learns of it. */
  const noticeChanges = ({ instance, epoch, revision }: ServiceStatus): void => {
    const now = `${instance} ${epoch} ${revision}`;
    const isNews = seen !== undefined && seen !== now;
    seen = now;
    if (isNews) changed({});
  };
  return {
    extensionUri: context.extensionUri,
    libraryFolder,
    version: versionOf(context.extension),
    api: connection.api,
    log,
    models,
    get connection() {
      return connection.state;
    },
    get token() {
      return connection.token;
    },
    library,
    ownFolder: context.globalStorageUri.fsPath,
    memories: [context.globalState, context.workspaceState],
    memory: context.globalState,
    onDidChangeConnection: connectionChanged.event,
    onDidChangeAssets: assetsChanged.event,
    onDidReadStatus: statusRead.event,
    assetsChanged: (change = {}) => changed(change),
    async status(signal) {
      const status = await connection.api.serviceStatus({}, signal);
      noticeChanges(status);
      statusRead.fire(status);
      return status;
    },
    restart,
    renew: (act) => renew(act, connectionChanged.event),
    stop: () => thread.stop(),
  };
}

/** The library is opened anew within a second or two; a large one takes longer. */
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
