/** The table of commands: id and function. To add one: its id in ids.ts, its file, its row, its manifest entry. */
import * as vscode from 'vscode';
import { askAboutAsset } from './askAboutAsset';
import { askAboutFile } from './askAboutFile';
import { askAboutSelection } from './askAboutSelection';
import { chooseModel } from './chooseModel';
import type { Command } from './command';
import { connectAgents } from './connectAgents';
import { copyServerAddress } from './copyServerAddress';
import { findRelatedCode } from './findRelatedCode';
import { forgetDestinations } from './forgetDestinations';
import type { CommandId } from './ids';
import { libraryCommands } from './libraryCommands';
import { cancelIndexing, pauseIndexing, resumeIndexing } from './pauseIndexing';
import { renewToken } from './renewToken';
import { runDoctor } from './runDoctor';
import { setModelKey } from './setModelKey';
import { showServerStatus } from './showServerStatus';
import { suggestQuestions } from './suggestQuestions';

/** From another extension or a test; a menu of a view gives something else. */
const uriIn = (given: unknown): vscode.Uri | undefined => (given instanceof vscode.Uri ? given : undefined);

export const commands: Record<CommandId, Command> = {
  ...libraryCommands,
  'quarry.newChat': ({ chat }) => chat.newChat(),
  'quarry.showHistory': ({ chat }) => chat.showHistory(),
  'quarry.exportChat': ({ chat }) => chat.exportChat(),
  'quarry.exportChatFile': ({ chat }, to) => chat.exportChatFile(uriIn(to)),
  'quarry.importChat': ({ chat }, from) => chat.importChat(uriIn(from)),
  'quarry.openChatInEditor': ({ chat }) => chat.openInEditor(),
  'quarry.applyProposal': ({ chat }, given) => chat.applyProposal(given),
  'quarry.discardProposal': ({ chat }, given) => chat.discardProposal(given),
  'quarry.nextCitation': ({ chat }) => chat.stepCitation(1),
  'quarry.previousCitation': ({ chat }) => chat.stepCitation(-1),
  'quarry.nextCodeBlock': ({ chat }) => chat.stepCode(1),
  'quarry.previousCodeBlock': ({ chat }) => chat.stepCode(-1),
  'quarry.askAboutFile': askAboutFile,
  'quarry.askAboutFolder': askAboutFile,
  'quarry.pauseIndexing': pauseIndexing,
  'quarry.resumeIndexing': resumeIndexing,
  'quarry.cancelIndexing': cancelIndexing,
  'quarry.runDoctor': runDoctor,
  'quarry.askAboutSelection': askAboutSelection,
  'quarry.askAboutAsset': askAboutAsset,
  'quarry.findRelatedCode': findRelatedCode,
  'quarry.suggestQuestions': suggestQuestions,
  'quarry.chooseModel': chooseModel,
  'quarry.setModelKey': setModelKey,
  'quarry.forgetDestinations': forgetDestinations,
  'quarry.copyServerAddress': copyServerAddress,
  'quarry.connectAgents': connectAgents,
  'quarry.showServerStatus': showServerStatus,
  'quarry.renewToken': renewToken,
  'quarry.restartService': ({ quarry }) => quarry.restart(),
  'quarry.showLog': ({ quarry }) => quarry.log.show(),
};
