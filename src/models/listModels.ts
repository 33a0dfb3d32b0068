/** Which models there are: at an endpoint, and at the servers of this machine. */
import type { Endpoint } from './endpoint';

/** The names of the models that an endpoint has, for choosing one. No code is sent. */

const patienceMs = 10_000;
const maxBytes = 4 * 1024 * 1024;
const maxModels = 1_000;

/** @returns none when the endpoint does not tell: the name can be typed */
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
    // Many endpoints have no such list, and what is wrong with this one is told by the first question.
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
 * Servers of language models on this machine that answer as OpenAI's does, at the ports that they have when nobody
 * changes them. Looked for only when a person asks for a model or has had a weak answer; nothing but this machine is
 * asked, and no code is sent. Must not know the editor.
 */

export interface LocalModel {
  /** The name by which people know the program. */
  server: string;
  baseUrl: string;
  model: string;
}

/** Several programs share a port: what answers says nothing of which it is. */
const usual: readonly { server: string; port: number }[] = [
  { server: 'Ollama', port: 11434 },
  { server: 'LM Studio', port: 1234 },
  { server: 'llama.cpp', port: 8080 },
  { server: 'vLLM', port: 8000 },
  { server: 'Jan', port: 1337 },
  { server: 'GPT4All', port: 4891 },
  { server: 'KoboldCpp', port: 5001 },
];

/** A server on this machine answers at once; one that loads a model first is found the next time. */
const serverPatienceMs = 800;
/** How many models of one server are offered; its owner can choose others when setting it up by hand. */
const maxServerModels = 5;

/** Models for vectors answer no questions. */
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
