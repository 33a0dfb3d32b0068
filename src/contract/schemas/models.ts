/** Language models as programs choose them. */
import * as Type from 'typebox';
import { GroupedTimestamp } from './values';

/** Clients list only models with `cloud` or `downloaded`, and find them by name, `unique` or `foundation`. */
export const Model = Type.Object({
  id: Type.String(),
  version: Type.String(),
  created: GroupedTimestamp,
  name: Type.String(),
  description: Type.Optional(Type.String()),
  cloud: Type.Boolean(),
  type: Type.Enum(['BALANCED', 'SPEED', 'ACCURACY']),
  usage: Type.Enum(['CODE_CONVERSATION', 'CODE_SEARCH', 'TEXT_EMBEDDING']),
  downloaded: Type.Optional(Type.Boolean()),
  downloading: Type.Optional(Type.Boolean()),
  loaded: Type.Optional(Type.Boolean()),
  unique: Type.Optional(Type.String()),
  foundation: Type.Optional(Type.String({ description: 'One of the contract’s model families.' })),
  provider: Type.Optional(Type.String({ description: 'One of the contract’s vendors.' })),
  maxTokens: Type.Optional(
    Type.Object({ total: Type.Integer(), input: Type.Optional(Type.Integer()), output: Type.Optional(Type.Integer()) }),
  ),
});
export type Model = Type.Static<typeof Model>;

export const Models = Type.Object({ iterable: Type.Array(Model) });
export type Models = Type.Static<typeof Models>;
