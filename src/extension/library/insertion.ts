/** Inserts saved code into an editor: by command, drag and drop, or completion. */
import * as vscode from 'vscode';
import { reindent } from '../../chat/writing';
import { templateTag } from '../../contract/conventions';
import { showError } from '../notices';
import type { Quarry } from '../start/quarry';
import { readFile, savePieces, type Piece } from './saving';
import { countUse, textOf } from './assets';
import type { LibraryNode } from './items';
import type { LibraryRow } from '../../contract/schemas/library';
import { languageName, wordOf } from '../languages';
import { settings } from '../settings';

// Section: inserts code literally, with adapted indentation and as one undo step.

/** Inserts at every cursor, replacing selections. */
export async function insertCode(editor: vscode.TextEditor, code: string): Promise<boolean> {
  const unit = unitOf(editor.options);
  const texts = editor.selections.map((selection) => ({ selection, text: fit(editor, selection, code, unit) }));
  const isDone = await editor.edit(
    (edit) => {
      for (const { selection, text } of texts) {
        // An insertion moves the cursor along; replacing an empty range would not.
        if (selection.isEmpty) edit.insert(selection.active, text);
        else edit.replace(selection, text);
      }
    },
    { undoStopBefore: true, undoStopAfter: true },
  );
  if (isDone) editor.selections = editor.selections.map(({ end }) => new vscode.Selection(end, end));
  return isDone;
}

/** The code with the indentation it needs at the range, in the steps of the editor that shows the document. */
export function fitted(document: vscode.TextDocument, range: vscode.Range, code: string): string {
  const editor = vscode.window.visibleTextEditors.find((shown) => shown.document === document);
  return fit({ document }, range, code, editor ? unitOf(editor.options) : unitIn(document.getText()));
}

/** The smallest indentation step of a document that no editor shows. */
function unitIn(text: string): string {
  const indents = [...text.matchAll(/^(\t| {2,8})\S/gm)].map(([, indent]) => indent ?? '');
  if (indents.includes('\t')) return '\t';
  return indents.sort((a, b) => a.length - b.length)[0] ?? '    ';
}

function unitOf({ insertSpaces, tabSize, indentSize }: vscode.TextEditorOptions): string {
  const size = Number(indentSize) || Number(tabSize) || 4;
  return insertSpaces === false ? '\t' : ' '.repeat(size);
}

function fit(
  { document }: Pick<vscode.TextEditor, 'document'>,
  selection: vscode.Range,
  code: string,
  unit: string,
): string {
  const line = document.lineAt(selection.start.line).text;
  const before = line.slice(0, selection.start.character);
  const indent = /^[ \t]*/.exec(line)?.[0] ?? '';
  if (before.trim() !== '') return reindent(code, { line: indent, unit });
  // Replaced whole lines keep their indentation; at an empty selection the cursor's column counts.
  const place = selection.isEmpty ? before : indent;
  return place.slice(before.length) + reindent(code, { line: place, unit });
}

export function isTemplate(tags: readonly string[]): boolean {
  return tags.some((tag) => tag.toLowerCase() === templateTag);
}

/** Inserts a snippet at every cursor, replacing selections; the editor adapts the indentation and handles tab stops. */
export async function insertTemplate(editor: vscode.TextEditor, body: string): Promise<boolean> {
  // Tab stops need the focus.
  const shown = await vscode.window.showTextDocument(editor.document, editor.viewColumn);
  return shown.insertSnippet(new vscode.SnippetString(body), shown.selections);
}

// Section: drag and drop of assets from and to the library; dropping on a tag adds the tag.

/** MIME type of drags from our view: the editor's prefix and the view's id in lower case. */
const treeMime = 'application/vnd.code.tree.quarry.assets';
const uriMime = 'text/uri-list';
const textMime = 'text/plain';

export class LibraryDrag implements vscode.TreeDragAndDropController<LibraryNode> {
  readonly dragMimeTypes = [treeMime, textMime];
  readonly dropMimeTypes = [treeMime, uriMime, textMime];

  constructor(private readonly quarry: Quarry) {}

  async handleDrag(source: readonly LibraryNode[], data: vscode.DataTransfer): Promise<void> {
    const ids = source.flatMap((node) => (node.kind === 'asset' ? [node.asset.id] : []));
    if (ids.length === 0) return;
    data.set(treeMime, new vscode.DataTransferItem(JSON.stringify(ids)));
    data.set(textMime, new vscode.DataTransferItem(await this.textsOf(ids)));
  }

  async handleDrop(target: LibraryNode | undefined, data: vscode.DataTransfer): Promise<void> {
    try {
      const own = await data.get(treeMime)?.asString();
      const ids = own === undefined ? await this.save(data) : idsIn(own);
      const tag = tagOf(target);
      if (tag !== undefined) await this.addTag(ids, tag);
    } catch (error) {
      // The editor would swallow errors of a drop.
      showError(this.quarry.log, error, 'drop');
    }
  }

  private async textsOf(ids: readonly string[]): Promise<string> {
    const contents = await Promise.all(ids.map((asset) => this.quarry.api.assetContent({ params: { asset } })));
    return contents.map(({ text }) => text).join('\n');
  }

  /** Saves dropped data: files as files, anything else as text. */
  private async save(data: vscode.DataTransfer): Promise<string[]> {
    const list = (await data.get(uriMime)?.asString()) ?? '';
    const uris = list.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'));
    const text = uris.length === 0 ? await data.get(textMime)?.asString() : undefined;
    const pieces: Piece[] = [];
    for (const uri of uris) pieces.push(await readFile(vscode.Uri.parse(uri, true)));
    if (text !== undefined) pieces.push(droppedText(text));
    return (await savePieces(this.quarry, pieces)).map(({ id }) => id);
  }

  private async addTag(ids: readonly string[], text: string): Promise<void> {
    const { id: tag } = await this.quarry.api.tagsCreateNewTag({ body: { text } });
    for (const asset of ids) await this.quarry.api.assetAssociateTag({ params: { asset, tag } });
    if (ids.length > 0) this.quarry.assetsChanged();
  }
}

/** Dropped text as code; text dragged from the active editor has its origin there. */
function droppedText(text: string): Piece {
  const editor = vscode.window.activeTextEditor;
  const selection = editor?.selections.find((range) => editor.document.getText(range) === text);
  if (!editor || !selection) return { uri: vscode.Uri.from({ scheme: 'untitled', path: 'dropped' }), text };
  const { uri, languageId } = editor.document;
  return { uri, languageId, text, lines: { start: selection.start.line + 1, end: selection.end.line + 1 } };
}

function tagOf(target: LibraryNode | undefined): string | undefined {
  const group = target?.kind === 'asset' ? target.parent.group : target?.kind === 'group' ? target.group : undefined;
  return group?.key.startsWith('tag:') && group.key !== 'tag:' ? group.label : undefined;
}

function idsIn(json: string): string[] {
  const parsed: unknown = JSON.parse(json);
  return Array.isArray(parsed) ? parsed.filter((id) => typeof id === 'string') : [];
}

/** Registers dropping of assets into text editors. */
export function registerAssetDrop(quarry: Quarry): vscode.Disposable {
  const provider: vscode.DocumentDropEditProvider = {
    async provideDocumentDropEdits(document, _position, data) {
      const own = await data.get(treeMime)?.asString();
      if (own === undefined || own === '') return undefined;
      const ids = idsIn(own);
      const contents = await Promise.all(ids.map((asset) => quarry.api.assetContent({ params: { asset } })));
      // The editor adds the indentation of the place by itself, as for every snippet.
      const code = reindent(contents.map(({ text }) => text).join('\n'), { line: '', unit: unitOfShown(document) });
      for (const id of ids) countUse(quarry, id, 'reuse');
      const isFilled = ids.every((id) => isTemplate(quarry.library.get(id)?.tags ?? []));
      const snippet = isFilled ? new vscode.SnippetString(code) : new vscode.SnippetString().appendText(code);
      const edit = new vscode.DocumentDropEdit(snippet);
      edit.title = vscode.l10n.t('Insert asset');
      return edit;
    },
  };
  return vscode.languages.registerDocumentDropEditProvider({ pattern: '**' }, provider, {
    dropMimeTypes: [treeMime],
    providedDropEditKinds: [vscode.DocumentDropOrPasteEditKind.Text.append('quarry', 'asset')],
  });
}

function unitOfShown(document: vscode.TextDocument): string {
  const options = vscode.window.visibleTextEditors.find((editor) => editor.document === document)?.options;
  return options?.insertSpaces === false
    ? '\t'
    : ' '.repeat(Number(options?.indentSize) || Number(options?.tabSize) || 4);
}

// Section: completions of saved code after a trigger text that is not typed by chance; off without a trigger.

const setting = 'quarry.completion.trigger';
/** Most completions offered; the editor shows about a dozen and filters the others. */
const maxItems = 500;
const maxTyped = 60;

interface AssetItem extends vscode.CompletionItem {
  asset: string;
}

function readTrigger(): string {
  const value = vscode.workspace.getConfiguration().get<unknown>(setting, settings[setting]);
  return typeof value === 'string' ? value.trim() : '';
}

/** The range from the trigger to the cursor; undefined when there is no trigger, or it ends a longer word. */
function typedRange(document: vscode.TextDocument, at: vscode.Position, trigger: string): vscode.Range | undefined {
  const before = document.lineAt(at.line).text.slice(0, at.character);
  const start = before.lastIndexOf(trigger);
  if (start < 0 || before.length - start - trigger.length > maxTyped) return undefined;
  if (/\s/.test(before.slice(start + trigger.length))) return undefined;
  const isInWord = /^\w/.test(trigger) && /\w$/.test(before.slice(0, start));
  return isInWord ? undefined : new vscode.Range(at.line, start, at.line, at.character);
}

function itemOf(row: LibraryRow, place: number, trigger: string, range: vscode.Range): AssetItem {
  const kind = isTemplate(row.tags) ? vscode.CompletionItemKind.Snippet : vscode.CompletionItemKind.Text;
  const label = { label: row.name, description: languageName(row.language) };
  const item: AssetItem = Object.assign(new vscode.CompletionItem(label, kind), { asset: row.id });
  item.range = range;
  item.filterText = [`${trigger}${row.name}`, ...row.tags].join(' ');
  item.sortText = String(place).padStart(4, '0');
  // Removes the trigger; the command then inserts the asset.
  item.insertText = '';
  item.command = { command: 'quarry.insertAsset', title: '', arguments: [row.id] };
  return item;
}

function provider(quarry: Quarry, trigger: string): vscode.CompletionItemProvider<AssetItem> {
  return {
    async provideCompletionItems(document, position) {
      const range = typedRange(document, position, trigger);
      if (!range) return undefined;
      const own = wordOf(document.languageId, document.fileName);
      const rank = (row: LibraryRow): number => (row.language === own ? 1_000_000 : 0) + row.uses;
      const rows = (await quarry.library.all()).filter(({ isText }) => isText).sort((a, b) => rank(b) - rank(a));
      return rows.slice(0, maxItems).map((row, place) => itemOf(row, place, trigger, range));
    },
    async resolveCompletionItem(item) {
      const text = textOf(await quarry.api.assetSnapshot({ params: { asset: item.asset } }));
      if (text !== undefined) item.documentation = new vscode.MarkdownString().appendCodeblock(text);
      return item;
    },
  };
}

/** Registers the completions only while a trigger is set, so that they cost nothing otherwise. */
export function offerAssetCompletion(quarry: Quarry): vscode.Disposable {
  const held: { registered?: vscode.Disposable } = {};
  const register = (): void => {
    held.registered?.dispose();
    delete held.registered;
    const trigger = readTrigger();
    if (trigger === '') return;
    const everywhere = ['file', 'untitled', 'vscode-notebook-cell'].map((scheme) => ({ scheme }));
    const last = trigger.slice(-1);
    held.registered = vscode.languages.registerCompletionItemProvider(everywhere, provider(quarry, trigger), last);
  };
  register();
  const listening = vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(setting)) register();
  });
  return vscode.Disposable.from(listening, { dispose: () => void held.registered?.dispose() });
}
