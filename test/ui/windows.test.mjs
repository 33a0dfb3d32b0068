// Several windows share one library: one of them serves, and when its host is killed another goes on.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { startRig, until } from '../rig/editor/drive.mjs';
import { startModel, useModel } from './slowModel.mjs';
import { openChat } from './workspace.mjs';

const vsix = process.env.QUARRY_VSIX ?? 'quarry.vsix';
const shots = process.env.QUARRY_SHOTS ?? '.vscode-test/shots';

/** Programs outside that save at the same time, and how much is acknowledged before the kill. */
const writers = 8;
const savedBefore = 60;

describe('two windows', () => {
  let model;
  let work;
  let rig;
  let one;
  let two;
  /** The window whose host was killed last. */
  let killed;
  let kept = [];

  before(async () => {
    model = await startModel();
    work = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-ui-'));
    for (const name of ['one', 'two']) {
      fs.mkdirSync(path.join(work, name));
      const code = '/** Compares the length of the body with the limit. */\nexport const limitOfBody = 1024;\n';
      fs.writeFileSync(path.join(work, name, 'limit.ts'), code);
    }
    rig = await startRig({ vsix });
    // A port of its own: with the usual one, another Quarry on this machine would decide who gets which.
    useModel(rig, model, { 'quarry.server.port': await freePort() });
    one = await rig.openWindow(path.join(work, 'one'));
    await served();
    two = await rig.openWindow(path.join(work, 'two'));
    await openChat(two);
  });

  after(async () => {
    await rig?.stop();
    await model?.close();
    if (work) fs.rmSync(work, { recursive: true, force: true });
  });

  async function freePort() {
    const probe = net.createServer();
    await new Promise((resolve) => probe.listen(0, '127.0.0.1', resolve));
    const { port } = probe.address();
    await new Promise((resolve) => probe.close(resolve));
    return port;
  }

  /** The addresses that answer, each with who it is: one that found its port taken has two when that becomes free. */
  async function allServed() {
    const folder = path.join(rig.home, '.quarry', 'servers');
    const found = [];
    for (const name of fs.existsSync(folder) ? fs.readdirSync(folder) : []) {
      if (!name.endsWith('.json')) continue;
      const { baseUrl, pid } = JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8'));
      const health = await fetch(`${baseUrl}/.well-known/health`, { signal: AbortSignal.timeout(2_000) }).catch(
        () => undefined,
      );
      // A new server answers a moment before its file says who it is.
      if (health?.ok && isAlive(pid)) found.push({ baseUrl, pid, instance: health.headers.get('x-instance') });
    }
    return found;
  }

  const served = () => until('a server', async () => (await allServed())[0]);

  function isAlive(pid) {
    try {
      return process.kill(pid, 0);
    } catch {
      return false; // its host was killed
    }
  }

  const anotherThan = ({ instance }) =>
    until('another server', async () => {
      const now = await served();
      return now.instance === instance ? undefined : now;
    });

  async function save(baseUrl, raw) {
    const body = JSON.stringify({ asset: { format: { fragment: { string: { raw } } } } });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${baseUrl}/assets/create`, { method: 'POST', headers, body });
    assert.equal(answer.status, 200);
    return (await answer.json()).id;
  }

  /** Saves one after the other until the server is gone; the next one may be there before a writer has noticed. */
  async function saveOn(baseUrl, writer, { saved, signal }) {
    for (let number = 0; !signal.aborted; number += 1) {
      const raw = `const savedBy${writer} = ${number};\n`;
      try {
        saved.push({ id: await save(baseUrl, raw), raw });
      } catch (error) {
        if (error instanceof assert.AssertionError) throw error;
        return; // the connection broke: this one was not acknowledged
      }
    }
  }

  async function allAreThere(baseUrl) {
    for (const { id, raw } of kept) {
      const answer = await fetch(`${baseUrl}/asset/${id}`);
      assert.equal(answer.status, 200, `${raw.trim()} was acknowledged and is lost`);
      assert.equal((await answer.json()).original.reference.fragment.string.raw, raw);
    }
  }

  const toasts = (win) => win.page.locator('.notification-toast', { hasText: 'Quarry' }).count();

  /** One that found its port taken is announced twice when that becomes free, and a host that was killed takes nothing back. */
  function announced() {
    const folder = path.join(rig.home, '.quarry', 'servers');
    const files = fs.readdirSync(folder).map((name) => JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8')));
    return [...new Set(files.filter(({ pid }) => isAlive(pid)).map(({ instance }) => instance))];
  }

  it('have one server, that of the first', async () => {
    const { pid, instance } = await served();
    assert.equal(pid, one.hostPid);
    assert.deepEqual(announced(), [instance]);
  });

  it('lose nothing when the host that serves is killed in mid-save: the other takes over, on the same port', async () => {
    const before = await served();
    const killing = new AbortController();
    const writing = { saved: kept, signal: killing.signal };
    const saving = Array.from({ length: writers }, (_, writer) => saveOn(before.baseUrl, writer, writing));
    await until('much is saved', () => kept.length >= savedBefore);
    process.kill(one.hostPid, 'SIGKILL');
    killing.abort();
    const killedAt = Date.now();
    await Promise.all(saving);
    const after = await anotherThan(before);
    console.log(`      ${kept.length} acknowledged; took over after ${Date.now() - killedAt} ms`);
    assert.equal(after.baseUrl, before.baseUrl);
    await allAreThere(after.baseUrl);
    await save(after.baseUrl, 'const savedAfterTheKill = 2;\n');
    // Saved by programs outside: the tree of the window counts them by itself.
    const { iterable } = await (await fetch(`${after.baseUrl}/assets`)).json();
    assert.ok(iterable.length > kept.length);
    await two.page.locator('.split-view-view .monaco-list-row', { hasText: `${iterable.length}` }).waitFor();
    assert.equal(await toasts(two), 0);
    // On a busy machine the editor may have started the first window's host again before the second took over.
    await one.hostAnew();
    assert.ok([one.hostPid, two.hostPid].includes(after.pid));
  });

  it('lose nothing when the host that serves is killed in the middle of an answer to the other', async () => {
    const before = await served();
    const [serving, other] = before.pid === two.hostPid ? [two, one] : [one, two];
    assert.equal(before.pid, serving.hostPid);
    killed = serving;
    const chat = await openChat(other);
    await chat.locator('#question').fill('where is the limit of the body compared?');
    await chat.locator('#question').press('Enter');
    await chat.locator('article.answer[aria-busy="true"] .markdown', { hasText: 'compared with the length' }).waitFor();
    process.kill(serving.hostPid, 'SIGKILL');
    const after = await anotherThan(before);
    assert.equal(after.baseUrl, before.baseUrl);
    model.state.isHeld = false;
    await other.screenshot(path.join(shots, 'takeover-in-mid-answer.png'));
    assert.match(await chat.locator('.markdown').last().innerText(), /compared with the length/);
    await chat.getByRole('button', { name: 'Try again' }).click();
    await chat.locator('.markdown', { hasText: 'the rest is said as well' }).waitFor();
    assert.equal(await chat.locator('article.question').count(), 1, 'the answer that broke off is replaced');
    await allAreThere(after.baseUrl);
    assert.equal(await toasts(other), 0, 'nobody is told of what goes on by itself');
    await other.screenshot(path.join(shots, 'after-takeover.png'));
  });

  it('both follow when the library moves to another folder, and lose nothing', async () => {
    await killed.hostAnew();
    const before = await served();
    const moved = path.join(work, 'moved');
    const file = path.join(rig.dataDir, 'Machine', 'settings.json');
    const settings = { ...JSON.parse(fs.readFileSync(file, 'utf8')), 'quarry.library.dataFolder': moved };
    await one.page.bringToFront();
    fs.writeFileSync(file, JSON.stringify(settings));
    const questionOf = (win) => win.page.locator('.monaco-dialog-box', { hasText: 'Copy yours there?' });
    const asked = await until('the question in a window', async () => {
      for (const win of [one, two]) if ((await questionOf(win).count()) > 0) return win;
      return undefined;
    });
    await questionOf(asked).locator('.monaco-button', { hasText: 'Copy My Library' }).first().click();
    await until('an owner in the new folder', () => {
      const store = path.join(moved, 'store');
      return fs.existsSync(store) && fs.readdirSync(store).some((name) => name.startsWith('owner.'));
    });
    const after = await until('another server, where the first was', async () => {
      const all = await allServed();
      return all.find(({ instance, baseUrl }) => instance !== before.instance && baseUrl === before.baseUrl);
    });
    await allAreThere(after.baseUrl);
    // Whoever serves now serves the new library: a save into the old one would be missed below.
    await save(after.baseUrl, 'const savedAfterTheMove = 3;\n');
    const { iterable } = await (await fetch(`${after.baseUrl}/assets`)).json();
    for (const win of [one, two]) {
      await win.page.bringToFront();
      // Browsers' windows think that they have the focus, both: the other one still asks, and follows all the same.
      if ((await questionOf(win).count()) > 0) {
        await questionOf(win).locator('.monaco-button', { hasText: 'Cancel' }).first().click();
      }
      await win.openView('Quarry');
      await win.runListed('Quarry: Manage Library…', 'Refresh Library');
      await win.page
        .locator('.split-view-view .monaco-list-row', { hasText: `${iterable.length}` })
        .first()
        .waitFor();
    }
    // One server still: the old folder has no owner left.
    await until('one server', () => `${announced()}` === after.instance);
    await one.screenshot(path.join(shots, 'two-windows-moved.png'));
  });
});
