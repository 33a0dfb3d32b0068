import * as vscode from 'vscode';
import { hostOf, isUnencrypted } from '../../models/endpoint';
import { Hint } from '../errors';
import type { ModelKeys } from '../models/modelKeys';
import type { Shell } from './command';

/** The key goes into the editor's secret store, never into a setting. */
export async function setModelKey({ quarry }: Shell): Promise<void> {
  const { settings } = quarry.models;
  const endpoint = settings.endpoint ?? settings.embeddings;
  if (!endpoint) throw new Hint(vscode.l10n.t('Set up an endpoint first, with “Quarry: Choose Model…”.'));
  await askForKey(quarry.models.keys, endpoint.baseUrl, vscode.l10n.t('Model key'));
}

/** @returns false when it was called off; an empty key is none, as local endpoints need none */
export async function askForKey(keys: ModelKeys, baseUrl: string, title: string): Promise<boolean> {
  const host = hostOf(baseUrl);
  const isKnown = (await keys.get(baseUrl)) !== undefined;
  const warning = isUnencrypted(baseUrl) ? ` ${vscode.l10n.t('The connection is not encrypted.')}` : '';
  const key = await vscode.window.showInputBox({
    title,
    prompt:
      (isKnown
        ? vscode.l10n.t('Key for {0}. Leave it empty to forget the one that is kept.', host)
        : vscode.l10n.t('Key for {0}. Leave it empty if it needs none.', host)) + warning,
    password: true,
    ignoreFocusOut: true,
  });
  if (key === undefined) return false;
  await keys.set(baseUrl, key.trim());
  return true;
}
