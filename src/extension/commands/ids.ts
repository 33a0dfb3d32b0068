/** Every command of the shell, and nothing of the editor: a test compares this list with the manifest. */
export const commandIds = [
  'quarry.saveSelection',
  'quarry.saveFile',
  'quarry.newChat',
  'quarry.showHistory',
  'quarry.askAboutSelection',
  'quarry.askAboutAsset',
  'quarry.findRelatedCode',
  'quarry.suggestQuestions',
  'quarry.searchAssets',
  'quarry.insertAsset',
  'quarry.copyAsset',
  'quarry.openAsset',
  'quarry.deleteAsset',
  'quarry.exportAsset',
  'quarry.reclassifyAsset',
  'quarry.addTag',
  'quarry.copyServerAddress',
  'quarry.showServerStatus',
  'quarry.refreshAssets',
  'quarry.restartService',
  'quarry.showLog',
] as const;

export type CommandId = (typeof commandIds)[number];
