/** The table of commands: id and function. To add one: its id in ids.ts, its file, its row, its manifest entry. */
import type * as vscode from 'vscode';
import { addTag } from './addTag';
import { askAboutAsset } from './askAboutAsset';
import { askAboutFile } from './askAboutFile';
import { askAboutSelection } from './askAboutSelection';
import { chooseModel } from './chooseModel';
import { registerCommand, type Command, type Shell } from './command';
import { copyAsset } from './copyAsset';
import { copyServerAddress } from './copyServerAddress';
import { deleteAsset } from './deleteAsset';
import { exportAsset } from './exportAsset';
import { findRelatedCode } from './findRelatedCode';
import { forgetDestinations } from './forgetDestinations';
import { commandIds, type CommandId } from './ids';
import { insertAsset } from './insertAsset';
import { openAsset } from './openAsset';
import { pauseIndexing, resumeIndexing } from './pauseIndexing';
import { reclassifyAsset } from './reclassifyAsset';
import { runDoctor } from './runDoctor';
import { saveFile } from './saveFile';
import { saveSelection } from './saveSelection';
import { searchAssets } from './searchAssets';
import { setModelKey } from './setModelKey';
import { showServerStatus } from './showServerStatus';
import { suggestQuestions } from './suggestQuestions';

const commands: Record<CommandId, Command> = {
  'quarry.saveSelection': saveSelection,
  'quarry.saveFile': saveFile,
  'quarry.newChat': ({ chat }) => chat.newChat(),
  'quarry.showHistory': ({ chat }) => chat.showHistory(),
  'quarry.exportChat': ({ chat }) => chat.exportChat(),
  'quarry.nextCitation': ({ chat }) => chat.stepCitation(1),
  'quarry.previousCitation': ({ chat }) => chat.stepCitation(-1),
  'quarry.askAboutFile': askAboutFile,
  'quarry.pauseIndexing': pauseIndexing,
  'quarry.resumeIndexing': resumeIndexing,
  'quarry.runDoctor': runDoctor,
  'quarry.askAboutSelection': askAboutSelection,
  'quarry.askAboutAsset': askAboutAsset,
  'quarry.findRelatedCode': findRelatedCode,
  'quarry.suggestQuestions': suggestQuestions,
  'quarry.searchAssets': searchAssets,
  'quarry.insertAsset': insertAsset,
  'quarry.copyAsset': copyAsset,
  'quarry.openAsset': openAsset,
  'quarry.deleteAsset': deleteAsset,
  'quarry.exportAsset': exportAsset,
  'quarry.reclassifyAsset': reclassifyAsset,
  'quarry.addTag': addTag,
  'quarry.chooseModel': chooseModel,
  'quarry.setModelKey': setModelKey,
  'quarry.forgetDestinations': forgetDestinations,
  'quarry.copyServerAddress': copyServerAddress,
  'quarry.showServerStatus': showServerStatus,
  'quarry.refreshAssets': ({ quarry }) => quarry.assetsChanged(),
  'quarry.restartService': ({ quarry }) => quarry.restart(),
  'quarry.showLog': ({ quarry }) => quarry.log.show(),
};

export function registerCommands(shell: Shell): vscode.Disposable[] {
  return commandIds.map((id) => registerCommand(shell, id, commands[id]));
}
