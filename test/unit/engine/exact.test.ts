import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createEngine } from '../../../src/engine/engine';
import { literalsOf, quotedIn } from '../../../src/engine/question/spelling';
import type { Engine } from '../../../src/engine/types';

const files: Record<string, string> = {
  'lib/level.js': `/** The level of a logger. */\nexport function setLevel(level) {\n  if (!levels.has(level)) throw new Error('The level must be one of the names');\n}\n`,
  'lib/names.js': `/** The names of a level: one of them must be the level. Names, names, names of the levels. */\nexport const levelNames = ['must', 'be', 'one'];\n`,
  'test/level.test.js': `it('The level must be one of the names', () => {\n  setLevel('warn');\n});\n`,
  'lib/store.py': `class Store:\n    def open(self):\n        return self.file\n\n\nclass Door:\n    def open(self):\n        return self.hinge\n`,
  'lib/queue.js': `export class Queue {\n  push(job) {\n    if (this.jobs.length >= limit) throw fault(\`The queue of \${this.name} has reached its limit of \${limit} jobs\`, { code: 'QUEUE-FULL' });\n    this.jobs.push(job);\n  }\n}\n`,
  'lib/limits.js': `/** The limit of the jobs of a queue: how many jobs a queue of mails has, and what its limit is. Error: none. */\nexport const limits = { mails: 25, jobs: 25, queue: 25 };\n`,
  'docs/queue.md': Array.from(
    { length: 9 },
    (_, at) => `# Chapter ${at}\n\nA full queue answers with QUEUE-FULL.\n\n`,
  ).join(''),
  'src/Letter.java': `/** A letter. */\npublic class Letter {\n  private final String text;\n\n  public Letter(String text) {\n    this.text = text;\n  }\n\n  public String text() {\n    return text;\n  }\n}\n`,
  'src/start.js': `${Array.from({ length: 9 }, (_, at) => `import { part${at} } from './parts/part${at}';\n`).join('')}\nconst journal = makeJournal('shop');\n\nrun(journal);\n`,
  'lib/aanchors.js': `export class Anchor {\n  drop() {\n    return 'aanchor';\n  }\n}\n`,
  'lib/Anchor.js': `export class Anchor {\n  drop() {\n    return 'anchor';\n  }\n}\n`,
  'docs/door.md': '# Store\n\nStore open, open the store, the door of a store is open.\n',
  'lib/edges.py': `def check(edge, nodes):\n    if edge.source not in nodes:\n        raise ValueError(f"edge {edge.id} has undefined source {edge.source!r}")\n`,
  'lib/graph.py': `def read_edges(graph):\n    # Reads the edges; an undefined source or target of an edge is looked up in orders, an undefined target too.\n    return [edge for edge in graph.edges if edge.source or edge.target]\n`,
  'test/edges.test.py': `def test_edges():\n    with raises(ValueError, match='edge 12 has undefined source letters'):\n        check(edge(12), [])\n`,
  'lib/adapters.rb': `def adapter_for(name)\n  adapters[name] or raise(NameError, "No adapter is known for #{name}")\nend\n`,
  'lib/mysql.rb': `# The adapter for mysql: an adapter of mysql that adapts mysql, known for mysql.\ndef mysql_adapter\n  Adapter.new(:mysql)\nend\n`,
  'lib/mount.go': `package mount\n\nfunc Mount(dir, at string) error {\n\treturn fmt.Errorf("cannot mount %s at %q: %w", dir, at, errUsedUp)\n}\n`,
  'lib/mounts.go': `package mount\n\n// Mounts data at a place: '/var/lib/data', mount var lib data, retries used up for data.\nfunc Mounts(data string) {}\n`,
  'lib/lock.js': `export function lock(file, owner) {\n  throw new Error(\n    'could not lock ' + file +\n      ' since it is held by ' + owner,\n  );\n}\n`,
  'lib/entry.js': `import { makeGate } from './gate.js';\nimport settled from './reply.js';\n\nexports.gate = makeGate;\nexports.reply = settled;\nexports.version = '2';\n`,
  'lib/reply.js': `const sent = Object.create(base);\n\nsent.status = function status(code) {\n  this.code = code;\n  return this;\n};\n\nmodule.exports = sent;\n`,
  'src/Parcel.Extra.cs': `namespace Post\n{\n    public partial class Parcel\n    {\n        public void Extra(int weight) { Weigh(weight); }\n    }\n}\n`,
  'src/Parcel.cs': `namespace Post\n{\n    /// <summary>\n    /// What is sent by post.\n    /// </summary>\n    public static partial class Parcel\n    {\n        private static int weight = 3;\n    }\n}\n`,
  'lib/scales.js': `/** Weighs each letter on the scales: heavy letters are weighed twice. */\nexport function weighLetter(letter, scales) {\n  return scales.weigh(letter, letter.isHeavy);\n}\n`,
  'lib/warm.js': `/** The warm pool of workers. */\nexport const pool = [];\n`,
  'src/Columns.swift': `enum Fault {\n    var text: String {\n        switch self {\n        case .table(let name): return "No such table: \\(name)"\n        case .column(let name, let columns): return "No such column \`\\(name)\` in columns \\(columns)"\n        }\n    }\n}\n`,
  ...Object.fromEntries(
    Array.from({ length: 150 }, (_, at) => [
      `src/columns/column${at}.js`,
      `/** The column of an email, an id and a name, in columns: table ${at}. */\nexport const column${at} = 'email';\n`,
    ]),
  ),
  'lib/berths.go': `package quay\n\n// MaxBerths is how many ships may lie here.\nfunc MaxBerths(count int) Option {\n\treturn func(q *Quay) { q.MaxBerths = count }\n}\n`,
  'lib/settings.go': `package quay\n\nvar settings = map[string]func(*Quay, string){\n\t"MAX_BERTHS": func(q *Quay, text string) { q.read(text) },\n\t"QUAY": nil,\n}\n`,
  'lib/held.js': `/** The lock of main db: what is held by a lock, and since when main db is held. */\nexport const held = { main: 'db', lock: true };\n`,
};

describe('what is asked for to the letter', function () {
  this.timeout(20_000);
  let root: string;
  let engine: Engine;
  before(() => {
    root = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-exact-'));
    for (const [file, text] of Object.entries(files)) {
      fs.mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
      fs.writeFileSync(path.join(root, file), text);
    }
    engine = createEngine({ grammarFolder: path.resolve('dist/grammars'), log: () => undefined });
  });
  after(async () => {
    await engine.close();
    fs.rmSync(root, { recursive: true });
  });
  const found = async (query: string) => {
    const { snippets } = await engine.retrieve({ query, space: { paths: [root] }, limit: 10 });
    return snippets.map(({ source, text }) => ({
      file: source.kind === 'file' ? path.relative(root, source.path).split(path.sep).join('/') : '',
      text,
    }));
  };

  it('finds a pasted message first where it is thrown, then where it is tested', async () => {
    const rows = await found('The level must be one of the names');
    assert.deepEqual(
      rows.slice(0, 2).map(({ file }) => file),
      ['lib/level.js', 'test/level.test.js'],
    );
  });

  it('finds a message in quotes first, however long the rest of the question', async () => {
    const [first] = await found(
      'I set it up with all names and must see one: "the level must be one of the names", where is it?',
    );
    assert.equal(first?.file, 'lib/level.js');
  });

  it('finds the definition of a name first, also behind the type around it', async () => {
    assert.equal((await found('setLevel'))[0]?.file, 'lib/level.js');
    assert.match((await found('Door.open'))[0]?.text ?? '', /hinge/);
  });

  it('finds a passage by a small definition in it, and does not call the whole passage so', async () => {
    const { snippets } = await engine.retrieve({ query: 'journal', space: { paths: [root] }, limit: 3 });
    assert.match(snippets[0]?.text ?? '', /const journal/);
    assert.equal(snippets[0]?.symbol, undefined);
    const { snippets: whole } = await engine.retrieve({ query: 'setLevel', space: { paths: [root] }, limit: 3 });
    assert.equal(whole[0]?.symbol, 'setLevel');
  });

  it('finds a file by the end of its path, and nothing else before it', async () => {
    const rows = await found('docs/door.md');
    assert.equal(rows[0]?.file, 'docs/door.md');
  });

  it('finds a message with values in it by the words that the code has between them', async () => {
    for (const message of [
      'Error: The queue of mails has reached its limit of 25 jobs',
      'My mails are stuck.\nError: The queue of mails has reached its limit of 25 jobs\n    at push (queue.js:3:9)',
    ]) {
      assert.equal((await found(message))[0]?.file, 'lib/queue.js');
    }
  });

  it('finds a short message by what the code has around its values, in whatever form it puts them in', async () => {
    for (const [message, file] of [
      ['edge 4711 has undefined source orders', 'lib/edges.py'],
      ['No adapter is known for mysql', 'lib/adapters.rb'],
      ['cannot mount /var/lib/data at 10.0.3.7:5432: used up', 'lib/mount.go'],
      ['fatal: could not lock main.db since it is held by 812', 'lib/lock.js'],
      // The value is in quotes, and stands elsewhere to the letter.
      ["cannot mount '/var/lib/data' at 10.0.3.7: used up", 'lib/mount.go'],
      ['edge 4711 has undefined source orders. where does this come from?', 'lib/edges.py'],
      // A value may have any number of words, at the end as in between.
      ['No adapter is known for the second database of the shop since the last letter was sent', 'lib/adapters.rb'],
      ['could not lock the file of the letters since it is held by the worker that weighs them', 'lib/lock.js'],
    ] as const) {
      assert.equal((await found(message))[0]?.file, file, message);
    }
  });

  it('finds a message of few words first, whatever quotes its values have in it', async () => {
    for (const values of [
      '"email"` in columns ["\\"id\\"", "\\"name\\""]',
      "'first letter' of the queue` in columns ['the limit of the jobs', \"it's the level\"]",
      'lock` in columns [“queue of the jobs”, “store”, “limit of the mails”]',
    ])
      assert.equal((await found(`No such column \`${values}`))[0]?.file, 'src/Columns.swift', values);
    assert.equal((await found('No such table: "letters of the queue"'))[0]?.file, 'src/Columns.swift');
  });

  it('finds a message that only a test has to the letter first where it is printed', async () => {
    const rows = await found('edge 12 has undefined source letters');
    assert.deepEqual(
      rows.slice(0, 2).map(({ file }) => file),
      ['lib/edges.py', 'test/edges.test.py'],
    );
  });

  it('takes no question for a message because the code prints some of its words', async () => {
    assert.notEqual(
      (await found('where are the edges read that have an undefined target or source?'))[0]?.file,
      'lib/edges.py',
    );
  });

  it('finds, among definitions of one name, that of the file with the name first', async () => {
    assert.equal((await found('Anchor'))[0]?.file, 'lib/Anchor.js');
  });

  it('finds the file of a name that a list of names at the top of another one only passes on', async () => {
    assert.equal((await found('reply'))[0]?.file, 'lib/reply.js');
  });

  it('finds a type whose head has words alone, with its body in the next row', async () => {
    assert.equal((await found('Parcel'))[0]?.file, 'src/Parcel.cs');
  });

  it('finds the definition of a qualified name in a topic first', async () => {
    const [first] = await found('Door.open and what it gives back of the store');
    assert.match(first!.text, /self\.hinge/);
  });

  it('takes no topic for a message because the code has four of its words side by side', async () => {
    const [first] = await found('scales that weigh each heavy letter for the warm pool of workers');
    assert.equal(first?.file, 'lib/scales.js');
  });

  it('finds a single pasted literal in the code, however often documents say it', async () => {
    assert.equal((await found('QUEUE-FULL'))[0]?.file, 'lib/queue.js');
  });

  it('finds a type by its name, not its constructor', async () => {
    assert.match((await found('Letter'))[0]?.text ?? '', /public class Letter/);
  });

  it('finds a name of other letters that stands there before a definition of the same words', async () => {
    assert.equal((await found('MAX_BERTHS'))[0]?.file, 'lib/settings.go');
    assert.equal((await found('MaxBerths'))[0]?.file, 'lib/berths.go');
  });

  it('gives each passage once', async () => {
    const rows = await found('The level must be one of the names');
    assert.equal(new Set(rows.map(({ file, text }) => file + text)).size, rows.length);
  });
});

describe('a pasted literal whose words are everywhere', function () {
  this.timeout(20_000);

  it('is found first, with and without its quotes', async () => {
    const root = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-exact-'));
    const around = (at: number) =>
      `/** The segment ${at} and its bytes. */\nexport function segmentBytes${at}() {\n  return segment.${at % 2 ? 'bytes' : 'size'};\n}\n`;
    for (let at = 0; at < 120; at += 1) fs.writeFileSync(path.join(root, `segment${at}.js`), around(at));
    fs.writeFileSync(path.join(root, 'topic.js'), `export const SIZE = "segment.bytes";\n`);
    const engine = createEngine({ grammarFolder: path.resolve('dist/grammars'), log: () => undefined });
    for (const query of ['"segment.bytes"', '`"segment.bytes"`']) {
      const { snippets } = await engine.retrieve({ query, space: { paths: [root] }, limit: 3 });
      assert.match(snippets[0]?.text ?? '', /SIZE = "segment\.bytes"/, query);
    }
    await engine.close();
    fs.rmSync(root, { recursive: true });
  });
});

describe('a name', () => {
  it('is where it is defined, before a prototype, what goes on with it, and a member or a comment of that name', async () => {
    const root = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-exact-'));
    const prose = 'Moors whatever comes in from the sea, and knows each rope by its knot and each knot by its name.';
    const files = {
      'moor.h': `/* ${prose} */\nint moor_boat(int length,\n              int knots);\n`,
      'moor.c':
        '#include "moor.h"\n\nint moor_boat(int length,\n              int knots) {\n  return length * knots;\n}\n',
      'quay.rs': 'impl Quay {\n    fn lamps(&self) -> usize {\n        3\n    }\n}\n',
      'quays.rs': `/// ${prose}\npub struct Quay {\n    lamps: usize,\n}\n`,
      'Ferry.java': `/**\n${`  A Ferry ${prose}\n`.repeat(60)} */\npublic class Ferry {\n  int boats() { return 1; }\n}\n`,
      'pier.rs': `/** ${prose} */\nstruct Pier {\n    leave: bool,\n    rope: Rope,\n}\n`,
      'piers.rs': `impl Pier {\n    fn moor(&self) -> bool {\n        self.rope.hold()\n    }\n\n    fn leave(&self) {\n        self.rope.go();\n    }\n}\n`,
      'Harbour.java': 'public class Harbour {\n  Ferry Ferry() { return null; }\n}\n',
    };
    for (const [file, text] of Object.entries(files)) fs.writeFileSync(path.join(root, file), text);
    const engine = createEngine({ grammarFolder: path.resolve('dist/grammars'), log: () => undefined });
    const first = async (query: string) =>
      (await engine.retrieve({ query, space: { paths: [root] }, limit: 3 })).snippets[0]?.text ?? '';
    assert.match(await first('moor_boat'), /return length/);
    assert.match(await first('Quay'), /pub struct Quay/);
    assert.match(await first('Ferry'), /public class Ferry/);
    assert.match(await first('leave'), /fn leave/, 'what is done before what is kept');
    await engine.close();
    fs.rmSync(root, { recursive: true });
  });

  it('is told from those that differ in their letters’ case alone', async () => {
    const root = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-exact-'));
    const mock = (at: number) => `func (m *Mock${at}) GetShard(id int) *Shard {\n\treturn m.shards[id]\n}\n`;
    for (let at = 0; at < 30; at += 1) fs.writeFileSync(path.join(root, `mock${at}.go`), `package mock\n\n${mock(at)}`);
    const own =
      'package tx\n\nfunc (m *Map) Len() int {\n\treturn m.size\n}\n\nfunc (m *Map) getShard(key string) *shard {\n\treturn &m.all[hash(key)]\n}\n';
    fs.writeFileSync(path.join(root, 'map.go'), own);
    const engine = createEngine({ grammarFolder: path.resolve('dist/grammars'), log: () => undefined });
    const { snippets } = await engine.retrieve({ query: 'getShard', space: { paths: [root] }, limit: 3 });
    assert.match(snippets[0]?.text ?? '', /hash\(key\)/);
    assert.equal(
      (await engine.retrieve({ query: 'getshard', space: { paths: [root] }, limit: 40 })).snippets.length,
      31,
    );
    await engine.close();
    fs.rmSync(root, { recursive: true });
  });
});

describe('a dotted name', () => {
  it('is where it stands as it is, before what has its last part for a name; is that alone where there is one', async () => {
    const root = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-exact-'));
    fs.writeFileSync(path.join(root, 'bytes.js'), 'export function bytes(text) {\n  return text.length;\n}\n');
    fs.writeFileSync(path.join(root, 'raw.js'), 'export class Raw {\n  bytes() {\n    return 0;\n  }\n}\n');
    fs.writeFileSync(
      path.join(root, 'topic.js'),
      'export const SIZE = "segment.bytes";\nexport const moor = () => 3;\n',
    );
    const engine = createEngine({ grammarFolder: path.resolve('dist/grammars'), log: () => undefined });
    const first = async (query: string) =>
      (await engine.retrieve({ query, space: { paths: [root] }, limit: 3 })).snippets[0]?.text ?? '';
    assert.match(await first('segment.bytes'), /SIZE/);
    assert.match(await first('Raw.bytes'), /return 0/);
    assert.match(await first('harbour.moor'), /moor = /);
    await engine.close();
    fs.rmSync(root, { recursive: true });
  });
});

describe('a path with a row', () => {
  let root: string;
  let engine: Engine;
  before(() => {
    root = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-exact-'));
    const crane = (name: string) =>
      `def ${name}(load):\n${Array.from({ length: 20 }, (_, at) => `    load.turn(${at})\n`).join('')}    return load\n\n\n`;
    const quay = { 'lib/src/quay/crane.py': crane('lift') + crane('lower') + crane('swing') };
    const others = {
      'lib/src/quay/rope.py': crane('knot'),
      'tests/quay/crane.py': crane('check_lift'),
      'lib/utils.py': crane('tie'),
    };
    for (const [file, text] of Object.entries({
      ...quay,
      ...others,
      'docs/crane.md': '# Crane\n\nThe crane.py of the quay.\n',
    })) {
      fs.mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
      fs.writeFileSync(path.join(root, file), text);
    }
    engine = createEngine({ grammarFolder: path.resolve('dist/grammars'), log: () => undefined });
  });
  after(async () => {
    await engine.close();
    fs.rmSync(root, { recursive: true });
  });
  const found = async (query: string) =>
    (await engine.retrieve({ query, space: { paths: [root] }, limit: 10 })).snippets.map(({ symbol = '' }) => symbol);

  it('is the definition around it and nothing else, in whatever form it is written', async () => {
    for (const query of [
      'lib/src/quay/crane.py:30',
      'src/quay/crane.py:30:7',
      'package:harbour/src/quay/crane.py:30:7',
      '(quay/crane.py:30)',
      '/home/me/harbour/lib/src/quay/crane.py#L30',
    ])
      assert.deepEqual(await found(query), ['lower'], query);
  });

  it('is found behind the name of a module that is no folder, and in a folder of that name first', async () => {
    assert.equal((await found("Harbour/rope.py:4: Fatal error: 'try!' raised an error of the crane"))[0], 'knot');
    assert.deepEqual(await found('tests/crane.py:3'), ['check_lift']);
    assert.notDeepEqual(await found('/lib/rope.py:4'), ['knot']);
    assert.notDeepEqual(await found('harbour/of/rope.py:4'), ['knot']);
  });

  it('is found first among other words', async () => {
    for (const query of [
      "thread 'main' panicked at src/quay/crane.py:30: attempt to subtract with overflow",
      'what does src/quay/crane.py:30 do to the rope',
      'File "src/quay/crane.py", line 30',
      'at Crane.lower(String key) in C:\\src\\quay\\crane.py:line 30',
    ])
      assert.equal((await found(query))[0], 'lower', query);
  });

  it('is found first where the runtime has no name for the function in it', async () => {
    for (const query of [
      "src/quay/crane.py:30:in `block (3 levels)': expected the rope to swing",
      "from /x/y/src/quay/crane.py:30:in `block (2 levels) in <top (required)>'",
      'at Suite.<anonymous> (/x/y/src/quay/crane.py:30:7)',
      'File "src/quay/crane.py", line 30, in <module>',
    ])
      assert.equal((await found(query))[0], 'lower', query);
  });

  it('is that of each file with the name, the own code before its tests', async () => {
    assert.deepEqual(await found('crane.py:3'), ['lift', 'check_lift']);
  });

  it('is the file where it has fewer rows, and nothing where only a library has such a file', async () => {
    assert.deepEqual(new Set(await found('src/quay/crane.py:900')), new Set(['lift', 'lower', 'swing']));
    assert.notDeepEqual(await found('/usr/lib/python3/requests/utils.py:3'), ['tie']);
  });

  it('leads a pasted trace: the innermost frame of the folder, then the next, but none whose function is another, and nothing else', async () => {
    const trace = [
      'Unhandled exception: the rope is too short for the load, and was not the one that was asked for.',
      '#0 List.removeAt (dart:core-patch/growable_array.dart:12:7)',
      '#1 Crane.lower (package:harbour/src/quay/crane.py:30:7)',
      '#2 Crane.moor (package:harbour/src/quay/crane.py:60:3)',
      '#3 Rope.knot (package:harbour/src/quay/rope.py:4:3)',
    ].join('\n');
    assert.deepEqual(await found(trace), ['lower', 'knot']);
    const { snippets } = await engine.retrieve({ query: trace, space: { paths: [root] }, limit: 10 });
    assert.ok(snippets.every(({ likelihood = 0 }) => likelihood >= 0.8));
  });

  it('is not all that is found where a trace has only frames of tests', async () => {
    const trace = [
      'AssertionError: the rope of the crane was not turned as far as it was asked for by the load that it has to lift.',
      '    at check_lift (/x/y/tests/quay/crane.py:3:7)',
      '    at Runner.run (/x/y/vendor/runner.py:12:3)',
      '    at Runner.start (/x/y/vendor/runner.py:40:3)',
    ].join('\n');
    const [first, ...others] = await found(trace);
    assert.equal(first, 'check_lift');
    assert.ok(others.length > 0);
  });
});

describe('texts that may stand in the code as they are', () => {
  it('are what stands in quotes or back-quotes, and a question of a few words as a whole', () => {
    assert.deepEqual(quotedIn("why “not found” and `a b` but not it's or don't?"), ['not found', 'a b']);
    assert.deepEqual(literalsOf("stream 'is closed' already"), ["stream 'is closed' already", 'is closed']);
  });

  it('are none of a single word, and none longer than a passage', () => {
    assert.deepEqual(literalsOf('word'), []);
    assert.deepEqual(literalsOf('request body limit'), [], 'a topic');
    assert.deepEqual(literalsOf('body: too large'), ['body: too large'], 'no topic');
    assert.deepEqual(literalsOf(`${'many words '.repeat(60)}`), []);
  });
});
