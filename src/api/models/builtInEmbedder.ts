/** The engine's own embedding behind the port of embedders: what stands in where no other is chosen or may be asked. */
import type { Engine } from '../../engine/types';
import { ModelFault } from '../../models/modelFault';
import type { Embedder } from '../../models/ports';

export function createBuiltInEmbedder(engine: Pick<Engine, 'embed'>): Embedder {
  return {
    async embed(texts, signal) {
      const vectors = await engine.embed([...texts], signal);
      if (!vectors) throw new ModelFault('unavailable', 'The built-in embedding is missing: install Quarry again.');
      return vectors;
    },
  };
}
