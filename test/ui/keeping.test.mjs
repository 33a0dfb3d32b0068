// The library goes in and out, back in time, to another folder, and away: a person's way, in a real browser.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import https from 'node:https';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { startRig, until } from '../rig/editor/drive.mjs';
import { locators } from '../rig/editor/workbench.mjs';
import { seedLibrary, serverOf } from './libraryOf.mjs';

const vsix = process.env.QUARRY_VSIX ?? 'quarry.vsix';
const shots = process.env.QUARRY_SHOTS ?? '.vscode-test/shots';
const shot = (name) => path.join(shots, `keeping-${name}.png`);

/** As the editor's user writes them: with comments and places to fill in. */
const snippets = `{
  // mine
  "Log a value": { "prefix": "log", "body": ["console.log('$1:', $1);", "$0"], "description": "Prints a value with its name" },
  "Sleep": { "scope": "typescript", "prefix": "sleep", "body": "await new Promise((done) => setTimeout(done, \${1:1000}));" },
  "Broken": { "prefix": "none" },
}
`;

describe('a library that comes and goes', () => {
  let work;
  let rig;
  let win;
  let page;
  let server;
  let exported;
  let moved;
  let other;
  let secure;

  const { input, choice, row, dialog, title } = locators(() => page);
  const press = (name) => dialog().locator('.monaco-button', { hasText: name }).first().click();
  const names = async () => (await server.assets()).map(({ name }) => name);
  /** Of a remote machine the editor takes such settings from here only. */
  const set = (name, value) => {
    fs.mkdirSync(path.join(rig.dataDir, 'Machine'), { recursive: true });
    fs.writeFileSync(path.join(rig.dataDir, 'Machine', 'settings.json'), JSON.stringify({ [name]: value }, null, 2));
  };

  before(async () => {
    work = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-keeping-')));
    exported = path.join(work, 'exported');
    moved = path.join(work, 'moved');
    for (const folder of [path.join(exported, 'older'), path.join(work, 'code')])
      fs.mkdirSync(folder, { recursive: true });
    rig = await startRig({
      vsix,
      settings: { 'workbench.colorTheme': 'Default Dark Modern', 'window.restoreWindows': 'none' },
    });
    const own = path.join(rig.dataDir, 'User', 'snippets');
    fs.mkdirSync(own, { recursive: true });
    fs.writeFileSync(path.join(own, 'typescript.json'), snippets);
    win = await rig.openWindow(path.join(work, 'code'));
    page = win.page;
    await win.openView('Quarry');
    server = await serverOf(rig.home);
    await page.getByText('Keep code that you will need again').waitFor();
    await page.locator('.pane-header', { hasText: 'Chat' }).click();
  });

  after(async () => {
    secure?.close();
    other?.kill('SIGTERM');
    await rig?.stop();
    fs.rmSync(work, { recursive: true, force: true });
  });

  /** The editor's own dialog for folders, as it is drawn in a browser. */
  async function giveFolder(folder) {
    const accept = page.locator('.quick-input-widget:visible .monaco-button').first();
    const rows = page.locator('.quick-input-widget:visible .monaco-list-row');
    const value = () => input().inputValue({ timeout: 2_000 });
    const isOpen = async () => (await input().isVisible()) && (await value()).includes('/');
    // Where it opens it lists what is there, and then writes that place over whatever was typed before.
    await until('the dialog for folders', async () => (await isOpen()) && (await rows.count()) > 0);
    // Away from the list: a row that comes to lie under the mouse would be accepted instead of the folder.
    await accept.hover();
    let tries = 0;
    await until(`the dialog to take ${folder}`, async () => {
      if (!(await isOpen())) return true;
      // Typing what stands there already would tell the dialog nothing.
      if ((tries += 1) > 1) await input().fill(`${path.dirname(folder)}/`, { timeout: 2_000 });
      await input().fill(`${folder}/`, { timeout: 2_000 });
      // It lists what is in the folder once it has gone there.
      await choice('older').waitFor({ timeout: 5_000 });
      if ((await value()) !== `${folder}/`) return false;
      await accept.click({ timeout: 2_000 });
      return until('it to close', async () => !(await isOpen()), { timeout: 10_000 });
    });
  }

  async function beginImport(source) {
    await win.runListed('Quarry: Manage Library…', 'Import Assets');
    await choice(source).click();
  }

  it('takes the snippets of the editor after a rehearsal, and once only', async () => {
    await beginImport('Your snippets of this editor');
    await title('2 new').waitFor();
    await choice('Log a value').waitFor();
    await choice('“Broken” has no body').waitFor();
    await win.screenshot(shot('rehearsal-dark'));
    assert.deepEqual(await names(), [], 'nothing is changed before it is accepted');
    await page.keyboard.press('Enter');
    await win.notification('Imported 2 assets');
    await row('Log a value').waitFor();
    await beginImport('Your snippets of this editor');
    await title('2 already there').waitFor();
    await page.keyboard.press('Escape');
    assert.equal((await names()).length, 2);
  });

  it('leaves as a folder of Markdown files', async () => {
    await seedLibrary(server);
    await win.runListed('Quarry: Manage Library…', 'Export Library');
    await giveFolder(exported);
    await win.notification('Exported 16 assets').finally(() => win.screenshot(shot('exported')));
    const files = fs
      .readdirSync(exported, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'));
    assert.equal(files.length, 16);
  });

  it('comes back from there with what was changed, and one step takes that back', async () => {
    const file = fs
      .readdirSync(exported, { recursive: true, encoding: 'utf8' })
      .map((name) => path.join(exported, name))
      .find((name) => name.endsWith('.md') && fs.readFileSync(name, 'utf8').includes('setTimeout(() => call'));
    fs.writeFileSync(
      file,
      fs.readFileSync(file, 'utf8').replace('setTimeout(() => call', 'setTimeout(() => void call'),
    );
    const debounce = async () =>
      (await server.assets()).find(({ name }) => name === 'debounce').original.reference.fragment.string.raw;
    await beginImport('Exported library');
    await giveFolder(exported);
    await title('0 new, 1 changed, 15 already there').waitFor();
    await win.screenshot(shot('rehearsal-changed'));
    await page.keyboard.press('Enter');
    await win.notification('Imported 1 asset');
    assert.match(await debounce(), /void call/);
    await win.pressInNotification('Imported 1 asset', 'Undo');
    await until('the old text', async () => !(await debounce()).includes('void call'));
    assert.equal((await names()).length, 16);
  });

  it('takes each file of a folder as an asset, save what is hidden, no text, or brought by packages', async () => {
    const folder = path.join(work, 'pieces');
    const files = {
      'wait.ts': 'export const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));\n',
      'older/orders.sql': 'SELECT id FROM orders WHERE paid IS NULL;\n',
      'older/sweep.py': 'def sweep(rows):\n    return [row for row in rows if row]\n',
      '.cache/hidden.ts': 'export const hidden = 1;\n',
      'node_modules/one/index.js': 'module.exports = 1;\n',
      'picture.ts': 'no\0text',
    };
    for (const [name, text] of Object.entries(files)) {
      fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      fs.writeFileSync(path.join(folder, name), text);
    }
    const before = (await names()).toSorted();
    await beginImport('A folder of files');
    await giveFolder(folder);
    await title('3 new').waitFor();
    await win.screenshot(shot('rehearsal-files'));
    await page.keyboard.press('Enter');
    await win.notification('Imported 3 assets');
    assert.equal((await names()).length, before.length + 3);
    await win.pressInNotification('Imported 3 assets', 'Undo');
    await until('the library as it was', async () => `${(await names()).toSorted()}` === `${before}`);
  });

  it('takes what another server of the interface has, read only', async () => {
    const args = ['dist/cli.js', 'serve', '--port', '0', '--data', path.join(work, 'other'), '--root', work];
    other = spawn(process.execPath, args, {
      env: { ...process.env, HOME: path.join(work, 'otherHome') },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [line] = await once(createInterface(other.stdout), 'line');
    const { baseUrl } = JSON.parse(line);
    const created = await fetch(`${baseUrl}/assets/create`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        type: 'SEEDED_ASSET',
        asset: { metadata: { name: 'From over there' }, format: { fragment: { string: { raw: 'SELECT 1;' } } } },
      }),
    });
    assert.equal(created.status, 200);
    await beginImport('A running server');
    await input().fill(baseUrl);
    await page.keyboard.press('Enter');
    await title('1 new').waitFor();
    await page.keyboard.press('Enter');
    await row('From over there').waitFor();

    // One that speaks https, and signs for itself.
    const identity = Object.fromEntries(
      ['cert', 'key'].map((part) => [part, fs.readFileSync(`test/fixtures/tls/${part}.pem`)]),
    );
    secure = https.createServer(identity, (_, response) => response.end('{}'));
    await once(secure.listen(0, '127.0.0.1'), 'listening');
    await beginImport('A running server');
    await input().fill(`https://127.0.0.1:${secure.address().port}/`);
    await page.keyboard.press('Enter');
    await win.notification('shows a certificate that this machine does not trust');
    await beginImport('A running server');
    await input().fill('https://127.0.0.1:9/');
    await page.keyboard.press('Enter');
    await win.notification('does not answer');
  });

  it('is backed up, verified and brought back by commands, with a way back', async () => {
    await win.runListed('Quarry: Manage Library…', 'Back Up Library');
    await win.notification('The library is backed up');
    await win.runListed('Quarry: Manage Library…', 'Verify Backups');
    await win.notification('came back whole');
    const doomed = (await server.assets()).find(({ name }) => name === 'From over there');
    await server.post(`/assets/${doomed.id}/delete`, {});
    await win.runListed('Quarry: Manage Library…', 'Refresh Library');
    await row('From over there').waitFor({ state: 'hidden' });
    await win.runListed('Quarry: Manage Library…', 'Restore Backup…');
    await choice('made by hand').waitFor();
    await win.screenshot(shot('backups'));
    await choice('made by hand').click();
    await dialog().getByText('17 assets').waitFor();
    await win.screenshot(shot('restore'));
    await press('Restore');
    await win.notification('The library is what the backup held');
    await row('From over there').waitFor();
    await win.pressInNotification('The library is what the backup held', 'Undo');
    await row('From over there').waitFor({ state: 'hidden' });
  });

  it('says of a folder that cannot be used why, stays where it is, and says when the setting is right again', async () => {
    set('quarry.library.dataFolder', path.join(work, 'missing', 'library'));
    await win.notification('the folder above it does not exist');
    await win.screenshot(shot('bad-folder'));
    // The service begins anew where it was, maybe on another port.
    await until('the library where it was', async () => {
      server = await serverOf(rig.home);
      return (await names()).length === 16;
    });
    set('quarry.library.dataFolder', '');
    await win.notification('The setting of the data folder is right again');
    await win.screenshot(shot('good-folder'));
    await until('the library still there', async () => {
      server = await serverOf(rig.home);
      return (await names()).length === 16;
    });
  });

  it('moves to another folder with everything in it, and stays in the old one too', async () => {
    set('quarry.library.dataFolder', moved);
    await dialog().getByText('Copy yours there?').waitFor();
    await win.screenshot(shot('move'));
    await press('Copy My Library');
    await win.notification('now (16 assets)');
    server = await serverOf(rig.home);
    assert.equal((await names()).length, 16);
    assert.ok(fs.readdirSync(path.join(moved, 'store')).some((name) => name.startsWith('owner.')));
    const old = path.join(rig.dataDir, 'User', 'globalStorage', 'quarry.quarry', 'store');
    assert.ok(fs.readdirSync(old).some((name) => /^(library|journal)\./.test(name)));
    await row('debounce').waitFor();
  });

  it('is deleted with everything around it, after having said what goes', async () => {
    await win.runListed('Quarry: Manage Library…', 'Delete All My Data…');
    await dialog().getByText('Delete all your data of Quarry?').waitFor();
    await win.screenshot(shot('delete-all'));
    await press('Delete Everything');
    await win.notification('All your data of Quarry is deleted');
    await page.getByText('Keep code that you will need again').waitFor();
    await win.screenshot(shot('deleted'));
    for (const folder of [moved, path.join(rig.dataDir, 'User', 'globalStorage', 'quarry.quarry')]) {
      const left = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
        const file = path.join(folder, name);
        return fs.statSync(file).isFile() && fs.readFileSync(file, 'utf8').includes('backoff');
      });
      assert.deepEqual(left, []);
    }
  });
});
