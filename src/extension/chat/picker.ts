/** Lets the user choose the context of a question, in a picker or with an `@` in the question. */
import * as vscode from 'vscode';
import { chipKey, withChip, type ContextChip, type MentionItem } from '../../chat/chips';
import { languageName } from '../languages';
import { workspaceFolders } from '../start/windowFolders';
import { selectionChip, changedCount, openProblems } from './context';
import type { ChatHost } from './host';
import { openFiles } from '../tabs';
import { fileCount } from '../notices';
import { placeOfRow } from '../library/items';

// Section: the picker behind the plus button; ticked items are the chosen chips.

interface ChipItem extends vscode.QuickPickItem {
  chip: ContextChip;
}

const separator = (label: string): vscode.QuickPickItem => ({ label, kind: vscode.QuickPickItemKind.Separator });
const isChipItem = (item: vscode.QuickPickItem): item is ChipItem => 'chip' in item;

function general(): ChipItem[] {
  const selection = selectionChip(vscode.window.activeTextEditor);
  return [
    ...(workspaceFolders().length > 0
      ? [
          {
            label: `$(root-folder) ${vscode.l10n.t('Workspace')}`,
            description: vscode.l10n.t('all files of the open folders'),
            chip: { kind: 'workspace' as const },
          },
        ]
      : []),
    {
      label: `$(library) ${vscode.l10n.t('Everything')}`,
      description: vscode.l10n.t('all saved assets and all open folders'),
      chip: { kind: 'everything' },
    },
    ...(selection
      ? [
          {
            label: `$(selection) ${selection.name}:${selection.lines.start}-${selection.lines.end}`,
            description: vscode.l10n.t('selected code'),
            chip: selection,
          },
        ]
      : []),
  ];
}

function fileItem(path: string): ChipItem {
  const relative = vscode.workspace.asRelativePath(path);
  return {
    label: `$(file) ${relative.split(/[\\/]/).at(-1) ?? relative}`,
    description: relative,
    chip: { kind: 'file', path },
  };
}

async function assets({ library, log }: ChatHost): Promise<ChipItem[]> {
  try {
    return (await library.all()).map(({ id, name, language }) => ({
      label: `$(bookmark) ${name}`,
      description: languageName(language),
      chip: { kind: 'asset', id, name },
    }));
  } catch (error) {
    log.warn(`The picker shows no saved assets: ${String(error)}`);
    return [];
  }
}

/** Items for chosen chips that are not among the offered items. */
function remaining(chosen: readonly ContextChip[], offered: readonly ChipItem[]): ChipItem[] {
  const keys = new Set(offered.map((item) => chipKey(item.chip)));
  return chosen.flatMap((chip): ChipItem[] => {
    if (keys.has(chipKey(chip))) return [];
    if (chip.kind === 'file' || chip.kind === 'folder') return [{ ...fileItem(chip.path), chip }];
    if (chip.kind === 'selection') {
      return [{ label: `$(selection) ${chip.name}:${chip.lines.start}-${chip.lines.end}`, chip }];
    }
    if (chip.kind === 'symbol') return [{ label: `$(symbol-method) ${chip.name}`, description: chip.file, chip }];
    if (chip.kind === 'changes') return [{ label: `$(diff) ${vscode.l10n.t('Changes')}`, chip }];
    if (chip.kind === 'problems') return [{ label: `$(warning) ${vscode.l10n.t('Problems')}`, chip }];
    return [];
  });
}

async function chooseOnDisk(): Promise<ContextChip[]> {
  const chosen = await vscode.window.showOpenDialog({
    canSelectFiles: true,
    canSelectFolders: true,
    canSelectMany: true,
    openLabel: vscode.l10n.t('Add to Question'),
  });
  return Promise.all(
    (chosen ?? []).map(async (uri) => {
      const { type } = await vscode.workspace.fs.stat(uri);
      return { kind: type & vscode.FileType.Directory ? 'folder' : 'file', path: uri.fsPath } as const;
    }),
  );
}

/** @returns the chosen chips, or undefined when the picker was cancelled */
export async function pickChips(chosen: readonly ContextChip[], host: ChatHost): Promise<ContextChip[] | undefined> {
  const picker = vscode.window.createQuickPick();
  picker.canSelectMany = true;
  picker.matchOnDescription = true;
  picker.title = vscode.l10n.t('What to Ask');
  picker.placeholder = vscode.l10n.t('Tick what the question is asked of');
  const browse = {
    iconPath: new vscode.ThemeIcon('folder-opened'),
    tooltip: vscode.l10n.t('Choose Files or Folders…'),
  };
  picker.buttons = [browse];
  picker.busy = true;
  picker.show();
  const first = general();
  const files = openFiles().map((path) => fileItem(path));
  const saved = await assets(host);
  const offered = [...first, ...files, ...saved];
  const others = remaining(chosen, offered);
  picker.items = [
    ...first,
    ...others,
    ...(files.length > 0 ? [separator(vscode.l10n.t('Open Files')), ...files] : []),
    ...(saved.length > 0 ? [separator(vscode.l10n.t('Saved Assets')), ...saved] : []),
  ];
  const keys = new Set(chosen.map(chipKey));
  picker.selectedItems = [...offered, ...others].filter((item) => keys.has(chipKey(item.chip)));
  picker.busy = false;
  let before = keys;
  // The first specific chip removes the workspace's tick; ticking the workspace again keeps it.
  picker.onDidChangeSelection((items) => {
    const ticked = items.filter(isChipItem).map((item) => item.chip);
    const added = ticked.filter((chip) => !before.has(chipKey(chip)));
    before = new Set(ticked.map(chipKey));
    const kept = ticked.filter((chip) => !added.includes(chip));
    const narrowed = added.reduce<ContextChip[]>((all, chip) => withChip(all, chip), kept);
    if (narrowed.length === ticked.length) return;
    before = new Set(narrowed.map(chipKey));
    picker.selectedItems = items.filter((item) => isChipItem(item) && before.has(chipKey(item.chip)));
  });
  return new Promise((resolve) => {
    const ticked = () => picker.selectedItems.filter(isChipItem).map((item) => item.chip);
    picker.onDidAccept(() => {
      resolve(ticked());
      picker.hide();
    });
    picker.onDidTriggerButton(() => {
      const known = ticked();
      const withAll = (added: ContextChip[]) => added.reduce<ContextChip[]>((all, chip) => withChip(all, chip), known);
      resolve(chooseOnDisk().then((added) => (added.length > 0 ? withAll(added) : undefined)));
      picker.hide();
    });
    picker.onDidHide(() => {
      resolve(undefined);
      picker.dispose();
    });
  });
}

// Section: suggestions for an `@`: open files first, then files, folders, symbols and assets by name.

/** Most files suggested, so that the list fits above the box. */
const maxFiles = 8;
const maxAssets = 5;
/** Most symbols suggested; each needs one more request for its lines. */
const maxSymbols = 4;
/** Fewest letters of a symbol query; shorter ones occur in almost every name. */
const minSymbolQuery = 2;

const matches = (text: string, query: string): boolean => text.toLowerCase().includes(query.toLowerCase());

/** @returns the best suggestions first; never throws, because a short list is better than none */
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

/** Suggestions for changes and problems, when there are any. */
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

/**
 * Files that the service searches (none that git ignores); in folders that are not indexed yet, files that the editor
 * finds.
 */
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

/** The definitions with this name, else those with similar names. */
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
  // Names that contain the letters as typed come before similar ones.
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
