import assert from 'node:assert/strict';
import {
  chipKey,
  chipsOfAsked,
  pathLabel,
  querySpaceOf,
  widened,
  withChip,
  withoutChip,
  type ChipSurroundings,
  type ContextChip,
} from '../../../src/chat/chips';

const selection: ContextChip = {
  kind: 'selection',
  uri: 'file:///w/app/port.ts',
  name: 'port.ts',
  lines: { start: 3, end: 9 },
};
const around: ChipSurroundings = {
  folders: ['/w/app', '/w/lib'],
  selected: async () => ({ text: 'let port = 1;', path: '/w/app/port.ts' }),
  gathered: async (kind) => (kind === 'changes' ? { text: '+let port = 2;', paths: ['/w/app/port.ts'] } : undefined),
};

const asking = {
  folders: [],
  uriOf: (path: string) => `file://${path}`,
  isFolder: () => false,
  assetName: () => undefined,
  goneAsset: 'deleted asset',
};

describe('the query space of chips', () => {
  it('is every workspace folder for the workspace', async () => {
    assert.deepEqual(await querySpaceOf([{ kind: 'workspace' }], around), { paths: ['/w/app', '/w/lib'] });
  });

  it('is the library and the folders for everything', async () => {
    assert.deepEqual(await querySpaceOf([{ kind: 'everything' }], around), {
      paths: ['/w/app', '/w/lib'],
      database: true,
    });
  });

  it('is the library alone for everything when no folder is open', async () => {
    assert.deepEqual(await querySpaceOf([{ kind: 'everything' }], { ...around, folders: [] }), { database: true });
  });

  it('is a seed with text, language and anchor for a selection', async () => {
    assert.deepEqual(await querySpaceOf([selection], around), {
      seeds: {
        iterable: [
          {
            type: 'SEEDED_ASSET',
            asset: {
              format: { fragment: { string: { raw: 'let port = 1;' }, metadata: { name: 'port.ts', ext: 'ts' } } },
            },
            anchor: { type: 'FILE', fullpath: '/w/app/port.ts', lines: { start: 3, end: 9 } },
          },
        ],
      },
    });
  });

  it('gives a selection of a document that was never saved no anchor', async () => {
    const space = await querySpaceOf([selection], { ...around, selected: async () => ({ text: 'x' }) });
    assert.ok(typeof space === 'object');
    assert.equal(space.seeds?.iterable?.[0]?.anchor, undefined);
  });

  it('is the text of a definition, and of the changes with the files they are in', async () => {
    const { uri, lines } = selection;
    const symbol: ContextChip = { kind: 'symbol', uri, lines, name: 'Port.open', file: 'port.ts' };
    assert.deepEqual(await querySpaceOf([symbol], around), await querySpaceOf([selection], around));
    const changes = await querySpaceOf([{ kind: 'changes' }], around);
    assert.ok(typeof changes === 'object');
    assert.deepEqual(changes.paths, ['/w/app/port.ts']);
    assert.equal(changes.seeds?.iterable?.[0]?.asset?.format?.fragment?.string?.raw, '+let port = 2;');
    assert.equal(await querySpaceOf([{ kind: 'problems' }], around), 'noProblems');
    assert.deepEqual(chipsOfAsked({ selections: [{ name: 'changes.diff', characters: 14 }] }, asking), [
      { kind: 'changes' },
    ]);
  });

  it('joins all chips, and names each path once', async () => {
    const chips: ContextChip[] = [
      { kind: 'workspace' },
      { kind: 'folder', path: '/w/app' },
      { kind: 'file', path: '/tmp/a.py' },
      { kind: 'asset', id: 'A', name: 'one' },
      { kind: 'asset', id: 'B', name: 'two' },
    ];
    assert.deepEqual(await querySpaceOf(chips, around), {
      paths: ['/w/app', '/w/lib', '/tmp/a.py'],
      assets: { iterable: [{ id: 'A' }, { id: 'B' }] },
    });
  });

  it('is refused without a chip, without a folder, and without the selected code', async () => {
    assert.equal(await querySpaceOf([], around), 'noContext');
    assert.equal(await querySpaceOf([{ kind: 'workspace' }], { ...around, folders: [] }), 'noFolder');
    assert.equal(await querySpaceOf([selection], { ...around, selected: async () => undefined }), 'selectionGone');
    assert.equal(
      await querySpaceOf([selection], { ...around, selected: async () => ({ text: ' \n' }) }),
      'selectionGone',
    );
  });
});

describe('the row of chips', () => {
  it('is narrowed to what is named first, and keeps the workspace that is added beside it', () => {
    const file: ContextChip = { kind: 'file', path: '/w/a.ts' };
    const other: ContextChip = { kind: 'folder', path: '/w/lib' };
    const workspace: ContextChip = { kind: 'workspace' };
    assert.deepEqual(withChip([workspace], file), [file]);
    assert.deepEqual(withChip([workspace], selection), [selection]);
    assert.deepEqual(withChip([file], workspace), [file, workspace]);
    assert.deepEqual(withChip([file, workspace], other), [file, other], 'however the workspace got there');
  });

  it('tells two files of one name apart by as much of their folders as that needs', () => {
    const file = (path: string): ContextChip => ({ kind: 'file', path });
    const [near, far, other] = [file('/w/app/core/main.py'), file('/w/lib/core/main.py'), file('C:\\w\\other.py')];
    assert.equal(pathLabel('/w/app/core/main.py', [near, other]), 'main.py');
    assert.equal(pathLabel('/w/app/core/main.py', [near, other, far]), 'app/core/main.py');
    assert.equal(pathLabel('/main.py', [near, file('/main.py')]), '/main.py');
    assert.equal(pathLabel('C:\\w\\other.py', [other, far]), 'other.py');
    assert.equal(pathLabel('/w/app/', [{ kind: 'folder', path: '/w/app/' }]), 'app');
  });

  it('goes back to the workspace with the last thing that was named', () => {
    const file: ContextChip = { kind: 'file', path: '/w/a.ts' };
    assert.deepEqual(widened([file], file, ['/w']), [{ kind: 'workspace' }]);
    assert.deepEqual(widened([file, selection], file, ['/w']), [selection]);
    assert.deepEqual(widened([file], file, []), []);
    assert.deepEqual(widened([{ kind: 'workspace' }], { kind: 'workspace' }, ['/w']), []);
  });

  it('holds either the workspace or everything', () => {
    const everything = withChip([{ kind: 'workspace' }, selection], { kind: 'everything' });
    assert.deepEqual(everything, [selection, { kind: 'everything' }]);
    assert.deepEqual(withChip(everything, { kind: 'workspace' }), [selection, { kind: 'workspace' }]);
  });

  it('holds one selection, the newest', () => {
    const newer: ContextChip = { ...selection, lines: { start: 1, end: 1 } };
    assert.deepEqual(withChip([selection], newer), [newer]);
  });

  it('holds an asset once', () => {
    const asset: ContextChip = { kind: 'asset', id: 'A', name: 'one' };
    assert.deepEqual(withChip([asset], { ...asset, name: 'renamed' }), [{ ...asset, name: 'renamed' }]);
  });

  it('loses exactly the chip that is removed', () => {
    const other: ContextChip = { kind: 'file', path: '/a' };
    assert.deepEqual(withoutChip([selection, other], { kind: 'file', path: '/a' }), [selection]);
    assert.notEqual(chipKey(selection), chipKey(other));
  });
});

describe('the chips of a question that was read back', () => {
  const around = {
    folders: ['/w/one', '/w/two'],
    uriOf: (path: string) => `file://${path}`,
    isFolder: (path: string) => !path.endsWith('.ts'),
    assetName: (id: string) => (id === 'A' ? 'Retry' : undefined),
    goneAsset: 'deleted asset',
  };
  const asked: [string, Parameters<typeof chipsOfAsked>[0], object[]][] = [
    ['the workspace', { paths: ['/w/one', '/w/two'] }, [{ kind: 'workspace' }]],
    ['everything', { paths: ['/w/one', '/w/two'], database: true }, [{ kind: 'everything' }]],
    ['one of two folders', { paths: ['/w/two'] }, [{ kind: 'folder', path: '/w/two' }]],
    [
      'the workspace and a file besides',
      { paths: ['/w/one', '/w/two', '/x/a.ts'] },
      [{ kind: 'workspace' }, { kind: 'file', path: '/x/a.ts' }],
    ],
    [
      'assets, one of them gone',
      { assets: [{ id: 'A' }, { id: 'B' }] },
      [
        { kind: 'asset', id: 'A', name: 'Retry' },
        { kind: 'asset', id: 'B', name: 'deleted asset' },
      ],
    ],
    [
      'a selection',
      { selections: [{ name: 'a.ts', path: '/w/a.ts', lines: { start: 2, end: 3 }, characters: 9 }] },
      [{ kind: 'selection', uri: 'file:///w/a.ts', name: 'a.ts', lines: { start: 2, end: 3 } }],
    ],
  ];
  for (const [name, given, chips] of asked) {
    it(`are those of ${name}`, () => assert.deepEqual(chipsOfAsked(given, around), chips));
  }

  it('are the ones it was sent with', async () => {
    const chips = [{ kind: 'workspace' as const }, { kind: 'asset' as const, id: 'A', name: 'Retry' }];
    const space = await querySpaceOf(chips, {
      folders: around.folders,
      selected: async () => undefined,
      gathered: async () => undefined,
    });
    assert.ok(typeof space === 'object');
    assert.deepEqual(
      chipsOfAsked({ ...space, assets: space.assets?.iterable, seeds: undefined } as never, around),
      chips,
    );
  });
});
