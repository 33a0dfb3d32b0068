/** What a tool works with: the operations, the folders, who calls. Must not know how the call came in. */
import type { Api } from '../../contract/api';
import type { ApiError } from '../../contract/errors';
import { oneLine } from '../../languages/markdown';
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
  /** The version of Quarry. */
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

const prefix = 'client-';
const maxCharacters = 80;
const unnamed = 'an agent';

/** A name as it may be shown. */
export function shownName(name: unknown): string {
  const shown = typeof name === 'string' ? oneLine(name).trim().slice(0, maxCharacters) : '';
  return shown === '' ? unnamed : shown;
}

/**
 * Who calls, where no session is kept: clients before 2026-07-28 say their name in `initialize` alone, so it is given
 * back to them as the id of their session, which they send with every call. It says no more than they said themselves.
 */
export function sessionIdFor(name: unknown): string {
  return prefix + Buffer.from(shownName(name)).toString('base64url');
}

export function nameInSessionId(id: string | null | undefined): string {
  if (!id?.startsWith(prefix)) return unnamed;
  return shownName(Buffer.from(id.slice(prefix.length), 'base64url').toString('utf8'));
}
