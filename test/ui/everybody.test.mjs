// The chat for everybody: four themes, what axe knows of, and no mouse. In a real browser, with the packed extension.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { startRig, until } from '../rig/editor/drive.mjs';
import { ask, makeWorkspace, openChat, openNewChat, servedAt } from './workspace.mjs';

const vsix = process.env.QUARRY_VSIX ?? 'quarry.vsix';
const shots = process.env.QUARRY_SHOTS ?? '.vscode-test/shots';
const shot = (name) => path.join(shots, `${name}.png`);

describe('the chat, for everybody,', () => {
  let place;
  let rig;
  let win;
  let page;
  let chat;

  before(async () => {
    place = makeWorkspace();
    rig = await startRig({ vsix, settings: { 'workbench.colorTheme': 'Default Dark Modern' } });
    win = await rig.openWindow(place.folder);
    page = win.page;
    await servedAt(rig);
    chat = await openChat(win);
    await ask(chat, 'what does sendStream do?');
  });

  after(async () => {
    await rig?.stop();
    place?.remove();
  });

  const box = () => chat.locator('#question');
  const axeSource = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

  async function faults() {
    await chat.evaluate(axeSource);
    return chat.evaluate(async () => {
      // The page is transparent and stands on the side bar, which axe cannot see.
      const ground = getComputedStyle(document.documentElement).getPropertyValue('--vscode-sideBar-background');
      document.body.style.background = ground;
      const { violations } = await globalThis.axe.run(document, {
        // The page is a part of the editor's window: its landmarks and first heading are the editor's.
        rules: { region: { enabled: false }, 'page-has-heading-one': { enabled: false } },
      });
      document.body.style.background = '';
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
    });
  }

  async function choose(theme, kind) {
    await win.runCommand('Preferences: Color Theme');
    await page.locator('.quick-input-widget input').fill(theme);
    await page.locator('.quick-input-list .monaco-list-row.focused', { hasText: theme }).waitFor();
    await page.keyboard.press('Enter');
    await chat.locator(`body.${kind}`).waitFor();
  }

  for (const [theme, kind] of [
    ['Light Modern', 'vscode-light'],
    ['Dark High Contrast', 'vscode-high-contrast'],
    ['Light High Contrast', 'vscode-high-contrast-light'],
    ['Dark Modern', 'vscode-dark'],
  ]) {
    it(`has no fault that axe knows of, in ${theme}`, async () => {
      await choose(theme, kind);
      assert.deepEqual(await faults(), []);
      await win.screenshot(shot(`chat-${kind}`));
    });
  }

  it('has none while it is empty', async () => {
    await openNewChat(win, chat);
    await chat.locator('.welcome .suggestion').first().waitFor();
    assert.deepEqual(await faults(), []);
  });

  it('has none with an answer, its disclosure and the list under an @ open', async () => {
    await openNewChat(win, chat);
    const answer = await ask(chat, 'where is the reply serialised?');
    await answer.locator('.found summary').click();
    await box().click();
    await page.keyboard.type('@re');
    await chat.locator('.mention').first().waitFor();
    assert.deepEqual(await faults(), []);
    await page.keyboard.press('Escape');
    await box().fill('');
  });

  it('is used without a mouse: ask, go to a citation, open it, come back', async () => {
    await choose('Dark Modern', 'vscode-dark');
    await openNewChat(win, chat);
    await until('the focus in the box', () => chat.evaluate(() => document.activeElement?.id === 'question'));
    await page.keyboard.type('where is the reply serialised?');
    await page.keyboard.press('Enter');
    await chat.locator('.sources .source').first().waitFor();
    assert.equal(await chat.locator('[role="status"]').innerText(), 'The answer is ready.');
    await until('the focus on a source', async () => {
      await page.keyboard.press('Shift+Tab');
      return chat.evaluate(() => document.activeElement?.classList.contains('source'));
    });
    await page.keyboard.press('Enter');
    await page.locator('.tab.active').waitFor();
    await win.runCommand('Quarry: Go to Next Citation');
    await chat.locator('.source.current').waitFor();
    await win.runCommand('Quarry: Focus on Chat View');
  });
});
