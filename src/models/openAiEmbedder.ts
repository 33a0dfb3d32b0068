/**
 * The embeddings of an OpenAI-compatible endpoint. Sends the texts it is given and nothing else, in batches; follows no
 * redirect, and keeps the key out of everything it tells.
 */
import { startDeadlines, type TimeLimits } from './deadlines';
import { hostOf, type Endpoint } from './endpoint';
import { faultInStream, faultOfRequest, faultOfStatus } from './endpointFaults';
import { ModelFault, type Embedder, type EmbedText } from './ports';
import { textOf, tooMuch } from './replies';

/** A question waits for it, and can do without. */
const defaultLimits: TimeLimits = { first: 10_000, gap: 10_000, whole: 15_000 };
/** What the smallest servers take in one request. */
const batchSize = 32;
/** About the 512 tokens that small models take; several servers refuse what is longer instead of cutting it. */
const maxCharacters = 1_500;
/** Twice what 32 vectors of 4,096 numbers take as text. */
const maxReplyBytes = 8 * 1024 * 1024;
const maxRefusalBytes = 16 * 1024;

/** What families of models were trained to read before a text, as their makers' pages say; others take it as it is. */
const prefixes: { models: RegExp; query: string; code: string }[] = [
  { models: /nomic-embed-text/i, query: 'search_query: ', code: 'search_document: ' },
  { models: /\be5-(?:small|base|large)(?!-instruct)/i, query: 'query: ', code: 'passage: ' },
  {
    models: /bge-(?:small|base|large)-en|mxbai-embed-large/i,
    query: 'Represent this sentence for searching relevant passages: ',
    code: '',
  },
];

interface OpenAiEmbedderOptions {
  endpoint: Endpoint;
  /** Asked for each call, so that a new key is used at once. */
  key: () => Promise<string | undefined>;
  limits?: TimeLimits;
}

export function createOpenAiEmbedder(options: OpenAiEmbedderOptions): Embedder {
  const { endpoint, limits = defaultLimits } = options;
  const family = prefixes.find(({ models }) => models.test(endpoint.model));

  async function embedAll(texts: readonly string[], key: string | undefined, onReply: () => void, signal: AbortSignal) {
    const vectors: Float32Array[] = [];
    for (let start = 0; start < texts.length; start += batchSize) {
      vectors.push(...(await embedBatch(endpoint, texts.slice(start, start + batchSize), key, signal)));
      onReply();
    }
    if (vectors.some(({ length }) => length !== vectors[0]?.length)) {
      throw unusable(endpoint, 'vectors of different lengths');
    }
    return vectors;
  }

  return {
    async embed(texts: readonly EmbedText[], signal: AbortSignal) {
      const key = await options.key();
      const deadlines = startDeadlines(limits, signal);
      const inputs = texts.map(({ kind, text }) => `${family?.[kind] ?? ''}${text}`.slice(0, maxCharacters));
      try {
        return await embedAll(inputs, key, () => deadlines.heard(), deadlines.signal);
      } catch (error) {
        signal.throwIfAborted();
        throw faultOfRequest(endpoint, error, { deadlines, limits });
      } finally {
        deadlines.end();
      }
    },
  };
}

async function embedBatch(
  endpoint: Endpoint,
  input: readonly string[],
  key: string | undefined,
  signal: AbortSignal,
): Promise<Float32Array[]> {
  const response = await fetch(`${endpoint.baseUrl}/embeddings`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(key && { authorization: `Bearer ${key}` }),
      ...(endpoint.organisation && { 'openai-organization': endpoint.organisation }),
    },
    body: JSON.stringify({ model: endpoint.model, input }),
    redirect: 'manual',
    signal,
  });
  if (!response.ok) {
    throw faultOfStatus(endpoint, response, await textOf(response, maxRefusalBytes, () => ''), key);
  }
  const text = await textOf(response, maxReplyBytes, () => tooMuch(endpoint, maxReplyBytes));
  const reply = replyOf(endpoint, text);
  if (reply.error !== undefined && reply.error !== null) throw faultInStream(endpoint, reply.error, key);
  return vectorsOf(endpoint, reply.data, input.length);
}

/** What of a reply is read; everything else is the provider's own. */
interface Reply {
  error?: unknown;
  data?: unknown;
}

function replyOf(endpoint: Endpoint, text: string): Reply {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Said below, as for JSON that is no object; what was sent is not repeated.
  }
  throw unusable(endpoint, 'something that is not JSON');
}

/** In the order of the texts: `index` says which one each is of, and servers need not keep the order. */
function vectorsOf(endpoint: Endpoint, data: unknown, count: number): Float32Array[] {
  if (!Array.isArray(data) || data.length !== count) {
    throw unusable(endpoint, `${Array.isArray(data) ? data.length : 'no'} vectors for ${count} texts`);
  }
  const vectors = new Map<number, Float32Array>();
  for (const entry of data as unknown[]) {
    const { index, embedding }: { index?: unknown; embedding?: unknown } =
      typeof entry === 'object' && entry !== null ? entry : {};
    if (!Array.isArray(embedding) || embedding.length === 0 || !embedding.every(Number.isFinite)) {
      throw unusable(endpoint, 'a vector that is no list of numbers');
    }
    if (typeof index === 'number') vectors.set(index, unitVector(Float32Array.from(embedding as number[])));
  }
  return Array.from({ length: count }, (_, index) => {
    const vector = vectors.get(index);
    if (!vector) throw unusable(endpoint, `no vector for text ${index + 1} of ${count}`);
    return vector;
  });
}

function unitVector(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return length === 0 ? vector : vector.map((value) => value / length);
}

function unusable(endpoint: Endpoint, what: string): ModelFault {
  return new ModelFault(
    'failed',
    `${hostOf(endpoint.baseUrl)} sent ${what}: is ${endpoint.model} an embedding model, and the endpoint OpenAI-compatible?`,
  );
}
