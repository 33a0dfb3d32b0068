/** What the person has to decide: their version or the other's, seen side by side. */
import * as vscode from 'vscode';
import type { Undecided } from '../../contract/schemas/sharing';
import { Hint } from '../errors';
import type { Quarry } from '../start/quarry';
import { showBeside } from '../sharing/versions';
import { inMessage } from '../words';
import type { Shell } from './command';
import { fieldText } from './teamShare';

export async function showConflicts(shell: Shell): Promise<void> {
  const { items } = await shell.quarry.api.undecidedList();
  if (items.length === 0) throw new Hint(vscode.l10n.t('There is nothing to decide.'));
  const rows = items.map((item) => ({
    item,
    label: `$(warning) ${item.name}`,
    description: fieldText(item.field),
    detail: whatFor(item),
  }));
  const choice = await vscode.window.showQuickPick(rows, { title: vscode.l10n.t('What do you want to decide?') });
  if (choice) await showConflict(shell, choice.item.id);
}

/** Why there is something to decide, in a line. */
export function whatFor({ reason, by, spaceName }: Undecided): string {
  if (reason !== undefined) return vscode.l10n.t('Not sent to {0}: {1}', spaceName, reason);
  return vscode.l10n.t('You and {0} changed it at one time in {1}', by?.name ?? '?', spaceName);
}

/** @param given the id of what is to be decided */
export async function showConflict({ quarry }: Shell, given?: unknown): Promise<void> {
  const { items } = await quarry.api.undecidedList();
  const item = items.find(({ id }) => id === given);
  if (!item) throw new Hint(vscode.l10n.t('This has been decided already.'));
  const language = item.field === 'text' ? (quarry.library.get(item.asset)?.language ?? 'txt') : 'txt';
  const theirs = item.reason === undefined ? (item.by?.name ?? vscode.l10n.t('theirs')) : vscode.l10n.t('nothing');
  const title = vscode.l10n.t('{0} ({1}): {2} and mine', item.name, fieldText(item.field), theirs);
  await showBeside({ name: item.name, language, left: item.theirs ?? '', right: item.mine, title });
  // Not awaited: the message stands while the two are compared.
  void decide(quarry, item);
}

async function decide(quarry: Quarry, item: Undecided): Promise<void> {
  const isConflict = item.reason === undefined;
  const mine = isConflict ? vscode.l10n.t('Keep Mine') : vscode.l10n.t('Send It');
  const theirs = isConflict ? vscode.l10n.t('Take Theirs') : vscode.l10n.t('Give Mine Up');
  const text = inMessage(`${item.name}: ${whatFor(item)}`);
  const choice = await vscode.window.showWarningMessage(text, mine, theirs);
  if (choice === undefined) return;
  try {
    await quarry.api.undecidedSettle({ body: { id: item.id, choice: choice === mine ? 'mine' : 'theirs' } });
  } catch (error) {
    void vscode.window.showErrorMessage(inMessage(error instanceof Error ? error.message : String(error)));
  }
  await quarry.team.look();
  quarry.assetsChanged();
}
