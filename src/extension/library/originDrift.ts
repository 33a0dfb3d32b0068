/**
 * Compares assets with their origin files: marks those that differ in the tree, and provides the origin's text for a
 * diff. Reads files of this machine only; an asset may come from another machine.
 */
import * as vscode from 'vscode';
import type { AssetContent } from '../../contract/schemas/library';
import { onFilesChanged } from '../start/windowFolders';
import { assetOfUri, assetScheme, idIn } from './assets';
import { driftOf, type Drift } from './origin';
import type { Quarry } from '../start/quarry';

/** URI scheme of documents that show the current text of an asset's origin; the rest of the URI is the asset's own. */
export const originScheme = 'quarry-origin';
/** Largest file that is read, in bytes; each visible asset reads its origin. */
const maxBytes = 2_000_000;

export interface OriginState {
  content: AssetContent;
  uri: vscode.Uri;
  drift: Drift;
}

/** undefined when the asset has no origin on this machine, or one that cannot be compared. */
export async function originStateOf(quarry: Quarry, asset: string): Promise<OriginState | undefined> {
  const content = await quarry.api.assetContent({ params: { asset } });
  const { origin, isText } = content;
  // Notebook cells are stored inside JSON.
  if (!isText || origin?.path === undefined || origin.path.endsWith('.ipynb')) return undefined;
  const uri = vscode.Uri.file(origin.path);
  const text = await readText(uri);
  if (text === undefined) return { content, uri, drift: { kind: 'gone' } };
  return { content, uri, drift: driftOf(content.text, text, origin.lines) };
}

/** undefined when the file is missing, or too large to be a source file. */
async function readText(uri: vscode.Uri): Promise<string | undefined> {
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  // The editor's copy of a changed file can be stale, so it is used for unsaved changes only.
  if (open?.isDirty) return open.getText();
  try {
    if ((await vscode.workspace.fs.stat(uri)).size > maxBytes) return undefined;
    return Buffer.from(await vscode.workspace.fs.readFile(uri)).toString('utf8');
  } catch (error) {
    if (error instanceof vscode.FileSystemError) return undefined;
    throw error;
  }
}

export function registerOriginDrift(quarry: Quarry): vscode.Disposable {
  const marks = new DriftMarks(quarry);
  const lookFor = async (paths: ReadonlySet<string>): Promise<void> => {
    const rows = await quarry.library.all();
    if (rows.some(({ path }) => path !== undefined && paths.has(path))) marks.look();
  };
  return vscode.Disposable.from(
    marks,
    vscode.window.registerFileDecorationProvider(marks),
    vscode.workspace.registerTextDocumentContentProvider(originScheme, {
      async provideTextDocumentContent(uri) {
        const state = await originStateOf(quarry, idIn(uri) ?? '');
        return state?.drift.kind === 'changed' ? state.drift.text : (state?.content.text ?? '');
      },
    }),
    onFilesChanged((paths) => {
      lookFor(paths).catch((error: unknown) =>
        quarry.log.debug(`Changed origins were not looked for: ${String(error)}`),
      );
    }),
    quarry.onDidChangeAssets(() => marks.look()),
  );
}

class DriftMarks implements vscode.FileDecorationProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeFileDecorations = this.changed.event;

  constructor(private readonly quarry: Quarry) {}

  /** Makes the editor request the marks again, which it does for visible items only. */
  look(): void {
    this.changed.fire(undefined);
  }

  async provideFileDecoration(uri: vscode.Uri): Promise<vscode.FileDecoration | undefined> {
    const asset = uri.scheme === assetScheme ? assetOfUri(uri) : undefined;
    if (asset === undefined || this.quarry.library.get(asset)?.path === undefined) return undefined;
    try {
      return decorationOf(await originStateOf(this.quarry, asset));
    } catch (error) {
      this.quarry.log.debug(`An origin was not compared: ${String(error)}`);
      return undefined;
    }
  }

  dispose(): void {
    this.changed.dispose();
  }
}

function decorationOf(state: OriginState | undefined): vscode.FileDecoration | undefined {
  if (state?.drift.kind !== 'changed') return undefined;
  const tooltip = vscode.l10n.t('its origin has changed since');
  return new vscode.FileDecoration('≠', tooltip, new vscode.ThemeColor('gitDecoration.modifiedResourceForeground'));
}
