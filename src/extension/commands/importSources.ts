/** Sources of an import: folders, files, the editor's own snippets, another server. Read only. */
import * as vscode from 'vscode';
import type { ArchivedAsset, ArchiveDocument, ImportRequest } from '../../contract/schemas/library';
import { Hint, fileCount } from '../notices';
import { readServer, ServerFault } from '../library/serverAssets';

export type Source = ImportRequest['source'];

export interface ImportChoice {
  source: Source;
  /** A folder, a file or an address; the user is asked when it is absent. */
  from?: unknown;
}

/** Bytes of assets per call; the body of a call is limited to 8 MiB. */
const importedBytes = 2_000_000;
/** Largest file that is imported, in bytes. */
const maxFileBytes = 1_000_000;
const maxFiles = 5_000;

type ChoiceItem = vscode.QuickPickItem & ImportChoice;

/** @param ownFolder the extension's storage folder; the editor keeps its snippets two folders above */
export async function chooseSource(ownFolder: vscode.Uri): Promise<ImportChoice | undefined> {
  const own = vscode.Uri.joinPath(ownFolder, '..', '..', 'snippets');
  const count = (await namesIn(own)).filter((name) => endings.snippets?.test(name)).length;
  const ownItem: ChoiceItem = {
    ...{ source: 'snippets', from: own },
    label: `$(symbol-snippet) ${vscode.l10n.t('Your snippets of this editor')}`,
    description: fileCount(count),
  };
  const items: ChoiceItem[] = [
    ...(count > 0 ? [ownItem] : []),
    {
      source: 'archive',
      label: `$(markdown) ${vscode.l10n.t('Exported library')}`,
      description: vscode.l10n.t('a folder of Markdown files, ours or massCode’s'),
    },
    {
      source: 'snippets',
      label: `$(symbol-snippet) ${vscode.l10n.t('Snippet files')}`,
      description: vscode.l10n.t('of VS Code, GitHub gists, massCode, Raycast'),
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
  return vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Import into the library'),
    placeHolder: vscode.l10n.t('Nothing is changed before you have seen what it would do'),
  });
}

async function namesIn(folder: vscode.Uri): Promise<string[]> {
  try {
    return (await vscode.workspace.fs.readDirectory(folder)).map(([name]) => name);
  } catch {
    return []; // the user has no snippets
  }
}

/** Reads a source lazily, in parts of one call each; undefined when the user chose no location. */
export async function readSource({ source, from }: ImportChoice): Promise<AsyncIterable<ImportRequest> | undefined> {
  if (source === 'server') {
    const address = typeof from === 'string' ? from : await askForAddress();
    return address === undefined ? undefined : requestsOf(readAddress(address), (assets) => ({ source, assets }));
  }
  const places = from instanceof vscode.Uri ? [from] : await choosePlaces(source);
  return places && requestsOf(readPlaces(places, source), (documents) => ({ source, documents }));
}

async function* requestsOf<Item>(items: AsyncIterable<Item>, requestOf: (part: Item[]) => ImportRequest) {
  for await (const part of parts(items)) yield requestOf(part);
}

function askForAddress(): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: vscode.l10n.t('Address of the server'),
    prompt: vscode.l10n.t('Its assets are read; nothing is changed there.'),
    value: 'http://localhost:39300',
    ignoreFocusOut: true,
    validateInput: (text) =>
      URL.canParse(text) && /^https?:\/\/\S+$/.test(text)
        ? undefined
        : vscode.l10n.t('An address such as http://localhost:39300'),
  });
}

async function* readAddress(address: string): AsyncGenerator<ArchivedAsset> {
  try {
    yield* readServer(address, {
      noAnswer: (reason) => vscode.l10n.t('{0} does not answer: {1}', address, reason),
      refused: (status, text) => vscode.l10n.t('{0} refused with {1}: {2}', address, status, text),
      redirected: (to) =>
        vscode.l10n.t(
          '{0} leads to another address, which was not asked: {1}. Name that one if it is meant.',
          address,
          to,
        ),
      tooLarge: (mebibytes) =>
        vscode.l10n.t('{0} answers with more than {1} MiB; nothing was imported.', address, mebibytes),
      noLibrary: vscode.l10n.t('{0} answers, but not with a library of this interface.', address),
      untrusted: vscode.l10n.t(
        '{0} shows a certificate that this machine does not trust. Add its authority to the certificates of this machine, or ask for an address without https.',
        address,
      ),
    });
  } catch (error) {
    if (error instanceof ServerFault) throw new Hint(error.message, { cause: error });
    throw error;
  }
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

export async function chooseFolder(openLabel: string): Promise<vscode.Uri | undefined> {
  const chosen = await vscode.window.showOpenDialog({ canSelectFolders: true, canSelectFiles: false, openLabel });
  return chosen?.[0];
}

const endings: Partial<Record<Source, RegExp>> = { archive: /\.md$/, snippets: /\.(json|code-snippets)$/ };

async function* readPlaces(places: vscode.Uri[], source: Source): AsyncGenerator<ArchiveDocument> {
  for (const place of places) await refuseLarge(place, source);
  let count = 0;
  for (const place of places) {
    for await (const document of readPlace(place, source)) {
      count += 1;
      if (count > maxFiles) throw new Hint(vscode.l10n.t('There are more than {0} files.', maxFiles));
      yield document;
    }
  }
}

/** Largest file of a source in bytes; files other than single pieces of code hold many assets. */
const maxBytesOf = (source: Source): number => (source === 'files' ? maxFileBytes : 8 * maxFileBytes);

/** Rejects a chosen file that is too large; in a folder, such files are skipped. */
async function refuseLarge(place: vscode.Uri, source: Source): Promise<void> {
  const { type, size } = await vscode.workspace.fs.stat(place);
  if (type & vscode.FileType.Directory || size <= maxBytesOf(source)) return;
  const name = place.path.slice(place.path.lastIndexOf('/') + 1);
  throw new Hint(
    vscode.l10n.t('{0} is larger than {1} MB; nothing was imported.', name, maxBytesOf(source) / 1_000_000),
  );
}

/** Reads a file or folder, without hidden folders and installed packages. */
async function* readPlace(place: vscode.Uri, source: Source): AsyncGenerator<ArchiveDocument> {
  const { type, size } = await vscode.workspace.fs.stat(place);
  if (type & vscode.FileType.Directory) {
    for (const [name] of (await vscode.workspace.fs.readDirectory(place)).sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (name.startsWith('.') || name === 'node_modules') continue;
      yield* readPlace(vscode.Uri.joinPath(place, name), source);
    }
    return;
  }
  if (size > maxBytesOf(source) || endings[source]?.test(place.path) === false) return;
  const text = Buffer.from(await vscode.workspace.fs.readFile(place)).toString('utf8');
  // Binary files contain zero bytes.
  if (!text.includes('\0')) yield { path: place.path, text };
}

/** Splits items into parts that fit into one call each. */
export async function* parts<Item>(items: Iterable<Item> | AsyncIterable<Item>): AsyncGenerator<Item[]> {
  let part: Item[] = [];
  let bytes = 0;
  for await (const item of items) {
    const size = JSON.stringify(item).length;
    if (part.length > 0 && bytes + size > importedBytes) {
      yield part;
      part = [];
      bytes = 0;
    }
    part.push(item);
    bytes += size;
  }
  if (part.length > 0) yield part;
}
