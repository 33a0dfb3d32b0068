/**
 * The endpoint of a service without an editor, from its environment: for answers, for embeddings, or both. Whoever
 * starts the service with it has allowed it: nobody else is there to be asked.
 */
import { defaultContextTokens, isLoopback, offeredEndpoint, readBaseUrl } from '../../models/endpoint';
import { nameOfEndpoint } from '../../models/endpointFaults';
import { createOpenAiChat } from '../../models/openAiChat';
import { createOpenAiEmbedder } from '../../models/openAiEmbedder';
import type { OwnEmbedder, OwnEndpoint } from '../context';

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
 * @returns undefined when the environment names none: the engine's own embedding is all there is
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
