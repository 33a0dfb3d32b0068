/** Team sign-in and sign-out, and the list of all team actions. */
import { setTimeout as pause } from 'node:timers/promises';
import * as vscode from 'vscode';
import { ApiError } from '../../contract/errors';
import type { TeamStatus } from '../../contract/schemas/team';
import { abortSignalOf, Hint, assetCount, inMessage } from '../notices';
import type { Quarry } from '../start/quarry';
import { commandRow, pickCommand, type Shell } from './command';

/** @param given `{ address, token }` from another extension: given values are not asked for @returns true on success */
export async function signInTeam({ quarry }: Shell, given?: unknown): Promise<boolean> {
  const known = readGiven(given);
  const address = known.address ?? (await askAddress(quarry.team.address));
  if (address === undefined || !(await mayBeSpokenTo(quarry, address))) return false;
  const token = known.token ?? (await askToken(quarry, address));
  if (token === undefined) return false;
  await quarry.team.keep(address, token);
  const status = await quarry.api.teamSync();
  await quarry.team.look();
  quarry.assetsChanged();
  if (status.state !== 'online')
    throw new ApiError('refused', status.reason ?? vscode.l10n.t('The team does not answer.'));
  void vscode.window.showInformationMessage(
    vscode.l10n.t(
      'Signed in as {0}. Share an asset from its menu in the library.',
      inMessage(status.person?.name ?? ''),
    ),
  );
  return true;
}

function readGiven(given: unknown): { address?: string; token?: string } {
  if (typeof given !== 'object' || given === null) return {};
  const { address, token } = given as { address?: unknown; token?: unknown };
  return {
    ...(typeof address === 'string' && { address }),
    ...(typeof token === 'string' && { token }),
  };
}

function askAddress(value: string): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: vscode.l10n.t('Sign in to your team'),
    prompt: vscode.l10n.t('The address of your team’s Quarry, such as https://quarry.example.org'),
    value,
    ignoreFocusOut: true,
    validateInput: (text) =>
      /^https?:\/\/[^\s/@]+/i.test(text.trim()) && URL.canParse(text.trim())
        ? undefined
        : vscode.l10n.t('Expected an address that begins with https://'),
  });
}

/** Asks whether an unencrypted connection is acceptable, because everybody on the way can read it. */
async function mayBeSpokenTo({ team }: Quarry, address: string): Promise<boolean> {
  const { protocol, hostname, host } = new URL(address);
  const isHere = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
  if (protocol === 'https:' || isHere || team.isPlainAllowed(address)) return true;
  const allow = vscode.l10n.t('Use It Unencrypted');
  const question = vscode.l10n.t('The connection to {0} would not be encrypted.', host);
  const detail = vscode.l10n.t(
    'Everybody on the way could read what you share, and your token. Ask for an https address.',
  );
  if ((await vscode.window.showWarningMessage(question, { modal: true, detail }, allow)) !== allow) return false;
  await team.allowPlain(address);
  return true;
}

/** Signs in through the browser, or asks for a personal token, which also suits a team without a sign-in page. */
async function askToken(quarry: Quarry, address: string): Promise<string | undefined> {
  const inBrowser = {
    label: `$(globe) ${vscode.l10n.t('Sign in with the browser')}`,
    description: vscode.l10n.t('shows a code that you type there'),
  };
  const byToken = {
    label: `$(key) ${vscode.l10n.t('Use a personal token')}`,
    description: vscode.l10n.t('kept in the editor’s secret store'),
  };
  const title = vscode.l10n.t('Sign in to your team');
  const way = await vscode.window.showQuickPick([inBrowser, byToken], { title, ignoreFocusOut: true });
  if (way === inBrowser) return signInWithBrowser(quarry, address);
  if (way === undefined) return undefined;
  const prompt = vscode.l10n.t('The personal token for {0}', new URL(address).host);
  const token = await vscode.window.showInputBox({ title, prompt, password: true, ignoreFocusOut: true });
  return token?.trim() || undefined;
}

async function signInWithBrowser(quarry: Quarry, address: string): Promise<string | undefined> {
  const isPlainAllowed = quarry.team.isPlainAllowed(address);
  const start = await quarry.api.teamSignInStart({ body: { address, isPlainAllowed } });
  const page = vscode.Uri.parse(start.addressWithCode ?? start.address, true);
  if (!/^https?$/.test(page.scheme))
    throw new ApiError('refused', vscode.l10n.t('The team names no page to sign in at.'));
  const open = vscode.l10n.t('Copy Code and Open Page');
  const question = vscode.l10n.t('Your code is {0}', start.code);
  const detail = vscode.l10n.t('Type it at {0}, where you sign in as you do at work.', page.authority);
  if ((await vscode.window.showInformationMessage(question, { modal: true, detail }, open)) !== open) return undefined;
  await vscode.env.clipboard.writeText(start.code);
  await vscode.env.openExternal(page);
  const title = vscode.l10n.t('Waiting until you have typed {0} at {1}…', start.code, page.authority);
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return vscode.window.withProgress(options, async (_, cancelled) => {
    const signal = abortSignalOf(cancelled);
    let seconds = start.intervalSeconds;
    for (let waited = 0; waited < start.expiresSeconds; waited += seconds) {
      await pause(seconds * 1000, undefined, { signal });
      const body = { address, isPlainAllowed, device: start.device, name: vscode.env.appName };
      const { state, token } = await quarry.api.teamSignInFinish({ body }, signal);
      if (state === 'done') return token;
      if (state === 'slower') seconds += 5;
    }
    throw new Hint(vscode.l10n.t('The code is no longer valid. Sign in again.'));
  });
}

/** Signs out. Shared assets stay on this machine, and the next sign-in continues with them. */
export async function signOutTeam({ quarry }: Shell): Promise<void> {
  if (quarry.team.address === '') throw new Hint(vscode.l10n.t('You are signed in to no team.'));
  // The local sign-out happens even when the server cannot be told.
  const { isRevoked } = await quarry.api.teamSignOut().catch(() => ({ isRevoked: false }));
  await quarry.team.keep(quarry.team.address, undefined);
  if (isRevoked)
    void vscode.window.showInformationMessage(
      vscode.l10n.t('Signed out. What was shared stays here and is synced again when you sign in.'),
    );
  else
    void vscode.window.showWarningMessage(
      vscode.l10n.t(
        'Signed out of this machine. Your team could not be reached, so the token itself is valid until it expires: have it revoked if somebody else may have it.',
      ),
    );
}

export async function syncTeam({ quarry }: Shell): Promise<void> {
  const options = { location: vscode.ProgressLocation.Window, title: vscode.l10n.t('Syncing with your team…') };
  const status = await vscode.window.withProgress(options, () => quarry.api.teamSync());
  await quarry.team.look();
  quarry.assetsChanged();
  vscode.window.setStatusBarMessage(stateText(status), 4_000);
}

export async function showTeam({ quarry }: Shell): Promise<void> {
  const status = await quarry.team.look();
  if (!status || status.state === 'none') {
    await vscode.commands.executeCommand('quarry.signInTeam');
    return;
  }
  await pickCommand(rowsOf(status), { title: vscode.l10n.t('Team'), placeHolder: stateText(status) });
}

function rowsOf({ spaces, undecided, state }: TeamStatus) {
  const isSignedIn = state === 'online' || state === 'offline' || state === 'connecting';
  const shared = assetCount(spaces.reduce((sum, space) => sum + (space.state === 'away' ? 0 : space.assets), 0));
  return [
    ...(undecided > 0
      ? [
          commandRow(
            'warning',
            vscode.l10n.t('Decide Conflicts…'),
            vscode.l10n.t('{0} to decide', undecided),
            'quarry.showConflicts',
          ),
        ]
      : []),
    commandRow('organization', vscode.l10n.t('Spaces…'), shared, 'quarry.showSpaces'),
    commandRow(
      'add',
      vscode.l10n.t('Make a Space…'),
      vscode.l10n.t('for assets of several people'),
      'quarry.makeSpace',
    ),
    commandRow(
      'history',
      vscode.l10n.t('History of a Shared Asset…'),
      vscode.l10n.t('who changed what, when'),
      'quarry.showAssetHistory',
    ),
    commandRow(
      'circle-slash',
      vscode.l10n.t('Stop Sharing an Asset…'),
      vscode.l10n.t('it stays here, and is deleted for others'),
      'quarry.unshareAsset',
    ),
    ...(isSignedIn
      ? [commandRow('sync', vscode.l10n.t('Sync Now'), vscode.l10n.t('else it happens by itself'), 'quarry.syncTeam')]
      : []),
    isSignedIn
      ? commandRow('sign-out', vscode.l10n.t('Sign Out of Team'), '', 'quarry.signOutTeam')
      : commandRow('sign-in', vscode.l10n.t('Sign In to Team…'), '', 'quarry.signInTeam'),
  ];
}

/** The team status in one line: person, address and state. */
export function stateText({ state, since, reason, person, address = '', pending }: TeamStatus): string {
  const time = new Date(since).toLocaleTimeString(vscode.env.language, { timeStyle: 'short' });
  const waiting = pending > 0 ? `, ${vscode.l10n.t('{0} changes wait', pending)}` : '';
  const host = URL.canParse(address) ? new URL(address).host : address;
  switch (state) {
    case 'online':
      return vscode.l10n.t('{0} at {1}', person?.name ?? '', host) + waiting;
    case 'offline':
      return vscode.l10n.t('Offline since {0}: {1}', time, reason ?? '') + waiting;
    case 'refused':
      return reason ?? vscode.l10n.t('Sign in again');
    case 'connecting':
      return vscode.l10n.t('Connecting to {0}…', host);
    case 'none':
    case 'signedOut':
      return vscode.l10n.t('Signed out') + waiting;
  }
}
