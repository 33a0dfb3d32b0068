// The whole story in a real browser: the packed extension, a real folder, a saved selection, a question, a citation
// clicked, the editor at the line. Leaves the pictures that README shows.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { startRig, until } from '../rig/editor/drive.mjs';
import { ask, chooseTheme, dragBorder, makeWorkspace } from './workspace.mjs';

const vsix = process.env.QUARRY_VSIX ?? 'quarry.vsix';
const shots = process.env.QUARRY_SHOTS ?? '.vscode-test/shots';
const shot = (name) => path.join(shots, `${name}.png`);

describe('the story of a first day with Quarry', () => {
  let place;
  let rig;
  let win;
  let page;
  let chat;

  before(async () => {
    place = makeWorkspace();
    rig = await startRig({
      vsix,
      settings: { 'workbench.colorTheme': 'Default Dark Modern', 'window.restoreWindows': 'none' },
    });
    win = await rig.openWindow(place.folder);
    page = win.page;
    // Tall enough for README's picture to show a whole answer.
    await page.setViewportSize({ width: 1360, height: 900 });
  });

  after(async () => {
    await rig?.stop();
    place?.remove();
  });

  /** The lines the editor says are selected, or where the cursor stands: "Ln 251, Col 1 (120 selected)". */
  const position = async () => (await page.locator('#status\\.editor\\.selection').textContent()) ?? '';

  /** Through quick open, as a user would: the name and the line in one. */
  async function openFile(name, line) {
    await page.keyboard.press('Control+P');
    await page.locator('.quick-input-widget input').fill(`${name}:${line}`);
    await page.locator('.quick-input-list .monaco-list-row', { hasText: name }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.tab.active', { hasText: name }).waitFor();
    await until(`the cursor on line ${line}`, async () => (await position()).includes(`Ln ${line},`));
  }

  it('shows an empty library with its first step, and a chat that is ready', async () => {
    await win.openView('Quarry');
    chat = await win.webviewFrame({ extensionId: 'quarry.quarry', has: '#question' });
    await chat.locator('.welcome').waitFor();
    await win.screenshot(shot('empty'));
  });

  it('saves the selection, and the tree shows it', async () => {
    const text = fs.readFileSync(path.join(place.folder, 'lib/content-type-parser.js'), 'utf8').split('\n');
    const start = text.findIndex((line) => line.startsWith('function rawBody')) + 1;
    assert.ok(start > 0, 'the package has changed: choose another function to save');
    await openFile('content-type-parser.js', start);
    for (let line = 0; line < 22; line++) await page.keyboard.press('Shift+ArrowDown');
    await until('a selection', async () => (await position()).includes('selected'));
    await win.runCommand('Quarry: Save Selection as Asset');
    await page
      .locator('.monaco-list-row', { hasText: /rawBody|raw body/i })
      .first()
      .waitFor();
    await win.screenshot(shot('saved'));
  });

  it('answers a question about the folder with sources', async () => {
    await page.keyboard.press('Escape');
    const chatHead = await page.locator('.pane-header', { hasText: 'Chat' }).boundingBox();
    await dragBorder(page, { x: chatHead.x + chatHead.width / 2, y: chatHead.y - 1 }, { down: -140 });
    const sideBar = await page.locator('.part.sidebar').boundingBox();
    await dragBorder(page, { x: sideBar.x + sideBar.width, y: sideBar.y + sideBar.height / 2 }, { right: 130 });
    const answer = await ask(chat, 'where is a body that is too large refused?');
    await answer.locator('.sources .source').first().waitFor();
    await chat.locator('.suggestion').first().waitFor();
    await win.screenshot(shot('answer'));
  });

  it('stands on the right line after a click on a citation', async () => {
    const citation = chat.locator('article.answer').last().locator('.markdown .citation').first();
    const label = (await citation.getAttribute('title')) ?? '';
    const [, start] = /\blines? (\d+)/.exec(label) ?? [];
    assert.ok(start, `no lines in "${label}"`);
    await citation.click();
    await until(`line ${start}`, async () => (await position()).includes(`Ln ${start},`));
    const file = /([\w-]+\.js)/.exec(label)?.[1] ?? '';
    await page.locator('.tab.active', { hasText: file }).waitFor();
    await win.screenshot(shot('story'));
  });

  it('shows the lines that an excerpt leaves out, and hides them again', async () => {
    const block = chat.locator('.code-block').first();
    const shown = async () => (await block.locator('pre').innerText()).split('\n');
    const gaps = (rows) => rows.filter((row) => row.trim() === '…').length;
    const excerpt = await shown();
    await block.getByRole('button', { name: /Show the Lines Left Out/ }).click();
    const whole = await shown();
    assert.ok(whole.length > excerpt.length && gaps(whole) < gaps(excerpt), whole.join('\n'));
    await win.screenshot(shot('unfolded'));
    await block.getByRole('button', { name: 'Show Only the Excerpt' }).click();
    assert.deepEqual(await shown(), excerpt);
  });

  it('asks a suggested follow-up by its number key, in the same conversation', async () => {
    // The digit of its key stands behind the question, in an element of its own.
    const suggestion = chat.locator('.suggestion > span').first();
    const asked = (await suggestion.textContent())?.trim() ?? '';
    assert.ok(asked, 'a suggestion without words');
    await chat.locator('#question').focus();
    await page.keyboard.press('1');
    await chat.locator('article.question', { hasText: asked }).waitFor();
    await chat.locator('.turn').last().locator('article.answer[aria-busy="false"]').waitFor();
    await win.screenshot(shot('follow-up'));
  });

  it('says plainly when nothing answers', async () => {
    const answer = await ask(chat, 'how are invoices exported to the tax office?');
    assert.match((await answer.textContent()) ?? '', /nothing|no place|not (here|found|answer|occur)/i);
    await win.screenshot(shot('absence'));
  });

  it('brings the conversation back, with its sources, when the window is opened again', async () => {
    await win.close();
    win = await rig.openWindow(place.folder);
    page = win.page;
    await win.openView('Quarry');
    chat = await win.webviewFrame({ extensionId: 'quarry.quarry', has: '#question' });
    // Turns that are far from what is in sight are not on the page; the last one says which it is.
    await chat.locator('article.answer').last().locator('.sources .source').first().waitFor();
    assert.match((await chat.locator('article.question').last().textContent()) ?? '', /Question 3/);
    assert.equal(await chat.locator('.source.gone').count(), 0);
  });

  it('looks at home in every kind of theme', async () => {
    for (const [name, theme, kind] of [
      ['light', 'Light Modern', 'vscode-light'],
      ['high-contrast', 'Dark High Contrast', 'vscode-high-contrast'],
      ['high-contrast-light', 'Light High Contrast', 'vscode-high-contrast-light'],
    ]) {
      await chooseTheme(win, theme);
      await chat.locator(`body.${kind}`).waitFor();
      await win.screenshot(shot(`theme-${name}`));
    }
  });
});
