/** Health, version, and what only our own windows ask and tell. */
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

/** Real paths are searched; what is found is spelled as its folder was. */
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

// Section: what windows want of the index: read ahead, read first, pause, how it stands. Must not know how files are
// read.

/** Id of the record that says whether a person has paused the reading of files. */
const pausedId = 'index.paused';

interface Indexing {
  /** Reads each folder ahead of the first question when it is first named: a window tells its state every 30 s. */
  warm(folders: string[], call: CallContext): Promise<void>;
  readFirst(files: readonly string[]): Promise<void>;
  filesChanged(files: readonly string[]): Promise<void>;
  /** Tells the engine what the windows say is searched in their folders, where that has changed. */
  tellRules(): Promise<void>;
  control(wanted: Input<'indexControl'>['body']): Promise<void>;
  status(): Promise<ServiceStatus['index']>;
}

function createIndexing(context: ApiContext): Indexing {
  const { engine, windows, log } = context;
  const ahead = createReadingAhead(context);
  let rulesTold = '[]';

  // Whoever switched indexing off does not want it back with the next start of the editor.
  if (context.store.get('settings', pausedId)?.value === 'true')
    engine.setPaused(true).catch((error: unknown) => log('warn', `Indexing is not paused: ${String(error)}`));

  /** Paths of an editor as the engine knows them. */
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
      if (context.store.readOnly) return; // holds for this session then
      const value = { id: pausedId, value: String(paused) };
      await context.store.change([{ op: 'put', collection: 'settings', value }]);
    },
    async status() {
      try {
        return await engine.status();
      } catch (error) {
        // The status page is for finding out what is wrong: it must not fail together with the engine.
        log('warn', `The engine does not tell its state: ${String(error)}`);
        return { state: 'idle', isPaused: false, filesDone: 0, filesTotal: 0, documents: 0, roots: [] };
      }
    },
  };
}

function createReadingAhead(context: ApiContext) {
  /** Real paths of the folders that were named before. */
  const warmed = new Set<string>();
  const underWay = new Set<AbortController>();

  async function read(folder: string): Promise<void> {
    const work = new AbortController();
    underWay.add(work);
    try {
      await context.engine.warm(folder, work.signal);
    } catch (error) {
      // Who has cancelled it does not want it back with the next word from the window.
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
        // Not awaited, and without the call's signal: the window goes on while its folders are read.
        void read(decision.real);
      }
    },
    /** A question that waits for the same files keeps the work going. */
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

/** Some programs show the name; the theme and the size are what the contract demands, and nobody reads them here. */
export function localUser({ user, service }: ApiContext): UserProfile {
  return {
    id: user,
    name: 'Local user',
    created: toTimestamp(Date.parse(service.startedAt)),
    aesthetics: { theme: { dark: false }, font: { size: 14 } },
  };
}

/** Follows from the library's user, so it is the same after a restart and a takeover. */
const installationOf = ({ user }: ApiContext): string => stableId('installation', user);

/**
 * The same program on the same platform gets the same id whenever it connects, whatever its version. Names and
 * platforms are closed lists, so the collection cannot grow without end.
 */
async function register(
  context: ApiContext,
  { name, version, platform }: SeededConnectorConnection['application'],
): Promise<ApplicationRecord> {
  const known = { name: oneOf(applicationNames, name, 'UNKNOWN'), platform: oneOf(platformNames, platform, 'UNKNOWN') };
  const application = { id: stableId('application', known.name, known.platform), ...known, version };
  const before = context.store.get('applications', application.id);
  // A library that takes no changes can still be connected to: the id is the same without a record.
  if (before?.version === version || context.store.readOnly) return application;
  await edit(
    context,
    () => [keyOf('applications', application.id)],
    (draft) => draft.put('applications', application),
  );
  return application;
}

/** This service, which programs look for by its name, and what stands in for programs that never connect. */
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
 * The version of the interface, not of the extension: public clients refuse to talk to anything outside
 * 12.0.0 <= v < 13.0.0, and one raises on a text it cannot parse (contract/WIRE.md 1.2).
 */
export const interfaceVersion = '12.3.0';
