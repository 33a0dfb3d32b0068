/** Faults as people see them: one message with a way to the log. */
import * as vscode from 'vscode';
import { ApiError } from '../contract/errors';

/** True when somebody stopped it: nothing to tell. */
export function isCancellation(error: unknown): boolean {
  return error instanceof vscode.CancellationError || (error instanceof Error && error.name === 'AbortError');
}

/** Something a person has to know before the command can work; shown as it is, and nothing for the log. */
export class Hint extends Error {
  override readonly name = 'Hint';

  /** The bundles of the shell each have this class; by its name they know each other's. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'Hint';
  }
}

/** The sentence of an ApiError is made for people; anything else is a bug, and its words are for the log. */
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
