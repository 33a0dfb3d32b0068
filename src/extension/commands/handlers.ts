/**
 * Every file of this folder that holds commands. What it exports under the name of a row of the table is that command.
 */
export * from './archive';
export * from './backups';
export * from './chat';
export * from './classify';
export * from './connectAgents';
export * from './editDetails';
export * from './exportAsset';
export * from './findRelatedCode';
export * from './findUses';
export * from './manageLibrary';
export * from './models';
export * from './organize';
export * from './origin';
export * from './runDoctor';
export * from './save';
export * from './searchAssets';
export * from './service';
export * from './suggestQuestions';
export * from './team';
export * from './teamConflicts';
export * from './teamShare';
export * from './teamSpaces';
export * from './trash';
export * from './useAsset';
