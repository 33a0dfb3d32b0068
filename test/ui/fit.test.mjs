// How Quarry fits into windows of every kind: several folders at once, and what outlives a restart.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startRig } from '../rig/editor/drive.mjs';
import { ask, openChat, servedAt } from './workspace.mjs';

const vsix = process.env.QUARRY_VSIX ?? 'quarry.vsix';
const shots = process.env.QUARRY_SHOTS ?? '.vscode-test/shots';
const shot = (name) => path.join(shots, `fit-${name}.png`);

const files = {
  'client/src/queue.ts':
    '/** Keeps at most 40 requests waiting; more are refused. */\nexport const maxWaitingRequests = 40;\n',
  'server/src/session.ts':
    '/** A session ends after 30 minutes without a request. */\nexport const sessionMinutes = 30;\n',
};

describe('in every kind of window', function () {
  this.timeout(180_000);
  let work;
  let rig;
  let win;
  let page;

  const status = () => page.locator('.statusbar-item[id*="quarry"]').first();

  before(async () => {
    work = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-fit-')));
    for (const [name, text] of Object.entries(files)) {
      fs.mkdirSync(path.dirname(path.join(work, name)), { recursive: true });
      fs.writeFileSync(path.join(work, name), text);
    }
    const folders = ['client', 'server'].map((name) => ({ path: path.join(work, name) }));
    fs.writeFileSync(path.join(work, 'both.code-workspace'), JSON.stringify({ folders }));
    rig = await startRig({
      vsix,
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
    await win.runCommand('Quarry: Pause Indexing');
    await status().filter({ hasText: 'paused' }).waitFor();
    await win.runCommand('Quarry: Restart Service');
    await status()
      .filter({ hasText: /starting|taking over/ })
      .waitFor()
      .catch(() => undefined);
    await status().filter({ hasText: 'paused' }).waitFor({ timeout: 60_000 });
    await win.runCommand('Quarry: Resume Indexing');
    await status().filter({ hasNotText: 'paused' }).waitFor();
  });
});
