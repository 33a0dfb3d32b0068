/**
 * Configuration of an OpenAI-compatible endpoint (Ollama, LM Studio, llama.cpp, vLLM or a hosted one), its refusals,
 * and the models available there and on this machine's servers.
 */
import { ModelFault, lateSentence, type Deadlines, type TimeLimits } from './ports';

export interface Endpoint {
  /** Without a slash at the end, such as `http://localhost:11434/v1`. */
  baseUrl: string;
  model: string;
  organisation?: string;
}

/**
 * Normalises the base URL: users paste an operation's whole address, or a trailing slash.
 * @returns why it cannot be used, as `fault`, when it cannot
 */
export function readBaseUrl(given: string): { baseUrl: string } | { fault: string } {
  let url: URL;
  try {
    url = new URL(given.trim());
  } catch {
    // Reported to its author; the parser's error adds nothing.
    return { fault: 'The base URL is no address: expected one such as http://localhost:11434/v1.' };
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return { fault: 'The base URL must begin with http:// or https://.' };
  }
  if (url.username || url.password) {
    return {
      fault:
        'The base URL holds a user or a password: give the key by “Set Model Key…” in “Quarry: Choose Model…” instead.',
    };
  }
  const path = url.pathname
    .replace(/(?<!\/)\/+$/, '')
    .replace(/\/(chat\/completions|completions|models|embeddings)$/, '');
  return { baseUrl: `${url.origin}${path}` };
}

/** Host and port, to which consent and keys are bound. */
export function hostOf(baseUrl: string): string {
  return new URL(baseUrl).host;
}

/** True when the endpoint is on this machine. */
export function isLoopback(baseUrl: string): boolean {
  const { hostname } = new URL(baseUrl);
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** True when the key would be sent unencrypted over a network. */
export function isUnencrypted(baseUrl: string): boolean {
  return baseUrl.startsWith('http:') && !isLoopback(baseUrl);
}

/** Default context window in tokens, as of small models; a larger one is a setting. */
export const defaultContextTokens = 8_000;
/** Share of the window reserved for the answer. */
const answerShare = 0.25;
const maxAnswerTokens = 4_000;

/** The endpoint as an entry of the list of models. */
export function offeredEndpoint({ baseUrl, model }: Endpoint, contextTokens: number) {
  const forAnswer = Math.min(maxAnswerTokens, Math.floor(contextTokens * answerShare));
  return {
    key: `endpoint:${baseUrl} ${model}`.slice(0, 500),
    name: model.slice(0, 200),
    kind: 'endpoint' as const,
    destination: hostOf(baseUrl),
    isRemote: !isLoopback(baseUrl),
    maxTokens: contextTokens - forAnswer,
    contextTokens,
  };
}

/** Explains an endpoint's refusals. Must not pass on anything that could hold a key. */

/** Most characters quoted from a provider's message. */
const maxQuoted = 200;
/** Longest wait in seconds accepted from a provider. */
const maxRetryAfterSeconds = 24 * 3600;

/** The endpoint's name for users: the model at its host. */
export function nameOfEndpoint({ baseUrl, model }: Endpoint): string {
  return `${model} at ${hostOf(baseUrl)}`;
}

/**
 * Fault for an error status.
 * @param body the provider's message, quoted only where it helps and cannot be about the key
 * @param key never quoted, whatever the provider does
 */
export function faultOfStatus(endpoint: Endpoint, response: Response, body: string, key?: string): ModelFault {
  const { status } = response;
  const host = hostOf(endpoint.baseUrl);
  const wait = retryAfterSeconds(response.headers.get('retry-after'));
  const retry = wait === undefined ? {} : { retryAfterSeconds: wait };
  const again = wait === undefined ? 'Try again later' : `Try again in ${wait} s`;
  if (status >= 300 && status < 400) {
    return new ModelFault(
      'failed',
      `${host} redirects to another address (status ${status}). It was not followed, so that no key goes astray: set the base URL to the final address.`,
    );
  }
  switch (status) {
    case 401:
      return new ModelFault('credential', refusedKey(host, 401));
    case 403:
      return new ModelFault('credential', refusedKey(host, 403));
    case 402:
      return new ModelFault('quota', `${host} wants to be paid first (status 402): check the account there.`, retry);
    case 404:
      return new ModelFault(
        'failed',
        `${host} does not know the model “${endpoint.model}”, or the base URL is not the right one (status 404): check both in Quarry’s settings.${quoted(body, key)}`,
      );
    case 429:
      return new ModelFault(
        'quota',
        `${host} takes no more requests for now: its rate limit or quota is used up (status 429). ${again}, or choose another model.`,
        retry,
      );
    case 408:
    case 502:
    case 503:
    case 504:
    case 529:
      return new ModelFault(
        'unavailable',
        `${host} is overloaded or not ready (status ${status}). ${again}, or choose another model.`,
        retry,
      );
    default:
      return new ModelFault('failed', `${host} could not answer (status ${status}).${quoted(body, key)}`);
  }
}

function refusedKey(host: string, status: number): string {
  return `${host} refused the model’s key or organisation (status ${status}): set the right one by “Set Model Key…” in “Quarry: Choose Model…”. This is not about Quarry’s own token.`;
}

/** Fault for an error inside the stream, with whatever code the provider gives. */
export function faultInStream(endpoint: Endpoint, error: unknown, key?: string): ModelFault {
  const fields: { code?: unknown; status?: unknown; type?: unknown } =
    typeof error === 'object' && error !== null ? error : {};
  const status = [fields.code, fields.status].map(Number).find((code) => code >= 400 && code < 600);
  if (status !== undefined) return faultOfStatus(endpoint, new Response(null, { status }), wordsOf({ error }), key);
  const type = typeof fields.type === 'string' ? fields.type : '';
  const code = typeof fields.code === 'string' ? fields.code : '';
  if (/rate_limit|quota/.test(`${type} ${code}`)) {
    return faultOfStatus(endpoint, new Response(null, { status: 429 }), '', key);
  }
  if (/overloaded|unavailable/.test(`${type} ${code}`)) {
    return faultOfStatus(endpoint, new Response(null, { status: 503 }), '', key);
  }
  const host = hostOf(endpoint.baseUrl);
  return new ModelFault('failed', `${host} ended its answer with an error.${quoted(wordsOf({ error }), key)}`);
}

/** Fault of a request: a passed time limit, an explained fault, or a broken connection. */
export function faultOfRequest(
  endpoint: Endpoint,
  error: unknown,
  { deadlines, limits }: { deadlines: Deadlines; limits: TimeLimits },
): ModelFault {
  const passed = deadlines.passed();
  if (passed) return new ModelFault('unavailable', lateSentence(nameOfEndpoint(endpoint), passed, limits));
  return error instanceof ModelFault ? error : faultOfConnection(endpoint, error);
}

/** Fault for a connection that failed or broke. */
function faultOfConnection(endpoint: Endpoint, cause: unknown): ModelFault {
  const host = hostOf(endpoint.baseUrl);
  const code = codeOf(cause);
  const why = code === undefined ? '' : ` (${code})`;
  const hint = code === 'ECONNREFUSED' ? 'Is it running?' : 'Is the base URL right, and is there a connection?';
  // Not kept as the cause: some runtimes put the request and its headers into it.
  return new ModelFault('unavailable', `${host} cannot be reached${why}. ${hint}`);
}

function codeOf(error: unknown): string | undefined {
  for (let current = error, depth = 0; current instanceof Error && depth < 4; current = current.cause, depth += 1) {
    if ('code' in current && typeof current.code === 'string' && /^[A-Z][A-Z_\d]+$/.test(current.code)) {
      return current.code;
    }
  }
  return undefined;
}

/** Parses Retry-After, which holds seconds or a date. */
function retryAfterSeconds(header: string | null, now = Date.now()): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+(\.\d+)?$/.test(header.trim()) ? Number(header) : (Date.parse(header) - now) / 1000;
  if (!Number.isFinite(seconds)) return undefined;
  return Math.min(maxRetryAfterSeconds, Math.max(1, Math.ceil(seconds)));
}

/** The message in a provider's usual JSON; empty for other bodies such as web pages. */
function wordsOf(body: unknown): string {
  if (typeof body !== 'object' || body === null || !('error' in body)) return '';
  const { error } = body;
  if (typeof error === 'string') return error;
  if (typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string') {
    return error.message;
  }
  return '';
}

function quoted(body: string, key: string | undefined): string {
  const words = body.startsWith('{') ? wordsOf(parsed(body)) : body.includes('<') ? '' : body;
  const line = words.replace(/\s+/g, ' ').trim();
  if (line === '' || mayShowKey(line, key)) return '';
  return ` It says: “${line.length > maxQuoted ? `${line.slice(0, maxQuoted)}…` : line}”`;
}

/** Characters of a refused key that providers may repeat. */
const shownKeyPart = 4;

function mayShowKey(line: string, key: string | undefined): boolean {
  if (/api.?key|bearer|authorization|credential/i.test(line)) return true;
  if (!key) return false;
  return line.includes(key.slice(0, shownKeyPart)) || line.includes(key.slice(-shownKeyPart));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Not JSON after all: there is no sentence to quote.
    return undefined;
  }
}

/** Longest wait in milliseconds for an endpoint's list of models. No code is sent. */

const patienceMs = 10_000;
const maxBytes = 4 * 1024 * 1024;
const maxModels = 1_000;

/** @returns names of models; none when the endpoint does not tell: the name can be typed */
export async function listModels(
  { baseUrl, organisation }: Omit<Endpoint, 'model'>,
  key: string | undefined,
  signal: AbortSignal,
): Promise<string[]> {
  try {
    const response = await fetch(`${baseUrl}/models`, {
      headers: {
        ...(key && { authorization: `Bearer ${key}` }),
        ...(organisation && { 'openai-organization': organisation }),
      },
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
    });
    if (!response.ok || Number(response.headers.get('content-length') ?? 0) > maxBytes) {
      await response.body?.cancel();
      return [];
    }
    return namesIn(await response.json());
  } catch {
    // Many endpoints have no such list; the first question reports other faults.
    return [];
  }
}

function namesIn(body: unknown): string[] {
  if (typeof body !== 'object' || body === null || !('data' in body) || !Array.isArray(body.data)) return [];
  const names = (body.data as unknown[]).flatMap((entry) =>
    typeof entry === 'object' && entry !== null && 'id' in entry && typeof entry.id === 'string' ? [entry.id] : [],
  );
  return [...new Set(names)].slice(0, maxModels).sort();
}

/**
 * A server of language models on this machine with OpenAI's interface, found at its usual port. Searched for only when
 * a person asks for a model or has had a weak answer; no other machine is contacted and no code is sent. Must not know
 * the editor.
 */

export interface LocalModel {
  /** The program's usual name. */
  server: string;
  baseUrl: string;
  model: string;
}

/** Usual ports by program. Some share a port, and the reply does not tell which one answers. */
const usual: readonly { server: string; port: number }[] = [
  { server: 'Ollama', port: 11434 },
  { server: 'LM Studio', port: 1234 },
  { server: 'llama.cpp', port: 8080 },
  { server: 'vLLM', port: 8000 },
  { server: 'Jan', port: 1337 },
  { server: 'GPT4All', port: 4891 },
  { server: 'KoboldCpp', port: 5001 },
];

/** Longest wait in milliseconds; a server that is loading a model is found the next time. */
const serverPatienceMs = 800;
/** Most models offered per server; others can be configured by hand. */
const maxServerModels = 5;

/** True for embedding, reranking and speech models, which cannot answer questions. */
const isForVectors = (name: string): boolean => /embed|bge-|e5-|rerank|whisper/i.test(name);

/** @param ports in place of the usual ones, for machines that have them elsewhere */
export async function localModels(signal: AbortSignal, ports = usual): Promise<LocalModel[]> {
  const found = ports.map(async ({ server, port }) => {
    const baseUrl = `http://127.0.0.1:${port}/v1`;
    const names = await listModels(
      { baseUrl },
      undefined,
      AbortSignal.any([signal, AbortSignal.timeout(serverPatienceMs)]),
    );
    const answering = names.filter((name) => !isForVectors(name)).slice(0, maxServerModels);
    return answering.map((model) => ({ server, baseUrl, model }));
  });
  return (await Promise.all(found)).flat();
}
