/** What every command is given, and the one wrapper around all of them. */
import * as vscode from 'vscode';
import { commandDone } from '../firstSteps';
import { isCancellation, showError } from '../errors';
import type { Quarry } from '../quarry';
import type { ChatView } from '../views/chatTypes';
import type { LibraryView } from '../views/libraryTree';
import type { TimelineView } from '../views/timelineView';

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
      // Told here: the editor would show the bare text of whatever was thrown.
      if (!isCancellation(error)) showError(log, error, id);
      return undefined;
    }
  });
}
