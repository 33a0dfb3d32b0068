// Which uses are of a member, by what a receiver is told to be: through functions, members, lists, heads and values.
import assert from 'node:assert/strict';
import { engineOver, rowsTold } from './projects';

const files: Record<string, string> = {
  'harbour.py': 'class Crane:\n    def lift(self):\n        return 1\n\n    @classmethod\n    def built(cls, size):\n        crane = cls()\n        return crane\n\n\nclass Winch:\n    def __init__(self, rope):\n        self.rope = rope\n\n    def lift(self):\n        return self.rope\n\n\nclass Hoist:\n    def __init__(self):\n        self.rope = 3\n\n    def pull(self):\n        return self.rope\n',
  'harbour_test.py': 'class CraneTest:\n    def _target(self):\n        from harbour import Crane\n\n        return Crane\n\n    def _made(self):\n        return self._target()(3)\n\n    def test_lifts(self):\n        crane = self._made()\n        assert crane.lift() == 1\n\n    def test_built(self):\n        thing = Crane.built(3)\n        assert thing.lift() == 1 or 2\n\n    def test_other(self):\n        thing = Winch("r")\n        assert thing.lift() == 2\n        return thing.rope\n\n\nclass WinchTest:\n    def test_unknown(self, crane_or_winch):\n        thing = found()\n        assert thing.lift() == 3\n',
  'fleet.go': 'package fleet\n\ntype Boat struct{ Mast int }\n\nfunc (b *Boat) Row() {}\n\ntype Raft struct{ Mast int }\n\nfunc (r *Raft) Row() {}\n\ntype Fleet struct {\n\tboats map[string]*Boat\n\trafts []*Raft\n}\n\nfunc (f *Fleet) all(base *Boat) {\n\tfor _, one := range f.boats {\n\t\tone.Row()\n\t}\n\tf.rafts[0].Row()\n\tbase.Row()\n}\n\nvar shown = []*Boat{\n\t{\n\t\tMast: 1,\n\t},\n}\n\nvar float = Raft{\n\tMast: 2,\n}\n',
  'dock.hpp': '#include <memory>\n\nclass Dock {\n public:\n  int open();\n\n private:\n  struct DockPrivate;\n  std::unique_ptr<DockPrivate> d;\n};\n\nclass Gate {\n public:\n  int berths;\n  int open();\n};\n',
  'dock.cpp': '#include "dock.hpp"\n\nstruct Dock::DockPrivate {\n  int berths = 3;\n};\n\nint Dock::open() {\n  return d->berths;\n}\n\nint opened(void *any) {\n  auto gate = static_cast<Gate *>(any);\n  return gate->berths;\n}\n',
  'mixed.ts': "export class Sails {\n  #reefed = 0;\n  reef() {\n    return this.#reefed;\n  }\n}\n\nexport class Oars {\n  reef() {\n    return 2;\n  }\n}\n\ntype Ship = Sails & { name: string };\n\nexport class Captain {\n  command(this: Ship) {\n    return this.reef() + 1;\n  }\n}\n\nexport function reefer(): Sails {\n  return new Sails();\n}\n\nconst reefed = reefer();\nexport const told = reefed.reef() + 2;\n",
  'typed.js': "const Sails = require('./mixed');\n\nfunction cast(thing) {\n  return /** @type {Sails} */ (thing).reef() + 3;\n}\n",
  'sails.css': '.reef { color: red }\n',
  'pump.rs': 'pub trait Pump { fn drain(&self); }\n\npub struct Valve { pub flow: u8 }\n\nimpl Valve { fn drain(&self) {} }\n\nimpl Default for Valve {\n    fn default() -> Self {\n        Self { flow: 1 }\n    }\n}\n\nfn run<P: Pump>(pump: P) {\n    pump.drain();\n}\n',
  'rounds.py': 'def rounds(first):\n    for one in other:\n        one.lift()\n    for other in one:\n        other.lift()\n    many = [one.lift() for one in many]\n    return rounds(many)\n',
  'rounds.kt': 'fun rounds() {\n    it.forEach { it.forEach { it.note() } }\n}\n',
  'log.kt': 'fun List<*>.tally(): Int = size\n\nclass Log {\n    fun note() {}\n}\n\nclass Diary {\n    fun note() {}\n}\n\nfun all(logs: List<Log>) {\n    logs.forEach { it.note() }\n    println(logs.tally())\n}\n',
  'crew_spec.rb': "describe Crew::Cook do\n  it 'cooks' do\n    one = described_class.new(3)\n    one.boil\n  end\nend\n",
  'crew.rb': 'module Crew\n  class Cook\n    def boil; end\n  end\n\n  class Smith\n    def boil; end\n  end\n\n  def self.boil; end\nend\n\ndef kitchen\n  @smith = Crew::Smith.new\n  @smith.boil\nend\n',
  'router.go': 'package router\n\ntype Router struct{}\n\nfunc (r *Router) Match() {}\n\nfunc (r *Router) PathPrefix() *Route { return nil }\n\ntype Route struct{}\n\nfunc (r *Route) Match() {}\n\nfunc (r *Route) Subrouter() *Router { return nil }\n\nfunc routed() {\n\tr := &Router{}\n\tinner := r.PathPrefix().Subrouter()\n\tinner.Match()\n\tmade := new(Route)\n\tmade.Match()\n}\n',
  'Asserts.cs': 'static class Asserts {\n  public static T Must<T>([NotNull] this T? value, string name) where T : class {\n    return value;\n  }\n}\n\nclass Gate {\n  void Open(string name) {\n    name.Must("name");\n  }\n}\n',
  'ties.ts': 'export function tie(size: number) {\n  return size;\n}\n',
  'tied.ts': "import { tie } from 'sailing/ties';\n\nexport const tied = tie(3);\n",
  'tying.ts': "import { lines } from './lines';\n\nlines.forEach((tie) => tie(4));\n",
  'ownTied.ts': "import {\n  tie,\n} from './ties';\n\nexport const own = tie(5);\n",
  'served.go': 'package served\n\nimport "net/http"\n\ntype Mux struct{}\n\nfunc (m *Mux) Handler(pattern string) *Mux { return m }\n\nfunc (m *Mux) ServeRequest() {\n\tvar handler http.Handler\n\thandler.ServeRequest()\n}\n\nfunc served() {\n\tmux := &Mux{}\n\tmux.ServeRequest()\n}\n',
  'Ferry.cs': 'class FerryLink : IDbLink {\n  public void Moor() {}\n}\n\nclass Pier {\n  IDbLink? Link { get; set; }\n\n  void Close(FerryLink own) {\n    Link.Moor();\n    own.Moor();\n  }\n}\n',
  'seeker.rs': 'use std::io::Seek;\n\npub struct Raft;\n\nimpl Seek for Raft {\n    fn stream_position(&mut self) -> u64 { 0 }\n}\n\npub enum Found { Ok(Raft), Gone }\n\nimpl Raft {\n    pub fn try_from(size: u8) -> Self { Raft }\n}\n\nfn sought<R: Seek>(r: R) -> Result<Raft, ()> {\n    r.stream_position();\n    u64::try_from(3);\n    Ok(Raft::try_from(3))\n}\n\nfn met() -> Found {\n    Found::Ok(Raft)\n}\n',
  'took.rs': 'use crate::seeker::Found::{self, *};\n\nfn took() -> Found {\n    Ok(Raft)\n}\n',
  'asked.rs': 'use crate::seeker::Found;\n\nfn asked(found: Found) -> Result<u8, ()> {\n    Ok(4)\n}\n',
  'drawn.go': 'package drawn\n\nimport "net/gates"\n\ntype Draw interface {\n\tDraw(w int) error\n}\n\ntype Sheet struct{}\n\nfunc (s *Sheet) Draw(w int, d Draw) error { return d.Draw(w) }\n\nfunc drawn(s *Sheet, all gates.Sheet, any interface{}) {\n\ts.Draw(1, nil)\n\tall.Draw(2)\n\tone := any.(*Sheet)\n\tone.Draw(3, nil)\n}\n',
  'gauge.rs': 'pub trait Gauge { fn zero(&self) -> u8; }\n\npub struct Clock;\n\nimpl Gauge for Clock { fn zero(&self) -> u8 { 0 } }\n\nimpl Gauge for () { fn zero(&self) -> u8 { 1 } }\n\npub struct Bench<\'a, M: Gauge = Clock> { pub gauge: &\'a M }\n\nimpl<\'a, M: Gauge> Bench<\'a, M> {\n    fn run(&self) -> u8 { self.gauge.zero() }\n}\n\npub fn black_hole(size: u8) -> u8 { size }\n',
  'held.rs': 'use crate::gauge::black_hole;\n\nfn held() -> u8 { black_hole(1) }\n',
  'hinted.rs': 'use std::hint::black_hole;\n\nfn hinted() -> u8 { black_hole(2) }\n',
  'Mail.cs': 'interface IPost { void Deliver(string text); }\n\ninterface IMail : IPost { }\n\nclass Mail : IMail {\n  public void Deliver(string text) { }\n}\n\nclass Sender {\n  void Send(Dictionary<int, IMail> mails) {\n    var held = Services.Get<IMail>();\n    held.Deliver("told");\n    mails.TryGetValue(3, out var found);\n    found.Deliver("open");\n  }\n}\n',
  'State.cs': 'class State<TValue> {\n  public bool IsSet { get; }\n}\n\nclass Other { public bool IsSet { get; } }\n\nclass Held<TValue> {\n  bool Run() {\n    var state = new State<TValue>();\n    return state.IsSet;\n  }\n\n  bool Any(TValue value) {\n    return value.IsSet && 3 > 2;\n  }\n}\n',
  'Setup.cs': 'class Setup {\n  public void AddGate(int size) { }\n}\n\nclass Other2 { public void AddGate(int size) { } }\n\nstatic class Setups {\n  public static void AddHarbour(this Services services, Action<Setup> configure) { }\n}\n\nclass Program {\n  void Main(Services services) {\n    services.AddHarbour(cfg => {\n      cfg.AddGate(3);\n    });\n    services.AddOther(own => own.AddGate(4));\n  }\n}\n',
  'setup.ts': 'export class Fleet {\n  launch() {\n    return 1;\n  }\n}\n\nexport class Crew {\n  launch() {\n    return 2;\n  }\n}\n\nexport function withFleet(run: (fleet: Fleet) => void): void {\n  run(new Fleet());\n}\n\nwithFleet((all) => {\n  all.launch();\n});\n',
  'Cache.cs': 'interface ICache { bool Knows(string text); }\n\nclass Cache : ICache {\n  public bool Knows(string text) { return true; }\n}\n\nclass Loader {\n  public ICache Store { get; set; } = new Cache();\n\n  bool Load(string text) {\n    return Store.Knows(text);\n  }\n}\n',
  'cased.go': 'package cased\n\ntype Knot interface {\n\tTie() int\n}\n\ntype knot struct{}\n\nfunc (k *knot) Tie() int { return 1 }\n\nfunc tied(k *knot, other Knot) int {\n\treturn k.Tie() +\n\t\tother.Tie()\n}\n',
  'Late.cs': 'class Late {\n  void Send(Late late) {\n    mail.Deliver("perhaps");\n  }\n}\n',
  'Tide.kt': 'private fun Int.toEbb(): Int = this\n\nfun ebb(size: Int) = size.toEbb()\n',
  'Flood.kt': 'fun flood(size: Flood) = size.toEbb()\n',
  'tide_test.cc': '#include "tide.h"\n\nstruct Tide {\n  int Rise(int size);\n};\n\nTEST(Tide, Rise) {\n  Tide tide;\n  EXPECT_EQ(3, tide.Rise(3));\n}\n',
  'Anchor.java': 'class Anchor {\n  int chain(int size) { return size; }\n\n  int cast(int chain) {\n    return chain(chain + 1);\n  }\n}\n',
  'options.rb': 'class Crate\n  class Options\n    def unload(all)\n      all\n    end\n  end\nend\n',
  'options_spec.rb': "describe Crate::Options do\n  def create\n    @opt = Crate::Options.new\n  end\n\n  def unload(*all)\n    @opt.unload(all)\n  end\n\n  it 'unloads' do\n    unload 3\n  end\nend\n",
  'table.c': 'struct knob { int turn; };\nstruct dial { int turn; };\n\nstatic int turn(struct knob *k) {\n  return k->turn;\n}\n\nint read(struct knob *knobs, int turn) {\n  return knobs[1].turn + turn;\n}\n',
}; // prettier-ignore

describe('what a receiver is', function () {
  this.timeout(60_000);
  const over = engineOver(files);
  const rowsOf = async (name: string) =>
    rowsTold(await over.engine.references({ name, limit: 50, offset: 0, space: { paths: [over.root] } }));

  it('is told by what functions return that say no type, called again and by what they are called on', async () => {
    const { certain, possible } = await rowsOf('Crane.lift');
    assert.deepEqual(certain, ['assert crane.lift() == 1', 'assert thing.lift() == 1 or 2']);
    // What the own function of a variable is given is that of no other function.
    const rounds = ['many = [one.lift() for one in many]', 'one.lift()', 'other.lift()'];
    assert.deepEqual(possible, ['assert thing.lift() == 3', ...rounds]);
  });

  it('may have fields that its type only gives a value', async () => {
    const { certain } = await rowsOf('Winch.rope');
    assert.deepEqual(certain, ['return self.rope', 'return thing.rope']);
  });

  it('is an element of what is declared as a list or map of it, in loops and blocks and behind brackets', async () => {
    assert.deepEqual((await rowsOf('Boat.Row')).certain, ['base.Row()', 'one.Row()']);
    assert.deepEqual((await rowsOf('Raft.Row')).certain, ['f.rafts[0].Row()']);
    assert.deepEqual((await rowsOf('Log.note')).certain, ['logs.forEach { it.note() }']);
    assert.deepEqual((await rowsOf('knob.turn')).certain, ['return k->turn;', 'return knobs[1].turn + turn;']);
  });

  it('is what a value is written as that names its members, by itself or in a list', async () => {
    assert.deepEqual((await rowsOf('Boat.Mast')).certain, ['Mast: 1,']);
    assert.deepEqual((await rowsOf('Raft.Mast')).certain, ['Mast: 2,']);
    assert.deepEqual((await rowsOf('Valve.flow')).certain, ['Self { flow: 1 }']);
  });

  it('is what a pointer holds, and what a cast says', async () => {
    assert.deepEqual((await rowsOf('DockPrivate.berths')).certain, ['return d->berths;']);
    assert.deepEqual((await rowsOf('Gate.berths')).certain, ['return gate->berths;']);
  });

  it('is what a head says that `this` is, what a function returns, and what a comment says in brackets', async () => {
    const { certain, possible } = await rowsOf('Sails.reef');
    assert.deepEqual(certain, [
      'export const told = reefed.reef() + 2;',
      'return /** @type {Sails} */ (thing).reef() + 3;',
      'return this.reef() + 1;',
    ]);
    assert.deepEqual(possible, []);
  });

  it('has private members by their sign', async () => {
    assert.deepEqual((await rowsOf('Sails.#reefed')).certain, ['return this.#reefed;']);
  });

  it('is bound by the head of a function that is given its type', async () => {
    assert.deepEqual((await rowsOf('Pump.drain')).certain, ['pump.drain();']);
  });

  it('is the last of the names that a row gives it, and what a test is about', async () => {
    assert.deepEqual((await rowsOf('Smith.boil')).certain, ['@smith.boil']);
    assert.deepEqual((await rowsOf('Cook.boil')).certain, ['one.boil']);
    assert.deepEqual((await rowsOf('Crew.boil')).certain, []);
  });

  it('may be extended from outside of it, whatever it is made of', async () => {
    assert.deepEqual((await rowsOf('List.tally')).certain, ['println(logs.tally())']);
  });

  it('is none for a function of the name', async () => {
    const { certain } = await rowsOf('turn');
    assert.ok(!certain.includes('int read(struct knob *knobs, int turn) {'), certain.join('\n'));
  });

  it('is what the last call of a chain returns, what is made by the type in brackets, and anything for what all types have', async () => {
    assert.deepEqual((await rowsOf('Router.Match')).certain, ['inner.Match()']);
    assert.deepEqual((await rowsOf('Route.Match')).certain, ['made.Match()']);
    assert.deepEqual((await rowsOf('Asserts.Must')).certain, ['name.Must("name");']);
  });

  it('is perhaps one of ours where its type is declared elsewhere, whatever it is called', async () => {
    const served = { certain: ['mux.ServeRequest()'], possible: ['handler.ServeRequest()'] };
    assert.deepEqual(await rowsOf('Mux.ServeRequest'), served);
    assert.deepEqual(await rowsOf('FerryLink.Moor'), { certain: ['own.Moor();'], possible: ['Link.Moor();'] });
  });

  it('is none for a member of a type by its name alone, and perhaps one for what a trait from elsewhere has', async () => {
    // A file that imports the type alone means the `Ok` of the language.
    assert.deepEqual(await rowsOf('Found.Ok'), { certain: ['Found::Ok(Raft)', 'Ok(Raft)'], possible: [] });
    assert.deepEqual(await rowsOf('Raft.try_from'), { certain: ['Ok(Raft::try_from(3))'], possible: [] });
    assert.deepEqual(await rowsOf('Raft.stream_position'), { certain: [], possible: ['r.stream_position();'] });
  });

  it('is none for the constructor of a type where a method has the name of its interface', async () => {
    const { certain, possible } = await rowsOf('Draw.Draw');
    assert.deepEqual(
      [certain.filter((row) => row.includes('.Draw(')), possible],
      [['func (s *Sheet) Draw(w int, d Draw) error { return d.Draw(w) }'], []],
    );
  });

  it('is what an assertion says, and none for a type of the name in a module from elsewhere', async () => {
    assert.deepEqual((await rowsOf('Sheet.Draw')).certain, ['one.Draw(3, nil)', 's.Draw(1, nil)']);
  });

  it('is what bounds a type that its own type is given, not what stands for that by default', async () => {
    assert.deepEqual((await rowsOf('Gauge.zero')).certain, ['fn run(&self) -> u8 { self.gauge.zero() }']);
    assert.deepEqual((await rowsOf('Clock.zero')).certain, []);
    // What has no name has its members told by nothing.
    assert.deepEqual((await rowsOf('().zero')).certain, []);
  });

  it('is none for what a file imports from a module of the language', async () => {
    assert.deepEqual((await rowsOf('black_hole')).certain, [
      'fn held() -> u8 { black_hole(1) }',
      'use crate::gauge::black_hole;',
    ]);
  });

  it('is the single type that a function is told, and perhaps any that implements what its name does', async () => {
    assert.deepEqual((await rowsOf('IPost.Deliver')).certain, ['held.Deliver("told");']);
    const { certain, possible } = await rowsOf('Mail.Deliver');
    assert.deepEqual([certain, possible.includes('mail.Deliver("perhaps");')], [[], true]);
  });

  it('is what is made, not what that is made of, and anything for a type that its head is given', async () => {
    const { certain, possible } = await rowsOf('State.IsSet');
    assert.deepEqual([certain, possible], [['return state.IsSet;'], ['return value.IsSet && 3 > 2;']]);
  });

  it('is what it is declared as, not what it is made as, and none of a type that has another case', async () => {
    assert.deepEqual((await rowsOf('ICache.Knows')).certain, ['return Store.Knows(text);']);
    assert.deepEqual((await rowsOf('knot.Tie')).certain, ['return k.Tie() +']);
    assert.deepEqual((await rowsOf('Knot.Tie')).certain, ['other.Tie()']);
  });

  it('is what a function gives to the one that it is given, as its head says', async () => {
    assert.deepEqual(await rowsOf('Setup.AddGate'), {
      certain: ['cfg.AddGate(3);'],
      possible: ['services.AddOther(own => own.AddGate(4));'],
    });
    assert.deepEqual((await rowsOf('Fleet.launch')).certain, ['all.launch();']);
  });

  it('is none in another file for a function that its own file alone sees', async () => {
    assert.deepEqual(await rowsOf('toEbb'), { certain: ['fun ebb(size: Int) = size.toEbb()'], possible: [] });
  });

  it('is none for a macro that defines a test by the name, and one for a call beside a variable of the name', async () => {
    assert.deepEqual((await rowsOf('Tide.Rise')).certain, ['EXPECT_EQ(3, tide.Rise(3));']);
    assert.deepEqual((await rowsOf('Anchor.chain')).certain, ['return chain(chain + 1);']);
  });

  it('is none inside of a test for what that is about, where a function beside it has the name', async () => {
    assert.deepEqual(await rowsOf('Crate::Options.unload'), { certain: ['@opt.unload(all)'], possible: [] });
  });

  it('is none for a name that a file imports from elsewhere, and for one that it imports from nowhere', async () => {
    const { certain, possible } = await rowsOf('tie');
    assert.deepEqual(certain, ['export const own = tie(5);', 'tie,']);
    assert.deepEqual(possible, ['lines.forEach((tie) => tie(4));']);
  });
});
