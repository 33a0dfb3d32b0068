// Saved code comes in from other tools and goes where it is needed: imported, completed with its tab stops, found again in
// files, and beside the code one looks at; in a real browser.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startRig, until } from '../rig/editor/drive.mjs';
import { locators } from '../rig/editor/workbench.mjs';
import { seedLibrary, serverOf } from './libraryOf.mjs';
import { chooseTheme, dragBorder } from './workspace.mjs';

const vsix = process.env.QUARRY_VSIX ?? 'quarry.vsix';
const shots = process.env.QUARRY_SHOTS ?? '.vscode-test/shots';
const shot = (name) => path.join(shots, `reuse-${name}.png`);

const retry = `export async function retryRequest<T>(call: () => Promise<T>, tries = 5): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      if (attempt === tries) throw error;
      await new Promise((done) => setTimeout(done, 100 * 2 ** attempt));
    }
  }
}
`;
const files = {
  'src/http.ts': `import { request } from './wire';\n\nclass Client {\n${retry.replace(/^(?=.)/gm, '  ')}}\n`,
  'src/mail.ts': `/** Letters wait for their server. */\n${retry.replaceAll('call', 'send').replace('tries = 5', 'tries = 9').replace('      if', '      log(error);\n      if')}`,
  'src/clock.ts': 'export function later(ms: number) {\n  return new Promise((done) => setTimeout(done, ms));\n}\n',
  'src/orders.ts': 'export function total(orders: { price: number }[]) {\n  return orders.reduce((sum, one) => sum + one.price, 0);\n}\n',
  'src/page.ts': '{\n  \n}\n',
}; // prettier-ignore

const raycast = [
  { name: 'Guarded call', text: 'const {argument name="result"} = await {argument name="work"}();\n{cursor}', keyword: 'guard' },
]; // prettier-ignore
const massCode = {
  folders: [{ id: 'f', name: 'Shell' }],
  tags: [{ id: 't', name: 'disk' }],
  snippets: [
    {
      ...{ id: 's', name: 'Largest folders', folderId: 'f', tagsIds: ['t'], isDeleted: false },
      content: [{ label: 'Fragment 1', language: 'sh', value: 'du -xh . | sort -h | tail' }],
    },
  ],
};

describe('saved code that goes where it is needed', () => {
  let work;
  let rig;
  let win;
  let page;
  let server;

  const { input, choice, row, title } = locators(() => page);
  const tab = (text) => page.locator('.tab.active', { hasText: text });
  /** Blanks are drawn as such that do not break. */
  const lines = async () =>
    (await page.locator('.monaco-editor .view-lines').first().innerText()).replace(/\u00a0/g, ' ');
  const at = (place) => page.locator('.statusbar-item', { hasText: place }).waitFor();

  before(async () => {
    work = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-reuse-')));
    for (const [file, text] of Object.entries(files)) {
      fs.mkdirSync(path.join(work, 'shop', path.dirname(file)), { recursive: true });
      fs.writeFileSync(path.join(work, 'shop', file), text);
    }
    fs.mkdirSync(path.join(work, 'snippets', 'older'), { recursive: true });
    fs.writeFileSync(path.join(work, 'snippets', 'Raycast.json'), JSON.stringify(raycast));
    fs.writeFileSync(path.join(work, 'snippets', 'db.json'), JSON.stringify(massCode));
    fs.writeFileSync(path.join(work, 'snippets', 'cut.json'), '[{"name": "Cut", "text": "of');
    rig = await startRig({
      vsix,
      settings: {
        'workbench.colorTheme': 'Default Dark Modern',
        'window.restoreWindows': 'none',
        'quarry.completion.trigger': ';;',
        'editor.inlineSuggest.enabled': false,
      },
    });
    win = await rig.openWindow(path.join(work, 'shop'));
    page = win.page;
    await win.openView('Quarry');
    server = await serverOf(rig.home);
    await page.getByText('Keep code that you will need again').waitFor();
    await page.locator('.pane-header', { hasText: 'Chat' }).click();
  });

  after(async () => {
    await rig?.stop();
    fs.rmSync(work, { recursive: true, force: true });
  });

  /** The editor's own dialog, as it is drawn in a browser. */
  async function giveFile(file) {
    const isOpen = async () =>
      (await input().isVisible()) && (await input().inputValue({ timeout: 2_000 })).includes('/');
    const rows = page.locator('.quick-input-widget:visible .monaco-list-row');
    // Where it opens it lists what is there, and then writes that place over whatever was typed before.
    await until('the dialog for files', async () => (await isOpen()) && (await rows.count()) > 0);
    await until(`the dialog to take ${file}`, async () => {
      if (!(await isOpen())) return true;
      await input().fill(`${path.dirname(file)}/`, { timeout: 2_000 });
      await choice(path.basename(file)).waitFor({ timeout: 5_000 });
      await input().fill(file, { timeout: 2_000 });
      await page.keyboard.press('Enter');
      return until('it to close', async () => !(await isOpen()), { timeout: 10_000 });
    });
  }

  async function beginImport(file) {
    await win.runListed('Quarry: Manage Library…', 'Import Assets');
    // What the row under the mouse tells would lie over the others.
    await page.mouse.move(0, 0);
    await choice('Snippet files').click();
    await giveFile(path.join(work, 'snippets', file));
  }

  it('takes what Raycast and massCode have exported, and says what is wrong with a file that is cut off', async () => {
    for (const [file, name] of [
      ['Raycast.json', 'Guarded call'],
      ['db.json', 'Largest folders'],
    ]) {
      await beginImport(file);
      await title('1 new').waitFor();
      await choice(name).waitFor();
      if (file === 'db.json') await win.screenshot(shot('import'));
      await page.keyboard.press('Enter');
      await row(name).waitFor();
    }
    await beginImport('cut.json');
    await choice('it is no JSON').waitFor();
    await win.screenshot(shot('import-cut'));
    await page.keyboard.press('Escape');
    const assets = await server.assets();
    assert.deepEqual(assets.map(({ name }) => name).sort(), ['Guarded call', 'Largest folders']);
  });

  it('completes a template, and Tab goes from stop to stop', async () => {
    await win.openFile('page.ts');
    await page.locator('.monaco-editor .view-line').nth(1).click();
    await page.keyboard.press('End');
    await page.keyboard.type(';;Guard', { delay: 40 });
    await page.locator('.suggest-widget.visible .monaco-list-row', { hasText: 'Guarded call' }).first().waitFor();
    await win.screenshot(shot('completion'));
    await page.keyboard.press('Enter');
    await until('the template', async () => (await lines()).includes('const result'));
    await page.keyboard.type('answer');
    await page.keyboard.press('Tab');
    await page.keyboard.type('ask');
    await page.keyboard.press('Tab');
    await page.keyboard.type('use(answer);');
    await win.screenshot(shot('stops'));
    // The rows of the page are not in the order in which they are shown.
    const written = (await lines()).split('\n');
    assert.ok(
      written.includes('  const answer = await ask();') && written.includes('  use(answer);'),
      written.join('|'),
    );
    await page.keyboard.press('Escape');
    await win.runCommand('File: Revert File');
  });

  it('is found in files, to the letter and nearly, and opens at the line', async () => {
    await seedLibrary(server);
    await win.openView('Quarry');
    await win.runListed('Quarry: Manage Library…', 'Refresh Library');
    await row('retryRequest').waitFor();
    await win.chooseFromMenu(row('retryRequest'), 'Find Origin and Uses');
    await choice('Find Uses').click();
    await choice('http.ts:4-13').waitFor();
    await choice('mail.ts').waitFor();
    assert.match(await choice('http.ts').innerText(), /the same/);
    assert.match(await choice('mail.ts').innerText(), /\d\d% the same/);
    await win.screenshot(shot('uses'));
    const inFocus = page.locator('.quick-input-list .monaco-list-row.focused', { hasText: 'http.ts:4-13' });
    await until('the copy to have the focus', async () => {
      if ((await inFocus.count()) > 0) return true;
      await page.keyboard.press('ArrowDown');
      return false;
    });
    await page.keyboard.press('Enter');
    await tab('http.ts').waitFor();
    await at('Ln 13, Col 4');
    await win.screenshot(shot('use-opened'));
  });

  it('stands beside the code one looks at once the view is shown, and not before', async () => {
    assert.equal(await page.locator('.pane-header', { hasText: 'Related' }).count(), 0);
    await win.runCommand('Quarry: Focus on Related View');
    const pane = page.locator('.pane', { has: page.locator('.pane-header', { hasText: 'Related' }) });
    const related = (text) => pane.locator('.monaco-list-row', { hasText: text }).first();
    await pane.waitFor();
    await win.openFile('mail.ts');
    await related('retryRequest: tries again').waitFor();
    await related('src/http.ts').waitFor();
    await win.screenshot(shot('related'));
    for (const [theme, kind] of Object.entries({
      'Light Modern': 'vs',
      'Dark High Contrast': 'hc-black',
      'Dark Modern': 'vs-dark',
    })) {
      await chooseTheme(win, theme);
      await page.locator(`.monaco-workbench.${kind}`).waitFor();
      await win.screenshot(shot(`related-${kind}`));
    }
    const side = await page.locator('.part.sidebar').boundingBox();
    const border = { x: side.x + side.width, y: side.y + side.height / 3 };
    await dragBorder(page, border, { right: 240 - side.width });
    await win.screenshot(shot('related-narrow'));
    await dragBorder(page, { x: side.x + 240, y: border.y }, { right: side.width - 240 });
    assert.equal(await pane.locator('.monaco-list-row', { hasText: 'src/mail.ts' }).count(), 0);
    assert.equal(await page.locator('.notification-list-item:visible').count(), 0);
    await win.openFile('orders.ts');
    await pane.locator('.pane-header', { hasText: 'total' }).waitFor();
    await pane.getByText('Neither the library nor the open folders hold anything like this code').waitFor();
    await win.screenshot(shot('related-none'));
    await win.openFile('mail.ts');
    await related('src/http.ts').click();
    await tab('http.ts').waitFor();
    await at('Ln 14');
    // Out of sight it stays as it is.
    await win.openView('Explorer');
    await win.openView('Quarry');
    await pane.locator('.pane-header').click();
    await win.openFile('orders.ts');
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    assert.equal(await pane.locator('.pane-header', { hasText: 'total' }).count(), 0);
  });

  it('leaves the chat as a request that any program can send', async () => {
    await page.locator('.pane-header', { hasText: 'Chat' }).click();
    const chat = await win.webviewFrame({ extensionId: 'quarry.quarry', has: '#question' });
    await chat.locator('#question').fill("where is retryRequest, and isn't it used?");
    await chat.locator('#question').press('Enter');
    const answer = chat.locator('article.answer[aria-busy="false"]').last();
    await answer.locator('.sources .source').first().waitFor();
    await win.screenshot(shot('turn'));
    await answer.getByRole('button', { name: 'Copy Question as curl' }).first().click();
    await page.locator('.statusbar-item', { hasText: 'Copied curl' }).waitFor();
    const line = await page.evaluate(() => navigator.clipboard.readText());
    const { answer: told, relevant } = JSON.parse(execFileSync('sh', ['-c', line], { encoding: 'utf8' }));
    assert.match(told.answers.iterable[0].text, /retryRequest/);
    assert.ok(relevant.iterable.some((one) => one.path?.endsWith('http.ts')));
  });
});
