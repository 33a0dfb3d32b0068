/** Looks at a text before it is saved: is it here already, and does it hold secrets? */
import { createHash } from 'node:crypto';
import type { Inspection, LineRange } from '../../contract/schemas';
import { maskSecrets } from '../../engine/door';
import type { AssetRecord } from '../../store/records';
import type { Change, Store } from '../../store/types';
import type { ApiContext } from '../context';
import { perStore, findAll } from '../records';
import { textOf } from '../assets/content';

/** Enough to name; more copies say nothing new. */
const maxDuplicates = 20;

/** Line ends and white space around it do not make another text. */
export function contentKey(text: string): string {
  return createHash('sha256').update(text.replace(/\r\n?/g, '\n').trim()).digest('base64');
}

interface Contents {
  /** Ids of assets with this content, oldest first. */
  assetsWith(key: string): string[];
}

function createContents(store: Store): Contents {
  const keys = new Map<string, string>();
  const assets = new Map<string, Set<string>>();
  function forget(id: string): void {
    const key = keys.get(id);
    if (key === undefined) return;
    keys.delete(id);
    const rest = assets.get(key);
    rest?.delete(id);
    if (rest?.size === 0) assets.delete(key);
  }
  function learn(asset: Readonly<AssetRecord>): void {
    const text = textOf(asset);
    const key = text === undefined ? undefined : contentKey(text);
    if (key === keys.get(asset.id)) return;
    forget(asset.id);
    if (key === undefined) return;
    keys.set(asset.id, key);
    assets.set(key, (assets.get(key) ?? new Set()).add(asset.id));
  }
  function take(change: Change): void {
    if (change.collection !== 'assets') return;
    if (change.op === 'put') learn(change.value);
    else forget(change.id);
  }
  for (const asset of store.list('assets')) learn(asset);
  store.onChange((changes) => changes.forEach(take));
  return { assetsWith: (key) => [...(assets.get(key) ?? [])] };
}

/** Made when first asked: ten thousand assets are hashed in well under a second. */
export const contentsOf = perStore(createContents);

/** @returns `secrets` are the lines that hold some, `masked` the text without them; absent when there are none */
export function inspect({ store }: ApiContext, text: string): Inspection {
  const same = contentsOf(store).assetsWith(contentKey(text)).slice(0, maxDuplicates);
  const masked = maskSecrets(text);
  return {
    duplicates: findAll(store, 'assets', same).map(({ id, name }) => ({ id, name })),
    secrets: masked === text ? [] : changedLines(text, masked),
    ...(masked !== text && { masked }),
  };
}

/** Masking keeps the lines where they are. */
function changedLines(text: string, masked: string): LineRange[] {
  const after = masked.split('\n');
  const ranges: LineRange[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line === after[index]) continue;
    const last = ranges.at(-1);
    if (last?.end === index) last.end = index + 1;
    else ranges.push({ start: index + 1, end: index + 1 });
  }
  return ranges;
}
