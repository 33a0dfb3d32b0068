import assert from 'node:assert/strict';
import { createAsset } from '../../../src/api/assets/createAsset';
import { anyone, createAskingContext, createFolder, shopFiles, trusted } from './askingContext';

describe('the title of lines that define nothing', () => {
  let folder: ReturnType<typeof createFolder>;

  beforeEach(() => void (folder = createFolder(shopFiles)));
  afterEach(() => folder.remove());

  const rows = shopFiles['src/cart.ts'].split('\n');
  async function titleOf(start: number, end: number, { text = rows.slice(start - 1, end).join('\n'), name = '' } = {}) {
    const context = createAskingContext({ folders: [folder.path] });
    const origin = { path: `${folder.path}/src/cart.ts`, lines: { start, end } };
    const metadata = { origin, ...(name !== '' && { name }) };
    const format = { fragment: { string: { raw: text }, metadata: { ext: 'ts' } } };
    const asset = await createAsset(context, trusted, { type: 'SEEDED_ASSET', asset: { metadata, format } });
    return asset.name;
  }

  it('is the symbol around them, with their lines', async () => {
    assert.equal(await titleOf(7, 8), 'Cart.addItem (7–8)');
    assert.equal(await titleOf(8, 8), 'Cart.addItem (8)');
    const text = rows.slice(6, 8).join('\r\n').trimStart();
    assert.equal(await titleOf(7, 8, { text }), 'Cart.addItem (7–8)', 'whatever ends the lines');
  });

  it('is what it was where the lines define something, reach beyond the symbol, or are others by now', async () => {
    assert.equal(await titleOf(5, 9), 'addItem: Adds an item; a cart holds at most 50');
    assert.equal(await titleOf(8, 11), 'this.items.push(item);');
    assert.equal(await titleOf(8, 8, { text: '    this.items.pop();' }), 'this.items.pop();');
    assert.equal(await titleOf(8, 8, { name: 'Mine' }), 'Mine');
  });

  it('reads no file that the caller may not read', async () => {
    const context = createAskingContext();
    context.setPolicy('roots');
    const origin = { path: `${folder.path}/src/cart.ts`, lines: { start: 8, end: 8 } };
    const format = { fragment: { string: { raw: rows[7]! } } };
    const asset = await createAsset(context, anyone, { type: 'SEEDED_ASSET', asset: { metadata: { origin }, format } });
    assert.equal(asset.name, 'this.items.push(item);');
  });
});
