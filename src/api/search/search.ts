/** Searching the library (contract: operations.md, "Search"). How well a text matches is in matching.ts. */
import type { CallContext, Handlers } from '../../contract/api';
import type { SearchedAsset, SearchedAssets, SearchInput } from '../../contract/schemas';
import type { AssetRecord } from '../../store/records';
import type { ApiContext } from '../context';
import { libraryOf } from '../library';
import { findAll } from '../records/find';
import { latestFirst } from '../wire/conversations';
import { toWireAsset } from '../wire/assets';
import { toWireSummary, toWireTag, toWireWebsite } from '../wire/attachments';
import type { WireOptions } from '../wire/values';
import { carriesTags, createFilter } from './filters';
import { bestOf, matchAsset, matchText, type Match } from './matching';

type SearchOperation =
  | 'searchAssets'
  | 'fullTextSearch'
  | 'neuralCodeSearch'
  | 'tagBasedSearch'
  | 'assetsSearchWithFilters'
  | 'searchTags'
  | 'searchWebsites'
  | 'searchWorkstreamSummaries';

/** As many as relevance gives at most. */
const maxResults = 100;
/** Assets looked at before others get their turn on this thread: some milliseconds. */
const assetsAtOnce = 100;

interface Hit extends Match {
  asset: Readonly<AssetRecord>;
}

export function searchHandlers(context: ApiContext) {
  const { store } = context;

  const answer = (hits: Hit[], options: WireOptions): SearchedAssets => {
    const iterable = hits
      .sort((one, other) => other.score - one.score || other.asset.updated - one.asset.updated)
      .slice(0, maxResults)
      .map(({ asset, score, exact, match }): SearchedAsset => {
        return { identifier: asset.id, exact, score, match, asset: toWireAsset(context, asset, options) };
      });
    const exact = iterable.filter((hit) => hit.exact).length;
    return { iterable, exact, suggested: iterable.length - exact };
  };

  return {
    searchAssets: async ({ query }, call) => {
      const tags = query.searchable_tags?.split(',') ?? [];
      const isMeant = (asset: Readonly<AssetRecord>) => tags.length === 0 || carriesTags(store, asset, tags);
      return answer(await find(context, call, query.query, { isMeant, kinds: ['names', 'content', 'engine'] }), query);
    },
    fullTextSearch: async ({ query }, call) =>
      answer(await find(context, call, query.query, { kinds: ['content', 'engine'] }), query),
    neuralCodeSearch: async ({ query }, call) =>
      answer(await find(context, call, query.query, { kinds: ['engine'] }), query),
    tagBasedSearch: ({ body, query }) => {
      const tags = body.iterable.map(({ text }) => text);
      const found = [...store.list('assets')].filter((asset) => tags.length > 0 && carriesTags(store, asset, tags));
      return answer(
        found.map((asset) => ({ asset, score: 1, exact: true, match: 'TAGS' })),
        query,
      );
    },
    assetsSearchWithFilters: async ({ body, query }, call) => {
      const isMeant = createFilter(store, body);
      const hits = await find(context, call, body.query, { isMeant, kinds: ['names', 'content', 'engine'] });
      return { results: answer(hits, query) };
    },
    searchTags: ({ body }) => ({
      iterable: alike(store.list('tags'), queryOf(body), ({ text }) => [text], toWireTag).map(({ wire, ...hit }) => ({
        ...hit,
        tag: wire,
      })),
    }),
    searchWebsites: ({ body }) => ({
      iterable: alike(store.list('websites'), queryOf(body), ({ name, url }) => [name, url], toWireWebsite).map(
        ({ wire, ...hit }) => ({ ...hit, website: wire }),
      ),
    }),
    searchWorkstreamSummaries: ({ body }) => {
      const textsOf = ({ name, annotations }: { name: string; annotations: string[] }) => [
        name,
        ...findAll(store, 'annotations', annotations).map(({ text }) => text),
      ];
      return {
        iterable: alike(store.list('summaries'), queryOf(body), textsOf, toWireSummary).map(({ wire, ...hit }) => ({
          ...hit,
          summary: wire,
        })),
      };
    },
  } satisfies Pick<Handlers, SearchOperation>;
}

interface Wanted {
  isMeant?: (asset: Readonly<AssetRecord>) => boolean;
  /** names: what the asset is called and carries; content: the text itself; engine: what the code is about. */
  kinds: ('names' | 'content' | 'engine')[];
}

/** Without a query everything that is meant is found, the newest first. */
async function find(
  context: ApiContext,
  { signal }: CallContext,
  query: string | undefined,
  { isMeant = () => true, kinds }: Wanted,
): Promise<Hit[]> {
  const wanted = query?.trim() ?? '';
  const hits = new Map<string, Hit>();
  let looked = 0;
  for (const asset of [...context.store.list('assets')].sort(latestFirst)) {
    if (!isMeant(asset)) continue;
    const match = wanted === '' ? everything : matchAsset(context.store, asset, wanted, kinds);
    if (match) hits.set(asset.id, { ...match, asset });
    looked += 1;
    if (looked % assetsAtOnce === 0) await new Promise((resolve) => setImmediate(resolve));
    signal.throwIfAborted();
  }
  if (wanted !== '' && kinds.includes('engine')) {
    for (const { id, score } of await askEngine(context, wanted, signal)) {
      const asset = context.store.get('assets', id);
      if (!asset || !isMeant(asset) || hits.has(id)) continue;
      hits.set(id, { asset, exact: false, match: 'CONTENT', score: score / 2 });
    }
  }
  return [...hits.values()];
}

const everything: Match = { exact: true, match: 'CONTENT', score: 1 };

/** Assets by their best passage. */
async function askEngine(context: ApiContext, query: string, signal: AbortSignal) {
  await libraryOf(context).settled();
  const { snippets } = await context.engine.retrieve({ query, space: { documents: 'all' }, limit: maxResults }, signal);
  const best = new Map<string, number>();
  for (const { source, score } of snippets) {
    if (source.kind === 'document') best.set(source.id, Math.max(score, best.get(source.id) ?? 0));
  }
  return [...best].map(([id, score]) => ({ id, score }));
}

const queryOf = ({ engines }: SearchInput): string =>
  (engines?.iterable ?? [])
    .flatMap(({ query }) => query?.trim() ?? [])
    .join(' ')
    .trim();

/** Records by the likeness of their best text; all of them when nothing is asked. */
function alike<Item extends { id: string }, Wire>(
  records: Iterable<Readonly<Item>>,
  query: string,
  textsOf: (record: Readonly<Item>) => string[],
  toWire: (record: Readonly<Item>) => Wire,
) {
  return [...records]
    .flatMap((record) => {
      const match = query === '' ? everything : bestOf(textsOf(record).map((text) => matchText(text, query)));
      if (!match) return [];
      return [{ identifier: record.id, exact: match.exact, similarity: match.score, wire: toWire(record) }];
    })
    .sort((one, other) => other.similarity - one.similarity)
    .slice(0, maxResults);
}
