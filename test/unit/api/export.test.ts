import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import MarkdownIt from 'markdown-it';
import { createAssetLibrary, parser, type AssetLibrary } from './assetLibrary';

const fixture = (name: string) => path.resolve('test/fixtures/export', name);

/** With QUARRY_UPDATE_GOLDEN=1 the expected text is written anew instead. */
function assertGolden(name: string, text: string): void {
  if (process.env.QUARRY_UPDATE_GOLDEN) fs.writeFileSync(fixture(name), text);
  assert.equal(text, fs.readFileSync(fixture(name), 'utf8'));
}

async function exported(library: AssetLibrary, asset: string, query: Record<string, string>): Promise<string> {
  const { raw } = await library.call('assetSpecificAssetExport', { params: { asset }, query });
  return raw.string?.raw ?? '';
}

async function saveSample() {
  let last = 0;
  const library = createAssetLibrary({ ids: () => `00000000-0000-4000-8000-${String(++last).padStart(12, '0')}` });
  const origin = {
    repository: 'https://github.com/acme/shop',
    commit: 'c0ffee',
    path: '/home/ada/shop/src/settings.ts',
    relativePath: 'src/settings.ts',
    lines: { start: 10, end: 21 },
  };
  const { id } = await library.save(parser, { ext: 'ts', metadata: { origin } });
  return { library, id };
}

/** Says everything twice over: as markup, as Markdown, as a way out of where it stands. */
const hostile = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "' onmouseover='alert(1)",
  '[a](javascript:alert(1))',
  '![a](https://evil.dev/pixel)',
  '| x | y |',
  '```\n<b>out</b>\n```',
  '</code></pre><script>alert(1)</script>',
  '<!-- -->',
  '&lt;script&gt;',
  '--><script>',
  '</title><script>',
];

describe('an exported asset', () => {
  it('is this Markdown', async () => {
    const { library, id } = await saveSample();
    assertGolden('asset.md', await exported(library, id, { export_type: 'MD' }));
  });

  it('is this HTML', async () => {
    const { library, id } = await saveSample();
    assertGolden('asset.html', await exported(library, id, { exportType: 'HTML' }));
  });

  it('comes with its name, its description and the time of saving', async () => {
    const { library, id } = await saveSample();
    const query = { export_type: 'MD' };
    const { name, description, created } = await library.call('assetSpecificAssetExport', {
      params: { asset: id },
      query,
    });
    assert.equal(name, 'readSettings: Reads the settings of a project');
    assert.match(description, /^Reads the settings of a project\./);
    assert.deepEqual(created, { value: '2026-03-01T10:00:00.000Z' });
  });

  it('needs one type, under either name', async () => {
    const { library, id } = await saveSample();
    const refusal = (query: Record<string, string>) =>
      library.refusal('assetSpecificAssetExport', { params: { asset: id }, query });
    assert.deepEqual(await refusal({}), [400, 'query.export_type is missing: expected one of HTML, MD.']);
    assert.equal((await refusal({ export_type: 'MD', exportType: 'HTML' }))[0], 400);
    assert.match((await refusal({ export_type: 'PDF' }))[1], /^query\.export_type is wrong: expected one of HTML, MD/);
    assert.equal((await refusal({ export_type: 'MD', exportType: 'MD' }))[0], 200);
  });

  it('is answered by a library that takes no changes, only without a trace', async () => {
    const { library, id } = await saveSample();
    library.store.makeReadOnly('The disk is full.');
    assert.match(await exported(library, id, { export_type: 'MD' }), /readSettings/);
  });

  it('says so when the content is no text', async () => {
    const library = createAssetLibrary();
    const { id } = await library.call('assetsCreateNewAsset', {
      body: { asset: { format: { file: { bytes: { raw: [0, 1, 2] } } } } },
    });
    for (const type of ['MD', 'HTML']) {
      assert.match(await exported(library, id, { export_type: type }), /The content is not text and is left out/);
    }
  });
});

describe('hostile text in an exported asset', () => {
  for (const [index, text] of hostile.entries()) {
    const setUp = async () => {
      const library = createAssetLibrary();
      const metadata = {
        name: text,
        tags: [{ text }],
        websites: [{ url: `https://a.dev/?q=${encodeURIComponent(text)}#${text}`, name: text }],
        annotations: [{ type: 'DESCRIPTION', text }],
        origin: { relativePath: text, branch: text },
      };
      return { library, id: (await library.save(text, { ext: 'js', metadata })).id };
    };

    it(`stays text in HTML (${index})`, async () => {
      const { library, id } = await setUp();
      const html = await exported(library, id, { export_type: 'HTML' });
      const elements = [...html.matchAll(/<\/?([a-z][a-z0-9]*)/gi)].map(([, name]) => name);
      const known = 'html head meta title style body h1 h2 table tr th td pre code ul li a'.split(' ');
      assert.deepEqual(
        elements.filter((name) => !known.includes(name ?? '')),
        [],
      );
      assert.equal((html.match(/<a /g) ?? []).length, 1);
      assert.match(html, /<a href="https:\/\/a\.dev\//);
      assert.ok(html.indexOf("default-src 'none'; style-src 'unsafe-inline'") < html.indexOf('<title>'));
    });

    it(`stays text in Markdown, also for a renderer that lets HTML through (${index})`, async () => {
      const { library, id } = await setUp();
      const markdown = await exported(library, id, { export_type: 'MD' });
      const tokens = new MarkdownIt({ html: true }).parse(markdown, {});
      const all = tokens.flatMap((token) => [token, ...(token.children ?? [])]);
      assert.deepEqual(
        all.filter(({ type }) => /^html|image/.test(type)).map(({ content }) => content),
        [],
      );
      const links = all.filter(({ type }) => type === 'link_open').map((token) => String(token.attrGet('href')));
      assert.ok(links.length === 1 && links[0]?.startsWith('https://a.dev/'), links.join());
      assert.deepEqual(
        all.filter(({ type }) => type === 'fence').map(({ content }) => content.trimEnd()),
        [text],
      );
      const columns = all.filter(({ type }) => type === 'th_open').length;
      assert.equal(columns, 2);
    });
  }
});
