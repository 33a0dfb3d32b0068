/** The timeline of an asset or of the whole library, as a page beside the code. */
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { TimelineEvent } from '../../contract/schemas/library';
import { timelinePage, type EventGroup, type TimelineWords } from './timelinePage';
import { showError } from '../notices';
import type { Quarry } from '../start/quarry';

const limit = 3_000;

export interface TimelineView {
  /** @param asset the asset's id; the whole library when absent */
  show(asset?: string): Promise<void>;
}

export function createTimelineView(quarry: Quarry): TimelineView & vscode.Disposable {
  const panels = new Map<string, vscode.WebviewPanel>();
  let style: Promise<string> | undefined;

  async function draw(panel: vscode.WebviewPanel, asset: string | undefined): Promise<void> {
    style ??= readStyle(quarry.extensionUri);
    const { events, total } = await quarry.api.timeline({ body: { limit, ...(asset !== undefined && { asset }) } });
    const name = asset === undefined ? undefined : events[0]?.name;
    panel.title = name ?? vscode.l10n.t('Activity');
    const nonce = randomBytes(16).toString('base64');
    panel.webview.html = timelinePage({
      events,
      now: Date.now(),
      words: wordsFor(name, summaryOf(events, total)),
      nonce,
      style: await style,
      linkOf: (id) => `command:quarry.openAsset?${encodeURIComponent(JSON.stringify([id]))}`,
    });
  }

  const redraw = (): void => {
    for (const [key, panel] of panels) {
      if (!panel.visible) continue;
      draw(panel, key || undefined).catch((error: unknown) =>
        quarry.log.warn(`The timeline was not drawn anew: ${String(error)}`),
      );
    }
  };
  const subscription = quarry.onDidChangeAssets(redraw);
  return {
    async show(asset) {
      const key = asset ?? '';
      const known = panels.get(key);
      if (known) known.reveal();
      const panel = known ?? createPanel();
      if (!known) {
        panels.set(key, panel);
        panel.onDidDispose(() => panels.delete(key));
        panel.onDidChangeViewState(({ webviewPanel }) => {
          if (webviewPanel.visible)
            draw(panel, asset).catch((error: unknown) => showError(quarry.log, error, 'timeline'));
        });
      }
      await draw(panel, asset);
    },
    dispose() {
      subscription.dispose();
      for (const panel of [...panels.values()]) panel.dispose();
    },
  };
}

function createPanel(): vscode.WebviewPanel {
  const panel = vscode.window.createWebviewPanel(
    'quarry.timeline',
    vscode.l10n.t('Activity'),
    vscode.ViewColumn.Active,
    {
      enableScripts: false,
      enableFindWidget: true,
      enableCommandUris: ['quarry.openAsset'],
      localResourceRoots: [],
    },
  );
  return panel;
}

async function readStyle(extension: vscode.Uri): Promise<string> {
  const file = vscode.Uri.joinPath(extension, 'media', 'timeline.css');
  return Buffer.from(await vscode.workspace.fs.readFile(file)).toString('utf8');
}

/** The line below the title. A long history is cut, so the oldest listed event may not be the first one. */
function summaryOf(events: readonly TimelineEvent[], total: number): string {
  const oldest = events.at(-1);
  if (!oldest) return '';
  const full: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long', year: 'numeric' };
  const since = new Date(oldest.at).toLocaleDateString(vscode.env.language, full);
  const count = (number: number) => number.toLocaleString(vscode.env.language);
  return events.length < total
    ? vscode.l10n.t('The newest {0} of {1} events, since {2}', count(events.length), count(total), since)
    : vscode.l10n.t('{0} events since {1}', count(total), since);
}

function wordsFor(name: string | undefined, summary: string): TimelineWords {
  const date = (time: number, options: Intl.DateTimeFormatOptions) =>
    new Date(time).toLocaleDateString(vscode.env.language, options);
  const full: Intl.DateTimeFormatOptions = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' };
  return {
    title: name ?? vscode.l10n.t('Activity of the library'),
    summary,
    groups: groupWords(),
    kinds: kindWords(),
    empty: vscode.l10n.t('Nothing has happened yet. Save a selection, and it begins here.'),
    day: (count, time) =>
      count === 1
        ? vscode.l10n.t('1 event on {0}', date(time, { day: 'numeric', month: 'long' }))
        : vscode.l10n.t('{0} events on {1}', count, date(time, { day: 'numeric', month: 'long' })),
    date: (time) => date(time, full),
    time: (time) => new Date(time).toLocaleTimeString(vscode.env.language, { hour: '2-digit', minute: '2-digit' }),
    month: (time) => date(time, { month: 'short' }),
    less: vscode.l10n.t('less'),
    more: vscode.l10n.t('more'),
    inTrash: vscode.l10n.t('in the trash'),
    all: vscode.l10n.t('All'),
  };
}

function groupWords(): Record<EventGroup, string> {
  return {
    created: vscode.l10n.t('Created'),
    viewed: vscode.l10n.t('Viewed'),
    updated: vscode.l10n.t('Updated'),
    referenced: vscode.l10n.t('Referenced'),
    exported: vscode.l10n.t('Exported'),
    deleted: vscode.l10n.t('Deleted'),
  };
}

function kindWords(): Record<string, string> {
  return {
    created: vscode.l10n.t('created'),
    restored: vscode.l10n.t('brought back'),
    viewed: vscode.l10n.t('viewed'),
    updated: vscode.l10n.t('changed'),
    renamed: vscode.l10n.t('renamed'),
    reclassified: vscode.l10n.t('language changed'),
    tagAdded: vscode.l10n.t('tagged'),
    tagRemoved: vscode.l10n.t('tag removed'),
    linkAdded: vscode.l10n.t('linked'),
    linkRemoved: vscode.l10n.t('link removed'),
    summaryAdded: vscode.l10n.t('added to a summary'),
    summaryRemoved: vscode.l10n.t('taken off a summary'),
    referenced: vscode.l10n.t('used'),
    exported: vscode.l10n.t('exported'),
    deleted: vscode.l10n.t('deleted'),
  };
}
