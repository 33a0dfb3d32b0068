/** Assets, formats and what is attached to assets, in addition to the interface's own operations. */
import * as Type from 'typebox';
import * as S from '../schemas';
import {
  AnchorPath,
  AnnotationPath,
  AssetAnchor,
  AssetPath,
  AssetPerson,
  associationErrors,
  FormatPath,
  PersonPath,
  SummaryPath,
  TagPath,
  Transferables,
  WebsitePath,
  type Operation,
} from './operation';

/** Format operations spell the option in the singular. */
const Transferable = Type.Object({
  transferable: Type.Optional(Type.Boolean()),
  transferables: Type.Optional(Type.Boolean()),
});
const AnnotationQuery = Type.Object({ annotation_type_filter: Type.Optional(S.AnnotationType) });

// prettier-ignore
export const libraryOperations = {
  // Assets and their formats.
  assetsIdentifiersSnapshot: {
    method: 'GET', path: '/assets/identifiers', summary: 'Ids of all assets, newest first.',
    returns: S.References, errors: [500],
  },
  assetsSpecificAssetSnapshot: {
    method: 'GET', path: '/assets/{asset}', summary: 'One asset.',
    params: AssetPath, query: Transferables, returns: S.Asset, errors: [410],
  },
  assetsSpecificAssetFormatsSnapshot: {
    method: 'GET', path: '/assets/{asset}/formats', summary: 'Every stored form of an asset.',
    params: AssetPath, query: Transferables, returns: S.Formats, errors: [410],
  },
  assetsDraft: {
    method: 'POST', path: '/assets/draft', summary: 'What an asset of this seed would be given; nothing is saved.',
    query: Transferables, body: S.Seed, returns: S.Seed, errors: [400, 500],
  },
  // Like `exists` for tags and websites: a program asks before it saves.
  assetsExists: {
    method: 'POST', path: '/assets/exists', summary: 'Assets with this text, and lines of it that look like secrets.',
    body: S.PieceToInspect, returns: S.Inspection, errors: [400, 500],
  },
  formatSnapshot: {
    method: 'GET', path: '/format/{format}', summary: 'One stored form of an asset.',
    params: FormatPath, query: Transferable, returns: S.Format, errors: [404],
  },
  formatUpdateValue: {
    method: 'POST', path: '/format/update/value', summary: 'Change the content of a format.',
    query: Transferable, body: S.FormatUpdate, returns: S.Format, errors: [400, 404, 500],
  },
  formatReclassify: {
    method: 'POST', path: '/format/reclassify', summary: 'Set the language of a format.',
    query: Transferable, body: S.FormatReclassification, returns: S.Format, errors: [400, 404],
  },
  activitiesSnapshot: {
    method: 'GET', path: '/activities', summary: 'What happened to all assets, newest first.',
    query: Transferables, returns: S.Activities, errors: [500],
  },

  // Tags, websites, workstream summaries.
  tagsSpecificTagSnapshot: {
    method: 'GET', path: '/tag/{tag}', summary: 'One tag.',
    params: TagPath, query: Transferables, returns: S.Tag, errors: [404],
  },
  tagUpdate: {
    method: 'POST', path: '/tag/update', summary: 'Change the text of a tag.',
    query: Transferables, body: S.TagUpdate, returns: S.Tag, errors: [400, 404, 500],
  },
  tagsExists: {
    method: 'POST', path: '/tags/exists', summary: 'The tag with this text, if there is one.',
    body: S.ExistentMetadata, returns: S.ExistingMetadata, errors: [400, 500],
  },
  websitesSpecificWebsiteSnapshot: {
    method: 'GET', path: '/website/{website}', summary: 'One website.',
    params: WebsitePath, query: Transferables, returns: S.Website, errors: [404],
  },
  websiteUpdate: {
    method: 'POST', path: '/website/update', summary: 'Change the name or the address of a website.',
    query: Transferables, body: S.WebsiteUpdate, returns: S.Website, errors: [400, 404, 500],
  },
  websitesExists: {
    method: 'POST', path: '/websites/exists', summary: 'The website with this address, if there is one.',
    body: S.ExistentMetadata, returns: S.ExistingMetadata, errors: [400, 500],
  },
  workstreamSummariesSpecificWorkstreamSummarySnapshot: {
    method: 'GET', path: '/workstream_summary/{workstream_summary}', summary: 'One workstream summary.',
    params: SummaryPath, query: Transferables, returns: S.WorkstreamSummary, errors: [404],
  },
  workstreamSummaryUpdate: {
    method: 'POST', path: '/workstream_summary/update', summary: 'Rename or mark a workstream summary.',
    query: Transferables, body: S.WorkstreamSummaryUpdate, returns: S.WorkstreamSummary, errors: [400, 404, 500],
  },

  // Persons.
  personsCreateNewPerson: {
    method: 'POST', path: '/persons/create', summary: 'Note a person.',
    query: Transferables, body: S.SeededPerson, returns: S.Person, errors: [400, 410, 500],
  },
  personsSnapshot: {
    method: 'GET', path: '/persons', summary: 'All persons.', query: Transferables, returns: S.Persons, errors: [500],
  },
  personSnapshot: {
    method: 'GET', path: '/person/{person}', summary: 'One person.',
    params: PersonPath, query: Transferables, returns: S.Person, errors: [404, 500],
  },
  updatePerson: {
    method: 'POST', path: '/person/update', summary: 'Change what is known of a person.',
    query: Transferables, body: S.PersonUpdate, returns: S.Person, errors: [400, 404],
  },
  personsDeletePerson: {
    method: 'POST', path: '/persons/{person}/delete', summary: 'Forget a person; their assets stay.',
    params: PersonPath, returns: null, errors: [404, 500],
  },
  assetAssociatePerson: {
    method: 'POST', path: '/asset/{asset}/persons/associate/{person}', summary: 'Put a person to an asset.',
    params: AssetPerson, returns: null, errors: associationErrors,
  },
  assetDisassociatePerson: {
    method: 'POST', path: '/asset/{asset}/persons/disassociate/{person}', summary: 'Take a person off an asset.',
    params: AssetPerson, returns: null, errors: associationErrors,
  },
  personAssociateAsset: {
    method: 'POST', path: '/person/{person}/assets/associate/{asset}', summary: 'Put a person to an asset.',
    params: AssetPerson, returns: null, errors: associationErrors,
  },
  personDisassociateAsset: {
    method: 'POST', path: '/person/{person}/assets/disassociate/{asset}', summary: 'Take a person off an asset.',
    params: AssetPerson, returns: null, errors: associationErrors,
  },

  // Annotations.
  annotationsCreateNewAnnotation: {
    method: 'POST', path: '/annotations/create', summary: 'Annotate an asset, a chat, a summary, a person or a file.',
    body: S.SeededAnnotation, returns: S.Annotation, errors: [400, 404, 410, 500],
  },
  annotationsSnapshot: {
    method: 'GET', path: '/annotations', summary: 'All annotations, or those of one type.',
    query: AnnotationQuery, returns: S.Annotations, errors: [500],
  },
  annotationSpecificAnnotationSnapshot: {
    method: 'GET', path: '/annotation/{annotation}', summary: 'One annotation.',
    params: AnnotationPath, returns: S.Annotation, errors: [404, 500],
  },
  annotationUpdate: {
    method: 'POST', path: '/annotation/update', summary: 'Change the text, type or mark of an annotation.',
    body: S.AnnotationUpdate, returns: S.Annotation, errors: [400, 404, 500],
  },
  annotationsDeleteSpecificAnnotation: {
    method: 'POST', path: '/annotations/{annotation}/delete', summary: 'Delete an annotation.',
    params: AnnotationPath, returns: null, errors: [404, 500],
  },

  // Anchors.
  anchorsCreateNewAnchor: {
    method: 'POST', path: '/anchors/create', summary: 'Name a file or folder by an id.',
    query: Transferables, body: S.SeededAnchor, returns: S.Anchor, errors: [400, 404, 410, 500],
  },
  anchorSpecificAnchorSnapshot: {
    method: 'GET', path: '/anchor/{anchor}', summary: 'One file or folder.',
    params: AnchorPath, query: Transferables, returns: S.Anchor, errors: [404],
  },
  assetAssociateAnchor: {
    method: 'POST', path: '/asset/{asset}/anchors/associate/{anchor}', summary: 'Put a file to an asset.',
    params: AssetAnchor, returns: null, errors: associationErrors,
  },
  assetDisassociateAnchor: {
    method: 'POST', path: '/asset/{asset}/anchors/disassociate/{anchor}', summary: 'Take a file off an asset.',
    params: AssetAnchor, returns: null, errors: associationErrors,
  },
} as const satisfies Record<string, Operation>;

// Section: searching the library.

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
