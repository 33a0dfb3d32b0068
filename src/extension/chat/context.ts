/**
 * The context of a question: chips that follow the editor, the texts behind chips, and the input of commands (selected
 * code, the window's folders, the library).
 */
import * as vscode from 'vscode';
import {
  chipKey,
  withoutChip,
  type ContextChip,
  type SelectedText,
  type GatheredKind,
  type GatheredText,
} from '../../chat/chips';
import { isChatTab, openFiles } from '../tabs';
import { workspaceFolders } from '../start/windowFolders';
import { changedFiles, changesOf } from '../git';
import { Hint } from '../notices';
import type { Piece } from '../library/saving';
import type { QGPTRelevanceInput } from '../../contract/schemas/qgpt';
import type { Seed } from '../../contract/schemas/assets';
import { wordOf } from '../languages';

type SelectionChip = Extract<ContextChip, { kind: 'selection' }>;

/** Delay after a selection change, so that dragging a selection updates the chip once. */
const followMilliseconds = 150;

/** The chip of an editor's selection; undefined when it is empty. */
export function selectionChip(editor: vscode.TextEditor | undefined): SelectionChip | undefined {
  if (!editor || editor.document.uri.scheme === 'output') return undefined;
  const [range] = selectedRanges(editor);
  const chip = range && chipOf(editor.document, range);
  return chip?.kind === 'selection' ? chip : undefined;
}

/** The whole lines of a chip, with unsaved changes. */
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

/** The current chips, the workspace at first, and the selection, which is offered beside them. */
export class ChatContext implements vscode.Disposable {
  chips: ContextChip[] = firstChips();
  /** The editor's selection; a question is asked of it only when its chip is taken. */
  offered: SelectionChip | undefined;
  /** The chips of a command, which count for one question, and those before them. */
  #given: { keys: ReadonlySet<string>; before: ContextChip[] } | undefined;
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
    // Deferred, because nobody can listen before the constructor has returned.
    follow();
  }

  /** Sets the chips of a command until a question was asked of them. */
  give(chips: readonly ContextChip[]): void {
    this.#given = { keys: new Set(chips.map(chipKey)), before: this.#given?.before ?? this.chips };
    this.chips = [...chips];
    this.changed();
  }

  /** To be called with the chips of each question: those that a command gave have done their work. */
  asked(chips: readonly ContextChip[]): void {
    const given = this.#given;
    if (!given || !chips.some((chip) => given.keys.has(chipKey(chip)))) return;
    const own = this.chips.filter((chip) => !given.keys.has(chipKey(chip)));
    this.#given = undefined;
    this.set(own.length > 0 ? own : given.before);
  }

  /** Resets the chips to those of a new window. */
  reset(): void {
    this.#given = undefined;
    this.set(firstChips());
  }

  /** Sets the chips as chosen on the page. */
  set(chips: readonly ContextChip[]): void {
    if (!chips.some((chip) => this.#given?.keys.has(chipKey(chip)))) this.#given = undefined;
    this.chips = [...chips];
    this.changed();
  }

  #follow(): void {
    const editor = vscode.window.activeTextEditor;
    // Focusing the chat's own tab keeps the selection of the editor beside it.
    if (!editor && isChatTab(vscode.window.tabGroups.activeTabGroup.activeTab)) return;
    const chip = selectionChip(editor);
    const isKnown = (chip && chipKey(chip)) === (this.offered && chipKey(this.offered));
    // This event fires at every cursor movement; the page is told of changes only.
    if (isKnown && editor?.document === this.#document) return;
    this.#document = editor?.document;
    this.offered = chip;
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

// Section: context that is not stored in a file: changes since the last commit, and problems.

/** Longest gathered text, in characters. */
const maxCharacters = 200_000;
const maxProblems = 200;

/** @returns undefined when there are no changes or problems */
export function gathered(kind: GatheredKind): Promise<GatheredText | undefined> {
  return kind === 'changes' ? changes() : problems();
}

async function changes(): Promise<GatheredText | undefined> {
  const all = await Promise.all(workspaceFolders().map((folder) => changesOf(vscode.Uri.file(folder))));
  const text = all.map((one) => one?.text ?? '').join('\n');
  const paths = [...new Set(all.flatMap((one) => one?.paths ?? []))];
  return text.trim() === '' && paths.length === 0 ? undefined : { text: text.slice(0, maxCharacters) || ' ', paths };
}

/** Number of files that differ from the last commit, for the `@` list. */
export async function changedCount(): Promise<number> {
  const all = await Promise.all(workspaceFolders().map((folder) => changedFiles(vscode.Uri.file(folder))));
  return new Set(all.flat()).size;
}

const severities = ['Error', 'Warning', 'Note', 'Hint'] as const;

/** Problems that the editor reports in the open files, the most severe first. */
export function openProblems(): { uri: vscode.Uri; found: vscode.Diagnostic }[] {
  return openFiles()
    .map((path) => vscode.Uri.file(path))
    .flatMap((uri) => vscode.languages.getDiagnostics(uri).map((found) => ({ uri, found })))
    .filter(({ found }) => found.severity <= vscode.DiagnosticSeverity.Information)
    .sort((one, other) => one.found.severity - other.found.severity)
    .slice(0, maxProblems);
}

/** The open problems as text, each with its line. */
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

// Section: the input of commands: the selected code.

/** @throws Hint when no editor is open */
export function activeEditor(): vscode.TextEditor {
  const editor = vscode.window.activeTextEditor;
  if (!editor) throw new Hint(vscode.l10n.t('Open a file in the editor first.'));
  return editor;
}

/** Selections that are not empty, from top to bottom. */
export function selectedRanges({ document, selections }: vscode.TextEditor): vscode.Range[] {
  return selections
    .filter((selection) => document.getText(selection).trim() !== '')
    .map((selection) => wholeLines(document, selection))
    .sort((a, b) => a.start.compareTo(b.start));
}

/** @throws Hint when nothing is selected */
export function selectedRange(editor: vscode.TextEditor): vscode.Range {
  const [first] = selectedRanges(editor);
  if (!first) throw new Hint(vscode.l10n.t('Select some code first.'));
  return first;
}

/** The code of a range; its lines are 1-based and inclusive. */
export function pieceOf(document: vscode.TextDocument, range: vscode.Range): Piece {
  return { uri: document.uri, languageId: document.languageId, lines: linesOf(range), text: document.getText(range) };
}

export function chipOf({ uri }: vscode.TextDocument, range: vscode.Range): ContextChip {
  const name = uri.path.slice(uri.path.lastIndexOf('/') + 1);
  return { kind: 'selection', uri: uri.toString(), name, lines: linesOf(range) };
}

/** The lines of a range, 1-based and inclusive. */
function linesOf({ start, end }: vscode.Range): { start: number; end: number } {
  return { start: start.line + 1, end: end.line + 1 };
}

/**
 * Extends a range to whole lines: the first line's indentation is included, so that the lines stay aligned; a line
 * break after the last line is not.
 */
function wholeLines(document: vscode.TextDocument, { start, end }: vscode.Range): vscode.Range {
  const before = document.lineAt(start.line).text.slice(0, start.character);
  const first = before.trim() === '' ? start.with({ character: 0 }) : start;
  const isPastLine = end.character === 0 && end.line > start.line;
  return new vscode.Range(first, isPastLine ? document.lineAt(end.line - 1).range.end : end);
}

// Section: the scope that commands search: the folders of this window and the library.

/** The contract's limit of a query, in characters. */
const maxQuery = 100_000;

/** The text, cut to the longest query that the contract allows. */
export function queryOf(text: string): string {
  return text.slice(0, maxQuery);
}

/** All folders of this window and the library. */
export function everywhere(): Pick<QGPTRelevanceInput, 'paths' | 'options'> {
  const paths = workspaceFolders();
  return { ...(paths.length > 0 && { paths }), options: { database: true } };
}

/** Selected code as a seed of a query. */
export function seedOf({ uri, languageId = 'plaintext', text, lines }: Piece): Seed {
  const name = uri.path.slice(uri.path.lastIndexOf('/') + 1);
  const ext = wordOf(languageId, name);
  return {
    type: 'SEEDED_ASSET',
    asset: {
      metadata: { name },
      format: { fragment: { string: { raw: text }, metadata: { name, ...(ext !== undefined && { ext }) } } },
    },
    ...(uri.scheme === 'file' && { anchor: { type: 'FILE', fullpath: uri.fsPath, ...(lines && { lines }) } }),
  };
}
