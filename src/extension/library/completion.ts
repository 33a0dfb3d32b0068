/**
 * Saved code among the editor's completions, behind letters that nobody types by chance; off as long as no such letters
 * are set. What is chosen is inserted by the command that inserts assets: indented, and with its tab stops.
 */
import * as vscode from 'vscode';
import type { LibraryRow } from '../../contract/schemas/library';
import { textOf } from './assets';
import { languageName, wordOf } from '../languages';
import type { Quarry } from '../start/quarry';
import { settings } from '../settings';
import { isTemplate } from './insertion';

const setting = 'quarry.completion.trigger';
/** The editor draws a dozen and filters the others itself. */
const maxItems = 500;
const maxTyped = 60;

interface AssetItem extends vscode.CompletionItem {
  asset: string;
}

function readTrigger(): string {
  const value = vscode.workspace.getConfiguration().get<unknown>(setting, settings[setting]);
  return typeof value === 'string' ? value.trim() : '';
}

/** The range from the trigger to the cursor; undefined when there is no trigger, or it is the end of a longer word. */
function typedRange(document: vscode.TextDocument, at: vscode.Position, trigger: string): vscode.Range | undefined {
  const before = document.lineAt(at.line).text.slice(0, at.character);
  const start = before.lastIndexOf(trigger);
  if (start < 0 || before.length - start - trigger.length > maxTyped) return undefined;
  if (/\s/.test(before.slice(start + trigger.length))) return undefined;
  const isInWord = /^\w/.test(trigger) && /\w$/.test(before.slice(0, start));
  return isInWord ? undefined : new vscode.Range(at.line, start, at.line, at.character);
}

function itemOf(row: LibraryRow, place: number, trigger: string, range: vscode.Range): AssetItem {
  const kind = isTemplate(row.tags) ? vscode.CompletionItemKind.Snippet : vscode.CompletionItemKind.Text;
  const label = { label: row.name, description: languageName(row.language) };
  const item: AssetItem = Object.assign(new vscode.CompletionItem(label, kind), { asset: row.id });
  item.range = range;
  item.filterText = [`${trigger}${row.name}`, ...row.tags].join(' ');
  item.sortText = String(place).padStart(4, '0');
  // The letters go; the command writes the asset in their place.
  item.insertText = '';
  item.command = { command: 'quarry.insertAsset', title: '', arguments: [row.id] };
  return item;
}

function provider(quarry: Quarry, trigger: string): vscode.CompletionItemProvider<AssetItem> {
  return {
    async provideCompletionItems(document, position) {
      const range = typedRange(document, position, trigger);
      if (!range) return undefined;
      const own = wordOf(document.languageId, document.fileName);
      const rank = (row: LibraryRow): number => (row.language === own ? 1_000_000 : 0) + row.uses;
      const rows = (await quarry.library.all()).filter(({ isText }) => isText).sort((a, b) => rank(b) - rank(a));
      return rows.slice(0, maxItems).map((row, place) => itemOf(row, place, trigger, range));
    },
    async resolveCompletionItem(item) {
      const text = textOf(await quarry.api.assetSnapshot({ params: { asset: item.asset } }));
      if (text !== undefined) item.documentation = new vscode.MarkdownString().appendCodeblock(text);
      return item;
    },
  };
}

/** Registered while letters are set, so that it costs nothing otherwise. */
export function offerAssetCompletion(quarry: Quarry): vscode.Disposable {
  const held: { registered?: vscode.Disposable } = {};
  const register = (): void => {
    held.registered?.dispose();
    delete held.registered;
    const trigger = readTrigger();
    if (trigger === '') return;
    const everywhere = ['file', 'untitled', 'vscode-notebook-cell'].map((scheme) => ({ scheme }));
    const last = trigger.slice(-1);
    held.registered = vscode.languages.registerCompletionItemProvider(everywhere, provider(quarry, trigger), last);
  };
  register();
  const listening = vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(setting)) register();
  });
  return vscode.Disposable.from(listening, { dispose: () => void held.registered?.dispose() });
}
