/** Erases everything that Quarry keeps of a person: not to be undone, so it says before exactly what goes. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { assetCount, backupCount, chatCount } from '../counts';
import type { Quarry } from '../start/quarry';
import type { Shell } from './command';

/** @param given `{ isConfirmed: true }` from a caller that has asked already @returns whether everything is gone */
export async function deleteAllData({ quarry, chat }: Shell, given?: unknown): Promise<boolean> {
  const isConfirmed = typeof given === 'object' && given !== null && 'isConfirmed' in given && given.isConfirmed;
  if (isConfirmed !== true && !(await confirm(quarry))) return false;
  await chat.newChat(); // an answer under way would be kept in the new library
  await quarry.renew(() => quarry.api.libraryErase());
  await forget(quarry);
  quarry.assetsChanged();
  void vscode.window.showInformationMessage(vscode.l10n.t('All your data of Quarry is deleted.'));
  return true;
}

async function confirm(quarry: Quarry): Promise<boolean> {
  quarry.library.invalidate();
  const [rows, chats, { backups }] = await Promise.all([
    quarry.library.all(),
    quarry.api.conversationsSnapshot(),
    quarry.api.backupsList(),
  ]);
  const { trashed } = quarry.library;
  const assets = assetCount(rows.length + trashed);
  const parts = [
    trashed === 0 ? assets : vscode.l10n.t('{0}, {1} of them in the trash', assets, trashed),
    vscode.l10n.t('{0} with all answers', chatCount(chats.iterable.length)),
    backupCount(backups.length),
    vscode.l10n.t('the search index of your folders'),
    vscode.l10n.t('keys of model endpoints, and which destinations you have allowed'),
  ];
  const detail = [
    ...parts.map((part) => `• ${part}`),
    '',
    vscode.l10n.t('The library lies in {0}.', quarry.libraryFolder.folder),
    vscode.l10n.t('Files of your folders, exported files and settings stay. This cannot be undone.'),
  ].join('\n');
  const erase = vscode.l10n.t('Delete Everything');
  const question = vscode.l10n.t('Delete all your data of Quarry?');
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, erase)) === erase;
}

async function forget({ models, memories, libraryFolder, ownFolder }: Quarry): Promise<void> {
  await models.keys.forgetAll();
  for (const memory of memories) for (const key of memory.keys()) await memory.update(key, undefined);
  // A library that was copied elsewhere has left itself behind in our own folder.
  if (libraryFolder.folder !== ownFolder) await rm(path.join(ownFolder, 'store'), { recursive: true, force: true });
}
