/** Notifications: faults as one message with a button for the log, and counts in words. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { ApiError } from '../contract/errors';

/** True for a cancellation, which is not reported. */
export function isCancellation(error: unknown): boolean {
  return error instanceof vscode.CancellationError || (error instanceof Error && error.name === 'AbortError');
}

/** An error for the user to act on; its message is shown as it is and not logged. */
export class Hint extends Error {
  override readonly name = 'Hint';

  /** Compares by class name, because each bundle of the extension has its own copy of this class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'Hint';
  }
}

/**
 * Shows the message of an ApiError, which is written for users. Any other error is a bug, whose message goes to the
 * log.
 */
export function showError(log: vscode.LogOutputChannel, error: unknown, what: string): void {
  if (error instanceof Hint) {
    void vscode.window.showInformationMessage(error.message);
    return;
  }
  log.error(`${what}:`, error instanceof Error ? error : String(error));
  const sentence =
    error instanceof ApiError ? error.message : vscode.l10n.t('Something went wrong in Quarry. The log says more.');
  const showLog = vscode.l10n.t('Show Log');
  void vscode.window.showErrorMessage(sentence, showLog).then((choice) => {
    if (choice === showLog) log.show(true);
  });
}

export function abortSignalOf(token: vscode.CancellationToken): AbortSignal {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  token.onCancellationRequested(() => controller.abort());
  return controller.signal;
}

export const assetCount = (count: number): string => (count === 1 ? l10n.t('1 asset') : l10n.t('{0} assets', count));
export const backupCount = (count: number): string => (count === 1 ? l10n.t('1 backup') : l10n.t('{0} backups', count));
export const chatCount = (count: number): string => (count === 1 ? l10n.t('1 chat') : l10n.t('{0} chats', count));
export const fileCount = (count: number): string => (count === 1 ? l10n.t('1 file') : l10n.t('{0} files', count));
export const passageCount = (count: number): string =>
  count === 1 ? l10n.t('1 passage') : l10n.t('{0} passages', count);

/** Foreign text in a notification, escaped so that the editor does not turn it into a link. */
export const inMessage = (text: string): string => text.replace(/\s+/g, ' ').replaceAll('](', '] (').slice(0, 200);

export const readOnlyText = (reason: string): string => vscode.l10n.t('Read-only, because: {0}', reason);

export const detachedText = (reason: string): string => vscode.l10n.t('Detached, because: {0}', reason);
