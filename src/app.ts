/**
 * Puts store, engine, api and server together, once for every form the service takes: thread of a window, headless
 * process, test. Must not know the editor. Whoever owns the data folder serves; the others become clients of it.
 */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { createChannelHandler } from './api/service/channels';
import type { ApiContext, Upkeep } from './api/context';
import { createDispatch, type Dispatch } from './api/dispatch';
import { createHandlers } from './api/handlers';
import { libraryOf } from './api/library/engineDocuments';
import { ownEmbedderFrom, ownEndpointFrom, type ModelEnvironment } from './api/models/ownEndpoint';
import { modelsOf } from './api/models/registry';
import { createStreamHandler } from './api/ask/stream/stream';
import { closedInHome } from './api/systemPlaces';
import { createTurns, type Turns } from './api/turns';
import { createWindows } from './api/service/windows';
import type { ChannelHandler, StreamHandler } from './contract/api';
import { ApiError } from './contract/errors';
import type { ServerSettings } from './contract/serverSettings';
import type { LogLevel, ServiceMessage, ServiceOptions } from './contract/serviceMessages';
import { createThreadEngine } from './engine/threadEngine';
import { createAnnouncements, type Announcements } from './owner/announcements';
import { makeIpcPath, removeStaleSockets } from './owner/ipcPath';
import { createOwnership, type IpcEndpoint, type Role } from './owner/ownership';
import { keepToken, type TokenKeeper } from './owner/tokenKeeper';
import type { Fence, OwnerFile } from './owner/types';
import { createHttpServer, type HttpService } from './server/http';
import { schemaVersion } from './store/migrations';
import { createLibraryFolder } from './store/libraryFolder';
import type { Store } from './store/types';

export interface AppOptions extends ServiceOptions {
  /** Folders that may be searched although no window holds them, such as `--root` of the headless service. */
  folders: string[];
  /** Names a model to ask without any window; read once. */
  modelEnvironment?: ModelEnvironment;
}

export interface App {
  applySettings(settings: ServerSettings): void;
  /** Drains what is running, syncs the store, gives up the port. */
  stop(): Promise<void>;
}

type Connected = Extract<ServiceMessage, { kind: 'connected' }>;

/** What answers while this process owns the library; nothing does before and after. */
interface Live {
  dispatch: Dispatch;
  streamHandler: StreamHandler;
  channelHandler: ChannelHandler;
  /** Open in trusted windows, or named at the start. */
  folders: () => string[];
}

/** Grace for answers under way when stopping: the editor gives all extensions five seconds together. */
const drainMs = 800;

/** Starts at once and goes on until stopped; `tell` hears of every change of role. */
export function startApp(options: AppOptions, tell: (message: ServiceMessage) => void): App {
  const log = (level: LogLevel, text: string) => tell({ kind: 'log', level, text });
  const state = { settings: options.settings, live: undefined as Live | undefined };
  const instance = randomUUID();
  const turns = createTurns();
  const storeFolder = path.join(options.dataFolder, 'store');
  const libraryFolder = createLibraryFolder({ directory: storeFolder, caches: options.cacheFolder, log });
  let server: HttpService | undefined;
  let keeper: Promise<TokenKeeper> | undefined;
  let announcements: Announcements | undefined;
  let current: Role | undefined;
  /** What our shell was told last, while it holds. */
  let connected: Connected | undefined;

  const ready = <Part extends keyof Live>(part: Part): Live[Part] => {
    if (state.live) return state.live[part];
    throw new ApiError('overloaded', 'The service is starting; try again in a moment.', { retryAfterSeconds: 1 });
  };

  /** Read when it is first needed, and followed from then on. */
  function openToken(): Promise<TokenKeeper> {
    const fault = (error: unknown) => log('warn', `The token's file cannot be used: ${String(error)}`);
    keeper ??= keepToken(options.dataFolder, { onChange: tokenChanged, onFault: fault });
    keeper.catch(() => (keeper = undefined)); // whoever asked is told, and asks again
    return keeper;
  }

  async function tokenChanged(): Promise<void> {
    if (!keeper) return;
    const token = (await keeper).current();
    server?.tokenChanged();
    if (connected) connect({ ...connected, token });
    await announcements?.renew();
  }

  function connect(message: Connected): void {
    connected = message;
    tell(message);
  }

  const upkeep: Upkeep = {
    folder: libraryFolder,
    letGo: () => ownership.letGo(),
    renewToken: async () => (await openToken()).renew(),
  };

  async function openIpc(): Promise<IpcEndpoint> {
    const token = await openToken();
    server = await createHttpServer({
      dispatch: async (...call) => ready('dispatch')(...call),
      streamHandler: (...call) => ready('streamHandler')(...call),
      channelHandler: (...call) => ready('channelHandler')(...call),
      settings: () => state.settings,
      token: token.current,
      instance,
      log,
      turns,
      onOriginRefused: (origin) => tell({ kind: 'originRefused', origin }),
      mcp: { version: options.version, folders: () => state.live?.folders() ?? [] },
    });
    const opened = server;
    const ipcPath = await makeIpcPath();
    await opened.listenOnSocket(ipcPath);
    await removeStaleSockets(ipcPath);
    return { path: ipcPath, close: () => opened.close({ drainMs: 0 }) };
  }

  async function becomeOwner(fence: Fence, file: OwnerFile, readOnly?: string): Promise<{ close(): Promise<void> }> {
    if (!server) throw new Error('An owner has its endpoint open before it claims the library.');
    const serving = server;
    const token = await openToken();
    const store = await libraryFolder.open(fence, readOnly);
    const context = await createContext({
      ...{ store, file, options, log, state, upkeep, turns },
      baseUrl: () => serving.baseUrl(),
    });
    state.live = {
      dispatch: createDispatch(createHandlers(context)),
      streamHandler: createStreamHandler(context),
      channelHandler: createChannelHandler(context),
      folders: () => context.windows.folders({ onlyTrusted: true }),
    };
    const library = libraryOf(context);
    for (const folder of options.folders) warm(context, folder);
    const announced = (announcements = createAnnouncements({
      folder: options.discoveryFolder,
      server: () => ({ baseUrl: serving.baseUrl(), pid: file.pid, instance, token: token.current() }),
      log,
    }));
    const { port } = await serving.listenOnPort((moved) => void announced.add(moved));
    await announced.add(port);
    log('info', `Listening on ${serving.baseUrl()}`);
    return {
      close: async () => {
        // Windows that wait for work would hold the server open.
        modelsOf(context).windows.close();
        announcements = undefined;
        await announced.withdraw();
        await serving.close({ drainMs });
        await announced.withdraw(); // the preferred port may have become free just now
        state.live = undefined;
        library.close();
        await store.close();
        await context.engine.close();
      },
    };
  }

  function onRole(role: Role): void {
    connected = undefined;
    current = role;
    switch (role.kind) {
      case 'looking':
        return tell({ kind: 'looking' });
      case 'detached':
        return tell({ kind: 'detached', reason: role.reason });
      case 'owner':
      case 'client':
        return void openToken().then(
          (token) => {
            if (role !== current) return;
            connect({ kind: 'connected', role: role.kind, socketPath: role.file.ipc, token: token.current() });
          },
          (error: unknown) => tell({ kind: 'detached', reason: `The token cannot be read: ${String(error)}` }),
        );
    }
  }

  const { version } = options;
  const ownership = createOwnership({
    ...{ directory: storeFolder, version, schema: schemaVersion, instance, log },
    ...{ openIpc, becomeOwner, onRole, isAtRest: () => libraryFolder.isAtRest() },
  });
  ownership.start();
  return {
    applySettings: (settings) => {
      state.settings = settings;
    },
    stop: async () => {
      await ownership.stop();
      await keeper?.then(
        (token) => token.close(),
        () => undefined, // told to whoever asked for it
      );
    },
  };
}

/** Indexing ahead is a kindness: what goes wrong is met again, and told, by the first question. */
function warm(context: ApiContext, folder: string): void {
  context.engine
    .warm(folder)
    .catch((error: unknown) => context.log('warn', `${folder} is not indexed: ${String(error)}`));
}

interface ContextParts {
  store: Store;
  file: OwnerFile;
  baseUrl: () => string;
  options: AppOptions;
  log: (level: LogLevel, text: string) => void;
  state: { settings: ServerSettings };
  upkeep: Upkeep;
  turns: Turns;
}

async function createContext(parts: ContextParts): Promise<ApiContext> {
  const { store, file, baseUrl, options, log, state, upkeep, turns } = parts;
  const { engineFile, grammarFolder, dataFolder, cacheFolder, discoveryFolder } = options;
  const ownFolders = [dataFolder, cacheFolder, discoveryFolder];
  const { instance, epoch, version, startedAt, pid } = file;
  const { modelEnvironment = {} } = options;
  const ownEndpoint = ownEndpointFrom(modelEnvironment);
  const ownEmbedder = ownEmbedderFrom(modelEnvironment);
  const defaultSpace = () => state.settings.defaultSpace;
  const pathPolicy = () => ({ policy: state.settings.pathPolicy, allowedPaths: state.settings.allowedPaths });
  return {
    store,
    engine: createThreadEngine({
      workerFile: engineFile,
      grammarFolder,
      // The bundles and the hand-made files stand side by side, in the extension as in the project.
      embeddingFile: path.join(path.dirname(engineFile), '../media/embedding.bin'),
      cacheFolder,
      closedFolders: [...ownFolders, ...closedInHome()],
      log,
    }),
    windows: createWindows(Date.now, options.folders),
    ...(ownEndpoint && { ownEndpoint }),
    ...(ownEmbedder && { ownEmbedder }),
    upkeep,
    service: { instance, epoch, version, startedAt, pid, baseUrl, ownFolders, pathPolicy, defaultSpace },
    user: await readOrMakeSetting(store, 'user'),
    application: {
      id: await readOrMakeSetting(store, 'application'),
      // Filled in for programs that never say what they are: a name that every release of the SDKs knows.
      name: 'VS_CODE',
      version,
      platform: platformName(),
    },
    now: Date.now,
    newId: randomUUID,
    log,
    turns,
  };
}

/** Ids that stay the same for the whole library; a read-only library lends one for this session. */
async function readOrMakeSetting(store: Store, id: string): Promise<string> {
  const known = store.get('settings', id)?.value;
  if (known !== undefined) return known;
  const value = randomUUID();
  if (!store.readOnly) await store.change([{ op: 'put', collection: 'settings', value: { id, value } }]);
  return value;
}

function platformName(): string {
  const names: Partial<Record<NodeJS.Platform, string>> = { darwin: 'MACOS', linux: 'LINUX', win32: 'WINDOWS' };
  return names[process.platform] ?? 'UNKNOWN';
}
