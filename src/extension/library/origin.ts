/** Where code stands at the moment it is saved. */
import { createHash } from 'node:crypto';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Origin } from '../../contract/schemas/assets';
import type { LineRange } from '../../contract/schemas/values';
import { repositoryOf } from '../git';
import { repositoryAddress } from './remote';

export interface Place {
  uri: vscode.Uri;
  languageId?: string;
  /** Absent for a whole file. */
  lines?: LineRange;
}

/** What git, the workspace and the file itself say; parts that nobody knows are absent. */
export async function originOf({ uri, languageId, lines }: Place, text: string): Promise<Origin> {
  const isFile = uri.scheme === 'file';
  const repository = await repositoryOf(uri);
  const remote = repository && repositoryAddress(repository.state.remotes);
  const { commit, name: branch } = repository?.state.HEAD ?? {};
  const relativePath = repository ? within(repository.rootUri, uri) : withinWorkspace(uri);
  return {
    ...(remote !== undefined && { repository: remote }),
    ...(commit !== undefined && { commit }),
    ...(branch !== undefined && { branch }),
    ...(isFile && { path: uri.fsPath }),
    ...(relativePath !== undefined && { relativePath }),
    ...(lines && { lines }),
    ...(languageId !== undefined && { languageId }),
    contentHash: createHash('sha256').update(text).digest('hex'),
  };
}

function within(root: vscode.Uri, uri: vscode.Uri): string {
  return path.relative(root.fsPath, uri.fsPath).split(path.sep).join('/');
}

function withinWorkspace(uri: vscode.Uri): string | undefined {
  return vscode.workspace.getWorkspaceFolder(uri) && vscode.workspace.asRelativePath(uri, false);
}
