/**
 * Assets as they were last answered, until anything of the library changes: programs and lists ask for the same ones
 * again and again. A kept answer is frozen, which tells the carrier that it may keep what it made of it.
 */
import type { Written } from '../../contract/longList';
import type { Asset } from '../../contract/schemas';
import type { AssetRecord } from '../../store/records';
import type { ApiContext } from '../context';
import { perContext } from '../perContext';
import { byteCount, toWireAsset, type AssetOptions } from './assets';

/** As many as a person has open in a list; with what the carrier makes of them some 10 MiB at most. */
const maxKept = 200;
const maxKeptBytes = 16 * 1024;

const mayKeep = ({ formats }: Readonly<AssetRecord>): boolean =>
  formats.every((format) => byteCount(format) <= maxKeptBytes);

interface KeptAssets {
  toWire(asset: Readonly<AssetRecord>, options: AssetOptions): Readonly<Written<Asset>>;
}

function createKeptAssets(context: ApiContext): KeptAssets {
  const kept = new Map<string, Readonly<Written<Asset>>>();
  // Whatever it was: what an asset shows hangs together with tags, people, chats and more.
  context.store.onChange(() => kept.clear());
  return {
    toWire(asset, options) {
      const key = `${asset.id} ${options.transferables ?? true} ${options.withActivities ?? false}`;
      const known = kept.get(key);
      if (known) return known;
      const wire = toWireAsset(context, asset, options);
      if (!mayKeep(asset)) return wire;
      const [oldest] = kept.keys();
      if (kept.size >= maxKept && oldest !== undefined) kept.delete(oldest);
      kept.set(key, Object.freeze(wire));
      return wire;
    },
  };
}

export const keptAssetsOf = perContext(createKeptAssets);
