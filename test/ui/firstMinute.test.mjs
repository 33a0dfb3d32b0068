// The first minute of somebody who has just installed Quarry and does not trust the folder: the first window of a fresh
// profile, as `npm start` opens it.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startRig, until } from '../rig/editor/drive.mjs';
import { chooseTheme, dragBorder, openChat, servedAt } from './workspace.mjs';

const vsix = process.env.QUARRY_VSIX ?? 'quarry.vsix';
const shots = process.env.QUARRY_SHOTS ?? '.vscode-test/shots';

const rows = (count) => Array.from({ length: count }, (_, i) => `export const shelfOf${i} = ${i};`).join('\n');

describe('the first window of a fresh profile', () => {
  let folder;
  let rig;
  let win;
  let page;
  let chat;

  before(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-first-'));
    fs.mkdirSync(path.join(folder, 'src'));
    fs.writeFileSync(path.join(folder, 'package.json'), '{\n  "name": "shelf",\n  "main": "src/index.js"\n}\n');
    fs.writeFileSync(path.join(folder, 'README.md'), '# Shelf\n\nShelf tells who has which book: the borrowing.\n');
    const lending = '/** Who has which book, and until when. */\nexport const maxDays = 30;\n';
    fs.writeFileSync(path.join(folder, 'src/borrowing.ts'), `${lending}${rows(30)}\n`);
    rig = await startRig({
      vsix,
      trust: true,
      settings: { 'security.workspace.trust.enabled': true, 'security.workspace.trust.startupPrompt': 'always' },
    });
    win = await rig.openWindow(folder);
    page = win.page;
  });

  after(async () => {
    await rig?.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  it('has Quarry’s icon and its item in the status bar when the folder is not trusted', async () => {
    await page.locator('.monaco-dialog-box .monaco-button', { hasText: /^No/ }).click();
    await page.locator('.part.banner', { hasText: 'Restricted Mode' }).waitFor();
    await page.locator('.part.activitybar .action-item:has([aria-label^="Quarry"])').first().waitFor();
    await page.locator('.statusbar-item[id*="quarry.status"]').waitFor();
  });

  it('offers three questions about this folder, in a wide window and a narrow one', async () => {
    await servedAt(rig);
    chat = await openChat(win);
    const offered = chat.locator('.welcome .suggestion');
    const texts = await until('three questions of this folder', async () => {
      const found = (await offered.allInnerTexts()).map((text) => text.replace(/\s*\d$/, '').trim());
      return found.some((text) => text.includes('borrowing')) && found;
    });
    assert.deepEqual(texts, ['What does shelf do?', 'Where does the program start?', 'What does src/borrowing.ts do?']);
    for (const width of [1280, 620]) {
      await page.setViewportSize({ width, height: 800 });
      await win.screenshot(path.join(shots, `first-${width}.png`));
      const isCut = await chat.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      );
      assert.equal(isCut, false, `${width} pixels`);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('looks at home in every kind of theme, as narrow as it may be and wide', async () => {
    for (const [name, theme, kind] of [
      ['dark', 'Dark Modern', 'vscode-dark'],
      ['high-contrast', 'Dark High Contrast', 'vscode-high-contrast'],
      ['light', 'Light Modern', 'vscode-light'],
    ]) {
      await chooseTheme(win, theme);
      await chat.locator(`body.${kind}`).waitFor();
      await win.screenshot(path.join(shots, `first-${name}.png`));
    }
    const width = () => chat.evaluate(() => document.documentElement.clientWidth);
    await page.setViewportSize({ width: 1600, height: 800 });
    for (const wanted of [700, 300]) {
      const side = await page.locator('.part.sidebar').boundingBox();
      const border = { x: side.x + side.width, y: side.y + side.height / 3 };
      await dragBorder(page, border, { right: wanted - side.width });
      await until(`a view of ${wanted} pixels`, async () => Math.abs((await width()) - wanted) <= 20);
      await win.screenshot(path.join(shots, `first-side-${wanted}.png`));
      assert.ok((await chat.evaluate(() => document.documentElement.scrollWidth)) <= (await width()), `${wanted}`);
    }
  });

  it('answers one of them at a click', async () => {
    await chat.locator('.welcome .suggestion', { hasText: 'borrowing' }).click();
    await chat.locator('.markdown', { hasText: 'Who has which book' }).first().waitFor();
    await win.screenshot(path.join(shots, 'first-answered.png'));
  });
});
