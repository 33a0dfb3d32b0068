// The packed extension in a real window. `npm run test:ui`; pictures go to .vscode-test/shots.
import { createVSIX } from '@vscode/vsce';
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
    const plain = path.join(work, 'plain-tree.vsix');
    await createVSIX({
      cwd: path.resolve('test/fixtures/plain-tree'),
      packagePath: plain,
      ...{ dependencies: false, allowMissingRepository: true, skipLicense: true },
    });
    rig = await startRig({ vsix: [vsix, plain] });
    win = await rig.openWindow(work);
  });

  after(async () => {
    await rig?.stop();
    if (work) fs.rmSync(work, { recursive: true, force: true });
  });

  it('lists Quarry among the running extensions', async () => {
    const names = ['Quarry', 'A plain tree, for tests'];
    const all = await win.runningExtensions({ listing: names });
    const [quarry, plain] = names.map((name) => all.find((one) => one.name === name));
    assert.ok(quarry, 'it is not listed');
    // Both start by themselves, in the same moment. The editor counts what other extensions do between its steps.
    console.log(
      `      activation: ${quarry.activationMs} ms; of one that does next to nothing: ${plain?.activationMs} ms`,
    );
  });

  it('shows the container of Quarry in the activity bar', async () => {
    await win.openView('Quarry');
    await win.screenshot(path.join(shots, 'window.png'));
  });

  it('brings a small page and a small shell: what is loaded while somebody waits', () => {
    const [folder] = fs.readdirSync(rig.extensionsDir).filter((name) => name.startsWith('quarry.quarry'));
    const kib = (file) => fs.statSync(path.join(rig.extensionsDir, folder, 'dist', file)).size / 1024;
    const [page, answers, entry, shell] = ['webview/chat.js', 'webview/answers.js', 'extension.js', 'shell.js'].map(
      kib,
    );
    const sizes = `chat.js ${page.toFixed(0)} KiB, answers.js ${answers.toFixed(0)} KiB`;
    console.log(`      ${sizes}, extension.js ${entry.toFixed(1)} KiB, shell.js ${shell.toFixed(0)} KiB`);
    assert.ok(page + answers <= 400);
    // What the first paint waits for.
    assert.ok(page <= 100);
    // What every other extension waits for at the start: it opens the shell in a turn of its own.
    assert.ok(entry <= 4);
    // It holds the views and the commands; schemas, sockets and the chat are bundles of their own.
    assert.ok(shell <= 120);
  });
});
