/** What the suites in the editor share: files in the opened folder, the served Api, waiting for what comes by itself. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as vscode from 'vscode';
import type { Api } from '../../src/contract/api';
import { createHttpClient } from '../../src/contract/httpClient';
import type { Asset } from '../../src/contract/schemas';

const waitMs = 60_000;
const lookMs = 50;

/** @returns what `look` finds as soon as it finds something; an error is one that may pass, such as that of a list not yet filled */
export async function until<Found>(
  what: string,
  look: () => Promise<Found | undefined> | Found | undefined,
  limitMs = waitMs,
) {
  const began = performance.now();
  let last: unknown;
  while (performance.now() - began < limitMs) {
    try {
      const found = await look();
      if (found !== undefined) return found;
      last = undefined;
    } catch (error) {
      last = error;
    }
    await new Promise((resolve) => setTimeout(resolve, lookMs));
  }
  assert.fail(`waited ${limitMs} ms for ${what}${last instanceof Error ? `: ${last.message}` : ''}`);
}

export function folder(): vscode.Uri {
  const [first] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(first, 'the suites need an opened folder');
  return first.uri;
}

export async function openFile(name: string, text: string): Promise<vscode.TextEditor> {
  const uri = vscode.Uri.joinPath(folder(), name);
  await vscode.workspace.fs.writeFile(uri, Buffer.from(text));
  return vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
}

/** Lines as people count them; from the first column to the end of the last line. */
export function selectLines(editor: vscode.TextEditor, start: number, end: number): void {
  editor.selection = new vscode.Selection(start - 1, 0, end - 1, editor.document.lineAt(end - 1).text.length);
}

/** The port that every program on this machine sees, as one of them. */
export async function servedApi(): Promise<Api> {
  const address = await until('the server', () => command<string>('quarry.copyServerAddress'));
  const { hostname, port } = new URL(address);
  return createHttpClient({ host: hostname, port: Number(port) });
}

export async function command<Result>(id: string, ...given: unknown[]): Promise<Result | undefined> {
  return vscode.commands.executeCommand<Result | undefined>(id, ...given);
}

export async function saveText(name: string, text: string): Promise<Asset> {
  const editor = await openFile(name, text);
  selectLines(editor, 1, editor.document.lineCount);
  const [asset] = (await command<Asset[]>('quarry.saveSelection')) ?? [];
  assert.ok(asset, 'nothing was saved');
  return asset;
}

export function git(...args: string[]): string {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.invalid'];
  return execFileSync('git', [...identity, ...args], { cwd: folder().fsPath, encoding: 'utf8' }).trim();
}

export async function closeEditors(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}
