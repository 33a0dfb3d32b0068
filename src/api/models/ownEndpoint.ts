/**
 * The endpoint of a service without an editor, from its environment. Whoever starts the service with it has allowed it:
 * nobody else is there to be asked.
 */
import { defaultContextTokens, offeredEndpoint, readBaseUrl } from '../../models/endpoint';
import { createOpenAiChat } from '../../models/openAiChat';
import type { OwnEndpoint } from './registry';

export type ModelEnvironment = Partial<
  Record<
    | 'QUARRY_MODEL_URL'
    | 'QUARRY_MODEL'
    | 'QUARRY_MODEL_KEY'
    | 'QUARRY_MODEL_ORGANIZATION'
    | 'QUARRY_MODEL_CONTEXT_TOKENS',
    string
  >
>;

/**
 * @returns undefined when the environment names none
 * @throws TypeError saying which variable is wrong
 */
export function ownEndpointFrom(environment: ModelEnvironment): OwnEndpoint | undefined {
  const { QUARRY_MODEL_URL: url, QUARRY_MODEL: model, QUARRY_MODEL_ORGANIZATION: organisation } = environment;
  if (!url) return undefined;
  const read = readBaseUrl(url);
  if ('fault' in read) throw new TypeError(`QUARRY_MODEL_URL: ${read.fault}`);
  if (!model) throw new TypeError('QUARRY_MODEL is missing: the name of the model at QUARRY_MODEL_URL.');
  const tokens = Number(environment.QUARRY_MODEL_CONTEXT_TOKENS ?? defaultContextTokens);
  if (!Number.isInteger(tokens) || tokens < 1_000) {
    throw new TypeError('QUARRY_MODEL_CONTEXT_TOKENS takes a whole number of at least 1000.');
  }
  const endpoint = { baseUrl: read.baseUrl, model, ...(organisation && { organisation }) };
  const key = environment.QUARRY_MODEL_KEY;
  return {
    offered: offeredEndpoint(endpoint, tokens),
    model: createOpenAiChat({ endpoint, key: () => Promise.resolve(key) }),
  };
}
