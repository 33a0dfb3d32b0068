/**
 * Every command, one row each, and nothing of the editor: ids are registered while the editor starts, and tests compare
 * the rows with the manifest. To add one: its row here and an exported function named like it in a file of this folder.
 */

/**
 * Where a person finds it. `manifest`: in the palette and menus, so the manifest holds its entry and its title. `list`:
 * it is a row of a list (Manage Library, Edit Asset Details, Find Origin and Uses, Show Server Status, Choose Model,
 * Show Team) or a button, so that the palette holds what a person looks for.
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

/** What the command's function is called; the editor knows it with our prefix. */
export type CommandName = keyof typeof table;
export type CommandId = `quarry.${CommandName}`;

// Checked boundary: the keys of the table, which the compiler widens to text.
export const commandNames = Object.keys(table) as CommandName[];
export const idOf = (name: CommandName): CommandId => `quarry.${name}`;

/** The commands that the manifest offers. */
export const offeredIds: readonly CommandId[] = commandNames.filter((name) => table[name] === 'manifest').map(idOf);
