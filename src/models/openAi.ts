/** Chat completions and embeddings of OpenAI-compatible endpoints. */
import { createParser } from 'eventsource-parser';
import { hostOf, type Endpoint, faultInStream, faultOfRequest, faultOfStatus, nameOfEndpoint } from './endpoint';
import {
  ModelFault,
  type LanguageModel,
  type ModelRequest,
  type Embedder,
  type EmbedText,
  defaultTimeLimits,
  startDeadlines,
  type Deadlines,
  type TimeLimits,
} from './ports';

// Section: streamed chat completions. No tools, no user names, no redirects; the key is never revealed.

/** Largest reply in bytes, far above any answer. */
const maxReplyBytes = 4 * 1024 * 1024;
/** Most bytes read of a refusal. */
const maxRefusalBytes = 16 * 1024;

interface OpenAiChatOptions {
  endpoint: Endpoint;
  /** Read for each request, so that a new key takes effect at once. */
  key: () => Promise<string | undefined>;
  limits?: TimeLimits;
}

export function createOpenAiChat({ endpoint, key, limits = defaultTimeLimits }: OpenAiChatOptions): LanguageModel {
  return {
    async *generate(request, signal) {
      const secret = await key();
      const deadlines = startDeadlines(limits, signal);
      try {
        yield* pieces(endpoint, request, secret, deadlines);
      } catch (error) {
        signal.throwIfAborted();
        throw faultOfRequest(endpoint, error, { deadlines, limits });
      } finally {
        // Also when the reader stops early: the provider sees its connection closed.
        deadlines.end();
      }
    },
  };
}

async function* pieces(
  endpoint: Endpoint,
  request: ModelRequest,
  key: string | undefined,
  deadlines: Deadlines,
): AsyncGenerator<string, void> {
  const response = await fetch(`${endpoint.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      ...(key && { authorization: `Bearer ${key}` }),
      ...(endpoint.organisation && { 'openai-organization': endpoint.organisation }),
    },
    body: JSON.stringify({
      model: endpoint.model,
      messages: request.messages.map(({ role, text }) => ({ role, content: text })),
      stream: true,
    }),
    redirect: 'manual',
    signal: deadlines.signal,
  });
  if (!response.ok) {
    const body = await textOf(response, maxRefusalBytes, () => '');
    throw faultOfStatus(endpoint, response, body, key);
  }
  const type = response.headers.get('content-type') ?? '';
  if (type.includes('text/event-stream')) yield* eventsOf(endpoint, response, key, deadlines);
  else
    yield wholeAnswer(
      endpoint,
      await textOf(response, maxReplyBytes, () => tooMuch(endpoint, maxReplyBytes)),
      type,
      key,
    );
}

async function* eventsOf(
  endpoint: Endpoint,
  response: Response,
  key: string | undefined,
  deadlines: Deadlines,
): AsyncGenerator<string, void> {
  const events: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => events.push(data) });
  const decoder = new TextDecoder();
  let isComplete = false;
  let bytes = 0;
  for await (const chunk of chunksOf(response)) {
    deadlines.heard();
    bytes += chunk.byteLength;
    if (bytes > maxReplyBytes) throw tooMuch(endpoint, maxReplyBytes);
    parser.feed(decoder.decode(chunk, { stream: true }));
    for (const data of events.splice(0)) {
      if (data.trim() === '[DONE]') return;
      const { text, isLast } = readChunk(endpoint, data, key);
      if (text !== '') yield text;
      isComplete ||= isLast;
    }
  }
  if (isComplete) return;
  throw new ModelFault('unavailable', `${hostOf(endpoint.baseUrl)} broke off in the middle of its answer. Ask again.`);
}

/** Fields read from a chunk; others belong to the provider. */
interface Chunk {
  error?: unknown;
  choices?: { delta?: { content?: unknown }; message?: { content?: unknown }; finish_reason?: unknown }[];
}

function readChunk(endpoint: Endpoint, data: string, key: string | undefined): { text: string; isLast: boolean } {
  const chunk = chunkOf(endpoint, data);
  if (chunk.error !== undefined && chunk.error !== null) throw faultInStream(endpoint, chunk.error, key);
  const choice = Array.isArray(chunk.choices) ? chunk.choices[0] : undefined;
  const content = choice?.delta?.content;
  return { text: typeof content === 'string' ? content : '', isLast: typeof choice?.finish_reason === 'string' };
}

/** Parses the answer of an endpoint that does not stream. */
function wholeAnswer(endpoint: Endpoint, text: string, type: string, key: string | undefined): string {
  if (!type.includes('json')) {
    const host = hostOf(endpoint.baseUrl);
    throw new ModelFault('failed', `${host} answered with no model’s answer: is the base URL complete, such as …/v1?`);
  }
  const { error, choices } = chunkOf(endpoint, text);
  if (error !== undefined && error !== null) throw faultInStream(endpoint, error, key);
  const content = Array.isArray(choices) ? choices[0]?.message?.content : undefined;
  if (typeof content === 'string' && content !== '') return content;
  throw new ModelFault('failed', `${nameOfEndpoint(endpoint)} gave an answer without text. Ask again.`);
}

function chunkOf(endpoint: Endpoint, text: string): Chunk {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Reported below, as for JSON that is no object; the input is not quoted.
  }
  throw new ModelFault(
    'failed',
    `${hostOf(endpoint.baseUrl)} sent something that is not JSON in the middle of its answer. Is it OpenAI-compatible?`,
  );
}

// Section: embeddings, in batches. Only the given texts are sent; no redirects; the key is never revealed.

/** Short limits, because a question waits for the embeddings and can do without them. */
const defaultLimits: TimeLimits = { first: 10_000, gap: 10_000, whole: 15_000 };
/** Texts per request, as the smallest servers accept. */
const batchSize = 32;
/** Most characters of a text, about the 512 tokens of small models; several servers refuse longer ones. */
const maxCharacters = 1_500;
/** Largest reply in bytes: twice the JSON of 32 vectors of 4,096 numbers. */
const maxVectorBytes = 8 * 1024 * 1024;

/** Prefixes that families of models were trained with, as their makers document; others need none. */
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
  /** Read for each call, so that a new key takes effect at once. */
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
  const text = await textOf(response, maxVectorBytes, () => tooMuch(endpoint, maxVectorBytes));
  const reply = replyOf(endpoint, text);
  if (reply.error !== undefined && reply.error !== null) throw faultInStream(endpoint, reply.error, key);
  return vectorsOf(endpoint, reply.data, input.length);
}

/** Fields read from a reply; others belong to the provider. */
interface Reply {
  error?: unknown;
  data?: unknown;
}

function replyOf(endpoint: Endpoint, text: string): Reply {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Reported below, as for JSON that is no object; the input is not quoted.
  }
  throw unusable(endpoint, 'something that is not JSON');
}

/** Vectors in the order of the texts, by `index`, since servers need not keep the order. */
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

// Section: reads replies within bounds. Must not know what the answer is.

/** Reads a response; stopping early ends the connection. */
async function* chunksOf(response: Response): AsyncGenerator<Uint8Array, void> {
  if (!response.body) return;
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // Not awaited: a broken connection has already reported its fault.
    reader.cancel().catch(() => undefined);
  }
}

/** @param beyond called for more than `maxBytes`: returns a fault to throw, or a text to use instead */
async function textOf(response: Response, maxBytes: number, beyond: () => ModelFault | string): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunksOf(response)) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) {
      const instead = beyond();
      if (instead instanceof ModelFault) throw instead;
      return instead;
    }
    parts.push(chunk);
  }
  return Buffer.concat(parts).toString('utf8');
}

function tooMuch(endpoint: Endpoint, maxBytes: number): ModelFault {
  const mebibytes = maxBytes / 1024 / 1024;
  return new ModelFault(
    'failed',
    `${hostOf(endpoint.baseUrl)} sent more than ${mebibytes} MiB: that is no answer, and the rest was not read.`,
  );
}
