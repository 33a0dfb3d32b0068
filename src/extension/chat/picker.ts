/** The picker behind the row's plus: what is chosen is ticked, what is ticked is chosen. */
import * as vscode from 'vscode';
import { chipKey, withChip, type ContextChip } from '../../chat/chips';
import { languageName } from '../languages';
import { workspaceFolders } from '../start/windowLease';
import { selectionChip } from './context';
import type { ChatHost } from './host';
import { openFiles } from './tabs';

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

/** Items for the chosen chips that no other item stands for. */
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

/** @returns the chips as chosen, or undefined when the picker was left */
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
  // What is ticked first narrows the question: the workspace loses its tick, and who wants it ticks it again.
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
