/** The table of commands: id and function. To add one: its id in ids.ts, its file, its row, its manifest entry. */
import { askAboutAsset } from './askAboutAsset';
import { askAboutFile } from './askAboutFile';
import { askAboutSelection } from './askAboutSelection';
import { chooseModel } from './chooseModel';
import type { Command } from './command';
import { copyServerAddress } from './copyServerAddress';
import { findRelatedCode } from './findRelatedCode';
import { forgetDestinations } from './forgetDestinations';
import type { CommandId } from './ids';
import { libraryCommands } from './libraryCommands';
import { pauseIndexing, resumeIndexing } from './pauseIndexing';
import { renewToken } from './renewToken';
import { runDoctor } from './runDoctor';
import { setModelKey } from './setModelKey';
import { showServerStatus } from './showServerStatus';
import { suggestQuestions } from './suggestQuestions';

export const commands: Record<CommandId, Command> = {
  ...libraryCommands,
  'quarry.newChat': ({ chat }) => chat.newChat(),
  'quarry.showHistory': ({ chat }) => chat.showHistory(),
  'quarry.exportChat': ({ chat }) => chat.exportChat(),
  'quarry.nextCitation': ({ chat }) => chat.stepCitation(1),
  'quarry.previousCitation': ({ chat }) => chat.stepCitation(-1),
  'quarry.nextCodeBlock': ({ chat }) => chat.stepCode(1),
  'quarry.previousCodeBlock': ({ chat }) => chat.stepCode(-1),
  'quarry.askAboutFile': askAboutFile,
  'quarry.pauseIndexing': pauseIndexing,
  'quarry.resumeIndexing': resumeIndexing,
  'quarry.runDoctor': runDoctor,
  'quarry.askAboutSelection': askAboutSelection,
  'quarry.askAboutAsset': askAboutAsset,
  'quarry.findRelatedCode': findRelatedCode,
  'quarry.suggestQuestions': suggestQuestions,
  'quarry.chooseModel': chooseModel,
  'quarry.setModelKey': setModelKey,
  'quarry.forgetDestinations': forgetDestinations,
  'quarry.copyServerAddress': copyServerAddress,
  'quarry.showServerStatus': showServerStatus,
  'quarry.renewToken': renewToken,
  'quarry.restartService': ({ quarry }) => quarry.restart(),
  'quarry.showLog': ({ quarry }) => quarry.log.show(),
};
