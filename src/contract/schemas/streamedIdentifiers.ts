/** Frames of the identifier streams (WIRE.md 4.8): programs keep a list and look up what they show. */
import * as Type from 'typebox';
import { Reference } from './values';

const Told = Type.Optional(Reference);

/** One of the references is there; `deleted` stands beside it when the record is gone. */
export const StreamedIdentifier = Type.Object({
  asset: Told,
  tag: Told,
  website: Told,
  workstream_summary: Told,
  person: Told,
  annotation: Told,
  conversation: Told,
  anchor: Told,
  range: Told,
  deleted: Type.Optional(Type.Boolean()),
});
export type StreamedIdentifier = Type.Static<typeof StreamedIdentifier>;

export const StreamedIdentifiers = Type.Object({ iterable: Type.Array(StreamedIdentifier) });
export type StreamedIdentifiers = Type.Static<typeof StreamedIdentifiers>;
