/** What the library view is made of. Commands on an item receive these; they read `asset`. */
import type { LibraryRow, TrashedAsset } from '../../contract/schemas/library';
import type { Undecided } from '../../contract/schemas/sharing';
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

/** What the person has to decide, above all else. */
export interface ConflictsNode {
  kind: 'conflicts';
  count: number;
}

export interface ConflictNode {
  kind: 'conflict';
  item: Undecided;
}

export type LibraryNode = GroupNode | AssetNode | MoreNode | TrashNode | TrashedNode | ConflictsNode | ConflictNode;
