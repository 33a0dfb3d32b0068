/** Access to the editor's git extension; without it, or in an untrusted folder, nothing is known. */
import * as vscode from 'vscode';
import { createWaiting } from '../contract/queue';

/** The parts used of the API of `vscode.git` (version 1). */
interface GitApi {
  readonly git: { readonly path: string };
  readonly state: 'uninitialized' | 'initialized';
  readonly onDidChangeState: vscode.Event<unknown>;
  getRepository(uri: vscode.Uri): GitRepository | null;
}

interface GitRepository {
  readonly rootUri: vscode.Uri;
  /** The diff of the working tree, or of the index when `isStaged`. */
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

/** Longest wait for a large repository, because a save must not be delayed. */
const maxWaitMs = 1_000;

async function gitApi(): Promise<GitApi | undefined> {
  const extension = vscode.extensions.getExtension<GitExtension>('vscode.git');
  if (!extension) return undefined;
  const git = extension.isActive ? extension.exports : await extension.activate();
  return git.enabled ? git.getAPI(1) : undefined;
}

/** Path of the editor's git binary. */
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

/** Paths of the files that differ from the last commit, as far as the git extension has scanned. */
export async function changedFiles(folder: vscode.Uri): Promise<string[]> {
  const repository = await repositoryOf(folder);
  return repository ? changedIn(repository) : [];
}

/** The diff to the last commit; undefined without a repository. */
export async function changesOf(folder: vscode.Uri): Promise<{ text: string; paths: string[] } | undefined> {
  const repository = await repositoryOf(folder);
  if (!repository) return undefined;
  const [staged, unstaged] = await Promise.all([repository.diff(true), repository.diff()]);
  const named = [...`${staged}\n${unstaged}`.matchAll(/^\+\+\+ b\/(.+)$/gm)].map(([, name = '']) => name.trimEnd());
  const paths = named.map((name) => vscode.Uri.joinPath(repository.rootUri, name).fsPath);
  return { text: [staged, unstaged].filter((text) => text !== '').join('\n'), paths: [...new Set(paths)] };
}

/** Waits for a condition, no longer than a save may be delayed. */
async function settled(isMet: () => boolean, changed: vscode.Event<unknown>): Promise<void> {
  if (isMet()) return;
  const waiting = createWaiting();
  const listening = changed(() => waiting.wake());
  await waiting.until(isMet, maxWaitMs);
  listening.dispose();
}
