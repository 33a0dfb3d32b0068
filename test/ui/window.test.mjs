// The packed extension in a real window. `npm run test:ui`; pictures go to .vscode-test/shots.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startRig } from '../rig/editor/drive.mjs';

const vsix = process.env.QUARRY_VSIX ?? 'quarry.vsix';
const shots = process.env.QUARRY_SHOTS ?? '.vscode-test/shots';

describe('a window with the packed extension', () => {
  let work;
  let rig;
  let win;

  before(async () => {
    work = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-ui-'));
    fs.writeFileSync(path.join(work, 'greet.ts'), 'export const greet = (name: string) => `Hello ${name}`;\n');
    rig = await startRig({ vsix });
    win = await rig.openWindow(work);
  });

  after(async () => {
    await rig?.stop();
    if (work) fs.rmSync(work, { recursive: true, force: true });
  });

  it('shows the container of Quarry in the activity bar', async () => {
    await win.openView('Quarry');
    await win.screenshot(path.join(shots, 'window.png'));
  });

  it('lists Quarry among the running extensions', async () => {
    const quarry = (await win.runningExtensions()).find((extension) => extension.name === 'Quarry');
    assert.ok(quarry, 'it is not listed');
    console.log(`      activation: ${quarry.activationMs} ms`);
  });

  it('brings a small page and a small shell: what is loaded while somebody waits', () => {
    const [folder] = fs.readdirSync(rig.extensionsDir).filter((name) => name.startsWith('quarry.quarry'));
    const kib = (file) => fs.statSync(path.join(rig.extensionsDir, folder, 'dist', file)).size / 1024;
    const [page, answers, shell] = ['webview/chat.js', 'webview/answers.js', 'extension.js'].map(kib);
    const sizes = `chat.js ${page.toFixed(0)} KiB, answers.js ${answers.toFixed(0)} KiB`;
    console.log(`      ${sizes}, extension.js ${shell.toFixed(0)} KiB`);
    assert.ok(page + answers <= 400);
    // What the first paint waits for.
    assert.ok(page <= 100);
    // It holds the views, the commands and the way to models; schemas and sockets are a bundle of their own.
    assert.ok(shell <= 180);
  });
});
