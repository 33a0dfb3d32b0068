/** The commands of the library: what is kept, and how it is looked at. */
import type { Command } from './command';
import { addTag } from './addTag';
import { exportLibrary, importAssets, undoImport } from './archive';
import { backUpLibrary, restoreBackup, verifyBackups } from './backups';
import { chooseDataFolder } from './chooseDataFolder';
import { copyAsset } from './copyAsset';
import { deleteAllData } from './deleteAllData';
import {
  editDescription,
  editDetails,
  editLinks,
  editPeople,
  editSummaries,
  editTags,
  renameAsset,
} from './editDetails';
import { exportAsset } from './exportAsset';
import { findUses } from './findUses';
import type { LibraryCommandId } from './ids';
import { insertAsset } from './insertAsset';
import { manageLibrary } from './manageLibrary';
import { openAsset } from './openAsset';
import { clearLibraryFilter, filterLibrary, groupLibrary, showMoreAssets } from './organize';
import { chooseOriginStep, compareOrigin, detachOrigin, openOrigin, updateFromOrigin } from './origin';
import { reclassifyAsset } from './reclassifyAsset';
import { saveClipboard, saveCode, saveNotebookCell, saveTerminalSelection } from './saveElsewhere';
import { saveFile } from './saveFile';
import { saveSelection } from './saveSelection';
import { searchAssets } from './searchAssets';
import { showTimeline } from './showTimeline';
import { toggleTemplate } from './toggleTemplate';
import { deleteAsset, deleteForever, emptyTrash, restoreAsset } from './trash';

export const libraryCommands: Record<LibraryCommandId, Command> = {
  'quarry.saveSelection': saveSelection,
  'quarry.saveFile': saveFile,
  'quarry.saveClipboard': saveClipboard,
  'quarry.saveTerminalSelection': saveTerminalSelection,
  'quarry.saveNotebookCell': saveNotebookCell,
  'quarry.saveCode': saveCode,
  'quarry.searchAssets': searchAssets,
  'quarry.groupLibrary': groupLibrary,
  'quarry.filterLibrary': filterLibrary,
  'quarry.clearLibraryFilter': clearLibraryFilter,
  'quarry.showMoreAssets': showMoreAssets,
  'quarry.refreshAssets': ({ quarry }) => quarry.assetsChanged(),
  'quarry.insertAsset': insertAsset,
  'quarry.copyAsset': copyAsset,
  'quarry.openAsset': openAsset,
  'quarry.exportAsset': exportAsset,
  'quarry.editDetails': editDetails,
  'quarry.renameAsset': renameAsset,
  'quarry.editDescription': editDescription,
  'quarry.addTag': addTag,
  'quarry.editTags': editTags,
  'quarry.editLinks': editLinks,
  'quarry.editPeople': editPeople,
  'quarry.editSummaries': editSummaries,
  'quarry.toggleTemplate': toggleTemplate,
  'quarry.reclassifyAsset': reclassifyAsset,
  'quarry.openOrigin': openOrigin,
  'quarry.compareOrigin': compareOrigin,
  'quarry.updateFromOrigin': updateFromOrigin,
  'quarry.detachOrigin': detachOrigin,
  'quarry.chooseOriginStep': chooseOriginStep,
  'quarry.findUses': findUses,
  'quarry.manageLibrary': manageLibrary,
  'quarry.exportLibrary': exportLibrary,
  'quarry.importAssets': importAssets,
  'quarry.undoImport': undoImport,
  'quarry.backUpLibrary': backUpLibrary,
  'quarry.verifyBackups': verifyBackups,
  'quarry.restoreBackup': restoreBackup,
  'quarry.chooseDataFolder': chooseDataFolder,
  'quarry.deleteAllData': deleteAllData,
  'quarry.showTimeline': showTimeline,
  'quarry.deleteAsset': deleteAsset,
  'quarry.restoreAsset': restoreAsset,
  'quarry.deleteForever': deleteForever,
  'quarry.emptyTrash': emptyTrash,
};
