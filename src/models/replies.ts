/** Reading what an endpoint sends, never more of it than an answer can be. Must not know what the answer is. */
import { hostOf, type Endpoint } from './endpoint';
import { ModelFault } from './ports';

/** Whoever stops reading ends the connection. */
export async function* chunksOf(response: Response): AsyncGenerator<Uint8Array, void> {
  if (!response.body) return;
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // Nobody waits for it: a broken connection has told its fault already.
    reader.cancel().catch(() => undefined);
  }
}

/** @param beyond what becomes of more than `maxBytes`: a fault is thrown, a text is taken instead */
export async function textOf(response: Response, maxBytes: number, beyond: () => ModelFault | string): Promise<string> {
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

export function tooMuch(endpoint: Endpoint, maxBytes: number): ModelFault {
  const mebibytes = maxBytes / 1024 / 1024;
  return new ModelFault(
    'failed',
    `${hostOf(endpoint.baseUrl)} sent more than ${mebibytes} MiB: that is no answer, and the rest was not read.`,
  );
}
