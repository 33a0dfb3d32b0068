/**
 * Servers of language models on this machine that answer as OpenAI's does, at the ports that they have when nobody
 * changes them. Looked for only when a person asks for a model or has had a weak answer; nothing but this machine is
 * asked, and no code is sent. Must not know the editor.
 */
import { listModels } from './listModels';

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
const patienceMs = 800;
/** How many models of one server are offered; its owner can choose others when setting it up by hand. */
const maxModels = 5;

/** Models for vectors answer no questions. */
const isForVectors = (name: string): boolean => /embed|bge-|e5-|rerank|whisper/i.test(name);

/** @param ports in place of the usual ones, for machines that have them elsewhere */
export async function localModels(signal: AbortSignal, ports = usual): Promise<LocalModel[]> {
  const found = ports.map(async ({ server, port }) => {
    const baseUrl = `http://127.0.0.1:${port}/v1`;
    const names = await listModels({ baseUrl }, undefined, AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]));
    const answering = names.filter((name) => !isForVectors(name)).slice(0, maxModels);
    return answering.map((model) => ({ server, baseUrl, model }));
  });
  return (await Promise.all(found)).flat();
}
