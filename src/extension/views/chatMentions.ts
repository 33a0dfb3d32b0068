/** What an `@` in the question can mean: what is open first, then files, folders and saved assets by name. */
import * as vscode from 'vscode';
import type { ContextChip, MentionItem } from '../../webview/messages';
import { fileCount } from '../counts';
import { workspaceFolders } from '../windowLease';
import { selectionChip } from './chatContext';
import type { ChatHost } from './chatHost';
import { placeOfRow } from './libraryItems';

/** A list that fits above the box. */
const maxFiles = 8;
const maxAssets = 5;
/** As many as a question is allowed to name. */
const maxTabs = 30;

const matches = (text: string, query: string): boolean => text.toLowerCase().includes(query.toLowerCase());

/** @returns the best first; never throws, because a list that is short is better than none */
export async function mentionsFor(query: string, host: ChatHost): Promise<MentionItem[]> {
  const [files, assets] = await Promise.all([
    query === '' ? [] : quietly(host, filesFor(query, host)),
    quietly(host, assetsFor(query, host)),
  ]);
  return [...general().filter(({ label }) => matches(label, query)), ...files, ...assets];
}

async function quietly(host: ChatHost, items: Promise<MentionItem[]>): Promise<MentionItem[]> {
  try {
    return await items;
  } catch (error) {
    host.log.warn(`The list under the @ is not complete: ${String(error)}`);
    return [];
  }
}

function general(): MentionItem[] {
  const selection = selectionChip(vscode.window.activeTextEditor);
  const tabs = openFiles();
  const [current] = tabs;
  const hasFolder = workspaceFolders().length > 0;
  return [
    ...(selection ? [item(vscode.l10n.t('Selection'), selection.name, selection)] : []),
    ...(current === undefined ? [] : [item(vscode.l10n.t('Current file'), shown(current), fileChip(current))]),
    ...(tabs.length > 1
      ? [
          {
            label: vscode.l10n.t('Open tabs'),
            detail: fileCount(tabs.length),
            chips: tabs.map(fileChip),
          },
        ]
      : []),
    ...(hasFolder ? [item(vscode.l10n.t('Workspace'), vscode.l10n.t('all open folders'), { kind: 'workspace' })] : []),
    item(vscode.l10n.t('Everything'), vscode.l10n.t('assets and open folders'), { kind: 'everything' }),
  ];
}

const item = (label: string, detail: string, chip: ContextChip): MentionItem => ({ label, detail, chips: [chip] });
const shown = (path: string): string => vscode.workspace.asRelativePath(path);
const fileChip = (path: string): ContextChip => ({ kind: 'file', path });

/** The one in front first. */
export function openFiles(): string[] {
  const paths = new Set<string>();
  const active = vscode.window.activeTextEditor?.document.uri;
  if (active?.scheme === 'file') paths.add(active.fsPath);
  for (const { tabs } of vscode.window.tabGroups.all) {
    for (const { input } of tabs) {
      if (input instanceof vscode.TabInputText && input.uri.scheme === 'file') paths.add(input.uri.fsPath);
    }
  }
  return [...paths].slice(0, maxTabs);
}

/** What is searched, so nothing that git ignores; in folders that are not indexed yet, what the editor finds. */
async function filesFor(query: string, { api }: ChatHost): Promise<MentionItem[]> {
  const { iterable } = await api.filesFind({ body: { query, folders: workspaceFolders(), limit: maxFiles } });
  const found = iterable.length > 0 ? iterable : await filesOfEditor(query);
  return found.map(({ path, isFolder }) => {
    const relative = shown(path);
    const name = relative.split(/[\\/]/).at(-1) ?? relative;
    return {
      label: isFolder ? `${name}/` : name,
      detail: relative === name ? '' : relative.slice(0, -name.length - 1),
      chips: [{ kind: isFolder ? ('folder' as const) : ('file' as const), path }],
    };
  });
}

async function filesOfEditor(query: string): Promise<{ path: string; isFolder: boolean }[]> {
  const pattern = `**/*${query.replace(/[[\]{}*?!]/g, '')}*`;
  const uris = await vscode.workspace.findFiles(pattern, undefined, maxFiles);
  return uris.filter(({ scheme }) => scheme === 'file').map((uri) => ({ path: uri.fsPath, isFolder: false }));
}

async function assetsFor(query: string, { library }: ChatHost): Promise<MentionItem[]> {
  const fitting = (await library.all()).filter(({ name }) => matches(name, query));
  return fitting
    .sort((a, b) => b.updated - a.updated)
    .slice(0, maxAssets)
    .map((row) => {
      const { id, name } = row;
      return { label: name, detail: placeOfRow(row) ?? '', chips: [{ kind: 'asset', id, name }] };
    });
}
