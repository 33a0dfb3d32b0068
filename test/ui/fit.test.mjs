// How Quarry fits into windows of every kind: several folders, a folder on no disk, light and dark, empty and full.
import { createVSIX } from '@vscode/vsce';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { patienceMs, startRig, until } from '../rig/editor/drive.mjs';
import { locators } from '../rig/editor/workbench.mjs';
import { seedLibrary, serverOf } from './libraryOf.mjs';
import { ask, openChat, openNewChat, servedAt } from './workspace.mjs';

const vsix = process.env.QUARRY_VSIX ?? 'quarry.vsix';
const shots = process.env.QUARRY_SHOTS ?? '.vscode-test/shots';
const shot = (name) => path.join(shots, `fit-${name}.png`);

/** What the walkthrough shows: `--pictures` puts these below media/walkthrough. */
const picture = (name) => path.join(shots, `${name}.png`);

const files = {
  'client/src/backoff.ts': `/** Tries again, and waits a while between tries: 200 ms, then twice as long each time. */
export async function retryRequest<T>(call: () => Promise<T>, tries = 5): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      if (attempt === tries) throw error;
      await new Promise((done) => setTimeout(done, 100 * 2 ** attempt));
    }
  }
}
`,
  'client/src/queue.ts':
    '/** Keeps at most 40 requests waiting; more are refused. */\nexport const maxWaitingRequests = 40;\n',
  'server/src/session.ts':
    '/** A session ends after 30 minutes without a request. */\nexport const sessionMinutes = 30;\n',
};

describe('in every kind of window', () => {
  let work;
  let rig;
  let win;
  let page;

  const { input, row } = locators(() => page);
  const status = () => page.locator('.statusbar-item[id*="quarry"]').first();

  before(async () => {
    work = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-fit-')));
    for (const [name, text] of Object.entries(files)) {
      fs.mkdirSync(path.dirname(path.join(work, name)), { recursive: true });
      fs.writeFileSync(path.join(work, name), text);
    }
    const folders = ['client', 'server'].map((name) => ({ path: path.join(work, name) }));
    fs.writeFileSync(path.join(work, 'both.code-workspace'), JSON.stringify({ folders }));
    const virtual = { folders: [{ uri: 'memory:/shop', name: 'shop' }] };
    fs.writeFileSync(path.join(work, 'virtual.code-workspace'), JSON.stringify(virtual));
    const provider = path.join(work, 'virtual-folder.vsix');
    await createVSIX({
      cwd: path.resolve('test/fixtures/virtual-folder'),
      packagePath: provider,
      ...{ dependencies: false, allowMissingRepository: true, skipLicense: true },
    });
    rig = await startRig({
      vsix: [vsix, provider],
      settings: { 'workbench.colorTheme': 'Default Dark Modern', 'window.restoreWindows': 'none' },
    });
    win = await rig.openWindow(path.join(work, 'both.code-workspace'));
    page = win.page;
    await servedAt(rig);
  });

  after(async () => {
    await rig?.stop();
    fs.rmSync(work, { recursive: true, force: true });
  });

  async function choose(theme, kind) {
    await win.runCommand('Preferences: Color Theme');
    await input().fill(theme);
    await page.locator('.quick-input-list .monaco-list-row.focused', { hasText: theme }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator(`.monaco-workbench.${kind}`).waitFor();
  }

  async function groupBy(name) {
    await win.runCommand('Quarry: Group Library By');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: name }).first().click();
    await page.locator('.pane-header', { hasText: name }).waitFor();
  }

  /** A part of the window that is read at the size of a walkthrough's picture. */
  async function take(name, area) {
    await page.screenshot({ path: picture(name), clip: area, animations: 'disabled' });
  }

  const whole = { x: 0, y: 0, width: 960, height: 600 };

  async function showSaving(name) {
    // The search takes its previews away when it is left.
    await page.locator('.tab', { hasText: 'retryRequest' }).waitFor({ state: 'hidden' });
    await page.keyboard.press('Control+P');
    await input().fill('backoff.ts');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'backoff.ts' }).first().click();
    await page.locator('.tab.active', { hasText: 'backoff.ts' }).waitFor();
    await page.locator('.editor-instance .view-line', { hasText: 'export async function' }).first().waitFor();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('ArrowDown');
    for (let down = 0; down < 10; down += 1) await page.keyboard.press('Shift+ArrowDown');
    await page.locator('#status\\.editor\\.selection', { hasText: 'selected' }).waitFor();
    await page.keyboard.press('Shift+F10');
    const menu = page.locator('.monaco-menu-container:visible .action-item', { hasText: 'Quarry' }).first();
    await menu.hover();
    const item = page.locator('.monaco-submenu .action-item', { hasText: 'Save Selection as Asset' }).first();
    await item.waitFor();
    await item.hover();
    await take(`save-${name}`, { x: 352, y: 36, width: 840, height: 640 });
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
  }

  async function showAnswer(name) {
    // The library gives its room to the chat.
    await page.locator('.pane-header', { hasText: 'Library' }).click();
    await page.locator('.pane-header', { hasText: 'Chat' }).click();
    const chat = await openChat(win);
    await openNewChat(win, chat);
    const answer = await ask(chat, 'How long does it wait between tries?');
    await answer.locator('.citation').first().click();
    await page.locator('.tab.active', { hasText: 'backoff.ts' }).waitFor();
    const place = page.locator('#status\\.editor\\.selection', { hasText: 'Ln 1, Col 1' });
    await place.waitFor();
    await take(`ask-${name}`, whole);
    await page.locator('.pane-header', { hasText: 'Chat' }).click();
    await page.locator('.pane-header', { hasText: 'Library' }).click();
  }

  async function showDashboard(name) {
    const dashboard = page.locator('.monaco-hover:visible', { hasText: 'Copy address' }).first();
    // An item that is drawn anew below the mouse takes its hover away.
    await until('the dashboard', async () => {
      await page.mouse.move(640, 300);
      await status().hover({ timeout: 2_000 });
      await dashboard.waitFor({ timeout: 3_000 });
      return true;
    });
    // It is laid out anew when its icons have come, and fades in: both are over when it stands still in full colour.
    await until('the dashboard in its place', () =>
      dashboard.evaluate(async (hover) => {
        const look = () => JSON.stringify([hover.getBoundingClientRect(), getComputedStyle(hover).opacity]);
        const before = look();
        await document.fonts.ready;
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        const busy = document.getAnimations().some(({ effect }) => hover.contains(effect?.target ?? null));
        return !busy && look() === before && getComputedStyle(hover).opacity === '1';
      }),
    );
    await win.screenshot(shot(`status-${name}`));
  }

  async function showWalkthrough(name) {
    // Pictures stand beside the steps where there is room.
    await win.runCommand('View: Toggle Primary Side Bar Visibility');
    // The list of walkthroughs fills while it is shown, and a busy editor at times shows its own page over the one chosen.
    await until('the walkthrough with its pictures', async () => {
      await win.runCommand('View: Close All Editors');
      await win.runCommand('Welcome: Open Walkthrough...');
      await input().fill('Get Started with Quarry');
      const choice = page.locator('.quick-input-list .monaco-list-row.focused', { hasText: 'Get Started with Quarry' });
      await choice.waitFor({ timeout: 10_000 });
      await input().press('Enter');
      await page.locator('.getting-started-media img').first().waitFor({ timeout: 10_000 });
      return (await page.locator('.getting-started-step').count()) >= 4;
    });
    await win.screenshot(shot(`walkthrough-${name}`));
    await win.runCommand('View: Toggle Primary Side Bar Visibility');
    await win.runCommand('View: Close All Editors');
  }

  it('searches every folder of the window, and says of a place which one it is in', async () => {
    const chat = await openChat(win);
    const first = await ask(chat, 'How many requests may wait?');
    await first.getByText('40').first().waitFor();
    const second = await ask(chat, 'When does a session end?');
    await second.getByText('30').first().waitFor();
    await second
      .locator('.source', { hasText: /server.*session\.ts|session\.ts.*server/s })
      .first()
      .waitFor();
    await win.screenshot(shot('two-folders'));
  });

  it('keeps indexing paused over a restart of the service', async () => {
    await win.runListed('Quarry: Show Server Status', 'Pause Indexing');
    await status().filter({ hasText: 'paused' }).waitFor();
    const instance = async () => {
      const { headers } = await fetch(`${await servedAt(rig)}/.well-known/health`);
      return headers.get('x-instance');
    };
    const before = await instance();
    await win.runListed('Quarry: Show Server Status', 'Restart Service');
    await until('another service', async () => (await instance()) !== before);
    await status().filter({ hasText: 'paused' }).waitFor();
    await win.runListed('Quarry: Show Server Status', 'Resume Indexing');
    await status().filter({ hasNotText: 'paused' }).waitFor();
  });

  for (const [theme, kind] of [
    ['Light Modern', 'vs'],
    ['Dark Modern', 'vs-dark'],
  ]) {
    const name = kind === 'vs' ? 'light' : 'dark';

    it(`shows each of its views ${name === 'light' ? 'empty and full, in light' : 'full, in dark'}`, async () => {
      await choose(theme, kind);
      const server = await serverOf(rig.home);
      if (name === 'light') {
        const chat = await openChat(win);
        await openNewChat(win, chat);
        await chat.getByText('Ask your code').waitFor();
        await win.screenshot(shot('empty-light'));
        await win.runCommand('Quarry: Show Activity Timeline');
        const empty = await win.webviewFrame({ extensionId: 'quarry.quarry', has: '.empty' });
        await empty.locator('.empty').waitFor();
        await win.screenshot(shot('timeline-empty-light'));
        await win.runCommand('View: Close All Editors');
        await page.locator('.pane-header', { hasText: 'Chat' }).click();
        await seedLibrary(server);
        await win.runListed('Quarry: Manage Library…', 'Refresh Library');
        await row('retryRequest').waitFor();
        const [one] = (await server.assets()).filter(({ name: title }) => title === 'invariant');
        await server.post(`/assets/${one.id}/delete`, {});
        await win.runListed('Quarry: Manage Library…', 'Refresh Library');
        await row('Trash').waitFor();
      }
      await groupBy('by tag');
      await win.screenshot(shot(`tree-${name}`));
      await groupBy('by language');
      await row('Trash').scrollIntoViewIfNeeded();
      await row('Trash').locator('.monaco-tl-twistie').click();
      await row('invariant').waitFor();
      await win.screenshot(shot(`trash-${name}`));
      await row('Trash').locator('.monaco-tl-twistie').click();

      await win.runCommand('Quarry: Search Assets');
      await input().fill('waits a while between tries');
      const found = page.locator('.quick-input-list .monaco-list-row', { hasText: 'retryRequest' }).first();
      await found.waitFor();
      await win.screenshot(shot(`search-${name}`));
      await input().fill('again #retry');
      await found.waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowUp');
      await page.locator('.tab.active', { hasText: 'retryRequest' }).waitFor();
      await take(`use-${name}`, whole);
      await page.keyboard.press('Escape');
      await showSaving(name);
      await showAnswer(name);

      await showDashboard(name);
      await take(`connect-${name}`, { x: 760, y: 560, width: 520, height: 240 });
      await page.mouse.move(640, 300);

      await win.runListed('Quarry: Show Server Status', 'Run Doctor');
      await page.locator('.tab.active', { hasText: 'Doctor' }).waitFor();
      await page.locator('.view-line', { hasText: 'Owner' }).first().waitFor();
      await win.screenshot(shot(`doctor-${name}`));
      await win.runCommand('View: Close All Editors');

      await showWalkthrough(name);
    });
  }

  for (const [theme, kind, body] of [
    ['Dark High Contrast', 'hc-black', 'vscode-high-contrast'],
    ['Light High Contrast', 'hc-light', 'vscode-high-contrast-light'],
  ]) {
    it(`is at home in ${theme}: tree, asset, timeline, dashboard, walkthrough`, async () => {
      await choose(theme, kind);
      await row('retryRequest').click();
      await page.locator('.tab.active', { hasText: 'retryRequest' }).waitFor();
      await page.locator('.editor-instance .view-line', { hasText: 'export async function' }).first().waitFor();
      await win.screenshot(shot(`asset-${kind}`));
      await win.runCommand('Quarry: Show Activity Timeline');
      // It is drawn anew, as another frame, when the look at the asset has become a part of it.
      await until('the timeline in this theme', async () => {
        const timeline = await win.webviewFrame({ extensionId: 'quarry.quarry', has: `body.${body} li.viewed` });
        await timeline.locator('label.created').focus({ timeout: 1_000 });
        return true;
      });
      await win.screenshot(shot(`timeline-${kind}`));
      await win.runCommand('View: Close All Editors');
      await groupBy('by tag');
      await showDashboard(kind);
      await page.mouse.move(640, 300);
      await groupBy('by language');
      await showWalkthrough(kind);
    });
  }

  it('keeps assets where the folder lies on no disk', async () => {
    win = await rig.openWindow(path.join(work, 'virtual.code-workspace'));
    page = win.page;
    const server = await serverOf(rig.home);
    // The editor finds no files by name where it has no disk to search; what stood in the side bar before may come back late.
    const inExplorer = page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'shipping.js' });
    const openFile = async () => {
      await win.runCommand('View: Show Explorer');
      // A busy editor at times opens a workspace as if it had no folder, and stays so until it is loaded anew.
      const isEmpty = page.locator('.pane-header', { hasText: 'No Folder Opened' });
      await inExplorer.or(isEmpty).first().waitFor({ timeout: 30_000 });
      if (await isEmpty.isVisible()) await page.reload();
      await inExplorer.click({ timeout: 30_000 });
      return true;
    };
    await until('the file in the explorer', openFile, { timeout: 3 * patienceMs });
    await page.locator('.view-line', { hasText: 'shippingCost' }).first().waitFor();
    await win.openView('Quarry');
    await page.locator('.pane-header', { hasText: 'Chat' }).click();
    await win.runCommand('Quarry: Save File as Asset');
    await win.screenshot(shot('virtual'));
    await row('shipping').waitFor();
    const saved = (await server.assets()).find(({ name }) => name.includes('shipping'));
    assert.match(
      saved.original.reference.fragment?.string?.raw ?? saved.original.reference.file.string.raw,
      /weight < 2/,
    );
    await win.screenshot(shot('virtual'));
  });
});
