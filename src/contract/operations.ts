/**
 * The contract as a table: routes, checks, clients, tests and OpenAPI are derived from it. Must not know who handles or
 * carries an operation. To add one, write its row in its group, here or in
 * `operations/`, then its handler in api/.
 */
import type * as Type from 'typebox';
import { libraryOperations, searchOperations } from './operations/library';
import {
  AssetConversation,
  AssetPath,
  AssetSummary,
  AssetTag,
  AssetWebsite,
  associationErrors,
  ConversationPath,
  engineErrors,
  ExportQuery,
  MessagePath,
  SnapshotQuery,
  SummaryPath,
  TagPath,
  Text,
  Transferables,
  WebsitePath,
  type Operation,
} from './operations/operation';
import { chatOperations } from './operations/chats';
import { sharingOperations } from './operations/team';
import { startOperations, codeOperations } from './operations/programs';
import * as S from './schemas';

export type { Operation, Schema } from './operations/operation';

// One row for each operation, so that it reads as a table.
// prettier-ignore
export const operations = {
  // Assets: the interface's fifteen operations.
  assetSnapshot: {
    method: 'GET', path: '/asset/{asset}', summary: 'One asset.',
    params: AssetPath, query: SnapshotQuery, returns: S.Asset, errors: [410],
  },
  assetSnapshotPost: {
    method: 'POST', path: '/asset/{asset}', summary: 'One asset, recording who asked for it.',
    params: AssetPath, query: Transferables, body: S.SeededAccessor, returns: S.Asset, errors: [400, 410],
  },
  assetUpdate: {
    method: 'POST', path: '/asset/update', summary: 'Change the name and marks of an asset.',
    query: Transferables, body: S.AssetUpdate, returns: S.Asset, errors: [400, 410],
  },
  assetReclassify: {
    method: 'POST', path: '/asset/reclassify', summary: 'Set the language of an asset.',
    query: Transferables, body: S.AssetReclassification, returns: S.Asset, errors: [400, 410],
  },
  assetFormats: {
    method: 'GET', path: '/asset/{asset}/formats', summary: 'Every stored form of an asset.',
    params: AssetPath, query: Transferables, returns: S.Formats, errors: [410],
  },
  assetSpecificAssetActivities: {
    method: 'GET', path: '/asset/{asset}/activities', summary: 'What happened to an asset, newest first.',
    params: AssetPath, query: Transferables, returns: S.Activities, errors: [410, 500],
  },
  assetSpecificAssetConversations: {
    method: 'GET', path: '/asset/{asset}/conversations', summary: 'The conversations an asset is part of.',
    params: AssetPath, query: Transferables, returns: S.Conversations, errors: [410, 500],
  },
  assetSpecificAssetExport: {
    method: 'GET', path: '/asset/{asset}/export', summary: 'An asset as one HTML or Markdown document.',
    params: AssetPath, query: ExportQuery, returns: S.ExportedAsset, errors: [400, 410, 500],
  },
  assetScoresIncrement: {
    method: 'POST', path: '/asset/{asset}/scores/increment', summary: 'Count a use of an asset.',
    params: AssetPath, body: S.SeededScoreIncrement, returns: null, errors: [410, 500],
  },
  assetAssociateTag: {
    method: 'POST', path: '/asset/{asset}/tags/associate/{tag}', summary: 'Put a tag on an asset.',
    params: AssetTag, returns: null, errors: associationErrors,
  },
  assetDisassociateTag: {
    method: 'POST', path: '/asset/{asset}/tags/disassociate/{tag}', summary: 'Take a tag off an asset.',
    params: AssetTag, returns: null, errors: associationErrors,
  },
  assetAssociateWebsite: {
    method: 'POST', path: '/asset/{asset}/websites/associate/{website}', summary: 'Link a website to an asset.',
    params: AssetWebsite, returns: null, errors: associationErrors,
  },
  assetDisassociateWebsite: {
    method: 'POST', path: '/asset/{asset}/websites/disassociate/{website}', summary: 'Unlink a website.',
    params: AssetWebsite, returns: null, errors: associationErrors,
  },
  assetAssociateWorkstreamSummary: {
    method: 'POST', path: '/asset/{asset}/workstream_summaries/associate/{workstream_summary}',
    summary: 'Link a workstream summary to an asset.', params: AssetSummary, returns: null, errors: associationErrors,
  },
  assetDisassociateWorkstreamSummary: {
    method: 'POST', path: '/asset/{asset}/workstream_summaries/disassociate/{workstream_summary}',
    summary: 'Unlink a workstream summary.', params: AssetSummary, returns: null, errors: associationErrors,
  },

  // Question answering: five of the interface's operations; the sixth, /qgpt/stream, is in stream.ts.
  relevance: {
    method: 'POST', path: '/qgpt/relevance', summary: 'Search a query space; returns the relevant snippets.',
    body: S.QGPTRelevanceInput, returns: S.QGPTRelevanceOutput, errors: [...engineErrors, 403], isEngine: true,
  },
  question: {
    method: 'POST', path: '/qgpt/question', summary: 'Answer a question from relevant snippets.',
    body: S.QGPTQuestionInput, returns: S.QGPTQuestionOutput, errors: engineErrors, isEngine: true,
  },
  reprompt: {
    method: 'POST', path: '/qgpt/reprompt', summary: 'Turn a follow-up and the history into a query of its own.',
    body: S.QGPTRepromptInput, returns: S.QGPTRepromptOutput, errors: [400, 500], isLong: true,
  },
  hints: {
    method: 'POST', path: '/qgpt/hints', summary: 'Follow-up questions.',
    body: S.QGPTHintsInput, returns: S.QGPTQuestionOutput, errors: [400, 500], isLong: true,
  },
  personsRelated: {
    method: 'POST', path: '/qgpt/persons/related', summary: 'People who can help, with the reason for each.',
    query: Transferables, body: S.QGPTPersonsRelatedInput, returns: S.QGPTPersonsRelatedOutput, errors: [400, 500],
    isLong: true,
  },

  // Adjacent operations, without which the interface's own have no data.
  getWellKnownHealth: {
    method: 'GET', path: '/.well-known/health', summary: 'Is the server up? Answers `ok:` and its instance.',
    returns: Text, errors: [],
  },
  getWellKnownVersion: {
    method: 'GET', path: '/.well-known/version', summary: 'Version of the interface, major.minor.patch.',
    returns: Text, errors: [],
  },
  assetsCreateNewAsset: {
    method: 'POST', path: '/assets/create', summary: 'Save a piece of code.',
    query: Transferables, body: S.Seed, returns: S.Asset, errors: [400],
  },
  assetsSnapshot: {
    method: 'GET', path: '/assets', summary: 'All assets.', query: Transferables, returns: S.Assets, errors: [],
  },
  assetsDeleteAsset: {
    method: 'POST', path: '/assets/{asset}/delete', summary: 'Delete an asset; answers its id.',
    params: AssetPath, returns: Text, errors: [410],
  },
  tagsCreateNewTag: {
    method: 'POST', path: '/tags/create', summary: 'Create a tag.',
    query: Transferables, body: S.SeededTag, returns: S.Tag, errors: [400, 500],
  },
  tagsSnapshot: {
    method: 'GET', path: '/tags', summary: 'All tags.', query: Transferables, returns: S.Tags, errors: [500],
  },
  tagsDeleteSpecificTag: {
    method: 'POST', path: '/tags/{tag}/delete', summary: 'Delete a tag; its assets stay.',
    params: TagPath, returns: null, errors: [404, 500],
  },
  tagAssociateAsset: {
    method: 'POST', path: '/tag/{tag}/assets/associate/{asset}', summary: 'Put a tag on an asset.',
    params: AssetTag, returns: null, errors: associationErrors,
  },
  tagDisassociateAsset: {
    method: 'POST', path: '/tag/{tag}/assets/disassociate/{asset}', summary: 'Take a tag off an asset.',
    params: AssetTag, returns: null, errors: associationErrors,
  },
  websitesCreateNewWebsite: {
    method: 'POST', path: '/websites/create', summary: 'Create a website link.',
    query: Transferables, body: S.SeededWebsite, returns: S.Website, errors: [400, 500],
  },
  websitesSnapshot: {
    method: 'GET', path: '/websites', summary: 'All websites.', query: Transferables, returns: S.Websites, errors: [500],
  },
  websitesDeleteSpecificWebsite: {
    method: 'POST', path: '/websites/{website}/delete', summary: 'Delete a website; its assets stay.',
    params: WebsitePath, returns: null, errors: [404, 500],
  },
  websiteAssociateAsset: {
    method: 'POST', path: '/website/{website}/assets/associate/{asset}', summary: 'Link a website to an asset.',
    params: AssetWebsite, returns: null, errors: associationErrors,
  },
  websiteDisassociateAsset: {
    method: 'POST', path: '/website/{website}/assets/disassociate/{asset}', summary: 'Unlink a website.',
    params: AssetWebsite, returns: null, errors: associationErrors,
  },
  workstreamSummariesCreateNewWorkstreamSummary: {
    method: 'POST', path: '/workstream_summaries/create', summary: 'Create a workstream summary.',
    query: Transferables, body: S.SeededWorkstreamSummary, returns: S.WorkstreamSummary, errors: [400, 500],
  },
  workstreamSummariesSnapshot: {
    method: 'GET', path: '/workstream_summaries', summary: 'All workstream summaries.',
    query: Transferables, returns: S.WorkstreamSummaries, errors: [500],
  },
  workstreamSummariesDeleteSpecificWorkstreamSummary: {
    method: 'POST', path: '/workstream_summaries/{workstream_summary}/delete',
    summary: 'Delete a workstream summary; its assets stay.', params: SummaryPath, returns: null, errors: [404, 500],
  },
  workstreamSummaryAssociateAsset: {
    method: 'POST', path: '/workstream_summary/{workstream_summary}/assets/associate/{asset}',
    summary: 'Link a workstream summary to an asset.', params: AssetSummary, returns: null, errors: associationErrors,
  },
  workstreamSummaryDisassociateAsset: {
    method: 'POST', path: '/workstream_summary/{workstream_summary}/assets/disassociate/{asset}',
    summary: 'Unlink a workstream summary.', params: AssetSummary, returns: null, errors: associationErrors,
  },
  conversationsCreateSpecificConversation: {
    method: 'POST', path: '/conversations/create', summary: 'Start a conversation.',
    query: Transferables, body: S.SeededConversation, returns: S.Conversation, errors: [400, 410, 500],
  },
  conversationsSnapshot: {
    method: 'GET', path: '/conversations', summary: 'All conversations, latest first.',
    query: Transferables, returns: S.Conversations, errors: [500],
  },
  conversationGetSpecificConversation: {
    method: 'GET', path: '/conversation/{conversation}', summary: 'One conversation.',
    params: ConversationPath, query: Transferables, returns: S.Conversation, errors: [404],
  },
  conversationSpecificConversationMessages: {
    method: 'GET', path: '/conversation/{conversation}/messages', summary: 'Its messages, oldest first.',
    params: ConversationPath, query: Transferables, returns: S.ConversationMessages, errors: [404, 500],
  },
  conversationUpdate: {
    method: 'POST', path: '/conversation/update', summary: 'Rename or mark a conversation.',
    query: Transferables, body: S.ConversationUpdate, returns: S.Conversation, errors: [400, 404, 500],
  },
  conversationsDeleteSpecificConversation: {
    method: 'POST', path: '/conversations/{conversation}/delete', summary: 'Delete a conversation and its messages.',
    params: ConversationPath, returns: null, errors: [404, 500],
  },
  conversationAssociateAsset: {
    method: 'POST', path: '/conversation/{conversation}/assets/associate/{asset}',
    summary: 'Add an asset to a conversation.', params: AssetConversation, returns: null, errors: associationErrors,
  },
  conversationDisassociateAsset: {
    method: 'POST', path: '/conversation/{conversation}/assets/disassociate/{asset}',
    summary: 'Take an asset out of a conversation.', params: AssetConversation, returns: null, errors: associationErrors,
  },
  messageSpecificMessageSnapshot: {
    method: 'GET', path: '/message/{message}', summary: 'One message.',
    params: MessagePath, query: Transferables, returns: S.ConversationMessage, errors: [404],
  },

  // Adjacent operations that public programs call: one table for each part of the library.
  ...startOperations,
  ...libraryOperations,
  ...searchOperations,
  ...chatOperations,

  // Our extensions: outlines, symbols and references in code.
  ...codeOperations,

  // Internal: for our own windows only.
  windowUpdate: {
    method: 'POST', path: '/internal/window', summary: 'A window tells its folders and trust.',
    body: S.WindowState, returns: null, errors: [], isInternal: true,
  },
  filesChanged: {
    method: 'POST', path: '/internal/files', summary: 'Files changed on disk.',
    body: S.FilesChanged, returns: null, errors: [], isInternal: true,
  },
  libraryList: {
    method: 'POST', path: '/internal/library', summary: 'The rows of the library, or what changed since.',
    body: S.LibraryListing, returns: S.LibraryRows, errors: [], isInternal: true,
  },
  libraryNews: {
    method: 'POST', path: '/internal/library/news', summary: 'Waits until the library is another than the one that is known.',
    body: S.LibraryListing, returns: S.LibraryState, errors: [], isInternal: true,
  },
  assetContent: {
    method: 'GET', path: '/internal/asset/{asset}/content', summary: 'Text of an asset, for its document.',
    params: AssetPath, returns: S.AssetContent, errors: [410], isInternal: true,
  },
  assetEdit: {
    method: 'POST', path: '/internal/asset/{asset}/edit', summary: 'Change text, marks and origin of an asset.',
    params: AssetPath, body: S.AssetEdit, returns: S.EditedAsset, errors: [400, 403, 410], isInternal: true,
  },
  assetUsed: {
    method: 'POST', path: '/internal/asset/{asset}/used', summary: 'An asset was looked at or used here.',
    params: AssetPath, body: S.AssetUse, returns: null, errors: [410], isInternal: true,
  },
  assetFindPeople: {
    method: 'POST', path: '/internal/asset/{asset}/people', summary: 'Adds who wrote the saved lines, by git.',
    params: AssetPath, returns: S.Count, errors: [410], isInternal: true,
  },
  pieceInspect: {
    method: 'POST', path: '/internal/inspect', summary: 'Is this text saved already, and does it hold secrets?',
    body: S.PieceToInspect, returns: S.Inspection, errors: [], isInternal: true,
  },
  trashList: {
    method: 'GET', path: '/internal/trash', summary: 'Deleted assets that can come back.',
    returns: S.TrashedAssets, errors: [], isInternal: true,
  },
  trashRestore: {
    method: 'POST', path: '/internal/trash/restore', summary: 'Bring deleted assets back.',
    body: S.TrashedIds, returns: S.Count, errors: [], isInternal: true,
  },
  trashEmpty: {
    method: 'POST', path: '/internal/trash/empty', summary: 'Delete for good.',
    body: S.TrashToEmpty, returns: S.Count, errors: [], isInternal: true,
  },
  archiveExport: {
    method: 'POST', path: '/internal/archive/export', summary: 'Assets as Markdown documents.',
    body: S.ArchiveRequest, returns: S.ArchiveDocuments, errors: [], isInternal: true,
  },
  importRehearse: {
    method: 'POST', path: '/internal/import/rehearse', summary: 'What an import would do; changes nothing.',
    body: S.ImportRequest, returns: S.Rehearsal, errors: [400], isInternal: true,
  },
  importBatch: {
    method: 'POST', path: '/internal/import', summary: 'Import assets as part of a batch.',
    body: S.ImportBatch, returns: S.Count, errors: [400], isInternal: true,
  },
  importUndo: {
    method: 'POST', path: '/internal/import/undo', summary: 'Take a batch back.',
    body: S.ImportUndo, returns: S.Count, errors: [], isInternal: true,
  },
  timeline: {
    method: 'POST', path: '/internal/timeline', summary: 'What happened, newest first.',
    body: S.TimelineQuery, returns: S.Timeline, errors: [], isInternal: true,
  },
  backupsList: {
    method: 'GET', path: '/internal/backups', summary: 'The backups, newest first.',
    returns: S.Backups, errors: [], isInternal: true,
  },
  backupMake: {
    method: 'POST', path: '/internal/backups/make', summary: 'Back up the library as it is now.',
    returns: S.NamedBackup, errors: [], isInternal: true,
  },
  backupVerify: {
    method: 'POST', path: '/internal/backups/verify', summary: 'Restore a backup into a temporary library and compare.',
    body: S.NamedBackup, returns: S.BackupCheck, errors: [404], isInternal: true,
  },
  backupRestore: {
    method: 'POST', path: '/internal/backups/restore', summary: 'Make the library what a backup holds.',
    body: S.NamedBackup, returns: S.RestoredBackup, errors: [400, 404], isInternal: true,
  },
  libraryErase: {
    method: 'POST', path: '/internal/library/erase', summary: 'Erase library, backups and index for good.',
    returns: null, errors: [], isInternal: true,
  },
  libraryCopy: {
    method: 'POST', path: '/internal/library/copy', summary: 'Copy the library into another data folder.',
    body: S.LibraryCopy, returns: S.CopiedLibrary, errors: [400], isInternal: true,
  },
  modelsOffer: {
    method: 'POST', path: '/internal/models/offer', summary: 'A window tells which models it can ask.',
    body: S.ModelsOffer, returns: null, errors: [], isInternal: true,
  },
  modelWork: {
    method: 'POST', path: '/internal/models/work', summary: 'A window waits for questions to its models.',
    body: S.ModelWorkRequest, returns: S.ModelWork, errors: [], isInternal: true,
  },
  modelPieces: {
    method: 'POST', path: '/internal/models/pieces', summary: 'A window passes on what a model answers.',
    body: S.ModelPieces, returns: S.ModelPiecesReply, errors: [], isInternal: true,
  },
  serviceStatus: {
    method: 'GET', path: '/internal/status', summary: 'What the status item shows.',
    returns: S.ServiceStatus, errors: [], isInternal: true,
  },
  tokenRenew: {
    method: 'POST', path: '/internal/token/renew', summary: 'Make a new token; the one before is refused from then on.',
    returns: null, errors: [500], isInternal: true,
  },
  indexControl: {
    method: 'POST', path: '/internal/index', summary: 'Pause or cancel the reading of many files, or go on.',
    body: S.IndexControl, returns: null, errors: [], isInternal: true,
  },
  filesFind: {
    method: 'POST', path: '/internal/files/find', summary: 'Files and folders by name.',
    body: S.FilesQuery, returns: S.FilesFound, errors: [], isInternal: true,
  },
  questionPointing: {
    method: 'POST', path: '/internal/question/pointing', summary: 'Does a question mean what is selected?',
    body: S.PointingQuery, returns: S.Pointing, errors: [], isInternal: true,
  },
  copiesFind: {
    method: 'POST', path: '/internal/copies/find', summary: 'Where in files a text stands, or a near copy of it.',
    body: S.CopiesInput, returns: S.CopiesOutput, errors: [400, 403], isInternal: true, isEngine: true,
  },
  conversationsFind: {
    method: 'POST', path: '/internal/conversations/find', summary: 'Conversations by words, latest first.',
    body: S.ConversationsQuery, returns: S.ConversationsFound, errors: [], isInternal: true,
  },
  conversationRewind: {
    method: 'POST', path: '/internal/conversation/rewind', summary: 'Remove all but the first questions.',
    body: S.ConversationBeginning, returns: null, errors: [404], isInternal: true,
  },
  conversationCopy: {
    method: 'POST', path: '/internal/conversation/copy', summary: 'Go on with the first questions in a copy.',
    body: S.ConversationBeginning, returns: S.Conversation, errors: [404], isInternal: true,
  },
  conversationRestore: {
    method: 'POST', path: '/internal/conversation/restore', summary: 'Undo the deletion of a conversation.',
    body: S.RestoredConversation, returns: S.Conversation, errors: [400], isInternal: true,
  },
  ...sharingOperations,
} as const satisfies Record<string, Operation>;

export type Operations = typeof operations;
export type OperationName = keyof Operations;

type StaticOf<Entry, Part extends string> = Entry extends { [P in Part]: infer Schema extends Type.TSchema }
  ? Type.Static<Schema>
  : Record<never, never>;

/** The input of a handler: checked and converted, with all parts present. */
export interface Input<Name extends OperationName> {
  params: StaticOf<Operations[Name], 'params'>;
  query: StaticOf<Operations[Name], 'query'>;
  body: StaticOf<Operations[Name], 'body'>;
}

export type Output<Name extends OperationName> = Operations[Name]['returns'] extends infer Schema extends Type.TSchema
  ? Type.Static<Schema>
  : void;
