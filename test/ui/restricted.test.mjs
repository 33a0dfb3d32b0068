// What leaves this machine, and when, in a real window: nothing in Restricted Mode, nothing for a program that nobody has
// allowed it for, and nothing more once it is taken back. The endpoint is a real HTTP server that counts its requests.
import assert from 'node:assert/strict';
import path from 'node:path';
import { until } from '../rig/editor/drive.mjs';
import { locators } from '../rig/editor/workbench.mjs';
import { openModelElsewhere } from './modelElsewhere.mjs';

const shots = process.env.QUARRY_SHOTS ?? '.vscode-test/shots';
const shot = (name) => path.join(shots, `${name}.png`);
const question = 'How many items does a cart hold?';

describe('a model elsewhere', () => {
  let place;
  let win;
  let page;
  let chat;

  before(async () => {
    place = await openModelElsewhere({
      files: { 'cart.ts': '/** A cart holds at most 50 items. */\nexport const maxCartItems = 50;\n' },
      reply: () => ({ choices: [{ message: { content: 'Fifty, says the model [1].' } }] }),
      settings: { 'quarry.model.default': 'endpoint', 'quarry.model.endpointModel': 'small' },
    });
    ({ win, page, chat } = place);
  });
  after(() => place?.close());

  const begin = () => place.begin(question);
  const ask = () => place.search({ query: question, model: 'small', options: { question: true } });
  const { dialog } = locators(() => page);

  it('is not asked in Restricted Mode, neither by the chat nor by a program', async () => {
    await chat.locator('.egress', { hasText: 'On this machine' }).waitFor();
    const answer = await begin();
    await place.isDone(answer);
    assert.match((await answer.textContent()) ?? '', /50/);
    assert.equal(await answer.locator('.answered-by').count(), 0);
    await win.screenshot(shot('model-restricted'));
    const { status, text } = await ask();
    assert.equal(status, 200);
    assert.doesNotMatch(text, /says the model/);
    assert.equal(place.seen.length, 0);
  });

  it('is refused to a program once the folder is trusted, as long as nobody has allowed it', async () => {
    await win.runCommand('Workspaces: Manage Workspace Trust');
    await page.locator('.workspace-trust-editor .monaco-button', { hasText: /^Trust$/ }).click();
    await chat.locator('.egress', { hasText: 'small' }).waitFor();
    const { status, text } = await until('a refusal', async () => {
      const reply = await ask();
      return reply.status !== 200 && reply;
    });
    assert.equal(status, 403);
    assert.match(text, /nobody has allowed it yet.*allow it there/);
    assert.equal(place.seen.length, 0);
  });

  it('answers both once a person has allowed it', async () => {
    const answer = await begin();
    await dialog().locator('text=No keys or passwords were found').waitFor();
    assert.equal(place.seen.length, 0);
    await dialog()
      .locator('.monaco-button', { hasText: /^Send$/ })
      .click();
    await place.isDone(answer);
    await answer.locator('.markdown', { hasText: 'says the model' }).waitFor();
    assert.match((await ask()).text, /says the model/);
    assert.equal(place.seen.length, 2);
  });

  it('is asked for again by the next question after it was taken back', async () => {
    await win.runCommand('Quarry: Choose Model…');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Forget Allowed Destinations' }).click();
    const row = page.locator('.quick-input-list .monaco-list-row', { hasText: '0.0.0.0' });
    await row.locator('input[type="checkbox"], .monaco-checkbox').first().click();
    await page.locator('.quick-input-widget .monaco-button', { hasText: 'OK' }).click();
    await until('a refusal', async () => (await ask()).status === 403);
    const asked = place.seen.length;
    const answer = await begin();
    await dialog().locator('text=No keys or passwords were found').waitFor();
    await dialog()
      .locator('.monaco-button', { hasText: /^Cancel$/ })
      .click();
    await answer.locator('.failure', { hasText: 'Nothing was sent to 0.0.0.0' }).waitFor();
    assert.equal(place.seen.length, asked);
  });
});
