// An endpoint's model for embeddings, chosen in the editor's settings, in a real window: nobody is asked in Restricted
// Mode, a person sees what would leave before the first time, and then the passages stand in another order. The endpoint
// is a real HTTP server.
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
const key = 'sk-rank-0123456789abcdef';
const secret = 'sk-Zx81Kq0pLm73Vb92Tn45Rw68';

/** To its embeddings, the trolley is what a question about carts means. */
async function startEndpoint() {
  const seen = [];
  const server = http.createServer((request, response) => {
    let body = '';
    request.on('data', (text) => (body += text));
    request.on('end', () => {
      seen.push({ url: request.url, authorization: request.headers.authorization, body });
      const { input } = JSON.parse(body);
      const vectorOf = (text) => (/trolleyRoom|^How many/.test(text) ? [1, 0] : [0, 1]);
      const data = input.map((text, index) => ({ index, embedding: vectorOf(text) }));
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { port: server.address().port, seen, close };
}

describe('a model for embeddings elsewhere', () => {
  let work;
  let endpoint;
  let rig;
  let win;
  let page;
  let chat;

  before(async () => {
    work = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-embeddings-')));
    const files = {
      'cart.ts': '/** A cart holds at most 50 items. */\nexport const maxCartItems = 50;\n',
      'trolley.ts': '/** How much a trolley may hold: items, like a cart. */\nexport const trolleyRoom = 7;\n',
      'keys.ts': `/** The key of the cart's items. */\nexport const cartApiKey = '${secret}';\n`,
    };
    for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(work, name), text);
    endpoint = await startEndpoint();
    rig = await startRig({
      vsix,
      trust: true,
      settings: {
        'security.workspace.trust.enabled': true,
        'security.workspace.trust.startupPrompt': 'never',
        // Not written as this machine's own address, so it counts as another one; and yet nothing leaves the test.
        'quarry.model.endpoint': `http://0.0.0.0:${endpoint.port}/v1`,
        'quarry.model.embeddings': 'tiny-embed',
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

  const isDone = (answer) => answer.and(chat.locator('[aria-busy="false"]')).waitFor({ timeout: 60_000 });
  const dialog = () => page.locator('.monaco-dialog-box');

  /** As a program on this machine searches. */
  async function search() {
    const folder = path.join(rig.home, '.quarry', 'servers');
    const file = await until('the server', () => fs.existsSync(folder) && fs.readdirSync(folder)[0]);
    const { baseUrl } = JSON.parse(fs.readFileSync(path.join(folder, file), 'utf8'));
    const response = await fetch(`${baseUrl}/qgpt/relevance`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: question, paths: [work] }),
    });
    assert.equal(response.status, 200);
    const { relevant, skipped = [] } = await response.json();
    return { first: path.basename(relevant.iterable[0].path), notes: skipped.map(({ reason }) => reason).join(' ') };
  }

  it('is not asked in Restricted Mode, neither for the chat nor for a program', async () => {
    await chat.locator('.egress', { hasText: 'On this machine' }).waitFor();
    await isDone(await begin());
    assert.deepEqual(await search(), { first: 'cart.ts', notes: '' });
    assert.equal(endpoint.seen.length, 0);
  });

  it('is named by the chat once the folder is trusted, and refused to a program that nobody has allowed', async () => {
    await win.runCommand('Workspaces: Manage Workspace Trust');
    await page.locator('.workspace-trust-editor .monaco-button', { hasText: /^Trust$/ }).click();
    await chat.locator('.egress', { hasText: 'Ranked at 0.0.0.0' }).waitFor({ timeout: 30_000 });
    const { first, notes } = await until('a refusal', async () => {
      const found = await search();
      return found.notes !== '' && found;
    });
    assert.equal(first, 'cart.ts');
    assert.match(notes, /nobody has allowed it yet/);
    assert.equal(endpoint.seen.length, 0);
  });

  it('gets the passages once a person has seen and allowed it, with the key of its host and secrets masked', async () => {
    await win.runCommand('Quarry: Set Model Key…');
    await page.locator('.quick-input-widget input[type="password"]').fill(key);
    await page.keyboard.press('Enter');
    const answer = await begin();
    await dialog().locator('text=will rank what was found').waitFor({ timeout: 60_000 });
    assert.equal(endpoint.seen.length, 0);
    await win.screenshot(shot('embeddings-consent'));
    await dialog().getByText('Show What Is Sent').click();
    await page.locator('.tab.active', { hasText: '0.0.0.0' }).waitFor({ timeout: 30_000 });
    await win.screenshot(shot('embeddings-preview'));
    await page.locator('.notification-toast .monaco-button', { hasText: /^Send$/ }).click();
    await isDone(answer);
    await win.screenshot(shot('embeddings-answer'));
    const [request] = endpoint.seen;
    assert.deepEqual([request.url, request.authorization], ['/v1/embeddings', `Bearer ${key}`]);
    assert.match(request.body, /cartApiKey/);
    assert.ok(!request.body.includes(secret));
    assert.ok(!request.body.includes(work));
  });

  it('ranks for programs too from then on, and does not ask again', async () => {
    assert.equal((await search()).first, 'trolley.ts');
    const asked = endpoint.seen.length;
    await isDone(await begin());
    assert.equal(endpoint.seen.length, asked + 1);
    assert.equal(await dialog().count(), 0);
  });

  it('keeps the key out of every file but the editor’s own secret store', () => {
    const files = fs.readdirSync(rig.profile, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
    const holding = files
      .map((file) => path.join(file.parentPath, file.name))
      .filter((file) => fs.statSync(file).size < 20_000_000 && fs.readFileSync(file).includes(key));
    assert.deepEqual(holding, []);
  });
});
