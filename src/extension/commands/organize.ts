/** How the library view is looked at. */
import * as vscode from 'vscode';
import { chosenIds } from '../library/assetPick';
import { groupings, type Grouping } from '../library/grouping';
import type { GroupNode } from '../library/items';
import { groupingNames } from '../library/tree';
import type { Command, Shell } from './command';

/** @param given `language`, `tag`, `origin`, `time`, `use` or `space`; asked when absent */
export async function groupLibrary({ quarry, libraryView }: Shell, given?: unknown): Promise<Grouping | undefined> {
  const by =
    groupings.find((known) => known === given) ??
    (await chooseGrouping(libraryView.grouping, quarry.team.status !== undefined));
  if (by) await libraryView.groupBy(by);
  return by;
}

async function chooseGrouping(current: Grouping, hasTeam: boolean): Promise<Grouping | undefined> {
  const names = groupingNames();
  const icons: Record<Grouping, string> = {
    language: 'code',
    tag: 'tag',
    origin: 'repo',
    time: 'calendar',
    use: 'graph',
    space: 'organization',
  };
  const offered = groupings.filter((by) => by !== 'space' || hasTeam);
  const items = offered.map((by) => ({
    by,
    label: `$(${icons[by]}) ${names[by]}`,
    ...(by === current && { description: vscode.l10n.t('current') }),
  }));
  return (await vscode.window.showQuickPick(items, { placeHolder: vscode.l10n.t('Group the library') }))?.by;
}

/**
 * The tree follows while one types; Escape brings back what was shown before.
 * @param given the filter; asked when absent
 */
export async function filterLibrary({ libraryView }: Shell, given?: unknown): Promise<number> {
  if (typeof given === 'string') return libraryView.setFilter(given);
  const before = libraryView.filter;
  const box = vscode.window.createInputBox();
  box.value = before;
  box.placeholder = vscode.l10n.t('Words, lang:ts, tag:…, site:…, person:…');
  box.prompt = vscode.l10n.t('Enter keeps the filter, Escape takes it back');
  box.onDidChangeValue((value) => void libraryView.setFilter(value));
  return new Promise((resolve) => {
    let isKept = false;
    let isOver = false;
    box.onDidAccept(() => {
      isKept = true;
      box.hide();
    });
    box.onDidHide(() => {
      // Told again when it is disposed of.
      if (isOver) return;
      isOver = true;
      box.dispose();
      resolve(libraryView.setFilter(isKept ? box.value : before));
    });
    box.show();
    void libraryView.expectFilter();
  });
}

/** @returns how many assets are shown then */
export function clearLibraryFilter({ libraryView }: Shell): Promise<number> {
  return libraryView.setFilter('');
}

export function showMoreAssets({ libraryView }: Shell, given?: unknown): void {
  if (isGroup(given)) libraryView.showMore(given);
}

function isGroup(given: unknown): given is GroupNode {
  return typeof given === 'object' && given !== null && 'kind' in given && given.kind === 'group';
}

/** Shows the timeline of the asset it is called on, or of the whole library. */
export async function showTimeline({ quarry, timeline }: Shell, given?: unknown): Promise<void> {
  const [asset] = given === undefined ? [] : await chosenIds(quarry, given, undefined, '');
  await timeline.show(asset);
}

export const refreshAssets: Command = ({ quarry }) => quarry.assetsChanged();
