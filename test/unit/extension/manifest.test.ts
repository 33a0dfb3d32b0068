import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { commandNames, idOf, offeredIds as offered } from '../../../src/extension/commands/table';
import { settingChoices, settings } from '../../../src/extension/settings';

interface Setting {
  default: unknown;
  enum?: string[];
  order?: number;
  scope?: string;
  tags?: string[];
  markdownDescription?: string;
  markdownEnumDescriptions?: string[];
}

interface MenuItem {
  command?: string;
  submenu?: string;
  when?: string;
  group?: string;
}

interface Manifest {
  contributes: {
    commands: { command: string; title: string; category?: string }[];
    menus: Record<string, MenuItem[]>;
    submenus: { id: string }[];
    keybindings: { command: string; key: string; mac?: string; when?: string }[];
    configuration: { properties: Record<string, Setting> }[];
    viewsWelcome: { contents: string }[];
  };
  capabilities: { untrustedWorkspaces: { restrictedConfigurations: string[] } };
  icon: string;
}

const read = (file: string): string => readFileSync(path.resolve(file), 'utf8');
const manifest = JSON.parse(read('package.json')) as Manifest;
const texts = JSON.parse(read('package.nls.json')) as Record<string, string>;
const { contributes } = manifest;
const properties = Object.assign({}, ...contributes.configuration.map((group) => group.properties)) as Record<
  string,
  Setting
>;

describe('the manifest', () => {
  const commandIds = commandNames.map(idOf);

  it('offers exactly the commands of the table that no list holds, at most forty-five', () => {
    assert.deepEqual(contributes.commands.map(({ command }) => command).sort(), [...offered].sort());
    assert.ok(offered.length <= 45);
  });

  it('shows at most seven entries in the menu of an asset, with a team or without, and six in that of the chat, besides icons', () => {
    const entriesOf = (menu: string, shownFor: string, notShownFor = '!never') =>
      (contributes.menus[menu] ?? []).filter(
        ({ when, group }) =>
          when?.includes(shownFor) &&
          !when.split(' && ').includes(notShownFor) &&
          !/^(inline|navigation)/.test(group ?? ''),
      ).length;
    for (const other of ['quarry.hasTeam', '!quarry.hasTeam'])
      assert.ok(entriesOf('view/item/context', 'viewItem =~ /^asset', other) <= 7, other);
    assert.ok(entriesOf('view/title', 'view == quarry.chat') <= 6);
    assert.ok(entriesOf('editor/title', "activeWebviewPanelId == 'quarry.chatEditor'") <= 6);
  });

  it('titles each command "Quarry: Verb Object"', () => {
    for (const { title, category } of contributes.commands) {
      assert.equal(category, 'Quarry');
      const text = texts[title.slice(1, -1)] ?? '';
      assert.match(text, /^[A-Z][a-z]+( [A-Z]?[a-z]+)+…?$/, `${title}: ${text}`);
    }
  });

  it('names only its own commands and submenus in menus, key bindings and welcome views', () => {
    const known = new Set<string>([...offered, ...contributes.submenus.map(({ id }) => id)]);
    const named = [
      ...Object.values(contributes.menus)
        .flat()
        .map(({ command, submenu }) => command ?? submenu),
      ...contributes.keybindings.map(({ command }) => command),
    ];
    assert.deepEqual(
      named.filter((id) => !known.has(id ?? '')),
      [],
    );
    const linked = Object.values(texts).flatMap((text) =>
      [...text.matchAll(/\(command:([\w.]+)/g)].map(([, id]) => id ?? ''),
    );
    assert.deepEqual(
      linked.filter((id) => !commandIds.some((one) => one === id)),
      [],
    );
  });

  it('declares exactly the settings of the table, with their defaults and words', () => {
    assert.deepEqual(Object.keys(properties).sort(), Object.keys(settings).sort());
    for (const [name, value] of Object.entries(settings)) assert.deepEqual(properties[name]?.default, value, name);
    const words: Record<string, readonly string[]> = settingChoices;
    for (const [name, { enum: choices }] of Object.entries(properties)) assert.deepEqual(choices, words[name], name);
  });

  it('shows at most fourteen settings, of twenty-two', () => {
    assert.ok(Object.keys(properties).length <= 22);
    const shown = Object.values(properties).filter(({ tags }) => !tags?.includes('advanced'));
    assert.ok(shown.length <= 14);
  });

  it('gives every setting an order and a description, and every choice its own', () => {
    for (const [name, setting] of Object.entries(properties)) {
      assert.equal(typeof setting.order, 'number', name);
      assert.match(setting.markdownDescription ?? '', /^%.+%$/, name);
      assert.equal(setting.markdownEnumDescriptions?.length, setting.enum?.length, name);
    }
  });

  it('takes settings of the server, of models, of the team and of the library’s folder from the machine only, never from a folder', () => {
    const ofServer = Object.keys(properties).filter((name) => /^quarry\.(server|model|team)\.|dataFolder$/.test(name));
    for (const name of ofServer) assert.equal(properties[name]?.scope, 'machine', name);
    assert.deepEqual(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations.sort(), ofServer.sort());
  });

  it('has at most three key bindings, all chords below one prefix, each with a condition', () => {
    assert.ok(contributes.keybindings.length <= 3);
    const prefixes = contributes.keybindings.flatMap(({ key, mac }) =>
      [key, mac ?? key].map((keys) => keys.split(' ')[0]),
    );
    assert.equal(new Set(prefixes).size, 2, 'one for macOS, one for the others');
    for (const { when } of contributes.keybindings) assert.ok(when);
  });

  it('has a text for every key it names, and no other', () => {
    const keys = [...JSON.stringify(manifest).matchAll(/"%([\w.]+)%"/g)].map(([, key]) => key);
    assert.deepEqual([...new Set(keys)].sort(), Object.keys(texts).sort());
  });

  it('is what texts send people to: “Quarry: X” is a title that the palette has', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
    const told = [...files.map((file) => path.join('src', file)), 'package.nls.json', 'README.md'].map(read).join('\n');
    const named = [...told.matchAll(/[“*]Quarry: ([^”*\n]{3,40})[”*]/g)].map((found) => found[1]!);
    const titles = contributes.commands.map(({ title }) => texts[title.slice(1, -1)]);
    assert.ok(named.length > 10);
    assert.deepEqual(
      named.filter((one) => !titles.includes(one)),
      [],
    );
  });

  it('has an icon of at least 128 pixels', () => {
    const png = readFileSync(path.resolve(manifest.icon));
    assert.equal(png.toString('latin1', 1, 4), 'PNG');
    assert.ok(png.readUInt32BE(16) >= 128 && png.readUInt32BE(20) >= 128);
  });
});
