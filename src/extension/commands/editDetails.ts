/** Edits an asset's metadata: title, description, tags, links, people, summaries. */
import * as vscode from 'vscode';
import type { Asset } from '../../contract/schemas/assets';
import type { PersonName } from '../../contract/schemas/library';
import { chooseAsset, orShown, pickMany } from '../library/choosing';
import { descriptionOf, tagsOf, titleOf, wordOfAsset, reopenAsset } from '../library/assets';
import { languageName, languages } from '../languages';
import type { Quarry } from '../start/quarry';
import { isTemplate } from '../library/insertion';
import type { Shell } from './command';
import type { Tag } from '../../contract/schemas/attachments';
import { templateTag } from '../../contract/conventions';

/** @param name the new title; the user is asked when it is absent */
export async function renameAsset({ quarry }: Shell, given?: unknown, name?: unknown): Promise<string | undefined> {
  const asset = await chooseAsset(quarry, orShown(given), vscode.l10n.t('Which asset do you want to rename?'));
  if (!asset) return undefined;
  const title = typeof name === 'string' ? name.trim() : await askForTitle(titleOf(asset));
  if (!title || title === asset.name) return undefined;
  await quarry.api.assetUpdate({ query: { transferables: false }, body: { id: asset.id, name: title } });
  quarry.assetsChanged();
  await reopenAsset(quarry, asset.id);
  return title;
}

function askForTitle(value: string): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: vscode.l10n.t('Rename Asset'),
    value,
    validateInput: (text) => (text.trim() === '' ? vscode.l10n.t('A title needs at least one character.') : undefined),
  });
}

/** @param text the new description; the user is asked when it is absent */
export async function editDescription({ quarry }: Shell, given?: unknown, text?: unknown): Promise<void> {
  const asset = await chooseAsset(quarry, orShown(given), vscode.l10n.t('Which asset do you want to describe?'));
  if (!asset) return;
  const value = descriptionOf(asset) ?? '';
  const title = vscode.l10n.t('Description of “{0}”', titleOf(asset));
  const description = typeof text === 'string' ? text : await vscode.window.showInputBox({ title, value });
  if (description === undefined || description === value) return;
  await quarry.api.assetEdit({ params: { asset: asset.id }, body: { description } });
  quarry.assetsChanged();
}

/** @param wanted the complete list of tags; the user is asked when it is absent */
export async function editTags({ quarry }: Shell, given?: unknown, wanted?: unknown): Promise<string[] | undefined> {
  const asset = await chooseAsset(quarry, orShown(given), vscode.l10n.t('Which asset do you want to tag?'));
  if (!asset) return undefined;
  const { iterable } = await quarry.api.tagsSnapshot({ query: { transferables: false } });
  const tags =
    textsIn(wanted) ??
    (await pickMany({
      title: vscode.l10n.t('Tags of “{0}”', titleOf(asset)),
      placeholder: vscode.l10n.t('Choose tags or type a new one'),
      known: iterable.map(({ text }) => ({ label: text })),
      picked: tagsOf(asset),
      icon: 'tag',
      read: (typed) => typed.replace(/\s+/g, ' ').trim() || undefined,
    }));
  if (!tags) return undefined;
  await quarry.api.assetEdit({ params: { asset: asset.id }, body: { tags } });
  quarry.assetsChanged();
  return tags;
}

/** @param wanted the complete list of addresses; the user is asked when it is absent */
export async function editLinks({ quarry }: Shell, given?: unknown, wanted?: unknown): Promise<string[] | undefined> {
  const asset = await chooseAsset(quarry, orShown(given), vscode.l10n.t('Which asset do you want to link?'));
  if (!asset) return undefined;
  const { iterable } = await quarry.api.websitesSnapshot({ query: { transferables: false } });
  const websites =
    textsIn(wanted) ??
    (await pickMany({
      title: vscode.l10n.t('Links of “{0}”', titleOf(asset)),
      placeholder: vscode.l10n.t('Choose websites or type the address of a new one'),
      known: iterable.map(({ url, name }) => ({ label: url, description: name })),
      picked: asset.websites?.iterable.map(({ url }) => url) ?? [],
      icon: 'link',
      read: addressOf,
    }));
  if (!websites) return undefined;
  await quarry.api.assetEdit({ params: { asset: asset.id }, body: { websites } });
  quarry.assetsChanged();
  return websites;
}

function addressOf(typed: string): string | undefined {
  const text = /^[\w-]+(\.[\w-]+)+/.test(typed) ? `https://${typed}` : typed;
  return /^https?:\/\/[^\s/]/.test(text) && URL.canParse(text) ? new URL(text).href : undefined;
}

/** @param wanted all people, as `Name <address>`; the user is asked when it is absent */
export async function editPeople({ quarry }: Shell, given?: unknown, wanted?: unknown): Promise<string[] | undefined> {
  const asset = await chooseAsset(quarry, orShown(given), vscode.l10n.t('Whose asset is it?'));
  if (!asset) return undefined;
  const present = (asset.persons?.iterable ?? []).map(({ type }) => labelOf(type.basic ?? {}));
  const people =
    textsIn(wanted) ??
    (await pickMany({
      title: vscode.l10n.t('People of “{0}”', titleOf(asset)),
      placeholder: vscode.l10n.t('Choose people or type one: Ada Lovelace <ada@host>'),
      known: await knownPeople(quarry, asset, present),
      picked: present,
      icon: 'person',
      read: (typed) => typed.trim() || undefined,
    }));
  if (!people) return undefined;
  await quarry.api.assetEdit({ params: { asset: asset.id }, body: { persons: people.map(personOf) } });
  quarry.assetsChanged();
  return people;
}

/** People to choose from: those of the asset, and those that git names for its origin. */
async function knownPeople(quarry: Quarry, { origin }: Asset, present: readonly string[]) {
  const known = new Map(present.map((label) => [label, '']));
  if (origin?.path !== undefined) {
    const { path, lines } = origin;
    const anchor = { type: 'FILE', fullpath: path, ...(lines && { lines }) };
    try {
      const { persons, explanations } = await quarry.api.personsRelated({
        body: { seed: { type: 'SEEDED_ANCHOR', anchor } },
      });
      for (const { id, type } of persons.iterable) known.set(labelOf(type.basic ?? {}), explanations?.[id] ?? '');
    } catch (error) {
      // People can be typed without git.
      quarry.log.debug(`Nobody was found for an asset: ${String(error)}`);
    }
  }
  return [...known].map(([label, description]) => ({ label, description }));
}

const labelOf = ({ name, email, username }: { name?: string; email?: string; username?: string }): string =>
  name !== undefined && email !== undefined ? `${name} <${email}>` : (name ?? email ?? username ?? '');

function personOf(label: string): PersonName {
  const address = /<([^<>]+)>$/.exec(label);
  const name = label.slice(0, address?.index ?? 0).trimEnd();
  if (address?.[1] !== undefined) return { ...(name ? { name } : {}), email: address[1] };
  return /^[^\s@]+@\S+$/.test(label) ? { email: label } : { name: label };
}

/**
 * Edits the summaries (threads of work) that an asset belongs to. @param wanted all their names; the user is asked when
 * it is absent
 */
export async function editSummaries(
  { quarry }: Shell,
  given?: unknown,
  wanted?: unknown,
): Promise<string[] | undefined> {
  const asset = await chooseAsset(quarry, orShown(given), vscode.l10n.t('Which asset belongs to a piece of work?'));
  if (!asset) return undefined;
  const { iterable } = await quarry.api.workstreamSummariesSnapshot({ query: { transferables: false } });
  const present = asset.summaries?.iterable ?? [];
  const names =
    textsIn(wanted) ??
    (await pickMany({
      title: vscode.l10n.t('Workstream summaries of “{0}”', titleOf(asset)),
      placeholder: vscode.l10n.t('Choose summaries or type the name of a new one'),
      known: iterable.map(({ name }) => ({ label: name })),
      picked: present.map(({ name }) => name),
      icon: 'checklist',
      read: (typed) => typed.trim() || undefined,
    }));
  if (!names) return undefined;
  const params = (summary: string) => ({ params: { asset: asset.id, workstream_summary: summary } });
  for (const { id, name } of present) {
    if (!names.includes(name)) await quarry.api.assetDisassociateWorkstreamSummary(params(id));
  }
  for (const name of names.filter((one) => !present.some((summary) => summary.name === one))) {
    const known = iterable.find((summary) => summary.name === name);
    const { id } = known ?? (await quarry.api.workstreamSummariesCreateNewWorkstreamSummary({ body: { name } }));
    await quarry.api.assetAssociateWorkstreamSummary(params(id));
  }
  quarry.assetsChanged();
  return names;
}

function textsIn(given: unknown): string[] | undefined {
  return Array.isArray(given) ? given.filter((item) => typeof item === 'string') : undefined;
}

/** Shows all metadata in one list; choosing a row edits it, and the list is shown again. */
export async function editDetails({ quarry }: Shell, given?: unknown): Promise<void> {
  const first = await chooseAsset(quarry, orShown(given), vscode.l10n.t('Which asset do you want to change?'));
  if (!first) return;
  for (;;) {
    const asset = await quarry.api.assetSnapshot({ params: { asset: first.id }, query: { transferables: false } });
    const choice = await vscode.window.showQuickPick(detailsOf(asset), {
      title: titleOf(asset),
      placeHolder: vscode.l10n.t('What do you want to change? Escape ends.'),
    });
    if (!choice) return;
    await vscode.commands.executeCommand(choice.command, asset.id);
    if (choice.command === 'quarry.showTimeline') return; // the timeline is a view, not an edit
  }
}

function detailsOf(asset: Asset) {
  const none = vscode.l10n.t('none');
  const row = (icon: string, label: string, values: string | string[] | undefined, command: string) => ({
    label: `$(${icon}) ${label}`,
    description: (Array.isArray(values) ? values.join(', ') : values) || none,
    command,
  });
  return [
    row('symbol-string', vscode.l10n.t('Title'), asset.name, 'quarry.renameAsset'),
    row('note', vscode.l10n.t('Description'), descriptionOf(asset), 'quarry.editDescription'),
    row('code', vscode.l10n.t('Language'), languageName(wordOfAsset(asset)), 'quarry.reclassifyAsset'),
    row('tag', vscode.l10n.t('Tags'), tagsOf(asset), 'quarry.editTags'),
    row(
      'symbol-snippet',
      vscode.l10n.t('Tab stops'),
      isTemplate(tagsOf(asset))
        ? vscode.l10n.t('filled in when inserted')
        : vscode.l10n.t('none: inserted as it stands'),
      'quarry.toggleTemplate',
    ),
    row(
      'link',
      vscode.l10n.t('Links'),
      asset.websites?.iterable.map(({ url }) => url),
      'quarry.editLinks',
    ),
    row(
      'person',
      vscode.l10n.t('People'),
      asset.persons?.iterable.map(({ type }) => labelOf(type.basic ?? {})),
      'quarry.editPeople',
    ),
    row(
      'checklist',
      vscode.l10n.t('Workstream summaries'),
      asset.summaries?.iterable.map(({ name }) => name),
      'quarry.editSummaries',
    ),
    row('history', vscode.l10n.t('Activity'), vscode.l10n.t('what happened to it'), 'quarry.showTimeline'),
  ];
}

/** @param text the tag; the user is asked when it is absent */
export async function addTag({ quarry }: Shell, given?: unknown, text?: unknown): Promise<Tag | undefined> {
  const asset = await chooseAsset(quarry, orShown(given), vscode.l10n.t('Which asset do you want to tag?'));
  if (!asset) return undefined;
  const wanted = typeof text === 'string' ? text.trim() : await chooseTag(quarry, asset);
  if (!wanted) return undefined;
  // Creating a tag that exists already returns that tag.
  const tag = await quarry.api.tagsCreateNewTag({ body: { text: wanted } });
  await quarry.api.assetAssociateTag({ params: { asset: asset.id, tag: tag.id } });
  quarry.assetsChanged();
  return tag;
}

/** Lets the user choose an existing tag or type a new one. */
async function chooseTag(quarry: Quarry, asset: Asset): Promise<string | undefined> {
  const has = new Set(tagsOf(asset));
  const { iterable } = await quarry.api.tagsSnapshot({ query: { transferables: false } });
  const known = iterable.map(({ text }) => text).filter((text) => !has.has(text));
  const pick = vscode.window.createQuickPick();
  pick.placeholder = vscode.l10n.t('A tag: choose one or type a new one');
  const offer = (typed: string): void => {
    const items = known.map((label) => ({ label, iconPath: new vscode.ThemeIcon('tag') }));
    const isNew = typed !== '' && !known.includes(typed) && !has.has(typed);
    const added = { label: typed, description: vscode.l10n.t('new tag'), iconPath: new vscode.ThemeIcon('add') };
    pick.items = isNew ? [added, ...items] : items;
  };
  offer('');
  pick.onDidChangeValue((value) => offer(value.trim()));
  return new Promise((resolve) => {
    pick.onDidAccept(() => {
      resolve(pick.activeItems[0]?.label);
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

const noticeMs = 6_000;

/** Toggles whether `$1` in an asset is a snippet placeholder or literal text (the default). @returns the new value */
export async function toggleTemplate({ quarry }: Shell, given?: unknown): Promise<boolean | undefined> {
  const question = vscode.l10n.t('Which asset has tab stops to fill in?');
  const asset = await chooseAsset(quarry, orShown(given), question);
  if (!asset) return undefined;
  const before = tagsOf(asset);
  const isMade = !isTemplate(before);
  const tags = isMade ? [...before, templateTag] : before.filter((tag) => !isTemplate([tag]));
  await quarry.api.assetEdit({ params: { asset: asset.id }, body: { tags } });
  quarry.assetsChanged();
  const text = isMade
    ? vscode.l10n.t('“{0}” is a template now: $1 and $2 are filled in when it is inserted.', titleOf(asset))
    : vscode.l10n.t('“{0}” is inserted as it stands now.', titleOf(asset));
  vscode.window.setStatusBarMessage(text, noticeMs);
  return isMade;
}

/** @param word the contract's word for the language; the user is asked when it is absent */
export async function reclassifyAsset({ quarry }: Shell, given?: unknown, word?: unknown): Promise<Asset | undefined> {
  const asset = await chooseAsset(quarry, orShown(given), vscode.l10n.t('Which asset has the wrong language?'));
  if (!asset) return undefined;
  const ext = typeof word === 'string' ? word : await chooseWord(asset);
  if (ext === undefined) return undefined;
  const changed = await quarry.api.assetReclassify({
    query: { transferables: false },
    body: { ext, asset: { id: asset.id } },
  });
  quarry.assetsChanged();
  return changed;
}

async function chooseWord(asset: Asset): Promise<string | undefined> {
  const current = wordOfAsset(asset);
  const items = [...languages]
    .sort((a, b) => a.name.localeCompare(b.name))
    .map(({ ext, name }) => ({
      label: name,
      description: ext === current ? vscode.l10n.t('current') : ext,
      ext,
    }));
  const choice = await vscode.window.showQuickPick(items, {
    placeHolder: vscode.l10n.t('The language of this asset'),
    matchOnDescription: true,
  });
  return choice?.ext;
}
