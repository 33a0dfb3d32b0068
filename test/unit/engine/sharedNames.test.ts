// What is said of names that several things have, of keys and flags, and of what somebody else's name may mean.
import assert from 'node:assert/strict';
import path from 'node:path';
import { createEngine } from '../../../src/engine/engine';
import type { Engine } from '../../../src/engine/types';
import { createFolder } from '../api/askingContext';
import { askedProjects, rowsTold } from './projects';

const files: Record<string, string> = {
  'settings/package.json': JSON.stringify({ contributes: { configuration: { properties: { 'ferry.quay.mode': { type: 'string', default: 'slow', description: 'How a ferry comes to its quay.' } } } } }, undefined, 2),
  'settings/src/server.ts': 'export interface ServerOptions {\n  /** Access mode. */\n  mode: string;\n}\n\nexport interface GateOptions {\n  mode: string;\n}\n',
  'kotlin/src/Configuration.kt': 'data class TideConfiguration(\n    /** Whether tides are told. */\n    var enabled: Boolean = true,\n    var level: Int = 1,\n)\n\ndata class QuayConfiguration(\n    /** Whether quays are drawn. */\n    var enabled: Boolean = false,\n)\n',
  'kotlin/src/Service.kt': 'class Service(val config: Configuration) {\n    fun tell() {\n        if (config.tide.enabled) show(config.quay.enabled)\n        if (record.level > 2) show(config.tide.level)\n    }\n}\n',
  'kotlin/src/Log.kt': 'class Log {\n    var level: Int = 0\n}\n',
  'java/src/main/java/RiverTests.java': 'public class RiverTests {\n  public static boolean isWide(River river) {\n    return new WidthInspector(river).isWide();\n  }\n}\n',
  'java/src/main/java/WidthInspector.java': '/** Looks how wide a river is. */\npublic class WidthInspector {\n  private static final WidthInspector NONE = new WidthInspector(null);\n\n  public WidthInspector(River river) {\n  }\n\n  public boolean isWide() {\n    return true;\n  }\n}\n',
  'java/src/test/java/WidthInspectorTest.java': 'class WidthInspectorTest {\n  void tells() {\n    WidthInspector inspector = new WidthInspector(null);\n    assertTrue(inspector.isWide());\n    assertTrue(RiverTests.isWide(null));\n  }\n}\n',
  'java/src/main/java/Ferry.java': '/**\n * A ferry, see {@link River#cross} and {@code null}, <var>n</var> times.\n */\npublic class Ferry {\n}\n',
  'quays/README.rst': 'Quays\n=====\n\nQuays is a library of quays_ for the `big rivers`_ of the land.\n',
  'quays/quay.py': 'class Quay:\n    \"\"\"A quay, like :class:`Pier` and :py:meth:`~Pier.moor`, ``None`` at `sea <https://sea>`_.\"\"\"\n',
  'graph/docs/views.md': '# The ferry graph\n\nIn the ferry graph you see where every ferry goes.\n',
  'graph/src/graph.ts': 'export class FerryGraph {\n  draw() {\n    return 1;\n  }\n}\n',
  'rust/README.md': '# Unpacker\n\nUnpacks.\n',
  'rust/src/cli/args.rs': 'pub enum Command {\n    Unpack {\n        /// Unpack into this very folder\n        #[arg(long = "here")]\n        here: bool,\n\n        /// Throw the archive away afterwards\n        #[arg(long)]\n        remove: bool,\n    },\n}\n',
  'rust/src/list.rs': 'pub struct List;\n\nimpl List {\n    pub fn remove(&self) {}\n}\n',
  'go/cmd/send.go': 'package cmd\n\nfunc send(c *Context) error {\n\tif c.Bool("wait-tide") {\n\t\treturn errors.New("a quay must be given when --wait-tide is passed to this command")\n\t}\n\treturn nil\n}\n',
  'elixir/lib/ferry.ex': 'defmodule Ferry do\n  @type t :: %__MODULE__{}\n\n  defstruct [:river, seats: 10]\n\n  def cross(ferry), do: ferry\nend\n',
  'csharp/src/BulkLoad.cs': '/// <summary>Loads many cars at once.</summary>\npublic class BulkLoad\n{\n    public void Start() { }\n}\n',
  'rank/src/TideRank.java': '/** Ranks tides by default as a river does. */\npublic class TideRank {\n  /** Damping factor default value. */\n  public static final double DAMPING_FACTOR_DEFAULT = 0.85;\n}\n',
  'rank/src/RiverRank.java': '/** Ranks rivers. */\npublic class RiverRank {\n  /** Damping factor default value. */\n  public static final double DAMPING_FACTOR_DEFAULT = 0.5;\n}\n',
  'lua/core/tide.lua': 'local tide = {}\n\nfunction tide.load(name)\n  return name\nend\n\nfunction tide:rise()\nend\n\nreturn tide\n',
  'lua/plugins/quay.lua': 'local tide = require "core.tide"\n\nlocal function open()\n  return tide.load("quay")\nend\n',
  'shadow/rc.go': 'package rc\n\nfunc fileHash(path string) (string, error) {\n\treturn path, nil\n}\n\nfunc fromPath(path string) string {\n\tfileHash, err := fileHash(path)\n\tif err != nil {\n\t\treturn ""\n\t}\n\treturn fileHash\n}\n',
  'roots/src/sound.py': 'def volume(level):\n    """Keeps the volume equal to the level."""\n    return level if level else 0\n\n\ndef equals(one, other):\n    """Says whether two volumes are equal."""\n    return one == other\n',
  'haskell/src/Sluice.hs': 'module Sluice\n  ( Sluice\n  , open\n  ) where\n\n-- | A gate that holds water back.\ndata Sluice = Sluice\n  { level :: Int\n  , gates :: Int\n  }\n\nopen :: Sluice -> Int\nopen s = level s\n',
  'scala/src/Options.scala': '/** What the ferry is told. */\nfinal case class FerryOptions(\n  @HelpMessage("How often a crossing is tried")\n    crossings: Int = 3,\n  river: String = "Rhine"\n)\n',
  'scala/docs/ferry.md': '# Interactive crossings\n\nWithout options it asks where you want to go and then it goes there.\n',
  'queue/src/Queue.swift': 'public class SlowQueue {\n  public func wait() {}\n  private func hidden() {}\n}\n\npublic class FastQueue {\n  public func hurry() {}\n  private func secret() {}\n}\n',
  'queue/docs/guide.md': '# Guide\n\nConnections (SlowQueue or FastQueue) are closed by themselves when nobody holds them.\n',
  'rake/Rakefile': "spec = Gem::Specification.new do |s|\n  s.name = 'rake'\nend\n\nRake::TestTask.new do |test|\n  test.libs << 'test'\nend\n\nGem::PackageTask.new(spec) do |pkg|\nend\n",
  'rake/lib/ferry.rb': 'class Ferry; end\n',
  'vessel/Makefile': 'vessel: go.mod\n\tgo build ./...\n\nclean:\n\trm vessel\n',
  'vessel/go.mod': 'module example.org/vessel\n',
  'vessel/main.go': 'package main\n\nfunc main() {}\n',
}; // prettier-ignore

describe('what is told by a name that may mean several things', function () {
  this.timeout(60_000);
  const told = askedProjects(files);

  it('is a key with dots as it stands in the settings, with its description, and no member of the same last name', async () => {
    const text = await told('settings', 'What does the setting ferry.quay.mode do?');
    assert.match(text, /^`ferry\.quay\.mode` is a key in `package\.json`, line \d+/);
    assert.match(text, /\n> How a ferry comes to its quay\.\n/);
    assert.doesNotMatch(text, /Access mode/);
  });

  it('is nothing at all where none of several stands in what is named before it', async () => {
    assert.doesNotMatch(await told('settings', 'What does harbour.mode do?'), /Access mode\.$/m);
  });

  it('is the member of what has the word before it in its own name, and the uses behind that word', async () => {
    const text = await told('kotlin', 'What does quay.enabled do?');
    assert.match(text, /^`QuayConfiguration\.enabled` is /);
    assert.match(text, /By its name I found it used in 1 file \(1 place\):\n- `src\/Service\.kt`/);
    const level = await told('kotlin', 'Where is tide.level used?');
    assert.match(level, /show\(config\.tide\.level\)/);
    assert.doesNotMatch(level, /record\.level`/);
    assert.match(level, /what plainly belongs to another is left out here/);
  });

  it('is a use of what its receiver is called or made as, in code that only ends in “Tests” as well', async () => {
    const text = await told('java', 'Who calls RiverTests.isWide?');
    assert.match(text, /assertTrue\(RiverTests\.isWide\(null\)\)/);
    assert.doesNotMatch(text, /inspector\.isWide|new WidthInspector\(river\)\.isWide/);
    assert.match(
      await told('java', 'Where is WidthInspector used?'),
      /: 2 calls in 2 files; in tests 1 call in 1 file/,
    );
    for (const asked of [
      'What breaks if I remove WidthInspector?',
      'What breaks if I change the signature of WidthInspector?',
      'How many callers does WidthInspector have?',
    ])
      assert.match(await told('java', asked), /: 2 calls in 2 files; in tests 1 call in 1 file/);
  });

  it('is used outside of its own definition, else nothing is said of uses', async () => {
    const text = await told('java', 'What is WidthInspector?');
    assert.match(text, /\nUsed in 1 file \(1 call\)/);
    assert.doesNotMatch(text.split('Used in')[1] ?? '', /NONE = new/);
  });

  it('is quoted without the marks of Javadoc', async () => {
    assert.match(await told('java', 'What is Ferry?'), /\n> A ferry, see `River#cross` and `null`, n times\.\n/);
  });

  it('is quoted without the marks of reStructuredText', async () => {
    assert.match(await told('quays', 'What is Quay?'), /\n> A quay, like `Pier` and `Pier\.moor`, ``None`` at sea\.\n/);
    assert.match(
      await told('quays', 'What is this project?'),
      /^Quays is a library of quays for the big rivers of the land/,
    );
  });

  it('is no description where a document has the words alone', async () => {
    assert.doesNotMatch(await told('graph', 'What is FerryGraph?'), /is described in/);
  });

  it('is the documented field of the options for a flag, whatever else has the word', async () => {
    assert.match(
      await told('rust', 'What does the --remove flag do?'),
      /^`Command\.Unpack\.remove` is a field in `src\/cli\/args\.rs`[^]*\n> Throw the archive away afterwards\n/,
    );
    assert.match(await told('rust', 'What does --here do?'), /Unpack into this very folder/);
  });

  it('is no message that is raised, for a flag', async () => {
    assert.doesNotMatch(await told('go', 'What does --wait-tide do?'), /is described in/);
  });

  it('holds the fields of a struct in Elixir', async () => {
    assert.match(
      await told('elixir', 'What is Ferry?'),
      /It holds [^\n]*`river`[^\n]*|defstruct \[:river, seats: 10\]/,
    );
  });

  it('is a plain yes for what is supported under the name of a type', async () => {
    assert.match(await told('csharp', 'Is there support for bulk load?'), /^Yes: `BulkLoad` is a class in/);
    assert.doesNotMatch(await told('csharp', 'Does it support IPv6?'), /^No|^Yes/);
  });

  it('is no description of a type where a value of it is asked for', async () => {
    assert.doesNotMatch(await told('rank', 'What is the default damping factor of TideRank?'), /is described in/);
  });

  it('is no use in the heads of its own members, and none of what a function calls so itself', async () => {
    const lua = await told('lua', 'Who uses core.tide?');
    assert.match(lua, /return tide\.load\("quay"\)/);
    assert.doesNotMatch(lua, /function tide/);
    assert.match(await told('shadow', 'Who calls fileHash?'), /: 1 call in 1 file, none in tests/);
  });

  it('is not there where only words of the same root are', async () => {
    assert.match(
      await told('roots', 'Is there an equalizer?'),
      /^I (?:cannot say yes or no: none of the nearest places has “equalizer” itself|found nothing that says so)/,
    );
  });

  it('is the type rather than the module of the same name', async () => {
    assert.match(
      await told('haskell', 'What is Sluice?'),
      /^`Sluice\.Sluice` is a type in[^]*\n> A gate that holds water back\./,
    );
  });

  it('is the field of a case class for a flag, without what stands above the class, and no word of a heading', async () => {
    const text = await told('scala', 'What does --crossings do?');
    assert.match(text, /^`FerryOptions\.crossings` is a field in[^]*How often a crossing is tried/);
    assert.doesNotMatch(text, /What the ferry is told|Interactive/);
  });

  it('is apart by what each offers to others, and by no sentence that only names both', async () => {
    const text = await told('queue', 'What is the difference between SlowQueue and FastQueue?');
    assert.match(text, /Of the two, only `SlowQueue` declares `wait`\.\n\nOnly `FastQueue` declares `hurry`\./);
    assert.doesNotMatch(text, /hidden`|secret`|closed by themselves/);
  });

  it('is asked in one of two questions, with a second half or an end that goes without saying', async () => {
    assert.match(await told('haskell', 'What is Sluice, and where does the water go?'), /^`Sluice\.Sluice` is a type/);
    assert.match(await told('shadow', 'Who calls fileHash outside of the tests?'), /: 1 call in 1 file/);
    assert.match(
      await told('queue', 'What is the difference between SlowQueue and FastQueue in a harbour?'),
      /^`SlowQueue` is a class/,
    );
    assert.match(
      await told('settings', 'How is the source tree organised, and what is where?'),
      /^(?:Its folders|This folder)/,
    );
  });

  it('is the task of a library without a name of its own, and no variable', async () => {
    const text = await told('rake', 'How do I run the tests?');
    assert.match(text, /`rake test`/);
    assert.doesNotMatch(text, /rake spec/);
  });

  it('is the target that makes what the project is called', async () => {
    assert.match(await told('vessel', 'How do I build it?'), /- `make vessel` runs `go build \.\/\.\.\.`/);
  });
});

const members: Record<string, string> = {
  'lock.go': 'package river\n\ntype Lock struct{}\n\nfunc (l *Lock) open() {}\n\ntype Gate struct{ lock *Lock }\n\nfunc (g *Gate) open() {}\n',
  'ferry.go': 'package river\n\nfunc pass(main *Lock, side *Gate, other any) {\n\tmain.open()\n\tside.open()\n\tside.lock.open()\n\tfind(other).open()\n}\n',
  'quay.dart': 'class Quay {\n  void moor() {}\n}\n\nclass LongQuay extends Quay {\n  @override\n  void moor() {\n    super.moor();\n  }\n}\n\nclass Tent {\n  void moor() {}\n}\n\nQuay nearest() => Quay();\n',
  'boat.dart': 'class Boat {\n  Quay? at;\n  final Tent tent = Tent();\n\n  void land(LongQuay longest) {\n    at?.moor();\n    nearest().moor();\n    longest.moor();\n    tent.moor();\n    anyone.moor();\n  }\n}\n',
  'Sluice.java': 'class Sluice {\n  private final Lock lock = new ReentrantLock();\n\n  private void free() {\n    lock.free();\n  }\n\n  void close() {\n    this.free();\n    hands.forEach(this::free);\n    other.free();\n  }\n}\n',
  'Raft.java': 'class Raft {\n  static Raft of(String... logs) {\n    return new Raft();\n  }\n\n  void drift() {}\n}\n\nclass Leaf {\n  static Leaf of(String tree) {\n    return new Leaf();\n  }\n\n  void drift() {}\n}\n\nclass River {\n  void flow() {\n    Raft.of(first(1)).drift();\n    Leaf.of("oak").drift();\n    Raft\n      .of("pine")\n      .drift();\n  }\n}\n',
  'store.swift': 'enum Memory {\n  class Backend {\n    func has() -> Bool { return true }\n  }\n}\n\nenum Disk {\n  class Backend {\n    func has() -> Bool { return has() }\n  }\n}\n\nclass Cache {\n  let quick: Memory.Backend\n  let slow: Disk.Backend\n  func find() -> Bool {\n    return quick.has() || slow.has()\n  }\n  func look() -> Bool {\n    return slow.has()\n  }\n}\n',
  'knot.ts': 'export function knot(rope: string) {\n  return rope;\n}\n',
  'tie.ts': "import { knot as bind } from './knot';\n\nexport const tied = bind('a');\nexport const length = sailor.knot();\n",
  'left/tools.ts': 'export function splice(rope) {\n  return rope;\n}\n',
  'right/gear.ts': 'export function splice(rope) {\n  return rope;\n}\n\nexport const own = splice(1);\n',
  'left/sail.ts': "import { splice } from './tools';\n\nexport const a = splice(2);\n",
  'right/mast.ts': "import {\n  splice,\n} from './gear.js';\n\nexport const b = splice(3);\n",
  'deck.ts': "import { splice } from './left';\n\nexport const c = splice(4);\n",
  'harbour/slow.py': 'class SlowDock:\n    @property\n    def keeper(self):\n        return self._keeper\n\n    def unload(self):\n        return 1\n\n\nclass SlowCrane:\n    def __init__(self, dock: SlowDock):\n        self._dock = dock\n\n    def turn(self, keeper):\n        log(keeper=keeper)\n        self._dock.unload()\n        return self._dock.keeper\n',
  'harbour/dock.py': 'class Dock:\n    def unload(self):\n        return 2\n\n\nclass Crane:\n    def __init__(self, dock: Dock):\n        self._dock = dock\n\n    def turn(self):\n        keeper = find()\n        self._dock.unload()\n        return keeper\n',
  'crew.ex': 'defmodule Crew do\n  def hire(name), do: name\n\n  def all, do: hire("a")\nend\n\ndefmodule Crew.Night do\n  def start, do: hire(2)\n\n  def dawn, do: Crew.hire("b")\n\n  defp hire(count), do: count\nend\n',
  'Chart.java': 'class Chart {\n  static String path(Url url) {\n    return url.path() + path(url);\n  }\n\n  String show(java.net.URL url) {\n    URL other = url;\n    return other.path();\n  }\n}\n',
  'tide/Level.php': '<?php\nclass Level {\n  private TideGauge $gauge;\n\n  public function read(string $mark) {\n    return $this->gauge->measure() . $mark->measure();\n  }\n}\n',
  'tide/TideGauge.php': '<?php\ninterface TideGauge {\n  public function measure();\n}\n',
  'tide/Buoy.php': '<?php\nclass Buoy {\n  public function measure() {}\n}\n',
  'tide/gauge.h': 'class Swell {\npublic:\n  int crest() const;\n};\nclass Ripple {\n  int crest() const;\n};\nclass Watch {\n  Swell SEA;\n};\n',
  'tide/gauge.cpp': '#include "gauge.h"\n\nint Watch::look() {\n  while (SEA && Calm(SEA)) {\n    return SEA.crest();\n  }\n}\n',
  'north/Rope.php': '<?php\nnamespace Boats\\North;\n\nfinal class Rope {\n  public static function of(int $length) {}\n}\n\nfunction tie() {}\n',
  'north/LongRope.php': '<?php\nnamespace Boats\\North;\n\nfinal class LongNorthRope {\n  public static function of(int $length) {}\n}\n',
  'load.go': 'package river\n\ntype Barge struct{}\n\nfunc (b *Barge) load(n int) { load(b, n) }\n\nfunc (b *Barge) fill() { b.load(2) }\n\nfunc load(b *Barge, n int) {}\n',
  'bell.py': 'class Bell:\n    def __init__(self, tone):\n        self.tone = tone\n\n\nclass ShipBell(Bell):\n    def __init__(self):\n        super().__init__(3)\n\n\nclass Rope:\n    def __init__(self):\n        super().__init__()\n\n\ndef ring(kind: Bell):\n    return Bell(2) or kind\n',
  'anchor.rb': 'class Anchor\n  def initialize(weight)\n    @weight = weight\n  end\nend\n\ndef drop\n  Anchor.new(3)\n  Anchor\nend\n',
  'chain.rb': 'class Chain\n  def initialize(length)\n    @length = length\n  end\nend\n\nclass Kedge < Chain\n  def weigh; end\nend\n\nclass Grapnel < Chain\n  def initialize; end\nend\n\ndef cast\n  Chain.new(3)\n  Kedge.new(4)\n  Grapnel.new\nend\n',
  'Mast.java': 'class Mast {\n  Mast(int height) {}\n\n  static Mast high() {\n    return new Mast(9);\n  }\n}\n',
  'ropes.js': 'export class Ropes {\n  coil() {}\n}\n',
  'ropes.test.js': "test('coils', () => {\n  const coil = make();\n  coil();\n  use(coil);\n});\n",
  'cut.rs': 'pub fn cut(text: &str) -> &str {\n    text\n}\n\npub fn test_connection() {\n    cut("a");\n}\n\n#[cfg(test)]\nmod test_cut {\n    #[test]\n    fn keeps_all() {\n        assert_eq!("a", cut("a"));\n    }\n}\n',
  'dam.c': 'int raise_dam(int height)\n{\n  return height;\n}\n',
  'spill.zig': 'const c = @import("c");\n\npub fn spill() void {\n    _ = c.raise_dam(1);\n}\n',
  'spill.go': 'package river\n\nimport (\n\t"C"\n\t"lakes"\n)\n\nfunc spill() {\n\tC.raise_dam(2)\n\tlakes.raise_dam(3)\n}\n',
  'Dyke.sol': 'contract Dyke {\n  function seal(uint gap) public {}\n}\n',
  'signal.go': 'package river\n\ntype Horn struct{}\n\nfunc (h *Horn) blow(n int) *Horn { return h }\n\ntype Whistle struct{}\n\nfunc (w *Whistle) blow(n int) *Whistle { return w }\n\nfunc horn() (*Horn, error) { return nil, nil }\n\nfunc whistle() *Whistle { return nil }\n\nfunc signal() {\n\tfirst, err := horn()\n\tfirst.blow(1)\n\terr.blow(2)\n\twhistle().\n\t\tblow(3).\n\t\tblow(4)\n}\n',
  'Pipe.php': '<?php\nclass Pipe {\n  public function sound() {}\n}\n\nclass Choir {\n  /** @return \\Organ\\Bellows|null */\n  public function bellows() {}\n\n  /** @param Pipe $low */\n  public function sing($low, $high) {\n    $bellows = $this->bellows();\n    $bellows->sound();\n    $low->sound();\n    $high->sound();\n  }\n\n  public function turn() {\n    $left = $right;\n    $right = $left;\n    $left->sound();\n  }\n}\n',
  'Oar.cs': 'class Oar : IOar {\n  private readonly TextOar oar;\n\n  public virtual void Dip() {\n    oar.Dip();\n  }\n}\n\nclass LongOar : Oar {\n  void Pull() { this.Dip(); Dip(); }\n}\n\nclass WideOar : LongOar {\n  public override void Dip() {}\n}\n\nclass Spoon {\n  void Stir(WideOar wide, LongOar long) {\n    this.Dip();\n    wide.Dip();\n    long.Dip();\n  }\n}\n\nclass Ladle {\n  void Dip() {}\n}\n',
  'fleet.go': 'package river\n\ntype Fleet struct{}\n\nfunc (f *Fleet) sail() {}\n\ntype Buoys struct{}\n\nfunc (b *Buoys) sail() {}\n\nfunc NewFleet(size int) *Fleet { return nil }\n\nfunc depart(any interface{}) {\n\tall := NewFleet(3)\n\tall.sail()\n\t(any.(*Buoys)).sail()\n}\n',
  'Sails.cs': 'static class SailExtensions {\n  public static void Reef(this ISail sail, int by) {}\n}\n\ninterface ISail {}\n\nclass Jib : ISail {\n  void Turn(object any) {\n    this.Reef(1);\n    ((Jib)any).Reef(2);\n    ((Tent)any).Reef(3);\n  }\n}\n\nclass Tent {\n  void Reef(int by) {}\n}\n',
  'pasted.py': `DATA = "${'a'.repeat(6000)}"\n${'# A remark that fills its row and says nothing.\n'.repeat(200)}\ndef shine():\n    return beacon_light()\n\n\ndef beacon_light():\n    return 1\n`,
  'dyke.test.ts': "import { dyke } from './made';\n\nawait dyke.seal(1);\n",
}; // prettier-ignore

describe('the uses of a member whose name others have', function () {
  this.timeout(60_000);
  let tree: ReturnType<typeof createFolder>;
  let engine: Engine;

  before(() => {
    tree = createFolder(members);
    engine = createEngine({ grammarFolder: path.resolve('dist/grammars'), log: () => undefined });
  });
  after(async () => {
    await engine.close();
    tree.remove();
  });

  /** @param asked a name, or a file whose first definition is meant */
  async function rowsOf(asked: string) {
    const subject = asked.includes('/') ? { at: path.join(tree.path, asked), line: 1 } : { name: asked };
    const told = await engine.references({ ...subject, limit: 50, offset: 0, space: { paths: [tree.path] } });
    return { ...rowsTold(told), counts: told.counts };
  }

  async function certainAndPossible(asked: string) {
    const { certain, possible } = await rowsOf(asked);
    return [certain, possible];
  }

  it('are those on what a row declares as its type, in another function or file as well', async () => {
    const lock = await rowsOf('Lock.open');
    assert.deepEqual(lock.certain, ['main.open()', 'side.lock.open()']);
    assert.deepEqual((await rowsOf('Gate.open')).certain, ['side.open()']);
    const quay = await rowsOf('Quay.moor');
    assert.deepEqual(quay.certain, ['at?.moor();', 'nearest().moor();', 'super.moor();']);
  });

  it('are told apart, not left out, where nothing says what the name is called on or it may be what extends its type', async () => {
    assert.deepEqual((await rowsOf('Lock.open')).possible, ['find(other).open()']);
    const { possible, counts } = await rowsOf('Quay.moor');
    assert.deepEqual(possible, ['anyone.moor();', 'longest.moor();']);
    assert.deepEqual([counts.possible, counts.calls + counts.uses, counts.files], [2, 3, 2]);
  });

  it('are none of a type that has no such member: those that have one are named', async () => {
    const space = { paths: [tree.path] };
    assert.equal((await engine.references({ name: 'Raft.moor', limit: 9, offset: 0, space })).definitions.length, 0);
    const { symbol, nearest } = await engine.symbol({
      name: 'Raft.moor',
      limit: 9,
      characters: 99,
      siblings: false,
      space,
    });
    assert.equal(symbol, undefined);
    assert.deepEqual(nearest.map(({ name }) => name).sort(), ['LongQuay.moor', 'Quay.moor', 'Tent.moor']);
  });

  it('are none of a foreign type, though nothing else here has the name, and those on what a type makes', async () => {
    const { certain, possible } = await rowsOf('Sluice.free');
    assert.deepEqual([certain, possible], [['hands.forEach(this::free);', 'this.free();'], ['other.free();']]);
    const raft = await rowsOf('Raft.drift');
    assert.deepEqual([raft.certain, raft.possible], [['.drift();', 'Raft.of(first(1)).drift();'], []]);
  });

  it('are those of the outer type where two hold a type of one name', async () => {
    assert.deepEqual((await rowsOf('Memory.Backend.has')).certain, ['return quick.has() || slow.has()']);
    assert.deepEqual((await rowsOf('Disk.Backend.has')).certain, [
      'func has() -> Bool { return has() }',
      'return quick.has() || slow.has()',
      'return slow.has()',
    ]);
  });

  it('are those under the name that a file imports it by, and perhaps those of a variable', async () => {
    const { certain, possible } = await rowsOf('knot');
    assert.deepEqual(certain, ["export const tied = bind('a');", "import { knot as bind } from './knot';"]);
    assert.deepEqual(possible, ['export const length = sailor.knot();']);
  });

  it('are those of the file that the definition is in, by what others import it from', async () => {
    const left = await rowsOf('left/tools.ts');
    assert.deepEqual(left.certain, ['export const a = splice(2);', "import { splice } from './tools';"]);
    assert.deepEqual(left.possible, ['export const c = splice(4);', "import { splice } from './left';"]);
    assert.deepEqual((await rowsOf('right/gear.ts')).certain, [
      'export const b = splice(3);',
      'export const own = splice(1);',
      'splice,',
    ]);
  });

  it('are by the type of what a variable is given as it is, though another type has all words of its name', async () => {
    const uses = async (name: string) => {
      const { files, possible } = await engine.references({
        name,
        limit: 50,
        offset: 0,
        space: { paths: [tree.path] },
      });
      const places = files.flatMap(({ source, references }) =>
        references.map(({ line }) => `${source.kind === 'file' ? path.basename(source.path) : ''}:${line}`),
      );
      return [places, possible.length];
    };
    assert.deepEqual(await uses('SlowDock.unload'), [['slow.py:16'], 0]);
    assert.deepEqual(await uses('Dock.unload'), [['dock.py:12'], 0]);
  });

  it('are no variables, parameters or labels of the same name', async () => {
    assert.deepEqual((await rowsOf('SlowDock.keeper')).certain, ['return self._dock.keeper']);
    assert.deepEqual((await rowsOf('Ropes.coil')).certain, []);
  });

  it('are those of the module itself, not of one inside of it that has its own', async () => {
    assert.deepEqual((await rowsOf('Crew.hire')).certain, ['def all, do: hire("a")', 'def dawn, do: Crew.hire("b")']);
  });

  it('are, of a constructor, the calls of its type and those by what extends that', async () => {
    assert.deepEqual((await rowsOf('Bell.__init__')).certain, ['return Bell(2) or kind', 'super().__init__(3)']);
    const anchor = await rowsOf('Anchor.initialize');
    assert.deepEqual([anchor.certain, anchor.counts.calls], [['Anchor.new(3)'], 1]);
    assert.deepEqual((await rowsOf('Mast.Mast')).certain, ['return new Mast(9);']);
  });

  it('are calls of a type that is made by a name behind its own, and of the constructor that it inherits', async () => {
    const kind = await rowsOf('Kedge');
    assert.deepEqual([kind.certain, kind.counts.calls], [['Kedge.new(4)'], 1]);
    for (const name of ['Chain.initialize', 'Kedge.new', 'Kedge.initialize'])
      assert.deepEqual((await rowsOf(name)).certain, ['Chain.new(3)', 'Kedge.new(4)'], name);
  });

  it('are by types behind a sign of variables, in headers, and in heads, where an operator names none', async () => {
    const { certain, possible } = await rowsOf('TideGauge.measure');
    assert.deepEqual([certain, possible], [['return $this->gauge->measure() . $mark->measure();'], []]);
    assert.deepEqual((await rowsOf('Buoy.measure')).certain, []);
    assert.deepEqual((await rowsOf('Swell.crest')).certain, ['return SEA.crest();']);
  });

  it('are of the very type and function of a namespace that is written before them', async () => {
    const space = { paths: [tree.path] };
    const asked = { limit: 3, characters: 99, siblings: false, space };
    const { symbol } = await engine.symbol({ name: 'Boats\\North\\Rope::of', ...asked });
    assert.deepEqual(symbol?.path, ['Rope', 'of']);
    const { definitions } = await engine.references({ name: 'Boats\\North\\tie', limit: 9, offset: 0, space });
    assert.equal(definitions.length, 1);
  });

  it('are no calls by the name alone in a language that names what a member is called on', async () => {
    assert.deepEqual((await rowsOf('Barge.load')).certain, ['func (b *Barge) fill() { b.load(2) }']);
    const space = { paths: [tree.path] };
    const { symbol } = await engine.symbol({ name: 'Barge.fill', limit: 1, characters: 99, siblings: false, space });
    assert.deepEqual(symbol?.calls, [{ name: 'load', line: 7 }]);
  });

  it('are by what a call returns, of several values and through a chain of rows as well', async () => {
    assert.deepEqual(await certainAndPossible('Horn.blow'), [['first.blow(1)'], []]);
    assert.deepEqual(await certainAndPossible('Whistle.blow'), [['blow(3).', 'blow(4)'], []]);
  });

  it('are by what makes the variable, though it is called as a type, by a cast, and by what a member is added to from outside', async () => {
    assert.deepEqual((await rowsOf('Fleet.sail')).certain, ['all.sail()']);
    assert.deepEqual(await certainAndPossible('SailExtensions.Reef'), [['((Jib)any).Reef(2);', 'this.Reef(1);'], []]);
  });

  it('are by what comments say of parameters and of what a call returns, and open where variables are given to each other', async () => {
    assert.deepEqual(await certainAndPossible('Pipe.sound'), [
      ['$low->sound();'],
      ['$high->sound();', '$left->sound();'],
    ]);
  });

  it('are on what extends the type without its own, through all levels, and none on a foreign type that is called so', async () => {
    const { certain, possible } = await rowsOf('Oar.Dip');
    assert.deepEqual([certain, possible], [['long.Dip();', 'void Pull() { this.Dip(); Dip(); }'], ['wide.Dip();']]);
    const { overrides } = await engine.references({
      name: 'Oar.Dip',
      limit: 9,
      offset: 0,
      space: { paths: [tree.path] },
    });
    assert.deepEqual(
      overrides.map(({ path: names }) => names.join('.')),
      ['WideOar.Dip'],
    );
  });

  it('are none on a foreign type that stands before the variable', async () => {
    assert.deepEqual((await rowsOf('Chart.path')).certain, ['return url.path() + path(url);']);
  });

  it('are found in a file of which one row is very long, when people wrote the others', async () => {
    assert.deepEqual((await rowsOf('beacon_light')).certain, ['return beacon_light()']);
  });

  it('are calls from other languages: by a module called as the language of the definition, and by a binding', async () => {
    const dam = await rowsOf('raise_dam');
    assert.deepEqual([dam.certain, dam.counts.calls], [['C.raise_dam(2)', '_ = c.raise_dam(1);'], 2]);
    const { certain, counts } = await rowsOf('Dyke.seal');
    assert.deepEqual([certain, counts.calls], [['await dyke.seal(1);'], 1]);
  });

  it('are in tests where a module is called so, though a function may be called so that tests something at work', async () => {
    const { counts } = await rowsOf('cut');
    assert.deepEqual([counts.calls, counts.tests.calls], [2, 1]);
  });

  it('are called on something, which is told with what a function calls', async () => {
    const space = { paths: [tree.path] };
    const { symbol } = await engine.symbol({ name: 'Boat.land', limit: 1, characters: 99, siblings: false, space });
    assert.deepEqual(symbol?.calls.slice(0, 2).map(({ name, on }) => [name, on]), [['moor', 'at'], ['nearest', undefined]]); // prettier-ignore
  });
});

const operators: Record<string, string> = {
  'Setter.swift': 'public func <-<V: Value>(column: Expression<V>, value: V) -> Setter {\n  Setter(column)\n}\n\npublic func <<V: Value>(one: Expression<V>, other: V) -> Bool where V.Datatype: Comparable {\n  less(one)\n}\n\npublic postfix func ++(column: Column) -> Setter { add(column) }\n\nstruct Boat {\n  static func == (one: Boat, other: Boat) -> Bool { one.name == other.name }\n}\n\nlet set = name <- 3\n',
  'knot.cpp': 'struct Knot {\n  bool operator==(const Knot& other) const;\n  Knot& operator+=(int rope);\n  void operator()(int rope) { tie(rope); }\n};\n',
  'Speed.cs': 'public struct Speed {\n  public static Speed operator *(Speed a, int b) { return a; }\n  public static implicit operator int(Speed a) => 1;\n}\n',
  'depth.dart': 'class Depth {\n  int operator [](int at) => at;\n}\n\nextension Deep on Depth {\n  Depth operator ~/(Depth other) => other;\n}\n',
  'Tide.hs': 'module Tide where\n\nnewtype Tide = Tide Int\n\ninstance Semigroup Tide where\n  Tide a <> Tide b = Tide (a + b)\n',
  'wave.ex': 'defmodule Wave do\n  def one <~> other when other > 1 do\n    one\n  end\nend\n',
  'Rope.fs': 'module Rope\n\nlet inline (|>!) one take = take one\n',
  'header.rb': 'class Header\n  def []=(name, value)\n    @fields[name] = value\n  end\n\n  def =~(other)\n    name == other\n  end\n\n  def empty?\n    self =~ 2\n  end\nend\n',
  'Span.scala': 'class Span {\n  def |+|(other: Span): Span = other\n}\n',
  'Span.kt': 'class Width {\n  operator fun plus(other: Width): Width = other\n}\n',
}; // prettier-ignore

describe('an operator', function () {
  this.timeout(60_000);
  let tree: ReturnType<typeof createFolder>;
  let engine: Engine;

  before(() => {
    tree = createFolder(operators);
    engine = createEngine({ grammarFolder: path.resolve('dist/grammars'), log: () => undefined });
  });
  after(async () => {
    await engine.close();
    tree.remove();
  });

  const space = () => ({ paths: [tree.path] });

  it('is a symbol by its signs, with the word for it or without, and behind what it stands in', async () => {
    const rows = {
      '<-': 'public func <-<V: Value>(column: Expression<V>, value: V) -> Setter {',
      '<': 'public func <<V: Value>(one: Expression<V>, other: V) -> Bool where V.Datatype: Comparable {',
      '++': 'public postfix func ++(column: Column) -> Setter { add(column) }',
      'Boat.==': 'static func == (one: Boat, other: Boat) -> Bool { one.name == other.name }',
      'Knot::operator==': 'bool operator==(const Knot& other) const;',
      'operator +=': 'Knot& operator+=(int rope);',
      'operator()': 'void operator()(int rope) { tie(rope); }',
      'Speed.operator *': 'public static Speed operator *(Speed a, int b) { return a; }',
      'Speed.implicit': 'public static implicit operator int(Speed a) => 1;',
      'Depth.[]': 'int operator [](int at) => at;',
      '~/': 'Depth operator ~/(Depth other) => other;',
      '(<>)': 'Tide a <> Tide b = Tide (a + b)',
      'Wave.<~>': 'def one <~> other when other > 1 do',
      '|>!': 'let inline (|>!) one take = take one',
      'Header.[]=': 'def []=(name, value)',
      'Header#=~': 'def =~(other)',
      'Header#empty?': 'def empty?',
      'Span.|+|': 'def |+|(other: Span): Span = other',
      'Width.plus': 'operator fun plus(other: Width): Width = other',
    };
    for (const [name, row] of Object.entries(rows)) {
      const { symbol } = await engine.symbol({ name, limit: 3, characters: 999, siblings: false, space: space() });
      assert.equal(symbol?.text.split('\n', 1)[0]?.trim(), row, name);
    }
    const [swift] = (await engine.outline({ depth: 1, limit: 50, files: 50, space: space() })).files.filter(
      ({ language }) => language === 'swift',
    );
    assert.equal(swift?.hasErrors, false);
  });

  it('is used where its signs stand between values', async () => {
    const used = async (name: string) => {
      const { definitions, files } = await engine.references({ name, limit: 9, offset: 0, space: space() });
      return [definitions.length, ...files.flatMap(({ references }) => references.map(({ text }) => text))];
    };
    assert.deepEqual(await used('<-'), [1, 'let set = name <- 3']);
    assert.deepEqual(await used('=~'), [1, 'self =~ 2']);
  });
});
