import * as vscode from 'vscode';
import type { Asset } from '../../contract/schemas/assets';
import { allAssets, newestFirst, pickItemOf, type AssetPickItem } from '../assetPick';
import { Hint, isCancellation } from '../errors';
import type { Quarry } from '../quarry';
import { passageText } from '../views/passageItems';
import type { Shell } from './command';

/** Typing is over by then, and the answer still feels immediate. */
const quietMs = 150;
const contentLimit = 20;

type Item = AssetPickItem | (vscode.QuickPickItem & { asset?: undefined });

const insert: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('insert'),
  tooltip: vscode.l10n.t('Insert at cursor'),
};
const copy: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('copy'), tooltip: vscode.l10n.t('Copy') };

/** Names, tags, languages and places are matched at once; what the code says follows from the service. */
export async function searchAssets({ quarry }: Shell): Promise<void> {
  const assets = newestFirst(await allAssets(quarry));
  if (assets.length === 0) throw new Hint(vscode.l10n.t('The library is empty. Save a selection first.'));
  const pick = vscode.window.createQuickPick<Item>();
  pick.placeholder = vscode.l10n.t('Search {0} assets by name, #tag, language or what the code does', assets.length);
  const search = createSearch(quarry, pick, assets);
  search.start('');
  pick.onDidChangeValue((value) => search.start(value));
  pick.onDidTriggerItemButton(({ item, button }) => {
    run(pick, button === copy ? 'quarry.copyAsset' : 'quarry.insertAsset', item);
  });
  pick.onDidAccept(() => run(pick, 'quarry.openAsset', pick.activeItems[0]));
  pick.onDidHide(() => {
    search.stop();
    pick.dispose();
  });
  pick.show();
}

function run(pick: vscode.QuickPick<Item>, command: string, item: Item | undefined): void {
  if (!item?.asset) return;
  pick.hide();
  void vscode.commands.executeCommand(command, item.asset.id);
}

function createSearch(quarry: Quarry, pick: vscode.QuickPick<Item>, assets: readonly Asset[]) {
  let running = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const items = assets.map((asset) => ({ ...pickItemOf(asset), alwaysShow: true, buttons: [insert, copy] }));
  const byId = new Map(items.map((item) => [item.asset.id, item]));

  const addContent = async (query: string, named: readonly AssetPickItem[], signal: AbortSignal): Promise<void> => {
    const { relevant } = await quarry.api.relevance(
      { body: { query, options: { database: true, limit: contentLimit } } },
      signal,
    );
    if (signal.aborted) return;
    const shown = new Set(named.map(({ asset }) => asset.id));
    const found: AssetPickItem[] = [];
    for (const passage of relevant.iterable) {
      const item = byId.get(passage.asset?.id ?? '');
      if (!item || shown.has(item.asset.id)) continue;
      shown.add(item.asset.id);
      found.push({ ...item, detail: passageText(passage).trim().split('\n')[0]?.slice(0, 160) ?? '' });
    }
    const heading = { label: vscode.l10n.t('found in the code'), kind: vscode.QuickPickItemKind.Separator };
    if (found.length > 0) pick.items = [...named, heading, ...found];
  };

  const start = (value: string): void => {
    running.abort();
    clearTimeout(timer);
    const query = value.trim();
    const named = items.filter((item) => matches(item, query));
    pick.items = named;
    pick.busy = query !== '';
    if (query === '') return;
    const current = new AbortController();
    running = current;
    timer = setTimeout(() => {
      addContent(query, named, current.signal)
        .catch((error: unknown) => {
          // The names are shown all the same.
          if (!isCancellation(error)) quarry.log.warn(`The library's content was not searched: ${String(error)}`);
        })
        .finally(() => {
          if (running === current) pick.busy = false;
        });
    }, quietMs);
  };
  return {
    start,
    stop: () => {
      running.abort();
      clearTimeout(timer);
    },
  };
}

/** Every word typed stands somewhere in the item. */
function matches({ label, description = '', detail = '' }: AssetPickItem, query: string): boolean {
  const text = `${label} ${description} ${detail}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
