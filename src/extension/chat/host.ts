/** The interface between the chat and the rest of the extension, in both directions. */
import * as vscode from 'vscode';
import type { Uri } from 'vscode';
import type { Api } from '../../contract/api';
import { ApiError } from '../../contract/errors';
import type { ServiceStatus } from '../../contract/schemas/service';
import { Hint } from '../notices';
import type { LibraryModel } from '../library/libraryModel';
import type { Models } from '../models/models';
import type { Quarry } from '../start/quarry';
import type { ContextChip } from '../../chat/chips';

export interface ChatHost {
  readonly api: Api;
  /** The service's status, with its address. */
  readonly status: Quarry['status'];
  /** The rows that this window has read already: `@` looks names up at every key, also among 10,000 assets. */
  readonly library: Pick<LibraryModel, 'all'>;
  readonly log: vscode.LogOutputChannel;
  readonly models: Pick<
    Models,
    | 'current'
    | 'settings'
    | 'useLocal'
    | 'consent'
    | 'prepare'
    | 'prepareRanking'
    | 'rankingDestination'
    | 'onDidChange'
  >;
  /** Fired when the connection to the service changes; failed reads can be retried then. */
  readonly onDidChangeConnection?: vscode.Event<unknown>;
  /** Fired with each status that was read. */
  readonly onDidReadStatus?: vscode.Event<ServiceStatus>;
}

/** The message that users see for a fault; errors not worded for users appear in the log only. */
export function sentenceOf(error: unknown): string {
  return error instanceof ApiError || error instanceof Hint
    ? error.message
    : vscode.l10n.t('Something went wrong in Quarry. The log says more.');
}

// Section: what the rest of the extension asks of the chat.

export const chatViewId = 'quarry.chat';

export interface ChatView {
  /** Shows the chat with these chips; asks the question, or waits for the user to type one. */
  ask(question: string | undefined, chips: ContextChip[]): Promise<void>;
  newChat(): Promise<void>;
  /** Shows the list of earlier conversations. */
  showHistory(): Promise<void>;
  /** Opens the current chat as a Markdown document. */
  exportChat(): Promise<void>;
  /** Writes the current chat to a file that `importChat` reads; asks for the location when none is given. */
  exportChatFile(to: Uri | undefined): Promise<void>;
  /** Reads a file written by `exportChatFile` and shows its chat. */
  importChat(from: Uri | undefined): Promise<void>;
  /** Shows the current chat in an editor tab. */
  openInEditor(): Promise<void>;
  /** Writes the change shown in a diff to its file. @param given the address of the diff's right side */
  applyProposal(given: unknown): Promise<void>;
  /** Closes the diff without writing. */
  discardProposal(given: unknown): Promise<void>;
  /** Opens the next or previous cited place. */
  stepCitation(way: 1 | -1): Promise<void>;
  /** Moves the focus to the next or previous code block of the chat. */
  stepCode(way: 1 | -1): Promise<void>;
}
