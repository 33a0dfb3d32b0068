/** The signature of commands, the wrapper that runs each of them, and quick picks whose rows are commands. */
import * as vscode from 'vscode';
import { commandDone } from '../start/firstSteps';
import { isCancellation, showError } from '../notices';
import type { CommandId } from './table';
import type { Quarry } from '../start/quarry';
import type { ChatView } from '../chat/host';
import type { LibraryView } from '../library/tree';
import type { TimelineView } from '../library/timeline';

export interface Shell {
  quarry: Quarry;
  chat: ChatView;
  libraryView: LibraryView;
  timeline: TimelineView;
}

/** The arguments come from menus, key bindings and other extensions: each command checks its own. */
export type Command = (shell: Shell, ...given: unknown[]) => unknown;

export function registerCommand(shell: Shell, id: string, command: Command): vscode.Disposable {
  const { log } = shell.quarry;
  return vscode.commands.registerCommand(id, async (...given: unknown[]) => {
    log.debug(id);
    try {
      const done = await command(shell, ...given);
      commandDone(shell.quarry.memory, id);
      return done;
    } catch (error) {
      // Errors are reported here, because the editor would show their raw text.
      if (!isCancellation(error)) showError(log, error, id);
      return undefined;
    }
  });
}

interface CommandRow extends vscode.QuickPickItem {
  command?: CommandId;
}

/** A quick pick row that runs a command. @param icon a name of the editor's icons */
export function commandRow(icon: string, label: string, description: string, command: CommandId): CommandRow {
  return { label: `$(${icon}) ${label}`, description, command };
}

/** @param given arguments for the chosen command */
export async function pickCommand(
  rows: readonly CommandRow[],
  options: vscode.QuickPickOptions,
  ...given: unknown[]
): Promise<void> {
  const choice = await vscode.window.showQuickPick(rows, options);
  if (choice?.command !== undefined) await vscode.commands.executeCommand(choice.command, ...given);
}
