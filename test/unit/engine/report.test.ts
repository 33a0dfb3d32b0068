import assert from 'node:assert/strict';
import { framesIn, isReport, reportOf } from '../../../src/engine/question/report';
import { processorMs } from '../processorTime';

const framesOf = (text: string) => framesIn(text.split('\n')).frames;

describe('frames of stack traces', () => {
  const rows: Record<string, [text: string, frame: { path: string; line?: number; symbol?: string }]> = {
    Python: ['  File "/usr/lib/pkg/sql/query.py", line 44, in build', { path: '/usr/lib/pkg/sql/query.py', line: 44, symbol: 'build' }],
    IPython: ['~/env/pkg/core.py in __getitem__(self, key)', { path: '~/env/pkg/core.py', symbol: '__getitem__' }],
    JavaScript: ['    at async Store.open (file:///C:/x/store.mjs:3:1)', { path: 'file:///C:/x/store.mjs', line: 3, symbol: 'Store.open' }],
    'JavaScript without a name': ['    at /srv/app/z.js:12:1', { path: '/srv/app/z.js', line: 12 }],
    Java: ['\tat app//com.foo.Bar.read(Bar.java:123)', { path: 'Bar.java', line: 123, symbol: 'com.foo.Bar.read' }],
    '.NET': ['   at My.Ns.Door.Open(String key) in C:\\src\\My Door.cs:line 12', { path: 'C:\\src\\My Door.cs', line: 12, symbol: 'My.Ns.Door.Open' }],
    Ruby: ["\tfrom lib/store.rb:12:in 'Store#open'", { path: 'lib/store.rb', line: 12, symbol: 'Store#open' }],
    'Ruby before 3.4': ['lib/store.rb:12:in `block in open\': oops (RuntimeError)', { path: 'lib/store.rb', line: 12, symbol: 'open' }],
    PHP: ['#0 /var/www/src/Door.php(12): App\\Door->open()', { path: '/var/www/src/Door.php', line: 12, symbol: 'App\\Door->open' }],
    GDB: ['#1  0x0000ff in door_open (key=1, at=2) at src/door.c:120', { path: 'src/door.c', line: 120, symbol: 'door_open' }],
    Dart: ['#1      _open.<anonymous closure> (package:house/src/door.dart:12:7)', { path: 'house/src/door.dart', line: 12, symbol: '_open.<anonymous closure>' }],
    Elixir: ['    (phoenix 1.5.0) lib/phoenix/router.ex:12: Phoenix.Router.call/2', { path: 'lib/phoenix/router.ex', line: 12, symbol: 'Phoenix.Router.call' }],
    Go: ['main.(*Door).Open(0xc00001, 0x3)\n\t/home/x/door/door.go:123 +0x1d', { path: '/home/x/door/door.go', line: 123, symbol: 'main.(*Door).Open' }],
    Rust: ['   3: door::open\n             at ./src/door.rs:12:5', { path: './src/door.rs', line: 12, symbol: 'door::open' }],
    'a Rust panic': ["thread 'main' panicked at src/door.rs:4:5:", { path: 'src/door.rs', line: 4 }],
    'a compiler': ["src/door.c:12:3: error: expected ';'", { path: 'src/door.c', line: 12 }],
  }; // prettier-ignore
  for (const [runtime, [text, frame]] of Object.entries(rows)) {
    it(`are read as ${runtime} writes them`, () => assert.deepEqual(framesOf(text), [frame]));
  }

  it('begin with the one in which it happened, which Python writes last', () => {
    const python = framesOf('File "a.py", line 1, in a\n  b()\nFile "b.py", line 2, in b');
    assert.deepEqual(
      python.map(({ path }) => path),
      ['b.py', 'a.py'],
    );
    const script = framesOf('at b (b.js:2:1)\nat a (a.js:1:1)');
    assert.deepEqual(
      script.map(({ path }) => path),
      ['b.js', 'a.js'],
    );
  });

  it('are not times, versions or prose', () => {
    assert.deepEqual(framesOf('12:30:45 started\nversion 3:1\nwe met at noon (in town: 5)\nnote: 12'), []);
  });
});

const bug = `Opening a door twice fails

When I call \`Door.open\` twice, the hinge breaks.

\`\`\`python
import door
door.Door().open()
\`\`\`

Traceback (most recent call last):
  File "/usr/lib/house/door.py", line 3, in open
    self.hinge.turn()
ValueError: the hinge is broken
`;

describe('a report taken apart', () => {
  it('has a title, prose, code, frames, messages and names', () => {
    const report = reportOf(bug);
    assert.equal(report.title, 'Opening a door twice fails');
    assert.match(report.prose, /the hinge breaks/);
    assert.match(report.code, /import door/);
    assert.doesNotMatch(report.prose, /import door|self\.hinge/);
    assert.deepEqual(report.frames, [{ path: '/usr/lib/house/door.py', line: 3, symbol: 'open' }]);
    assert.deepEqual(report.messages, ['the hinge is broken']);
    assert.ok(report.names.includes('Door.open'));
    assert.ok(!report.names.includes('twice'));
  });

  it('of a bare trace has the error as its title', () => {
    const trace = bug.slice(bug.indexOf('Traceback')).replace('Traceback (most recent call last):\n', '');
    assert.equal(reportOf(trace).title, 'the hinge is broken');
  });

  it('is what has several rows or is long, and no question of a row', () => {
    assert.ok(isReport(bug));
    assert.ok(
      !isReport(
        `  where is the request body limit checked, and which error is thrown when it is too large? ${'x'.repeat(60)}\n`,
      ),
    );
    assert.ok(isReport('a word '.repeat(80)));
  });

  it('stays quick and bounded for 100 KB of text, 2,000 frames and rows that lead patterns astray', () => {
    const trace = Array.from({ length: 2000 }, (_, at) => `  File "/usr/lib/a${at}.py", line ${at}, in f${at}`);
    const hostile = ['at '.repeat(300), '#1 '.repeat(300), `#1 ${'('.repeat(900)}`, '-'.repeat(900), 'a.'.repeat(500), `${'a('.repeat(400)}:1`, `${'error '.repeat(200)}: x`]; // prettier-ignore
    const texts = [bug.repeat(400), trace.join('\n'), hostile.join('\n').repeat(20), 'x'.repeat(100_000), '\n'.repeat(100_000)]; // prettier-ignore
    for (const text of texts) {
      let report = reportOf('');
      const ms = processorMs(() => (report = reportOf(text)));
      assert.ok(ms < 400, `${ms} ms for ${text.slice(0, 20)}`);
      assert.ok(report.frames.length <= 60 && report.names.length <= 200 && report.messages.length <= 12);
    }
    assert.equal(reportOf(trace.join('\n')).frames[0]?.symbol, 'f1999');
  });
});
