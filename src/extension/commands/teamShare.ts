/** Commands for sharing assets in a space and for resolving conflicting changes. */
import * as vscode from 'vscode';
import type { HistoryEntry, SharedOrNot, SpaceStatus, Undecided } from '../../contract/schemas/team';
import { Hint, assetCount, inMessage } from '../notices';
import { chosenIds, orShown, pickItemOfRow } from '../library/choosing';
import type { Quarry } from '../start/quarry';
import type { Shell } from './command';
import { createHash } from 'node:crypto';
import { fileNameOf } from '../languages';

// Section: shares and unshares assets, and shows their history.

/** @param all the tree's selected items @returns the number of assets shared */
export async function shareAsset({ quarry }: Shell, given?: unknown, all?: unknown): Promise<number> {
  const status = await quarry.team.look();
  if (!status || status.state === 'none' || status.state === 'signedOut')
    throw new Hint(vscode.l10n.t('Sign in to your team first, with “Quarry: Show Team…”.'));
  const assets = await chosenIds(quarry, orShown(given), all, vscode.l10n.t('Which asset do you want to share?'));
  if (assets.length === 0) return 0;
  const space = await chooseSpace(status.spaces, assets.length);
  if (!space) return 0;
  const params = { space: space.id };
  const first = await quarry.api.assetsShare({ params, body: { assets } });
  const risky = first.left.filter(({ secrets }) => secrets !== undefined);
  const more = risky.length > 0 && (await confirmSecrets(risky, space.name));
  const second = more
    ? await quarry.api.assetsShare({ params, body: { assets: risky.map(({ id }) => id), evenSecrets: true } })
    : { shared: [], left: [] };
  quarry.assetsChanged();
  const count = first.shared.length + second.shared.length;
  tell(count, space.name, [...first.left.filter(({ secrets }) => secrets === undefined), ...second.left]);
  return count;
}

async function chooseSpace(spaces: readonly SpaceStatus[], count: number): Promise<SpaceStatus | undefined> {
  const writable = spaces.filter(({ state, role }) => state === 'kept' && role !== 'read');
  if (writable.length === 0) {
    const make = vscode.l10n.t('Make a Space…');
    const text = vscode.l10n.t('There is no space that you may write in.');
    if ((await vscode.window.showInformationMessage(text, make)) === make)
      await vscode.commands.executeCommand('quarry.makeSpace');
    return undefined;
  }
  const items = writable.map((space) => ({
    space,
    label: `$(organization) ${space.name}`,
    description: assetCount(space.assets),
  }));
  const title = vscode.l10n.t('Share {0}', assetCount(count));
  const placeHolder = vscode.l10n.t('Text, name, note, tags, links and origin are shared; pictures and chats are not.');
  return (await vscode.window.showQuickPick(items, { title, placeHolder }))?.space;
}

async function confirmSecrets(risky: SharedOrNot['left'], space: string): Promise<boolean> {
  const lines = risky.map(({ name, secrets = [] }) => {
    const at = secrets.map(({ start, end }) => (start === end ? `${start}` : `${start}-${end}`)).join(', ');
    return at === '' ? `• ${name}` : `• ${vscode.l10n.t('{0}, line {1}', name, at)}`;
  });
  const share = vscode.l10n.t('Share All the Same');
  const question = vscode.l10n.t('Some of it looks like keys or passwords. Share it in {0}?', inMessage(space));
  return (await vscode.window.showWarningMessage(question, { modal: true, detail: lines.join('\n') }, share)) === share;
}

function tell(count: number, space: string, left: SharedOrNot['left']): void {
  if (left.length > 0) {
    const reasons = inMessage(left.map(({ name, reason }) => `${name}: ${reason}`).join(' '));
    void vscode.window.showWarningMessage(vscode.l10n.t('{0} not shared. {1}', assetCount(left.length), reasons));
  }
  if (count > 0)
    vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) Shared {0} in {1}', assetCount(count), space), 4_000);
}

async function sharedIds(quarry: Quarry, given: unknown, all: unknown, placeHolder: string): Promise<string[]> {
  if (given !== undefined) return chosenIds(quarry, given, all, placeHolder);
  const rows = (await quarry.library.all()).filter(({ shared }) => shared);
  if (rows.length === 0) throw new Hint(vscode.l10n.t('No asset is shared.'));
  const choice = await vscode.window.showQuickPick(rows.map(pickItemOfRow), { placeHolder, matchOnDescription: true });
  return choice ? [choice.asset.id] : [];
}

export async function unshareAsset({ quarry }: Shell, given?: unknown, all?: unknown): Promise<void> {
  const assets = await sharedIds(quarry, given, all, vscode.l10n.t('Which asset do you want to share no longer?'));
  if (assets.length === 0) return;
  const stop = vscode.l10n.t('Stop Sharing');
  const detail = vscode.l10n.t('It stays in your library. For everybody else it goes into the trash.');
  const question = vscode.l10n.t('Stop sharing {0}?', assetCount(assets.length));
  if ((await vscode.window.showWarningMessage(question, { modal: true, detail }, stop)) !== stop) return;
  await quarry.api.assetsUnshare({ body: { assets } });
  quarry.assetsChanged();
}

/** Lists the versions of a shared asset; a chosen version is compared with the current text. */
export async function showAssetHistory({ quarry }: Shell, given?: unknown): Promise<void> {
  const [asset] = await sharedIds(quarry, given, undefined, vscode.l10n.t('Whose history?'));
  if (asset === undefined) return;
  const { entries } = await quarry.api.assetTeamHistory({ params: { asset } });
  const items = entries.map((entry) => ({
    entry,
    label: `$(${entry.deleted ? 'trash' : 'edit'}) ${entry.by.name}`,
    description: new Date(entry.at).toLocaleString(vscode.env.language),
    detail: whatChanged(entry),
  }));
  const placeHolder = vscode.l10n.t('Choose one to compare its text with that of now');
  const choice = await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Who changed what'), placeHolder });
  const text = choice?.entry.fields?.text;
  if (!choice || text === undefined) return;
  const now = await quarry.api.assetContent({ params: { asset } });
  const title = vscode.l10n.t('{0}: {1} and now', now.name, choice.description);
  await showBeside({ name: now.name, language: now.language, left: text, right: now.text, title });
}

function whatChanged({ fields = {}, deleted, overwrote }: HistoryEntry): string {
  if (deleted) return vscode.l10n.t('deleted it');
  const names = Object.keys(fields).map(fieldText).join(', ');
  return overwrote ? vscode.l10n.t('{0}, over another’s change', names) : names;
}

/** The user-visible name of a field. */
export function fieldText(field: string): string {
  const names: Record<string, string> = {
    name: vscode.l10n.t('name'),
    text: vscode.l10n.t('text'),
    language: vscode.l10n.t('language'),
    description: vscode.l10n.t('note'),
    tags: vscode.l10n.t('tags'),
    links: vscode.l10n.t('links'),
    origin: vscode.l10n.t('origin'),
    deleted: vscode.l10n.t('deletion'),
  };
  return names[field] ?? field;
}

// Section: resolves conflicts: the user compares both versions and chooses one.

export async function showConflicts(shell: Shell): Promise<void> {
  const { items } = await shell.quarry.api.undecidedList();
  if (items.length === 0) throw new Hint(vscode.l10n.t('There is nothing to decide.'));
  const rows = items.map((item) => ({
    item,
    label: `$(warning) ${item.name}`,
    description: fieldText(item.field),
    detail: whatFor(item),
  }));
  const choice = await vscode.window.showQuickPick(rows, { title: vscode.l10n.t('What do you want to decide?') });
  if (choice) await showConflict(shell, choice.item.id);
}

/** Why a decision is needed, in one line. */
export function whatFor({ reason, by, spaceName }: Undecided): string {
  if (reason !== undefined) return vscode.l10n.t('Not sent to {0}: {1}', spaceName, reason);
  return vscode.l10n.t('You and {0} changed it at one time in {1}', by?.name ?? '?', spaceName);
}

/** @param given the id of the conflict */
export async function showConflict({ quarry }: Shell, given?: unknown): Promise<void> {
  const { items } = await quarry.api.undecidedList();
  const item = items.find(({ id }) => id === given);
  if (!item) throw new Hint(vscode.l10n.t('This has been decided already.'));
  const language = item.field === 'text' ? (quarry.library.get(item.asset)?.language ?? 'txt') : 'txt';
  const theirs = item.reason === undefined ? (item.by?.name ?? vscode.l10n.t('theirs')) : vscode.l10n.t('nothing');
  const title = vscode.l10n.t('{0} ({1}): {2} and mine', item.name, fieldText(item.field), theirs);
  await showBeside({ name: item.name, language, left: item.theirs ?? '', right: item.mine, title });
  // Not awaited: the message stays open while the user compares the versions.
  void decide(quarry, item);
}

async function decide(quarry: Quarry, item: Undecided): Promise<void> {
  const isConflict = item.reason === undefined;
  const mine = isConflict ? vscode.l10n.t('Keep Mine') : vscode.l10n.t('Send It');
  const theirs = isConflict ? vscode.l10n.t('Take Theirs') : vscode.l10n.t('Give Mine Up');
  const text = inMessage(`${item.name}: ${whatFor(item)}`);
  const choice = await vscode.window.showWarningMessage(text, mine, theirs);
  if (choice === undefined) return;
  try {
    await quarry.api.undecidedSettle({ body: { id: item.id, choice: choice === mine ? 'mine' : 'theirs' } });
  } catch (error) {
    void vscode.window.showErrorMessage(inMessage(error instanceof Error ? error.message : String(error)));
  }
  await quarry.team.look();
  quarry.assetsChanged();
}

// Section: two versions of a shared asset side by side, as virtual documents.

const scheme = 'quarry-version';

/** Most documents kept; the oldest are dropped. */
const maxKept = 50;
const texts = new Map<string, string>();
let provider: vscode.Disposable | undefined;

interface Versions {
  name: string;
  /** The contract's word for the language. */
  language: string;
  left: string;
  right: string;
  title: string;
}

async function showBeside({ name, language, left, right, title }: Versions): Promise<void> {
  provider ??= vscode.workspace.registerTextDocumentContentProvider(scheme, {
    provideTextDocumentContent: (uri) => texts.get(uri.authority) ?? '',
  });
  const uriOf = (text: string): vscode.Uri => {
    const authority = createHash('sha256').update(text).digest('hex').slice(0, 16);
    texts.delete(authority);
    texts.set(authority, text);
    const [oldest] = texts.keys();
    if (texts.size > maxKept && oldest !== undefined) texts.delete(oldest);
    return vscode.Uri.from({ scheme, authority, path: `/${fileNameOf(name, language)}` });
  };
  await vscode.commands.executeCommand('vscode.diff', uriOf(left), uriOf(right), title);
}
