/**
 * Rules over texts and folders that other layers may use on their own thread, besides the types (types.ts); they need
 * no index. Must not import anything that needs the engine's thread.
 */
export { heldBy, shareIn, type Held } from './answers/coverage';
export { inline } from './answers/markdown';
export { meansSelection } from './followUps';
export { smallTalkOf } from './question/courtesies';
export { closedFolders, type ClosedFolders } from './files/folderRules';
export { maskedKinds, maskSecrets } from './files/secrets';
export type { FoundSymbol, PlacedSymbol, ReferencingSource, SymbolHead } from './querySpace';
export { isNamed } from './overview';
export { shippedEmbedding, type EmbeddingSource } from './dense/embedding';
export { rolesOf } from './rank/fileKinds';
export { analyse } from './rank/question';
export { stem } from './text/tokens';
