import * as vscode from 'vscode';
import { chooseText, orShown } from '../library/assetPick';
import { titleOf } from '../library/assets';
import type { RelevantQGPTSeed } from '../../contract/schemas/qgpt';
import { fileCount } from '../words';
import { Hint } from '../errors';
import type { Quarry } from '../start/quarry';
import { passageItemOf, type PassageItem } from '../chat/passageItems';
import { openPlace, pickPlace } from '../chat/placePick';
import { workspaceFolders } from '../start/windowLease';
import type { Shell } from './command';

const limit = 200;

/**
 * The files of this window that hold an asset, to the letter or nearly.
 * @param options `{ pick: n }` opens the n-th place without asking
 */
export async function findUses(
  { quarry }: Shell,
  given?: unknown,
  options?: unknown,
): Promise<RelevantQGPTSeed | undefined> {
  const chosen = await chooseText(quarry, orShown(given), vscode.l10n.t('Which asset do you want to find in files?'));
  if (!chosen) return undefined;
  if (workspaceFolders().length === 0) throw new Hint(vscode.l10n.t('Open a folder first: uses are looked for in it.'));
  const told = { text: '' };
  const find = (signal: AbortSignal) => usesOf(quarry, chosen.text, { told, signal });
  const wanted = typeof options === 'object' && options !== null && 'pick' in options ? options.pick : undefined;
  if (typeof wanted === 'number') {
    const passage = (await find(new AbortController().signal))[wanted]?.passage;
    if (passage) await openPlace(passage);
    return passage;
  }
  const title = vscode.l10n.t('Where “{0}” is used', titleOf(chosen.asset));
  return pickPlace(quarry.log, { title, find, told: () => told.text, command: 'quarry.findUses' });
}

async function usesOf(
  { api }: Quarry,
  text: string,
  { told, signal }: { told: { text: string }; signal: AbortSignal },
): Promise<PassageItem[]> {
  const { copies, left, searched, skipped } = await api.copiesFind(
    { body: { text, paths: workspaceFolders(), limit } },
    signal,
  );
  const files = fileCount(new Set(copies.map(({ path }) => path)).size);
  const all = fileCount(searched.files);
  // A search that did not see everything says so where its result is read.
  const unseen = left.files > 0 ? vscode.l10n.t('{0} more may hold it', fileCount(left.files)) : skipped?.[0]?.reason;
  const places =
    copies.length === 0
      ? vscode.l10n.t('None of {0} holds this code or a near copy of it', all)
      : left.copies > 0
        ? vscode.l10n.t('The first {0} of {1} places, in {2}', copies.length, copies.length + left.copies, files)
        : vscode.l10n.t('{0} in {1}, of {2} searched', placeCount(copies.length), files, all);
  told.text = [places, unseen].filter(Boolean).join(' · ');
  return copies.map(({ path, lines, row, share, isSame }) => {
    const passage: RelevantQGPTSeed = { path, lines, location: { text: row, start: 0, end: row.length } };
    const item = passageItemOf(passage, () => '');
    const alike = isSame ? vscode.l10n.t('the same') : vscode.l10n.t('{0}% the same', Math.round(100 * share));
    return { ...item, description: [alike, item.description].filter(Boolean).join(' · ') };
  });
}

const placeCount = (count: number): string =>
  count === 1 ? vscode.l10n.t('1 place') : vscode.l10n.t('{0} places', count);
