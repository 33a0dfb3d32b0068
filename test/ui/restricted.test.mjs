// What leaves this machine, and when, in a real window: nothing in Restricted Mode, nothing for a program that nobody has
// allowed it for, and nothing more once it is taken back. The endpoint is a real HTTP server that counts its requests.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { startRig, until } from '../rig/editor/drive.mjs';

const vsix = process.env.QUARRY_VSIX ?? 'quarry.vsix';
const shots = process.env.QUARRY_SHOTS ?? '.vscode-test/shots';
const shot = (name) => path.join(shots, `${name}.png`);
const question = 'How many items does a cart hold?';

async function startEndpoint() {
  let asked = 0;
  const server = http.createServer((request, response) => {
    asked += 1;
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{"choices":[{"message":{"content":"Fifty, says the model [1]."}}]}');
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: server.address().port,
    asked: () => asked,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

describe('a model elsewhere', () => {
  let work;
  let endpoint;
  let rig;
  let win;
  let page;
  let chat;

  before(async () => {
    work = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-restricted-')));
    fs.writeFileSync(
      path.join(work, 'cart.ts'),
      '/** A cart holds at most 50 items. */\nexport const maxCartItems = 50;\n',
    );
    endpoint = await startEndpoint();
    rig = await startRig({
      vsix,
      trust: true,
      settings: {
        'security.workspace.trust.enabled': true,
        'security.workspace.trust.startupPrompt': 'never',
        'quarry.model.default': 'endpoint',
        // Not written as this machine's own address, so it counts as another one; and yet nothing leaves the test.
        'quarry.model.endpoint': `http://0.0.0.0:${endpoint.port}/v1`,
        'quarry.model.endpointModel': 'small',
      },
    });
    win = await rig.openWindow(work);
    page = win.page;
    await win.openView('Quarry');
    chat = await win.webviewFrame({ extensionId: 'quarry.quarry', has: '#question' });
  });

  after(async () => {
    await rig?.stop();
    endpoint?.close();
    if (work) fs.rmSync(work, { recursive: true, force: true });
  });

  async function begin() {
    const count = await chat.locator('article.answer').count();
    await chat.locator('#question').fill(question);
    await chat.locator('#question').press('Enter');
    await until('a new turn', async () => (await chat.locator('article.answer').count()) > count);
    return chat.locator('article.answer').last();
  }

  const isDone = (answer) => answer.and(chat.locator('[aria-busy="false"]')).waitFor({ timeout: 30_000 });
  const dialog = () => page.locator('.monaco-dialog-box');

  /** As a program on this machine asks. */
  async function ask() {
    const folder = path.join(rig.home, '.quarry', 'servers');
    const file = await until('the server', () => fs.existsSync(folder) && fs.readdirSync(folder)[0]);
    const { baseUrl } = JSON.parse(fs.readFileSync(path.join(folder, file), 'utf8'));
    const response = await fetch(`${baseUrl}/qgpt/relevance`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: question, paths: [work], model: 'small', options: { question: true } }),
    });
    return { status: response.status, text: await response.text() };
  }

  it('is not asked in Restricted Mode, neither by the chat nor by a program', async () => {
    await chat.locator('.egress', { hasText: 'On this machine' }).waitFor();
    const answer = await begin();
    await isDone(answer);
    assert.match((await answer.textContent()) ?? '', /50/);
    assert.equal(await answer.locator('.answered-by').count(), 0);
    await win.screenshot(shot('model-restricted'));
    const { status, text } = await ask();
    assert.equal(status, 200);
    assert.doesNotMatch(text, /says the model/);
    assert.equal(endpoint.asked(), 0);
  });

  it('is refused to a program once the folder is trusted, as long as nobody has allowed it', async () => {
    await win.runCommand('Workspaces: Manage Workspace Trust');
    await page.locator('.workspace-trust-editor .monaco-button', { hasText: /^Trust$/ }).click();
    await chat.locator('.egress', { hasText: 'small' }).waitFor({ timeout: 20_000 });
    const { status, text } = await until('a refusal', async () => {
      const reply = await ask();
      return reply.status !== 200 && reply;
    });
    assert.equal(status, 403);
    assert.match(text, /nobody has allowed it yet.*allow it there/);
    assert.equal(endpoint.asked(), 0);
  });

  it('answers both once a person has allowed it', async () => {
    const answer = await begin();
    await dialog().locator('text=Keys and passwords').waitFor({ timeout: 30_000 });
    assert.equal(endpoint.asked(), 0);
    await dialog()
      .locator('.monaco-button', { hasText: /^Send$/ })
      .click();
    await isDone(answer);
    await answer.locator('.markdown', { hasText: 'says the model' }).waitFor();
    assert.match((await ask()).text, /says the model/);
    assert.equal(endpoint.asked(), 2);
  });

  it('is asked for again by the next question after it was taken back', async () => {
    await win.runCommand('Quarry: Forget Allowed Destinations');
    const row = page.locator('.quick-input-list .monaco-list-row', { hasText: '0.0.0.0' });
    await row.locator('input[type="checkbox"], .monaco-checkbox').first().click();
    await page.locator('.quick-input-widget .monaco-button', { hasText: 'OK' }).click();
    await until('a refusal', async () => (await ask()).status === 403);
    const asked = endpoint.asked();
    const answer = await begin();
    await dialog().locator('text=Keys and passwords').waitFor({ timeout: 30_000 });
    await dialog()
      .locator('.monaco-button', { hasText: /^Cancel$/ })
      .click();
    await answer.locator('.failure', { hasText: 'Nothing was sent to 0.0.0.0' }).waitFor({ timeout: 20_000 });
    assert.equal(endpoint.asked(), asked);
  });
});
