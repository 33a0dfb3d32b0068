/** What the chat needs of the shell. */
import type * as vscode from 'vscode';
import type { Api } from '../../contract/api';

export interface ChatHost {
  readonly api: Api;
  readonly log: vscode.LogOutputChannel;
  /** Tells the library's views of an asset saved from an answer. */
  assetsChanged?(change: { saved?: string }): void;
}

/** A sentence for people from whatever was thrown. */
export function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
