/** Records attached to assets, and the files and folders that programs name. */
import * as Type from 'typebox';
import { UserProfile } from './applications';
import { Model } from './models';
import {
  Collection,
  GroupedTimestamp,
  Mechanism,
  MechanismInput,
  Mechanisms,
  Reference,
  References,
  Score,
  LineRange,
} from './values';

// Section: tags, websites, summaries, persons and annotations.

/** Required by readers of release 1.0; later ones use only `mechanisms`. */
const EarlyMechanism = Type.Optional(Mechanism);

const stamped = { id: Type.String(), created: GroupedTimestamp, updated: GroupedTimestamp };

export const Tag = Type.Object({
  ...stamped,
  text: Type.String(),
  category: Type.Enum(['UNKNOWN', 'HANDLE', 'EMAIL']),
  mechanism: EarlyMechanism,
  mechanisms: Type.Optional(Mechanisms),
  assets: Type.Optional(References),
});
export type Tag = Type.Static<typeof Tag>;
export const Tags = Collection(Tag);
export type Tags = Type.Static<typeof Tags>;

/** A new tag. Texts are unique, ignoring case: an existing text returns the existing tag. */
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
  mechanism: EarlyMechanism,
  mechanisms: Type.Optional(Mechanisms),
  assets: Type.Optional(References),
  conversations: Type.Optional(References),
});
export type Website = Type.Static<typeof Website>;
export const Websites = Collection(Website);
export type Websites = Type.Static<typeof Websites>;

/** A new website. Only http and https addresses are accepted, because they are opened on a click. */
export const SeededWebsite = Type.Object({
  url: Type.String({ minLength: 1, maxLength: 4096 }),
  name: Type.Optional(Type.String({ maxLength: 1000, description: 'The host of the address when absent.' })),
  asset: Type.Optional(Type.String()),
  conversation: Type.Optional(Type.String()),
  mechanism: Type.Optional(MechanismInput),
});
export type SeededWebsite = Type.Static<typeof SeededWebsite>;

export const WorkstreamSummary = Type.Object({
  ...stamped,
  name: Type.String(),
  model: Model,
  mechanism: Type.Optional(Mechanism),
  favorited: Type.Optional(Type.Boolean()),
  annotations: Type.Optional(References),
  assets: Type.Optional(References),
});
export type WorkstreamSummary = Type.Static<typeof WorkstreamSummary>;
export const WorkstreamSummaries = Collection(WorkstreamSummary);
export type WorkstreamSummaries = Type.Static<typeof WorkstreamSummaries>;

export const AnnotationType = Type.Enum([
  'DESCRIPTION',
  'COMMENT',
  'DOCUMENTATION',
  'SUMMARY',
  'EXPLANATION',
  'GIT_COMMIT',
]);

export const SeededAnnotation = Type.Object({
  type: AnnotationType,
  text: Type.String({ maxLength: 1_000_000 }),
  mechanism: Type.Optional(MechanismInput),
  favorited: Type.Optional(Type.Boolean()),
  asset: Type.Optional(Type.String()),
  conversation: Type.Optional(Type.String()),
  workstream_summary: Type.Optional(Type.String()),
  person: Type.Optional(Type.String()),
  anchor: Type.Optional(Type.String()),
});
export type SeededAnnotation = Type.Static<typeof SeededAnnotation>;

/** A new summary. The contract requires `model`, but it is not read here, so it is optional. */
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
  type: Type.Object({
    ...PersonType.properties,
    platform: Type.Optional(UserProfile), // the local user of this machine
  }),
  mechanisms: Type.Optional(Mechanisms),
  assets: Type.Optional(References),
  annotations: Type.Optional(References),
  score: Type.Optional(Score),
});
export type Person = Type.Static<typeof Person>;
export const Persons = Collection(Person);
export type Persons = Type.Static<typeof Persons>;

export const SeededPerson = Type.Object({
  type: PersonType,
  mechanism: Type.Optional(MechanismInput),
  asset: Type.Optional(Type.String()),
});
export type SeededPerson = Type.Static<typeof SeededPerson>;

export const Annotation = Type.Object({
  ...stamped,
  type: AnnotationType,
  text: Type.String(),
  mechanism: Type.Optional(Mechanism),
  favorited: Type.Optional(Type.Boolean()),
  asset: Type.Optional(Reference),
  conversation: Type.Optional(Reference),
  summary: Type.Optional(Reference),
  person: Type.Optional(Reference),
  anchor: Type.Optional(Reference),
});
export type Annotation = Type.Static<typeof Annotation>;
export const Annotations = Collection(Annotation);
export type Annotations = Type.Static<typeof Annotations>;

/** As for assets: absent fields are kept, and links are ignored (WIRE.md 4.2). */
const Id = Type.String({ minLength: 1 });
const Name = Type.Optional(Type.String({ maxLength: 1000 }));
export const TagUpdate = Type.Object({
  id: Id,
  text: Type.Optional(Type.String({ maxLength: 200 })),
  category: Type.Optional(Type.String()),
});
export type TagUpdate = Type.Static<typeof TagUpdate>;
export const WebsiteUpdate = Type.Object({
  id: Id,
  url: Type.Optional(Type.String({ maxLength: 4096 })),
  name: Name,
});
export type WebsiteUpdate = Type.Static<typeof WebsiteUpdate>;
export const WorkstreamSummaryUpdate = Type.Object({
  id: Id,
  name: Name,
  favorited: Type.Optional(Type.Boolean()),
});
export type WorkstreamSummaryUpdate = Type.Static<typeof WorkstreamSummaryUpdate>;
export const PersonUpdate = Type.Object({ id: Id, type: Type.Optional(PersonType) });
export type PersonUpdate = Type.Static<typeof PersonUpdate>;
export const AnnotationUpdate = Type.Object({
  id: Id,
  type: Type.Optional(Type.String({ description: 'An unknown word changes nothing.' })),
  text: Type.Optional(Type.String({ maxLength: 1_000_000 })),
  favorited: Type.Optional(Type.Boolean()),
});
export type AnnotationUpdate = Type.Static<typeof AnnotationUpdate>;

/** Query for an existing tag by its text, or an existing website by its address. */
export const ExistentMetadata = Type.Object({ value: Type.String({ minLength: 1, maxLength: 4096 }) });
export type ExistentMetadata = Type.Static<typeof ExistentMetadata>;
export const ExistingMetadata = Type.Object({
  tag: Type.Optional(Reference),
  website: Type.Optional(Reference),
});
export type ExistingMetadata = Type.Static<typeof ExistingMetadata>;

// Section: anchors: files and folders that a program names.

/** A file or folder; `lines` is our extension and gives the place in the file. */
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

/** The point's reference holds the path and is never left out, because clients read it without a further call. */
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
