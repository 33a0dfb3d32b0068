/** What a question can be asked of: the chips that follow the editor, the picker for all else, and what they hold. */
import * as vscode from 'vscode';
import {
  chipKey,
  isWide,
  withChip,
  withoutChip,
  type ContextChip,
  type SelectedText,
  type GatheredKind,
  type GatheredText,
} from '../../chat/chips';
import { chipOf, selectedRanges } from './selections';
import { isChatTab, openFiles } from '../tabs';
import { workspaceFolders } from '../start/windowFolders';
import { changedFiles, changesOf } from '../git';

type SelectionChip = Extract<ContextChip, { kind: 'selection' }>;

/** Dragging a selection ends with one chip, not with one a line. */
const followMilliseconds = 150;

/** The chip of what is selected in an editor; undefined when nothing is. */
export function selectionChip(editor: vscode.TextEditor | undefined): SelectionChip | undefined {
  if (!editor || editor.document.uri.scheme === 'output') return undefined;
  const [range] = selectedRanges(editor);
  const chip = range && chipOf(editor.document, range);
  return chip?.kind === 'selection' ? chip : undefined;
}

/** The whole lines that the chip names, as they are now: unsaved changes count. */
export async function selectedText(chip: Pick<SelectionChip, 'uri' | 'lines'>): Promise<SelectedText | undefined> {
  const uri = vscode.Uri.parse(chip.uri, true);
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === chip.uri);
  if (!open && uri.scheme === 'untitled') return undefined;
  const document = open ?? (await vscode.workspace.openTextDocument(uri));
  const { start, end } = chip.lines;
  if (start > document.lineCount) return undefined;
  const last = document.lineAt(Math.min(end, document.lineCount) - 1);
  return {
    text: document.getText(new vscode.Range(start - 1, 0, last.lineNumber, last.text.length)),
    ...(uri.scheme === 'file' && { path: uri.fsPath }),
  };
}

function firstChips(): ContextChip[] {
  return workspaceFolders().length > 0 ? [{ kind: 'workspace' }] : [];
}

/** The row of chips: the workspace to begin with, and the selection while there is one. */
export class ChatContext implements vscode.Disposable {
  chips: ContextChip[] = firstChips();
  /** The selection chip that came by itself and goes by itself; one given by a command stays. */
  #followed: SelectionChip | undefined;
  /** What the selection took the place of: it is back when that goes. */
  #before: ContextChip[] = [];
  #dismissed: string | undefined;
  #document: vscode.TextDocument | undefined;
  #timer: NodeJS.Timeout | undefined;
  readonly #subscriptions: vscode.Disposable[];

  constructor(private readonly changed: () => void) {
    const follow = () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#follow(), followMilliseconds);
    };
    this.#subscriptions = [
      vscode.window.onDidChangeTextEditorSelection(follow),
      vscode.window.onDidChangeActiveTextEditor(follow),
      vscode.workspace.onDidChangeWorkspaceFolders(() => this.#foldersChanged()),
    ];
    // Not at once: nobody can listen before the constructor has returned.
    follow();
  }

  /** Chips that a command gives: a selection among them stays when the one in the editor has gone. */
  give(chips: readonly ContextChip[]): void {
    this.#followed = undefined;
    this.set(chips);
  }

  /** Forgets all that was chosen, as in a new window. */
  reset(): void {
    this.#dismissed = undefined;
    this.give(firstChips());
    this.#follow();
  }

  /** Chips as the page has them: they hold as they are. */
  set(chips: readonly ContextChip[]): void {
    const followed = this.#followed;
    const isRemoved = followed && !chips.some((chip) => chipKey(chip) === chipKey(followed));
    if (isRemoved) {
      this.#dismissed = chipKey(followed);
      this.#followed = undefined;
    }
    this.chips = [...chips];
    this.changed();
  }

  #follow(): void {
    const editor = vscode.window.activeTextEditor;
    // Whoever clicks into the chat's own tab still asks about what is selected beside it.
    if (!editor && isChatTab(vscode.window.tabGroups.activeTabGroup.activeTab)) return;
    const chip = selectionChip(editor);
    const isSameDocument = editor?.document === this.#document;
    this.#document = editor?.document;
    if (chip) {
      const key = chipKey(chip);
      if (key === this.#dismissed || this.chips.some((other) => chipKey(other) === key)) return;
      if (!this.#followed) this.#before = this.chips.filter(isWide);
      this.#followed = chip;
      this.chips = withChip(this.chips, chip);
    } else {
      this.#dismissed = undefined;
      // Every step of the cursor comes here; the page is told of news only.
      if (!this.#followed && isSameDocument) return;
      if (this.#followed) this.chips = withoutChip(this.chips, this.#followed);
      if (this.#followed && this.chips.length === 0) this.chips = this.#before.length > 0 ? this.#before : firstChips();
      this.#followed = undefined;
    }
    this.changed();
  }

  #foldersChanged(): void {
    const hasFolders = workspaceFolders().length > 0;
    const isChosen = this.chips.some((chip) => chip.kind === 'workspace');
    if (hasFolders && this.chips.length === 0) this.chips = [{ kind: 'workspace' }];
    if (!hasFolders && isChosen) this.chips = withoutChip(this.chips, { kind: 'workspace' });
    this.changed();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}

/**
 * What a question is asked of that stands in no file as it is: the changes since the last commit, the problems found.
 */

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
