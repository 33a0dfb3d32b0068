/**
 * Dragging assets out of the library and code into it. An asset that is dropped into an editor is written like one
 * that is inserted: literal and fitted to the indentation. What is dropped on a tag gets the tag.
 */
import * as vscode from 'vscode';
import { reindent } from '../../chat/reindent';
import { showError } from '../errors';
import type { Quarry } from '../start/quarry';
import { readFile, savePieces, type Piece } from './saving';
import { isTemplate } from './insertion';
import { countUse } from './assets';
import type { LibraryNode } from './nodes';

/** The editor's own name for drags that begin in our view: its id in lower case. */
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
      // The editor swallows what a drop throws.
      showError(this.quarry.log, error, 'drop');
    }
  }

  private async textsOf(ids: readonly string[]): Promise<string> {
    const contents = await Promise.all(ids.map((asset) => this.quarry.api.assetContent({ params: { asset } })));
    return contents.map(({ text }) => text).join('\n');
  }

  /** Files as files, anything else as the text that it is. */
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

/** Text dragged out of the active editor has its place there. */
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

/** Drops of assets into text editors. */
export function registerAssetDrop(quarry: Quarry): vscode.Disposable {
  const provider: vscode.DocumentDropEditProvider = {
    async provideDocumentDropEdits(document, _position, data) {
      const own = await data.get(treeMime)?.asString();
      if (own === undefined || own === '') return undefined;
      const ids = idsIn(own);
      const contents = await Promise.all(ids.map((asset) => quarry.api.assetContent({ params: { asset } })));
      // How deep the place is the editor adds by itself, as to every snippet.
      const code = reindent(contents.map(({ text }) => text).join('\n'), { line: '', unit: unitOf(document) });
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

function unitOf(document: vscode.TextDocument): string {
  const options = vscode.window.visibleTextEditors.find((editor) => editor.document === document)?.options;
  return options?.insertSpaces === false
    ? '\t'
    : ' '.repeat(Number(options?.indentSize) || Number(options?.tabSize) || 4);
}
