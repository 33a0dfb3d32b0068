// Which uses are of a name that several modules have: by what a file imports, under which name, and what its own package has.
import assert from 'node:assert/strict';
import path from 'node:path';
import { askedProjects, engineOver, rowsTold } from './projects';

const files: Record<string, string> = {
  'quay.go': 'package quay\n\nimport (\n\tbolt "example.org/far/ropes"\n\t"example.org/quay/berth"\n)\n\nvar ErrFull = make()\n\ntype Cursor struct {\n\tC *bolt.Cursor\n}\n\ntype Moor interface {\n\tBy(size int) Moor\n\tFor(size int) Moor\n}\n\nfunc By(size int) int { return size }\n\nfunc (c *Cursor) First() int { return c.C.First() }\n\nfunc moored(b *bolt.Store, own *Cursor, m Moor) error {\n\tc := b.Cursor()\n\tfor k := c.First(); k < 3; k++ {\n\t}\n\town.First()\n\tm.For(either(\n\t\t3,\n\t)).By(2).For(4)\n\tif berth.ErrFull == nil {\n\t\treturn ErrFull\n\t}\n\treturn nil\n}\n\ntype Ferry struct{}\n\nfunc (f *Ferry) First() int { return 2 }\n\nfunc (f *Ferry) For(size int) *Ferry { return f }\n',
  'options.go': 'package quay\n\ntype options struct{ bolt int }\n\nfunc (o *options) set(size int) { o.bolt = size }\n',
  'berth/berth.go': 'package berth\n\nvar ErrFull = make()\n\nfunc full() error { return ErrFull }\n',
  'src/Math/Rounding.php': "<?php\nnamespace Quay\\Math;\n\nfinal class Rounding {\n  public const UP = 5;\n}\n",
  'src/Math/Whole.php': "<?php\nnamespace Quay\\Math;\n\nclass Whole {\n  public function isNegative(): bool { return false; }\n}\n\nclass Part {\n  public function isNegative(): bool { return true; }\n}\n",
  'src/Load.php': "<?php\nnamespace Quay;\n\nuse Far\\Math\\Rounding as FarRounding;\nuse Quay\\Math\\Rounding;\nuse Quay\\Math\\Whole as WholeObject;\n\nclass Load {\n  public function weigh(?WholeObject $size): int {\n    if ($size->isNegative()) return FarRounding::UP;\n    return Rounding::UP;\n  }\n}\n",
  'src/Far.php': "<?php\nnamespace Quay;\n\nuse Far\\Math\\Rounding;\n\nfunction far(): int {\n  return Rounding::UP + 1;\n}\n",
  'tides.ts': 'export class Tides {\n  offset(): number {\n    return 3;\n  }\n\n  place(): { row: number; offset: number } {\n    return { row: 1, offset: 2 };\n  }\n}\n\nexport class Waves {\n  offset(): number {\n    return 4;\n  }\n}\n\nexport class Reader {\n  protected readonly tides: Tides;\n  constructor(tides: Tides) {\n    this.tides = tides;\n  }\n}\n\nexport class Reading extends Reader {\n  static of(tides: Uint8Array): Reading {\n    return new Reading(Tides.of(tides));\n  }\n\n  read(): number {\n    return this.tides.offset() + 1;\n  }\n}\n',
  'hulls.ts': 'export class Hull {\n  weigh() {\n    return 1;\n  }\n}\n\nexport class Barge extends Hull {\n  weigh() {\n    return 2;\n  }\n}\n\nexport class Lighter extends Barge {}\n\nexport function weighed(lighter: Lighter, hull: Hull): number {\n  const light = lighter.weigh();\n  return light + hull.weigh();\n}\n',
  'made.ts': "import { Barge } from './hulls';\n\nexport const made = new Barge().weigh();\n",
  'watch.py': 'class Watch:\n    def __init__(self):\n        self.turns: int = 3\n\n    def keep_on(self):\n        return 1\n\n\nclass Guard:\n    def __init__(self):\n        self.turns = 4\n\n\ndef kept(watches):\n    """The watch, or none."""\n    for watch in watches:\n        log("Checking watch (%d)", 3)\n        watch.keep_on()\n        print(watch.turns)\n',
  'tests/watch_test.py': 'from watch import Watch\n\n\ndef test_kept():\n    \"\"\"Says keep_on of it.\"\"\"\n    with patch("watch.Watch.keep_on") as kept, patch.object(Watch, "keep_on"):\n        assert kept != "say keep_on"\n',
  'loops.py': 'def looped(loop):\n    loop.call_later(3)\n',
  'tests/loops_test.py': 'class MockLoop:\n    def call_later(self, size):\n        return size\n\n\ndef test_later():\n    made = found()\n    made.call_later(4)\n',
  'limits.ts': 'export class Limits {\n  static most = 3;\n}\n\nexport class LimitsInside {\n  static most = 4;\n}\n',
  'limited.ts': "import { LimitsInside as Limits } from './limits';\n\nexport const limited = Limits.most;\n",
  'Entry.java': 'class Entry {\n  Entry next;\n\n  static void all(Iterator<Name> names, Entry entry) {\n    names.next();\n    use(entry.next);\n  }\n}\n',
  'keys.go': 'package keys\n\ntype Key struct{}\n\nfunc (k *Key) Enable() {}\n\ntype Map struct {\n\tFilter Key\n}\n\ntype Sieve struct{}\n\nfunc (s *Sieve) Enable() {}\n\ntype Screen struct {\n\tKeys Map\n\tFilter Sieve\n}\n\nfunc (s *Screen) on() {\n\ts.Keys.Filter.Enable()\n}\n\nfunc any(h H) {\n\th.Enable()\n}\n\ntype HSieve struct{}\n\nfunc (h *HSieve) Enable() {}\n',
  'lib.rs': '#[cfg(test)]\nmod test;\n\npub fn sunk() -> u8 { 3 }\n',
  'src/sinks/test.rs': 'use crate::sunk;\n\nfn sinks() -> u8 { sunk() }\n',
  'pumps/pump.go': 'package pumps\n\ntype Pump interface {\n\tStart(size int) error\n\tStop() error\n}\n\nfunc run(p Pump) { p.Start(3) }\n',
  'pumps/hand/hand.go': 'package hand\n\ntype Hand struct{}\n\nfunc (h *Hand) Start(size int) error { return nil }\n',
  'pumps/hand/stop.go': 'package hand\n\nfunc (h *Hand) Stop() error { return nil }\n',
  'pumps/half/half.go': 'package half\n\ntype Half struct{}\n\nfunc (h *Half) Start(size int) error { return nil }\n\nfunc (h *Half) Stop(now bool) error { return nil }\n',
  'Makefile': 'watch:\n\techo watch\n',
  'job.py': 'from queue.job import Job\n\n\ndef seen(pipe):\n    job = Job.fetch(3)\n    job.stated()\n    pipe.watch()\n',
  'monitor.py': 'def stated():\n    return 1\n',
}; // prettier-ignore

describe('a name that several modules have', function () {
  this.timeout(60_000);
  const over = engineOver(files);
  const rowsOf = async (name: string) =>
    rowsTold(await over.engine.references({ name, limit: 50, offset: 0, space: { paths: [over.root] } }));

  it('means that of its own package where it stands by itself, and that of another behind the name of that', async () => {
    const { certain, possible } = await rowsOf('berth.ErrFull');
    assert.deepEqual(certain, ['func full() error { return ErrFull }', 'if berth.ErrFull == nil {']);
    assert.deepEqual(possible, []);
  });

  it('is none of a type that a file imports under another name, nor of what a function of the name returns', async () => {
    const { certain, possible } = await rowsOf('Cursor.First');
    assert.deepEqual(certain, ['own.First()']);
    assert.deepEqual(possible, ['for k := c.First(); k < 3; k++ {']);
  });

  it('is told by what a chain of calls begins with, in rows above', async () => {
    const { certain } = await rowsOf('Moor.For');
    assert.deepEqual(certain, [')).By(2).For(4)', 'm.For(either(']);
  });

  it('is none of a package that its own file is not of', async () => {
    const { certain } = await rowsOf('Rounding.UP');
    assert.deepEqual(certain, ['return Rounding::UP;']);
  });

  it('is one of a type that a file imports under another name', async () => {
    const { certain } = await rowsOf('Whole.isNegative');
    assert.deepEqual(certain, ['if ($size->isNegative()) return FarRounding::UP;']);
  });

  it('is one of an inherited field, whatever a function takes by the name of that, and no key of another type', async () => {
    const { certain } = await rowsOf('Tides.offset');
    assert.deepEqual(certain, ['return this.tides.offset() + 1;']);
  });

  it('is perhaps one where a type between the two has a member of its own', async () => {
    const { certain, possible } = await rowsOf('Hull.weigh');
    assert.deepEqual(certain, ['return light + hull.weigh();']);
    assert.deepEqual(possible, ['const light = lighter.weigh();', 'export const made = new Barge().weigh();']);
  });

  it('is one of what is made where it is called, in a file that imports the type', async () => {
    const { certain } = await rowsOf('Barge.weigh');
    assert.deepEqual(certain, ['const light = lighter.weigh();', 'export const made = new Barge().weigh();']);
  });

  it('is told by no word of a text or of a sentence before a variable', async () => {
    const { certain } = await rowsOf('Watch.keep_on');
    assert.deepEqual(certain, ['watch.keep_on()']);
  });

  it('is told apart where a text ends with it, by which it may be meant', async () => {
    const { quoted, counts } = await over.engine.references({ name: 'Watch.keep_on', limit: 50, offset: 0, space: { paths: [over.root] } }); // prettier-ignore
    assert.deepEqual(
      quoted.flatMap(({ isTest, references }) => references.map(({ line }) => [isTest, line])),
      [[true, 6]],
    );
    assert.equal(counts.quoted, 1);
  });

  it('is a field of a type that says in Python what it is where it is given', async () => {
    const { certain, possible } = await rowsOf('Watch.turns');
    assert.deepEqual(certain, ['print(watch.turns)']);
    assert.deepEqual(possible, []);
  });

  it('is perhaps one in code where tests alone define it, and one in what tests hold', async () => {
    assert.deepEqual(await rowsOf('MockLoop.call_later'), { certain: ['made.call_later(4)'], possible: ['loop.call_later(3)'] }); // prettier-ignore
    const { counts } = await over.engine.references({ name: 'sunk', limit: 50, offset: 0, space: { paths: [over.root] } }); // prettier-ignore
    assert.deepEqual(counts.tests, { calls: 1, uses: 0, imports: 1 });
  });

  it('is of what a file imports under the name of another', async () => {
    assert.deepEqual((await rowsOf('LimitsInside.most')).certain, ['export const limited = Limits.most;']);
    assert.deepEqual((await rowsOf('Limits.most')).certain, []);
  });

  it('is no field that is called, where the language calls none', async () => {
    assert.deepEqual((await rowsOf('Entry.next')).certain, ['use(entry.next);']);
  });

  it('is told by the types of Go behind names, and by no single letter', async () => {
    assert.deepEqual(await rowsOf('Key.Enable'), { certain: ['s.Keys.Filter.Enable()'], possible: ['h.Enable()'] });
  });

  it('is told to be that of types that have all methods of an interface, as those of Go do without naming it', async () => {
    const space = { paths: [over.root] };
    const { overrides } = await over.engine.references({ name: 'Pump.Start', limit: 50, offset: 0, space });
    assert.deepEqual(
      overrides.map(({ path }) => path.join('.')),
      ['Hand.Start'],
    );
  });

  it('is none of a script or a build file for a call, and perhaps one on what a function has made', async () => {
    const { calls } = await over.engine.callees({
      at: path.join(over.root, 'job.py'),
      line: 4,
      limit: 9,
      space: { paths: [over.root] },
    });
    const told = calls.map(({ name, definitions, possible }) => [name, definitions.length, possible.length]);
    assert.deepEqual(told, [
      ['fetch', 0, 0],
      ['stated', 0, 1],
      ['watch', 0, 0],
    ]);
  });
});

describe('what implements an interface that types need not name', function () {
  this.timeout(60_000);
  const told = askedProjects(
    Object.fromEntries(
      Object.entries(files).flatMap(([file, text]) => (file.startsWith('pumps/') ? [[file, text]] : [])),
    ),
  );

  it('is told to be the types that have all of its methods', async () => {
    const text = await told('pumps', 'Who implements Pump?');
    assert.match(text, /^`Pump`[^\n]* is implemented at 1 place \[1\]\.\n\n- `hand\/hand\.go`\n {2}- line 3 in `Hand`/);
  });
});
