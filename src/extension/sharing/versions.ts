/** Two versions of a shared asset side by side, as documents that are nowhere on disk. */
import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import { fileNameOf } from '../languages';

const scheme = 'quarry-version';

/** As many as anybody looks at; the oldest go. */
const maxKept = 50;
const texts = new Map<string, string>();
let provider: vscode.Disposable | undefined;

interface Versions {
  name: string;
  /** The contract's word. */
  language: string;
  left: string;
  right: string;
  title: string;
}

export async function showBeside({ name, language, left, right, title }: Versions): Promise<void> {
  provider ??= vscode.workspace.registerTextDocumentContentProvider(scheme, {
    provideTextDocumentContent: (uri) => texts.get(uri.authority) ?? '',
  });
  const uriOf = (text: string): vscode.Uri => {
    const authority = createHash('sha256').update(text).digest('hex').slice(0, 16);
    texts.delete(authority);
    texts.set(authority, text);
    const [oldest] = texts.keys();
    if (texts.size > maxKept && oldest !== undefined) texts.delete(oldest);
    return vscode.Uri.from({ scheme, authority, path: `/${fileNameOf(name, language)}` });
  };
  await vscode.commands.executeCommand('vscode.diff', uriOf(left), uriOf(right), title);
}
