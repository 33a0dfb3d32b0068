import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createEngine } from '../../../src/engine/engine';
import type { Engine } from '../../../src/engine/types';

const files: Record<string, string> = {
  'house/door.py': `class Door:\n    """A door turns in its hinge."""\n\n    def open(self):\n        self.hinge.turn()\n\n    def close(self):\n        self.hinge.turn()\n`,
  'house/hinge/__init__.py': `class Hinge:\n    """Breaks when it is turned twice."""\n\n    def turn(self):\n        if self.is_turned:\n            raise ValueError('the hinge is broken')\n        self.is_turned = True\n`,
  'house/window.py': `class Window:\n    """A window opens, a window closes."""\n\n    def open(self):\n        return self.glass\n`,
  'tests/test_door.py': `def test_door_opening_twice_fails():\n    door = Door()\n    door.open()\n    door.open()\n    # Opening a door twice fails: the hinge is broken\n`,
  'java/org/sea/bridge/Main.java':
    'package org.sea.bridge;\n\nclass Main {\n  static void main() { load(3); }\n\n  static void load(int tons) {\n    System.out.println(tons);\n  }\n}\n',
  'java/org/sea/bridge/Bridge.java':
    'package org.sea.bridge;\n\nclass Bridge {\n  void lower(int tons, int minutes) {\n    throw new IllegalStateException("cannot lower the bridge of " + tons + " tons in " + minutes + " minutes");\n  }\n}\n',
  'java/org/sea/bridge/LowerBridge.java':
    'package org.sea.bridge;\n\n/** Whether the bridge cannot be lowered in so many minutes: an IllegalStateException is thrown by who lowers the bridge. */\nclass LowerBridge {\n  boolean cannotLowerBridge(int tonsOfBridge, int minutesOfBridge) {\n    return tonsOfBridge > minutesOfBridge;\n  }\n}\n',
  'docs/doors.md':
    '# Opening a door twice\n\nOpening a door twice fails since the hinge of the door breaks. The door fails.\n',
};

/** What a question asks for in a row, a report tells in many. */
const report = (title: string, body: string) =>
  `${title}\n\n${body}\n\n${'It happens each time, on all of our machines, since the update of last week. '.repeat(3)}`;

describe('places of a bug report', function () {
  this.timeout(20_000);
  let root: string;
  let engine: Engine;
  before(() => {
    root = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-reports-'));
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
  const found = async (query: string, explain = false) => {
    const { snippets } = await engine.retrieve({ query, space: { paths: [root] }, limit: 20, explain });
    return snippets.map(({ source, text, score, explanation }) => {
      const file = source.kind === 'file' ? path.relative(root, source.path).split(path.sep).join('/') : '';
      return { file, text, score, explanation };
    });
  };
  const firstFor = async (query: string) => (await found(query))[0]?.file;

  it('are in the code rather than in tests and documents that say the same', async () => {
    const rows = await found(report('Opening a door twice fails', 'The hinge of the door is broken.'));
    const order = [...new Set(rows.map(({ file }) => file))];
    assert.ok(order.indexOf('tests/test_door.py') > order.indexOf('house/door.py'));
    assert.ok(order.indexOf('docs/doors.md') > order.indexOf('house/door.py'));
  });

  it('are in the tests and the documents when its title asks for them', async () => {
    assert.equal(
      await firstFor(report('Docs: opening a door twice is told wrongly', 'The document says that it fails.')),
      'docs/doors.md',
    );
  });

  it('are in the file that a dotted name, a path of another machine or a frame names', async () => {
    assert.equal(
      await firstFor(report('Something is off', 'See house.window.Window and what it does.')),
      'house/window.py',
    );
    assert.equal(
      await firstFor(report('Something is off', 'See house.hinge.Hinge and what it does.')),
      'house/hinge/__init__.py',
    );
    const trace = '  File "/opt/site-packages/house/window.py", line 99, in open\n    return x\nKeyError: 3';
    const [first] = await found(report('Something is off', trace));
    assert.equal(first?.file, 'house/window.py');
    assert.match(first?.text ?? '', /def open/);
  });

  it('are where a message of a trace is printed that has frames of other programs alone, of the same name too', async () => {
    const frames = '\tat com.acme.billing.Main.load(Main.java:4)\n\tat com.acme.billing.Main.main(Main.java:3)';
    const [first] = await found(
      `java.lang.IllegalStateException: cannot lower the bridge of 17 tons in 3 minutes\n${frames}`,
    );
    assert.match(first?.text ?? '', /cannot lower the bridge of/);
    const own = frames.replaceAll('com.acme.billing', 'org.sea.bridge');
    const [framed] = await found(
      `java.lang.IllegalStateException: something else is wrong with the bridge here\n${own}`,
    );
    assert.equal(framed?.file, 'java/org/sea/bridge/Main.java');
  });

  it('say what they were found by, and score less the further down', async () => {
    const rows = await found(report('Opening a door twice fails', 'See house.door.Door.'), true);
    assert.equal(rows[0]?.score, 1);
    rows.slice(1).forEach(({ score }, at) => assert.ok(score <= rows[at]!.score));
    assert.ok((rows[0]?.explanation?.parts.named ?? 0) > 0);
  });

  it('are also found among documents alone', async () => {
    const { snippets } = await engine.retrieve({
      query: report('Opening a door', 'twice'),
      space: { paths: [path.join(root, 'docs')] },
      limit: 5,
    });
    assert.equal(snippets.length, 1);
    assert.ok((await found('...\n'.repeat(200))).length <= 20, 'a text without a word');
  });
});
