/**
 * Where the library lies, and how it gets to another folder: by a copy or a new beginning, decided by a person; the old
 * one is never deleted. Each window follows as soon as the new folder holds a library; the one in front asks before.
 */
import { setTimeout as pause } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { Api } from '../../contract/api';
import { homeFolder } from '../../contract/homeFolder';
import { chooseDataFolder, holdsLibrary, type DataFolder, type FolderFault } from './dataFolder';
import { settings, type SettingName } from '../settings';

const settingName = 'quarry.library.dataFolder' satisfies SettingName;
const rememberedKey = 'library.folder';
const lookMs = 1_000;

export interface LibraryFolder extends vscode.Disposable {
  /** The folder in use; the extension's own before the service has started. */
  readonly folder: string;
  /** A sentence; absent while the setting is obeyed. */
  readonly fault: string | undefined;
  /** Decides anew; called each time the service starts. */
  resolve(): Promise<string>;
}

interface LibraryFolderOptions {
  context: vscode.ExtensionContext;
  log: vscode.LogOutputChannel;
  api: Pick<Api, 'libraryCopy' | 'libraryList'>;
  restart: () => Promise<void>;
}

export function createLibraryFolder({ context, log, api, restart }: LibraryFolderOptions): LibraryFolder {
  const own = context.globalStorageUri.fsPath;
  let chosen: DataFolder = { folder: own, wanted: own, isUndecided: false };
  let fault: string | undefined;
  let toldFault: string | undefined;
  let isBusy = false;
  let timer: NodeJS.Timeout | undefined;

  const choose = (): Promise<DataFolder> =>
    chooseDataFolder({
      setting: vscode.workspace.getConfiguration().get<unknown>(settingName, settings[settingName]),
      ...{ home: homeFolder(), own, remembered: context.globalState.get<string>(rememberedKey) },
    });

  async function resolve(): Promise<string> {
    chosen = await choose();
    await remember(chosen.folder);
    tellFault(chosen);
    if (chosen.isUndecided) lookAgain();
    return chosen.folder;
  }

  async function remember(folder: string): Promise<void> {
    if (context.globalState.get<string>(rememberedKey) !== folder)
      await context.globalState.update(rememberedKey, folder);
  }

  function tellFault({ wanted, folder, fault: found }: DataFolder): void {
    fault = found && faultText(found, wanted, folder);
    if (fault === undefined || fault === toldFault) return void (toldFault = fault);
    toldFault = fault;
    log.error(fault);
    const open = vscode.l10n.t('Open Setting');
    void vscode.window.showErrorMessage(fault, open).then((choice) => {
      if (choice === open) void vscode.commands.executeCommand('workbench.action.openSettings', settingName);
    });
  }

  /** The editor takes no message back: what it says of the fault is answered. */
  function tellRight(folder: string): void {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('The setting of the data folder is right again. Quarry uses the library in {0}.', folder),
    );
  }

  /** Another window may decide: then this one follows. */
  function lookAgain(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void follow(), lookMs);
  }

  async function follow(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    clearTimeout(timer);
    try {
      const hadFault = fault !== undefined;
      const next = await choose();
      tellFault(next);
      if (next.fault !== undefined) return;
      // Another folder is told of when it is in use.
      if (hadFault && next.folder === chosen.folder && !next.isUndecided) tellRight(next.folder);
      if (next.isUndecided) {
        if (vscode.window.state.focused) await decide(next);
        else lookAgain();
      } else if (next.folder !== chosen.folder) {
        await goTo(next.folder);
      }
    } catch (error) {
      log.error('The library was not moved:', error instanceof Error ? error : String(error));
      void vscode.window.showErrorMessage(
        vscode.l10n.t('The library was not moved: {0}', error instanceof Error ? error.message : String(error)),
      );
    } finally {
      isBusy = false;
    }
  }

  async function decide({ wanted, folder }: DataFolder): Promise<void> {
    const copy = vscode.l10n.t('Copy My Library');
    const begin = vscode.l10n.t('Start an Empty One');
    const question = vscode.l10n.t('There is no library in {0} yet. Copy yours there?', wanted);
    const detail = vscode.l10n.t(
      'The one in {0} stays as it is, whatever you choose. Cancel goes on using it.',
      folder,
    );
    const answered = new AbortController();
    // Windows that were in front one after the other ask each: the first answer counts for all of them, and one that
    // still asks must not stay behind, serving the old library.
    const choice = await Promise.race([
      vscode.window.showInformationMessage(question, { modal: true, detail }, copy, begin),
      untilDecided(wanted, answered.signal),
    ]);
    answered.abort();
    // Another window was quicker.
    if (await holdsLibrary(wanted)) return goTo(wanted);
    if (choice === undefined) return giveUp(folder);
    if (choice === copy) {
      const title = vscode.l10n.t('Copying the library');
      await vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title }, () =>
        api.libraryCopy({ body: { folder: wanted } }),
      );
    }
    await goTo(wanted);
  }

  async function goTo(folder: string): Promise<void> {
    const before = chosen.folder;
    await remember(folder);
    await restart();
    if (!vscode.window.state.focused) return;
    const { rows } = await api.libraryList({ body: {} });
    const text = vscode.l10n.t('Quarry uses the library in {0} now ({1} assets).', folder, rows.length);
    const stays = (await holdsLibrary(before)) ? ` ${vscode.l10n.t('The one used before stays in {0}.', before)}` : '';
    void vscode.window.showInformationMessage(text + stays);
  }

  /** The setting must not say another folder than the one in use. */
  async function giveUp(folder: string): Promise<void> {
    const value = folder === own ? undefined : folder;
    await vscode.workspace.getConfiguration().update(settingName, value, vscode.ConfigurationTarget.Global);
  }

  const subscriptions = [
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(settingName)) void follow();
    }),
    vscode.window.onDidChangeWindowState(({ focused }) => {
      // A drive may have been mounted meanwhile.
      if (focused && (fault !== undefined || chosen.wanted !== chosen.folder)) void follow();
    }),
  ];
  return {
    get folder() {
      return chosen.folder;
    },
    get fault() {
      return fault;
    },
    resolve,
    dispose() {
      clearTimeout(timer);
      for (const subscription of subscriptions) subscription.dispose();
    },
  };
}

async function untilDecided(folder: string, answered: AbortSignal): Promise<undefined> {
  while (!answered.aborted && !(await holdsLibrary(folder))) await pause(lookMs);
  return undefined;
}

function faultText(fault: FolderFault, wanted: string, folder: string): string {
  const reasons: Record<FolderFault, string> = {
    relative: vscode.l10n.t('it must begin with / , a drive or ~'),
    noParent: vscode.l10n.t('the folder above it does not exist'),
    noFolder: vscode.l10n.t('it is a file'),
    notWritable: vscode.l10n.t('it cannot be written to'),
  };
  return vscode.l10n.t(
    'The data folder {0} cannot be used: {1}. Quarry uses the library in {2} until the setting is put right.',
    wanted,
    reasons[fault],
    folder,
  );
}
