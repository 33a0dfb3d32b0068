// What a symbol calls, and which definitions are meant.
import assert from 'node:assert/strict';
import path from 'node:path';
import type { PlacedSymbol } from '../../../src/engine/querySpace';
import { engineOver } from './projects';

const files: Record<string, string> = {
  'harbour.py': 'class Crane:\n    def lift(self):\n        return 1\n\n\nclass Winch:\n    def lift(self):\n        return 2\n\n\ndef haul(any):\n    return any\n',
  'crew.py': 'from harbour import Crane, Winch, haul\n\n\nclass Crew:\n    def rest(self):\n        return 0\n\n    def work(self, crane: Crane, thing):\n        winch = Winch()\n        crane.lift()\n        winch.lift()\n        winch.lift()\n        thing.lift()\n        haul(crane)\n        print(len("crew"))\n        return self.rest()\n\n\nidle = 3\n',
  'future.py': 'class Future:\n    @classmethod\n    def made(cls):\n        return cls(3)\n\n    def __init__(self, size):\n        super().__init__()\n        self.size = size\n',
  'waiting.py': 'from concurrent.futures import Future\n\n\ndef waits():\n    return Future()\n',
  'rope.js': "import { knot } from './knots';\n\nexport function tied(plugins) {\n  plugins.forEach((plugin) => plugin(3));\n  plugins.push(function wrapped() {\n    return knot();\n  });\n}\n",
  'knots.js': 'export function knot() {\n  return 1;\n}\n\nexport function plugin() {\n  return 2;\n}\n',
  'dock.hpp': 'class Dock {\n public:\n  int open(int berth);\n  int open(int berth, int crew);\n};\n',
  'dock.cpp': '#include "dock.hpp"\n\nint Dock::open(int berth) {\n  int one = berth;\n  return one;\n}\n\nint Dock::open(int berth, int crew) {\n  return berth + crew;\n}\n\nint gate(Dock &dock) {\n  return dock.open(3);\n}\n\nint wide(Dock &dock, int size) {\n  return dock.open(size > 2, long("a), b"));\n}\n',
  'Writer.kt': 'class Writer(private val indent: String = "") {\n  fun indent(levels: Int = 1) = this\n\n  fun emit(format: String, vararg args: Any) = this\n\n  fun emit(block: Block, isConstant: Boolean = false, isEnded: Boolean = false) = this\n\n  fun all(block: Block) {\n    indent()\n    emit(block, isEnded = true)\n    emit("done")\n  }\n}\n',
  'berths.rs': 'pub struct Berth;\n\nimpl Berth {\n    pub fn new() -> Self { Berth }\n}\n\npub struct Quay;\n\nimpl Quay {\n    pub fn new() -> Self { Quay }\n}\n\npub enum Found { Ok(Berth), Gone }\n\nfn made() -> Result<Box<Berth>, ()> {\n    Ok(Box::new(Berth::new()))\n}\n',
  'quay.rb': 'class Wharf\n  def initialize(size)\n    @size = size\n  end\nend\n\nclass Slip; end\n\ndef built\n  Wharf.new(3)\n  Slip.new\nend\n',
  'yard.rb': 'module Yard\n  class Order\n    def initialize(*all); end\n  end\n\n  class Crane\n    class Order\n      def initialize(size, *all); end\n    end\n  end\n\n  class Winch\n    def ordered(*all)\n      Order.new(:one, *all)\n    end\n  end\nend\n',
}; // prettier-ignore

describe('what a symbol calls', function () {
  this.timeout(60_000);
  const over = engineOver(files);
  const calleesAt = (file: string, line: number, limit = 50) =>
    over.engine.callees({ at: path.join(over.root, file), line, limit, space: { paths: [over.root] } });
  const steps = (all: readonly PlacedSymbol[]) => all.map((one) => `${one.path.join('.')}:${one.line}`);
  const told = async (file: string, line: number) =>
    (await calleesAt(file, line)).calls.map(({ line: at, name, on, isNamed, definitions, possible }) =>
      [at, on ?? '', name, isNamed ? '' : 'unknown', ...steps(definitions), ...steps(possible).map((one) => `${one}?`)]
        .filter((part) => part !== '')
        .join(' '),
    );

  it('is the member of the type that a receiver is declared as, each meaning of a name once', async () => {
    assert.deepEqual(await told('crew.py', 8), [
      '9 Winch Winch:6',
      '10 crane lift Crane.lift:2',
      '11 winch lift Winch.lift:7',
      '13 thing lift Crane.lift:2? Winch.lift:7?',
      '14 haul haul:11',
      '15 print unknown',
      '15 len unknown',
      '16 rest Crew.rest:5',
    ]);
  });

  it('is the overload that takes as many arguments, with its declaration', async () => {
    assert.deepEqual(await told('dock.cpp', 12), ['13 dock open Dock.open:3 Dock.open:3']);
    assert.deepEqual((await told('dock.cpp', 16))[0], '17 dock open Dock.open:8 Dock.open:4');
  });

  it('is the function before a value of the name, and the overload that has the named arguments or takes a text', async () => {
    assert.deepEqual(await told('Writer.kt', 8), [
      '9 indent Writer.indent:2',
      '10 emit Writer.emit:6',
      '11 emit Writer.emit:4',
    ]);
  });

  it('is what any of several calls in a row is of, none of a type by its name alone', async () => {
    assert.deepEqual(await told('berths.rs', 15), ['16 Ok', '16 Box new Berth.new:4']);
  });

  it('is the constructor where values are made by a name, else the type', async () => {
    assert.deepEqual(await told('quay.rb', 9), ['10 Wharf new Wharf.initialize:2', '11 Slip new Slip:7']);
  });

  it('is of the constant in the innermost of what stands around, whatever it is given', async () => {
    assert.deepEqual(await told('yard.rb', 13), ['14 Order new Yard.Order.initialize:3']);
  });

  it('is nothing of the name that the file imports from elsewhere or has as a variable of its own', async () => {
    assert.deepEqual(await told('waiting.py', 4), ['5 Future']);
    assert.deepEqual(await told('rope.js', 3), [
      '4 plugins forEach unknown',
      '4 plugin plugin:5?',
      '5 plugins push unknown',
      '6 knot knot:1',
    ]);
  });

  it('is the constructor of the own type where that is called by a word for it', async () => {
    assert.deepEqual(await told('future.py', 3), ['4 cls unknown Future.__init__:6']);
  });

  it('is told as far as asked, and nothing of a line without a symbol or a file that is gone', async () => {
    const { calls, left } = await calleesAt('crew.py', 8, 2);
    assert.deepEqual([calls.length, left], [2 + 2, 4]);
    assert.match((await calleesAt('harbour.py', 4)).skipped[0]?.reason ?? '', /^No symbol stands at line 4\.$/);
    assert.deepEqual((await calleesAt('gone.py', 4)).calls, []);
    // What a call of the type above runs is not told, and no limit leaves it out.
    assert.equal((await calleesAt('future.py', 6)).left, 0);
  });
});
