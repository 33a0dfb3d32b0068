/** Files and folders that programs name, as the contract writes them (contract/WIRE.md 3). */
import { platformNames } from '../../contract/schemas/applications';
import type { Written } from '../../contract/longList';
import type { Anchor } from '../../contract/schemas';
import type { AnchorRecord } from '../../store/records';
import { stableId } from '../stableId';
import { oneOf, toCollection, toReferences, toTimestamp } from './values';

/** One path an anchor: the point's id follows from the anchor's. */
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
