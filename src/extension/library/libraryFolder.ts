/**
 * The library's folder and moving it elsewhere: by a copy or with a new library, as the user decides; the old one is
 * never deleted. Each window follows once the new folder holds a library; the focused window asks first.
 */
import { setTimeout as pause } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { Api } from '../../contract/api';
import { homeFolder } from '../../contract/conventions';
import { chooseDataFolder, holdsLibrary, type DataFolder, type FolderFault } from './dataFolder';
import { settings, type SettingName } from '../settings';

const settingName = 'quarry.library.dataFolder' satisfies SettingName;
const rememberedKey = 'library.folder';
const lookMs = 1_000;

export interface LibraryFolder extends vscode.Disposable {
  /** The folder in use; the extension's own before the service has started. */
  readonly folder: string;
  /** Why the folder in the settings is not used, as a sentence; absent when it is used. */
  readonly fault: string | undefined;
  /** Chooses the folder again; called each time the service starts. */
  resolve(): Promise<string>;
}

interface LibraryFolderOptions {
  context: vscode.ExtensionContext;
  log: vscode.LogOutputChannel;
  api: Pick<Api, 'libraryCopy' | 'libraryList'>;
  restart: () => Promise<void>;
}

export function createLibraryFolder(options: LibraryFolderOptions): LibraryFolder {
  return new FollowedFolder(options);
}

class FollowedFolder implements LibraryFolder {
  readonly #own: string;
  #chosen: DataFolder;
  #fault: string | undefined;
  /** The fault that was last reported, so that each is reported once. */
  #toldFault: string | undefined;
  #isBusy = false;
  #timer: NodeJS.Timeout | undefined;
  readonly #listening: vscode.Disposable;

  constructor(private readonly given: LibraryFolderOptions) {
    this.#own = given.context.globalStorageUri.fsPath;
    this.#chosen = { folder: this.#own, wanted: this.#own, isUndecided: false };
    this.#listening = vscode.Disposable.from(
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(settingName)) void this.#follow();
      }),
      vscode.window.onDidChangeWindowState(({ focused }) => {
        const isElsewhere = this.#fault !== undefined || this.#chosen.wanted !== this.#chosen.folder;
        // A drive may have been mounted meanwhile.
        if (focused && isElsewhere) void this.#follow();
      }),
    );
  }

  get folder(): string {
    return this.#chosen.folder;
  }

  get fault(): string | undefined {
    return this.#fault;
  }

  #choose(): Promise<DataFolder> {
    const remembered = this.given.context.globalState.get<string>(rememberedKey);
    const setting = vscode.workspace.getConfiguration().get<unknown>(settingName, settings[settingName]);
    return chooseDataFolder({ setting, home: homeFolder(), own: this.#own, remembered });
  }

  async resolve(): Promise<string> {
    this.#chosen = await this.#choose();
    await this.#remember(this.#chosen.folder);
    this.#tellFault(this.#chosen);
    if (this.#chosen.isUndecided) this.#lookAgain();
    return this.#chosen.folder;
  }

  async #remember(folder: string): Promise<void> {
    const { globalState } = this.given.context;
    if (globalState.get<string>(rememberedKey) !== folder) await globalState.update(rememberedKey, folder);
  }

  #tellFault({ wanted, folder, fault: found }: DataFolder): void {
    this.#fault = found && faultText(found, wanted, folder);
    const told = this.#toldFault;
    this.#toldFault = this.#fault;
    if (this.#fault === undefined || this.#fault === told) return;
    this.given.log.error(this.#fault);
    const open = vscode.l10n.t('Open Setting');
    void vscode.window.showErrorMessage(this.#fault, open).then((choice) => {
      if (choice === open) void vscode.commands.executeCommand('workbench.action.openSettings', settingName);
    });
  }

  /** Reports that the fault is over, because the editor cannot withdraw its message. */
  #tellRight(folder: string): void {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('The setting of the data folder is right again. Quarry uses the library in {0}.', folder),
    );
  }

  /** Checks again, because another window may have decided; this one then follows. */
  #lookAgain(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#follow(), lookMs);
  }

  async #follow(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    clearTimeout(this.#timer);
    try {
      const hadFault = this.#fault !== undefined;
      const next = await this.#choose();
      this.#tellFault(next);
      if (next.fault !== undefined) return;
      // A changed folder is reported once it is in use.
      if (hadFault && next.folder === this.#chosen.folder && !next.isUndecided) this.#tellRight(next.folder);
      if (next.isUndecided) {
        if (vscode.window.state.focused) await this.#decide(next);
        else this.#lookAgain();
      } else if (next.folder !== this.#chosen.folder) {
        await this.#goTo(next.folder);
      }
    } catch (error) {
      this.given.log.error('The library was not moved:', error instanceof Error ? error : String(error));
      void vscode.window.showErrorMessage(
        vscode.l10n.t('The library was not moved: {0}', error instanceof Error ? error.message : String(error)),
      );
    } finally {
      this.#isBusy = false;
    }
  }

  async #decide({ wanted, folder }: DataFolder): Promise<void> {
    const copy = vscode.l10n.t('Copy My Library');
    const begin = vscode.l10n.t('Start an Empty One');
    const question = vscode.l10n.t('There is no library in {0} yet. Copy yours there?', wanted);
    const detail = vscode.l10n.t(
      'The one in {0} stays as it is, whatever you choose. Cancel goes on using it.',
      folder,
    );
    const answered = new AbortController();
    // Several windows that were focused in turn may all ask. The first answer counts for all of them, and a window that
    // is still asking must not keep serving the old library.
    const choice = await Promise.race([
      vscode.window.showInformationMessage(question, { modal: true, detail }, copy, begin),
      untilDecided(wanted, answered.signal),
    ]);
    answered.abort();
    // Another window was faster.
    if (await holdsLibrary(wanted)) return this.#goTo(wanted);
    if (choice === undefined) return this.#giveUp(folder);
    if (choice === copy) {
      const title = vscode.l10n.t('Copying the library');
      await vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title }, () =>
        this.given.api.libraryCopy({ body: { folder: wanted } }),
      );
    }
    await this.#goTo(wanted);
  }

  async #goTo(folder: string): Promise<void> {
    const before = this.#chosen.folder;
    await this.#remember(folder);
    await this.given.restart();
    if (!vscode.window.state.focused) return;
    const { rows } = await this.given.api.libraryList({ body: {} });
    const text = vscode.l10n.t('Quarry uses the library in {0} now ({1} assets).', folder, rows.length);
    const stays = (await holdsLibrary(before)) ? ` ${vscode.l10n.t('The one used before stays in {0}.', before)}` : '';
    void vscode.window.showInformationMessage(text + stays);
  }

  /** Writes the folder in use to the settings, so that both are the same. */
  async #giveUp(folder: string): Promise<void> {
    const value = folder === this.#own ? undefined : folder;
    await vscode.workspace.getConfiguration().update(settingName, value, vscode.ConfigurationTarget.Global);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#listening.dispose();
  }
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
