// The chat in an editor tab beside the code, an answer's code as a change of the file, a chat that comes from a file, and
// indexing that somebody does not want. In a real browser, with the packed extension.
import assert from 'node:assert/strict';
import fs, { readFileSync } from 'node:fs';
import path from 'node:path';
import { startRig, until } from '../rig/editor/drive.mjs';
import { isEditorKept, locators } from '../rig/editor/workbench.mjs';
import { ask, makeWorkspace, openChat, servedAt } from './workspace.mjs';

const vsix = process.env.QUARRY_VSIX ?? 'quarry.vsix';
const shots = process.env.QUARRY_SHOTS ?? '.vscode-test/shots';
const shot = (name) => path.join(shots, `beside-${name}.png`);

/** Committed before anything is asked: what an answer is to change. */
const original = `/** Tries again until it works. */
export async function retry(call, tries) {
    for (let attempt = 1; ; attempt += 1) {
        try {
            return await call();
        } catch (error) {
            if (attempt === tries) throw error;
        }
    }
}

export const once = (call) => retry(call, 1);
`;

/** As a model would write it: two blanks a step, where the file has four. */
const better = `export async function retry(call, tries) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      if (attempt === tries) throw error;
      await new Promise((done) => setTimeout(done, 100 * attempt));
    }
  }
}`;

describe('the chat beside the code', () => {
  let place;
  let rig;
  let win;
  let page;
  let chat;
  let file;

  const { input } = locators(() => page);
  const text = () => readFileSync(file, 'utf8');
  const tab = (name) => page.locator('.tab', { hasText: name }).first();

  before(async () => {
    place = makeWorkspace(['lib', 'package.json']);
    file = path.join(place.folder, 'retry.js');
    fs.writeFileSync(file, original);
    fs.writeFileSync(path.join(place.work, 'chat.json'), JSON.stringify(chatFile()));
    fs.writeFileSync(path.join(place.work, 'other.json'), '{"name": "no chat"}');
    rig = await startRig({
      vsix,
      settings: {
        'workbench.colorTheme': 'Default Dark Modern',
        'window.restoreWindows': 'none',
        'files.autoSave': 'afterDelay',
        'files.autoSaveDelay': 100,
      },
    });
    win = await rig.openWindow(place.folder);
    page = win.page;
    await servedAt(rig);
  });

  after(async () => {
    await rig?.stop();
    place?.remove();
  });

  /** One that was asked elsewhere, of a model: it cites a statement and rewrites the function around it. */
  function chatFile() {
    const time = { value: '2026-01-02T03:04:05.000Z' };
    const conversation = { id: '7c0e7a52-2f50-4f7e-9d53-0c5e6b0f1a01' };
    const message = (id, role, raw, more) => ({
      ...{ id, role, conversation, created: time, updated: time, fragment: { string: { raw } } },
      ...more,
    });
    const said = `It tries again at once [1]. With a pause in between:\n\n\`\`\`js\n${better}\n\`\`\`\n`;
    const citations = [{ id: 'r1', label: 'retry.js:5-7', path: file, lines: { start: 5, end: 7 } }];
    return {
      format: 'quarry.chat/1',
      conversation: {
        ...{ id: conversation.id, name: 'Retries with a pause', created: time, updated: time, type: 'COPILOT' },
        messages: { iterable: [{ id: 'm1' }, { id: 'm2' }] },
      },
      messages: [
        message('m1', 'USER', 'how do I wait between two tries?'),
        message('m2', 'ASSISTANT', said, { citations }),
      ],
    };
  }

  /** The editor's own dialog for files, as it is drawn in a browser. */
  async function giveFile(name) {
    const value = () => input().inputValue({ timeout: 2_000 });
    const isOpen = async () => (await input().isVisible()) && (await value()).includes('/');
    const rows = page.locator('.quick-input-widget:visible .monaco-list-row');
    // Where it opens it lists what is there, and then writes that place over whatever was typed before.
    await until('the dialog for files', async () => (await isOpen()) && (await rows.count()) > 0);
    await until(`the dialog to take ${name}`, async () => {
      if (!(await isOpen())) return true;
      await input().fill(`${path.dirname(name)}/`, { timeout: 2_000 });
      await rows
        .filter({ hasText: path.basename(name) })
        .first()
        .waitFor({ timeout: 5_000 });
      await input().fill(name, { timeout: 2_000 });
      if ((await value()) !== name) return false;
      await page.keyboard.press('Enter');
      return until('it to close', async () => !(await isOpen()), { timeout: 10_000 });
    });
  }

  /** In the file itself: the diff is closed a moment after the change is written, and takes keys until then. */
  async function undo() {
    await tab('with the code of the answer').waitFor({ state: 'hidden' });
    await page.locator('.monaco-diff-editor').first().waitFor({ state: 'hidden' });
    await page.locator('.tab.active', { hasText: 'retry.js' }).waitFor();
    await page.locator('.editor-instance .view-line', { hasText: 'setTimeout' }).first().click();
    await page.keyboard.press('Control+Z');
  }

  /** The page in the editor's part of the window. */
  const pageInEditor = () =>
    until(
      'the chat in an editor tab',
      async () => {
        for (const frame of page.frames()) {
          const outer = frame.parentFrame();
          if (!outer?.url().includes('/webview/browser/pre/')) continue;
          if ((await frame.locator('#question').count()) === 0) continue;
          const box = await (await outer.frameElement()).boundingBox();
          if (box && box.x > 340 && box.width > 200) return frame;
        }
        return undefined;
      },
      { timeout: 120_000 },
    );

  it('takes in a chat from a file, and says of another file what it is not', async () => {
    chat = await openChat(win);
    await win.runCommand('Quarry: Import Chat from File…');
    await giveFile(path.join(place.work, 'other.json'));
    await win.notification('other.json holds no chat of Quarry');
    await win.runCommand('Notifications: Clear All Notifications');
    await win.runCommand('Quarry: Import Chat from File…');
    await giveFile(path.join(place.work, 'chat.json'));
    await chat.locator('article.question', { hasText: 'how do I wait between two tries?' }).waitFor();
    await chat.locator('article.answer .source', { hasText: 'retry.js' }).waitFor();
  });

  it('is renamed and pinned in the list of chats', async () => {
    const rows = page.locator('.quick-input-widget:visible .monaco-list-row');
    const chatNamed = (name) => rows.filter({ hasText: name }).first();
    const press = async (name, button) => {
      await chatNamed(name).hover();
      await chatNamed(name).locator(`[aria-label="${button}"]`).click();
    };
    await win.runCommand('Quarry: Show Chat History');
    await press('Retries with a pause', 'Rename…');
    await page.locator('.quick-input-title', { hasText: 'Rename Chat' }).waitFor();
    await input().fill('Waiting between tries');
    await page.keyboard.press('Enter');
    await press('Waiting between tries', 'Pin');
    await page.locator('.quick-input-widget:visible', { hasText: 'Pinned' }).waitFor();
    await chatNamed('Waiting between tries').locator('[aria-label="Unpin"]').waitFor({ state: 'attached' });
    await win.screenshot(shot('history'));
    await page.keyboard.press('Escape');
  });

  it('shows the code of an answer as a change of the function it cites, and writes nothing yet', async () => {
    await chat.locator('.code-block').first().getByRole('button', { name: 'Apply in File…' }).click();
    await tab('with the code of the answer').waitFor();
    await page.locator('.monaco-diff-editor .view-line', { hasText: 'setTimeout' }).first().waitFor();
    await win.screenshot(shot('diff'));
    assert.equal(text(), original);
  });

  it('leaves the file as it was when the change is discarded', async () => {
    await page.getByRole('button', { name: 'Discard Shown Change' }).first().click();
    await tab('with the code of the answer').waitFor({ state: 'hidden' });
    assert.equal(text(), original);
  });

  it('writes the change in the file’s own steps when it is accepted, and takes it back with one undo', async () => {
    await chat.locator('.code-block').first().getByRole('button', { name: 'Apply in File…' }).click();
    await tab('with the code of the answer').waitFor();
    await page.locator('.monaco-diff-editor .view-line', { hasText: 'setTimeout' }).first().waitFor();
    await win.runCommand('Quarry: Apply Shown Change');
    const after = original.replace(
      'throw error;\n',
      'throw error;\n            await new Promise((done) => setTimeout(done, 100 * attempt));\n',
    );
    await until('the change in the file', () => text() === after);
    await undo();
    await until('the file as it was', () => text() === original);
  });

  it('puts the code in place of what is selected, whatever was cited', async () => {
    const line = page.locator('.editor-instance .view-line', { hasText: 'export const once' }).first();
    await line.click();
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+End');
    await chat.locator('.chip', { hasText: 'retry.js' }).waitFor();
    await chat.locator('.code-block').first().getByRole('button', { name: 'Apply in File…' }).click();
    await tab('with the code of the answer').waitFor();
    await win.runCommand('Quarry: Apply Shown Change');
    await until('the change in the file', () => text().includes('setTimeout') && !text().includes('const once'));
    await undo();
    await until('the file as it was', () => text() === original);
  });

  it('offers after an @ what is selected, what is open, folders, assets and everything', async () => {
    await win.runCommand('Quarry: Save File as Asset');
    await page.locator('.split-view-view .monaco-list-row', { hasText: 'retry' }).first().waitFor();
    await page.keyboard.press('Control+P');
    await input().fill('package.json');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'package.json' }).first().click();
    await page.locator('.tab.active', { hasText: 'package.json' }).waitFor();
    await page.locator('.editor-instance .view-line', { hasText: '"name"' }).first().click();
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+End');
    await chat.locator('.chip', { hasText: 'package.json' }).waitFor();
    const box = chat.locator('#question');
    const offered = (text) => chat.locator('.mention', { hasText: text }).first().waitFor();
    await box.click();
    await page.keyboard.type('@');
    for (const name of ['Selection', 'Current file', 'Open tabs', 'Workspace', 'Everything']) await offered(name);
    await win.screenshot(shot('mentions'));
    await box.fill('');
    await page.keyboard.type('@lib');
    await offered('lib/');
    await box.fill('');
    await page.keyboard.type('@retry');
    await until('the asset and the file', async () => (await chat.locator('.mention').count()) >= 2);
    await page.keyboard.press('Escape');
    await box.fill('');
  });

  it('offers the selection while there is one, beside the workspace that is asked', async () => {
    await chat.locator('.chip:not(.chip-offered)', { hasText: 'Workspace' }).waitFor();
    await chat.locator('.chip-offered', { hasText: 'package.json' }).waitFor();
    await page.locator('.editor-instance .view-line', { hasText: '"name"' }).first().click();
    await chat.locator('.chip', { hasText: 'package.json' }).waitFor({ state: 'detached' });
  });

  it('stands in an editor tab: the same chat, beside the code', async () => {
    await win.runCommand('Quarry: Open Chat in Editor');
    const inTab = await pageInEditor();
    await inTab.locator('article.question', { hasText: 'how do I wait between two tries?' }).waitFor();
    await until('the focus in its box', () => inTab.evaluate(() => document.activeElement?.id === 'question'));
    await ask(inTab, 'where is the payload of a reply serialized?');
    // What is asked in one is seen in both.
    await chat.locator('article.question', { hasText: 'where is the payload of a reply serialized?' }).waitFor();
    await win.screenshot(shot('tab'));
    await inTab.locator('article.answer').last().locator('.sources .source').first().click();
    await page.locator('.editor-group-container .tab.active', { hasText: 'reply.js' }).first().waitFor();
    assert.ok(await inTab.locator('#question').isVisible(), 'the code is shown beside the chat, not over it');
    await win.screenshot(shot('cited'));
  });

  it('has no fault there that axe knows of', async () => {
    const inTab = await pageInEditor();
    await inTab.evaluate(readFileSync('node_modules/axe-core/axe.min.js', 'utf8'));
    const found = await inTab.evaluate(async () => {
      document.body.style.background = getComputedStyle(document.documentElement).getPropertyValue(
        '--vscode-editor-background',
      );
      const { violations } = await globalThis.axe.run(document, {
        rules: { region: { enabled: false }, 'page-has-heading-one': { enabled: false } },
      });
      document.body.style.background = '';
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
    });
    assert.deepEqual(found, []);
  });

  it('is there again, with all that was said, when the window is loaded anew', async function () {
    this.timeout(480_000);
    await until('the tab among what the editor has kept', () => isEditorKept(page, 'quarry.chatEditor'), {
      timeout: 120_000,
      every: 1_000,
    });
    await page.reload({ waitUntil: 'commit', timeout: 60_000 });
    const inTab = await pageInEditor();
    // The page stands before the extension has started anew, with every other of the window.
    await inTab
      .locator('article.question', { hasText: 'where is the payload of a reply serialized?' })
      .waitFor({ timeout: 120_000 });
    // What is far out of sight is not on the page until it is scrolled to.
    await inTab.locator('#transcript').evaluate((transcript) => transcript.scrollTo(0, 0));
    await inTab.locator('article.question', { hasText: 'how do I wait between two tries?' }).waitFor();
    await win.screenshot(shot('reloaded'));
  });

  it('tells how far indexing is, and stops it when it is cancelled; the first question reads the rest', async () => {
    await win.runListed('Quarry: Show Server Status', 'Pause Indexing');
    const folder = path.join(place.work, 'many');
    fs.mkdirSync(folder);
    for (let number = 0; number < 80; number += 1) {
      const lines = [
        '/** Kept for ' + number + ' minutes. */',
        'export const minutes' + number + ' = ' + number + ';',
        '',
      ];
      fs.writeFileSync(path.join(folder, 'part' + number + '.js'), lines.join('\n'));
    }
    win = await rig.openWindow(folder);
    page = win.page;
    chat = await openChat(win);
    const strip = chat.locator('.strip');
    await strip.locator('progress').waitFor();
    await win.screenshot(shot('indexing'));
    await strip.getByRole('button', { name: 'Cancel indexing' }).click();
    await strip.locator('progress').waitFor({ state: 'detached' });
    await strip.getByRole('button', { name: 'Resume' }).click();
    await strip.waitFor({ state: 'detached' });
    const answer = await ask(chat, 'what is minutes41?');
    await answer.locator('.source', { hasText: 'part41.js' }).first().waitFor();
    assert.match(await answer.locator('.found summary').innerText(), /Searched 80 files/);
  });
});
