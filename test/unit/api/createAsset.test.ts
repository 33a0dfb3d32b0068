import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createAssetLibrary, idsOf, parser } from './assetLibrary';

const textsOf = (tags: { iterable: { text: string }[] } | undefined) => tags?.iterable.map(({ text }) => text);

describe('saving an asset', () => {
  it('gives a title, a description, tags and links by rule when the caller gives none', async () => {
    const library = createAssetLibrary();
    const asset = await library.save(parser, { ext: 'ts' });
    assert.equal(asset.name, 'readSettings: Reads the settings of a project');
    assert.deepEqual(textsOf(asset.tags), ['typescript', 'js-yaml', '@acme/schema', 'settings', 'yaml']);
    assert.deepEqual(
      asset.websites?.iterable.map(({ url }) => url),
      ['https://yaml.org/spec/1.2.2/'],
    );
    const [description] = asset.annotations?.iterable ?? [];
    assert.equal(description?.type, 'DESCRIPTION');
    assert.match(
      description?.text ?? '',
      /^Reads the settings of a project\. TypeScript function readSettings, 12 lines/,
    );
    assert.equal(description?.mechanism, 'AUTOMATIC');
  });

  it('keeps what the caller gives instead', async () => {
    const library = createAssetLibrary();
    const asset = await library.save(parser, {
      ext: 'ts',
      metadata: {
        name: ' Mine ',
        tags: [{ text: 'one' }, { text: 'ONE' }, { text: ' two  words ' }],
        websites: [{ url: 'https://example.org/a', name: 'A' }],
        persons: [{ type: { basic: { name: 'Ada', email: 'ada@example.org' } } }],
        annotations: [{ type: 'DESCRIPTION', text: 'My words.' }],
        mechanism: 'RECOMMENDED',
      },
    });
    assert.equal(asset.name, 'Mine');
    assert.deepEqual(textsOf(asset.tags), ['one', 'two words']);
    assert.deepEqual(
      asset.websites?.iterable.map(({ url, name }) => [url, name]),
      [['https://example.org/a', 'A']],
    );
    assert.deepEqual(
      asset.persons?.iterable.map(({ type }) => type.basic),
      [{ name: 'Ada', email: 'ada@example.org' }],
    );
    assert.deepEqual(
      asset.annotations?.iterable.map(({ text }) => text),
      ['My words.'],
    );
    assert.equal(asset.mechanism, 'RECOMMENDED');
  });

  it('keeps the origin without credentials and adds the hash of the text', async () => {
    const library = createAssetLibrary();
    const origin = {
      repository: 'https://ada:ghp_secret@github.com/acme/shop.git',
      commit: 'c0ffee',
      path: '/home/ada/shop/src/cart.py',
      relativePath: 'src/cart.py',
      lines: { start: 3, end: 9 },
      languageId: 'python',
      extra: 'ignored',
    };
    const asset = await library.save('x = 1\n', { metadata: { origin } });
    assert.deepEqual(asset.origin, {
      repository: 'https://github.com/acme/shop.git',
      commit: 'c0ffee',
      path: '/home/ada/shop/src/cart.py',
      relativePath: 'src/cart.py',
      lines: { start: 3, end: 9 },
      languageId: 'python',
      contentHash: createHash('sha256').update('x = 1\n').digest('hex'),
    });
    assert.deepEqual(asset.original.reference?.classification, { generic: 'CODE', specific: 'py' });
    assert.match(asset.annotations?.iterable[0]?.text ?? '', /from src\/cart\.py:3-9 in github\.com\/acme\/shop\.$/);
    assert.equal(JSON.stringify([...library.store.list('assets')]).includes('ghp_secret'), false);
  });

  it('writes everything in one change', async () => {
    const library = createAssetLibrary();
    await library.save(parser, { ext: 'ts', metadata: { persons: [{ type: { basic: { name: 'Ada' } } }] } });
    assert.equal(library.store.changeCount(), 1);
    assert.ok(library.store.count('tags') > 0 && library.store.count('activities') === 1);
  });

  it('keeps the text as it came, to the last character', async () => {
    const library = createAssetLibrary();
    const text = '\tif (a) {\r\n  b(`é\u{1f980}`)\r\n}\n\n';
    const asset = await library.save(text);
    assert.equal(asset.original.reference?.fragment?.string?.raw, text);
    assert.equal(asset.preview.base.reference?.fragment?.string?.raw, text);
    assert.equal(asset.formats.iterable[0]?.fragment?.string?.raw, text);
    assert.equal(asset.formats.iterable[0]?.bytes.value, Buffer.byteLength(text));
  });

  it('keeps bytes as bytes, and classifies them by what they are', async () => {
    const library = createAssetLibrary();
    const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 1];
    const asset = await library.call('assetsCreateNewAsset', {
      body: { asset: { format: { file: { bytes: { raw: png }, metadata: { name: 'logo.png' } } } } },
    });
    const [format] = asset.formats.iterable;
    assert.deepEqual(format?.file?.bytes?.raw, png);
    assert.equal(format?.fragment, undefined);
    assert.deepEqual(format?.classification, { generic: 'IMAGE', specific: 'png' });
    assert.equal(asset.name, 'logo.png');
  });

  it('puts the same tag, website and person on assets that share them', async () => {
    const library = createAssetLibrary();
    const persons = [{ type: { basic: { email: 'Ada@example.org' } } }];
    const one = await library.save('a', { metadata: { tags: [{ text: 'Shop' }], persons } });
    const other = await library.save('b', {
      metadata: { tags: [{ text: 'SHOP' }], persons: [{ type: { basic: { email: 'ada@example.org' } } }] },
    });
    assert.deepEqual(idsOf(one.tags), idsOf(other.tags));
    assert.deepEqual(idsOf(one.persons), idsOf(other.persons));
    const [tag] = [...library.store.list('tags')];
    assert.deepEqual(tag?.assets, [one.id, other.id]);
  });

  it('loses no link when many assets with the same tag are saved at once', async () => {
    const library = createAssetLibrary();
    await Promise.all(
      Array.from({ length: 25 }, (_, number) =>
        library.save(`x = ${number}`, { metadata: { tags: [{ text: 'same' }] } }),
      ),
    );
    const tags = [...library.store.list('tags')];
    assert.equal(tags.length, 1);
    assert.equal(tags[0]?.assets.length, 25);
  });

  it('stops putting a tag of its own making on ever more assets', async () => {
    const library = createAssetLibrary();
    for (let number = 0; number < 205; number += 1) await library.save(`x = ${number}`, { ext: 'py' });
    const python = [...library.store.list('tags')].find(({ text }) => text === 'python');
    assert.equal(python?.assets.length, 200);
  });

  it('names the caller’s program, and the default one when it names none', async () => {
    const library = createAssetLibrary();
    const mine = await library.call('assetsCreateNewAsset', {
      body: {
        asset: {
          application: { id: 'a-1', name: 'SOMETHING_NEW', version: '2', platform: 'LINUX' },
          format: { fragment: { string: { raw: 'x' } } },
        },
      },
    });
    assert.equal(mine.formats.iterable[0]?.application.id, 'a-1');
    assert.equal(mine.formats.iterable[0]?.application.name, 'UNKNOWN');
    const other = await library.save('x');
    assert.equal(other.formats.iterable[0]?.application.name, 'VS_CODE');
  });

  it('leaves the content out of the answer when transferables are not wanted', async () => {
    const library = createAssetLibrary();
    const asset = await library.save('secret words', { query: { transferables: 'false' }, metadata: { name: 'n' } });
    assert.deepEqual(asset.formats.iterable[0]?.fragment, { string: {} });
    assert.equal((await library.snapshot(asset.id)).original.reference?.fragment?.string?.raw, 'secret words');
  });

  describe('refuses, naming the field,', () => {
    const library = createAssetLibrary();
    const formats: [why: string, format: object, field: RegExp][] = [
      ['neither fragment nor file', {}, /body\.asset\.format has neither fragment nor file/],
      [
        'both fragment and file',
        { fragment: { string: { raw: 'x' } }, file: { string: { raw: 'x' } } },
        /body\.asset\.format has both fragment and file/,
      ],
      ['neither string nor bytes', { fragment: {} }, /body\.asset\.format\.fragment has neither string nor bytes/],
      [
        'both string and bytes',
        { file: { string: { raw: 'x' }, bytes: { raw: [1] } } },
        /body\.asset\.format\.file has both string and bytes/,
      ],
      [
        'an empty text',
        { fragment: { string: { raw: ' \n' } } },
        /body\.asset\.format\.fragment\.string\.raw is empty/,
      ],
      ['a missing text', { fragment: { string: {} } }, /body\.asset\.format\.fragment\.string\.raw is empty/],
      ['no bytes', { file: { bytes: { raw: [] } } }, /body\.asset\.format\.file\.bytes\.raw is empty/],
    ];
    for (const [why, format, field] of formats) {
      it(why, async () => {
        const [status, sentence] = await library.refusal('assetsCreateNewAsset', { body: { asset: { format } } });
        assert.equal(status, 400);
        assert.match(sentence, field);
      });
    }

    const metadata: [why: string, metadata: object, field: RegExp][] = [
      ['a website that is no web address', { websites: [{ url: 'javascript:alert(1)' }] }, /websites\.0\.url is wrong/],
      ['lines that end before they start', { origin: { lines: { start: 4, end: 2 } } }, /origin\.lines\.end is 2/],
    ];
    for (const [why, given, field] of metadata) {
      it(why, async () => {
        const body = { asset: { format: { fragment: { string: { raw: 'x' } } }, metadata: given } };
        const [status, sentence] = await library.refusal('assetsCreateNewAsset', { body });
        assert.equal(status, 400);
        assert.match(sentence, field);
      });
    }

    it('a body without an asset, and an empty one', async () => {
      for (const body of [{}, undefined]) {
        const [status, sentence] = await library.refusal('assetsCreateNewAsset', { body });
        assert.equal(status, 400);
        assert.match(sentence, /body\.asset is missing/);
      }
    });

    it('and saves nothing then', () => {
      assert.equal(library.store.changeCount(), 0);
    });
  });
});
