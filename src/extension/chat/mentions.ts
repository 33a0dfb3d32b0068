/**
 * What an `@` in the question can mean: what is open first, then files, folders, symbols and saved assets by name. Each
 * narrows the question to itself.
 */
import * as vscode from 'vscode';
import type { ContextChip } from '../../chat/chips';
import type { MentionItem } from '../../chat/mentions';
import { fileCount } from '../words';
import { workspaceFolders } from '../start/windowLease';
import { selectionChip } from './context';
import type { ChatHost } from './host';
import { changedCount, openProblems } from './gathered';
import { placeOfRow } from '../library/items';
import { openFiles } from './tabs';

/** A list that fits above the box. */
const maxFiles = 8;
const maxAssets = 5;
/** Each is looked up once more for its lines. */
const maxSymbols = 4;
/** A query of fewer letters occurs in almost every name. */
const minSymbolQuery = 2;

const matches = (text: string, query: string): boolean => text.toLowerCase().includes(query.toLowerCase());

/** @returns the best first; never throws, because a list that is short is better than none */
export async function mentionsFor(query: string, host: ChatHost): Promise<MentionItem[]> {
  const [files, symbols, assets, found] = await Promise.all([
    query === '' ? [] : quietly(host, filesFor(query, host)),
    query.length < minSymbolQuery ? [] : quietly(host, symbolsFor(query, host)),
    quietly(host, assetsFor(query, host)),
    quietly(host, foundNow()),
  ]);
  const general = [...openNow(), ...found, ...wide()].filter(({ label }) => matches(label, query));
  return [...general, ...files, ...symbols, ...assets];
}

async function quietly(host: ChatHost, items: Promise<MentionItem[]>): Promise<MentionItem[]> {
  try {
    return await items;
  } catch (error) {
    host.log.warn(`The list under the @ is not complete: ${String(error)}`);
    return [];
  }
}

/** Changes and problems, while there are any. */
async function foundNow(): Promise<MentionItem[]> {
  const changed = await changedCount();
  const problems = openProblems().length;
  return [
    ...(changed > 0 ? [item(vscode.l10n.t('Changes'), fileCount(changed), { kind: 'changes' })] : []),
    ...(problems > 0
      ? [item(vscode.l10n.t('Problems'), vscode.l10n.t('{0} in open files', problems), { kind: 'problems' })]
      : []),
  ];
}

function wide(): MentionItem[] {
  const hasFolder = workspaceFolders().length > 0;
  return [
    ...(hasFolder ? [item(vscode.l10n.t('Workspace'), vscode.l10n.t('all open folders'), { kind: 'workspace' })] : []),
    item(vscode.l10n.t('Everything'), vscode.l10n.t('assets and open folders'), { kind: 'everything' }),
  ];
}

function openNow(): MentionItem[] {
  const selection = selectionChip(vscode.window.activeTextEditor);
  const tabs = openFiles();
  const [current] = tabs;
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
  ];
}

const item = (label: string, detail: string, chip: ContextChip): MentionItem => ({ label, detail, chips: [chip] });
const shown = (path: string): string => vscode.workspace.asRelativePath(path);
const fileChip = (path: string): ContextChip => ({ kind: 'file', path });

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

/** The definition of this name, else those with names like it. */
async function symbolsFor(query: string, { api }: ChatHost): Promise<MentionItem[]> {
  const paths = workspaceFolders();
  if (paths.length === 0) return [];
  const options = { limit: maxSymbols, characters: 200 };
  const { found, others, nearest = [] } = await api.symbol({ body: { paths, name: query, options } });
  const like = (found ? [] : nearest).slice(0, maxSymbols).map(async ({ path, line }) => {
    if (path === undefined) return [];
    const { found: one } = await api.symbol({ body: { path, line, options } });
    return one ? [one] : [];
  });
  const similar = (await Promise.all(like)).flat();
  // What holds the letters as they were typed comes before what only sounds like them.
  const inOrder = [true, false].flatMap((holds) => similar.filter(({ symbol }) => matches(symbol, query) === holds));
  const all = found ? [found, ...others.iterable] : inOrder;
  return all.flatMap(({ symbol, path, lines }) => {
    if (path === undefined) return [];
    const uri = vscode.Uri.file(path).toString();
    const place = shown(path);
    const file = place.split(/[\\/]/).at(-1) ?? place;
    return [item(symbol, place, { kind: 'symbol', uri, name: symbol, file, lines })];
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
