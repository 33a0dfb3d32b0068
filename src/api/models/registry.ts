/**
 * Registry of all models that can answer: the built-in one, an endpoint that the service asks itself, and those offered
 * by windows. Ids are stable across restarts. Must not know prompts or answers.
 */
import { ApiError } from '../../contract/errors';
import type { OfferedModel, OfferedEmbedder } from '../../contract/schemas/models';
import { ModelFault, type Embedder } from '../../models/ports';
import { type ApiContext, perContext, type OwnEmbedder, type OwnEndpoint } from '../context';
import { stableId, extractiveModel } from '../wireValues';
import { createWindowModels, type NewJob, type WindowModels } from './windowModels';
import { readVectors } from '../../contract/conventions';
import type { Handlers } from '../../contract/api';
import type { Model } from '../../contract/schemas';
import { defaultContextTokens, isLoopback, offeredEndpoint, readBaseUrl, nameOfEndpoint } from '../../models/endpoint';
import { createOpenAiChat, createOpenAiEmbedder } from '../../models/openAi';

/** An embedding model that reranks results. */
export interface ChosenEmbedder {
  key: string;
  name: string;
  isRemote: boolean;
  /** @param passages labels of what is sent, for people */
  portFor: (asker: NewJob['asker'], passages: string[]) => Embedder;
}

interface ListedModel {
  id: string;
  key: string;
  name: string;
  kind: 'builtIn' | OfferedModel['kind'];
  /** Empty for the built-in model. */
  destination: string;
  isRemote: boolean;
  isDefault: boolean;
}

/** A language model asked over a port; the built-in one is not. */
export interface ChosenModel {
  id: string;
  offered: OfferedModel;
  ask(job: NewJob, signal: AbortSignal): AsyncIterable<string>;
}

interface ModelRegistry {
  list(): ListedModel[];
  /**
   * @param wanted an id, key or name; an unknown one counts as absent (contract/WIRE.md 2.6)
   * @returns undefined for the built-in model
   * @throws ApiError `overloaded` when the default model is unavailable, because another one never answers in its place
   */
  choose(wanted: string | undefined): ChosenModel | undefined;
  /**
   * @param wanted a key; absent: the windows' choice, else the endpoint named at the start of the service
   * @returns undefined for the built-in one alone, whose ranking the engine's order already includes
   */
  chooseEmbedder(wanted: string | undefined): ChosenEmbedder | undefined;
  windows: WindowModels;
}

export const builtInKey = 'builtIn';
const builtInName = 'Quarry (built-in)';

const builtIn = { key: builtInKey, name: builtInName, kind: 'builtIn' as const, destination: '', isRemote: false };

function createRegistry({ ownEndpoint, ownEmbedder, newId }: ApiContext): ModelRegistry {
  const windows = createWindowModels(newId);

  const offered = () => [...(ownEndpoint ? [ownEndpoint.offered] : []), ...windows.list()];

  function chosen(model: OfferedModel): ChosenModel {
    const isOwn = ownEndpoint?.offered === model;
    return {
      id: idOf(model.key),
      offered: model,
      ask: (job, signal) =>
        isOwn && ownEndpoint
          ? ownEndpoint.model.generate({ messages: job.messages }, signal)
          : windows.ask(model.key, job, signal),
    };
  }

  function offeredEmbedder(key?: string): ChosenEmbedder | undefined {
    const offer = windows.embedder(key);
    return offer && { ...offer, portFor: (...facts) => createWindowEmbedder(windows, offer, ...facts) };
  }

  function startedEmbedder(): ChosenEmbedder | undefined {
    return ownEmbedder && { ...ownEmbedder, key: ownEmbedder.name, portFor: () => ownEmbedder.embedder };
  }

  const defaultKey = () => windows.preferred()?.key ?? ownEndpoint?.offered.key ?? builtInKey;

  return {
    windows,
    list() {
      const key = defaultKey();
      return [builtIn, ...offered()].map(({ key: own, name, kind, destination, isRemote }) => ({
        ...{ id: idOf(own), key: own, name, kind, destination, isRemote },
        isDefault: own === key,
      }));
    },
    chooseEmbedder(wanted) {
      if (wanted === builtInKey) return undefined;
      return (wanted === undefined ? undefined : offeredEmbedder(wanted)) ?? offeredEmbedder() ?? startedEmbedder();
    },
    choose(wanted) {
      const isMeant = (key: string, name: string) => [idOf(key), key, name].includes(wanted ?? '');
      if (isMeant(builtInKey, builtInName)) return undefined;
      const named = offered().find(({ key, name }) => isMeant(key, name));
      if (named) return chosen(named);
      const key = defaultKey();
      if (key === builtInKey) return undefined;
      const preferred = offered().find((model) => model.key === key);
      if (preferred) return chosen(preferred);
      throw new ApiError(
        'overloaded',
        `The default model (${key}) is not available: choose another with “Quarry: Choose Model…”, or ask with "model": "${builtInKey}".`,
      );
    },
  };
}

function idOf(key: string): string {
  return stableId('model', key);
}

/** The registry of this context, shared by HTTP, the socket and the windows. */
export const modelsOf = perContext(createRegistry);

/**
 * The port of an embedding model that a window asks. The window first shows the user what would leave the machine.
 * @param passages labels of what is sent, for the question to the user
 */
export function createWindowEmbedder(
  windows: WindowModels,
  { key, name }: OfferedEmbedder,
  asker: NewJob['asker'],
  passages: string[],
): Embedder {
  return {
    async embed(texts, signal) {
      let written = '';
      const job = { asker, messages: [], passages, texts: [...texts] };
      for await (const piece of windows.ask(key, job, signal)) written += piece;
      signal.throwIfAborted();
      const vectors = readVectors(written, texts.length);
      if (!vectors) throw new ModelFault('failed', `What ${name} gave for the passages could not be read.`);
      return vectors;
    },
  };
}

// Section: the list of models that a question may name (contract/WIRE.md 1.4). Must not know how a model answers.

type ModelOperation = 'modelsSnapshot' | 'modelSpecificModelDownload' | 'modelSpecificModelDownloadCancel';

export function modelListHandlers(context: ApiContext) {
  const find = (id: string): Model => {
    const model = listedModels(context).find((one) => one.id === id);
    if (model) return model;
    throw new ApiError('notFound', `No model has the id ${id}: GET /models lists them.`);
  };
  return {
    modelsSnapshot: () => ({ iterable: listedModels(context) }),
    modelSpecificModelDownload: ({ params }) => find(params.model),
    modelSpecificModelDownloadCancel: ({ params }) => find(params.model),
  } satisfies Pick<Handlers, ModelOperation>;
}

/** The default first, for programs that take the first; stand-ins for names that programs require come last. */
function listedModels(context: ApiContext): Model[] {
  const listed = modelsOf(context).list();
  const models = [...listed].sort((one, other) => Number(other.isDefault) - Number(one.isDefault)).map(toWireModel);
  return [...models, ...standIns.filter(({ name }) => !models.some((one) => one.name === name))];
}

/** A model in wire form, marked as available, because programs list only cloud and downloaded models. */
function toWireModel({ id, name, kind, destination, isRemote, key }: ListedModel): Model {
  if (kind === 'builtIn') return { ...extractiveModel, id, name };
  return {
    id,
    ...{ version: extractiveModel.version, created: extractiveModel.created, name },
    description: `Asked at ${destination}.`,
    ...{ cloud: isRemote, downloaded: !isRemote, loaded: true, unique: key },
    ...{ type: 'BALANCED', usage: 'CODE_CONVERSATION' },
  };
}

/**
 * Stand-ins for models that public programs look up by name, `unique` or family, and without which they stop: the first
 * for the Python wrapper, cli-agent and the streamlit example, which needs it in the cloud or downloading; the second
 * for neovim, sublime and C#; both for the browser examples; the third for sublime's setting; the fourth for
 * cli-agent's configuration. An unknown id falls back to the default model, so a question that names one is answered.
 */
const standIns: readonly Model[] = [
  { ...standIn('GPT-3.5-turbo Chat Model', 'gpt-3.5-turbo'), foundation: 'GPT_3.5', downloading: true },
  { ...standIn('GPT-4o Chat Model', 'gpt-4o'), foundation: 'GPT_4' },
  standIn('o4-mini Chat Model', 'o4-mini-2025-04-16'),
  standIn('Gemini-2.0 Flash-Lite Chat Model', 'gemini-2.0-flash-lite-001'),
];

function standIn(name: string, unique: string): Model {
  return {
    ...extractiveModel,
    id: stableId('model', name),
    name,
    description: 'Stands in for programs that ask for this name. The default model of Quarry answers.',
    unique,
  };
}

/** Internal operations by which windows offer and run their models. */
export function modelHandlers(context: ApiContext): Pick<Handlers, 'modelsOffer' | 'modelWork' | 'modelPieces'> {
  const { windows } = modelsOf(context);
  return {
    modelsOffer: ({ body }) => windows.offer(body),
    modelWork: ({ body }, { signal }) => windows.work(body, signal),
    modelPieces: ({ body }) => ({ isWanted: windows.take(body) }),
  };
}

// Section: the model endpoint of a service without an editor, from its environment. Starting the service with these
// variables is consent.

export type ModelEnvironment = Partial<
  Record<
    | 'QUARRY_MODEL_URL'
    | 'QUARRY_MODEL'
    | 'QUARRY_MODEL_KEY'
    | 'QUARRY_MODEL_ORGANIZATION'
    | 'QUARRY_MODEL_CONTEXT_TOKENS'
    | 'QUARRY_EMBEDDING_MODEL',
    string
  >
>;

/**
 * @returns undefined when the environment names none
 * @throws TypeError saying which variable is wrong
 */
export function ownEndpointFrom(environment: ModelEnvironment): OwnEndpoint | undefined {
  const { QUARRY_MODEL: model, QUARRY_EMBEDDING_MODEL: embeddingModel } = environment;
  const baseUrl = baseUrlFrom(environment);
  if (!baseUrl) return undefined;
  if (!model) {
    if (embeddingModel) return undefined;
    throw new TypeError('QUARRY_MODEL is missing: the name of the model at QUARRY_MODEL_URL.');
  }
  const tokens = Number(environment.QUARRY_MODEL_CONTEXT_TOKENS ?? defaultContextTokens);
  if (!Number.isInteger(tokens) || tokens < 1_000) {
    throw new TypeError('QUARRY_MODEL_CONTEXT_TOKENS takes a whole number of at least 1000.');
  }
  const access = accessFrom(environment, baseUrl, model);
  return { offered: offeredEndpoint(access.endpoint, tokens), model: createOpenAiChat(access) };
}

/**
 * @returns undefined when the environment names none, so that only the engine's own embedding is used
 * @throws TypeError saying which variable is wrong
 */
export function ownEmbedderFrom(environment: ModelEnvironment): OwnEmbedder | undefined {
  const { QUARRY_EMBEDDING_MODEL: model } = environment;
  if (!model) return undefined;
  const baseUrl = baseUrlFrom(environment);
  if (!baseUrl) throw new TypeError('QUARRY_MODEL_URL is missing: where QUARRY_EMBEDDING_MODEL is to be asked.');
  const access = accessFrom(environment, baseUrl, model);
  return {
    name: nameOfEndpoint(access.endpoint),
    isRemote: !isLoopback(baseUrl),
    embedder: createOpenAiEmbedder(access),
  };
}

function baseUrlFrom({ QUARRY_MODEL_URL: url }: ModelEnvironment): string | undefined {
  if (!url) return undefined;
  const read = readBaseUrl(url);
  if ('fault' in read) throw new TypeError(`QUARRY_MODEL_URL: ${read.fault}`);
  return read.baseUrl;
}

function accessFrom(environment: ModelEnvironment, baseUrl: string, model: string) {
  const { QUARRY_MODEL_ORGANIZATION: organisation, QUARRY_MODEL_KEY: key } = environment;
  return {
    endpoint: { baseUrl, model, ...(organisation && { organisation }) },
    key: () => Promise.resolve(key),
  };
}
