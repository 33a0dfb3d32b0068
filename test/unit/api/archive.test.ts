import assert from 'node:assert/strict';
import fc from 'fast-check';
import { documentPath, fromMarkdown, toMarkdown } from '../../../src/api/library/archive/archived';
import { literal, readSnippets } from '../../../src/api/library/archive/otherTools';
import type { ArchivedAsset } from '../../../src/contract/schemas';
import { createAssetLibrary, parser, type AssetLibrary } from './assetLibrary';

const bare = { websites: [], persons: [], summaries: [], notes: [], tags: [] };
const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 });
const code = fc.oneof(
  text,
  fc
    .array(fc.constantFrom('a', '```', '````ts', '---', '', '  ', '\r', '# x', 'é', '\t$1', '~~~'))
    .map((lines) => lines.join('\n')),
);

const archived: fc.Arbitrary<ArchivedAsset> = fc.record(
  {
    id: fc.uuid(),
    name: text,
    language: fc.constantFrom('ts', 'py', 'hljs-makefile', 'UNKNOWN', '.bashrc'),
    text: code,
    created: fc.integer({ min: 0, max: 4e12 }),
    updated: fc.integer({ min: 0, max: 4e12 }),
    favorited: fc.constant(true),
    isFile: fc.constant(true),
    tags: fc.array(text, { maxLength: 4 }),
    websites: fc.array(fc.record({ url: fc.webUrl(), name: text }), { maxLength: 2 }),
    persons: fc.array(fc.record({ name: text, email: fc.emailAddress() }, { requiredKeys: [] }), { maxLength: 2 }),
    summaries: fc.array(text, { maxLength: 2 }),
    notes: fc.array(fc.record({ type: fc.constant('DESCRIPTION'), text: code }), { maxLength: 2 }),
    origin: fc.record(
      { path: text, lines: fc.constant({ start: 3, end: 9 }), commit: text },
      { requiredKeys: ['path'] },
    ),
    uses: fc.record({ reuse: fc.nat(), searched: fc.nat() }, { requiredKeys: [] }),
  },
  { requiredKeys: ['name', 'language', 'text', 'tags', 'websites', 'persons', 'summaries', 'notes'] },
);

/** As it comes over the wire: without prototypes of the generator. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('an asset as Markdown', () => {
  it('is the same asset again, whatever it holds', function () {
    this.timeout(20_000);
    fc.assert(
      fc.property(archived, (asset) => assert.deepEqual(plain(fromMarkdown(toMarkdown(asset))), plain(asset))),
      { numRuns: 100 },
    );
  });

  it('keeps content that is no text', () => {
    const asset: ArchivedAsset = { ...bare, name: 'Dot', language: 'png', base64: 'iVBORw0KGgo=' };
    assert.deepEqual(fromMarkdown(toMarkdown(asset)), asset);
  });

  it('reads as Markdown, and changes where the asset does', () => {
    const asset: ArchivedAsset = {
      ...bare,
      ...{ id: '0d2f1bd4-6a5c-4a1e-9d55-3f0b6f6f9a11', name: 'Retry: twice', language: 'ts', text: 'again();' },
      ...{ created: Date.parse('2026-03-01T10:00:00Z'), tags: ['net', 'retry'] },
    };
    assert.equal(
      toMarkdown(asset),
      [
        ...[
          '---',
          'quarry: 1',
          'id: "0d2f1bd4-6a5c-4a1e-9d55-3f0b6f6f9a11"',
          'title: "Retry: twice"',
          'language: "ts"',
        ],
        ...['created: "2026-03-01T10:00:00.000Z"', 'tags:', '  - "net"', '  - "retry"', '---', ''],
        ...['```ts', 'again();', '```', ''],
      ].join('\n'),
    );
    assert.equal(documentPath(asset), 'retry-twice-0d2f1bd46a5c.md');
  });

  it('is left alone when it is somebody else’s, and refused when it is newer', () => {
    assert.equal(fromMarkdown('# Notes\n```ts\nx\n```\n'), undefined);
    assert.equal(fromMarkdown('---\ntitle: Blog\n---\n\ntext'), undefined);
    assert.throws(() => fromMarkdown('---\nquarry: 2\n---\n\n```\nx\n```\n'), /newer/);
    assert.throws(() => fromMarkdown('---\nquarry: 1\ntitle: 7\nlanguage: ts\n---\n\n```\nx\n```\n'), /title|name/);
  });
});

describe('snippet files', () => {
  it('are read with comments, scopes and prefixes', () => {
    const file =
      '{\n// mine\n"For": {"prefix": ["for", "each"], "scope": "typescript,javascript", "body": ["for (const $1 of ${2:all}) {", "\\t$0", "}"], "description": "A loop"},\n}';
    const [asset, ...more] = readSnippets('/x/mine.code-snippets', file);
    assert.equal(more.length, 0);
    assert.deepEqual([asset?.name, asset?.language], ['For', 'typescript']);
    assert.deepEqual(asset?.tags, ['snippet', 'tab-stops', 'for', 'each']);
    assert.equal(asset?.text, 'for (const $1 of ${2:all}) {\n\t$0\n}');
    assert.equal(readSnippets('/x/python.json', '{"P": {"body": "print($1)"}}')[0]?.language, 'python');
  });

  it('become plain code where they have nothing to fill in', () => {
    const [asset] = readSnippets('/x/php.json', '{"Price": {"body": "\\\\$price = 5; // \\\\\\\\n"}}');
    assert.deepEqual([asset?.text, asset?.tags], ['$price = 5; // \\n', ['snippet']]);
  });

  it('say what would be left of their stops', () => {
    const cases: [string, string][] = [
      ['\\$5 and \\}', '$5 and }'],
      ['${1|one,two|}!', 'one!'],
      ['${1:a ${2:b} c}', 'a b c'],
      ['${TM_FILENAME_BASE/(.*)/${1:/upcase}/}x', 'x'],
      ['$TM_SELECTED_TEXT;', ';'],
      ['cost: $ 5 ${', 'cost: $ 5 ${'],
    ];
    for (const [body, expected] of cases) assert.equal(literal(body), expected, body);
  });
});

describe('the library, out and in again', () => {
  let library: AssetLibrary;
  beforeEach(() => (library = createAssetLibrary()));

  async function exported(from: AssetLibrary) {
    const ids = (await from.call('libraryList', { body: {} })).rows.map(({ id }) => id);
    return (await from.call('archiveExport', { body: { assets: ids } })).documents;
  }
  const rehearse = (to: AssetLibrary, body: object) => to.call('importRehearse', { body });

  async function fill(): Promise<void> {
    await library.save(parser, {
      ext: 'ts',
      metadata: {
        tags: [{ text: 'yaml' }, { text: 'Settings' }],
        persons: [{ type: { basic: { name: 'Ada', email: 'ada@example.invalid' } } }],
        websites: [{ url: 'https://yaml.org/spec', name: 'Spec' }],
        annotations: [
          { type: 'DESCRIPTION', text: 'Reads.' },
          { type: 'COMMENT', text: 'Line\nand line' },
        ],
        origin: { path: '/home/me/a.ts', relativePath: 'a.ts', lines: { start: 4, end: 15 } },
      },
    });
    const { id } = await library.save('plain');
    await library.call('workstreamSummariesCreateNewWorkstreamSummary', {
      body: { name: 'Release', assets: { iterable: [{ id }] } },
    });
    await library.call('assetScoresIncrement', { params: { asset: id }, body: { asset: { reuse: true } } });
  }

  it('is the same library, file by file', async () => {
    await fill();
    const documents = await exported(library);
    const other = createAssetLibrary();
    other.pass(86_400_000);
    const { items } = await rehearse(other, { source: 'archive', documents });
    assert.deepEqual(
      items.map(({ verdict }) => verdict),
      ['add', 'add'],
    );
    assert.deepEqual(other.store.count('assets'), 0, 'a rehearsal changes nothing');
    await other.call('importBatch', { body: { batch: 'b', assets: items.flatMap(({ asset }) => asset ?? []) } });
    assert.deepEqual((await exported(other)).sort(byPath), documents.sort(byPath));
    const again = await rehearse(other, { source: 'archive', documents });
    assert.deepEqual(
      again.items.map(({ verdict }) => verdict),
      ['duplicate', 'duplicate'],
    );
  });

  it('says what an import would add, update and leave, and takes it back in one step', async () => {
    await fill();
    const before = await exported(library);
    const [first = { path: '', text: '' }] = before;
    const documents = [
      { ...first, text: first.text.replace('title: ', 'title: "New" # ') },
      { path: 'new.md', text: first.text.replace(/id: .*\n/, '').replace(/```(\w*)\n[^]*/, '```$1\nbrand new\n```\n') },
      { path: 'twin.md', text: first.text.replace(/id: .*\n/, '') },
      { path: 'notes.md', text: '# Notes' },
    ];
    const { items } = await rehearse(library, { source: 'archive', documents });
    assert.deepEqual(
      items.map(({ verdict }) => verdict),
      ['update', 'add', 'duplicate', 'skip'],
    );
    const assets = items
      .filter(({ verdict }) => verdict === 'add' || verdict === 'update')
      .flatMap(({ asset }) => asset ?? []);
    assert.equal((await library.call('importBatch', { body: { batch: 'b', assets } })).count, 2);
    assert.equal((await library.call('libraryList', { body: {} })).rows.filter(({ name }) => name === 'New').length, 1);
    assert.equal((await library.call('importUndo', { body: { batch: 'b' } })).count, 2);
    assert.deepEqual((await exported(library)).sort(byPath), before.sort(byPath));
    assert.equal((await library.call('trashList')).assets.length, 0);
    assert.equal((await library.call('importUndo', { body: { batch: 'b' } })).count, 0);
  });

  it('settles ids in the rehearsal, so that a batch sent twice adds nothing twice', async () => {
    const library = createAssetLibrary();
    const documents = [{ path: 'a.ts', text: 'export const a = 1;' }];
    const { items } = await library.call('importRehearse', { body: { source: 'files', documents } });
    const assets = items.flatMap(({ asset }) => asset ?? []);
    for (let sent = 0; sent < 2; sent += 1) await library.call('importBatch', { body: { batch: 'one', assets } });
    assert.equal((await library.call('libraryList', { body: {} })).rows.length, 1);
    assert.equal((await library.call('importUndo', { body: { batch: 'one' } })).count, 1);
    assert.equal((await library.call('libraryList', { body: {} })).rows.length, 0);
  });

  it('takes back the last of the imports whatever it changed, and those before it while they are not too large', async function () {
    this.timeout(60_000);
    const library = createAssetLibrary();
    const names = Array.from({ length: 10 }, (_, place) => `f${place}.ts`);
    const read = async (mark: string, ids: readonly string[] = []) => {
      const documents = names.map((path) => ({ path, text: `// ${mark} of ${path}\n${'x'.repeat(2_000_000)}` }));
      const { items } = await library.call('importRehearse', { body: { source: 'files', documents } });
      const assets = items.flatMap(({ asset }) => asset ?? []);
      return assets.map((asset, place) => ({ ...asset, id: ids[place] ?? asset.id }));
    };
    const made = await read('made');
    const ids = made.flatMap(({ id }) => id ?? []);
    await library.call('importBatch', { body: { batch: 'made', assets: made } });
    for (const batch of ['one', 'two']) {
      await library.call('importBatch', { body: { batch, assets: await read(batch, ids) } });
    }
    assert.ok(library.store.bytes('undo') < 33 * 1024 * 1024, `${library.store.bytes('undo')} bytes`);
    assert.equal((await library.call('importUndo', { body: { batch: 'one' } })).count, 0);
    assert.equal((await library.call('importUndo', { body: { batch: 'two' } })).count, 10);
  });

  it('takes files as they are, each text once', async () => {
    const documents = [
      { path: 'src/a.py', text: 'def a():\n    return 1\n' },
      { path: 'src/copy.py', text: 'def a():\n    return 1' },
      { path: 'src/empty.py', text: '\n' },
    ];
    const { items } = await rehearse(library, { source: 'files', documents });
    assert.deepEqual(
      items.map(({ verdict }) => verdict),
      ['add', 'duplicate', 'skip'],
    );
    assert.deepEqual([items[0]?.asset?.name, items[0]?.asset?.language], ['a.py', 'py']);
  });
});

const byPath = (a: { path: string }, b: { path: string }): number => (a.path < b.path ? -1 : 1);
