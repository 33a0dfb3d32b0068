import * as vscode from 'vscode';
import { Hint } from '../errors';
import type { Shell } from './command';

/** Takes back where code may be sent; the next question there shows again what would leave. */
export async function forgetDestinations({ quarry }: Shell): Promise<void> {
  const { consent } = quarry.models;
  const allowed = consent.allowed();
  if (allowed.length === 0)
    throw new Hint(vscode.l10n.t('No destination is allowed: nothing leaves this machine unasked.'));
  const forgotten = await vscode.window.showQuickPick(allowed, {
    title: vscode.l10n.t('Where may code no longer be sent?'),
    canPickMany: true,
  });
  if (forgotten) await consent.forget(forgotten);
}
