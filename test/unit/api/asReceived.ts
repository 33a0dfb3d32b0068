import type * as Type from 'typebox';
import { createJsonWriter } from '../../../src/server/jsonAnswers';

/** What a handler gave, as a client reads it: after JSON. */
export function asReceived<Schema extends Type.TSchema>(schema: Schema, given: unknown): Type.Static<Schema> {
  let json = '';
  const writing = createJsonWriter(schema)(given, { add: (text) => (json += text), isFull: () => false });
  while (writing.next().done !== true);
  return JSON.parse(json) as Type.Static<Schema>;
}
