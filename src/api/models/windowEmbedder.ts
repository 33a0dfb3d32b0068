/** An embedding model that a window asks for us, behind the port. The window shows first what would leave the machine. */
import type { OfferedEmbedder } from '../../contract/schemas/modelWork';
import { readVectors } from '../../contract/vectorText';
import { ModelFault } from '../../models/modelFault';
import type { Embedder } from '../../models/ports';
import type { NewJob, WindowModels } from './windowModels';

export function createWindowEmbedder(
  windows: WindowModels,
  { key, name }: OfferedEmbedder,
  asker: NewJob['asker'],
  passages: string[],
): Embedder {
  return {
    async embed(texts, signal) {
      let written = '';
      const job = { asker, messages: [], passages, texts: [...texts] };
      for await (const piece of windows.ask(key, job, signal)) written += piece;
      signal.throwIfAborted();
      const vectors = readVectors(written, texts.length);
      if (!vectors) throw new ModelFault('failed', `What ${name} gave for the passages could not be read.`);
      return vectors;
    },
  };
}
