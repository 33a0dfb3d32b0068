// What "explain" and "what is the difference" take their names for, and what they tell of them: in several languages.
import assert from 'node:assert/strict';
import path from 'node:path';
import { createEngine } from '../../../src/engine/engine';
import type { Answer, Engine } from '../../../src/engine/types';
import { createFolder } from '../api/askingContext';

const files: Record<string, string> = {
  'rust/src/lib.rs': 'mod load_cargo;\nmod pier;\npub mod pump {\n  pub fn run() {}\n}\nstruct Config {\n  load_cargo: bool,\n}\n',
  'rust/src/load_cargo.rs': '/// Reads what a ferry carries.\npub fn load_cargo(path: &str) -> usize {\n  path.len()\n}\n',
  'rust/src/pier.rs': '/// Where ferries wait.\npub struct Pier {\n  berths: usize,\n}\n\nimpl Pier {\n  fn widen(&mut self) {}\n  pub fn moor(&mut self) {\n    self.widen();\n  }\n}\n\nimpl std::fmt::Display for Pier {\n  fn fmt(&self) {}\n}\n',
  'rust/src/other.rs': 'pub struct Buoy;\n\nimpl Buoy {\n  pub fn ring(&self) {}\n}\n',
  'rust/src/quay.rs': 'pub type Quay = Pier;\n\nimpl Node for Quay {\n  fn tree(&self) {\n    tie();\n  }\n}\n\n/// Ties a rope, e.g. `bowline`. It takes a while.\nfn tie() {}\n',
  'go/dock/dock.go': 'package dock\n\n// Dock holds ferries.\ntype Dock struct {\n\tname string\n}\n',
  'go/dock/moor.go': 'package dock\n\nfunc (d *Dock) Moor() error {\n\treturn nil\n}\n',
  'go/dry/dock.go': 'package dry\n\ntype Dock struct{}\n\nfunc (d Dock) Drain() {}\n',
  'go/tide/tide.go': `package tide

/*
Rising counts the steps that the water goes up, one by one.

Falling counts the steps down, and knows of the moon.
*/

// Rising counts.
func Rising(text string, deep bool) int {
	return int(measure(text))
}

func Falling(input string, deep bool) int {
	return cap(make([]byte, int64(weigh(input))))
}

func measure(text string) int { return len(text) }

func weigh(text string) int { return len(text) * 2 }
`,
  'csharp/Crane.cs': 'namespace Port {\n  public partial class Crane {\n    public void Lift() { }\n  }\n}\n',
  'csharp/Crane.More.cs': 'namespace Port {\n  public partial class Crane {\n    public void Lower() { }\n  }\n}\n',
  'csharp/Nets.cs': 'namespace Port {\n  public class Nets {\n    /// <summary>Mends a net.</summary>\n    public Net Mend() =>\n      Tie(1);\n    public Net Mend(int knots) =>\n      Tie(knots);\n    /// <summary>Weaves a net.</summary>\n    public Net Weave(int knots) =>\n      Start(knots);\n    Net Tie(int knots) => new Net(knots);\n    Net Start(int knots) => new Net(knots);\n  }\n}\n',
  'swift/Sail.swift': 'class Sail {\n  func hoist() {}\n}\n',
  'swift/SailMore.swift': 'extension Sail {\n  func reef() {}\n}\n',
  'kotlin/Mast.kt': 'class Mast {\n  fun raise() {}\n}\n',
  'kotlin/MastMore.kt': 'fun Mast.paint() {}\n',
  'python/lamps.py': 'def flash(count: int, colour="red"):\n    """Blinks."""\n    return turn(count)\n\n\ndef glow(count: float, colour="white", slow=False):\n    """Shines all the time."""\n    return dim(count)\n\n\ndef turn(count):\n    return len(str(count))\n\n\ndef dim(count):\n    return float(count)\n',
  'ruby/lib/rules.rb': 'class Rules\n  # `carry_all` takes every row.\n  def apply_carry_all_rule(path)\n    rows(path)\n  end\n\n  # `carry_first` takes one.\n  def apply_carry_first_rule(path)\n    private\n    first_row(path)\n  end\n\n  def rows(path) = path\n  def first_row(path) = path\nend\n',
  'ruby/test/rules_test.rb': 'class RulesTest\n  def test_carry_all\n    apply_carry_all_rule("a")\n  end\nend\n',
  'ruby/lib/anchor.rb': '# frozen_string_literal: true\n##\n# Holds the ship.\n\nclass Anchor\n  def drop; end\nend\n\n# Notes of the yard.\n\nclass Winch\n  def pull; end\nend\n',
  'python/sails.py': 'class Sail:\n    def hoist(self):\n        return self.raise_up()\n\n    def raise_up(self):\n        "Step by step."\n        for knot in self.rope:\n            knot.pull()\n        return self.rope\n\n    def reef(self):\n        self.fold()\n        self.lash()\n\n    def fold(self):\n        return 1\n\n    def lash(self):\n        return 2\n',
  'words/calm.js': '/** Lies still. */\nexport function calm(sea, wind) {\n  return sea;\n}\n\n/** Rolls. */\nexport function rough(water, gale) {\n  return water;\n}\n',
  'words/ebb.js': '/**\n * The ebb\n *\n * It takes the water out to the sea, twice a day.\n *\n * Nobody reads on.\n *\n * @see Tide\n */\nexport class Ebb {\n  fall() {\n    return 1;\n  }\n}\n',
  'words/CHANGELOG.md': '# 1.0\n\n- Added `calm` and `rough` for people who are at sea.\n',
  'words/README.md': '# Sea\n\n`calm` is for the harbour, `rough` for what is outside of it.\n',
}; // prettier-ignore

describe('what a question calls by its name', function () {
  this.timeout(60_000);
  let folder: ReturnType<typeof createFolder>;
  let engine: Engine;

  before(() => {
    folder = createFolder(files);
    engine = createEngine({
      grammarFolder: path.resolve('dist/grammars'),
      embeddingFile: path.resolve('media/embedding.bin'),
      log: () => undefined,
    });
  });
  after(async () => {
    await engine.close();
    folder.remove();
  });

  async function ask(project: string, query: string): Promise<Answer | undefined> {
    const root = path.join(folder.path, project);
    const { snippets } = await engine.retrieve({ query, space: { paths: [root] }, limit: 20 });
    const named = snippets.map((snippet, place) => ({
      ...snippet,
      id: String(place),
      label: snippet.source.kind === 'file' ? path.relative(root, snippet.source.path) : '',
    }));
    const [first] = await engine.answer({ query, snippets: named, space: { paths: [root] }, roots: [root] });
    return first;
  }
  const told = async (project: string, query: string): Promise<string> => (await ask(project, query))?.text ?? '';

  it('is the definition, not the row that only declares a module of its name', async () => {
    const text = await told('rust', 'explain load_cargo');
    assert.match(text, /^`load_cargo` is a function in `src\/load_cargo\.rs`[^]*> Reads what a ferry carries\./);
    assert.doesNotMatch(text, /mod load_cargo;|src\/lib\.rs`, line 1\b/);
  });

  it('is of the kind that the question names', async () => {
    assert.match(await told('rust', 'explain the load_cargo function'), /^`load_cargo` is a function/);
    assert.match(await told('rust', 'explain the load_cargo field'), /^`Config\.load_cargo` is a field/);
  });

  const holders: readonly (readonly [project: string, name: string, holds: RegExp])[] = [
    ['rust', 'Pier', /It holds `moor`, `widen` and `fmt`\./],
    ['go', 'Dock', /Dock holds ferries[^]*It holds `Moor`\./],
    ['csharp', 'Crane', /It holds `(?:Lift|Lower)`/],
    ['swift', 'Sail', /It holds `reef`\./],
    ['kotlin', 'Mast', /It holds `paint`\./],
  ];
  for (const [project, name, holds] of holders) {
    it(`holds what belongs to it and stands elsewhere, and nothing of another of its name: ${project}`, async () => {
      assert.match(await told(project, `explain ${name}`), holds);
    });
  }

  it('is told with what it hands its work on to, where the tree knows which that is', async () => {
    const text = await told('python', 'how does hoist work?');
    assert.match(
      text,
      /It calls `Sail\.raise_up` \(method, `sails\.py`, line 5\) \[2\]\.\n\n```py\ndef raise_up\(self\):\n\s+…\n\s+for knot in self\.rope:/,
    );
    const several = await told('python', 'how does reef work?');
    assert.match(several, /`Sail\.reef` is a method/);
    assert.doesNotMatch(several, /It calls/);
  });

  it('is documented by what stands below a title, too', async () => {
    assert.match(
      await told('words', 'explain Ebb'),
      /> The ebb\. It takes the water out to the sea, twice a day\. Nobody reads on\.\n/,
    );
  });

  it('is documented by a comment of RDoc that stands apart, and by no other that does', async () => {
    assert.match(await told('ruby', 'explain Anchor'), /`Anchor` is a class[^]*> Holds the ship\./);
    assert.doesNotMatch(await told('ruby', 'explain Winch'), /Notes of the yard/);
  });

  it('is told apart by what is written of both, without names of parameters, builtins and conversions', async () => {
    const text = await told('go', 'what is the difference between Rising and Falling?');
    assert.match(
      text,
      /Of both it says in `tide\/tide\.go`, line 4 \[3\]:\n\n> Rising counts the steps that[^]*> Falling counts the steps down[^]*\[3\] tide\/tide\.go:4-6/,
    );
    assert.match(text, /Of the two, only `Rising` calls `measure`\.\n\nOnly `Falling` calls `weigh`\./);
    assert.doesNotMatch(text, /takes|`cap`|`int64`|`int`|`make`/);
  });

  it('is told apart by defaults of parameters of one name, and by those that only one has', async () => {
    const text = await told('python', 'what is the difference between flash and glow?');
    assert.match(text, /`colour` is `"red"` by default in `flash` and is `"white"` by default in `glow`\./);
    assert.match(text, /Of the two, only `glow` takes `slow`\./);
  });

  it('is not told apart by what only one of several functions of a name takes or calls', async () => {
    const text = await told('csharp', 'what is the difference between Mend and Weave?');
    assert.match(text, /Mends a net[^]*Weaves a net/);
    assert.doesNotMatch(text, /Only|takes/);
  });

  it('is told apart by a sentence of a document that names both', async () => {
    const text = await told('words', 'what is the difference between calm and rough?');
    assert.match(
      text,
      /> Lies still\.[^]*> Rolls\.[^]*Of both it says in `README\.md`, line 3 \[3\]:\n\n> `calm` is for the harbour/,
    );
    assert.doesNotMatch(text, /nly `/);
  });

  it('is told apart as the definitions, not as a block that goes on with one', async () => {
    const text = await told('rust', 'difference between Pier and Quay');
    assert.match(text, /^`Pier` is a struct in [^]*\n`Quay` is a type in /);
  });

  it('is told in whole sentences: an abbreviation ends none', async () => {
    assert.match(await told('rust', 'explain tie'), /> Ties a rope, e\.g\. `bowline`\. It takes a while\./);
  });

  it('is told apart by what it calls of what is defined here, keywords aside', async () => {
    const text = await told('ruby', 'difference between apply_carry_all_rule and apply_carry_first_rule');
    assert.match(text, /`Rules\.apply_carry_all_rule` is a method[^]*`Rules\.apply_carry_first_rule` is a method/);
    assert.match(text, /calls `first_row`\./);
    assert.doesNotMatch(text, /`private`/);
  });

  it('is looked for in what uses it also where the question says what kind of thing that is', async () => {
    const answer = await ask('rust', 'which struct uses load_cargo?');
    assert.equal(answer?.kind, 'callers');
  });

  it('is one of several: the answer says that uses may be of any of them', async () => {
    assert.match(
      await told('go', 'who uses Dock?'),
      /There is 1 more definition named `Dock` \(in `[^`]+`, line \d+\); these uses may be of any of them\.|Nothing here/,
    );
  });
});
