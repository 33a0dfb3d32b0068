// The life of assets as a program outside lives it: real HTTP to a real server over a temporary folder.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Activities, Asset, Assets, Conversation, ExportedAsset, Formats, Tag } from '../../src/contract/schemas';
import { startTestServer, type TestServer } from './startTestServer';

const source = [
  '/** Sums up what is in a cart. */',
  'export function total(cart: number[]): number {',
  '  return cart.reduce((sum, price) => sum + price, 0);',
  '}',
  '',
].join('\n');

const unknown = '00000000-0000-4000-8000-000000000000';

describe('assets over HTTP', () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });
  after(() => server.close());

  async function send(method: 'GET' | 'POST', path: string, body?: unknown) {
    const headers = body === undefined ? undefined : { 'content-type': 'application/json' };
    const answer = await fetch(new URL(path, server.baseUrl), {
      method,
      ...(headers && { headers, body: JSON.stringify(body) }),
    });
    return { status: answer.status, type: answer.headers.get('content-type') ?? '', text: await answer.text() };
  }

  async function json<Answer>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Answer> {
    const { status, type, text } = await send(method, path, body);
    assert.equal(status, 200, text);
    assert.match(type, /^application\/json/);
    return JSON.parse(text) as Answer;
  }

  const create = (raw: string, more: object = {}) =>
    json<Asset>('POST', '/assets/create', {
      type: 'SEEDED_ASSET',
      asset: { format: { fragment: { string: { raw } } }, ...more },
    });

  it('are saved, read with and without content, renamed, reclassified, and deleted for good', async () => {
    const saved = await create(source, {
      metadata: { origin: { relativePath: 'src/cart.ts', lines: { start: 1, end: 4 } } },
    });
    assert.equal(saved.name, 'total: Sums up what is in a cart');
    assert.deepEqual(saved.original.reference?.classification, { generic: 'CODE', specific: 'ts' });

    const read = await json<Asset>('GET', `/asset/${saved.id.toUpperCase()}`);
    assert.equal(read.preview.base.reference?.fragment?.string?.raw, source);
    const bare = await json<Asset>('GET', `/asset/${saved.id}?transferables=false`);
    assert.deepEqual(bare.preview.base.reference?.fragment, { string: {} });

    const renamed = await json<Asset>('POST', '/asset/update?transferables=false', { ...bare, name: 'Cart total' });
    assert.equal(renamed.name, 'Cart total');
    const after = await json<Asset>('GET', `/asset/${saved.id}`);
    assert.equal(after.original.reference?.fragment?.string?.raw, source);

    const js = await json<Asset>('POST', '/asset/reclassify', { ext: 'js', asset: after });
    assert.equal(js.original.reference?.classification.specific, 'js');
    const formats = await json<Formats>('GET', `/asset/${saved.id}/formats`);
    assert.equal(formats.iterable[0]?.asset.id, saved.id);

    const deleted = await send('POST', `/assets/${saved.id}/delete`);
    assert.deepEqual([deleted.status, deleted.text], [200, saved.id]);
    assert.match(deleted.type, /^text\/plain/);
    const gone = await send('GET', `/asset/${saved.id}`);
    assert.equal(gone.status, 410);
    assert.match(gone.type, /^text\/plain/);
    assert.match(gone.text, /^No asset has the id .*\.$/);
    const all = await json<Assets>('GET', '/assets');
    assert.equal(all.indices?.[saved.id], undefined);
  });

  it('are associated with a tag, a website and a summary from either side, both ends at once', async () => {
    const { id } = await create('x = 1');
    const kinds = [
      ['tags', 'tag', { text: 'mine' }],
      ['websites', 'website', { url: 'https://quarry.dev/x', name: 'X' }],
      ['workstream_summaries', 'workstream_summary', { name: 'Monday' }],
    ] as const;
    for (const [many, one, body] of kinds) {
      const other = await json<Tag>('POST', `/${many}/create`, body);
      const listed = async () =>
        (await json<{ iterable: Tag[] }>('GET', `/${many}`)).iterable
          .find((member) => member.id === other.id)
          ?.assets?.iterable.some((asset) => asset.id === id);
      const field = many === 'workstream_summaries' ? 'summaries' : many;
      const carried = async () => (await json<Asset>('GET', `/asset/${id}`))[field]?.indices?.[other.id] !== undefined;
      const ways = [
        [`/asset/${id}/${many}/associate/${other.id}`, `/${one}/${other.id}/assets/disassociate/${id}`],
        [`/${one}/${other.id}/assets/associate/${id}`, `/asset/${id}/${many}/disassociate/${other.id}`],
      ] as const;
      for (const [associate, disassociate] of ways) {
        for (const [path, expected] of [
          [associate, true],
          [associate, true],
          [disassociate, false],
          [disassociate, false],
        ] as const) {
          const { status, text } = await send('POST', path);
          assert.deepEqual([status, text], [204, ''], path);
          assert.deepEqual([await listed(), await carried()], [expected, expected], path);
        }
      }
      assert.equal((await send('POST', `/asset/${unknown}/${many}/associate/${other.id}`)).status, 410);
      assert.equal((await send('POST', `/asset/${id}/${many}/associate/none`)).status, 404);
      assert.equal((await send('POST', `/${many}/${other.id}/delete`)).status, 204);
      assert.equal((await send('POST', `/${many}/${other.id}/delete`)).status, 404);
    }
  });

  it('tell who looked at them, what was done with them and how often they were used', async () => {
    const { id } = await create('y = 2');
    const visited = await json<Asset>('POST', `/asset/${id}`, { os: 'os-1', share: 's-1', user: { id: 'u-1' } });
    assert.equal(visited.shares?.iterable[0]?.accessors.iterable[0]?.os, 'os-1');
    assert.equal((await send('POST', `/asset/${id}`)).status, 200);
    assert.equal((await send('POST', `/asset/${id}`, { os: 'os-1' })).status, 400);
    assert.equal((await send('POST', `/asset/${id}/scores/increment`, { asset: { reuse: true } })).status, 204);
    assert.equal((await send('POST', `/asset/${id}/scores/increment`)).status, 204);
    const { score } = await json<Asset>('GET', `/asset/${id}`);
    assert.equal(score?.reuse, 1);
    const { iterable } = await json<Activities>('GET', `/asset/${id}/activities`);
    assert.deepEqual(
      iterable.map(({ event }) => Object.keys(event.asset.identifier_description_pair)[0]),
      ['asset_viewed', 'asset_created'],
    );
  });

  it('are exported as Markdown and HTML, never as a page of the server', async () => {
    const { id } = await create('<b>x</b>', { metadata: { name: 'A | B' } });
    const markdown = await json<ExportedAsset>('GET', `/asset/${id}/export?export_type=MD`);
    assert.match(markdown.raw.string?.raw ?? '', /^\| A \\\| B \| \|\n\| --- \| --- \|\n/);
    const html = await json<ExportedAsset>('GET', `/asset/${id}/export?exportType=HTML`);
    assert.match(html.raw.string?.raw ?? '', /&lt;b&gt;x&lt;\/b&gt;/);
    assert.equal((await send('GET', `/asset/${id}/export`)).status, 400);
    assert.equal((await send('GET', `/asset/${id}/export?export_type=PDF`)).status, 400);
  });

  it('belong to conversations, which know them too', async () => {
    const { id } = await create('z = 3');
    const conversation = await json<Conversation>('POST', '/conversations/create', {
      type: 'COPILOT',
      name: 'About z',
      messages: [{ role: 'USER', fragment: { string: { raw: 'What is z?' } } }],
    });
    assert.equal((await send('POST', `/conversation/${conversation.id}/assets/associate/${id}`)).status, 204);
    const listed = await json<{ iterable: Conversation[] }>('GET', `/asset/${id}/conversations`);
    assert.equal(listed.iterable[0]?.id, conversation.id);
    const message = conversation.messages.iterable[0]?.id ?? '';
    const read = await json<{ fragment: { string: { raw: string } } }>('GET', `/message/${message}`);
    assert.equal(read.fragment.string.raw, 'What is z?');
    assert.equal((await send('POST', `/conversations/${conversation.id}/delete`)).status, 204);
    assert.equal((await send('GET', `/conversation/${conversation.id}`)).status, 404);
    assert.equal((await send('GET', `/message/${message}`)).status, 404);
    assert.deepEqual((await json<Asset>('GET', `/asset/${id}`)).conversations?.iterable, []);
  });

  it('refuse bad input with one sentence that names the field', async () => {
    const bad: [path: string, body: unknown, field: RegExp][] = [
      ['/assets/create', {}, /^body\.asset is missing/],
      ['/assets/create', { asset: { format: {} } }, /body\.asset\.format has neither/],
      ['/assets/create', { asset: { format: { fragment: { string: { raw: '' } } } } }, /string\.raw is empty/],
      ['/asset/update', {}, /^body\.id is missing/],
      ['/asset/reclassify', { ext: 'pyton', asset: { id: unknown } }, /No asset/],
      ['/websites/create', { url: 'javascript:alert(1)', name: 'x' }, /^body\.url is wrong/],
      ['/tags/create', { text: 7 }, /^body\.text is wrong: expected text/],
      [
        '/qgpt/relevance',
        { query: 'x', seeds: [{}] },
        /^body\.seeds is wrong: expected an object with a list "iterable", got/,
      ],
    ];
    for (const [path, body, field] of bad) {
      const { status, type, text } = await send('POST', path, body);
      assert.ok(status === 400 || status === 410, `${path} ${status}`);
      assert.match(type, /^text\/plain/);
      assert.match(text, field);
    }
    assert.equal((await send('GET', '/asset/not-a-uuid')).status, 400);
    assert.equal((await send('GET', `/asset/${unknown}?transferables=perhaps`)).status, 400);
  });
});

describe('a library of assets', () => {
  it('is there again after the server was stopped and started', async () => {
    const dataFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-assets-'));
    const first = await startTestServer({ dataFolder });
    const seed = { format: { fragment: { string: { raw: source } } }, metadata: { tags: [{ text: 'kept' }] } };
    const { id } = await first.api.assetsCreateNewAsset({ body: { asset: seed } });
    await first.api.assetScoresIncrement({ params: { asset: id }, body: { asset: { reuse: true } } });
    await first.close();

    const second = await startTestServer({ dataFolder });
    const asset = await second.api.assetSnapshot({ params: { asset: id } });
    assert.equal(asset.original.reference?.fragment?.string?.raw, source);
    assert.equal(asset.score?.reuse, 1);
    const again = await second.api.tagsCreateNewTag({ body: { text: 'KEPT' } });
    assert.equal(again.id, asset.tags?.iterable[0]?.id);
    await second.close();
    fs.rmSync(dataFolder, { recursive: true, force: true });
  });
});
