// What is written of options, flags and settings, and how parts of a project are built: by real folders.
import assert from 'node:assert/strict';
import path from 'node:path';
import { createEngine } from '../../../src/engine/engine';
import type { Answer, Engine } from '../../../src/engine/types';
import { createFolder } from '../api/askingContext';

const files = {
  'docs/options.md': `# Options

- [\`drift\`](#drift)

## \`drift\`
<a id="drift"></a>

+ Default: \`40\`

\`\`\`sh
harbour --drift 12
\`\`\`

How many metres a boat may drift before the watch is woken.

## Leaving lamps alone

Lamps are left as they are, and no watch is asked to change them.

\`\`\`text
Argument: --no-lamps
Environment: HARBOUR_NO_LAMPS
\`\`\`

| name | what |
| --- | --- |
| \`haul-limit\` | The weight at which a rope is changed for a chain. |

The \`drift\` of a boat is measured each hour.
`,
  'src/flags.go': `package flags

func Register(set *Set) {
	set.Bool(
		"quiet-dawn",
		false,
		"Say nothing before the sun has risen over the quay")
	set.ConflictsWith([]string{"quiet-dawn", "haul-limit"}, "These two never go together with a third one")
}

type Options struct {
	// Boats that are towed come in before all others.
	TowFirst bool
	Drift    int
}
`,
  'test/options.md': '## `drift`\n\nThe drift of tests is another thing that nobody wants to read.\n',
  'package.json':
    '{\n  "name": "harbour",\n  "scripts": {\n    "test": "npm run lint && npm run unit",\n    "lint": "eslint .",\n    "unit": "mocha",\n    "test:types": "tstyche",\n    "docs": "typedoc src"\n  }\n}\n',
  'README.md':
    '# Harbour\n\n## Building\n\nOpen the solution in an editor of your choice and press the button for it.\n\n## Tests\n\nRun `npm test` for all of them.\n',
};

describe('a question that no tree answers', () => {
  let tree: ReturnType<typeof createFolder>;
  let engine: Engine;

  before(() => {
    tree = createFolder(files);
    engine = createEngine({
      grammarFolder: path.resolve('dist/grammars'),
      embeddingFile: path.resolve('media/embedding.bin'),
      log: () => undefined,
    });
  });
  after(async () => {
    await engine.close();
    tree.remove();
  });

  async function answerTo(query: string): Promise<Answer | undefined> {
    const space = { paths: [tree.path] };
    const { snippets } = await engine.retrieve({ query, space, limit: 20 });
    const named = snippets.map((snippet, place) => ({ ...snippet, id: String(place), label: `file ${place}` }));
    return (await engine.answer({ query, snippets: named, space, roots: [tree.path] }))[0];
  }
  const told = async (query: string) => (await answerTo(query))?.text ?? '';

  describe('what is written of an option', () => {
    it('is its own section, with the short rows above the first paragraph and without its blocks', async () => {
      const text = await told('what does drift do?');
      assert.match(
        text,
        /`drift` is described in `docs\/options\.md`, line \d+ \[\d\]:\n\n> Default: `40` · How many metres a boat may drift/i,
      );
    });

    it('is the section whose block sets it, in any spelling', async () => {
      assert.match(await told('explain --no-lamps'), /> Lamps are left as they are/);
      assert.match(await told('what is HARBOUR_NO_LAMPS?'), /> Lamps are left as they are/);
    });

    it('is told of two side by side, from a table and from the help beside a flag', async () => {
      const text = await told('what is the difference between haul-limit and quiet-dawn?');
      assert.match(text, /`haul-limit` is described in[^]*> The weight at which a rope is changed for a chain\./);
      assert.match(text, /`quiet-dawn` is described in[^]*> Say nothing before the sun has risen over the quay/);
      assert.doesNotMatch(text, /never go together/);
    });

    it('is the comment above a field', async () => {
      assert.match(await told('explain TowFirst'), /> Boats that are towed come in before all others\./);
    });

    it('tells its default', async () => {
      assert.match(await told('what is the default of `drift`?'), /Default: `40`|is `40`/);
    });

    it('is nothing where only its name stands', async () => {
      assert.notEqual((await answerTo('what does sailsUp do?'))?.kind, 'explain');
    });
  });

  describe('how a part of a project is run', () => {
    it('is the script of that name, and no other that runs it too', async () => {
      const unit = await told('how do I run only the unit tests?');
      assert.match(unit, /^To run the unit tests:\n\n- `npm run unit` runs `mocha`/);
      assert.doesNotMatch(unit, /npm test/);
      assert.match(await told('how do I run the type tests?'), /- `npm run test:types`/);
    });

    it('is what builds the thing that is asked for', async () => {
      assert.match(
        await told('how do I build the docs?'),
        /^To build the documentation:\n\n- `npm run docs` runs `typedoc src`/,
      );
    });

    it('is told of the project by its name, and by what a guide says without a command', async () => {
      const text = await told('how do I build harbour and run its tests?');
      assert.match(text, /^Under “Building” it says in `README\.md`, line 3 \[1\]\.\n\n> Open the solution/);
      assert.match(text, /To run the tests:\n\n- `npm test`/);
    });

    it('is no claim about a thing of the code', async () => {
      assert.doesNotMatch(await told('how do I build a rope?'), /^(?:To|For|Under)/);
      assert.doesNotMatch(await told('how do I build the anchor?'), /^(?:To|For|Under)/);
    });
  });
});
