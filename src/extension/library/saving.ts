/**
 * Code becomes an asset: text with language and origin goes out, the service adds title and tags, and git's people come
 * afterwards. Text that is saved already, and text with secrets in it, is asked about first.
 */
import * as vscode from 'vscode';
import type { Asset, Origin, Seed } from '../../contract/schemas/assets';
import type { Inspection } from '../../contract/schemas/library';
import { titleOf } from './assets';
import { Hint } from '../notices';
import { wordOf } from '../languages';
import type { Quarry } from '../start/quarry';
import { createHash } from 'node:crypto';
import path from 'node:path';
import type { LineRange } from '../../contract/schemas/values';
import { repositoryOf } from '../git';
import { repositoryAddress } from './origin';

export interface Piece extends Place {
  text: string;
  /** Its title; made by the service when absent. */
  name?: string;
  /** The contract's word, where it is known better than by language id and file name. */
  word?: string;
}

/** Answers from a caller that cannot be asked. */
export interface SaveOptions {
  onDuplicate?: 'save' | 'skip';
  onSecret?: 'mask' | 'save' | 'skip';
}

interface Inspected {
  piece: Piece;
  inspection: Inspection;
}

const noticeMs = 4_000;
const platforms: Partial<Record<NodeJS.Platform, string>> = { darwin: 'MACOS', linux: 'LINUX', win32: 'WINDOWS' };

/** @throws Hint when no piece has any text @returns what was saved: less than was given when somebody declined */
export async function savePieces(
  quarry: Quarry,
  pieces: readonly Piece[],
  options: SaveOptions = {},
): Promise<Asset[]> {
  const filled = pieces.filter(({ text }) => text.trim() !== '');
  if (filled.length === 0) throw new Hint(vscode.l10n.t('There is nothing to save: the text is empty.'));
  const inspected = await Promise.all(
    filled.map(async (piece) => ({ piece, inspection: await quarry.api.pieceInspect({ body: { text: piece.text } }) })),
  );
  const wanted = await withoutSecrets(await withoutDuplicates(inspected, options), options);
  const saved: Asset[] = [];
  try {
    for (const piece of wanted) {
      const body = await seedOf(piece);
      saved.push(await quarry.api.assetsCreateNewAsset({ query: { transferables: false }, body }));
    }
  } finally {
    const last = saved.at(-1);
    if (last) quarry.assetsChanged({ saved: last.id });
  }
  if (saved.length > 0) vscode.window.setStatusBarMessage(noticeOf(saved), noticeMs);
  void addPeople(quarry, saved);
  return saved;
}

async function withoutDuplicates(inspected: readonly Inspected[], { onDuplicate }: SaveOptions): Promise<Inspected[]> {
  const known = inspected.filter(({ inspection }) => inspection.duplicates.length > 0);
  if (known.length === 0 || onDuplicate === 'save') return [...inspected];
  const fresh = inspected.filter((one) => !known.includes(one));
  if (onDuplicate === 'skip') return fresh;
  const open = vscode.l10n.t('Open It');
  const anyway = vscode.l10n.t('Save Anyway');
  const [only] = known[0]?.inspection.duplicates ?? [];
  const isOne = known.length === 1 && only !== undefined;
  const skip = vscode.l10n.t('Save the Others');
  const choices = [...(isOne ? [open] : []), anyway, ...(fresh.length > 0 ? [skip] : [])];
  const text = isOne
    ? vscode.l10n.t('This is already saved as “{0}”.', only.name)
    : vscode.l10n.t('{0} of {1} are already saved.', known.length, inspected.length);
  const choice = await vscode.window.showInformationMessage(text, ...choices);
  if (choice === open) await vscode.commands.executeCommand('quarry.openAsset', only?.id);
  if (choice === anyway) return [...inspected];
  return choice === skip ? fresh : [];
}

async function withoutSecrets(inspected: readonly Inspected[], { onSecret }: SaveOptions): Promise<Piece[]> {
  const suspicious = inspected.filter(({ inspection }) => inspection.masked !== undefined);
  const choice = suspicious.length === 0 ? 'save' : (onSecret ?? (await askAboutSecrets(suspicious)));
  if (choice === undefined) return [];
  return inspected.flatMap(({ piece, inspection }) => {
    if (inspection.masked === undefined || choice === 'save') return [piece];
    return choice === 'mask' ? [{ ...piece, text: inspection.masked }] : [];
  });
}

async function askAboutSecrets(suspicious: readonly Inspected[]): Promise<'mask' | 'save' | undefined> {
  const mask = vscode.l10n.t('Mask and Save');
  const anyway = vscode.l10n.t('Save Anyway');
  const choice = await vscode.window.showWarningMessage(
    vscode.l10n.t('This looks like it holds a key or a password.'),
    {
      modal: true,
      detail: [
        ...suspicious.map(placesOf),
        '',
        vscode.l10n.t('Masking puts [secret] in its place. The file itself is not touched.'),
      ].join('\n'),
    },
    mask,
    anyway,
  );
  if (choice === mask) return 'mask';
  return choice === anyway ? 'save' : undefined;
}

/** `config.ts: lines 12, 14-15`, as they are counted in the file. */
function placesOf({ piece, inspection }: Inspected): string {
  const offset = (piece.lines?.start ?? 1) - 1;
  const lines = inspection.secrets.map(({ start, end }) =>
    start === end ? `${start + offset}` : `${start + offset}-${end + offset}`,
  );
  return vscode.l10n.t('{0}: lines {1}', piece.uri.path.split('/').at(-1) ?? '', lines.join(', '));
}

/** Asked of git when the asset is there already: nobody waits for it. */
async function addPeople(quarry: Quarry, saved: readonly Asset[]): Promise<void> {
  const fromFiles = saved.filter(({ origin }) => origin?.path !== undefined);
  if (fromFiles.length === 0 || !vscode.workspace.isTrusted) return;
  let count = 0;
  for (const { id } of fromFiles) {
    try {
      count += (await quarry.api.assetFindPeople({ params: { asset: id } })).count;
    } catch (error) {
      quarry.log.debug(`Nobody was found for an asset: ${String(error)}`);
    }
  }
  if (count > 0) quarry.assetsChanged();
}

function noticeOf(saved: readonly Asset[]): string {
  const [only] = saved;
  return only && saved.length === 1
    ? vscode.l10n.t('$(check) Saved “{0}”', titleOf(only))
    : vscode.l10n.t('$(check) Saved {0} assets', saved.length);
}

async function seedOf(piece: Piece): Promise<Seed> {
  const { uri, text, languageId, name } = piece;
  const fileName = uri.path.slice(uri.path.lastIndexOf('/') + 1);
  // Text from nowhere in particular is classified by what it says.
  const ext = piece.word ?? (languageId === undefined ? undefined : wordOf(languageId, fileName));
  const platform = platforms[process.platform] ?? 'UNKNOWN';
  return {
    type: 'SEEDED_ASSET',
    asset: {
      application: { name: 'VS_CODE', version: vscode.version, platform },
      metadata: {
        mechanism: 'MANUAL',
        origin: await originOf(piece, text),
        ...(name !== undefined && { name }),
      },
      format: { fragment: { string: { raw: text }, metadata: { name: fileName, ...(ext !== undefined && { ext }) } } },
    },
  };
}

/** A whole file as an editor shows it, saved or not. */
export function wholeFile(document: vscode.TextDocument): Piece {
  const { uri, languageId } = document;
  return { uri, languageId, text: document.getText(), name: nameOf(uri) };
}

/** @throws Hint for what the editor refuses: folders, pictures and files that are too large */
export async function readFile(uri: vscode.Uri): Promise<Piece> {
  try {
    return wholeFile(await vscode.workspace.openTextDocument(uri));
  } catch (cause) {
    throw new Hint(vscode.l10n.t('{0} cannot be saved, as it does not open as text.', nameOf(uri)), { cause });
  }
}

function nameOf({ path }: vscode.Uri): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

// Section: where code stands at the moment it is saved.

interface Place {
  uri: vscode.Uri;
  languageId?: string;
  /** Absent for a whole file. */
  lines?: LineRange;
}

/** What git, the workspace and the file itself say; parts that nobody knows are absent. */
export async function originOf({ uri, languageId, lines }: Place, text: string): Promise<Origin> {
  const isFile = uri.scheme === 'file';
  const repository = await repositoryOf(uri);
  const remote = repository && repositoryAddress(repository.state.remotes);
  const { commit, name: branch } = repository?.state.HEAD ?? {};
  const relativePath = repository ? within(repository.rootUri, uri) : withinWorkspace(uri);
  return {
    ...(remote !== undefined && { repository: remote }),
    ...(commit !== undefined && { commit }),
    ...(branch !== undefined && { branch }),
    ...(isFile && { path: uri.fsPath }),
    ...(relativePath !== undefined && { relativePath }),
    ...(lines && { lines }),
    ...(languageId !== undefined && { languageId }),
    contentHash: createHash('sha256').update(text).digest('hex'),
  };
}

function within(root: vscode.Uri, uri: vscode.Uri): string {
  return path.relative(root.fsPath, uri.fsPath).split(path.sep).join('/');
}

function withinWorkspace(uri: vscode.Uri): string | undefined {
  return vscode.workspace.getWorkspaceFolder(uri) && vscode.workspace.asRelativePath(uri, false);
}
