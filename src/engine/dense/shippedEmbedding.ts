/**
 * The embedding that ships with the product, read when first needed. A missing or damaged file lowers the quality of
 * answers, never prevents one: it is said once in the log.
 */
import { readFileSync } from 'node:fs';
import type { Log } from '../chunk/grammars';
import { Embedding } from './embedding';
import { readWeights } from './weightsFile';

/** Gives the embedding, or nothing where there is none. */
export type EmbeddingSource = () => Embedding | undefined;

export function shippedEmbedding(file: string | undefined, log: Log): EmbeddingSource {
  let isRead = false;
  let embedding: Embedding | undefined;
  return () => {
    if (isRead || file === undefined) return embedding;
    isRead = true;
    try {
      embedding = new Embedding(readWeights(readFileSync(file)));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log('warn', `The embedding ${file} was not used (${reason}): snippets are ranked by their words alone.`);
    }
    return embedding;
  };
}
