/** Language models as programs choose them, and those that only a window can call. */
import * as Type from 'typebox';
import { GroupedTimestamp } from './values';

/** A model. Clients list only those with `cloud` or `downloaded`, and find them by name, `unique` or `foundation`. */
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

// Section: models that only a window can call, because they or their keys belong to the editor. Socket file only.

const WindowId = Type.String({ minLength: 1, maxLength: 100 });
const JobId = Type.String({ minLength: 1, maxLength: 100 });

export const OfferedModel = Type.Object({
  key: Type.String({
    minLength: 1,
    maxLength: 500,
    description: 'Stable: from configuration or the editor’s own ids.',
  }),
  name: Type.String({ minLength: 1, maxLength: 200 }),
  kind: Type.Enum(['endpoint', 'editor']),
  destination: Type.String({ maxLength: 300, description: 'A host, or who stands behind a model of the editor.' }),
  isRemote: Type.Boolean({ description: 'What it is sent leaves this machine, or may.' }),
  maxTokens: Type.Integer({ minimum: 1, description: 'What may be sent in one request.' }),
  contextTokens: Type.Optional(
    Type.Integer({ minimum: 1, description: 'What it takes in one request with the answer, as people have set it.' }),
  ),
});
export type OfferedModel = Type.Static<typeof OfferedModel>;

/** An embedding model, which reranks results and writes no answers. */
export const OfferedEmbedder = Type.Object({
  key: Type.String({ minLength: 1, maxLength: 500 }),
  name: Type.String({ minLength: 1, maxLength: 200, description: 'The model at its host, for people.' }),
  destination: Type.String({ maxLength: 300 }),
  isRemote: Type.Boolean(),
});
export type OfferedEmbedder = Type.Static<typeof OfferedEmbedder>;

/** The models of a window; replaces its earlier offer. */
export const ModelsOffer = Type.Object({
  window: WindowId,
  models: Type.Array(OfferedModel, { maxItems: 500 }),
  preferred: Type.Optional(Type.String({ description: 'Key of the default model; absent: the built-in one.' })),
  embedder: Type.Optional(OfferedEmbedder),
});
export type ModelsOffer = Type.Static<typeof ModelsOffer>;

export const ModelWorkRequest = Type.Object({
  window: WindowId,
  running: Type.Optional(
    Type.Array(JobId, {
      description: 'What the window is at work on: a job handed out before and not named here is lost.',
    }),
  ),
});
export type ModelWorkRequest = Type.Static<typeof ModelWorkRequest>;

export const MaskedSecrets = Type.Object({
  kind: Type.Enum(['privateKey', 'key', 'bearer', 'value']),
  count: Type.Integer({ minimum: 1 }),
});
export type MaskedSecrets = Type.Static<typeof MaskedSecrets>;

export const ModelJob = Type.Object({
  id: JobId,
  model: Type.String({ description: 'Key of an offered model.' }),
  asker: Type.Enum(['window', 'program'], { description: 'Only behind a window is somebody who can be asked.' }),
  messages: Type.Array(Type.Object({ role: Type.Enum(['system', 'user']), text: Type.String() })),
  passages: Type.Array(Type.String(), { description: 'Names of what is sent, for people.' }),
  masked: Type.Array(MaskedSecrets, { description: 'What was replaced in the texts, by kind.' }),
  texts: Type.Optional(
    Type.Array(Type.Object({ kind: Type.Enum(['query', 'code']), text: Type.String() }), {
      description: 'For embedders, which get no messages: a vector of each is wanted (conventions.ts).',
    }),
  ),
});
export type ModelJob = Type.Static<typeof ModelJob>;

export const ModelWork = Type.Object({
  jobs: Type.Array(ModelJob),
  cancelled: Type.Array(JobId),
  isKnown: Type.Boolean({ description: 'False: the window has to offer its models again.' }),
});
export type ModelWork = Type.Static<typeof ModelWork>;

export const ModelFaultReport = Type.Object({
  kind: Type.Enum(['credential', 'quota', 'unavailable', 'refused', 'failed']),
  message: Type.String(),
  retryAfterSeconds: Type.Optional(Type.Integer()),
});

export const ModelPieces = Type.Object({
  job: JobId,
  place: Type.Integer({ minimum: 0, description: 'Counts the calls of a job: one that is repeated is taken once.' }),
  text: Type.String(),
  isLast: Type.Boolean(),
  fault: Type.Optional(ModelFaultReport),
});
export type ModelPieces = Type.Static<typeof ModelPieces>;

export const ModelPiecesReply = Type.Object({ isWanted: Type.Boolean() });
