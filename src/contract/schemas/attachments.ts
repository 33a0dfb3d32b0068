/** What is attached to assets: tags, websites, summaries, persons, annotations (contract: types.md G, H). */
import * as Type from 'typebox';
import { Model } from './applications';
import { Collection, GroupedTimestamp, Mechanism, MechanismInput, Mechanisms, References, Score } from './values';

const stamped = { id: Type.String(), created: GroupedTimestamp, updated: GroupedTimestamp };

export const Tag = Type.Object({
  ...stamped,
  text: Type.String(),
  category: Type.Enum(['UNKNOWN', 'HANDLE', 'EMAIL']),
  mechanisms: Type.Optional(Mechanisms),
  assets: Type.Optional(References),
});
export type Tag = Type.Static<typeof Tag>;
export const Tags = Collection(Tag);
export type Tags = Type.Static<typeof Tags>;

/** A tag whose text exists already is answered with the existing one: texts are unique, whatever their case. */
export const SeededTag = Type.Object({
  text: Type.String({ minLength: 1, maxLength: 200 }),
  asset: Type.Optional(Type.String()),
  mechanism: Type.Optional(MechanismInput),
  category: Type.Optional(Type.String()),
});
export type SeededTag = Type.Static<typeof SeededTag>;

export const Website = Type.Object({
  ...stamped,
  url: Type.String(),
  name: Type.String(),
  mechanisms: Type.Optional(Mechanisms),
  assets: Type.Optional(References),
});
export type Website = Type.Static<typeof Website>;
export const Websites = Collection(Website);
export type Websites = Type.Static<typeof Websites>;

/** Only http and https addresses are taken: they are opened on a click. */
export const SeededWebsite = Type.Object({
  url: Type.String({ minLength: 1, maxLength: 4096 }),
  name: Type.Optional(Type.String({ maxLength: 1000, description: 'The host of the address when absent.' })),
  asset: Type.Optional(Type.String()),
  mechanism: Type.Optional(MechanismInput),
});
export type SeededWebsite = Type.Static<typeof SeededWebsite>;

export const WorkstreamSummary = Type.Object({
  ...stamped,
  name: Type.String(),
  model: Model,
  mechanism: Type.Optional(Mechanism),
  annotations: Type.Optional(References),
  assets: Type.Optional(References),
});
export type WorkstreamSummary = Type.Static<typeof WorkstreamSummary>;
export const WorkstreamSummaries = Collection(WorkstreamSummary);
export type WorkstreamSummaries = Type.Static<typeof WorkstreamSummaries>;

export const SeededAnnotation = Type.Object({
  type: Type.Enum(['DESCRIPTION', 'COMMENT', 'DOCUMENTATION', 'SUMMARY', 'EXPLANATION', 'GIT_COMMIT']),
  text: Type.String({ maxLength: 1_000_000 }),
  mechanism: Type.Optional(MechanismInput),
});
export type SeededAnnotation = Type.Static<typeof SeededAnnotation>;

/** `model` is required by the contract but nothing of ours reads it, so it may be missing. */
export const SeededWorkstreamSummary = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 1000 }),
  annotations: Type.Optional(Type.Array(SeededAnnotation)),
  assets: Type.Optional(Type.Object({ iterable: Type.Optional(Type.Array(Type.Object({ id: Type.String() }))) })),
  mechanism: Type.Optional(MechanismInput),
});
export type SeededWorkstreamSummary = Type.Static<typeof SeededWorkstreamSummary>;

export const PersonType = Type.Object({
  basic: Type.Optional(
    Type.Object({
      name: Type.Optional(Type.String()),
      username: Type.Optional(Type.String()),
      email: Type.Optional(Type.String()),
      url: Type.Optional(Type.String()),
      picture: Type.Optional(Type.String()),
    }),
  ),
});

export const Person = Type.Object({
  ...stamped,
  type: PersonType,
  mechanisms: Type.Optional(Mechanisms),
  assets: Type.Optional(References),
  score: Type.Optional(Score),
});
export type Person = Type.Static<typeof Person>;
export const Persons = Collection(Person);
export type Persons = Type.Static<typeof Persons>;

export const SeededPerson = Type.Object({ type: PersonType, mechanism: Type.Optional(MechanismInput) });
export type SeededPerson = Type.Static<typeof SeededPerson>;

export const Annotation = Type.Object({
  ...stamped,
  type: Type.Enum(['DESCRIPTION', 'COMMENT', 'DOCUMENTATION', 'SUMMARY', 'EXPLANATION', 'GIT_COMMIT']),
  text: Type.String(),
  mechanism: Type.Optional(Mechanism),
});
export type Annotation = Type.Static<typeof Annotation>;
export const Annotations = Collection(Annotation);
export type Annotations = Type.Static<typeof Annotations>;
