/**
 * The chat completions of an OpenAI-compatible endpoint, streamed as server-sent events. Sends what it is given and
 * nothing else: no tools, no user names. Never follows a redirect, and keeps the key out of everything it tells.
 */
import { createParser } from 'eventsource-parser';
import { defaultTimeLimits, startDeadlines, type Deadlines, type TimeLimits } from './deadlines';
import { hostOf, type Endpoint } from './endpoint';
import { faultInStream, faultOfRequest, faultOfStatus, nameOfEndpoint } from './endpointFaults';
import { ModelFault, type LanguageModel, type ModelRequest } from './ports';
import { chunksOf, textOf, tooMuch } from './replies';

/** Far above any answer: whoever sends more does not answer the question. */
const maxReplyBytes = 4 * 1024 * 1024;
/** Enough for a refusal's sentence. */
const maxRefusalBytes = 16 * 1024;

interface OpenAiChatOptions {
  endpoint: Endpoint;
  /** Asked for each request, so that a new key is used at once. */
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

/** What of a piece is read; everything else is the provider's own. */
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

/** An endpoint that does not stream answers all at once. */
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
    // Said below, as for JSON that is no object; what was sent is not repeated.
  }
  throw new ModelFault(
    'failed',
    `${hostOf(endpoint.baseUrl)} sent something that is not JSON in the middle of its answer. Is it OpenAI-compatible?`,
  );
}
