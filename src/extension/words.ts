/** Numbers of things as people say them. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';

export const assetCount = (count: number): string => (count === 1 ? l10n.t('1 asset') : l10n.t('{0} assets', count));
export const backupCount = (count: number): string => (count === 1 ? l10n.t('1 backup') : l10n.t('{0} backups', count));
export const chatCount = (count: number): string => (count === 1 ? l10n.t('1 chat') : l10n.t('{0} chats', count));
export const fileCount = (count: number): string => (count === 1 ? l10n.t('1 file') : l10n.t('{0} files', count));
export const passageCount = (count: number): string =>
  count === 1 ? l10n.t('1 passage') : l10n.t('{0} passages', count);

/** Another's words inside a notification: the editor would make a link of what is written like one. */
export const inMessage = (text: string): string => text.replace(/\s+/g, ' ').replaceAll('](', '] (').slice(0, 200);

export const readOnlyText = (reason: string): string => vscode.l10n.t('Read-only, because: {0}', reason);

export const detachedText = (reason: string): string => vscode.l10n.t('Detached, because: {0}', reason);
