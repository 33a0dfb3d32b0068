/** Reports this window's folders, and changed files in them, to the service. */
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { WindowState } from '../../contract/schemas/service';
import { isSwitchedOn, readPatterns } from '../config';
import { gitPath } from '../git';
import type { Quarry } from './quarry';

// Section: reports this window’s folders and their trust every 30 s, because the service drops a silent window.

const renewMs = 30_000;
/** The contract's limit of open files. */
const maxOpenFiles = 200;

/** Reports the window until disposed; the service treats a silent window as closed. */
export function holdWindowLease(quarry: Quarry): vscode.Disposable {
  // The editor's own session id is shared by its windows.
  const window = randomUUID();
  const tell = (): void => {
    if (quarry.connection.kind !== 'connected') return; // reported once connected
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

/** Paths of the workspace folders that are on disk. */
export function workspaceFolders(): string[] {
  return (vscode.workspace.workspaceFolders ?? [])
    .filter(({ uri }) => uri.scheme === 'file')
    .map(({ uri }) => uri.fsPath);
}

/** The include and exclude patterns of folders that have any. */
function folderRules(): NonNullable<WindowState['rules']> {
  const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  return folders
    .map(({ uri }) => ({ folder: uri.fsPath, ...readPatterns(uri) }))
    .filter(({ include, exclude }) => include.length + exclude.length > 0);
}

/** Paths of the open files, the active one first. */
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

// Section: reports changed files in batches to the service’s index and to views.

const toldEveryMs = 300;
/** The contract's limit of paths in one message. */
const maxPaths = 10_000;
const ignored = /[\\/](?:node_modules|\.git)[\\/]/;

/** Reports files changed on disk to the service, in batches: a branch checkout is one message. */
export function watchFiles(quarry: Quarry): vscode.Disposable {
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  const flush = (): void => {
    timer = undefined;
    const paths = [...changed];
    changed.clear();
    for (let start = 0; start < paths.length; start += maxPaths) {
      quarry.api
        .filesChanged({ body: { paths: paths.slice(start, start + maxPaths) } })
        // The index checks modification times before it answers, so a lost batch costs time, not correctness.
        .catch((error: unknown) => quarry.log.debug(`File changes were not told: ${String(error)}`));
    }
  };
  const add = (uri: vscode.Uri): void => {
    if (uri.scheme !== 'file' || ignored.test(uri.fsPath)) return;
    changed.add(uri.fsPath);
    timer ??= setTimeout(flush, toldEveryMs);
  };
  const watcher = vscode.workspace.createFileSystemWatcher('**/*');
  return vscode.Disposable.from(watcher, watcher.onDidCreate(add), watcher.onDidChange(add), watcher.onDidDelete(add), {
    dispose: () => clearTimeout(timer),
  });
}

/** Delay of a batch: short enough to look immediate, long enough to collect the changes of a branch checkout. */
const seenWithinMs = 150;

/** Reports files that changed on disk or in an editor, for views that show their content. */
export function onFilesChanged(changed: (paths: ReadonlySet<string>) => void): vscode.Disposable {
  let paths = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const add = (uri: vscode.Uri): void => {
    if (uri.scheme !== 'file') return;
    paths.add(uri.fsPath);
    timer ??= setTimeout(() => {
      const told = paths;
      paths = new Set();
      timer = undefined;
      changed(told);
    }, seenWithinMs);
  };
  const watcher = vscode.workspace.createFileSystemWatcher('**/*');
  return vscode.Disposable.from(
    ...[watcher, watcher.onDidCreate(add), watcher.onDidChange(add), watcher.onDidDelete(add)],
    // The editor reloads an open file after the watcher has reported it.
    vscode.workspace.onDidChangeTextDocument(({ document }) => add(document.uri)),
    { dispose: () => clearTimeout(timer) },
  );
}
