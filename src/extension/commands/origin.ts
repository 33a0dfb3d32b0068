/** Commands for an asset's origin: open it, compare, update from it, or detach the asset. */
import * as vscode from 'vscode';
import { chooseAsset, orShown } from '../library/choosing';
import { assetUriOf, titleOf } from '../library/assets';
import { Hint } from '../notices';
import { originOf } from '../library/saving';
import type { Quarry } from '../start/quarry';
import { originScheme, originStateOf, type OriginState } from '../library/originDrift';
import { commandRow, pickCommand, type Shell } from './command';

/** @throws Hint when the asset has no origin on this machine */
async function stateOf(quarry: Quarry, given: unknown, question: string): Promise<OriginState | undefined> {
  const asset = await chooseAsset(quarry, orShown(given), question);
  if (!asset) return undefined;
  const state = await originStateOf(quarry, asset.id);
  if (!state) throw new Hint(vscode.l10n.t('It is not known where “{0}” came from.', asset.name ?? ''));
  return state;
}

/** Lists the actions on an asset's origin and its uses. */
export async function chooseOriginStep({ quarry }: Shell, given?: unknown): Promise<void> {
  const asset = await chooseAsset(quarry, orShown(given), vscode.l10n.t('Whose origin or uses do you want to see?'));
  if (!asset) return;
  const ofOrigin = () => [
    commandRow(
      'go-to-file',
      vscode.l10n.t('Open Origin'),
      vscode.l10n.t('the file, at these lines'),
      'quarry.openOrigin',
    ),
    commandRow(
      'diff',
      vscode.l10n.t('Compare with Origin'),
      vscode.l10n.t('your copy beside what stands there now'),
      'quarry.compareOrigin',
    ),
    commandRow(
      'sync',
      vscode.l10n.t('Update from Origin'),
      vscode.l10n.t('what stands there becomes your copy'),
      'quarry.updateFromOrigin',
    ),
    commandRow(
      'debug-disconnect',
      vscode.l10n.t('Detach from Origin'),
      vscode.l10n.t('the copy forgets the file'),
      'quarry.detachOrigin',
    ),
  ];
  const rows = [
    commandRow(
      'references',
      vscode.l10n.t('Find Uses'),
      vscode.l10n.t('files that hold it or a near copy'),
      'quarry.findUses',
    ),
    ...(asset.origin?.path === undefined ? [] : ofOrigin()),
  ];
  const placeHolder = asset.origin?.path;
  await pickCommand(rows, { title: titleOf(asset), ...(placeHolder !== undefined && { placeHolder }) }, asset.id);
}

/** Opens the asset's origin at the current lines of its code. */
export async function openOrigin({ quarry }: Shell, given?: unknown): Promise<void> {
  const state = await stateOf(quarry, given, vscode.l10n.t('Whose origin do you want to see?'));
  if (!state) return;
  const { uri, drift, content } = state;
  const lines = 'lines' in drift ? drift.lines : content.origin?.lines;
  const document = await openOrTell(uri);
  const range = document.validateRange(
    lines ? new vscode.Range(lines.start - 1, 0, lines.end - 1, Number.MAX_SAFE_INTEGER) : new vscode.Range(0, 0, 0, 0),
  );
  await vscode.window.showTextDocument(document, { preview: true, selection: range });
}

async function openOrTell(uri: vscode.Uri): Promise<vscode.TextDocument> {
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch (cause) {
    throw new Hint(vscode.l10n.t('The file {0} is not there any more.', uri.fsPath), { cause });
  }
}

/** Compares an asset with its origin in the diff editor and offers actions. Returns the state, for other callers. */
export async function compareOrigin({ quarry }: Shell, given?: unknown): Promise<string | undefined> {
  const state = await stateOf(quarry, given, vscode.l10n.t('Which asset do you want to compare?'));
  if (!state) return undefined;
  const { content, drift, uri } = state;
  if (drift.kind === 'gone') {
    void offerDetach(quarry, state);
    return drift.kind;
  }
  if (drift.kind !== 'changed') {
    const text = vscode.l10n.t('“{0}” and its origin are the same.', content.name);
    void vscode.window.showInformationMessage(text);
    return drift.kind;
  }
  const mine = assetUriOf(content);
  const theirs = mine.with({ scheme: originScheme });
  const file = uri.path.split('/').at(-1) ?? '';
  const title = vscode.l10n.t('{0}: your copy ↔ {1} now', content.name, file);
  await vscode.commands.executeCommand('vscode.diff', mine, theirs, title);
  void offerUpdate(content.id, file);
  return drift.kind;
}

async function offerUpdate(asset: string, file: string): Promise<void> {
  const update = vscode.l10n.t('Update Copy');
  const detach = vscode.l10n.t('Detach');
  const choice = await vscode.window.showInformationMessage(
    vscode.l10n.t(
      '{0} has changed since it was saved. Take the change over, or keep your copy and forget the file?',
      file,
    ),
    update,
    detach,
  );
  if (choice === update) await vscode.commands.executeCommand('quarry.updateFromOrigin', asset);
  if (choice === detach) await vscode.commands.executeCommand('quarry.detachOrigin', asset);
}

async function offerDetach(quarry: Quarry, { content, uri }: OriginState): Promise<void> {
  const detach = vscode.l10n.t('Detach');
  const text = vscode.l10n.t('The code of “{0}” is not in {1} any more.', content.name, uri.fsPath);
  const choice = await vscode.window.showInformationMessage(text, detach);
  if (choice === detach) await vscode.commands.executeCommand('quarry.detachOrigin', content.id);
  quarry.log.debug(text);
}

/** Replaces the asset's text by the current text of its origin, and updates lines and commit. One undo step. */
export async function updateFromOrigin({ quarry }: Shell, given?: unknown): Promise<boolean> {
  const state = await stateOf(quarry, given, vscode.l10n.t('Which asset do you want to update?'));
  if (!state) return false;
  const { content, drift, uri } = state;
  if (drift.kind === 'gone') throw new Hint(vscode.l10n.t('The code is not in {0} any more.', uri.fsPath));
  const text = drift.kind === 'changed' ? drift.text : content.text;
  const { languageId, lines: before } = content.origin ?? {};
  const lines = before && { lines: drift.lines };
  const origin = await originOf({ uri, ...(languageId !== undefined && { languageId }), ...lines }, text);
  await quarry.api.assetEdit({
    params: { asset: content.id },
    body: { text, origin, expected: content.contentUpdated },
  });
  quarry.assetsChanged();
  return true;
}

/** Removes the link between an asset and its origin. @returns false when no asset was chosen */
export async function detachOrigin({ quarry }: Shell, given?: unknown): Promise<boolean> {
  const asset = await chooseAsset(quarry, orShown(given), vscode.l10n.t('Which asset shall forget its origin?'));
  if (!asset) return false;
  await quarry.api.assetEdit({ params: { asset: asset.id }, body: { isDetached: true } });
  quarry.assetsChanged();
  return true;
}
