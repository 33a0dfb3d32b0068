/** What the editor's own git extension knows; without it, or in an untrusted folder, nothing is known. */
import * as vscode from 'vscode';
import { createWaiting } from '../contract/queue';

/** The part of the interface of `vscode.git` (version 1) that is used here. */
interface GitApi {
  readonly git: { readonly path: string };
  readonly state: 'uninitialized' | 'initialized';
  readonly onDidChangeState: vscode.Event<unknown>;
  getRepository(uri: vscode.Uri): GitRepository | null;
}

interface GitRepository {
  readonly rootUri: vscode.Uri;
  /** The difference of the files as they are, or as they were staged, from the last commit. */
  diff(isStaged?: boolean): Promise<string>;
  readonly state: {
    readonly workingTreeChanges: readonly { readonly uri: vscode.Uri }[];
    readonly indexChanges: readonly { readonly uri: vscode.Uri }[];
    readonly HEAD?: { readonly commit?: string; readonly name?: string };
    readonly remotes: readonly { readonly name: string; readonly fetchUrl?: string }[];
    readonly onDidChange: vscode.Event<void>;
  };
}

interface GitExtension {
  readonly enabled: boolean;
  getAPI(version: 1): GitApi;
}

/** Saving must not wait for a large repository to be read. */
const maxWaitMs = 1_000;

async function gitApi(): Promise<GitApi | undefined> {
  const extension = vscode.extensions.getExtension<GitExtension>('vscode.git');
  if (!extension) return undefined;
  const git = extension.isActive ? extension.exports : await extension.activate();
  return git.enabled ? git.getAPI(1) : undefined;
}

/** Path of the git binary that the editor uses. */
export async function gitPath(): Promise<string | undefined> {
  return vscode.workspace.isTrusted ? (await gitApi())?.git.path : undefined;
}

export async function repositoryOf(uri: vscode.Uri): Promise<GitRepository | undefined> {
  if (uri.scheme !== 'file' || !vscode.workspace.isTrusted) return undefined;
  const git = await gitApi();
  if (!git) return undefined;
  await settled(() => git.state === 'initialized', git.onDidChangeState);
  const repository = git.getRepository(uri) ?? undefined;
  if (repository) await settled(() => repository.state.HEAD !== undefined, repository.state.onDidChange);
  return repository;
}

const changedIn = ({ state }: GitRepository): string[] =>
  [...state.indexChanges, ...state.workingTreeChanges].map(({ uri }) => uri.fsPath);

/** Paths of the files that differ from the last commit, as far as the editor has looked. */
export async function changedFiles(folder: vscode.Uri): Promise<string[]> {
  const repository = await repositoryOf(folder);
  return repository ? changedIn(repository) : [];
}

/** What differs from the last commit, as a diff; undefined without a repository. */
export async function changesOf(folder: vscode.Uri): Promise<{ text: string; paths: string[] } | undefined> {
  const repository = await repositoryOf(folder);
  if (!repository) return undefined;
  const [staged, unstaged] = await Promise.all([repository.diff(true), repository.diff()]);
  const named = [...`${staged}\n${unstaged}`.matchAll(/^\+\+\+ b\/(.+)$/gm)].map(([, name = '']) => name.trimEnd());
  const paths = named.map((name) => vscode.Uri.joinPath(repository.rootUri, name).fsPath);
  return { text: [staged, unstaged].filter((text) => text !== '').join('\n'), paths: [...new Set(paths)] };
}

/** Waits for it as long as a save may wait. */
async function settled(isMet: () => boolean, changed: vscode.Event<unknown>): Promise<void> {
  if (isMet()) return;
  const waiting = createWaiting();
  const listening = changed(() => waiting.wake());
  await waiting.until(isMet, maxWaitMs);
  listening.dispose();
}
