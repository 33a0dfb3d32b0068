/** What the chat needs of the shell, and the rest of the shell of the chat. */
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
  /** Where programs reach the service. */
  readonly status: Quarry['status'];
  /** Rows that the window knows already: names are looked for at every key, also among 10,000 assets. */
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
  /** The service was reached, or lost: what could not be read then may be there now. */
  readonly onDidChangeConnection?: vscode.Event<unknown>;
  /** What was last read of the service, each time it is. */
  readonly onDidReadStatus?: vscode.Event<ServiceStatus>;
}

/** What people are told of a fault; anything not worded for them is for the log alone. */
export function sentenceOf(error: unknown): string {
  return error instanceof ApiError || error instanceof Hint
    ? error.message
    : vscode.l10n.t('Something went wrong in Quarry. The log says more.');
}

// Section: what the rest of the shell asks of the chat.

export const chatViewId = 'quarry.chat';

export interface ChatView {
  /** Shows the chat with these chips above the box; asks the question, or waits for one to be typed. */
  ask(question: string | undefined, chips: ContextChip[]): Promise<void>;
  newChat(): Promise<void>;
  /** Lets one choose an earlier conversation. */
  showHistory(): Promise<void>;
  /** Opens the chat that is shown as a Markdown document. */
  exportChat(): Promise<void>;
  /** Writes the chat that is shown into a file that `importChat` reads; asks for the place when none is given. */
  exportChatFile(to: Uri | undefined): Promise<void>;
  /** Reads such a file and shows the chat. */
  importChat(from: Uri | undefined): Promise<void>;
  /** Shows the chat in an editor tab: the same chat, on a page of its own. */
  openInEditor(): Promise<void>;
  /** Writes the change that is shown as a diff into its file. @param given the address of the diff's right side */
  applyProposal(given: unknown): Promise<void>;
  /** Closes it, and nothing is written. */
  discardProposal(given: unknown): Promise<void>;
  /** Opens the next place that is cited, or the one before. */
  stepCitation(way: 1 | -1): Promise<void>;
  /** Puts the focus on the next code block of the chat, or on the one before. */
  stepCode(way: 1 | -1): Promise<void>;
}
