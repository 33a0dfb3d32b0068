/** Files and folders that a program names. */
import * as Type from 'typebox';
import { Collection, GroupedTimestamp, LineRange, Reference, References } from './values';

/** A file or folder: `lines` is our extra, the place in the file that is meant. */
export const SeededAnchor = Type.Object({
  type: Type.Optional(Type.String({ description: 'FILE or DIRECTORY; found out by looking when absent.' })),
  fullpath: Type.String({ minLength: 1, maxLength: 4096 }),
  lines: Type.Optional(LineRange),
  name: Type.Optional(Type.String({ maxLength: 1000 })),
  platform: Type.Optional(Type.String()),
  watch: Type.Optional(Type.Boolean()),
  asset: Type.Optional(Type.String()),
  conversation: Type.Optional(Type.String()),
});
export type SeededAnchor = Type.Static<typeof SeededAnchor>;

const stamped = { id: Type.String(), created: GroupedTimestamp, updated: GroupedTimestamp };

/** The path stands in the point's reference, which clients read at once: so it is never left out. */
const AnchorPoint = Type.Object({
  id: Type.String(),
  reference: Type.Object({
    ...stamped,
    fullpath: Type.String(),
    platform: Type.Optional(Type.String()),
    verified: Type.Optional(
      Type.Boolean({ description: 'The path was there when it was named, and whoever named it might search it.' }),
    ),
    anchor: Reference,
  }),
});

export const Anchor = Type.Object({
  ...stamped,
  type: Type.Enum(['FILE', 'DIRECTORY']),
  name: Type.Optional(Type.String()),
  watch: Type.Optional(Type.Boolean()),
  points: Collection(AnchorPoint),
  assets: Type.Optional(References),
  conversations: Type.Optional(References),
  annotations: Type.Optional(References),
});
export type Anchor = Type.Static<typeof Anchor>;
export const Anchors = Collection(Anchor);
export type Anchors = Type.Static<typeof Anchors>;
