/** Import and export of the library: a folder of Markdown files, snippets, files, or another server. */
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { Rehearsed } from '../../contract/schemas/library';
import { Hint, assetCount } from '../notices';
import { languageName, fileNameOf } from '../languages';
import type { Shell } from './command';
import { chooseFolder, chooseSource, parts, readSource, type ImportChoice, type Source } from './importSources';
import { chooseAsset } from '../library/choosing';
import { titleOf } from '../library/assets';
import { copyRequestLine } from './service';

/** Assets per call; the body of a call is limited to 8 MiB. */
const exportedAtOnce = 200;
const lastImportKey = 'library.lastImport';

/** @param given the folder; the user is asked when it is absent @returns the number of files written */
export async function exportLibrary({ quarry }: Shell, given?: unknown): Promise<number> {
  // Other programs may have added assets since the last read.
  quarry.library.invalidate();
  const rows = await quarry.library.all();
  if (rows.length === 0) throw new Hint(vscode.l10n.t('The library is empty. Save a selection first.'));
  const folder = given instanceof vscode.Uri ? given : await chooseFolder(vscode.l10n.t('Export Here'));
  if (!folder) return 0;
  const title = vscode.l10n.t('Exporting {0}', assetCount(rows.length));
  const options = { location: vscode.ProgressLocation.Window, title };
  const count = await vscode.window.withProgress(options, async () => {
    let written = 0;
    for (let from = 0; from < rows.length; from += exportedAtOnce) {
      const assets = rows.slice(from, from + exportedAtOnce).map(({ id }) => id);
      const { documents } = await quarry.api.archiveExport({ body: { assets } });
      for (const { path, text } of documents) {
        await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder, path), Buffer.from(text));
      }
      written += documents.length;
    }
    return written;
  });
  void vscode.window.showInformationMessage(vscode.l10n.t('Exported {0} to {1}.', assetCount(count), folder.fsPath));
  return count;
}

/**
 * Shows what an import would do, and changes nothing until the user accepts; one step undoes it.
 * @param options `{ source, from, isConfirmed }`: given values are not asked for; `from` is a folder, a file or an
 * address
 */
export async function importAssets({ quarry }: Shell, options?: unknown): Promise<number> {
  const known = readOptions(options);
  const choice: ImportChoice | undefined = known.source
    ? { source: known.source, from: known.from }
    : await chooseSource(vscode.Uri.file(quarry.ownFolder));
  const requests = choice && (await readSource(choice));
  if (!requests) return 0;
  const items: Rehearsed[] = [];
  for await (const body of requests) items.push(...(await quarry.api.importRehearse({ body })).items);
  if (items.length === 0) throw new Hint(vscode.l10n.t('There is nothing to import.'));
  const chosen = known.isConfirmed ? items.filter(isWanted) : await confirm(items);
  const assets = chosen.flatMap(({ asset }) => asset ?? []);
  if (assets.length === 0) return 0;
  const batch = randomUUID();
  const title = vscode.l10n.t('Importing {0}', assetCount(assets.length));
  const shown = { location: vscode.ProgressLocation.Window, title };
  await quarry.memory.update(lastImportKey, batch);
  try {
    const count = await vscode.window.withProgress(shown, async () => {
      let written = 0;
      for await (const part of parts(assets))
        written += (await quarry.api.importBatch({ body: { batch, assets: part } })).count;
      return written;
    });
    void offerUndo(count);
    return count;
  } finally {
    quarry.assetsChanged();
  }
}

async function offerUndo(count: number): Promise<void> {
  const undo = vscode.l10n.t('Undo');
  const choice = await vscode.window.showInformationMessage(vscode.l10n.t('Imported {0}.', assetCount(count)), undo);
  if (choice === undo) await vscode.commands.executeCommand('quarry.undoImport');
}

/** Undoes the last import, also days later. @returns the number of assets affected */
export async function undoImport({ quarry }: Shell): Promise<number> {
  const batch = quarry.memory.get<string>(lastImportKey);
  const { count } = batch === undefined ? { count: 0 } : await quarry.api.importUndo({ body: { batch } });
  if (count === 0) throw new Hint(vscode.l10n.t('There is no import to undo.'));
  await quarry.memory.update(lastImportKey, undefined);
  quarry.assetsChanged();
  void vscode.window.showInformationMessage(vscode.l10n.t('The import of {0} is undone.', assetCount(count)));
  return count;
}

const isWanted = ({ verdict }: Rehearsed): boolean => verdict === 'add' || verdict === 'update';

type Verdict = Rehearsed['verdict'];
type RehearsedItem = vscode.QuickPickItem & { item?: Rehearsed };

const icons: Record<Verdict, string> = { add: 'add', update: 'edit', duplicate: 'check', skip: 'circle-slash' };

/** Lists all planned changes with ticks; items that would be skipped follow, with the reason. */
async function confirm(items: readonly Rehearsed[]): Promise<Rehearsed[]> {
  const of = (verdict: Verdict) => items.filter((item) => item.verdict === verdict);
  const headings: [Verdict, string][] = [
    ['add', vscode.l10n.t('new')],
    ['update', vscode.l10n.t('replaces what is there')],
    ['duplicate', vscode.l10n.t('already there')],
    ['skip', vscode.l10n.t('cannot be read')],
  ];
  const picks = headings.flatMap(([verdict, heading]): RehearsedItem[] => {
    const members = of(verdict);
    if (members.length === 0) return [];
    const label = `${heading} (${members.length})`;
    return [{ label, kind: vscode.QuickPickItemKind.Separator }, ...members.map(itemOf)];
  });
  const [adds, updates, duplicates] = (['add', 'update', 'duplicate'] as const).map((verdict) => of(verdict).length);
  const chosen = await vscode.window.showQuickPick(picks, {
    canPickMany: true,
    matchOnDescription: true,
    ignoreFocusOut: true,
    title: vscode.l10n.t('Import: {0} new, {1} changed, {2} already there', adds ?? 0, updates ?? 0, duplicates ?? 0),
    placeHolder: vscode.l10n.t('Nothing is changed before you accept'),
  });
  return (chosen ?? []).flatMap(({ item }) => (item && item.verdict !== 'skip' ? [item] : []));
}

function itemOf(item: Rehearsed): RehearsedItem {
  const { verdict, asset, reason, path } = item;
  const file = path.slice(path.lastIndexOf('/') + 1);
  return {
    item,
    label: `$(${icons[verdict]}) ${asset?.name ?? file}`,
    description: [asset && languageName(asset.language), reason, verdict !== 'duplicate' && asset && file]
      .filter(Boolean)
      .join(' · '),
    picked: isWanted(item),
  };
}

function readOptions(options: unknown): { source?: Source; from?: unknown; isConfirmed: boolean } {
  if (typeof options !== 'object' || options === null) return { isConfirmed: false };
  const named = 'source' in options ? options.source : undefined;
  const source = (['archive', 'snippets', 'files', 'server'] as const).find((known) => known === named);
  return {
    ...(source && { source }),
    from: 'from' in options ? options.from : undefined,
    isConfirmed: 'isConfirmed' in options && options.isConfirmed === true,
  };
}

type Kind = 'HTML' | 'MD';
const choices = ['HTML', 'MD', 'curl'] as const;
type Choice = (typeof choices)[number];
/** Destination of the document: a new editor, or this file. */
type Target = 'editor' | vscode.Uri;

const languages: Record<Kind, string> = { HTML: 'html', MD: 'markdown' };
const endings: Record<Kind, string> = { HTML: 'html', MD: 'md' };

/** @param options `{ kind, target }`: given values are not asked for */
export async function exportAsset({ quarry }: Shell, given?: unknown, options?: unknown): Promise<void> {
  const asset = await chooseAsset(quarry, given, vscode.l10n.t('Which asset do you want to export?'));
  if (!asset) return;
  const known = exportOptions(options);
  const kind = known.kind ?? (await chooseKind());
  if (kind === 'curl') return copyRequestLine(quarry, `/asset/${encodeURIComponent(asset.id)}/export?export_type=MD`);
  const target = kind && (known.target ?? (await chooseTarget(titleOf(asset), kind)));
  if (!kind || !target) return;
  const { raw } = await quarry.api.assetSpecificAssetExport({
    params: { asset: asset.id },
    query: { export_type: kind },
  });
  await deliver(raw.string?.raw ?? '', kind, target);
}

function exportOptions(options: unknown): { kind?: Choice; target?: Target } {
  if (typeof options !== 'object' || options === null) return {};
  const kind = 'kind' in options ? choices.find((choice) => choice === options.kind) : undefined;
  const isTarget = 'target' in options && (options.target === 'editor' || options.target instanceof vscode.Uri);
  // Checked boundary: the line above checked the target.
  return { ...(kind && { kind }), ...(isTarget && { target: options.target as Target }) };
}

async function chooseKind(): Promise<Choice | undefined> {
  const items: (vscode.QuickPickItem & { kind: vscode.QuickPickItemKind; word: Choice })[] = [
    { label: '$(markdown) Markdown', word: 'MD', kind: vscode.QuickPickItemKind.Default },
    { label: '$(globe) HTML', word: 'HTML', kind: vscode.QuickPickItemKind.Default },
    {
      label: vscode.l10n.t('$(terminal) Copy as curl'),
      description: vscode.l10n.t('the request that gives it to a program'),
      word: 'curl',
      kind: vscode.QuickPickItemKind.Default,
    },
  ];
  return (await vscode.window.showQuickPick(items, { placeHolder: vscode.l10n.t('Export as') }))?.word;
}

async function chooseTarget(title: string, kind: Kind): Promise<Target | undefined> {
  const editor = vscode.l10n.t('$(go-to-file) Open in an editor');
  const file = vscode.l10n.t('$(save) Save to a file…');
  const choice = await vscode.window.showQuickPick([editor, file], { placeHolder: vscode.l10n.t('Where to?') });
  if (choice === editor) return 'editor';
  if (choice === undefined) return undefined;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const name = fileNameOf(title, endings[kind]);
  return vscode.window.showSaveDialog({
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, name) }),
    filters: { [kind === 'HTML' ? 'HTML' : 'Markdown']: [endings[kind]] },
  });
}

async function deliver(content: string, kind: Kind, target: Target): Promise<void> {
  if (target !== 'editor') {
    await vscode.workspace.fs.writeFile(target, Buffer.from(content));
    return;
  }
  const document = await vscode.workspace.openTextDocument({ content, language: languages[kind] });
  await vscode.window.showTextDocument(document);
}
