// An endpoint's model for embeddings, chosen in the editor's settings, in a real window: nobody is asked in Restricted
// Mode, a person sees what would leave before the first time, and then the passages stand in another order. The endpoint
// is a real HTTP server.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { until } from '../rig/editor/drive.mjs';
import { locators } from '../rig/editor/workbench.mjs';
import { openModelElsewhere } from './modelElsewhere.mjs';

const shots = process.env.QUARRY_SHOTS ?? '.vscode-test/shots';
const shot = (name) => path.join(shots, `${name}.png`);
const question = 'How many items does a cart hold?';
const key = 'sk-rank-0123456789abcdef';
const secret = 'sk-Zx81Kq0pLm73Vb92Tn45Rw68';

/** To this model, the trolley is what a question about carts means. */
const vectorOf = (text) => (/trolleyRoom|^How many/.test(text) ? [1, 0] : [0, 1]);

describe('a model for embeddings elsewhere', () => {
  let place;
  let win;
  let page;
  let chat;

  before(async () => {
    place = await openModelElsewhere({
      files: {
        'cart.ts': '/** A cart holds at most 50 items. */\nexport const maxCartItems = 50;\n',
        'trolley.ts': '/** How much a trolley may hold: items, like a cart. */\nexport const trolleyRoom = 7;\n',
        'keys.ts': `/** The key of the cart's items. */\nexport const cartApiKey = '${secret}';\n`,
      },
      reply: ({ input }) => ({ data: input.map((text, index) => ({ index, embedding: vectorOf(text) })) }),
      settings: { 'quarry.model.embeddings': 'tiny-embed' },
    });
    ({ win, page, chat } = place);
  });
  after(() => place?.close());

  const begin = () => place.begin(question);
  const { dialog } = locators(() => page);

  async function search() {
    const { status, text } = await place.search({ query: question });
    assert.equal(status, 200);
    const { relevant, skipped = [] } = JSON.parse(text);
    return { first: path.basename(relevant.iterable[0].path), notes: skipped.map(({ reason }) => reason).join(' ') };
  }

  it('is not asked in Restricted Mode, neither for the chat nor for a program', async () => {
    await chat.locator('.egress', { hasText: 'On this machine' }).waitFor();
    await place.isDone(await begin());
    assert.deepEqual(await search(), { first: 'cart.ts', notes: '' });
    assert.equal(place.seen.length, 0);
  });

  it('is named by the chat once the folder is trusted, and refused to a program that nobody has allowed', async () => {
    await win.runCommand('Workspaces: Manage Workspace Trust');
    await page.locator('.workspace-trust-editor .monaco-button', { hasText: /^Trust$/ }).click();
    await chat.locator('.egress', { hasText: 'Ranked at 0.0.0.0' }).waitFor();
    const { first, notes } = await until('a refusal', async () => {
      const found = await search();
      return found.notes !== '' && found;
    });
    assert.equal(first, 'cart.ts');
    assert.match(notes, /nobody has allowed it yet/);
    assert.equal(place.seen.length, 0);
  });

  it('gets the passages once a person has seen and allowed it, with the key of its host and secrets masked', async () => {
    await win.runListed('Quarry: Choose Model…', 'Set Model Key…');
    await page.locator('.quick-input-widget input[type="password"]').fill(key);
    await page.keyboard.press('Enter');
    const answer = await begin();
    await dialog().locator('text=will rank what was found').waitFor();
    assert.equal(place.seen.length, 0);
    await win.screenshot(shot('embeddings-consent'));
    await dialog().getByText('Show What Is Sent').click();
    await page.locator('.tab.active', { hasText: '0.0.0.0' }).waitFor();
    await win.screenshot(shot('embeddings-preview'));
    await chat.locator('.consent').getByRole('button', { name: 'Send', exact: true }).click();
    await place.isDone(answer);
    await win.screenshot(shot('embeddings-answer'));
    const [request] = place.seen;
    assert.deepEqual([request.url, request.authorization], ['/v1/embeddings', `Bearer ${key}`]);
    assert.match(request.body, /cartApiKey/);
    assert.ok(!request.body.includes(secret));
    assert.ok(!request.body.includes(place.work));
  });

  it('ranks for programs too from then on, and does not ask again', async () => {
    assert.equal((await search()).first, 'trolley.ts');
    const asked = place.seen.length;
    await place.isDone(await begin());
    assert.equal(place.seen.length, asked + 1);
    assert.equal(await dialog().count(), 0);
  });

  it('keeps the key out of every file but the editor’s own secret store', () => {
    const files = fs
      .readdirSync(place.rig.profile, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile());
    const holding = files
      .map((file) => path.join(file.parentPath, file.name))
      .filter((file) => fs.statSync(file).size < 20_000_000 && fs.readFileSync(file).includes(key));
    assert.deepEqual(holding, []);
  });
});
