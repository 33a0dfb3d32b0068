// Two people side by side, each with an editor and a library, and their team's service between them.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startRig, until } from '../rig/editor/drive.mjs';
import { locators } from '../rig/editor/workbench.mjs';
import { serverOf } from './libraryOf.mjs';
import { startLiveTeam } from './liveTeam.mjs';

const vsix = process.env.QUARRY_VSIX ?? 'quarry.vsix';
const shots = process.env.QUARRY_SHOTS ?? '.vscode-test/shots';
const settings = { 'workbench.colorTheme': 'Default Dark Modern', 'window.restoreWindows': 'none' };

describe('two people of a team', () => {
  let team;
  let work;
  let ada;
  let ben;

  async function join(name) {
    const folder = path.join(work, name);
    fs.mkdirSync(folder);
    fs.writeFileSync(path.join(folder, 'main.ts'), 'export const answer = 42;\n');
    const rig = await startRig({ vsix, settings });
    const win = await rig.openWindow(folder);
    await win.openView('Quarry');
    const server = await serverOf(rig.home);
    await win.page.locator('.pane-header', { hasText: 'Chat' }).click();
    return { name, rig, win, server, ...locators(() => win.page) };
  }

  before(async () => {
    work = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-team-ui-'));
    team = await startLiveTeam();
    ada = await join('ada');
    ben = await join('ben');
  });

  after(async () => {
    await ada?.rig.stop();
    await ben?.rig.stop();
    await team?.close();
    fs.rmSync(work, { recursive: true, force: true });
  });

  const shot = ({ win, name }, what) => win.screenshot(path.join(shots, `team-${what}-${name}.png`));
  const refresh = ({ win }) => win.runListed('Quarry: Manage Library…', 'Refresh Library');
  const listed = ({ win }, text) => win.page.locator('.quick-input-list .monaco-list-row', { hasText: text }).first();

  async function signIn(who) {
    const { address, token } = team[who.name];
    const { page } = who.win;
    await who.win.runCommand('Quarry: Show Team…');
    await page.locator('.quick-input-widget', { hasText: 'Sign in to your team' }).waitFor();
    await who.input().fill(address);
    await page.keyboard.press('Enter');
    await listed(who, 'Use a personal token').click();
    await page.locator('.quick-input-widget', { hasText: 'The personal token for' }).waitFor();
    await who.input().fill(token);
    await page.keyboard.press('Enter');
    await who.win.notification('Signed in as');
  }

  async function textOf({ server }, name) {
    const asset = (await server.assets()).find((one) => one.name === name);
    return asset?.original.reference.fragment.string.raw;
  }
  const hasText = (who, name, text) =>
    until(`“${text.trim()}” at ${who.name}`, async () => (await textOf(who, name)) === text);

  async function write({ server }, name, text) {
    const asset = (await server.assets()).find((one) => one.name === name);
    await server.post('/format/update/value', { id: asset.original.id, fragment: { string: { raw: text } } });
  }

  it('sign in with a personal token', async () => {
    await signIn(ada);
    await shot(ada, 'signed-in');
    await signIn(ben);
  });

  it('share an asset from its menu, which the other finds in the library with who changed it', async () => {
    await ada.server.create('export const port = 1;\n', 'ts', { name: 'Ports of ours' });
    await refresh(ada);
    await ada.row('Ports of ours').waitFor();
    await ada.win.chooseFromMenu(ada.row('Ports of ours'), 'Share to Space…');
    await listed(ada, 'Tools').waitFor();
    await shot(ada, 'choose-space');
    await listed(ada, 'Tools').click();
    await hasText(ben, 'Ports of ours', 'export const port = 1;\n');
    await refresh(ben);
    await ben.win.runCommand('Quarry: Group Library By');
    await listed(ben, 'by space').click();
    await ben.row('Tools').waitFor();
    await ben.row('Ports of ours').waitFor();
    assert.match(await ben.row('Ports of ours').innerText(), /Ada/);
    await shot(ben, 'by-space');
  });

  it('edit at both ends', async () => {
    await ben.row('Ports of ours').click();
    await ben.win.page.locator('.tab.active', { hasText: 'Ports of ours' }).waitFor();
    await ben.win.page.locator('.editor-instance .view-lines').first().click();
    await ben.win.page.keyboard.press('Control+End');
    await ben.win.page.keyboard.type('// by Ben');
    await ben.win.page.keyboard.press('Control+s');
    await hasText(ada, 'Ports of ours', 'export const port = 1;\n// by Ben');
    await write(ada, 'Ports of ours', 'export const port = 2; // by Ada\n');
    await hasText(ben, 'Ports of ours', 'export const port = 2; // by Ada\n');
    await refresh(ben);
    await shot(ben, 'edited');
  });

  it('see both versions of what they changed at one time, and one of them decides', async () => {
    await team.tell('cut ada');
    await team.tell('cut ben');
    await write(ada, 'Ports of ours', 'export const port = 3; // by Ada, offline\n');
    await write(ben, 'Ports of ours', 'export const port = 4; // by Ben, offline\n');
    await refresh(ben);
    await until('the offline mark', async () => /offline/.test(await ben.row('Tools').innerText()));
    await shot(ben, 'offline');
    await until('the mark of a change that waits', async () => {
      await refresh(ada);
      return /↑/.test(await ada.row('Ports of ours').innerText());
    });
    await team.tell('mend ada');
    await ada.win.runCommand('Quarry: Show Team…');
    await listed(ada, 'Spaces').waitFor();
    await shot(ada, 'list');
    await ada.win.page.keyboard.press('Escape');
    await until('the change of Ada at the team', async () => {
      await refresh(ada);
      return !/↑/.test(await ada.row('Ports of ours').innerText());
    });
    await team.tell('mend ben');
    await hasText(ada, 'Ports of ours', 'export const port = 4; // by Ben, offline\n');
    await ben.row('To Decide').waitFor();
    const conflict = ben.win.page.locator('.monaco-list-row[aria-level="2"]', { hasText: 'Ports of ours' }).first();
    await conflict.click();
    await ben.win.page.locator('.monaco-diff-editor').waitFor();
    await ben.win.notification('You and Ada changed it at one time');
    await shot(ben, 'conflict');
    await ben.win.pressInNotification('You and Ada changed it at one time', 'Take Theirs');
    await hasText(ada, 'Ports of ours', 'export const port = 3; // by Ada, offline\n');
    await hasText(ben, 'Ports of ours', 'export const port = 3; // by Ada, offline\n');
  });

  it('keep what a lost space held until the person decides', async () => {
    await team.tell('drop ben');
    await ben.win.runListed('Quarry: Show Team…', 'Sync Now');
    await ben.win.notification('You no longer have the space');
    await refresh(ben);
    await shot(ben, 'lost');
    assert.equal(await textOf(ben, 'Ports of ours'), 'export const port = 3; // by Ada, offline\n');
    await ben.win.pressInNotification('You no longer have the space', 'Keep Copies');
    await ben.row('Only here').waitFor();
    await ben.row('Ports of ours').waitFor();
    await shot(ben, 'copies');
    assert.equal(await textOf(ada, 'Ports of ours'), 'export const port = 3; // by Ada, offline\n');
  });
});
