/**
 * The entry of the shell, and no more: every extension that starts waits while this file is read. What Quarry is made of
 * is opened in the turn after; the editor takes us for activated, and runs our commands, when all of it is registered.
 */
import type * as vscode from 'vscode';
import { loadShell } from '../loadShell';
import type { Quarry } from './quarry';
import { turn } from '../turn';

let opening: Promise<Quarry> | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  opening = turn()
    .then(loadShell)
    .then(({ openShell }) => openShell(context));
  await opening;
}

export async function deactivate(): Promise<void> {
  await (await opening)?.stop();
}
