/** Entry point of the folder: every wire schema and its type. */
export * from './assets';
export * from './attachments';
export * from './applications';
export * from './library';
export * from './values';
export * from './code';
export * from './conversations';
export * from './models';
export * from './qgpt';
export * from './search';
export * from './service';
export { SharedHere } from './team';
