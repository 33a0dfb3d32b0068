// An answer that comes slowly, from a model on this machine: the host is killed in its middle, and a person stops one.
// What had come is there afterwards, marked for what it is.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { startRig, until } from '../rig/editor/drive.mjs';
import { ask, makeWorkspace, openChat } from './workspace.mjs';

const vsix = process.env.QUARRY_VSIX ?? 'quarry.vsix';
const shots = process.env.QUARRY_SHOTS ?? '.vscode-test/shots';
const shot = (name) => path.join(shots, `${name}.png`);

/** What an OpenAI-compatible server streams. It says the beginning, and the rest only when it is let go on. */
async function startModel() {
  const state = { isHeld: true };
  const server = http.createServer((request, response) => {
    request.resume();
    if (!request.url.endsWith('/chat/completions')) return void response.end('{"data":[]}');
    const say = (content) => response.write(`data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    say('The limit is compared with the length of the body [1]');
    if (state.isHeld) return;
    say(' and the rest is said as well.');
    response.write(`data: ${JSON.stringify({ choices: [{ delta: {}, finish_reason: 'stop' }] })}\n\n`);
    response.end('data: [DONE]\n\n');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${server.address().port}/v1`;
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { state, url, close };
}

describe('an answer on its way', () => {
  let model;
  let place;
  let rig;
  let win;
  let chat;

  before(async () => {
    model = await startModel();
    place = makeWorkspace();
    const settings = {
      'quarry.model.default': 'endpoint',
      'quarry.model.endpoint': model.url,
      'quarry.model.endpointModel': 'slow',
    };
    rig = await startRig({ vsix, settings: { 'window.restoreWindows': 'none' } });
    // Of a remote machine the editor takes such settings from here only.
    const machine = path.join(rig.dataDir, 'Machine');
    fs.mkdirSync(machine, { recursive: true });
    fs.writeFileSync(path.join(machine, 'settings.json'), JSON.stringify(settings));
    win = await rig.openWindow(place.folder);
    chat = await openChat(win);
  });

  after(async () => {
    await rig?.stop();
    await model?.close();
    place?.remove();
  });

  const question = 'where is the limit of the body enforced?';

  async function beginAnswer() {
    await chat.locator('#question').fill(question);
    await chat.locator('#question').press('Enter');
    await chat
      .locator('article.answer[aria-busy="true"] .markdown', { hasText: 'compared with the length' })
      .last()
      .waitFor({ timeout: 60_000 });
  }

  it('is kept when it is stopped, and can be asked for again', async () => {
    await beginAnswer();
    await chat.locator('#question').press('Escape');
    await chat.locator('.stopped', { hasText: 'Stopped' }).waitFor();
    assert.match(await chat.locator('.markdown').last().innerText(), /compared with the length/);
    model.state.isHeld = false;
    await chat.getByRole('button', { name: 'Try again' }).click();
    await chat.locator('.markdown', { hasText: 'the rest is said as well' }).waitFor({ timeout: 60_000 });
    assert.equal(await chat.locator('article.question').count(), 1, 'the answer that was stopped is replaced');
  });

  it('is there up to the moment when the host was killed, and the history before it whole', async () => {
    await ask(chat, 'where is the reply serialised?');
    model.state.isHeld = true;
    await beginAnswer();
    process.kill(win.hostPid, 'SIGKILL');
    await rig.anotherHost([win.hostPid], { timeout: 60_000 });
    await until(
      'the chat read back',
      async () => {
        chat = await win.webviewFrame({ extensionId: 'quarry.quarry', has: '#question' }, { timeout: 5_000 });
        return (await chat.locator('.stopped', { hasText: 'was not finished' }).count()) === 1;
      },
      { timeout: 60_000 },
    );
    assert.equal(await chat.locator('article.question').count(), 3);
    assert.match(await chat.locator('.markdown').last().innerText(), /compared with the length/);
    assert.match(await chat.locator('.markdown').first().innerText(), /the rest is said as well/);
    await win.screenshot(shot('chat-killed'));
    model.state.isHeld = false;
    await chat.getByRole('button', { name: 'Try again' }).click();
    await chat
      .locator('.turn')
      .last()
      .locator('.markdown', { hasText: 'the rest is said as well' })
      .waitFor({ timeout: 60_000 });
    assert.equal(await chat.locator('article.question').count(), 3);
  });
});
