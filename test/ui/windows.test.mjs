// Several windows share one library: one of them serves, and when its host is killed another goes on.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startRig, until } from '../rig/editor/drive.mjs';

const vsix = process.env.QUARRY_VSIX ?? 'quarry.vsix';
const shots = process.env.QUARRY_SHOTS ?? '.vscode-test/shots';

describe('two windows', () => {
  let work;
  let rig;
  let one;
  let two;

  before(async () => {
    work = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-ui-'));
    for (const name of ['one', 'two']) fs.mkdirSync(path.join(work, name));
    rig = await startRig({ vsix });
    one = await rig.openWindow(path.join(work, 'one'));
    await served();
    two = await rig.openWindow(path.join(work, 'two'));
    await two.openView('Quarry');
    await two.webviewFrame({ extensionId: 'quarry.quarry', has: '#question' });
  });

  after(async () => {
    await rig?.stop();
    if (work) fs.rmSync(work, { recursive: true, force: true });
  });

  /** The server that answers, with who it is. */
  async function served() {
    const folder = path.join(rig.home, '.quarry', 'servers');
    return until('a server', async () => {
      for (const name of fs.existsSync(folder) ? fs.readdirSync(folder) : []) {
        if (!name.endsWith('.json')) continue;
        const { baseUrl, pid } = JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8'));
        const health = await fetch(`${baseUrl}/.well-known/health`, { signal: AbortSignal.timeout(500) }).catch(
          () => undefined,
        );
        if (health?.ok) return { baseUrl, pid, instance: health.headers.get('x-instance') };
      }
      return undefined;
    });
  }

  async function save(baseUrl, raw) {
    const body = JSON.stringify({ asset: { format: { fragment: { string: { raw } } } } });
    const answer = await fetch(`${baseUrl}/assets/create`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    assert.equal(answer.status, 200);
    return (await answer.json()).id;
  }

  it('have one server, that of the first', async () => {
    assert.equal((await served()).pid, one.hostPid);
    assert.equal(fs.readdirSync(path.join(rig.home, '.quarry', 'servers')).length, 1);
  });

  it('lose nothing when the host that serves is killed: the other takes over, on the same port', async () => {
    const before = await served();
    const kept = await save(before.baseUrl, 'const keptBeforeTheKill = 1;\n');
    const killed = Date.now();
    process.kill(one.hostPid, 'SIGKILL');
    const after = await until('another server', async () => {
      const now = await served();
      return now.instance === before.instance ? undefined : now;
    });
    console.log(`      took over after ${Date.now() - killed} ms`);
    assert.equal(after.baseUrl, before.baseUrl);
    assert.equal((await fetch(`${after.baseUrl}/asset/${kept}`)).status, 200);
    await save(after.baseUrl, 'const savedAfterTheKill = 2;\n');
    // Saved by a program outside: the tree of the window shows it by itself.
    await two.page.locator('.monaco-list-row', { hasText: 'savedAfterTheKill' }).waitFor({ timeout: 15_000 });
  });

  it('show no toast about it, and the one that is left still answers', async () => {
    assert.equal(await two.page.locator('.notification-toast', { hasText: 'Quarry' }).count(), 0);
    const chat = await two.webviewFrame({ extensionId: 'quarry.quarry', has: '#question' });
    await chat.locator('.chip-add').waitFor();
    fs.writeFileSync(
      path.join(work, 'two', 'port.ts'),
      '/** The port we prefer. */\nexport const preferredPort = 39300;\n',
    );
    await chat.locator('#question').fill('what is the preferred port?');
    await chat.locator('#question').press('Enter');
    await chat.locator('article.answer[aria-busy="false"]', { hasText: '39300' }).waitFor({ timeout: 30_000 });
    await two.screenshot(path.join(shots, 'after-takeover.png'));
  });
});
