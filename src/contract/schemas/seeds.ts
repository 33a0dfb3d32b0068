/** Inputs that become assets, or the text of a question. */
import * as Type from 'typebox';
import { SeededAnchor, SeededAnnotation, SeededPerson } from './attachments';
import { ApplicationInput } from './applications';
import { Origin } from './assets';
import { MechanismInput, TransferableBytes, TransferableString } from './values';

const SeededValue = Type.Object({
  string: Type.Optional(TransferableString),
  bytes: Type.Optional(TransferableBytes),
  metadata: Type.Optional(
    Type.Object({
      name: Type.Optional(Type.String()),
      ext: Type.Optional(Type.String({ description: 'Language word; an unknown one is classified anew.' })),
    }),
  ),
});

/** Exactly one of fragment and file, each with exactly one of string and bytes: checked by the handler of create. */
export const SeededFormat = Type.Object({
  fragment: Type.Optional(SeededValue),
  file: Type.Optional(SeededValue),
  classification: Type.Optional(
    Type.Object({ generic: Type.Optional(Type.String()), specific: Type.Optional(Type.String()) }),
  ),
});
export type SeededFormat = Type.Static<typeof SeededFormat>;

export const SeededAssetMetadata = Type.Object({
  name: Type.Optional(Type.String({ maxLength: 1000 })),
  mechanism: Type.Optional(MechanismInput),
  tags: Type.Optional(Type.Array(Type.Object({ text: Type.String({ minLength: 1, maxLength: 200 }) }))),
  websites: Type.Optional(
    Type.Array(Type.Object({ url: Type.String({ maxLength: 4096 }), name: Type.Optional(Type.String()) })),
  ),
  persons: Type.Optional(Type.Array(SeededPerson)),
  annotations: Type.Optional(Type.Array(SeededAnnotation)),
  origin: Type.Optional(Origin),
});
export type SeededAssetMetadata = Type.Static<typeof SeededAssetMetadata>;

export const SeededAsset = Type.Object({
  metadata: Type.Optional(SeededAssetMetadata),
  application: Type.Optional(ApplicationInput),
  format: SeededFormat,
});
export type SeededAsset = Type.Static<typeof SeededAsset>;

/** `type` was required up to 3.x and is optional since 4.0; we always send it. */
export const Seed = Type.Object({
  type: Type.Optional(Type.String()),
  asset: Type.Optional(SeededAsset),
  anchor: Type.Optional(SeededAnchor),
});
export type Seed = Type.Static<typeof Seed>;

/** An empty object counts as absent. */
export const Seeds = Type.Object({ iterable: Type.Optional(Type.Array(Seed)) });
export type Seeds = Type.Static<typeof Seeds>;
