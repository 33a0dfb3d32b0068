/** Records who looked at an asset through which share (contract/WIRE.md 4.6). */
import { ApiError } from '../../contract/errors';
import type { SeededAccessor } from '../../contract/schemas';
import type { AssetRecord, ShareRecord } from '../../store/records';
import type { ApiContext } from '../context';
import { recordActivity } from './activities';
import { edit, keyOf, findAsset } from '../records';

type Visit = Required<Pick<SeededAccessor, 'os' | 'share'>> & Pick<SeededAccessor, 'user'>;

/** @throws ApiError `invalid` naming the missing half; undefined for an empty body, which acts as GET */
export function visitOf({ os, share, user }: SeededAccessor): Visit | undefined {
  if (os !== undefined && share !== undefined) return { os, share, ...(user && { user }) };
  if (os === undefined && share === undefined && !user) return undefined;
  const [field, noun] = os === undefined ? ['os', 'the id of the requesting system'] : ['share', 'the id of the share'];
  throw new ApiError('invalid', `body.${field} is missing: expected ${noun}.`);
}

/** @throws ApiError `gone` */
export async function recordVisit(context: ApiContext, assetId: string, visit: Visit): Promise<void> {
  await edit(
    context,
    () => [keyOf('assets', assetId)],
    (draft) => {
      const asset = findAsset(draft, assetId);
      draft.put('assets', { ...asset, shares: withVisit(context, asset, visit) });
      recordActivity(context, draft, { asset: asset.id, kind: 'viewed' });
    },
  );
}

/** A share nobody has named before begins with its first visit: there is no cloud that could have made it. */
function withVisit(context: ApiContext, { shares }: Readonly<AssetRecord>, visit: Visit): ShareRecord[] {
  if (shares.some(({ id }) => id === visit.share)) {
    return shares.map((share) => (share.id === visit.share ? visited(context, share, visit) : share));
  }
  return [...shares, visited(context, { id: visit.share, accessors: [], created: context.now() }, visit)];
}

function visited(context: ApiContext, share: ShareRecord, { os, user }: Visit): ShareRecord {
  const known = share.accessors.find((accessor) => accessor.os === os && accessor.user?.id === user?.id);
  const accessors = known
    ? share.accessors.map((one) => (one === known ? { ...one, ...newerUser(user), count: one.count + 1 } : one))
    : [...share.accessors, { id: context.newId(), os, ...newerUser(user), count: 1 }];
  return { ...share, accessors };
}

/** The parts of a user that are kept. */
function newerUser(user: SeededAccessor['user']) {
  if (!user) return {};
  const { id, name, email } = user;
  return { user: { id, ...(name !== undefined && { name }), ...(email !== undefined && { email }) } };
}
