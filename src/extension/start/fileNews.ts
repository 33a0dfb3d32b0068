/** Which files are other than a moment ago, on disk or in an editor: in batches, for what stands on screen and says so. */
import * as vscode from 'vscode';

/** Soon enough to be seen as it happens; a checkout of another branch is still few batches. */
const batchMs = 150;

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
    }, batchMs);
  };
  const watcher = vscode.workspace.createFileSystemWatcher('**/*');
  return vscode.Disposable.from(
    ...[watcher, watcher.onDidCreate(add), watcher.onDidChange(add), watcher.onDidDelete(add)],
    // An open file is read by the editor again after the watcher has told of it.
    vscode.workspace.onDidChangeTextDocument(({ document }) => add(document.uri)),
    { dispose: () => clearTimeout(timer) },
  );
}
