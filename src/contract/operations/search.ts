/** Searching the library. */
import * as Type from 'typebox';
import * as S from '../schemas';
import { Transferables, type Operation } from './operation';

const Query = Type.Optional(Type.String({ maxLength: 10_000 }));
const SearchQuery = Type.Object({ query: Query, transferables: Type.Optional(Type.Boolean()) });
const TaggedQuery = Type.Object({
  ...SearchQuery.properties,
  searchable_tags: Type.Optional(Type.String({ maxLength: 10_000, description: 'Texts of tags, comma between them.' })),
});

// prettier-ignore
export const searchOperations = {
  searchAssets: {
    method: 'GET', path: '/assets/search', summary: 'Assets by name, tags, notes and content, slips forgiven.',
    query: TaggedQuery, returns: S.SearchedAssets, errors: [500], isLong: true,
  },
  fullTextSearch: {
    method: 'GET', path: '/search/full_text', summary: 'Assets that hold the text.',
    query: SearchQuery, returns: S.SearchedAssets, errors: [500], isLong: true,
  },
  neuralCodeSearch: {
    method: 'GET', path: '/search/neural_code', summary: 'Assets whose code does what is described.',
    query: SearchQuery, returns: S.SearchedAssets, errors: [500], isLong: true,
  },
  tagBasedSearch: {
    method: 'POST', path: '/search/tag_based', summary: 'Assets that carry the tags.',
    query: Transferables, body: S.SeededAssetTags, returns: S.SearchedAssets, errors: [400, 500], isLong: true,
  },
  assetsSearchWithFilters: {
    method: 'POST', path: '/assets/search', summary: 'Assets that match the query and pass the filters.',
    query: Transferables, body: S.AssetsSearchWithFiltersInput, returns: S.AssetsSearchWithFiltersOutput,
    errors: [400, 500], isLong: true,
  },
  searchTags: {
    method: 'POST', path: '/tags/search', summary: 'Tags by their text.',
    query: Transferables, body: S.SearchInput, returns: S.SearchedTags, errors: [400, 500], isLong: true,
  },
  searchWebsites: {
    method: 'POST', path: '/websites/search', summary: 'Websites by name and address.',
    query: Transferables, body: S.SearchInput, returns: S.SearchedWebsites, errors: [400, 500], isLong: true,
  },
  searchWorkstreamSummaries: {
    method: 'POST', path: '/workstream_summaries/search', summary: 'Workstream summaries by name and text.',
    query: Transferables, body: S.SearchInput, returns: S.SearchedWorkstreamSummaries, errors: [400, 500], isLong: true,
  },
} as const satisfies Record<string, Operation>;
