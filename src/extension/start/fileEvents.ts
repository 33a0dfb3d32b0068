/**
 * Files that change, told in batches: to the service for its index, and to whatever stands on screen and shows them.
 */
import * as vscode from 'vscode';
import type { Quarry } from './quarry';

const toldEveryMs = 300;
/** The contract's limit of one message. */
const maxPaths = 10_000;
const ignored = /[\\/](?:node_modules|\.git)[\\/]/;

/** Tells the service which files changed on disk: a checkout of another branch is one message, not 2,000. */
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
        // The index looks at modification times before it answers, so a lost batch costs time, not truth.
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

/** Soon enough to be seen as it happens; a checkout of another branch is still few batches. */
const seenWithinMs = 150;

/** Which files are other than a moment ago, on disk or in an editor, for what stands on screen and says so. */
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
    // An open file is read by the editor again after the watcher has told of it.
    vscode.workspace.onDidChangeTextDocument(({ document }) => add(document.uri)),
    { dispose: () => clearTimeout(timer) },
  );
}
