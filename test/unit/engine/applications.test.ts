// What applications have and libraries seldom: long rows, kept pages, several parts with tools of their own, types of one name.
import assert from 'node:assert/strict';
import path from 'node:path';
import { askedProjects, engineOver, rowsTold } from './projects';

const files: Record<string, string> = {
  'src/Voter.php': `<?php\nclass Voter {\n  const MOOR = 'moor';\n  public function votes($ask) {\n    return in_array($ask, [${Array.from({ length: 20 }, (_, at) => `self::QUAY_${at}`).join(', ')}, self::MOOR], true);\n  }\n}\n`,
  'tests/VoterTest.php': "<?php\nclass VoterTest {\n  public function testMoor() {\n    $this->assertSame('moor', Voter::MOOR);\n  }\n}\n",
  'tests/data/page.html': `<html><body><script>${'var a=1;'.repeat(400)}function mooring(e){return e}</script></body></html>\n`,
  'harbour.py': 'from time import pause\n\nfrom ropes import mooring\n\n\ndef kept(name):\n    pause(3)\n    return mooring(name)\n',
}; // prettier-ignore

describe('the references of an application', function () {
  this.timeout(60_000);
  const over = engineOver(files);
  const rowsOf = async (name: string) =>
    rowsTold(await over.engine.references({ name, limit: 50, offset: 0, space: { paths: [over.root] } }));

  it('hold a use at the end of a long row, with what stands around it', async () => {
    const { certain } = await rowsOf('Voter.MOOR');
    assert.equal(certain.length, 2, certain.join('\n'));
    assert.match(certain.at(-1)!, /^….*, self::MOOR\], true\);$/);
  });

  it('are not those of a script in a page that was kept for a test, and hold what comes from outside where nothing here has the name', async () => {
    for (const name of ['mooring', 'pause']) {
      const { certain } = await rowsOf(name);
      assert.ok(certain.some((row) => row.includes(`${name}(`)), `${name}: ${certain.join('\n')}`); // prettier-ignore
    }
  });
});

const projects: Record<string, string> = {
  'ferry/kept/Report.kt': 'package kept\n\ndata class Report(val size: Int)\n',
  'ferry/told/Report.kt': 'package told\n\ninterface Report {\n    fun speakUp(text: String)\n    fun sitDown() {}\n}\n',
  'ferry/told/Paper.kt': 'package told\n\nclass Paper constructor(\n    private val size: Int,\n    private val told: (Report) -> Unit) : Report {\n    override fun speakUp(text: String) {\n        told(this)\n    }\n}\n',
  'ferry/told/Voice.kt': 'package told\n\nclass Voice : Report {\n    override fun speakUp(text: String) {}\n}\n\nfun telling(report: Report) {\n    report.speakUp("3")\n    report.sitDown()\n}\n',
  'quay/Makefile': 'test:\n\tgo test ./berths/...\n\nweb:\n\tcd web && npm ci\n\nweb-build:\n\tcd web && npm run build\n\nweb-lint:\n\tcd web && npm run lint\n',
  'quay/go.mod': 'module example.org/quay\n',
  'quay/main.go': 'package main\n\nfunc main() {}\n',
  'quay/web/package.json': '{ "name": "quay-web", "scripts": { "build": "vite build", "lint": "eslint ." } }\n',
  'lock/Gate.cs': 'namespace Lock;\n\nclass Sluice : Gate\n{\n    void Drop(string name)\n    {\n        Run($@"DROP TABLE ""{name}""");\n        Run($@"""{name}"" IS GONE");\n    }\n\n    void Lift() { }\n}\n\nclass Weir : Gate { }\n\nclass Gate { }\n',
  'lock/Paddle.cs': 'namespace Lock;\n\nrecord Paddle(\n    Gate Own,\n    Gate Other)\n{\n}\n',
  'sluice/settings.py': 'def registered(settings):\n    settings.set_default("lift_mode", "slow")\n    settings.set_default("lift_seconds", 21)\n',
  'sluice/gate.py': 'class Gate:\n    switched_gate_mode = False\n\n    def __init__(self, sluice):\n        self.sluice = sluice\n\n    def mode_of_gate(self):\n        return self.sluice.gate_mode\n',
  'sluice/Told.cs': 'class Told\n{\n    /// <summary>The height of the weir in metres</summary>\n    public long WeirHeight { get; init; }\n\n    /// Sets weir-height: the weir-height of the sluice in metres.\n    void Set() { Take("weir-height"); }\n}\n',
  'mill/Makefile': 'test:\n\tcargo test\n\nlint:\n\tcargo clippy\n\ndev:\n\tcargo watch -x run\n',
  'mill/wheel/package.json': '{ "name": "wheel", "scripts": {} }\n',
  'mill/wheel/README.md': '# Wheel tests\n\nTo see them at work:\n\n```sh\nnpx playwright test --ui\n```\n',
  'mill/src/gear.rs': 'impl Turning for Gear {\n    fn turn(&self) {}\n}\n\nimpl Turning for Shaft {\n    fn turn(&self) {}\n}\n',
  'mill/web/grindsize.ts': 'export default (size: number) => size * 2;\n',
  'mill/web/page.ts': "import grindsize from './grindsize';\n\nexport function shown(size: number) {\n  return grindsize(size);\n}\n",
  ...Object.fromEntries(
    ['uk_UA', 'sr_Latn_RS', 'de_DE_du', 'fi_FI', 'it_IT', 'ar_SY', 'bg_BG'].map((code) => [`mill/app/Locale/${code}/translations.php`, `<?php\n\nreturn array(\n    'Do you really want to stop this mill?' => '${code} stop',\n    'Stop' => '${code}',\n);\n`]),
  ),
  'mill/app/Template/stop.php': "<div>\n    <p><?= t('Do you really want to stop this mill?') ?></p>\n</div>\n",
  'dock/lib/fill.rb': "module Docks\n  class Fill\n    def self.call\n      3\n    end\n  end\nend\n",
  'dock/lib/empty.rb': "module Ships\n  class Fill\n  end\nend\n",
  'dock/lib/parts.rb': "PARTS = {\n  filling: 'Docks::Fill',\n  other: 'Ships::Fill'\n}\n",
  'dock/spec/fill_spec.rb': "describe Docks::Fill do\n  it { Docks::Fill.call }\nend\n",
  'lock/settings.ex': 'defmodule Lock.Settings do\n  use Ecto.Schema\n\n  schema "settings" do\n    field :lift_seconds, :integer, default: 21\n  end\nend\n',
  'lock/import.ex': 'defmodule Lock.Import do\n  def settings do\n    %Lock.Settings{lift_seconds: 99}\n  end\nend\n',
  'fleet/package.json': '{ "name": "fleet", "scripts": { "test": "turbo test" } }\n',
  'fleet/packages/boat/package.json': '{ "name": "boat", "scripts": { "build": "vite build", "dev": "vite", "lint": "biome check ." } }\n',
  'fleet/packages/crew/package.json': '{ "name": "crew", "scripts": { "lint": "eslint ." } }\n',
  'fleet/packages/dock/package.json': '{ "name": "dock", "scripts": { "lint": "eslint src" } }\n',
  'fleet/packages/sail/package.json': '{ "name": "sail", "scripts": { "lint": "eslint lib", "generate:sail-client": "tsx make.ts" } }\n',
  'fleet/website/docs/development.md': '# Development\n\n## Database\n\n```sh\nmix ecto.setup\n```\n\n## Running locally\n\n```sh\niex -S mix phx.server\n```\n',
  'fleet/.github/workflows/check.yml': "jobs:\n  unit-test:\n    steps:\n      - run: cargo nextest run --lib\n  integration-test:\n    steps:\n      - name: Run it\n        run: >\n          cargo nextest run\n          --test '*'\n      - run: ./sign.sh test ${{ secrets.KEY }}\n",
  'yacht/locales/en.json': '{\n  "boat": {\n    "actions": {\n      "launch": "Launch the boat",\n      "moor": "Moor it here"\n    },\n    "title": "Boats"\n  }\n}\n',
  'yacht/src/Slip.vue': '<template>\n  <button @click="go">{{ $t(\'boat.actions.launch\') }}</button>\n</template>\n',
  'yacht/src/launch.ts': 'export function launchBoat(boat: string) {\n  return `launch the ${boat}`;\n}\n',
  'yacht/lang/en/crew.php': "<?php\nreturn [\n    'roles' => [\n        'mate' => 'First mate',\n    ],\n];\n",
  'yacht/app/Crew.php': "<?php\nfunction mateLabel() {\n    return trans('crew.roles.mate');\n}\n",
  'yacht/res/values/strings.xml': '<resources>\n    <string name="anchor_dropped">Anchor dropped</string>\n</resources>\n',
  'yacht/app/Anchor.kt': 'class Anchor {\n    fun label() = getString(R.string.anchor_dropped)\n}\n',
  'gauge/src/lib.rs': 'pub const DEPTH_LIMIT: usize = 40;\n\nmod marks {\n    pub struct Mark { pub depth: usize }\n}\n\npub fn marks() -> Vec<usize> {\n    (0..DEPTH_LIMIT).collect()\n}\n',
  'buoy/config/settings.yml': 'lamp_hours:\n  format: int\n  default: 12\nrope_length:\n  format: int\n  default: 0\n',
  'buoy/test/lamp_test.rb': "def test_lamp\n  with_settings lamp_hours: 3 do\n    lamp_hours = 3\n  end\nend\n",
  'buoy/src/Lamp.cs': 'namespace Buoy;\n\nclass Lamp : Light\n{\n    [Category("Lamp"), DefaultValue(100), Description("How bright it is")]\n    public int LampBrightness { get; set; }\n\n    void Ask(Box box)\n    {\n        if (box.IsChecked) LampBrightness = 0;\n    }\n\n    public override void Shine() { Dim(); base.Shine(); }\n}\n\nclass Flare : Light\n{\n    public override void Shine() { Dim(); Burn(); }\n\n    void Burn() { }\n}\n\nclass Light\n{\n    const int MOST_LIGHTS = 4;\n    public virtual void Shine() { Burn(); }\n    void Dim() { }\n}\n\nclass Fleet\n{\n    const int MOST_LIGHTS = 9;\n}\n',
  'buoy/.github/workflows/build.yml': 'jobs:\n  build:\n    strategy:\n      matrix:\n        configuration:\n          - Release\n          - Debug\n    env:\n      SOLUTION: Buoy.sln\n    steps:\n      - name: Build\n        run: dotnet build --configuration "${{ matrix.configuration }}" "${{ env.SOLUTION }}"\n',
  'raft/build.gradle.kts': 'plugins {\n    id("application")\n}\n',
  'raft/hull/build.gradle.kts': 'tasks.register<JavaExec>("runKtlint") {\n    args = listOf("src")\n}\n\ntasks.register("testClasses")\n',
  'raft/hull/src/Plank.java': 'abstract class Plank {\n    static Plank laid(String kind) {\n        Plank instance;\n        switch (kind) {\n            case "oak":\n                instance = new Oak();\n                break;\n            default:\n                throw new IllegalStateException();\n        }\n        return instance;\n    }\n}\n\nclass Oak extends Plank {}\n',
  'pier/api/Pier.php': '<?php\nclass PierApi {\n  public function addLate($list) {\n    return $this->service()->addLate($list);\n  }\n  public function addLost($list) {\n    return $this->service()->addLost($list);\n  }\n}\n',
  'pier/service/PierService.php': '<?php\nclass PierService {\n  public function addLate($list) {\n    foreach ($this->late() as $one) { $list->add($one); }\n  }\n  public function addLost($list) {\n    foreach ($this->lost() as $one) { $list->add($one); }\n  }\n  public function late() { return [1]; }\n  public function lost() { return [2]; }\n}\n',
  'pier/res/values/strings.xml': "<resources>\n    <string name=\"no_boats\">You don\\'t have any boats.</string>\n</resources>\n",
  'pier/src/Boats.kt': 'class Boats {\n    fun label() = getString(R.string.no_boats)\n\n    fun haveAny() = false\n}\n',
  'pier/src/sweep.ts': 'export function sweepPier(pier: string[]) {\n  pier.length = 0;\n}\n',
  'pier/src/clock.ts': "import { sweepPier } from './sweep';\n\nexport function everyHour(pier: string[]) {\n  sweepPier(pier);\n}\n",
  'pier/src/ropes.go': 'package ropes\n\ntype Holder interface {\n\tHold() error\n}\n\ntype knot struct{}\n\nfunc (knot) Hold() error { return nil }\n',
  'pier/src/options.go': 'package options\n\nfunc (o *all) RopesHolder() string { return o.name }\n',
  'oar/options.go': 'package oar\n\nvar options = map[string]*option{\n\t"STROKE_LIMIT": {\n\t\tparsedIntValue: 31,\n\t\trawValue:       "31",\n\t},\n}\n',
  'oar/blade.ts': "export const blade = {\n  bladeWidth: { type: 'number', default: 17 },\n  list: [{ name: 'gripColour', defaultValue: 'red' }],\n};\n",
  'oar/row.py': "def options(parser):\n    parser.add_argument('--rowers', type=int, default=8, help='how many row')\n",
  'oar/seat.rb': 'class Seat\n  attribute :seat_height, :integer, default: 44\nend\n',
  'oar/Cli.rs': '#[derive(Parser)]\nstruct Cli {\n    #[arg(long, default_value_t = 63)]\n    oar_length: u16,\n}\n',
  'mole/go.mod': 'module example.org/mole\n',
  'mole/main.go': 'package main\n\nfunc main() {}\n',
  'mole/gui/package.json': '{ "name": "mole-gui", "scripts": { "test": "ember test" } }\n',
}; // prettier-ignore

describe('a question about an application', function () {
  this.timeout(60_000);
  const told = askedProjects(projects, path.resolve('media/embedding.bin'));

  it('for what implements or extends something is about what can be', async () => {
    const implemented = await told('ferry', 'Who implements Report?');
    assert.match(implemented, /^`Report` \(interface, `told\/Report\.kt`, line 3\) is implemented at 2 places/);
    // A function that is given one implements nothing, though it stands in the same row.
    assert.match(implemented, /line 5 in [^\n]*\) : Report \{/);
  });

  it('for what overrides a member tells that and no calls, and says where nothing does', async () => {
    const overridden = await told('ferry', 'Which classes override speakUp?');
    assert.match(overridden, /^`Report\.speakUp` [^\n]* is overridden at 2 places/);
    assert.doesNotMatch(overridden, /report\.speakUp\("3"\)/);
    assert.match(await told('ferry', 'What overrides sitDown?'), /^I found nothing that overrides `Report\.sitDown`/);
  });

  it('for a part is answered by what does that there', async () => {
    assert.match(await told('quay', 'How do I lint the web app?'), /^For `web`:\n\n- `make web-lint`/);
    const none = await told('quay', 'How do I run the frontend tests?');
    assert.match(none, /^I found no command that names the frontend tests\.\n\nTests are run with:\n\n- `make test`/);
    assert.doesNotMatch(none, /make web/);
  });

  it('for a package is answered by its manifest, wherever it is among many', async () => {
    const lint = await told('fleet', 'How do I lint packages/sail?');
    assert.match(lint, /^For `packages\/sail`:\n\n- `npm run lint` in `packages\/sail` runs `eslint lib`/);
    assert.match(
      await told('fleet', 'How do I start the boat?'),
      /^For `boat`:\n\n- `npm run dev` in `packages\/boat`/,
    );
    // What makes a client of it starts nothing.
    assert.doesNotMatch(await told('fleet', 'How do I start the sail?'), /^For/);
  });

  it('for a kind of tests is answered by the job that is named so, with all rows of its command', async () => {
    const tests = await told('fleet', 'How do I run the integration tests?');
    assert.match(
      tests,
      /^To run the integration tests:\n\n- `cargo nextest run --test '\*'`, in continuous integration/,
    );
    assert.match(await told('fleet', 'How do I run the unit tests?'), /- `cargo nextest run --lib`/);
    assert.doesNotMatch(await told('fleet', 'How do I run the tests?'), /secrets/);
  });

  it('for how it is started is answered from a document for developers, what starts it first', async () => {
    const run = await told('fleet', 'How do I start the app?');
    assert.match(
      run,
      /^To run it:\n\n- `iex -S mix phx\.server`, under “Running locally” \(`website\/docs\/development\.md`/,
    );
  });

  it('for a text of its interface is about the code that shows it, whatever its key is written like', async () => {
    const button = await told('yacht', 'Where is the button "Launch the boat"?');
    assert.match(button, /^“Launch the boat” stands in line \d+ of the first of these places:\n\n[^\n]*line/);
    const secondOf = (text: string) => text.split('```\n\n')[1] ?? '';
    assert.match(secondOf(button), /boat\.actions\.launch/);
    assert.match(secondOf(await told('yacht', 'Where does "First mate" come from?')), /crew\.roles\.mate/);
    assert.match(secondOf(await told('yacht', 'Anchor dropped')), /R\.string\.anchor_dropped/);
  });

  it('for the tests of a language is answered with no tool of another', async () => {
    const tests = await told('mole', 'How do I run the Go tests?');
    assert.match(tests, /^I saw no command for the go tests; with a `go\.mod` it is usually `go test \.\/\.\.\.`/);
    assert.doesNotMatch(tests, /ember/);
    // A word that every object of the language has is no language.
    assert.match(
      await told('mole', 'How do I run the constructor tests?'),
      /^I found no command that names the constructor tests/,
    );
  });

  it('knows all types of a file in which a verbatim text with values ends with a quote', async () => {
    const extended = await told('lock', 'Which classes extend Gate?');
    assert.match(extended, /^`Gate` \(class, [^\n]* is extended at 2 places/);
    assert.match(await told('lock', 'What calls Lift?'), /^(?:Nothing|I found nothing)[^\n]*`Sluice\.Lift`/);
  });

  it('for a default tells what is declared as one, not what a value is made with at some place', async () => {
    const value = await told('lock', 'What is the default of lift_seconds?');
    assert.match(value, /^`lift_seconds` is `21` in `Lock\.Settings`/);
    assert.doesNotMatch(value, /99/);
  });

  it('for a default is told by a call that gives it for its key, and not by a setting of another name', async () => {
    const mode = await told('sluice', 'What is the default lift mode?');
    assert.match(mode, /^`lift_mode` is `"slow"` in `registered`/);
    assert.doesNotMatch(await told('sluice', 'What is the default gate mode?'), /^`switched_gate_mode`/);
  });

  it('for a default is not what the setting is for', async () => {
    for (const of of ['--weir-height', 'weirHeight']) assert.doesNotMatch(await told('sluice', `What is the default of ${of}?`), /^`/); // prettier-ignore
  });

  it('for a default is told by an attribute, or by the key `default` below its own, and not by what a test or a condition sets', async () => {
    assert.match(await told('buoy', 'What is the default of LampBrightness?'), /^`Lamp\.LampBrightness` is `100`[^]*DefaultValue/);
    for (const [name, value] of [['lamp_hours', 12], ['rope_length', 0]]) assert.match(await told('buoy', `What is the default of ${name}?`), new RegExp(`^\`${name}\` is \`${value}\` by default[^]*${name}:\n`));
  }); // prettier-ignore

  it('for a default is told by what a record, a call or an attribute calls so', async () => {
    const presets = [['STROKE_LIMIT', 31], ['bladeWidth', 17], ['gripColour', "'red'"], ['--rowers', 8], ['seat_height', 44], ['oar_length', 63]] as const;
    for (const [name, value] of presets) {
      const preset = await told('oar', `What is the default of ${name}?`);
      assert.match(preset, new RegExp(`^\`(?:Cli\\.)?${name}\` is \`${value}\``), preset);
      assert.match(preset, new RegExp(`\`\`\`[^]*${name}[^]*\`\`\``));
    }
  }); // prettier-ignore

  it('for a name in a type is about that one of several', async () => {
    const most = await told('buoy', 'What is MOST_LIGHTS in Fleet?');
    assert.match(most, /^`Fleet\.MOST_LIGHTS` is a field[^]*MOST_LIGHTS = 9/);
  });

  it('for the difference of two functions tells no calls that the other one makes through its base', async () => {
    const apart = await told('buoy', 'What is the difference between Lamp.Shine and Flare.Shine?');
    assert.match(apart, /^`Lamp\.Shine`/);
    assert.doesNotMatch(apart, /only/);
  });

  it('for how it is built has the variables of its pipeline filled in', async () => {
    const build = await told('buoy', 'How do I build it?');
    assert.match(build, /- `dotnet build --configuration "Release" "Buoy\.sln"`, in continuous integration/);
  });

  it('for how it is checked is told by a task of Gradle', async () => {
    for (const asked of ['How do I lint the code?', 'How do I check the style of my Kotlin code before I push?']) assert.match(await told('raft', asked), /- `gradle runKtlint` \(`hull\/build\.gradle\.kts`, line 1\)/);
    // A task that is registered with nothing in it runs nothing.
    assert.doesNotMatch(await told('raft', 'How do I run the tests?'), /testClasses/);
  }); // prettier-ignore

  it('for what extends a type counts no variable called instance', async () => {
    const extended = await told('raft', 'Which classes extend Plank?');
    assert.match(extended, /^`Plank` [^\n]* is extended at 1 place/);
    assert.doesNotMatch(extended, /Through/);
  });

  it('for the difference of two names of several things is about those that do the work, and never says that others are the same', async () => {
    const apart = await told('pier', 'What is the difference between addLate and addLost?');
    assert.match(apart, /only `PierService\.addLate` calls `late`/);
    assert.doesNotMatch(apart, /same/);
  });

  it('for a text finds it however its file writes an apostrophe, and says where there is no such text', async () => {
    assert.match(await told('pier', 'Where is the text "You don\'t have any boats."?'), /^“You don't have any boats\.” stands in line 2 /);
    assert.match(await told('pier', 'Where is the text "You may not have boats here"?'), /^I did not find “You may not have boats here” to the letter\./);
  }); // prettier-ignore

  it('for what starts something in other words tells the callers of what is found', async () => {
    const starts = await told('pier', 'What starts the sweeping of the pier?');
    assert.match(starts, /`sweepPier` is used in 1 file \(1 call\):\n- `src\/clock\.ts`\n {2}- line 4 in `everyHour`/);
  });

  it('for what implements an interface of a package is about no function', async () => {
    assert.match(await told('pier', 'Which types implement the ropes Holder interface?'), /^`Holder` \(interface, /);
  });

  it('for the tests of a part is told by the guide of that part', async () => {
    const tests = await told('mill', 'How do I run the Playwright tests?');
    assert.match(tests, /^To run the playwright tests:\n\n- `npx playwright test --ui`/);
  });

  it('for a command is the same with a clause that says when or what for it is run', async () => {
    assert.match(await told('mill', 'How can I check the code style of my changes before I open a pull request?'), /`make lint`/);
    assert.match(await told('mill', 'How do I start the app so that it reloads when I change something?'), /^To run it:\n\n- `make dev`/);
  }); // prettier-ignore

  it('for a text that is the key of its translations is about the code that has it', async () => {
    const text = 'Do you really want to stop this mill?';
    for (const asked of [text, `Where is the text "${text}" shown?`]) assert.match(await told('mill', asked), /^(?:“|Most likely)[^`]*`[^`]+`, lines 1 to 3 \[1\]\.\n\n```php\n<div>/); // prettier-ignore
  });

  it('for what implements something from outside lists it, and says which file has a name that nothing is defined as', async () => {
    const turning = await told('mill', 'Which types implement Turning?');
    assert.match(
      turning,
      /^I found no definition of `Turning` here; it is implemented at 2 places:\n\n- `src\/gear\.rs`/,
    );
    const used = await told('mill', 'Where is grindsize used?');
    assert.match(
      used,
      /^I found no definition of `grindsize` here, but `web\/grindsize\.ts` has its name; 1 call, 1 import/,
    );
  });

  it('for what calls something tells the texts that have its whole name, by which it may be meant', async () => {
    const calls = await told('dock', 'Who calls Docks::Fill?');
    assert.match(calls, /A text of the code has the name and may mean it:\n- `lib\/parts\.rb`\n {2}- line 2/);
    assert.doesNotMatch(calls, /Ships::Fill'/);
  });

  it('for the uses of a constant counts that at the end of a range', async () => {
    const used = await told('gauge', 'Where is DEPTH_LIMIT used?');
    assert.match(used, /^`DEPTH_LIMIT` \(constant, [^\n]*: 1 use in 1 file/);
    assert.doesNotMatch(used, /may be of it/);
  });

  it('for the difference of two types says that one extends the other, and nothing of what one only takes', async () => {
    assert.match(await told('lock', 'What is the difference between Sluice and Gate?'), /`Sluice` extends `Gate`\./);
    assert.doesNotMatch(await told('lock', 'What is the difference between Paddle and Gate?'), /extends/);
  });

  it('for a name that stands nowhere is never headed as likely', async () => {
    const none = await told('lock', 'Who uses PaddleLifter?');
    assert.doesNotMatch(none, /Most likely here/);
    assert.match(none, /“PaddleLifter” does not occur/);
  });
});
