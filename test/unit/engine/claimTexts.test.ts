// What claims say, of small projects: no path that is nowhere, no command for something else, no code quoted as a message.
import assert from 'node:assert/strict';
import path from 'node:path';
import { messageIn } from '../../../src/engine/claims/failure';
import type { ValueFact } from '../../../src/engine/claims/value';
import { doesTask } from '../../../src/engine/claims/runFits';
import { canBeTold } from '../../../src/engine/claims/value';
import { createEngine } from '../../../src/engine/engine';
import type { Answer, Engine } from '../../../src/engine/types';
import { createFolder } from '../api/askingContext';

const files: Record<string, string> = {
  'crate/Cargo.toml': '[package]\nname = "ferry"\ndescription = "Carries rows"\n\n[[bin]]\nname = "ferry"\n',
  'crate/src/main.rs': 'fn main() {}\n',
  'crate/package.json': '{ "scripts": { "lint": "eslint ." } }\n',
  'crate/.github/workflows/ci.yml':
    'jobs:\n  a:\n    steps:\n      - run: npm run lint\n      - run: cargo test --locked --target x86_64-linux\n      - run: cargo test --locked\n      - run: cargo build --target arm\n',
  'crate/CONTRIBUTING.md':
    '# Working on it\n\n## Tests\n\nThere are several:\n\n- `cargo test --workspace`: all of them\n- Never run `cargo test --release` by hand.\n\n## Building\n\n1. Clone it\n2. Run `cargo build`\n',
  'errors/anchor.py':
    'def drop(rope):\n    if rope.end:\n        raise AnchorError("the anchor is stuck in the mud")\n\n\ndef weigh(rope):\n    if rope.end:\n        raise AnchorError("the anchor is stuck at the rail")\n\n\ndef hoist(sail):\n    if sail.hole:\n        raise SailError("the sail is torn")\n',
  'maven/pom.xml': '<project></project>\n',
  'maven/src/Pool.java': `/**
 * Hands out lines. It keeps them warm.
 * <p>
 * Nobody reads a second paragraph of <code>Pool</code>.
 * <p>
 * ${'A third one that is far too long. '.repeat(20)}
 */
public class Pool
{
   private static final Logger LOGGER = LoggerFactory.getLogger(Pool.class);
   private final String name;
   public int size;

   public Pool(String name)
   {
      if (name == null) throw new IllegalArgumentException("a pool needs a name, not " + name + ".");
      this.name = name;
   }

   public void take() { LOGGER.info(name); }
   public void take(int count) { LOGGER.info(name + count); }

   public void suspend()
   {
      throw new IllegalStateException(name + " - cannot be suspended");
   }

   /** Counts them all. */
   public int count()
   {
      int sum = 0;
${'      sum += size;\n'.repeat(24)}      return sum;
   }

   /** Lends one. It is yours. */
   public void lend() { take(1); }
}
`,
  'maven/src/Quay.java': 'public class Quay {\n  Pool one = new Pool("a");\n  Pool two;\n}\n',
  'go/stage.go': `package stage

// Stage filters rows.
type Stage struct {
	name string
}

type inner struct{}

// Kept is what stays.
type Kept[Row any] struct {
	rows []Row
}

type Muted inner

type Active inner
`,
  'editor/src/editor.ts': `import { insertBreak } from './insertBreak';
import { insertSoftBreak } from './insertSoftBreak';
import { insertLine } from './insertLine';

export const createEditor = (editor: Editor) => ({
  insertBreak: (...args) => insertBreak(editor, ...args),
  insertSoftBreak: (...args) => insertSoftBreak(editor, ...args),
  insertLine: (...args) => insertLine(editor, ...args),
});
`,
  'editor/src/insertBreak.ts': `export const insertBreak = (editor: Editor) => {\n  splitNodes(editor, { always: true });\n};\n`,
  'editor/src/insertSoftBreak.ts': `export const insertSoftBreak = (editor: Editor) => {\n  splitNodes(editor, { always: true });\n};\n`,
  'editor/src/insertLine.ts': `export const insertLine = (editor: Editor) => {\n  splitNodes(editor, { always: true });\n  moveDown(editor);\n};\nconst moveDown = (editor: Editor) => editor.move(1);\n`,
};

const messages: readonly (readonly [text: string, says: string])[] = [
  ['poolName + " - is not suspendable"', '… - is not suspendable'],
  ['cannot open " + file + ", it is gone', 'cannot open …, it is gone'],
  ['"cannot open " + read("x", "y")', 'cannot open …'],
  ["name .. ' is closed'", '… is closed'],
  ['the store is closed', 'the store is closed'],
  ['expected "a" in the row', 'expected "a" in the row'],
  ["it can't be opened", "it can't be opened"],
];

const commands: readonly (readonly [row: string, task: 'run' | 'lint' | 'build' | 'test', does: boolean])[] = [
  ['npm run lint', 'run', false],
  ['npm run lint', 'lint', true],
  ['yarn run build', 'build', true],
  ['pnpm run dev', 'run', true],
  ['uv run pytest', 'run', false],
  ['uv run pytest', 'test', true],
  ['uv run ferry --quiet', 'run', true],
  ['yarn changeset publish --tag dev', 'run', false],
  ['npm ci && npm run test:unit', 'test', true],
  ['cargo run -- build', 'run', true],
  ['bun run src/index.ts', 'run', true],
];

describe('what a claim says', function () {
  this.timeout(60_000);
  let tree: ReturnType<typeof createFolder>;
  let folder: string;
  let engine: Engine;

  before(() => {
    tree = createFolder(files);
    folder = tree.path;
    engine = createEngine({ grammarFolder: path.resolve('dist/grammars'), log: () => undefined });
  });
  after(async () => {
    await engine.close();
    tree.remove();
  });

  async function answerTo(project: string, query: string): Promise<Answer | undefined> {
    const root = path.join(folder, project);
    const { snippets } = await engine.retrieve({ query, space: { paths: [root] }, limit: 20 });
    const named = snippets.map((snippet, place) => ({
      ...snippet,
      id: String(place),
      label: snippet.source.kind === 'file' ? path.relative(root, snippet.source.path) : '',
    }));
    return (await engine.answer({ query, snippets: named, space: { paths: [root] }, roots: [root] }))[0];
  }
  const told = async (project: string, query: string) => (await answerTo(project, query))?.text ?? '';

  it('names no file of a command that is neither written in the manifest nor there', async () => {
    const text = await told('crate', 'What does this project do?');
    assert.match(text, /`Cargo\.toml` names the command `ferry`/);
    assert.doesNotMatch(text, /src\/bin/);
  });

  it('of how to start it is what is usual, where a pipeline runs something else', async () => {
    assert.match(
      await told('crate', 'how do I start it?'),
      /^I saw no command to run it; with a `Cargo\.toml` it is usually `cargo run` \[1\]\./,
    );
  });

  it('of how to test it is what guides write between their sentences; what pipelines run is told where nothing else says it', async () => {
    const text = await told('crate', 'How do I run the tests of this project?');
    assert.deepEqual(
      [...text.matchAll(/- `([^`]+)`/g)].map(([, command]) => command),
      ['cargo test --workspace'],
    );
    assert.match(await told('crate', 'how do I build this?'), /^To build it:\n\n- `cargo build`, under “Building”/);
  });

  it('of what is usual is one English sentence', async () => {
    assert.match(
      await told('maven', 'How do I run the tests?'),
      /^I saw no command to run the tests; with a `pom\.xml` it is usually `mvn test` \[1\]\./,
    );
  });

  for (const [row, task, does] of commands)
    it(`judges a command by what it runs: ${row} does ${does ? '' : 'not '}${task}`, () =>
      assert.equal(doesTask(row, task), does));

  it('of two functions that do the same is that, and of their bodies, not of what hands on to them', async () => {
    const text = await told('editor', 'difference between insertBreak and insertSoftBreak');
    assert.match(text, /`src\/insertBreak\.ts`, line 1/);
    assert.match(text, /Both do the same: they differ in their names alone\./);
    assert.doesNotMatch(text, /nly `/);
  });

  it('of two functions is what one of them calls alone of what is defined here, its own name aside', async () => {
    const text = await told('editor', 'difference between insertBreak and insertLine');
    assert.match(text, /Of the two, only `insertLine` calls `moveDown`\./);
    assert.doesNotMatch(text, /nly `insertBreak`/);
  });

  it('is none of two type definitions about which nothing different is written', async () => {
    assert.notEqual((await answerTo('go', 'What is the difference between Muted and Active?'))?.kind, 'difference');
  });

  it('calls a thing what its own row calls it', async () => {
    assert.match(await told('go', 'what is Stage?'), /^`Stage` is a struct in `stage\.go`, line 4/);
    assert.match(await told('go', 'what is Kept?'), /^`Kept` is a struct in/);
    assert.match(await told('maven', 'what is Quay?'), /^`Quay` is a class in/);
  });

  it('of a class is what is written of it without tags, of its members too, what is public first, and uses elsewhere first with their number', async () => {
    const text = await told('maven', 'explain Pool');
    assert.match(
      text,
      /> Hands out lines\. It keeps them warm\. Nobody reads a second paragraph of Pool\.(?: A third one that is far too long\.){2}\n/,
    );
    assert.match(
      text,
      /It holds:\n- `count`: Counts them all\.\n- `lend`: Lends one\.\n- and `take`, `suspend`, `size`, `LOGGER` and `name`\n/,
    );
    assert.match(text, /Used in 1 file \(1 call, 1 other place\):\n- `src\/Quay\.java`\n/);
  });

  it('of a name counts neither the constructor nor the overloads of its class among other things of that name', async () => {
    assert.doesNotMatch(await told('maven', 'explain Pool'), /The name is defined/);
    assert.doesNotMatch(await told('maven', 'what does Pool.take do?'), /The name is defined/);
  });

  it('calls a constructor so in a sentence', async () => {
    assert.match(
      await told('maven', 'which error says that a pool needs a name?'),
      /“a pool needs a name, not …\.” in the constructor of `Pool` \(/,
    );
  });

  it('of how long something takes is no count, even one that is kept for some time', () => {
    const fact = (name: string, value: string, said: string) => ({ name, value, said }) as ValueFact;
    const asked = 'how long is a reset stream remembered?';
    assert.equal(canBeTold(fact('RESET_STREAM_MAX', '50', 'Streams that are remembered for some time.'), asked), false);
    assert.equal(canBeTold(fact('RESET_STREAM_MAX', '50', 'In seconds.'), asked), true);
    assert.equal(canBeTold(fact('RESET_STREAM_TTL', '50', ''), asked), true);
    assert.equal(canBeTold(fact('RESET_STREAM_MAX', '50', ''), 'how many reset streams are remembered?'), true);
  });

  it('of an error tells the others that fit nearly as well', async () => {
    const text = await told('errors', 'which error is raised when the anchor is stuck?');
    assert.match(
      text,
      /^`AnchorError`: “the anchor is stuck[^]*\n\nOthers that may be meant:\n- `AnchorError`: “the anchor is stuck/,
    );
    assert.doesNotMatch(
      await told('errors', 'which error is raised when the sail is torn?'),
      /Others that may be meant/,
    );
  });

  it('of an error is its text, not the code around it', async () => {
    const text = await told('maven', 'which error says that it cannot be suspended?');
    assert.match(text, /^`IllegalStateException`: “… - cannot be suspended” in `Pool\.suspend`/);
  });

  for (const [text, says] of messages)
    it(`reads a message without the code between its parts: ${text}`, () => assert.equal(messageIn(text), says));
});
