/**
 * What others may use of the engine on a thread of their own, beside its types (types.ts): rules over texts and folders
 * that ask no index. Must not import anything that needs the engine's thread.
 */
export { heldBy, shareIn, type Held } from './answers/coverage';
export { inline } from './answers/markdown';
export { smallTalkOf } from './question/courtesies';
export { closedFolders, type ClosedFolders } from './files/folderRules';
export { maskedKinds, maskSecrets } from './files/secrets';
export type { FoundSymbol, PlacedSymbol, ReferencingSource, SymbolHead } from './querySpace';
export { isNamed } from './overview';
export { shippedEmbedding, type EmbeddingSource } from './dense/embedding';
export { analyse } from './rank/question';
export { stem } from './text/tokens';
