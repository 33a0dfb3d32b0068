/** The names of the models that an endpoint has, for choosing one. No code is sent. */
import type { Endpoint } from './endpoint';

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
