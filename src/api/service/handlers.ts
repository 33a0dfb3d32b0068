/** Health, version, and what only our own windows ask and tell. */
import type { CallContext, Handlers } from '../../contract/api';
import type { Input } from '../../contract/operations';
import type { ServiceStatus } from '../../contract/schemas/service';
import type { ApiContext } from '../context';
import { revisionsOf } from '../library/rows';
import { interfaceVersion } from './connections';
import { decidePaths, spellingsOf } from '../paths';
import { asOnDisk, isInside } from '../places';

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

/** Of the record that says whether a person has paused the reading of files. */
const pausedId = 'index.paused';

export function serviceHandlers(context: ApiContext): ServiceHandlers {
  const warmed = new Set<string>();
  /** Of the folders that are being indexed ahead. */
  const warming = new Set<AbortController>();

  /** Real paths are searched; what is found is spelled as its folder was. */
  async function findFiles({ query, folders, limit }: Input<'filesFind'>['body'], call: CallContext) {
    const decisions = await decidePaths(context, call.caller, folders, 'body.folders');
    const allowed = decisions.filter((decision) => decision.kind === 'allowed');
    const found = await context.engine.findFiles({ query, folders: allowed.map(({ real }) => real), limit });
    return found.map((file) => {
      const folder = allowed.find(({ real }) => isInside(real, file.path));
      return folder ? { ...file, path: folder.given + file.path.slice(folder.real.length) } : file;
    });
  }

  let rulesTold = '[]';

  // Whoever switched indexing off does not want it back with the next start of the editor.
  if (context.store.get('settings', pausedId)?.value === 'true')
    context.engine
      .setPaused(true)
      .catch((error: unknown) => context.log('warn', `Indexing is not paused: ${String(error)}`));

  /** A window tells its state every 30 s; each folder is warmed when it is first named. */
  async function warmFolders(folders: string[], call: CallContext): Promise<void> {
    const decisions = await decidePaths(context, call.caller, folders, 'body.folders');
    for (const decision of decisions) {
      if (decision.kind !== 'allowed' || warmed.has(decision.real)) continue;
      warmed.add(decision.real);
      // Not awaited, and without the call's signal: the window goes on while its folders are read.
      void warm(decision.real);
    }
  }

  async function warm(folder: string): Promise<void> {
    const work = new AbortController();
    warming.add(work);
    try {
      await context.engine.warm(folder, work.signal);
    } catch (error) {
      // Who has cancelled it does not want it back with the next word from the window.
      if (work.signal.aborted) return;
      warmed.delete(folder);
      context.log('warn', `A folder could not be indexed ahead of the first question: ${String(error)}`);
    } finally {
      warming.delete(work);
    }
  }

  /** A question that waits for the same files keeps the work going. */
  async function cancelIndexing(): Promise<void> {
    for (const work of warming) work.abort();
    await context.engine.cancelIndexing();
  }

  /** Paths of an editor as the engine knows them. */
  async function known(paths: readonly string[]): Promise<string[]> {
    return asOnDisk(paths, await spellingsOf(context.windows.folders()));
  }

  /** Told only when they changed: every window tells its state again and again. */
  async function tellRules(): Promise<void> {
    const rules = context.windows.rules();
    const told = JSON.stringify(rules);
    if (told === rulesTold) return;
    rulesTold = told;
    await context.engine.setFolderRules(rules);
  }

  async function indexStatus(): Promise<ServiceStatus['index']> {
    try {
      return await context.engine.status();
    } catch (error) {
      // The status page is for finding out what is wrong: it must not fail together with the engine.
      context.log('warn', `The engine does not tell its state: ${String(error)}`);
      return { state: 'idle', isPaused: false, filesDone: 0, filesTotal: 0, documents: 0, roots: [] };
    }
  }

  return {
    getWellKnownHealth: () => `ok:${context.service.instance}`,
    getWellKnownVersion: () => interfaceVersion,

    async windowUpdate({ body }, call) {
      context.windows.update(body);
      await tellRules();
      if (!body.trusted || body.warm === false) return;
      if (body.open && body.open.length > 0) await context.engine.readFirst(await known(body.open));
      await warmFolders(body.folders, call);
    },

    filesChanged: async ({ body }) => context.engine.filesChanged(await known(body.paths)),

    filesFind: async ({ body }, call) => ({ iterable: await findFiles(body, call) }),

    async indexControl({ body }) {
      if (body.cancel) await cancelIndexing();
      if (body.paused === undefined) return;
      await context.engine.setPaused(body.paused);
      if (context.store.readOnly) return; // holds for this session then
      await context.store.change([
        { op: 'put', collection: 'settings', value: { id: pausedId, value: String(body.paused) } },
      ]);
    },

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
        index: await indexStatus(),
      };
    },
  };
}
