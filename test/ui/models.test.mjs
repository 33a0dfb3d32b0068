// The chat with each kind of model, in a real browser: the built-in one, an endpoint that is a real HTTP server, and a
// model that a second extension registers with the editor. Leaves a picture of each.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { createVSIX } from '@vscode/vsce';
import { startRig, until } from '../rig/editor/drive.mjs';

const vsix = process.env.QUARRY_VSIX ?? 'quarry.vsix';
const shots = process.env.QUARRY_SHOTS ?? '.vscode-test/shots';
const shot = (name) => path.join(shots, `${name}.png`);
const question = 'where is the maximum request body size enforced while the payload is being read?';
const key = 'sk-test-0123456789abcdef';
const leftBehind = ['f3Kq9', 'ZpLw2', 'Xv7Rt', 'B4nM'].join('');
const written =
  'The limit is checked **while the body is read**, not only from its header [1]. When the counted bytes pass it, the request ends with `FST_ERR_CTP_BODY_TOO_LARGE` [2].';

/** Answers word by word; `mode` says how it behaves. */
async function startEndpoint() {
  const endpoint = { seen: [], hungUp: 0, mode: 'answer', baseUrl: '', close: () => {} };
  const server = http.createServer((request, response) => {
    let body = '';
    request.on('data', (text) => (body += text));
    request.on('end', () => {
      if (request.url === '/v1/models') {
        response.writeHead(200, { 'content-type': 'application/json' });
        return void response.end('{"data":[{"id":"small-coder"},{"id":"other"}]}');
      }
      endpoint.seen.push({ url: request.url, authorization: request.headers.authorization, body });
      if (endpoint.mode === 'refuse') return void response.writeHead(401).end('{"error":{"message":"bad key"}}');
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const words = written.match(/\S+\s*/g);
      const timer = setInterval(() => {
        const word = words.shift();
        if (endpoint.mode === 'endless' && words.length < 8) return;
        if (word === undefined) {
          clearInterval(timer);
          return void response.end('data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n');
        }
        response.write(`data: ${JSON.stringify({ choices: [{ delta: { content: word } }] })}\n\n`);
      }, 40);
      response.once('close', () => {
        clearInterval(timer);
        if (!response.writableFinished) endpoint.hungUp += 1;
      });
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  endpoint.baseUrl = `http://127.0.0.1:${server.address().port}/v1`;
  endpoint.close = () => {
    server.closeAllConnections();
    server.close();
  };
  return endpoint;
}

describe('the chat with each kind of model', () => {
  let work;
  let endpoint;
  let rig;
  let win;
  let page;
  let chat;

  before(async () => {
    work = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-models-'));
    const folder = path.join(work, 'fastify');
    for (const part of ['fastify.js', 'lib', 'package.json']) {
      fs.cpSync(path.join('node_modules/fastify', part), path.join(folder, part), { recursive: true });
    }
    // Where the answer is found, a key was left behind.
    const parser = path.join(folder, 'lib', 'content-type-parser.js');
    const code = fs.readFileSync(parser, 'utf8');
    fs.writeFileSync(parser, code.replace(/^function rawBody .*$/m, `$&\n  const apiKey = "${leftBehind}"`));
    const provider = path.join(work, 'editor-model.vsix');
    await createVSIX({
      cwd: path.resolve('test/fixtures/editor-model'),
      packagePath: provider,
      ...{ dependencies: false, allowMissingRepository: true, skipLicense: true },
    });
    endpoint = await startEndpoint();
    rig = await startRig({
      vsix: [vsix, provider],
      settings: {
        'workbench.colorTheme': 'Default Dark Modern',
      },
    });
    win = await rig.openWindow(folder);
    page = win.page;
    await win.openView('Quarry');
    chat = await win.webviewFrame({ extensionId: 'quarry.quarry', has: '#question' });
  });

  after(async () => {
    await rig?.stop();
    endpoint?.close();
    if (work) fs.rmSync(work, { recursive: true, force: true });
  });

  /** Through the chip in the question box, as a user would. */
  async function choose(label) {
    await chat.locator('.egress').click();
    const row = page.locator('.quick-input-list .monaco-list-row', { hasText: label }).first();
    await row.waitFor();
    if (label === 'Slow Tester') await win.screenshot(shot('model-picker'));
    await row.click();
    const shown = label === 'Built-in' ? 'On this machine' : label;
    await chat.locator('.egress', { hasText: shown }).waitFor();
  }

  /** The last turn; a later one has a greater number. */
  async function lastTurn() {
    const turns = chat.locator('.turn');
    const id = (await turns.count()) === 0 ? undefined : await turns.last().getAttribute('data-turn');
    return { id, number: Number(id?.split('-').at(-1) ?? 0) };
  }

  /**
   * The answer in a new turn. A long chat draws only the turns in sight, and a turn that is asked again is gone before the
   * new one is there, so an answer is known by its turn and not by its place.
   */
  async function answerTo(ask) {
    const before = await lastTurn();
    await ask();
    await until('a new turn', async () => (await lastTurn()).number > before.number);
    return chat.locator(`article.answer[data-turn="${(await lastTurn()).id}"]`);
  }

  const begin = (text = question) =>
    answerTo(async () => {
      await chat.locator('#question').fill(text);
      await chat.locator('#question').press('Enter');
    });

  const isDone = (answer) => answer.and(chat.locator('[aria-busy="false"]')).waitFor();

  it('says that nothing leaves the machine, and answers without a model', async () => {
    await chat.locator('.egress', { hasText: 'On this machine' }).waitFor();
    const answer = await begin();
    await isDone(answer);
    assert.equal(await answer.locator('.answered-by').count(), 0);
    await win.screenshot(shot('model-built-in'));
    assert.equal(endpoint.seen.length, 0);
  });

  it('streams the answer of an endpoint on this machine, with sources that open', async () => {
    await chat.locator('.egress').click();
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Set Up an Endpoint' }).click();
    const input = page.locator('.quick-input-widget input[type="text"], .quick-input-widget input[type="password"]');
    await input.first().fill(endpoint.baseUrl);
    await page.keyboard.press('Enter');
    await page.locator('.quick-input-widget', { hasText: 'Leave it empty if it needs none' }).waitFor();
    await input.first().fill(key);
    await page.keyboard.press('Enter');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'small-coder' }).click();
    await chat.locator('.egress', { hasText: 'small-coder' }).waitFor();
    const answer = await begin();
    await answer.locator('.markdown', { hasText: 'The limit is' }).waitFor();
    assert.equal(await answer.getAttribute('aria-busy'), 'true', 'text is shown before the answer is complete');
    await isDone(answer);
    assert.equal(await answer.locator('.sources .source').count(), 2);
    await answer.locator('.answered-by', { hasText: 'small-coder' }).waitFor();
    await win.screenshot(shot('model-endpoint'));
    const { authorization, body } = endpoint.seen.at(-1);
    assert.equal(authorization, `Bearer ${key}`);
    assert.match(body, /<passage-/);
  });

  it('closes the endpoint’s connection when Escape stops the answer', async () => {
    endpoint.mode = 'endless';
    const answer = await begin();
    await answer.locator('.markdown', { hasText: 'The limit is' }).waitFor();
    await chat.locator('#question').press('Escape');
    await isDone(answer);
    await until('the connection closed', () => endpoint.hungUp === 1);
  });

  it('says what to do about a refused key, and offers an answer without a model', async () => {
    endpoint.mode = 'refuse';
    const answer = await begin();
    await answer.locator('.failure', { hasText: 'Set Model Key' }).waitFor();
    await win.screenshot(shot('model-refused'));
    const instead = await answerTo(() => answer.getByText('Answer without a model').click());
    await instead.locator('.sources .source').first().waitFor();
    assert.equal(await instead.locator('.answered-by').count(), 0);
    endpoint.mode = 'answer';
  });

  it('shows what would leave before a model of the editor is asked for the first time', async () => {
    await choose('Slow Tester');
    const answer = await begin();
    const dialog = page.locator('.monaco-dialog-box');
    await dialog.getByText(/Replaced in them by \[secret\]: values of names such as password: \d/).waitFor();
    await win.screenshot(shot('model-consent'));
    await dialog.getByText('Show What Is Sent').click();
    await page.locator('.tab.active', { hasText: 'tester' }).waitFor();
    await win.screenshot(shot('model-preview'));
    assert.ok(endpoint.seen.every(({ body }) => !body.includes(leftBehind)));
    // One dialog: it has made room for what is sent, and the chat has its buttons and says what it waits for.
    await dialog.waitFor({ state: 'hidden' });
    await answer.locator('.progress', { hasText: 'Waiting for you' }).waitFor();
    await chat.locator('.consent', { hasText: 'passages of code to tester' }).waitFor();
    await win.screenshot(shot('model-waiting'));
    assert.equal(await page.locator('.notification-list-item:visible', { hasText: 'passages of code' }).count(), 0);
    await chat.locator('.consent').getByRole('button', { name: 'Send', exact: true }).click();
    await chat.locator('.consent').waitFor({ state: 'detached' });
    // The editor may ask for itself.
    const permission = page.locator('.monaco-dialog-box .monaco-button', { hasText: 'Allow' });
    await until('the answer', async () => {
      if (await permission.isVisible()) await permission.click({ timeout: 2_000 });
      return answer.and(chat.locator('[aria-busy="false"]')).isVisible();
    });
    await answer.locator('.markdown', { hasText: 'You asked' }).waitFor();
    assert.equal(await answer.locator('.sources .source').count(), 2);
    assert.equal(await answer.locator('.markdown a').count(), 0);
    assert.doesNotMatch((await answer.locator('.markdown').textContent()) ?? '', /99|evil/);
    await win.screenshot(shot('model-editor'));
  });

  it('keeps the key out of every file but the editor’s own secret store', () => {
    const files = fs.readdirSync(rig.profile, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
    const holding = files
      .map((file) => path.join(file.parentPath, file.name))
      .filter((file) => fs.statSync(file).size < 20_000_000 && fs.readFileSync(file).includes(key));
    assert.deepEqual(holding, []);
  });

  it('does not ask again', async () => {
    const answer = await begin('where is the port chosen?');
    await isDone(answer);
    await answer.locator('.markdown', { hasText: 'where is the port chosen' }).waitFor();
  });
});
