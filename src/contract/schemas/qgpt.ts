/** Question answering (WIRE.md 2, 3 and 5). */
import * as Type from 'typebox';
import { Persons } from './attachments';
import { AnswerCitation, MessageRole, AnsweringModel, saidOfAnswer, Searched } from './conversations';
import { Seed, Seeds } from './assets';
import { GroupedTimestamp, LineRange, Reference, ReferencesInput, TextLocation } from './values';

/** Most characters of a query: far above any question, and well within the body limit. */
const maxQueryCharacters = 100_000;
const Query = Type.String({ maxLength: maxQueryCharacters });

/** `application` and `model` are ids; unknown ones fall back to the default (WIRE.md 2.6). */
const caller = { application: Type.Optional(Type.String()), model: Type.Optional(Type.String()) };

/** Kinds of files to which a search can be restricted. */
export const fileKinds = ['code', 'tests', 'docs'] as const;

export const QGPTRelevanceInputOptions = Type.Object({
  database: Type.Optional(Type.Boolean()),
  question: Type.Optional(Type.Boolean()),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Our extra; 20 when absent.' })),
  explain: Type.Optional(Type.Boolean({ description: 'Our extra: each result says what its score is made of.' })),
  alike: Type.Optional(
    Type.Boolean({ description: 'Our extra: the query is code, and what is nearly the same comes first.' }),
  ),
  glob: Type.Optional(
    Type.String({ maxLength: 500, description: 'Our extra: only files whose paths match, as in .gitignore.' }),
  ),
  language: Type.Optional(
    Type.String({ maxLength: 40, description: 'Our extra: only files of this language, by name or file ending.' }),
  ),
  kind: Type.Optional(Type.Enum([...fileKinds], { description: 'Our extra: only files of this kind.' })),
  embedder: Type.Optional(
    Type.String({
      maxLength: 500,
      description:
        'Our extra: which embedding model ranks once more; `builtIn` for none but our own. Default: the chosen one.',
    }),
  ),
});
export type QGPTRelevanceInputOptions = Type.Static<typeof QGPTRelevanceInputOptions>;

export const QGPTRelevanceInput = Type.Object({
  query: Query,
  paths: Type.Optional(Type.Array(Type.String({ maxLength: 4096 }), { maxItems: 100 })),
  seeds: Type.Optional(Seeds),
  assets: Type.Optional(ReferencesInput),
  messages: Type.Optional(ReferencesInput),
  anchors: Type.Optional(ReferencesInput),
  options: Type.Optional(QGPTRelevanceInputOptions),
  ...caller,
});
export type QGPTRelevanceInput = Type.Static<typeof QGPTRelevanceInput>;

export const RelevanceExplanation = Type.Object({
  matchedTerms: Type.Array(Type.String()),
  parts: Type.Unsafe<Record<string, number>>({ type: 'object', additionalProperties: { type: 'number' } }),
});

export const RelevantQGPTSeed = Type.Object({
  id: Type.Optional(Type.String()),
  seed: Type.Optional(Seed),
  path: Type.Optional(Type.String()),
  asset: Type.Optional(Reference),
  location: Type.Optional(TextLocation),
  lines: Type.Optional(LineRange),
  score: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  symbol: Type.Optional(
    Type.String({ description: 'Our extra: the definition it is or lies in, such as Store.open.' }),
  ),
  likelihood: Type.Optional(
    Type.Number({ minimum: 0, maximum: 1, description: 'Our extra: how likely this is the place asked for.' }),
  ),
  explanation: Type.Optional(RelevanceExplanation),
});
export type RelevantQGPTSeed = Type.Static<typeof RelevantQGPTSeed>;

export const RelevantQGPTSeeds = Type.Object({ iterable: Type.Array(RelevantQGPTSeed) });
export type RelevantQGPTSeeds = Type.Static<typeof RelevantQGPTSeeds>;

export const QGPTQuestionAnswer = Type.Object({
  score: Type.Number({ minimum: 0, maximum: 1 }),
  text: Type.String(),
  citations: Type.Optional(Type.Array(AnswerCitation)),
  ...saidOfAnswer,
  model: Type.Optional(AnsweringModel),
  notes: Type.Optional(Type.Array(Type.String(), { description: 'Our extra: what the model was not sent, and why.' })),
});
export type QGPTQuestionAnswer = Type.Static<typeof QGPTQuestionAnswer>;

export const QGPTQuestionOutput = Type.Object({
  answers: Type.Object({ iterable: Type.Array(QGPTQuestionAnswer) }),
});
export type QGPTQuestionOutput = Type.Static<typeof QGPTQuestionOutput>;

/** Our extension: a path of the query space that was not searched, and why. */
export const SkippedPath = Type.Object({
  path: Type.String(),
  reason: Type.String(),
  files: Type.Optional(Type.Integer({ description: 'How many files it stands for, where that is not one.' })),
  bytes: Type.Optional(Type.Integer({ description: 'Size of a source file that is too large to be read.' })),
});
export type SkippedPath = Type.Static<typeof SkippedPath>;

export const QGPTRelevanceOutput = Type.Object({
  relevant: RelevantQGPTSeeds,
  answer: Type.Optional(QGPTQuestionOutput),
  skipped: Type.Optional(Type.Array(SkippedPath)),
  searched: Type.Optional(Searched),
});
export type QGPTRelevanceOutput = Type.Static<typeof QGPTRelevanceOutput>;

/**
 * Input of a question. Each item needs an id known from relevance or a fragment; the handler checks this and names the
 * item.
 */
export const QGPTQuestionInput = Type.Object({
  query: Query,
  relevant: RelevantQGPTSeeds,
  messages: Type.Optional(ReferencesInput),
  ...caller,
});
export type QGPTQuestionInput = Type.Static<typeof QGPTQuestionInput>;

export const QGPTConversation = Type.Object({
  iterable: Type.Optional(
    Type.Array(Type.Object({ text: Type.String(), role: MessageRole, timestamp: Type.Optional(GroupedTimestamp) }), {
      description: 'Newest first.',
    }),
  ),
});
export type QGPTConversation = Type.Static<typeof QGPTConversation>;

export const QGPTRepromptInput = Type.Object({ query: Query, conversation: QGPTConversation, ...caller });
export type QGPTRepromptInput = Type.Static<typeof QGPTRepromptInput>;

export const QGPTRepromptOutput = Type.Object({ query: Type.String() });
export type QGPTRepromptOutput = Type.Static<typeof QGPTRepromptOutput>;

export const QGPTHintsInput = Type.Object({
  relevant: RelevantQGPTSeeds,
  query: Type.Optional(Query),
  answer: Type.Optional(Type.Object({ score: Type.Optional(Type.Number()), text: Type.String() })),
  ...caller,
});
export type QGPTHintsInput = Type.Static<typeof QGPTHintsInput>;

export const QGPTPersonsRelatedInput = Type.Object({
  seed: Type.Optional(Seed),
  conversation: Type.Optional(QGPTConversation),
  ...caller,
});
export type QGPTPersonsRelatedInput = Type.Static<typeof QGPTPersonsRelatedInput>;

export const QGPTPersonsRelatedOutput = Type.Object({
  persons: Persons,
  explanations: Type.Optional(
    Type.Unsafe<Record<string, string>>({ type: 'object', additionalProperties: { type: 'string' } }),
  ),
  notes: Type.Optional(Type.Array(Type.String(), { description: 'Our extra: why the list is empty or incomplete.' })),
});
export type QGPTPersonsRelatedOutput = Type.Static<typeof QGPTPersonsRelatedOutput>;

export const QGPTStreamInput = Type.Object({
  relevance: Type.Optional(QGPTRelevanceInput),
  question: Type.Optional(QGPTQuestionInput),
  request: Type.Optional(Type.String({ maxLength: 200 })),
  conversation: Type.Optional(Type.String({ maxLength: 200 })),
  stop: Type.Optional(Type.Boolean()),
  reset: Type.Optional(Type.Boolean()),
  agent: Type.Optional(Type.Boolean()),
});
export type QGPTStreamInput = Type.Static<typeof QGPTStreamInput>;

/** The contract also has INITIALIZED, which is never sent because official clients fail on it (WIRE.md 5.2). */
export const StreamStatus = Type.Enum(['IN-PROGRESS', 'COMPLETED', 'FAILED', 'STOPPED', 'RESET']);
export type StreamStatus = Type.Static<typeof StreamStatus>;

export const QGPTStreamOutput = Type.Object({
  request: Type.String(),
  conversation: Type.String(),
  status: StreamStatus,
  statusCode: Type.Integer(),
  relevance: Type.Optional(QGPTRelevanceOutput),
  question: Type.Optional(QGPTQuestionOutput),
  errorMessage: Type.Optional(Type.String()),
  agentRoutes: Type.Optional(
    Type.Object({ related: Type.Optional(Type.Object({ people: Type.Optional(Type.Boolean()) })) }),
  ),
});
export type QGPTStreamOutput = Type.Static<typeof QGPTStreamOutput>;
