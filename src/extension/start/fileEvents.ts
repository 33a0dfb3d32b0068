/** Tells the service which files changed on disk, in batches: a checkout of another branch is one message, not 2,000. */
import * as vscode from 'vscode';
import type { Quarry } from './quarry';

const batchMs = 300;
/** The contract's limit of one message. */
const maxPaths = 10_000;
const ignored = /[\\/](?:node_modules|\.git)[\\/]/;

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
    timer ??= setTimeout(flush, batchMs);
  };
  const watcher = vscode.workspace.createFileSystemWatcher('**/*');
  return vscode.Disposable.from(watcher, watcher.onDidCreate(add), watcher.onDidChange(add), watcher.onDidDelete(add), {
    dispose: () => clearTimeout(timer),
  });
}
