// An answer that comes slowly, from a model on this machine: the host is killed in its middle, and a person stops one.
// What had come is there afterwards, marked for what it is.
import assert from 'node:assert/strict';
import path from 'node:path';
import { startRig, until } from '../rig/editor/drive.mjs';
import { startModel, useModel } from './slowModel.mjs';
import { ask, makeWorkspace, openChat } from './workspace.mjs';

const vsix = process.env.QUARRY_VSIX ?? 'quarry.vsix';
const shots = process.env.QUARRY_SHOTS ?? '.vscode-test/shots';
const shot = (name) => path.join(shots, `${name}.png`);

describe('an answer on its way', () => {
  let model;
  let place;
  let rig;
  let win;
  let chat;

  before(async () => {
    model = await startModel();
    place = makeWorkspace();
    rig = await startRig({ vsix, settings: { 'window.restoreWindows': 'none' } });
    useModel(rig, model);
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
      .waitFor();
  }

  it('is kept when it is stopped, and can be asked for again', async () => {
    await beginAnswer();
    await chat.locator('#question').fill('and then?');
    await chat.locator('#question').press('Enter');
    await chat.locator('.notice', { hasText: 'An answer is on its way' }).waitFor();
    assert.equal(await chat.locator('#question').inputValue(), 'and then?', 'nothing typed is lost');
    await win.screenshot(shot('chat-asked-early'));
    await chat.locator('#question').press('Escape');
    await chat.locator('.stopped', { hasText: 'Stopped' }).waitFor();
    await chat.locator('.notice').waitFor({ state: 'detached' });
    assert.match(await chat.locator('.markdown').last().innerText(), /compared with the length/);
    model.state.isHeld = false;
    await chat.getByRole('button', { name: 'Try again' }).click();
    await chat.locator('.markdown', { hasText: 'the rest is said as well' }).waitFor();
    assert.equal(await chat.locator('article.question').count(), 1, 'the answer that was stopped is replaced');
  });

  it('is there up to the moment when the host was killed, and the history before it whole', async () => {
    await ask(chat, 'where is the reply serialised?');
    model.state.isHeld = true;
    await beginAnswer();
    process.kill(win.hostPid, 'SIGKILL');
    await win.hostAnew();
    await until('the chat read back', async () => {
      chat = await win.webviewFrame({ extensionId: 'quarry.quarry', has: '#question' }, { timeout: 5_000 });
      return (await chat.locator('.stopped', { hasText: 'was not finished' }).count()) === 1;
    });
    // The page draws the last turn first.
    await chat.locator('article.question').nth(2).waitFor();
    assert.equal(await chat.locator('article.question').count(), 3);
    assert.match(await chat.locator('.markdown').last().innerText(), /compared with the length/);
    assert.match(await chat.locator('.markdown').first().innerText(), /the rest is said as well/);
    await win.screenshot(shot('chat-killed'));
    model.state.isHeld = false;
    await chat.getByRole('button', { name: 'Try again' }).click();
    // The turn that is asked again goes before its new one comes, and the one before it says the same.
    const turns = chat.locator('.turn');
    await turns.nth(2).locator('.markdown', { hasText: 'the rest is said as well' }).waitFor();
    assert.equal(await turns.count(), 3);
  });
});
