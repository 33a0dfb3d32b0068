/** Registers every command; what they do is loaded with the first one that is run, not while the editor starts. */
import type * as vscode from 'vscode';
import { loadLater } from '../start/loadLater';
import { registerCommand, type Shell } from './command';
import { commandIds } from './ids';

export function registerCommands(shell: Shell): vscode.Disposable[] {
  return commandIds.map((id) =>
    registerCommand(shell, id, async (...given) => {
      const { commands } = await loadLater();
      return commands[id](...given);
    }),
  );
}
