/** The content of assets, and of seeds that become assets (contract/WIRE.md 2.4). */
import { ApiError } from '../../contract/errors';
import type { Seed, SeededAsset } from '../../contract/schemas';
import type { AssetRecord, FormatRecord } from '../../store/records';
import { textOfBytes } from './describe/recognise';

export interface SeedContent {
  isFile: boolean;
  /** Exactly one of `text` and `bytes` is set. */
  text?: string;
  bytes?: Uint8Array;
  /** The content as text, decoded if it came as bytes; empty when it is not text. */
  readable: string;
  ext?: string | undefined;
  fileName?: string | undefined;
}

/** @throws ApiError `invalid` */
export function seededAssetOf(seed: Seed): SeededAsset {
  if (seed.asset) return seed.asset;
  throw new ApiError('invalid', 'body.asset is missing: expected the asset to save, with its format.');
}

/** @throws ApiError `invalid` naming the field */
export function contentOf({ format }: SeededAsset): SeedContent {
  const place = 'body.asset.format';
  const part = exactlyOne(place, format, 'fragment', 'file');
  const value = format[part] ?? {};
  const form = exactlyOne(`${place}.${part}`, value, 'string', 'bytes');
  const raw = `${place}.${part}.${form}.raw`;
  const shared = { isFile: part === 'file', ext: value.metadata?.ext, fileName: value.metadata?.name };
  if (form === 'string') {
    const text = value.string?.raw ?? '';
    if (text.trim() === '') throw new ApiError('invalid', `${raw} is empty: expected the text to save.`);
    return { ...shared, text, readable: text };
  }
  const bytes = Uint8Array.from(value.bytes?.raw ?? []);
  if (bytes.length === 0) throw new ApiError('invalid', `${raw} is empty: expected the bytes to save.`);
  return { ...shared, bytes, readable: textOfBytes(bytes) ?? '' };
}

function exactlyOne<Name extends string>(
  place: string,
  value: { [N in Name]?: unknown },
  one: Name,
  other: Name,
): Name {
  const hasOne = value[one] !== undefined;
  const hasOther = value[other] !== undefined;
  if (hasOne !== hasOther) return hasOne ? one : other;
  const problem = hasOne ? `has both ${one} and ${other}` : `has neither ${one} nor ${other}`;
  throw new ApiError('invalid', `${place} ${problem}: expected exactly one of them.`);
}

/** @throws RangeError when the record violates the invariant of records.ts that every asset has a format */
export function originalOf(asset: Readonly<AssetRecord>): Readonly<FormatRecord> {
  const [original] = asset.formats;
  if (!original) throw new RangeError(`Asset ${asset.id} has no format.`);
  return original;
}

export function byteCount({ text, base64 }: FormatRecord): number {
  return text === undefined ? Buffer.byteLength(base64 ?? '', 'base64') : Buffer.byteLength(text);
}

/** The text of an asset; undefined when it holds only bytes. */
export function textOf(asset: Readonly<AssetRecord>): string | undefined {
  return asset.formats.find(({ text }) => text !== undefined)?.text;
}
