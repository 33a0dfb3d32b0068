/** What a tool works with: the operations, the folders, who calls. Must not know how the call came in. */
import type { Api } from '../../contract/api';
import type { ApiError } from '../../contract/errors';
import type { Log } from '../answers';

/** Over a port or in the same process; nothing of our own windows is among them. */
export type ToolApi = Pick<
  Api,
  | 'relevance'
  | 'outline'
  | 'symbol'
  | 'references'
  | 'searchAssets'
  | 'assetSnapshotPost'
  | 'assetsSpecificAssetSnapshot'
  | 'assetsIdentifiersSnapshot'
  | 'assetsExists'
  | 'assetsCreateNewAsset'
  | 'conversationsSearch'
  | 'conversationGetSpecificConversation'
  | 'conversationSpecificConversationMessages'
>;

export interface Session {
  api: ToolApi;
  /** Absolute; searched when a call names none. */
  folders: readonly string[];
  /** Shows the token, or is started by this user. */
  isTrusted: boolean;
  /** What the agent calls itself, such as `claude-code`. */
  client: string;
  /** Of Quarry. */
  version: string;
  /** Why no tool can be run now. */
  refusal?: ApiError;
}

export interface ToolCall {
  session: Session;
  /** Aborted when the agent cancels or hangs up. */
  signal: AbortSignal;
  log: Log;
}
