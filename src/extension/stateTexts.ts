/** How a state of the library is said wherever it is shown; the reason is a sentence of the service that says what to do. */
import * as vscode from 'vscode';

export const readOnlyText = (reason: string): string => vscode.l10n.t('Read-only, because: {0}', reason);

export const detachedText = (reason: string): string => vscode.l10n.t('Detached, because: {0}', reason);
