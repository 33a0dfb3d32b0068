/** The library out of the editor and back in: a folder of Markdown files, snippets, files, another server. */
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { ArchivedAsset, ArchiveDocument, ImportRequest, Rehearsed } from '../../contract/schemas/archive';
import type { Asset } from '../../contract/schemas/assets';
import { textOf, titleOf, wordOfAsset } from '../assets';
import { Hint } from '../errors';
import { languageName } from '../languages';
import type { Quarry } from '../quarry';
import { loadClient } from '../loadClient';
import type { Shell } from './command';

type Source = ImportRequest['source'];

/** One call carries so many assets; a call's body ends at eight MiB. */
const exportedAtOnce = 200;
const importedBytes = 2_000_000;
/** Larger files are no pieces of code. */
const maxFileBytes = 1_000_000;
const maxFiles = 5_000;

/** @param given the folder; asked when absent @returns how many files were written */
export async function exportLibrary({ quarry }: Shell, given?: unknown): Promise<number> {
  const rows = await quarry.library.all();
  if (rows.length === 0) throw new Hint(vscode.l10n.t('The library is empty. Save a selection first.'));
  const folder = given instanceof vscode.Uri ? given : await chooseFolder(vscode.l10n.t('Export Here'));
  if (!folder) return 0;
  const title = vscode.l10n.t('Exporting {0} assets', rows.length);
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
  void vscode.window.showInformationMessage(vscode.l10n.t('{0} assets are in {1}.', count, folder.fsPath));
  return count;
}

/**
 * What the import would do is shown first; nothing is changed until it is accepted, and one step takes it back.
 * @param options `{ source, from, isConfirmed }`: what is given is not asked; `from` is a folder, a file or an address
 */
export async function importAssets({ quarry }: Shell, options?: unknown): Promise<number> {
  const known = readOptions(options);
  const source = known.source ?? (await chooseSource());
  const requests = source && (await read(source, known.from));
  if (!requests) return 0;
  const items: Rehearsed[] = [];
  for (const body of requests) items.push(...(await quarry.api.importRehearse({ body })).items);
  if (items.length === 0) throw new Hint(vscode.l10n.t('There is nothing to import.'));
  const chosen = known.isConfirmed ? items.filter(isWanted) : await confirm(items);
  const assets = chosen.flatMap(({ asset }) => asset ?? []);
  if (assets.length === 0) return 0;
  const batch = randomUUID();
  let count = 0;
  try {
    for (const part of parts(assets)) count += (await quarry.api.importBatch({ body: { batch, assets: part } })).count;
  } finally {
    quarry.assetsChanged();
  }
  void offerUndo(quarry, batch, count);
  return count;
}

async function offerUndo(quarry: Quarry, batch: string, count: number): Promise<void> {
  const undo = vscode.l10n.t('Undo');
  const choice = await vscode.window.showInformationMessage(vscode.l10n.t('Imported {0} assets.', count), undo);
  if (choice !== undo) return;
  await quarry.api.importUndo({ body: { batch } });
  quarry.assetsChanged();
}

const isWanted = ({ verdict }: Rehearsed): boolean => verdict === 'add' || verdict === 'update';

/** All that would be done, with a tick; what would not be done stands below, with the reason. */
async function confirm(items: readonly Rehearsed[]): Promise<Rehearsed[]> {
  const count = (verdict: Rehearsed['verdict']) => items.filter((item) => item.verdict === verdict).length;
  const words: Record<Rehearsed['verdict'], string> = {
    add: vscode.l10n.t('new'),
    update: vscode.l10n.t('replaces what is there'),
    duplicate: vscode.l10n.t('already there'),
    skip: vscode.l10n.t('cannot be read'),
  };
  const icons = { add: 'add', update: 'edit', duplicate: 'check', skip: 'circle-slash' };
  const order: Rehearsed['verdict'][] = ['add', 'update', 'duplicate', 'skip'];
  const picks = [...items]
    .sort((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict))
    .map((item) => ({
      item,
      label: `$(${icons[item.verdict]}) ${item.asset?.name ?? item.path}`,
      description: [item.asset && languageName(item.asset.language), item.reason ?? words[item.verdict]]
        .filter(Boolean)
        .join(' · '),
      picked: isWanted(item),
    }));
  const chosen = await vscode.window.showQuickPick(picks, {
    canPickMany: true,
    matchOnDescription: true,
    title: vscode.l10n.t(
      'Import: {0} new, {1} changed, {2} already there',
      count('add'),
      count('update'),
      count('duplicate'),
    ),
    placeHolder: vscode.l10n.t('Nothing is changed before you accept'),
  });
  return (chosen ?? []).map(({ item }) => item).filter(({ verdict }) => verdict !== 'skip');
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

async function chooseSource(): Promise<Source | undefined> {
  const items: (vscode.QuickPickItem & { source: Source })[] = [
    {
      source: 'archive',
      label: `$(markdown) ${vscode.l10n.t('Exported library')}`,
      description: vscode.l10n.t('a folder of Markdown files'),
    },
    {
      source: 'snippets',
      label: `$(symbol-snippet) ${vscode.l10n.t('Snippet files of the editor')}`,
      description: '*.json, *.code-snippets',
    },
    {
      source: 'files',
      label: `$(files) ${vscode.l10n.t('A folder of files')}`,
      description: vscode.l10n.t('each file becomes an asset'),
    },
    {
      source: 'server',
      label: `$(broadcast) ${vscode.l10n.t('A running server')}`,
      description: vscode.l10n.t('read only, by its address'),
    },
  ];
  return (await vscode.window.showQuickPick(items, { placeHolder: vscode.l10n.t('Import from') }))?.source;
}

/** Undefined when nobody chose a place. */
async function read(source: Source, from: unknown): Promise<ImportRequest[] | undefined> {
  if (source === 'server') {
    const address = typeof from === 'string' ? from : await askForAddress();
    return address === undefined ? undefined : parts(await readServer(address)).map((assets) => ({ source, assets }));
  }
  const places = from instanceof vscode.Uri ? [from] : await choosePlaces(source);
  if (!places) return undefined;
  const documents: ArchiveDocument[] = [];
  for (const place of places) await readPlace(place, source, documents);
  return parts(documents).map((some) => ({ source, documents: some }));
}

function askForAddress(): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: vscode.l10n.t('Address of the server'),
    value: 'http://localhost:39300',
    validateInput: (text) =>
      /^https?:\/\/\S+$/.test(text) ? undefined : vscode.l10n.t('An address such as http://localhost:39300'),
  });
}

async function readServer(address: string): Promise<ArchivedAsset[]> {
  const { createHttpClient } = await loadClient();
  const { hostname, port } = new URL(address);
  const { iterable } = await createHttpClient({ host: hostname, port: Number(port) || 80 }).assetsSnapshot();
  return iterable.flatMap(toArchived);
}

/** Assets without text come as nothing: their bytes are not worth the way. */
function toArchived(asset: Asset): ArchivedAsset[] {
  const text = textOf(asset);
  if (text === undefined) return [];
  return [
    {
      id: asset.id,
      name: titleOf(asset),
      language: wordOfAsset(asset),
      text,
      created: Date.parse(asset.created.value),
      updated: Date.parse(asset.updated.value),
      ...(asset.favorited && { favorited: true }),
      tags: asset.tags?.iterable.map((tag) => tag.text) ?? [],
      websites: asset.websites?.iterable.map(({ url, name }) => ({ url, name })) ?? [],
      persons: (asset.persons?.iterable ?? []).map(({ type: { basic = {} } }) => ({
        ...(basic.name !== undefined && { name: basic.name }),
        ...(basic.email !== undefined && { email: basic.email }),
      })),
      summaries: asset.summaries?.iterable.map(({ name }) => name) ?? [],
      notes: asset.annotations?.iterable.map(({ type, text: note }) => ({ type, text: note })) ?? [],
      ...(asset.origin && { origin: asset.origin }),
    },
  ];
}

async function choosePlaces(source: Source): Promise<vscode.Uri[] | undefined> {
  if (source !== 'snippets') {
    const folder = await chooseFolder(vscode.l10n.t('Import This Folder'));
    return folder && [folder];
  }
  return vscode.window.showOpenDialog({
    canSelectMany: true,
    filters: { [vscode.l10n.t('Snippets')]: ['json', 'code-snippets'] },
    openLabel: vscode.l10n.t('Import'),
  });
}

async function chooseFolder(openLabel: string): Promise<vscode.Uri | undefined> {
  const chosen = await vscode.window.showOpenDialog({ canSelectFolders: true, canSelectFiles: false, openLabel });
  return chosen?.[0];
}

const endings: Partial<Record<Source, RegExp>> = { archive: /\.md$/, snippets: /\.(json|code-snippets)$/ };

/** Hidden folders and what packages brought are nobody's library. */
async function readPlace(place: vscode.Uri, source: Source, documents: ArchiveDocument[]): Promise<void> {
  const { type, size } = await vscode.workspace.fs.stat(place);
  if (type & vscode.FileType.Directory) {
    for (const [name] of (await vscode.workspace.fs.readDirectory(place)).sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (name.startsWith('.') || name === 'node_modules') continue;
      await readPlace(vscode.Uri.joinPath(place, name), source, documents);
    }
    return;
  }
  if (documents.length >= maxFiles) throw new Hint(vscode.l10n.t('There are more than {0} files.', maxFiles));
  if (size > (source === 'archive' ? 8 * maxFileBytes : maxFileBytes) || endings[source]?.test(place.path) === false)
    return;
  const text = Buffer.from(await vscode.workspace.fs.readFile(place)).toString('utf8');
  // What is no text has zeros in it.
  if (!text.includes('\0')) documents.push({ path: place.path, text });
}

function parts<Item>(items: readonly Item[]): Item[][] {
  const all: Item[][] = [];
  let bytes = Infinity;
  for (const item of items) {
    const size = JSON.stringify(item).length;
    if (bytes + size > importedBytes) {
      all.push([]);
      bytes = 0;
    }
    all.at(-1)?.push(item);
    bytes += size;
  }
  return all;
}
