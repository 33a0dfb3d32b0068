/**
 * Code of an answer as a change of a file, before it is one: the editor's own diff between the file as it is and with
 * the code in its place. Nothing is written before it is accepted, and accepting is one undo step.
 */
import * as vscode from 'vscode';
import { Hint } from '../errors';
import { fitted } from '../library/insertion';
import type { Turn } from '../../chat/turns';
import { codeColumn } from './tabs';
import { placeIn } from './proposalTarget';

const proposalScheme = 'quarry-proposal';

interface Proposal {
  target: vscode.Uri;
  range: vscode.Range;
  /** What comes into the range. */
  code: string;
  /** The file as it was shown, and as it would be. */
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
    // What was offered before the window was loaded again is known no longer.
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

  /** @throws Hint when it cannot be done any more */
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

  /** The one whose button was pressed; from the palette, the one in front. */
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
