/** Health, version, and the internal operations of windows about the service. */
import type { CallContext, Handlers } from '../../contract/api';
import type { Input } from '../../contract/operations';
import type { ApiContext } from '../context';
import { revisionsOf } from '../library/rows';
import { decidePaths, spellingsOf } from '../paths';
import { isInside, asOnDisk } from '../places';
import type { ServiceStatus } from '../../contract/schemas/service';
import { ApiError } from '../../contract/errors';
import type { Application, SeededConnectorConnection, UserProfile } from '../../contract/schemas';
import { applicationNames, platformNames } from '../../contract/schemas/applications';
import type { ApplicationRecord } from '../../store/records';
import { edit, keyOf } from '../records';
import { stableId, oneOf, toTimestamp, toWireApplication } from '../wireValues';

type ServiceHandlers = Pick<
  Handlers,
  | 'getWellKnownHealth'
  | 'getWellKnownVersion'
  | 'windowUpdate'
  | 'filesChanged'
  | 'filesFind'
  | 'indexControl'
  | 'serviceStatus'
>;

export function serviceHandlers(context: ApiContext): ServiceHandlers {
  const indexing = createIndexing(context);
  return {
    getWellKnownHealth: () => `ok:${context.service.instance}`,
    getWellKnownVersion: () => interfaceVersion,

    async windowUpdate({ body }, call) {
      context.windows.update(body);
      await indexing.tellRules();
      if (!body.trusted || body.warm === false) return;
      if (body.open && body.open.length > 0) await indexing.readFirst(body.open);
      await indexing.warm(body.folders, call);
    },

    filesChanged: ({ body }) => indexing.filesChanged(body.paths),

    filesFind: async ({ body }, call) => ({ iterable: await findFiles(context, body, call) }),

    indexControl: ({ body }) => indexing.control(body),

    async serviceStatus() {
      const { service, store } = context;
      return {
        baseUrl: service.baseUrl(),
        pid: service.pid,
        instance: service.instance,
        epoch: service.epoch,
        version: service.version,
        startedAt: service.startedAt,
        assets: store.count('assets'),
        revision: revisionsOf(context).current(),
        ...(store.readOnly && { readOnly: store.readOnly.reason }),
        repairs: [...store.repairs],
        index: await indexing.status(),
      };
    },
  };
}

/** Finds files below the folders' real paths, and spells the results as the folders were named. */
async function findFiles(
  context: ApiContext,
  { query, folders, limit }: Input<'filesFind'>['body'],
  call: CallContext,
) {
  const decisions = await decidePaths(context, call.caller, folders, 'body.folders');
  const allowed = decisions.filter((decision) => decision.kind === 'allowed');
  const found = await context.engine.findFiles({ query, folders: allowed.map(({ real }) => real), limit });
  return found.map((file) => {
    const folder = allowed.find(({ real }) => isInside(real, file.path));
    return folder ? { ...file, path: folder.given + file.path.slice(folder.real.length) } : file;
  });
}

// Section: control of the index by windows: index ahead, prioritise, pause, status. Must not know how files are read.

/** Id of the setting that says whether the user has paused indexing. */
const pausedId = 'index.paused';

interface Indexing {
  /**
   * Indexes each folder when it is first named, ahead of the first question; windows report their folders every 30 s.
   */
  warm(folders: string[], call: CallContext): Promise<void>;
  readFirst(files: readonly string[]): Promise<void>;
  filesChanged(files: readonly string[]): Promise<void>;
  /** Passes the windows' search rules for their folders to the engine when they changed. */
  tellRules(): Promise<void>;
  control(wanted: Input<'indexControl'>['body']): Promise<void>;
  status(): Promise<ServiceStatus['index']>;
}

function createIndexing(context: ApiContext): Indexing {
  const { engine, windows, log } = context;
  const ahead = createReadingAhead(context);
  let rulesTold = '[]';

  // A pause outlasts a restart of the editor.
  if (context.store.get('settings', pausedId)?.value === 'true')
    engine.setPaused(true).catch((error: unknown) => log('warn', `Indexing is not paused: ${String(error)}`));

  /** Converts an editor's paths to the real paths that the engine uses. */
  async function known(paths: readonly string[]): Promise<string[]> {
    return asOnDisk(paths, await spellingsOf(windows.folders()));
  }

  return {
    warm: (folders, call) => ahead.warm(folders, call),
    readFirst: async (files) => engine.readFirst(await known(files)),
    filesChanged: async (files) => engine.filesChanged(await known(files)),
    async tellRules() {
      const rules = windows.rules();
      const told = JSON.stringify(rules);
      if (told === rulesTold) return;
      rulesTold = told;
      await engine.setFolderRules(rules);
    },
    async control({ cancel, paused }) {
      if (cancel) await ahead.cancel();
      if (paused === undefined) return;
      await engine.setPaused(paused);
      if (context.store.readOnly) return; // the pause then holds for this session only
      const value = { id: pausedId, value: String(paused) };
      await context.store.change([{ op: 'put', collection: 'settings', value }]);
    },
    async status() {
      try {
        return await engine.status();
      } catch (error) {
        // The status page is for finding faults, so it must not fail together with the engine.
        log('warn', `The engine does not tell its state: ${String(error)}`);
        return { state: 'idle', isPaused: false, filesDone: 0, filesTotal: 0, documents: 0, roots: [] };
      }
    },
  };
}

function createReadingAhead(context: ApiContext) {
  /** Real paths of the folders that were indexed or are being indexed. */
  const warmed = new Set<string>();
  const underWay = new Set<AbortController>();

  async function read(folder: string): Promise<void> {
    const work = new AbortController();
    underWay.add(work);
    try {
      await context.engine.warm(folder, work.signal);
    } catch (error) {
      // A cancelled folder stays marked, so that the window's next report does not start it again.
      if (work.signal.aborted) return;
      warmed.delete(folder);
      context.log('warn', `A folder could not be indexed ahead of the first question: ${String(error)}`);
    } finally {
      underWay.delete(work);
    }
  }

  return {
    async warm(folders: string[], call: CallContext): Promise<void> {
      for (const decision of await decidePaths(context, call.caller, folders, 'body.folders')) {
        if (decision.kind !== 'allowed' || warmed.has(decision.real)) continue;
        warmed.add(decision.real);
        // Not awaited, and without the call's signal: the window continues while its folders are indexed.
        void read(decision.real);
      }
    },
    /** Cancels indexing; files that a question waits for are still read. */
    async cancel(): Promise<void> {
      for (const work of underWay) work.abort();
      await context.engine.cancelIndexing();
    },
  };
}

// Section: programs that connect, the local user and this installation (contract/WIRE.md 1.3). There are no accounts.

type ConnectionOperation =
  | 'connect'
  | 'onboarded'
  | 'userSnapshot'
  | 'signIntoOS'
  | 'applicationsSnapshot'
  | 'workstreamPatternEngineProcessorsVisionStatus';

export function connectionHandlers(context: ApiContext) {
  const { store } = context;
  return {
    connect: async ({ body }) => {
      const application = await register(context, body.application);
      const os = installationOf(context);
      return {
        os,
        application: toWireApplication(application),
        health: { os: { id: os, version: interfaceVersion } },
        user: localUser(context),
      };
    },
    onboarded: ({ params }) => {
      const isKnown = applicationsOf(context).some(({ id }) => id === params.application);
      if (isKnown) return params.application;
      throw new ApiError('notFound', `No application has the id ${params.application}: POST /connect gives one.`);
    },
    userSnapshot: () => ({ user: localUser(context) }),
    signIntoOS: () => localUser(context),
    applicationsSnapshot: () => {
      const known = new Map([...applicationsOf(context), ...store.list('applications')].map((one) => [one.id, one]));
      return { iterable: [...known.values()].map(toWireApplication) satisfies Application[] };
    },
    workstreamPatternEngineProcessorsVisionStatus: () => ({ vision: { deactivation: { continuous: true } } }),
  } satisfies Pick<Handlers, ConnectionOperation>;
}

/**
 * The local user's profile. Some programs show the name; theme and font size are required by the contract but unused.
 */
export function localUser({ user, service }: ApiContext): UserProfile {
  return {
    id: user,
    name: 'Local user',
    created: toTimestamp(Date.parse(service.startedAt)),
    aesthetics: { theme: { dark: false }, font: { size: 14 } },
  };
}

/** The id of this installation, derived from the library's user, so that it survives restarts and changes of owner. */
const installationOf = ({ user }: ApiContext): string => stableId('installation', user);

/**
 * Registers a program: the same program and platform get the same id, whatever the version. Names and platforms are
 * closed lists, so the collection is bounded.
 */
async function register(
  context: ApiContext,
  { name, version, platform }: SeededConnectorConnection['application'],
): Promise<ApplicationRecord> {
  const known = { name: oneOf(applicationNames, name, 'UNKNOWN'), platform: oneOf(platformNames, platform, 'UNKNOWN') };
  const application = { id: stableId('application', known.name, known.platform), ...known, version };
  const before = context.store.get('applications', application.id);
  // Connecting also works with a read-only library: the id is the same without a record.
  if (before?.version === version || context.store.readOnly) return application;
  await edit(
    context,
    () => [keyOf('applications', application.id)],
    (draft) => draft.put('applications', application),
  );
  return application;
}

/** The registered applications, this service (which programs look up by its name), and the default application. */
function applicationsOf(context: ApiContext): ApplicationRecord[] {
  const { application, store } = context;
  const service = {
    id: stableId('application', 'OS_SERVER', installationOf(context)),
    name: 'OS_SERVER',
    version: interfaceVersion,
    platform: application.platform,
  };
  return [service, application, ...store.list('applications')];
}

/**
 * The version of the interface, not of the extension. Public clients require 12.0.0 <= v < 13.0.0, and one fails on a
 * text it cannot parse (contract/WIRE.md 1.2).
 */
export const interfaceVersion = '12.3.0';
