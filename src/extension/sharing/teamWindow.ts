/**
 * The window's team connection: passes address and token to the service, and reports the team's status. Without an
 * address nothing is requested or loaded. The token is stored in the editor's secret store only.
 */
import * as vscode from 'vscode';
import type { Api } from '../../contract/api';
import type { TeamStatus } from '../../contract/schemas/team';
import { settings, type SettingName } from '../settings';
import { inMessage } from '../notices';

const addressName = 'quarry.team.address' satisfies SettingName;
/** Hosts for which the user allowed unencrypted connections. */
const plainHostsKey = 'team.plainHosts';
/** Events that were already reported to the user. */
const toldKey = 'team.told';

export interface TeamWindow {
  /** The address in the settings; empty without a team. */
  readonly address: string;
  /** The status of the last read; undefined without a team. */
  readonly status: TeamStatus | undefined;
  readonly onDidChange: vscode.Event<void>;
  /** True when unencrypted http to this remote address is allowed. */
  isPlainAllowed(address: string): boolean;
  allowPlain(address: string): Promise<void>;
  /** Stores the token of an address, and passes both to the service. @param token undefined removes it */
  keep(address: string, token: string | undefined): Promise<void>;
  /** Reads the status again. */
  look(): Promise<TeamStatus | undefined>;
}

interface Surroundings {
  api: Api;
  log: vscode.LogOutputChannel;
  isConnected(): boolean;
  onDidChangeConnection: vscode.Event<unknown>;
  /** Fired every few seconds while the window has the focus. */
  onDidReadStatus: vscode.Event<unknown>;
}

export function createTeamWindow(context: vscode.ExtensionContext, around: Surroundings): TeamWindow {
  return new Window(context, around);
}

const secretOf = (address: string): string => `quarry.teamToken ${hostOf(address)}`;

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}

class Window implements TeamWindow {
  status: TeamStatus | undefined;
  readonly onDidChange: vscode.Event<void>;
  readonly #changed = new vscode.EventEmitter<void>();
  #shown = '';

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly around: Surroundings,
  ) {
    this.onDidChange = this.#changed.event;
    context.subscriptions.push(
      this.#changed,
      around.onDidChangeConnection(() => this.#tellSoon()),
      around.onDidReadStatus(() => this.#lookSoon()),
      context.secrets.onDidChange(({ key }) => key === secretOf(this.address) && this.#tellSoon()),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(addressName)) this.#tellSoon();
      }),
    );
  }

  get address(): string {
    return vscode.workspace.getConfiguration().get<string>(addressName, settings[addressName]).trim();
  }

  isPlainAllowed(address: string): boolean {
    return this.context.globalState.get<string[]>(plainHostsKey, []).includes(hostOf(address));
  }

  async allowPlain(address: string): Promise<void> {
    const hosts = this.context.globalState.get<string[]>(plainHostsKey, []);
    await this.context.globalState.update(plainHostsKey, [...hosts, hostOf(address)]);
  }

  async keep(address: string, token: string | undefined): Promise<void> {
    if (token === undefined) await this.context.secrets.delete(secretOf(address));
    else await this.context.secrets.store(secretOf(address), token);
    if (address !== this.address)
      await vscode.workspace.getConfiguration().update(addressName, address, vscode.ConfigurationTarget.Global);
    await this.#tell();
  }

  async look(): Promise<TeamStatus | undefined> {
    const { address, around } = this;
    if (!around.isConnected()) return this.status;
    const status = await around.api.teamStatus();
    this.status = status.state === 'none' && address === '' ? undefined : status;
    const shown = JSON.stringify(this.status);
    if (shown === this.#shown) return this.status;
    this.#shown = shown;
    void vscode.commands.executeCommand('setContext', 'quarry.hasTeam', this.status !== undefined);
    this.#changed.fire();
    if (this.status) this.#notice(this.status);
    return this.status;
  }

  /** Passes address and token to the service. Every window does so, because its service may come to own the library. */
  async #tell(): Promise<void> {
    const { address, around } = this;
    if (!around.isConnected() || (address === '' && !this.status)) return;
    const token = address === '' ? undefined : await this.context.secrets.get(secretOf(address));
    if (token === undefined) await around.api.teamDisconnect();
    else {
      const isPlainAllowed = this.isPlainAllowed(address);
      await around.api.teamConnect({ body: { address, token, isPlainAllowed } });
    }
    await this.look();
  }

  #tellSoon(): void {
    this.#tell().catch((error: unknown) => this.around.log.warn(`The team was not told: ${String(error)}`));
  }

  #lookSoon(): void {
    if (this.address === '' && !this.status) return;
    this.look().catch((error: unknown) => this.around.log.debug(`The team's status was not read: ${String(error)}`));
  }

  /** Reports events that need an action of the user, each once per machine. */
  #notice({ spaces, state, reason = '' }: TeamStatus): void {
    const news = [
      ...spaces.filter((space) => space.state === 'lost').map(({ id }) => `lost ${id}`),
      ...(state === 'refused' ? [`refused ${reason}`] : []),
    ];
    const told = this.context.globalState.get<string[]>(toldKey, []);
    if (JSON.stringify(told) === JSON.stringify(news)) return;
    void this.context.globalState.update(toldKey, news);
    const fresh = news.filter((one) => !told.includes(one));
    for (const space of spaces) {
      if (fresh.includes(`lost ${space.id}`)) void vscode.commands.executeCommand('quarry.decideLostSpace', space.id);
    }
    if (fresh.includes(`refused ${reason}`)) void this.#offerSignIn(reason);
  }

  async #offerSignIn(reason: string): Promise<void> {
    const signIn = vscode.l10n.t('Sign In…');
    const text = vscode.l10n.t('Your team does not let you in any more. {0}', inMessage(reason));
    if ((await vscode.window.showWarningMessage(text, signIn)) === signIn)
      await vscode.commands.executeCommand('quarry.signInTeam');
  }
}
