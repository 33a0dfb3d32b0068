/** Building blocks of the wire types. A schema and its type share one name. */
import * as Type from 'typebox';

export const GroupedTimestamp = Type.Object({
  value: Type.String({ description: 'ISO 8601 date-time in UTC.' }),
  readable: Type.Optional(Type.String()),
});
export type GroupedTimestamp = Type.Static<typeof GroupedTimestamp>;

export const ByteDescriptor = Type.Object({ value: Type.Integer(), readable: Type.String() });
export type ByteDescriptor = Type.Static<typeof ByteDescriptor>;

export const Score = Type.Object({
  manual: Type.Integer(),
  automatic: Type.Integer(),
  priority: Type.Optional(Type.Integer()),
  reuse: Type.Optional(Type.Integer()),
  update: Type.Optional(Type.Integer()),
  reference: Type.Optional(Type.Integer()),
  searched: Type.Optional(Type.Integer()),
});
export type Score = Type.Static<typeof Score>;

export const TransferableString = Type.Object({ raw: Type.Optional(Type.String()) });
export type TransferableString = Type.Static<typeof TransferableString>;

export const TransferableBytes = Type.Object({
  raw: Type.Optional(Type.Array(Type.Integer({ minimum: 0, maximum: 255 }))),
});
export type TransferableBytes = Type.Static<typeof TransferableBytes>;

/** 1-based and inclusive: our extra on relevant items and origins. */
export const LineRange = Type.Object({ start: Type.Integer({ minimum: 1 }), end: Type.Integer({ minimum: 1 }) });
export type LineRange = Type.Static<typeof LineRange>;

export const TextLocation = Type.Object({
  text: Type.String(),
  start: Type.Integer({ description: 'Offset in the file, UTF-16 units.' }),
  end: Type.Integer({ description: 'Exclusive.' }),
});
export type TextLocation = Type.Static<typeof TextLocation>;

export const Mechanism = Type.Enum(['MANUAL', 'RECOMMENDED', 'AUTOMATIC', 'INTERNAL', 'DELETED']);
export type Mechanism = Type.Static<typeof Mechanism>;

/** How a caller may name a mechanism: any text; unknown ones count as MANUAL (WIRE.md 2.6). */
export const MechanismInput = Type.String();

/** id -> position in `iterable`; -1 marks a removed member. Several clients read only this. */
export const Indices = Type.Unsafe<Record<string, number>>({
  type: 'object',
  additionalProperties: { type: 'integer' },
});

/** A bare link. `reference` is left out everywhere but in original and preview: a link is not a copy. */
export const Reference = Type.Object({ id: Type.String({ minLength: 1 }) });
export type Reference = Type.Static<typeof Reference>;

/** Every FlattenedXs collection of the contract: links in order. */
export const References = Type.Object({ iterable: Type.Array(Reference), indices: Type.Optional(Indices) });
export type References = Type.Static<typeof References>;

/** As input: an empty object is an empty list (WIRE.md 2.2). */
export const ReferencesInput = Type.Object({ iterable: Type.Optional(Type.Array(Reference)) });
export type ReferencesInput = Type.Static<typeof ReferencesInput>;

/** A map from asset id to a mechanism. */
export const Mechanisms = Type.Unsafe<Record<string, Mechanism>>({
  type: 'object',
  additionalProperties: { type: 'string' },
});

/** A collection of full members, with the positions clients look up. */
export const Collection = <Member extends Type.TSchema>(member: Member) =>
  Type.Object({ iterable: Type.Array(member), indices: Type.Optional(Indices), score: Type.Optional(Score) });
