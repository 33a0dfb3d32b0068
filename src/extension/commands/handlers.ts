/**
 * Every file of this folder that holds commands. What it exports under the name of a row of the table is that command.
 */
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
