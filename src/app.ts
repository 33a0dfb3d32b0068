/**
 * Composes store, engine, API and server for every form of the service: a window's thread, a headless process, a test.
 * Whichever process owns the data folder serves; the others become its clients. Must not know the editor.
 */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { createChannelHandler } from './api/service/channels';
import { type ApiContext, type Upkeep, createWindows } from './api/context';
import { createDispatch, type Dispatch } from './api/dispatch';
import { createHandlers } from './api/handlers';
import { libraryOf } from './api/library/engineDocuments';
import { newsOf } from './api/library/rows';
import { ownEmbedderFrom, ownEndpointFrom, type ModelEnvironment, modelsOf } from './api/models/registry';
import { createStreamHandler } from './api/ask/stream/stream';
import { closedInHome } from './api/places';
import { teamOf } from './api/team/handlers';
import { createTurns, type Turns } from './api/turns';
import type { ChannelHandler, StreamHandler } from './contract/api';
import { ApiError } from './contract/errors';
import type { ServerSettings, LogLevel, ServiceMessage, ServiceOptions } from './contract/serviceOptions';
import { createThreadEngine } from './engine/threadEngine';
import { createAnnouncements, type Announcements } from './owner/discovery';
import { makeIpcPath, removeStaleSockets } from './owner/ownerConnection';
import { createOwnership, type IpcEndpoint, type Ownership, type Role } from './owner/ownership';
import { keepToken, type TokenKeeper } from './owner/token';
import type { Fence, OwnerFile } from './owner/ownerFiles';
import { createHttpServer, type HttpService } from './server/http';
import { schemaVersion } from './store/library';
import { createLibraryFolder } from './store/openStore';
import type { LibraryFolder, Store } from './store/types';

export interface AppOptions extends ServiceOptions {
  /** Folders that may be searched although no window holds them, such as `--root` of the headless service. */
  folders: string[];
  /** Environment variables that name a model when no window offers one; read once. */
  modelEnvironment?: ModelEnvironment;
  /** Team to join when no window configures one for this library. */
  team?: { address: string | undefined; token: string | undefined };
}

export interface App {
  applySettings(settings: ServerSettings): void;
  /** Drains running calls, syncs the store and releases the port. */
  stop(): Promise<void>;
}

type Connected = Extract<ServiceMessage, { kind: 'connected' }>;
type Log = (level: LogLevel, text: string) => void;

/** Request handling that exists only while this process owns the library. */
interface Live {
  dispatch: Dispatch;
  streamHandler: StreamHandler;
  channelHandler: ChannelHandler;
  /** Folders open in trusted windows, or named at the start. */
  folders: () => string[];
}

/** Grace for answers under way when stopping: the editor gives all extensions five seconds together. */
const drainMs = 800;

type Tell = (message: ServiceMessage) => void;

/** Starts at once and runs until stopped; `tell` is called at every change of role. */
export function startApp(options: AppOptions, tell: Tell): App {
  const app = new RunningApp(options, tell);
  app.start();
  return app;
}

class RunningApp implements App {
  readonly #log: Log = (level, text) => this.tell({ kind: 'log', level, text });
  readonly #instance = randomUUID();
  readonly #turns = createTurns();
  readonly #libraryFolder: LibraryFolder;
  readonly #ownership: Ownership;
  readonly #upkeep: Upkeep;
  #settings: ServerSettings;
  #live: Live | undefined;
  #server: HttpService | undefined;
  #keeper: Promise<TokenKeeper> | undefined;
  #announcements: Announcements | undefined;
  #role: Role | undefined;
  /** The last connection reported to the shell, while it is valid. */
  #connected: Connected | undefined;

  constructor(
    private readonly options: AppOptions,
    private readonly tell: Tell,
  ) {
    const log = this.#log;
    const directory = path.join(options.dataFolder, 'store');
    this.#settings = options.settings;
    this.#libraryFolder = createLibraryFolder({ directory, caches: options.cacheFolder, log });
    this.#upkeep = {
      folder: this.#libraryFolder,
      letGo: () => this.#ownership.letGo(),
      renewToken: async () => (await this.#openToken()).renew(),
    };
    this.#ownership = createOwnership({
      ...{ directory, version: options.version, schema: schemaVersion, instance: this.#instance, log },
      openIpc: () => this.#openIpc(),
      becomeOwner: (fence, file, readOnly) => this.#becomeOwner(fence, file, readOnly),
      onRole: (role) => this.#onRole(role),
      isAtRest: () => this.#libraryFolder.isAtRest(),
    });
  }

  start(): void {
    this.#ownership.start();
  }

  applySettings(settings: ServerSettings): void {
    this.#settings = settings;
  }

  async stop(): Promise<void> {
    await this.#ownership.stop();
    await this.#keeper?.then(
      (token) => token.close(),
      () => undefined, // reported to its caller
    );
  }

  /** Reads the token on first use and follows its file from then on. */
  #openToken(): Promise<TokenKeeper> {
    const onFault = (error: unknown) => this.#log('warn', `The token's file cannot be used: ${String(error)}`);
    this.#keeper ??= keepToken(this.options.dataFolder, { onChange: () => this.#tokenChanged(), onFault });
    this.#keeper.catch(() => (this.#keeper = undefined)); // the caller gets the error and tries again
    return this.#keeper;
  }

  async #tokenChanged(): Promise<void> {
    if (!this.#keeper) return;
    const token = (await this.#keeper).current();
    this.#server?.tokenChanged();
    if (this.#connected) this.#connect({ ...this.#connected, token });
    await this.#announcements?.renew();
  }

  #connect(message: Connected): void {
    this.#connected = message;
    this.tell(message);
  }

  #ready<Part extends keyof Live>(part: Part): Live[Part] {
    if (this.#live) return this.#live[part];
    throw new ApiError('overloaded', 'The service is starting; try again in a moment.', { retryAfterSeconds: 1 });
  }

  async #openIpc(): Promise<IpcEndpoint> {
    const token = await this.#openToken();
    const server = await createHttpServer({
      dispatch: async (...call) => this.#ready('dispatch')(...call),
      streamHandler: (...call) => this.#ready('streamHandler')(...call),
      channelHandler: (...call) => this.#ready('channelHandler')(...call),
      settings: () => this.#settings,
      token: token.current,
      instance: this.#instance,
      log: this.#log,
      turns: this.#turns,
      onOriginRefused: (origin) => this.tell({ kind: 'originRefused', origin }),
      mcp: { version: this.options.version, folders: () => this.#live?.folders() ?? [] },
    });
    this.#server = server;
    const ipcPath = await makeIpcPath();
    await server.listenOnSocket(ipcPath);
    await removeStaleSockets(ipcPath);
    return { path: ipcPath, close: () => server.close({ drainMs: 0 }) };
  }

  async #becomeOwner(fence: Fence, file: OwnerFile, readOnly?: string): Promise<{ close(): Promise<void> }> {
    const server = this.#server;
    if (!server) throw new Error('An owner has its endpoint open before it claims the library.');
    const token = await this.#openToken();
    const store = await this.#libraryFolder.open(fence, readOnly);
    const context = await this.#makeContext(store, file, server);
    this.#live = liveOf(context);
    const library = libraryOf(context);
    this.#openTeam(context);
    for (const folder of this.options.folders) warm(context, folder);
    const announced = createAnnouncements({
      folder: this.options.discoveryFolder,
      server: () => ({ baseUrl: server.baseUrl(), pid: file.pid, instance: this.#instance, token: token.current() }),
      log: this.#log,
    });
    this.#announcements = announced;
    const { port } = await server.listenOnPort((moved) => void announced.add(moved));
    await announced.add(port);
    this.#log('info', `Listening on ${server.baseUrl()}`);
    return {
      close: async () => {
        await this.#stopServing(context, server, announced);
        await teamOf(context).close();
        library.close();
        await store.close();
        await context.engine.close();
      },
    };
  }

  async #stopServing(context: ApiContext, server: HttpService, announced: Announcements): Promise<void> {
    // Windows waiting for work or news would keep the server open.
    modelsOf(context).windows.close();
    newsOf(context).close();
    this.#announcements = undefined;
    await announced.withdraw();
    await server.close({ drainMs });
    await announced.withdraw(); // the preferred port may have become free just now
    this.#live = undefined;
  }

  /** Joins a team only when the library is shared or the start names a team; failures show in the team's status. */
  #openTeam(context: ApiContext): void {
    const { address, token } = this.options.team ?? {};
    const account = address && token ? { address, token, isPlainAllowed: false } : undefined;
    teamOf(context)
      .open(account)
      .catch((error: unknown) => this.#log('error', `The team cannot be used: ${String(error)}`));
  }

  #makeContext(store: Store, file: OwnerFile, server: HttpService): Promise<ApiContext> {
    return createContext({
      ...{ store, file, options: this.options, log: this.#log, upkeep: this.#upkeep, turns: this.#turns },
      settings: () => this.#settings,
      baseUrl: () => server.baseUrl(),
    });
  }

  #onRole(role: Role): void {
    this.#connected = undefined;
    this.#role = role;
    switch (role.kind) {
      case 'looking':
        return this.tell({ kind: 'looking' });
      case 'detached':
        return this.tell({ kind: 'detached', reason: role.reason });
      case 'owner':
      case 'client':
        return void this.#openToken().then(
          (token) => {
            if (role !== this.#role) return;
            this.#connect({ kind: 'connected', role: role.kind, socketPath: role.file.ipc, token: token.current() });
          },
          (error: unknown) => this.tell({ kind: 'detached', reason: `The token cannot be read: ${String(error)}` }),
        );
    }
  }
}

function liveOf(context: ApiContext): Live {
  return {
    dispatch: createDispatch(createHandlers(context)),
    streamHandler: createStreamHandler(context),
    channelHandler: createChannelHandler(context),
    folders: () => context.windows.folders({ onlyTrusted: true }),
  };
}

/** Indexes a folder ahead of the first question. Errors are ignored here because that question reports them. */
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
  log: Log;
  settings: () => ServerSettings;
  upkeep: Upkeep;
  turns: Turns;
}

async function createContext(parts: ContextParts): Promise<ApiContext> {
  const { store, file, baseUrl, options, log, settings, upkeep, turns } = parts;
  const { engineFile, grammarFolder, dataFolder, cacheFolder, discoveryFolder } = options;
  const ownFolders = [dataFolder, cacheFolder, discoveryFolder];
  const { instance, epoch, version, startedAt, pid } = file;
  const { modelEnvironment = {} } = options;
  const ownEndpoint = ownEndpointFrom(modelEnvironment);
  const ownEmbedder = ownEmbedderFrom(modelEnvironment);
  const defaultSpace = () => settings().defaultSpace;
  const pathPolicy = () => ({ policy: settings().pathPolicy, allowedPaths: settings().allowedPaths });
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
      // Default for clients that send no application name: a value every SDK release knows.
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

/** Reads an id that stays the same for the library; a read-only library gets one for this session. */
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
