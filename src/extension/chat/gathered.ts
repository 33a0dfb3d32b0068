/**
 * What a question is asked of that stands in no file as it is: the changes since the last commit, the problems found.
 */
import * as vscode from 'vscode';
import type { GatheredKind, GatheredText } from '../../chat/chips';
import { changedFiles, changesOf } from '../git';
import { workspaceFolders } from '../start/windowLease';
import { openFiles } from './tabs';

/** As much as an answer can be put together from. */
const maxCharacters = 200_000;
const maxProblems = 200;

/** @returns undefined when there is nothing of the kind */
export function gathered(kind: GatheredKind): Promise<GatheredText | undefined> {
  return kind === 'changes' ? changes() : problems();
}

async function changes(): Promise<GatheredText | undefined> {
  const all = await Promise.all(workspaceFolders().map((folder) => changesOf(vscode.Uri.file(folder))));
  const text = all.map((one) => one?.text ?? '').join('\n');
  const paths = [...new Set(all.flatMap((one) => one?.paths ?? []))];
  return text.trim() === '' && paths.length === 0 ? undefined : { text: text.slice(0, maxCharacters) || ' ', paths };
}

/** How many files differ from the last commit, for the list under the `@`. */
export async function changedCount(): Promise<number> {
  const all = await Promise.all(workspaceFolders().map((folder) => changedFiles(vscode.Uri.file(folder))));
  return new Set(all.flat()).size;
}

const severities = ['Error', 'Warning', 'Note', 'Hint'] as const;

/** Problems that the editor shows in the open files, the worst first. */
export function openProblems(): { uri: vscode.Uri; found: vscode.Diagnostic }[] {
  return openFiles()
    .map((path) => vscode.Uri.file(path))
    .flatMap((uri) => vscode.languages.getDiagnostics(uri).map((found) => ({ uri, found })))
    .filter(({ found }) => found.severity <= vscode.DiagnosticSeverity.Information)
    .sort((one, other) => one.found.severity - other.found.severity)
    .slice(0, maxProblems);
}

/** Each with the row it was found in. */
async function problems(): Promise<GatheredText | undefined> {
  const all = openProblems();
  if (all.length === 0) return undefined;
  const rows = all.map(async ({ uri, found }) => {
    const document = await vscode.workspace.openTextDocument(uri);
    const line = found.range.start.line;
    const row = line < document.lineCount ? document.lineAt(line).text.trim() : '';
    const name = vscode.workspace.asRelativePath(uri);
    return `${name}:${line + 1}: ${severities[found.severity]}: ${found.message}\n    ${row}`;
  });
  const text = (await Promise.all(rows)).join('\n').slice(0, maxCharacters);
  return { text, paths: [...new Set(all.map(({ uri }) => uri.fsPath))] };
}
