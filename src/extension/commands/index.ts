/** Registers every command; what they do is loaded with the first one that is run, not while the editor starts. */
import type * as vscode from 'vscode';
import { loadLater } from '../start/loadLater';
import { registerCommand, type Shell } from './command';
import { commandNames, idOf } from './table';

export function registerCommands(shell: Shell): vscode.Disposable[] {
  return commandNames.map((name) =>
    registerCommand(shell, idOf(name), async (...given) => {
      const { commands } = await loadLater();
      return commands[name](...given);
    }),
  );
}
