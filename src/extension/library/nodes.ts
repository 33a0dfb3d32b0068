/** What the library view is made of. Commands on an item receive these; they read `asset`. */
import type { LibraryRow, TrashedAsset } from '../../contract/schemas/library';
import type { Group } from './grouping';

export interface GroupNode {
  kind: 'group';
  group: Group;
  /** How many of its assets are shown; the rest is behind one more item. */
  shown: number;
  /** Part of the ids of items, another one for each filter: below another filter a group is another item. */
  generation: string;
}

export interface AssetNode {
  kind: 'asset';
  asset: LibraryRow;
  parent: GroupNode;
}

export interface MoreNode {
  kind: 'more';
  parent: GroupNode;
}

export interface TrashNode {
  kind: 'trash';
  count: number;
}

export interface TrashedNode {
  kind: 'trashed';
  trashed: TrashedAsset;
}

export type LibraryNode = GroupNode | AssetNode | MoreNode | TrashNode | TrashedNode;
