import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { LibraryListing, LibraryRow, LibraryRows } from '../../../src/contract/schemas';
import { driftOf } from '../../../src/extension/library/origin';
import { groupRows, originName, type Grouping, matches, parseQuery } from '../../../src/extension/library/rows';
import { LibraryModel } from '../../../src/extension/library/libraryModel';

const now = new Date(2026, 2, 20, 15).getTime();
const day = 24 * 3_600_000;

function row(name: string, more: Partial<LibraryRow> = {}): LibraryRow {
  return {
    ...{ id: name, name, language: 'ts', isText: true, created: now, updated: now, tags: [], sites: [], persons: [] },
    ...{ summaries: [], uses: 0 },
    ...more,
  };
}

const words = {
  otherLanguage: 'Other',
  noTag: 'Without tag',
  noOrigin: 'Without origin',
  noSpace: 'Only here',
  today: 'Today',
  yesterday: 'Yesterday',
  thisWeek: 'Last 7 days',
  thisMonth: 'Last 30 days',
  usedThisWeek: 'This week',
  usedThisMonth: 'This month',
  usedEarlier: 'Earlier',
  neverUsed: 'Never',
  month: (time: number) => `${new Date(time).getFullYear()}-${new Date(time).getMonth() + 1}`,
};
const grouped = (rows: LibraryRow[], by: Grouping) =>
  groupRows(rows, { by, words, now }).map((group) => `${group.label}: ${group.rows.map(({ name }) => name).join(' ')}`);

describe('what is typed to find assets', () => {
  const found = (typed: string, ...rows: LibraryRow[]) =>
    rows.filter((one) => matches(one, parseQuery(typed))).map(({ name }) => name);

  it('filters by language, by word, id or the beginning of its name', () => {
    const rows = [row('a'), row('b', { language: 'py' }), row('c', { language: 'c' })];
    for (const typed of ['lang:ts', 'lang:typescript', 'LANG:TypeScript', 'lang:type']) {
      assert.deepEqual(found(typed, ...rows), ['a'], typed);
    }
    assert.deepEqual(found('lang:c', ...rows), ['c'], 'C is not C++ and not CSS');
  });

  it('filters by tag, site and person, quoted when they have spaces', () => {
    const rows = [
      row('a', { tags: ['rate limit'], sites: ['https://docs.invalid/x'], persons: ['Ada Lovelace'] }),
      row('b', { tags: ['rate'], repository: 'https://host.invalid/b' }),
    ];
    assert.deepEqual(found('tag:"rate limit"', ...rows), ['a']);
    assert.deepEqual(found('#rate', ...rows), ['a', 'b']);
    assert.deepEqual(found('site:host', ...rows), ['b']);
    assert.deepEqual(found('person:ada', ...rows), ['a']);
    assert.deepEqual(found('tag:rate person:ada', ...rows), ['a'], 'all of them count');
  });

  it('finds words anywhere in what a row shows, in any case', () => {
    const rows = [row('Retry', { place: 'src/net/fetch.ts' }), row('Other', { description: 'Retries a fetch.' })];
    assert.deepEqual(found('RETR fetch', ...rows), ['Retry', 'Other']);
    assert.deepEqual(found('retr net', ...rows), ['Retry']);
  });

  it('shows everything while a filter is still being typed', () => {
    assert.deepEqual(found('lang:', row('a')), ['a']);
    assert.deepEqual(found('tag:"', row('a')), ['a']);
  });

  it('leaves a question without the filters for the engine', () => {
    assert.equal(parseQuery('lang:ts how to  retry #net').text, 'how to retry');
  });

  it('keeps to the filter among 10,000 rows', () => {
    const rows = Array.from({ length: 10_000 }, (_, index) =>
      row(`name ${index}`, { tags: [`tag${index % 50}`], place: `src/folder${index % 100}/file${index}.ts` }),
    );
    const query = parseQuery('lang:ts tag:tag7 file');
    assert.equal(rows.filter((one) => matches(one, query)).length, 200);
  });
});

describe('groups of the library', () => {
  it('are languages by name, the unknown last', () => {
    const rows = [row('a', { language: 'UNKNOWN' }), row('b'), row('c', { language: 'go' }), row('d')];
    assert.deepEqual(grouped(rows, 'language'), ['Go: c', 'TypeScript: b d', 'Other: a']);
  });

  it('are tags, an asset below each of its own, whatever their case', () => {
    const rows = [row('a', { tags: ['Net', 'retry'] }), row('b', { tags: ['net'] }), row('c')];
    assert.deepEqual(grouped(rows, 'tag'), ['Net: a b', 'retry: a', 'Without tag: c']);
  });

  it('are origins: the repository, else the folder', () => {
    const rows = [
      row('a', { repository: 'https://host.invalid/team/tool.git' }),
      row('b', { repository: 'git@host.invalid:team/tool.git' }),
      row('c', { path: '/home/me/notes/sub/x.ts', place: 'sub/x.ts' }),
      row('d'),
    ];
    assert.deepEqual(grouped(rows, 'origin'), ['notes: c', 'team/tool: a b', 'Without origin: d']);
    assert.equal(originName(undefined, 'C:\\work\\x.ts'), 'work');
  });

  it('are times from now backwards', () => {
    const ages: [string, number][] = [['a', 0], ['b', 1], ['c', 3], ['d', 20], ['e', 100], ['f', 130]]; // prettier-ignore
    const rows = ages.map(([name, days]) => row(name, { created: now - days * day }));
    const labels = ['Today: a', 'Yesterday: b', 'Last 7 days: c', 'Last 30 days: d', '2025-12: e', '2025-11: f'];
    assert.deepEqual(grouped(rows, 'time'), labels);
  });
});

describe('the library by use', () => {
  it('has what was used lately first, and in each group what was used most often', () => {
    const rows = [
      row('a', { uses: 1, lastUsed: now - day }),
      row('b'),
      row('c', { uses: 9, lastUsed: now - 2 * day }),
      row('d', { uses: 50, lastUsed: now - 20 * day }),
      row('e', { uses: 2 }),
      row('f', { uses: 1, lastUsed: now }),
      row('g', { lastUsed: now }),
    ];
    assert.deepEqual(grouped(rows, 'use'), ['This week: c f a', 'This month: d', 'Earlier: e', 'Never: g b']);
  });
});

describe('the rows that a window knows', () => {
  function service(answers: Partial<LibraryRows>[]) {
    const asked: LibraryListing[] = [];
    const libraryList = async ({ body }: { body?: LibraryListing } = {}) => {
      asked.push(body ?? {});
      const whole = { instance: 'i', revision: asked.length, isWhole: true, rows: [], removed: [], trashed: 0 };
      return { ...whole, ...answers[asked.length - 1] };
    };
    return { asked, model: new LibraryModel({ libraryList }) };
  }

  it('are read once for all who ask at the same time, and only what changed afterwards', async () => {
    const { asked, model } = service([
      { rows: [row('a', { created: 1 }), row('b', { created: 2 })] },
      { isWhole: false, rows: [row('c', { created: 3 })], removed: ['a'], trashed: 1 },
    ]);
    const [one, two] = await Promise.all([model.all(), model.all()]);
    assert.equal(one, two);
    assert.deepEqual(
      one.map(({ name }) => name),
      ['b', 'a'],
    );
    model.invalidate();
    assert.deepEqual(
      (await model.all()).map(({ name }) => name),
      ['c', 'b'],
    );
    assert.equal(model.trashed, 1);
    assert.deepEqual(asked, [{}, { instance: 'i', revision: 1 }]);
  });

  it('stay the same array when nothing has changed', async () => {
    const { model } = service([{ rows: [row('a')] }, { isWhole: false }]);
    const before = await model.all();
    model.invalidate();
    assert.equal(await model.all(), before);
  });

  it('are asked for again after a failure', async () => {
    let fails = true;
    const model = new LibraryModel({
      libraryList: async () => {
        if (fails) throw new Error('not there');
        return { instance: 'i', revision: 1, isWhole: true, rows: [row('a')], removed: [], trashed: 0 };
      },
    });
    await assert.rejects(model.all());
    fails = false;
    assert.equal((await model.all()).length, 1);
  });
});

describe('a saved text and its origin now', () => {
  const code = [
    'function retry(call) {',
    '  for (;;) {',
    '    try { return call(); }',
    '    catch { wait(100); }',
    '  }',
    '}',
  ];
  const file = ['import wait from "wait";', '', ...code, '', 'export default retry;'];
  const saved = code.join('\n');
  const lines = { start: 3, end: 8 };

  it('are the same where nothing changed, whatever the line ends', () => {
    assert.equal(driftOf(saved, file.join('\n'), lines).kind, 'same');
    assert.equal(driftOf(saved, file.join('\r\n'), lines).kind, 'same');
    assert.equal(driftOf('call) {\n  for (;;)', file.join('\n'), { start: 3, end: 4 }).kind, 'same', 'parts of lines');
  });

  it('are found again when lines came before it', () => {
    const drift = driftOf(saved, ['// one', '// two', ...file].join('\n'), lines);
    assert.deepEqual(drift, { kind: 'moved', lines: { start: 5, end: 10 } });
  });

  it('differ when a line inside changed, was added or taken away', () => {
    const changed = file.map((line) => line.replace('wait(100)', 'wait(200)'));
    const drift = driftOf(saved, ['// one', ...changed].join('\n'), lines);
    assert.deepEqual(drift.kind === 'changed' && drift.lines, { start: 4, end: 9 });
    const longer = [...file.slice(0, 4), '    tries += 1;', ...file.slice(4)];
    const grown = driftOf(saved, longer.join('\n'), lines);
    assert.deepEqual(grown.kind === 'changed' && grown.lines, { start: 3, end: 9 });
    const shorter = driftOf(saved, file.filter((line) => !line.includes('catch')).join('\n'), lines);
    assert.deepEqual(shorter.kind === 'changed' && shorter.lines, { start: 3, end: 7 });
  });

  it('have parted when the code is gone', () => {
    assert.equal(driftOf(saved, 'nothing of it\nis left here\n', lines).kind, 'gone');
    assert.equal(driftOf(saved, '', lines).kind, 'gone');
  });

  it('compare as whole files when the whole file was saved', () => {
    assert.equal(driftOf('a\nb\n', 'a\r\nb').kind, 'same');
    assert.equal(driftOf('a\nb', 'a\nc').kind, 'changed');
  });

  it('always name lines that the file has', () => {
    const text = fc
      .array(fc.constantFrom('alpha beta', 'gamma delta', '}', '', 'return value;'))
      .map((all) => all.join('\n'));
    fc.assert(
      fc.property(text, text, fc.integer({ min: 1, max: 20 }), (one, other, start) => {
        const drift = driftOf(one, other, { start, end: start + one.split('\n').length - 1 });
        if (drift.kind === 'gone' || drift.kind === 'same') return;
        assert.ok(drift.lines.start >= 1 && drift.lines.end <= other.split('\n').length);
        assert.ok(drift.lines.start <= drift.lines.end);
      }),
    );
  });
});
