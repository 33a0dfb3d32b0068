/** The folder's door: every wire schema and its type. */
export * from './activities';
export * from './anchors';
export * from './applications';
export * from './assets';
export * from './attachments';
export * from './classifications';
export * from './conversations';
export * from './library';
export * from './modelWork';
export * from './models';
export * from './qgpt';
export * from './receipts';
export * from './search';
export * from './seeds';
export * from './service';
export * from './streamedIdentifiers';
export * from './values';
