/** Searches the library; how texts are matched is in matching.ts. */
import { type CallContext, type Handlers, LongList, type Written } from '../../../contract/api';
import type {
  SearchedAsset,
  SearchedAssets,
  SearchInput,
  AssetFilter,
  AssetsSearchWithFiltersInput,
} from '../../../contract/schemas';
import type { AssetRecord } from '../../../store/records';
import type { ApiContext } from '../../context';
import { libraryOf } from '../engineDocuments';
import { findAll } from '../../records';
import { eachInTurns } from '../../turns';
import { latestFirst } from '../../conversations/wire';
import { toWireAsset } from '../../assets/wire';
import { toWireSummary, toWireTag, toWireWebsite, cleanTag } from '../../assets/attach';
import type { WireOptions } from '../../wireValues';
import { bestOf, createAssetMatcher, createTextMatcher, type Match, createFinder, type Finder } from './matching';
import { ApiError } from '../../../contract/errors';
import type { Store } from '../../../store/types';
import { tagIdentity } from '../lookups';
import { textOf } from '../../assets/content';

type AssetSearch =
  'searchAssets' | 'fullTextSearch' | 'neuralCodeSearch' | 'tagBasedSearch' | 'assetsSearchWithFilters';
type AttachmentSearch = 'searchTags' | 'searchWebsites' | 'searchWorkstreamSummaries';

/** Most results, equal to the maximum of relevance. */
const maxResults = 100;
/** Most characters of a query. */
const maxQueryCharacters = 10_000;

interface Hit extends Match {
  asset: Readonly<AssetRecord>;
}

export function searchHandlers(context: ApiContext) {
  return { ...assetSearches(context), ...attachmentSearches(context) };
}

function assetSearches(context: ApiContext) {
  const { store } = context;

  const answer = (hits: readonly Hit[], options: WireOptions): Written<SearchedAssets> => {
    const toSearched = ({ asset, score, exact, match }: Hit): Written<SearchedAsset> => {
      return { identifier: asset.id, exact, score, match, asset: toWireAsset(context, asset, options) };
    };
    const exact = hits.filter((hit) => hit.exact).length;
    return { iterable: LongList.of(() => hits, toSearched), exact, suggested: hits.length - exact };
  };

  return {
    searchAssets: async ({ query }, call) => {
      const isMeant = createTagTest(store, query.searchable_tags?.split(',') ?? []);
      return answer(await find(context, call, query.query, { isMeant, kinds: ['names', 'content', 'engine'] }), query);
    },
    fullTextSearch: async ({ query }, call) =>
      answer(await find(context, call, query.query, { kinds: ['content', 'engine'] }), query),
    neuralCodeSearch: async ({ query }, call) =>
      answer(await find(context, call, query.query, { kinds: ['engine'] }), query),
    tagBasedSearch: async ({ body, query }, call) => {
      const tags = body.iterable.map(({ text }) => text);
      const isMeant = tags.length > 0 ? createTagTest(store, tags) : () => false;
      const hits = await find(context, call, undefined, { isMeant, kinds: [] });
      return answer(
        hits.map((hit) => ({ ...hit, match: 'TAGS' })),
        query,
      );
    },
    assetsSearchWithFilters: async ({ body, query }, call) => {
      const isMeant = createFilter(store, body);
      const hits = await find(context, call, body.query, { isMeant, kinds: ['names', 'content', 'engine'] });
      return { results: answer(hits, query) };
    },
  } satisfies Pick<Handlers, AssetSearch>;
}

/** Searches tags, websites and summaries by the similarity of their texts. */
function attachmentSearches(context: ApiContext) {
  const { store } = context;
  const textsOfSummary = ({ name, annotations }: { name: string; annotations: string[] }) => [
    name,
    ...findAll(store, 'annotations', annotations).map(({ text }) => text),
  ];
  return {
    searchTags: async ({ body }, call) => {
      const hits = await alike(context, call, store.list('tags'), queryOf(body), ({ text }) => [text]);
      const toSearched = ({ record, ...hit }: (typeof hits)[number]) => ({ ...hit, tag: toWireTag(record) });
      return { iterable: LongList.of(() => hits, toSearched) };
    },
    searchWebsites: async ({ body }, call) => {
      const hits = await alike(context, call, store.list('websites'), queryOf(body), ({ name, url }) => [name, url]);
      const toSearched = ({ record, ...hit }: (typeof hits)[number]) => ({ ...hit, website: toWireWebsite(record) });
      return { iterable: LongList.of(() => hits, toSearched) };
    },
    searchWorkstreamSummaries: async ({ body }, call) => {
      const hits = await alike(context, call, store.list('summaries'), queryOf(body), textsOfSummary);
      const toSearched = ({ record, ...hit }: (typeof hits)[number]) => ({ ...hit, summary: toWireSummary(record) });
      return { iterable: LongList.of(() => hits, toSearched) };
    },
  } satisfies Pick<Handlers, AttachmentSearch>;
}

interface Wanted {
  isMeant?: (asset: Readonly<AssetRecord>) => boolean;
  /** names: the asset's name and attached texts; content: its text; engine: the engine's search by meaning. */
  kinds: ('names' | 'content' | 'engine')[];
}

/** The best matching assets, at most `maxResults`. Without a query, the newest come first. */
async function find(
  context: ApiContext,
  { signal }: CallContext,
  query: string | undefined,
  { isMeant = () => true, kinds }: Wanted,
): Promise<Hit[]> {
  const { store, turns } = context;
  const wanted = query?.trim() ?? '';
  const found = new Set<string>();
  const best = createBest<Hit>((one, other) => other.score - one.score || other.asset.updated - one.asset.updated);
  const assets = [...store.list('assets')].sort(latestFirst);
  const matchOf = wanted === '' ? () => everything : createAssetMatcher(store, wanted, kinds);
  await eachInTurns(turns, { items: assets, signal }, (asset) => {
    if (!isMeant(asset)) return;
    const match = matchOf(asset);
    if (!match) return;
    found.add(asset.id);
    best.add({ ...match, asset });
  });
  if (wanted !== '' && kinds.includes('engine')) {
    for (const { id, score } of await askEngine(context, wanted, signal)) {
      const asset = store.get('assets', id);
      if (!asset || !isMeant(asset) || found.has(id)) continue;
      best.add({ asset, exact: false, match: 'CONTENT', score: score / 2 });
    }
  }
  return best.take();
}

/** Collects the best hits in bounded memory, however many are added. */
function createBest<Hit>(compare: (one: Hit, other: Hit) => number) {
  let hits: Hit[] = [];
  const take = () => (hits = hits.sort(compare).slice(0, maxResults));
  return {
    add(hit: Hit): void {
      hits.push(hit);
      if (hits.length >= 5 * maxResults) take();
    },
    take,
  };
}

const everything: Match = { exact: true, match: 'CONTENT', score: 1 };

/**
 * Least of what an asset shares with the query, in words or words alike and in meaning, each up to 1: any code is a
 * little like any query. Chosen on 66 queries to two libraries of ten assets: it drops what is asked for in 4 of
 * 36, and leaves something in 3 of 30 that no asset answers.
 */
const leastShared = 0.4;

/** Searches assets with the engine; an asset scores as its best passage. */
async function askEngine(context: ApiContext, query: string, signal: AbortSignal) {
  await libraryOf(context).settled();
  const asked = { query, space: { documents: 'all' as const }, limit: maxResults, explain: true };
  const { snippets } = await context.engine.retrieve(asked, signal);
  const best = new Map<string, number>();
  for (const { source, score, explanation } of snippets) {
    // One name alone is looked up by its letters, so that what it finds has it.
    const { coverage = 1, meaning = 0 } = explanation?.parts ?? {};
    if (source.kind === 'document' && coverage + meaning >= leastShared)
      best.set(source.id, Math.max(score, best.get(source.id) ?? 0));
  }
  return [...best].map(([id, score]) => ({ id, score }));
}

const queryOf = ({ engines }: SearchInput): string =>
  (engines?.iterable ?? [])
    .flatMap(({ query }) => query?.trim() ?? [])
    .join(' ')
    .slice(0, maxQueryCharacters)
    .trim();

interface Alike<Item> {
  identifier: string;
  exact: boolean;
  similarity: number;
  record: Readonly<Item>;
}

/** Records ranked by their best matching text, at most `maxResults`; without a query, any records. */
async function alike<Item extends { id: string }>(
  { turns }: ApiContext,
  { signal }: CallContext,
  records: Iterable<Readonly<Item>>,
  query: string,
  textsOf: (record: Readonly<Item>) => string[],
): Promise<Alike<Item>[]> {
  const matchText = createTextMatcher(query);
  const best = createBest<Alike<Item>>((one, other) => other.similarity - one.similarity);
  await eachInTurns(turns, { items: [...records], signal }, (record) => {
    const match = query === '' ? everything : bestOf(textsOf(record).map(matchText));
    if (match) best.add({ identifier: record.id, exact: match.exact, similarity: match.score, record });
  });
  return best.take();
}

// Section: filters for the assets of a search.

type IsMeant = (asset: Readonly<AssetRecord>) => boolean;

/** Creates a test that is true when the asset has all of these tags. */
function createTagTest(store: Store, texts: readonly string[]): IsMeant {
  const wanted = new Set(texts.map((text) => tagIdentity(cleanTag(text))));
  wanted.delete('');
  return (asset) => {
    if (wanted.size === 0) return true;
    const carried = new Set(findAll(store, 'tags', asset.tags).map(({ text }) => tagIdentity(text)));
    return [...wanted].every((tag) => carried.has(tag));
  };
}

/**
 * Creates a filter from the request.
 * @throws ApiError `invalid` for conditions that would otherwise be ignored silently
 */
function createFilter(store: Store, { filters, space, casing }: AssetsSearchWithFiltersInput): IsMeant {
  const ids = new Set(space?.identifers?.iterable?.map(({ id }) => id.toLowerCase()));
  const tests = (filters?.iterable ?? []).map((filter, index) => {
    if (filter.operations) {
      const field = `body.filters.iterable.${index}.operations`;
      throw new ApiError('invalid', `${field} is not understood: put the filters side by side.`);
    }
    return testOf(store, filter, casing ?? false);
  });
  const isAny = filters?.type === 'OR';
  return (asset) =>
    (ids.size === 0 || ids.has(asset.id)) &&
    (tests.length === 0 || (isAny ? tests.some((test) => test(asset)) : tests.every((test) => test(asset))));
}

/** Creates the test for one filter; it names tags, websites and persons by id or by text. */
function testOf(store: Store, filter: AssetFilter, isCaseKept: boolean): IsMeant {
  const { classification, tags = [], websites = [], persons = [], phrase, created, updated } = filter;
  const tagTests = tags.map((tag) => ({ tag, isCarried: createTagTest(store, [tag]) }));
  const holds = phrase?.value ? createFinder(phrase.value, isCaseKept).isIn : undefined;
  return (asset) =>
    (classification === undefined || asset.formats.some(({ specific }) => specific === classification)) &&
    tagTests.every(({ tag, isCarried }) => asset.tags.includes(tag) || isCarried(asset)) &&
    websites.every(
      (website) =>
        asset.websites.includes(website) ||
        findAll(store, 'websites', asset.websites).some(({ url, name }) => url === website || name === website),
    ) &&
    persons.every(
      (person) =>
        asset.persons.includes(person) ||
        findAll(store, 'persons', asset.persons).some(({ name, email }) => name === person || email === person),
    ) &&
    (!phrase || !holds || holdsPhrase(store, asset, phrase, holds)) &&
    isWithin(asset.created, created) &&
    isWithin(asset.updated, updated);
}

/** True when the phrase occurs in one of the named places, or anywhere when none is named. */
function holdsPhrase(
  store: Store,
  asset: Readonly<AssetRecord>,
  { title, content, annotation }: NonNullable<AssetFilter['phrase']>,
  holds: Finder['isIn'],
): boolean {
  const isAnywhere = !title && !content && !annotation;
  const texts = [
    ...(title || isAnywhere ? [asset.name] : []),
    ...(content || isAnywhere ? [textOf(asset) ?? ''] : []),
    ...(annotation || isAnywhere ? findAll(store, 'annotations', asset.annotations).map(({ text }) => text) : []),
  ];
  return texts.some(holds);
}

/** True when the time lies in the period; an unreadable date is no bound. */
function isWithin(time: number, period: AssetFilter['created']): boolean {
  const from = Date.parse(period?.from?.value ?? '');
  const to = Date.parse(period?.to?.value ?? '');
  return !(time < from) && !(time > to);
}
