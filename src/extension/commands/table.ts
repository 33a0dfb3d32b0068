/**
 * The table of all commands. It must not use the editor: ids are registered while the editor starts, and tests compare
 * the rows with the manifest. A new command needs a row here and an exported function of that name in this folder.
 */

/**
 * Where users find a command. `manifest`: in the palette and menus, with entry and title in the manifest. `list`: only
 * as a button or as a row of a list (Manage Library, Edit Asset Details, Find Origin and Uses, Show Server Status,
 * Choose Model, Show Team), which keeps the palette short.
 */
type Place = 'manifest' | 'list';

const table = {
  saveSelection: 'manifest',
  saveFile: 'manifest',
  saveClipboard: 'manifest',
  saveTerminalSelection: 'manifest',
  saveNotebookCell: 'manifest',
  saveCode: 'list',
  searchAssets: 'manifest',
  groupLibrary: 'manifest',
  filterLibrary: 'manifest',
  clearLibraryFilter: 'manifest',
  showMoreAssets: 'list',
  refreshAssets: 'list',
  insertAsset: 'manifest',
  copyAsset: 'manifest',
  openAsset: 'manifest',
  exportAsset: 'manifest',
  editDetails: 'manifest',
  renameAsset: 'list',
  editDescription: 'list',
  addTag: 'list',
  editTags: 'list',
  editLinks: 'list',
  editPeople: 'list',
  editSummaries: 'list',
  toggleTemplate: 'list',
  reclassifyAsset: 'list',
  openOrigin: 'list',
  compareOrigin: 'manifest',
  updateFromOrigin: 'list',
  detachOrigin: 'list',
  chooseOriginStep: 'manifest',
  findUses: 'list',
  manageLibrary: 'manifest',
  exportLibrary: 'list',
  importAssets: 'list',
  undoImport: 'list',
  backUpLibrary: 'list',
  verifyBackups: 'list',
  restoreBackup: 'list',
  chooseDataFolder: 'list',
  deleteAllData: 'list',
  showTimeline: 'manifest',
  deleteAsset: 'manifest',
  restoreAsset: 'manifest',
  deleteForever: 'manifest',
  emptyTrash: 'manifest',
  newChat: 'manifest',
  showHistory: 'manifest',
  exportChat: 'manifest',
  exportChatFile: 'manifest',
  importChat: 'manifest',
  openChatInEditor: 'manifest',
  applyProposal: 'manifest',
  discardProposal: 'manifest',
  nextCitation: 'manifest',
  previousCitation: 'manifest',
  nextCodeBlock: 'manifest',
  previousCodeBlock: 'manifest',
  askAboutFile: 'manifest',
  askAboutFolder: 'manifest',
  askAboutSelection: 'manifest',
  askAboutAsset: 'manifest',
  findRelatedCode: 'manifest',
  suggestQuestions: 'manifest',
  pauseIndexing: 'list',
  resumeIndexing: 'list',
  cancelIndexing: 'list',
  runDoctor: 'list',
  shareAsset: 'manifest',
  showTeam: 'manifest',
  signInTeam: 'list',
  signOutTeam: 'list',
  syncTeam: 'list',
  showSpaces: 'list',
  makeSpace: 'list',
  decideLostSpace: 'list',
  unshareAsset: 'list',
  showAssetHistory: 'list',
  showConflicts: 'list',
  showConflict: 'list',
  chooseModel: 'manifest',
  setModelKey: 'list',
  forgetDestinations: 'list',
  copyServerAddress: 'list',
  connectAgents: 'manifest',
  showServerStatus: 'manifest',
  renewToken: 'list',
  restartService: 'list',
  showLog: 'list',
} as const satisfies Record<string, Place>;

/** Name of a command's function; the editor's id adds our prefix. */
export type CommandName = keyof typeof table;
export type CommandId = `quarry.${CommandName}`;

// Checked boundary: these are the keys of the table, which the compiler widens to string.
export const commandNames = Object.keys(table) as CommandName[];
export const idOf = (name: CommandName): CommandId => `quarry.${name}`;

/** Ids of the commands in the manifest. */
export const offeredIds: readonly CommandId[] = commandNames.filter((name) => table[name] === 'manifest').map(idOf);
