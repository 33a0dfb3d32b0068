/** An OpenAI-compatible endpoint as it is configured: Ollama, LM Studio, llama.cpp, vLLM, or a hosted one. */

export interface Endpoint {
  /** Without a slash at the end, such as `http://localhost:11434/v1`. */
  baseUrl: string;
  model: string;
  organisation?: string;
}

/**
 * The base URL as it is used: people paste the whole address of an operation, and a slash more or less.
 * @returns why it cannot be used, as `fault`, when it cannot
 */
export function readBaseUrl(given: string): { baseUrl: string } | { fault: string } {
  let url: URL;
  try {
    url = new URL(given.trim());
  } catch {
    // Told to the person who wrote it; there is nothing else to know about it.
    return { fault: 'The base URL is no address: expected one such as http://localhost:11434/v1.' };
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return { fault: 'The base URL must begin with http:// or https://.' };
  }
  if (url.username || url.password) {
    return { fault: 'The base URL holds a user or a password: give the key with “Quarry: Set Model Key…” instead.' };
  }
  const path = url.pathname
    .replace(/(?<!\/)\/+$/, '')
    .replace(/\/(chat\/completions|completions|models|embeddings)$/, '');
  return { baseUrl: `${url.origin}${path}` };
}

/** Host and port: what consent and keys belong to. */
export function hostOf(baseUrl: string): string {
  return new URL(baseUrl).host;
}

/** Nothing leaves this machine on the way there. */
export function isLoopback(baseUrl: string): boolean {
  const { hostname } = new URL(baseUrl);
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** The key, or part of it, would be readable on the way. */
export function isUnencrypted(baseUrl: string): boolean {
  return baseUrl.startsWith('http:') && !isLoopback(baseUrl);
}

/** Models of 8,000 tokens are the small ones of today; more is a setting. */
export const defaultContextTokens = 8_000;
/** Part of the window that is left for the answer. */
const answerShare = 0.25;
const maxAnswerTokens = 4_000;

/** How the endpoint stands among the models that can be chosen. */
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
