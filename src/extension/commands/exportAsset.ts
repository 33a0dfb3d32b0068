import * as vscode from 'vscode';
import { chooseAsset } from '../library/assetPick';
import { titleOf } from '../library/assets';
import { fileNameOf } from '../languages';
import { copyRequestLine } from '../chat/requestLine';
import type { Shell } from './command';

type Kind = 'HTML' | 'MD';
const choices = ['HTML', 'MD', 'curl'] as const;
type Choice = (typeof choices)[number];
/** Where the document goes: a new editor, or this file. */
type Target = 'editor' | vscode.Uri;

const languages: Record<Kind, string> = { HTML: 'html', MD: 'markdown' };
const endings: Record<Kind, string> = { HTML: 'html', MD: 'md' };

/** @param options `{ kind, target }`: what is given is not asked */
export async function exportAsset({ quarry }: Shell, given?: unknown, options?: unknown): Promise<void> {
  const asset = await chooseAsset(quarry, given, vscode.l10n.t('Which asset do you want to export?'));
  if (!asset) return;
  const known = readOptions(options);
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

function readOptions(options: unknown): { kind?: Choice; target?: Target } {
  if (typeof options !== 'object' || options === null) return {};
  const kind = 'kind' in options ? choices.find((choice) => choice === options.kind) : undefined;
  const isTarget = 'target' in options && (options.target === 'editor' || options.target instanceof vscode.Uri);
  // Checked boundary: the line above.
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
