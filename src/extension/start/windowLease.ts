/**
 * Tells the service which folders this window holds and whether they are trusted: these may be searched, and git runs
 * only in trusted ones. Told again every 30 s, because the service forgets a silent window.
 */
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { WindowState } from '../../contract/schemas/service';
import { isSwitchedOn, readPatterns } from '../config';
import { gitPath } from '../git';
import type { Quarry } from './quarry';

const renewMs = 30_000;
/** The contract's limit. */
const maxOpenFiles = 200;

/** Until it is disposed of; the service takes a window that falls silent for closed. */
export function holdWindowLease(quarry: Quarry): vscode.Disposable {
  // The editor's own session id is shared by its windows.
  const window = randomUUID();
  const tell = (): void => {
    if (quarry.connection.kind !== 'connected') return; // told as soon as it is
    stateOf(window)
      .then((body) => quarry.api.windowUpdate({ body }))
      .catch((error: unknown) => quarry.log.warn(`The folders of this window were not told: ${String(error)}`));
  };
  const timer = setInterval(tell, renewMs);
  return vscode.Disposable.from(
    { dispose: () => clearInterval(timer) },
    quarry.onDidChangeConnection(tell),
    vscode.workspace.onDidChangeWorkspaceFolders(tell),
    vscode.workspace.onDidGrantWorkspaceTrust(tell),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('quarry.index')) tell();
    }),
  );
}

/** Paths of the folders of the workspace that lie on a disk. */
export function workspaceFolders(): string[] {
  return (vscode.workspace.workspaceFolders ?? [])
    .filter(({ uri }) => uri.scheme === 'file')
    .map(({ uri }) => uri.fsPath);
}

/** The patterns of the folders that have any. */
function folderRules(): NonNullable<WindowState['rules']> {
  const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  return folders
    .map(({ uri }) => ({ folder: uri.fsPath, ...readPatterns(uri) }))
    .filter(({ include, exclude }) => include.length + exclude.length > 0);
}

/** The one in front first. */
function openFiles(): string[] {
  const groups = [...vscode.window.tabGroups.all].sort((a, b) => Number(b.isActive) - Number(a.isActive));
  const tabs = groups.flatMap((group) => [...group.tabs].sort((a, b) => Number(b.isActive) - Number(a.isActive)));
  const files = tabs.flatMap(({ input }) =>
    input instanceof vscode.TabInputText && input.uri.scheme === 'file' ? [input.uri.fsPath] : [],
  );
  return files.slice(0, maxOpenFiles);
}

async function stateOf(window: string): Promise<WindowState> {
  const git = await gitPath();
  return {
    window,
    folders: workspaceFolders(),
    trusted: vscode.workspace.isTrusted,
    rules: folderRules(),
    open: openFiles(),
    warm: isSwitchedOn('quarry.index.ahead'),
    ...(git !== undefined && { git }),
  };
}
