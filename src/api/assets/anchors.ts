/** Anchors: files and folders that programs name by an id (contract/WIRE.md 2.3). Must not read file contents. */
import path from 'node:path';
import type { Caller, Handlers, Written } from '../../contract/api';
import { ApiError } from '../../contract/errors';
import type { SeededAnchor } from '../../contract/schemas';
import type { AnchorRecord } from '../../store/records';
import type { ApiContext } from '../context';
import { decidePaths, pathFault } from '../paths';
import { edit, keyOf, find, findAsset } from '../records';
import { keysOfLink, link } from './links';
import { join, keysOfPair } from '../conversations/wire';
import { platformNames } from '../../contract/schemas/applications';
import type { Anchor } from '../../contract/schemas';
import { stableId, oneOf, toCollection, toReferences, toTimestamp } from '../wireValues';

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

/** @throws ApiError `invalid` for a path that is not absolute */
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
 * The file or folder as the disk shows it, which takes precedence over the seed. A place that the caller may not search
 * looks like one where nothing exists, so that nobody learns what is there.
 */
async function seenAt(context: ApiContext, caller: Caller, fullpath: string): Promise<Partial<AnchorRecord>> {
  if (pathFault(fullpath) !== undefined) return { verified: false };
  const [decision] = await decidePaths(context, caller, [fullpath], 'body.fullpath');
  if (decision?.kind !== 'allowed') return { verified: false };
  return { verified: true, type: decision.isFolder ? 'DIRECTORY' : 'FILE' };
}

/** Paths of the anchors with these ids; unknown ids are ignored. */
export function pathsOfAnchors({ store }: Pick<ApiContext, 'store'>, ids: readonly string[]): string[] {
  return ids.flatMap((id) => store.get('anchors', id)?.fullpath ?? []);
}

/**
 * An anchor in wire form (contract/WIRE.md 3). It has one path, so the id of its point is derived from the anchor's.
 */
export function toWireAnchor(anchor: Readonly<AnchorRecord>): Written<Anchor> {
  const { id, type, name, watch, fullpath, platform, verified, assets, conversations, annotations } = anchor;
  const stamps = { created: toTimestamp(anchor.created), updated: toTimestamp(anchor.updated) };
  const point = stableId('anchor point', id);
  return {
    id,
    ...stamps,
    type,
    ...(name !== undefined && { name }),
    ...(watch !== undefined && { watch }),
    points: toCollection(
      [
        {
          id: point,
          reference: {
            id: point,
            ...stamps,
            fullpath,
            ...(platform !== undefined && { platform: oneOf(platformNames, platform, 'UNKNOWN') }),
            ...(verified !== undefined && { verified }),
            anchor: { id },
          },
        },
      ],
      (only) => only,
    ),
    assets: toReferences(assets),
    conversations: toReferences(conversations),
    annotations: toReferences(annotations),
  };
}
