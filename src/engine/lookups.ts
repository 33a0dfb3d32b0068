/** The engine's methods that find code and say nothing of it: passages, outlines, symbols, references, copies. */
import type { During } from './calls';
import { findCopies } from './copies/findCopies';
import type { EmbeddingSource } from './dense/shippedEmbedding';
import { onlyThose } from './only';
import { findReferences } from './outline/findReferences';
import { findSymbol } from './outline/findSymbol';
import { outlineFiles } from './outline/outlineFiles';
import type { CodeReader } from './outline/sources';
import type { Part } from './parts';
import { retrieve } from './retrieve';
import type { Space } from './space';
import type { Engine } from './types';

/** The limit of one result list, as the interface says. */
const maxLimit = 100;

interface Workings {
  space: Space;
  reader: CodeReader;
  embedding: EmbeddingSource;
  during: During;
}

type Lookups = Pick<Engine, 'retrieve' | 'outline' | 'symbol' | 'references' | 'copies'>;

export function lookupsOf({ space, reader, embedding, during }: Workings): Lookups {
  return {
    retrieve: (request, signal) =>
      during(signal, async (ending) => {
        const { query: question, patienceMs } = request;
        const opened = await space.open(request.space, { question, patienceMs, signal: ending });
        const limit = Math.max(1, Math.min(maxLimit, Math.floor(request.limit)));
        const { snippets, passages } = await retrieve({
          query: request.query,
          parts: onlyThose(opened.parts, request.only),
          limit,
          explain: request.explain ?? false,
          fallsBack: request.fallsBack ?? false,
          embedding,
          signal: ending,
        });
        const searched = { files: opened.files, documents: opened.documents, passages };
        return { snippets, skipped: opened.skipped, searched };
      }),
    outline: (request, signal) =>
      during(signal, async (ending) => {
        const opened = await space.open(request.space, { signal: ending });
        const made = await outlineFiles(onlyThose(opened.parts, request.only), request, reader, ending);
        return { ...made, skipped: [...opened.skipped, ...made.skipped] };
      }),
    symbol: (request, signal) =>
      during(signal, async (ending) => {
        const opened = await space.open(request.space, { question: request.name, signal: ending });
        const made = await findSymbol(request, {
          parts: onlyThose(opened.parts, request.only),
          reader,
          signal: ending,
        });
        return { ...made, skipped: [...opened.skipped, ...made.skipped] };
      }),
    references: (request, signal) =>
      during(signal, async (ending) => {
        const { name: question, at } = request;
        const opened = await space.open(request.space, { question, signal: ending });
        const place = at === undefined ? undefined : await space.open({ paths: [at] }, { signal: ending });
        const looking = (parts: readonly Part[]) => ({ parts, reader, signal: ending });
        const made = await findReferences(
          request,
          looking(onlyThose(opened.parts, request.only)),
          place && looking(place.parts),
        );
        return { ...made, skipped: [...opened.skipped, ...(place?.skipped ?? []), ...made.skipped] };
      }),
    copies: (request, signal) =>
      during(signal, async (ending) => {
        // Whoever wants to know where something is used wants all places, and ends it himself.
        const { files, parts, skipped } = await space.open(request.space, { patienceMs: Infinity, signal: ending });
        return { ...(await findCopies(request, { parts, signal: ending })), skipped, searched: { files } };
      }),
  };
}
