/**
 * What a chat remembers of a turn beside its words, so that it can be shown again as it was: what the question was
 * asked of, and what was searched for the answer. Our extras to messages; no public client depends on them.
 */
import * as Type from 'typebox';
import { LineRange, Reference } from './values';

/** The query space of a question, without the texts of its seeds. */
export const AskedOf = Type.Object({
  paths: Type.Optional(Type.Array(Type.String())),
  assets: Type.Optional(Type.Array(Reference)),
  database: Type.Optional(Type.Boolean()),
  selections: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.String(),
        path: Type.Optional(Type.String()),
        lines: Type.Optional(LineRange),
        characters: Type.Integer({ description: 'How much text was given.' }),
      }),
    ),
  ),
});
export type AskedOf = Type.Static<typeof AskedOf>;

/** How much was searched. */
export const Searched = Type.Object({
  files: Type.Integer(),
  documents: Type.Integer({ description: 'Saved assets and given texts.' }),
  passages: Type.Integer(),
});
export type Searched = Type.Static<typeof Searched>;

/** A passage that was considered for an answer. */
export const Considered = Type.Object({
  id: Type.String({ description: 'The relevance id.' }),
  label: Type.Optional(Type.String({ description: 'Name of what has no path: the asset or the given text.' })),
  path: Type.Optional(Type.String()),
  asset: Type.Optional(Reference),
  lines: Type.Optional(LineRange),
  score: Type.Optional(Type.Number()),
  terms: Type.Optional(Type.Array(Type.String(), { description: 'Words of the question found in it.' })),
  parts: Type.Optional(
    Type.Unsafe<Record<string, number>>({ type: 'object', additionalProperties: { type: 'number' } }),
  ),
});
export type Considered = Type.Static<typeof Considered>;

/** Who wrote an answer that is not taken from the passages word by word. */
export const AnsweringModel = Type.Object({
  id: Type.String(),
  name: Type.String(),
  destination: Type.String({ description: 'Where question and passages were sent.' }),
});
export type AnsweringModel = Type.Static<typeof AnsweringModel>;

/** What an answer of ours is about: a follow-up goes on about that. */
export const saidOfAnswer = {
  kind: Type.Optional(
    Type.String({
      description: 'Our extra: what kind of answer it is: callers, value, explain, places, absent and more.',
    }),
  ),
  symbols: Type.Optional(
    Type.Array(Type.String(), { description: 'Our extra: what it is about, as the code writes it.' }),
  ),
};

export const Receipt = Type.Object({
  searched: Type.Optional(Searched),
  considered: Type.Optional(Type.Array(Considered)),
  skipped: Type.Optional(Type.Array(Type.Object({ path: Type.String(), reason: Type.String() }))),
  score: Type.Optional(Type.Number({ description: 'Of the answer, in [0, 1].' })),
  ...saidOfAnswer,
  model: Type.Optional(AnsweringModel),
  notes: Type.Optional(Type.Array(Type.String(), { description: 'What the model was not sent, and why.' })),
});
export type Receipt = Type.Static<typeof Receipt>;
