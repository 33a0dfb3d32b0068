// What answers read in other languages than JavaScript, in documents, in tests and in files that a program has written.
import assert from 'node:assert/strict';
import { answer } from '../../../src/engine/answer';
import { generatedAmong } from '../../../src/engine/answers/generated';
import { definitionName } from '../../../src/engine/answers/home';
import { shownFor } from '../../../src/engine/answers/quoteCode';
import { readPassage } from '../../../src/engine/answers/units';
import { valuesIn } from '../../../src/engine/answers/values';
import { say } from '../../../src/engine/answers/wording';
import type { AnswerSnippet } from '../../../src/engine/types';

function passage(label: string, rows: readonly string[], more: Partial<AnswerSnippet> = {}): AnswerSnippet {
  const source = { kind: 'file', path: `/${label}` } as const;
  const language = label.split('.').at(-1) ?? '';
  return { id: label, source, label, text: rows.join('\n'), language, lines: { start: 1, end: rows.length }, ...more };
}

const firstOf = (query: string, ...snippets: AnswerSnippet[]) => answer({ query, snippets })[0];

describe('the name of a definition', () => {
  for (const [row, name] of [
    ['  override func close(_ door: Door) -> Bool {', 'close'],
    ['    private fun <T> lending(block: suspend () -> T): T {', 'lending'],
    ['fun String.toShelf() = shelves[this]', 'toShelf'],
    ['  data class Label(', 'Label'],
    ['extension Shelf {', 'Shelf'],
    ['- (OSStatus)dropBooksFor:(NSDictionary *)options', 'dropBooksFor'],
    ['@implementation ShelfManager', 'ShelfManager'],
    ['Napi::Value Shelf::close(const Napi::CallbackInfo &info)', 'close'],
    ['  std::lock_guard<std::mutex> lock(door);', undefined],
    ['Shelf::close(door);', undefined],
  ] as const) {
    it(`is ${name ?? 'none'} in ${row.trim()}`, () => assert.equal(definitionName(row), name));
  }
});

describe('a value', () => {
  for (const [text, name, value] of [
    ['#define SHELF_MAX_BOOKS 2048', 'SHELF_MAX_BOOKS', '2048'],
    ['var corner: CornerStyle = .capsule', 'corner', '.capsule'],
    ['@Field val format: ImageFormat = ImageFormat.JPG,', 'format', 'ImageFormat.JPG'],
    ['val lending: Int? = 14', 'lending', '14'],
  ] as const) {
    it(`is read from ${text}`, () => {
      const [found] = valuesIn(text);
      assert.deepEqual([found?.name, found?.value, found?.isLiteral], [name, value, true]);
    });
  }
});

describe('what a setting is taken from', () => {
  it('may be a call', () => {
    const [found] = valuesIn('  shelfDir: os.tmpdir(),');
    assert.deepEqual([found?.name, found?.value, found?.isLiteral], ['shelfDir', 'os.tmpdir()', false]);
  });
});

describe('an error of native code', () => {
  it('is told with its words and its condition', () => {
    const rows = ['Napi::Value Shelf::close(const Napi::CallbackInfo &info)', '{', '  if (this->_isLent)', '  {', '    Napi::TypeError::New(env, "books are still lent").ThrowAsJavaScriptException();', '  }', '}']; // prettier-ignore
    const text = firstOf("close() throws 'books are still lent', when?", passage('src/Shelf.cc', rows, { symbol: 'close' }))?.text ?? ''; // prettier-ignore
    assert.match(text, /throws “books are still lent” when `this->_isLent`/);
  });
});

describe('how code is told', () => {
  it('does not take a call over several rows for a declaration', () => {
    const rows = [
      'function open(shelf) {',
      '  if (shelf.isNew) {',
      '    runDusting(',
      '      shelf,',
      '    )',
      '  }',
      '}',
    ];
    const text = firstOf('how is dusting run for a shelf?', passage('lib/shelf.js', rows, { symbol: 'open' }))?.text ?? ''; // prettier-ignore
    assert.match(text, /`open` calls `runDusting/);
    assert.doesNotMatch(text, /declared/);
  });

  it('does not say that a class calls its constructor', () => {
    const rows = ['class Shelf {', '  constructor(', '    private readonly books: Book[],', '  ) {', '    dust(books);', '  }', '}']; // prettier-ignore
    const { units } = readPassage(passage('lib/shelf.ts', rows, { symbol: 'Shelf' }));
    const told = units.filter(({ text }) => text.startsWith('constructor(')).map((unit) => say(unit, 'how'));
    assert.deepEqual(told, ['The code for this is in `Shelf`.']);
  });

  it('takes a method with its parameters in rows for one', () => {
    const rows = ['class Shelf {', '  dust(', '    books: Book[],', '  ): void {', '    wipe(books);', '  }', '}'];
    const units = readPassage(passage('lib/shelf.ts', rows, { symbol: 'Shelf' })).units;
    assert.equal(units.find(({ text }) => text.startsWith('wipe(books);'))?.home?.name, 'dust');
  });

  it('leaves out what folds code in an editor', () => {
    const rows = ['// endregion', '', '// region Shelves', '', '// MARK: - Shelves', 'let shelves = open()'];
    assert.ok(readPassage(passage('lib/Shelf.swift', rows)).units.every(({ form }) => form !== 'sentence'));
  });

  it('puts a message together that stands in several texts', () => {
    const rows = ['def lend(book):', '    if book.lent:', '        raise ValueError(', '            "the book is lent "', '            "until it comes back"', '        )']; // prettier-ignore
    const text = firstOf('what is raised for a lent book?', passage('lib/shelf.py', rows, { symbol: 'lend' }))?.text ?? ''; // prettier-ignore
    assert.match(text, /“the book is lent until it comes back”/);
  });

  it('names a list of cases by what is decided upon', () => {
    const rows = ['function colour(book) {', "  switch ((book.kind || '').toString().toLowerCase()) {", "    case 'atlas':", '      return 3;', "    case 'novel':", '      return 4;', '  }', '}']; // prettier-ignore
    const lists = readPassage(passage('lib/shelf.js', rows, { symbol: 'colour' })).units.flatMap((unit) => ('list' in unit ? [unit.list.name] : [])); // prettier-ignore
    assert.deepEqual(lists, ['book.kind']);
  });

  it('does not name the closest places twice by the same sentence', () => {
    const rows = (name: string) => [`METHOD(${name}) {`, '  REQUIRE_OPEN_SHELF(shelf);', '}'];
    const all = ['a', 'b', 'c'].map((name) => passage(`lib/${name}.cpp`, rows(name)));
    const text = firstOf('which open shelf do volcanoes require?', ...all)?.text ?? '';
    const told = text.split('\n').filter((row) => row.startsWith('- ')).map((row) => row.replace(/ \[\d\]\.$/, '')); // prettier-ignore
    assert.equal(new Set(told).size, told.length);
  });
});

describe('the default of a setting', () => {
  const query = 'What is the default shelf limit?';

  it('that code only points to is followed to the document that says it', () => {
    const rows = ['function open(options) {', '  options.shelfLimit = options.shelfLimit || defaults.shelfLimit', '}'];
    const code = passage('lib/shelf.js', rows, { symbol: 'open' });
    const guide = passage('docs/shelf.md', ['### `shelfLimit`', '', 'Default: `40`']);
    assert.match(firstOf(query, code, guide)?.text ?? '', /: `shelfLimit` defaults to `40` \[1\]/);
  });

  it('of a parameter is told as one', () => {
    const rows = ['/**', ' * @param {number} shelfLimit', ' *   Default: 40.', ' */', 'function open(shelfLimit) {}'];
    assert.match(firstOf(query, passage('lib/shelf.js', rows, { symbol: 'open' }))?.text ?? '', /`shelfLimit` defaults to 40/); // prettier-ignore
  });

  it('is not the name of an error', () => {
    assert.deepEqual(valuesIn('SHELF_LIMIT: codes.SHELF_ERR_TOO_FULL,'), []);
  });

  it('is not what a test sets', () => {
    const test = passage('test/shelf.test.js', ['const shelf = open({', '  shelfLimit: 7,', '});']);
    const code = passage('lib/shelf.js', ['function open(options) {', '  const shelfLimit = options.shelfLimit ?? 40;', '  return shelfLimit;', '}'], { symbol: 'open' }); // prettier-ignore
    assert.match(firstOf(query, test, code)?.text ?? '', /`40`/);
  });

  it('is told by a document under the name that it stands under', () => {
    const rows = ['### `shelfLimit`', '', '+ Default: `40` (books)', '', 'Books beyond it are refused.'];
    const text = firstOf(query, passage('docs/shelf.md', rows))?.text ?? '';
    assert.match(text, /^`shelfLimit` defaults to `40`/);
  });
});

describe('how long something takes', () => {
  it('is told by no number that is not a time', () => {
    const code = passage('lib/lend.js', ['function lend(card) {', '  const start = card.start ?? 1', '  return start', '}'], { symbol: 'lend' }); // prettier-ignore
    assert.doesNotMatch(firstOf('how long is a library card valid?', code)?.text ?? '', /defaults to `1`/);
  });

  it('is answered by a time, never by a number of tries', () => {
    const rows = [
      '/** Knocks again, and waits a while between tries: 200 ms, then twice as long. */',
      'function knock(door, tries = 5) {',
      '  return door.knock(tries);',
      '}',
    ];
    const answers = answer({ query: 'How long does it wait between tries?', snippets: [passage('lib/door.js', rows, { symbol: 'knock' })] }); // prettier-ignore
    assert.match(answers[0]?.text ?? '', /200 ms/);
    assert.ok(answers.every(({ text }) => !/`tries` (?:is|defaults to) `5`/.test(text)));
  });
});

describe('files that a program has written', () => {
  it('are told by their head, by long rows, and by code without room', () => {
    const made = passage('lib/a.js', ['// This file is autogenerated by build.js, do not edit', 'const a = 1;']);
    const elsewhere = passage('lib/a.js', ['const b = 2;'], { lines: { start: 90, end: 90 } });
    const minified = passage('lib/b.js', [`const table = {${'a:1,'.repeat(200)}};`]);
    const tight = passage('lib/c.js', Array.from({ length: 8 }, (_, at) => `if(data.k${at} === undefined){data.k${at} = ${at};}`)); // prettier-ignore
    const own = passage('lib/d.js', ['// Do not edit the list while it is lent.', 'if (list.isLent) {', '  wait();', '}', 'go();', 'stop();']); // prettier-ignore
    assert.deepEqual(
      [...generatedAmong([made, elsewhere, minified, tight, own])],
      ['lib/a.js', 'lib/b.js', 'lib/c.js'],
    );
  });

  it('come after what was written by hand', () => {
    const query = 'What is the default shelf limit?';
    const made = passage('lib/made.js', ['// Generated by build.js, do not edit', 'const shelfLimit = 41;']);
    const hand = passage('lib/hand.js', ['const shelfLimit = 40;', 'open(shelfLimit);']);
    assert.match(firstOf(query, made, hand)?.citations[0]?.label ?? '', /^lib\/hand\.js/);
  });
});

describe('the code shown of a long definition', () => {
  it('never begins in the middle of its signature', () => {
    const body = (from: number) => Array.from({ length: 14 }, (_, at) => `  lend(books[${from + at}]);`);
    const rows = ['function shelve(', '  books,', '  rooms,', '  keys,', ') {', '  sort(books);', '  dust(rooms);', ...body(0), ...body(20), '}']; // prettier-ignore
    const read = readPassage(passage('lib/shelve.js', rows, { symbol: 'shelve' }));
    for (const unit of read.units) {
      const { start } = shownFor(unit, read);
      assert.ok(start === 0 || start > 4, `begins in row ${start}`);
    }
  });
});
