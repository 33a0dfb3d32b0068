/** What the rest of the shell asks of the chat. */
import type { Uri } from 'vscode';
import type { ContextChip } from '../../chat/chips';

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
