/** Exports all commands of this folder; the name of each exported function is its row in the table. */
export * from './archive';
export * from './manageLibrary';
export * from './chat';
export * from './editDetails';
export * from './connectAgents';
export * from './search';
export * from './models';
export * from './origin';
export * from './runDoctor';
export * from './save';
export * from './service';
export * from './team';
export * from './teamShare';
export * from './teamSpaces';
export * from './library';
