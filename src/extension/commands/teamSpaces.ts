/** Commands for team spaces: creating, keeping a local copy, members, and handling of a lost space. */
import * as vscode from 'vscode';
import type { Member, Role, SpaceStatus } from '../../contract/schemas/team';
import { Hint, assetCount, inMessage } from '../notices';
import type { Quarry } from '../start/quarry';
import type { Shell } from './command';
import { chooseFolder } from './importSources';

/** @returns the id of the space */
export async function makeSpace({ quarry }: Shell): Promise<string | undefined> {
  const title = vscode.l10n.t('Make a space');
  const name = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t('What is it called?'),
    ignoreFocusOut: true,
  });
  if (!name?.trim()) return undefined;
  const items = [
    { visibility: 'members' as const, label: `$(lock) ${vscode.l10n.t('Only its members see it')}` },
    { visibility: 'public' as const, label: `$(globe) ${vscode.l10n.t('Everybody of the team may read it')}` },
  ];
  const choice = await vscode.window.showQuickPick(items, { title });
  if (!choice) return undefined;
  const { id } = await quarry.api.spaceMake({ body: { name: name.trim(), visibility: choice.visibility } });
  await quarry.team.look();
  quarry.assetsChanged();
  return id;
}

export async function showSpaces({ quarry }: Shell): Promise<void> {
  const spaces = (await quarry.team.look())?.spaces ?? [];
  if (spaces.length === 0) throw new Hint(vscode.l10n.t('There is no space yet. Make one with “Quarry: Show Team…”.'));
  const items = spaces.map((space) => ({
    space,
    label: `$(${iconOf(space)}) ${space.name}`,
    description: [assetCount(space.assets), roleText(space.role), stateOf(space)].filter(Boolean).join(', '),
  }));
  const choice = await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Spaces'), matchOnDescription: true });
  if (choice) await actOn(quarry, choice.space);
}

function iconOf({ state, isTooLarge }: SpaceStatus): string {
  if (state === 'lost' || isTooLarge) return 'warning';
  return state === 'kept' ? 'organization' : 'cloud';
}

function stateOf({ state, pending, isTooLarge }: SpaceStatus): string {
  if (state === 'lost') return vscode.l10n.t('you have lost it');
  if (state === 'away') return vscode.l10n.t('not kept here');
  if (isTooLarge)
    return vscode.l10n.t('has grown too large: what others change is found at the team and not taken over here');
  return pending > 0 ? vscode.l10n.t('{0} changes wait', pending) : '';
}

export function roleText(role: Role): string {
  const names: Record<Role, string> = {
    read: vscode.l10n.t('you may read'),
    write: vscode.l10n.t('you may write'),
    admin: vscode.l10n.t('you are its admin'),
  };
  return names[role];
}

async function actOn(quarry: Quarry, space: SpaceStatus): Promise<void> {
  if (space.state === 'lost') return decide(quarry, space);
  const keep = { label: `$(cloud-download) ${vscode.l10n.t('Keep It Here')}` };
  const members = { label: `$(person) ${vscode.l10n.t('Members…')}` };
  const search = { label: `$(search) ${vscode.l10n.t('Search It at the Team…')}` };
  const leave = { label: `$(close) ${vscode.l10n.t('Take It Off This Library…')}` };
  const rows = space.state === 'away' ? [keep, search, members] : [members, search, leave];
  const choice = await vscode.window.showQuickPick(rows, { title: space.name });
  if (choice === keep) await quarry.api.spaceKeep({ params: { space: space.id } });
  if (choice === members) await showMembers(quarry, space);
  if (choice === search) await searchSpace(quarry, space);
  if (choice === leave) await decide(quarry, space);
  await quarry.team.look();
  quarry.assetsChanged();
}

async function searchSpace(quarry: Quarry, { id, name }: SpaceStatus): Promise<void> {
  const query = await vscode.window.showInputBox({ title: vscode.l10n.t('Search {0}', name) });
  if (!query?.trim()) return;
  const found = await quarry.api.spaceSearch({ params: { space: id }, body: { query, limit: 50 } });
  if (found.length === 0) throw new Hint(vscode.l10n.t('The space has nothing for this.'));
  const items = found.map(({ asset: { fields = {}, changedBy } }) => ({
    fields,
    label: fields.name ?? vscode.l10n.t('Untitled asset'),
    description: changedBy.name,
    detail: (fields.text ?? '').split('\n').find((line) => line.trim() !== '') ?? '',
  }));
  const choice = await vscode.window.showQuickPick(items, { title: name, matchOnDetail: true });
  if (!choice) return;
  const document = await vscode.workspace.openTextDocument({ content: choice.fields.text ?? '' });
  await vscode.window.showTextDocument(document);
}

async function showMembers(quarry: Quarry, { id, name, role }: SpaceStatus): Promise<void> {
  const params = { space: id };
  const { members } = await quarry.api.spaceMembers({ params });
  const rows = members.map((member) => ({ member, label: member.person.name, description: memberText(member) }));
  const add = { member: undefined, label: `$(add) ${vscode.l10n.t('Let Somebody In…')}`, description: '' };
  const choice = await vscode.window.showQuickPick(role === 'admin' ? [add, ...rows] : rows, { title: name });
  if (!choice || role !== 'admin') return;
  const email =
    choice.member?.person.email ??
    (choice.member
      ? undefined
      : await vscode.window.showInputBox({ title: name, prompt: vscode.l10n.t('Their e-mail address') }));
  const wanted = await chooseRole(choice.member !== undefined, name);
  if (wanted === 'none' && choice.member)
    await quarry.api.spaceMemberRemove({ params, body: { person: choice.member.person.id } });
  else if (wanted !== undefined && wanted !== 'none' && email?.trim())
    await quarry.api.spaceMemberSet({ params, body: { email: email.trim(), role: wanted } });
}

function memberText({ person, role }: Member): string {
  const names: Record<Role, string> = {
    read: vscode.l10n.t('may read'),
    write: vscode.l10n.t('may write'),
    admin: vscode.l10n.t('admin'),
  };
  return [names[role], person.email].filter(Boolean).join(', ');
}

async function chooseRole(isMember: boolean, title: string): Promise<Role | 'none' | undefined> {
  const items = [
    { role: 'read' as const, label: vscode.l10n.t('May read') },
    { role: 'write' as const, label: vscode.l10n.t('May write') },
    { role: 'admin' as const, label: vscode.l10n.t('Is an admin') },
    ...(isMember ? [{ role: 'none' as const, label: vscode.l10n.t('Is no member any more') }] : []),
  ];
  return (await vscode.window.showQuickPick(items, { title }))?.role;
}

/** Called when a space was lost, and from the list of spaces. @param given the id of the space */
export async function decideLostSpace({ quarry }: Shell, given?: unknown): Promise<void> {
  const space = quarry.team.status?.spaces.find(({ id }) => id === given);
  if (space) await decide(quarry, space);
}

/** Asks what to do with a lost space. Nothing is removed before the user agrees, and an export is offered first. */
async function decide(quarry: Quarry, space: SpaceStatus): Promise<void> {
  const exporting = vscode.l10n.t('Export…');
  const copies = vscode.l10n.t('Keep Copies');
  const nothing = vscode.l10n.t('Remove');
  const text =
    space.state === 'lost'
      ? vscode.l10n.t(
          'You no longer have the space “{0}”. Its assets ({1}) are here until you decide.',
          inMessage(space.name),
          space.assets,
        )
      : vscode.l10n.t(
          'Take the space “{0}” off this library ({1} assets)? It stays as it is for others.',
          inMessage(space.name),
          space.assets,
        );
  const choice = await vscode.window.showWarningMessage(text, exporting, copies, nothing);
  if (choice === exporting) {
    await exportSpace(quarry, space);
    return decide(quarry, space);
  }
  if (choice === undefined) return;
  const keeping = choice === copies ? 'copies' : 'nothing';
  await quarry.api.spaceLeave({ params: { space: space.id }, body: { keeping } });
  await quarry.team.look();
  quarry.assetsChanged();
}

const exportedAtOnce = 200;

async function exportSpace(quarry: Quarry, { id, name }: SpaceStatus): Promise<void> {
  const folder = await chooseFolder(vscode.l10n.t('Export Here'));
  if (!folder) return;
  const { assets } = await quarry.api.spaceAssets({ params: { space: id } });
  for (let from = 0; from < assets.length; from += exportedAtOnce) {
    const { documents } = await quarry.api.archiveExport({
      body: { assets: assets.slice(from, from + exportedAtOnce) },
    });
    for (const { path, text } of documents)
      await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder, path), Buffer.from(text));
  }
  void vscode.window.showInformationMessage(vscode.l10n.t('Exported {0} to {1}.', inMessage(name), folder.fsPath));
}
