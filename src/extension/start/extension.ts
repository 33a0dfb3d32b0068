/**
 * The extension's entry point, kept minimal because the editor waits while it is loaded. The rest is loaded in the next
 * turn of the event loop; activation is complete when everything is registered.
 */
import { setImmediate as breathe } from 'node:timers/promises';
import type * as vscode from 'vscode';
import type * as shell from './shell.js';
import type { Quarry } from './quarry';

/** Loads the rest after this entry. The build keeps this module name for run time. */
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
