/**
 * Proposed changes: code of an answer shown as a diff of its target file. Nothing is written before the user accepts;
 * accepting is one undo step.
 */
import * as vscode from 'vscode';
import type { Source, Turn } from '../../chat/turns';
import { placeFor } from './citations';
import { selectedRanges } from './context';
import { openFiles, codeColumn } from '../tabs';
import { Hint } from '../notices';
import { fitted } from '../library/insertion';

// Section: chooses the target file of the code: the selected, asked-about, cited or named one; never just the active
// one.

interface Place {
  document: vscode.TextDocument;
  range: vscode.Range;
  /** The code is inserted as new lines below the range. */
  isBelow?: true;
}

/** @returns undefined when no file is named */
async function placeIn(code: string, turn: Turn | undefined): Promise<Place | undefined> {
  const sources = (turn?.sources ?? []).filter(({ path, gone }) => path !== undefined && gone === undefined);
  const asked = turn?.chips.find((chip) => chip.kind === 'selection' || chip.kind === 'symbol');
  const named = new Set(sources.flatMap(({ path }) => (path === undefined ? [] : [path])));
  for (const chip of turn?.chips ?? []) if (chip.kind === 'file') named.add(chip.path);
  const selected = selectedIn(asked ? new Set([...named, vscode.Uri.parse(asked.uri, true).fsPath]) : named);
  if (selected) return selected;
  if (asked) {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(asked.uri, true));
    return { document, range: wholeLines(document, asked.lines) };
  }
  const cited = await citedPlace(code, sources);
  if (cited) return cited;
  const [only, ...others] = named;
  if (only !== undefined && others.length === 0) return placeInFile(code, only, sources);
  const chosen = await askWhich([...named]);
  return chosen === undefined ? undefined : placeInFile(code, chosen, sources);
}

/** The selection's place, if the answer or the question also names its file. */
function selectedIn(named: ReadonlySet<string>): Place | undefined {
  for (const editor of [vscode.window.activeTextEditor, ...vscode.window.visibleTextEditors]) {
    const [range] = editor && named.has(editor.document.uri.fsPath) ? selectedRanges(editor) : [];
    if (editor && range) return { document: editor.document, range };
  }
  return undefined;
}

/** The cited lines that the code is a version of; those in the active file are preferred. */
async function citedPlace(code: string, sources: readonly Source[]): Promise<Place | undefined> {
  const front = vscode.window.activeTextEditor?.document.uri.fsPath;
  const paths = [...new Set(sources.flatMap(({ path }) => (path === undefined ? [] : [path])))];
  for (const path of [...paths.filter((one) => one === front), ...paths.filter((one) => one !== front)]) {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.file(path));
    const ranges = sources.flatMap((source) => (source.path === path && source.lines ? [source.lines] : []));
    const found = placeFor(code, document.getText(), ranges);
    if (found && found.common > 0) return { document, range: wholeLines(document, found.lines) };
  }
  return undefined;
}

/**
 * Place for new code in a file: at lines that both share, else below the last cited lines, else at the cursor, else at
 * the end.
 */
async function placeInFile(code: string, path: string, sources: readonly Source[]): Promise<Place> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.file(path));
  const found = placeFor(code, document.getText(), [{ start: 1, end: Math.max(1, document.lineCount) }]);
  const isVersion = found && found.common > 0 && found.lines.end - found.lines.start + 1 < document.lineCount;
  if (isVersion) return { document, range: wholeLines(document, found.lines) };
  const cited = sources.find((source) => source.path === path && source.lines)?.lines;
  const editor = vscode.window.visibleTextEditors.find((one) => one.document === document);
  const end = document.lineAt(Math.min(cited?.end ?? document.lineCount, document.lineCount) - 1).range.end;
  const at = cited === undefined && editor ? document.lineAt(editor.selection.active.line).range.end : end;
  const isBelow = document.lineAt(at.line).text.trim() !== '';
  return { document, range: new vscode.Range(at, at), ...(isBelow && { isBelow }) };
}

interface FileItem extends vscode.QuickPickItem {
  path?: string;
}

/** @returns undefined when the user cancelled */
async function askWhich(named: readonly string[]): Promise<string | undefined> {
  const open = openFiles().filter((path) => !named.includes(path));
  const itemOf = (path: string): FileItem => {
    const place = vscode.workspace.asRelativePath(path);
    return { label: `$(file) ${place.split(/[\\/]/).at(-1) ?? place}`, description: place, path };
  };
  const separator = (label: string): FileItem => ({ label, kind: vscode.QuickPickItemKind.Separator });
  const other: FileItem = { label: `$(folder-opened) ${vscode.l10n.t('Another File…')}` };
  const chosen = await vscode.window.showQuickPick(
    [
      ...(named.length > 0 ? [separator(vscode.l10n.t('Named in the answer')), ...named.map(itemOf)] : []),
      ...(open.length > 0 ? [separator(vscode.l10n.t('Open files')), ...open.map(itemOf)] : []),
      ...[separator(''), other],
    ],
    { title: vscode.l10n.t('Which file does the code belong to?'), matchOnDescription: true },
  );
  if (chosen !== other) return chosen?.path;
  const [uri] = (await vscode.window.showOpenDialog({ openLabel: vscode.l10n.t('Show the Change') })) ?? [];
  return uri?.fsPath;
}

/** The range of whole lines, without the first line's indentation, which is kept. */
function wholeLines(document: vscode.TextDocument, { start, end }: { start: number; end: number }): vscode.Range {
  const last = document.lineAt(Math.min(end, document.lineCount) - 1);
  const first = document.lineAt(Math.min(start, document.lineCount) - 1);
  return new vscode.Range(first.lineNumber, first.firstNonWhitespaceCharacterIndex, last.lineNumber, last.text.length);
}

const proposalScheme = 'quarry-proposal';

interface Proposal {
  target: vscode.Uri;
  range: vscode.Range;
  /** The text that replaces the range. */
  code: string;
  /** The file's text when the diff was opened, and with the change. */
  before: string;
  after: string;
}

export class Proposals implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #open = new Map<string, Proposal>();
  readonly #registered: vscode.Disposable;
  #count = 0;

  constructor() {
    this.#registered = vscode.Disposable.from(
      vscode.workspace.registerTextDocumentContentProvider(proposalScheme, this),
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        for (const tab of closed) this.#open.delete(proposalOf(tab)?.toString() ?? '');
      }),
    );
    // Proposals do not survive a reload of the window, so their tabs are closed.
    const stale = allTabs().filter((tab) => proposalOf(tab) !== undefined);
    if (stale.length > 0) void vscode.window.tabGroups.close(stale, true);
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#open.get(uri.toString())?.after ?? '';
  }

  /**
   * @returns false when no file was chosen
   * @throws Hint when there is nothing to change
   */
  async show(code: string, turn: Turn | undefined): Promise<boolean> {
    const place = await placeIn(code, turn);
    if (!place) return false;
    const { document, range, isBelow } = place;
    const text = `${isBelow ? '\n' : ''}${fitted(document, range, code)}`;
    const before = document.getText();
    const [start, end] = [document.offsetAt(range.start), document.offsetAt(range.end)];
    const eol = document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
    const after = before.slice(0, start) + text.replaceAll('\n', eol) + before.slice(end);
    if (after === before) throw new Hint(vscode.l10n.t('The file already says exactly that.'));
    const uri = vscode.Uri.from({ scheme: proposalScheme, path: document.uri.path, query: String(++this.#count) });
    this.#open.set(uri.toString(), { target: document.uri, range, code: text, before, after });
    const name = document.uri.path.split('/').at(-1) ?? '';
    const title = vscode.l10n.t('{0}: with the code of the answer', name);
    const viewColumn = codeColumn();
    await vscode.commands.executeCommand('vscode.diff', document.uri, uri, title, {
      preview: true,
      ...(viewColumn !== undefined && { viewColumn }),
    });
    return true;
  }

  /** @throws Hint when the change can no longer be applied */
  async accept(given: unknown): Promise<void> {
    const [uri, proposal] = this.#named(given);
    const document = await vscode.workspace.openTextDocument(proposal.target);
    if (document.getText() !== proposal.before) {
      throw new Hint(vscode.l10n.t('The file was changed since the diff was made. Take the code to it once more.'));
    }
    const edit = new vscode.WorkspaceEdit();
    edit.replace(proposal.target, proposal.range, proposal.code);
    if (!(await vscode.workspace.applyEdit(edit))) throw new Hint(vscode.l10n.t('The file cannot be changed.'));
    const viewColumn = await this.#close(uri);
    const cursor = new vscode.Range(proposal.range.start, proposal.range.start);
    await vscode.window.showTextDocument(document, { selection: cursor, ...(viewColumn && { viewColumn }) });
  }

  async discard(given: unknown): Promise<void> {
    const [uri] = this.#named(given);
    await this.#close(uri);
  }

  dispose(): void {
    this.#registered.dispose();
  }

  /** The proposal of the pressed button; for a call from the command palette, the active one. */
  #named(given: unknown): [vscode.Uri, Proposal] {
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    const uri = given instanceof vscode.Uri && given.scheme === proposalScheme ? given : proposalOf(activeTab);
    const proposal = uri && this.#open.get(uri.toString());
    if (!uri || !proposal) {
      throw new Hint(vscode.l10n.t('No change is shown: choose “Apply in File…” above the code of an answer first.'));
    }
    return [uri, proposal];
  }

  async #close(uri: vscode.Uri): Promise<vscode.ViewColumn | undefined> {
    const tab = allTabs().find((one) => proposalOf(one)?.toString() === uri.toString());
    const column = tab?.group.viewColumn;
    if (tab) await vscode.window.tabGroups.close(tab);
    this.#open.delete(uri.toString());
    return column;
  }
}

const allTabs = (): vscode.Tab[] => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);

function proposalOf(tab: vscode.Tab | undefined): vscode.Uri | undefined {
  const { input } = tab ?? {};
  return input instanceof vscode.TabInputTextDiff && input.modified.scheme === proposalScheme
    ? input.modified
    : undefined;
}
