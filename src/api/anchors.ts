/** Files and folders that programs name by an id (contract/WIRE.md 2.3). Must not read what is in them. */
import path from 'node:path';
import type { Caller, Handlers } from '../contract/api';
import { ApiError } from '../contract/errors';
import type { SeededAnchor } from '../contract/schemas';
import type { AnchorRecord } from '../store/records';
import type { ApiContext } from './context';
import { decidePaths, pathFault } from './paths';
import { edit, keyOf } from './records/draft';
import { find, findAsset } from './records/find';
import { keysOfLink, link } from './records/links';
import { join, keysOfPair } from './records/pairs';
import { toWireAnchor } from './wire/anchors';

type AnchorOperation = 'anchorsCreateNewAnchor' | 'anchorSpecificAnchorSnapshot';

export function anchorHandlers(context: ApiContext) {
  const { store } = context;
  return {
    anchorsCreateNewAnchor: async ({ body }, { caller }) => {
      const anchor = await newAnchor(context, caller, body, 'body');
      const { conversation, asset } = body;
      const joined =
        conversation === undefined ? [] : [{ conversation, collection: 'anchors', id: anchor.id } as const];
      const linked =
        asset === undefined
          ? []
          : [{ asset: findAsset(store, asset).id, collection: 'anchors', id: anchor.id } as const];
      await edit(
        context,
        () => [keyOf('anchors', anchor.id), ...joined.flatMap(keysOfPair), ...linked.flatMap(keysOfLink)],
        (draft) => {
          draft.put('anchors', anchor);
          for (const pair of joined) join(context, draft, pair);
          for (const wanted of linked) link(context, draft, wanted);
        },
      );
      return toWireAnchor(find(store, 'anchors', anchor.id));
    },
    anchorSpecificAnchorSnapshot: ({ params }) => toWireAnchor(find(store, 'anchors', params.anchor)),
  } satisfies Pick<Handlers, AnchorOperation>;
}

/** @throws ApiError `invalid` for a path that does not start at the root */
export async function newAnchor(
  context: ApiContext,
  caller: Caller,
  seed: SeededAnchor,
  where: string,
): Promise<AnchorRecord> {
  const { fullpath, name, platform, watch } = seed;
  if (!path.isAbsolute(fullpath)) {
    throw new ApiError('invalid', `${where}.fullpath is wrong: expected an absolute path.`);
  }
  const time = context.now();
  return {
    id: context.newId(),
    type: seed.type === 'DIRECTORY' ? 'DIRECTORY' : 'FILE',
    ...(await seenAt(context, caller, fullpath)),
    ...(name !== undefined && { name }),
    fullpath,
    ...(platform !== undefined && { platform }),
    ...(watch !== undefined && { watch }),
    ...{ created: time, updated: time, assets: [], conversations: [], annotations: [] },
  };
}

/**
 * What is there counts more than what is said of it. Nobody learns here what lies where they may not search: a place
 * that is closed to the caller looks like one where nothing is.
 */
async function seenAt(context: ApiContext, caller: Caller, fullpath: string): Promise<Partial<AnchorRecord>> {
  if (pathFault(fullpath) !== undefined) return { verified: false };
  const [decision] = await decidePaths(context, caller, [fullpath], 'body.fullpath');
  if (decision?.kind !== 'allowed') return { verified: false };
  return { verified: true, type: decision.isFolder ? 'DIRECTORY' : 'FILE' };
}

/** The paths behind the ids that still stand for one. */
export function pathsOfAnchors({ store }: Pick<ApiContext, 'store'>, ids: readonly string[]): string[] {
  return ids.flatMap((id) => store.get('anchors', id)?.fullpath ?? []);
}
