/** Health, version, and what only our own windows ask and tell. */
import type { CallContext, Handlers } from '../../contract/api';
import type { Input } from '../../contract/operations';
import type { ApiContext } from '../context';
import { revisionsOf } from '../library/rows';
import { createIndexing } from './indexing';
import { interfaceVersion } from './connections';
import { decidePaths } from '../paths';
import { isInside } from '../places';

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
