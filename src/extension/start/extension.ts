/**
 * The entry of the shell, and no more: every extension that starts waits while this file is read. What Quarry is made
 * of is opened in the turn after; the editor takes us for activated, and runs our commands, when all of it is
 * registered.
 */
import { setImmediate as breathe } from 'node:timers/promises';
import type * as vscode from 'vscode';
import type * as shell from './shell.js';
import type { Quarry } from './quarry';

/** Read a moment later than this entry. The build leaves exactly this name for run time. */
const loadShell = (): Promise<typeof shell> => import('./shell.js');

let opening: Promise<Quarry> | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  opening = breathe()
    .then(loadShell)
    .then(({ openShell }) => openShell(context));
  await opening;
}

export async function deactivate(): Promise<void> {
  await (await opening)?.stop();
}
