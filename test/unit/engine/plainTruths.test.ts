// What a project is by its README, when an error is raised, and what is not claimed about how the code is organised.
import assert from 'node:assert/strict';
import { askedProjects } from './projects';

const files: Record<string, string> = {
  'sluice/README.md': '# Sluice\n\nUse Sluice to express the expected levels of rivers.\n\n## Install\n\nAdd it.\n\n# Privacy Statement\n\nSluice is a library that is only used for testing and never sent to a store.\n',
  'sluice/src/sluice.ts': 'export const level = 1;\n',
  'thanks/README.md': '# Tidal\n\nBuild tables of tides. Tidal lets you read them at once, thanks to the moon.\n\nTidal takes its name from a famous street.\n',
  'thanks/src/tidal.ts': 'export const moon = 1;\n',
  'raised/src/gate.ts': 'import { GateShut } from "./gateShut";\n\nexport function open(level: number) {\n  if (level > 9) {\n    throw new GateShut("too high");\n  }\n}\n',
  'raised/src/gateShut.ts': 'export class GateShut extends Error {}\n',
  'raised/test/gate.test.ts': 'import { GateShut } from "../src/gateShut";\n\ntest("shuts", () => {\n  expect(GateShut).toBeDefined();\n  assert(new GateShut("x") instanceof GateShut);\n});\n',
  'theirs/README.md': '# Theirs\n\nRuns tests.\n\n## Typical directory structure\n\nThis is how a project may look.\n\n```\nbin/\n  your_script.sh\nreport/\ncoverage/\nlib/\n  your_library.sh\n```\n',
  'theirs/lib/core/run.sh': 'run() {\n  echo 1\n}\n',
  'theirs/libexec/list.sh': 'list() {\n  echo 2\n}\n',
}; // prettier-ignore

describe('what is said of a whole and of its errors', function () {
  this.timeout(60_000);
  const told = askedProjects(files);

  it('is what stands below the title rather than a plainer sentence on something else further down', async () => {
    assert.match(await told('sluice', 'What is this project?'), /^Use Sluice to express the expected levels/);
    assert.match(await told('thanks', 'What is this project?'), /^Build tables of tides/);
  });

  it('is the condition where an error is raised, and no test that only expects it', async () => {
    const text = await told('raised', 'When is GateShut thrown?');
    assert.match(text, /^`GateShut` \(class, `src\/gateShut\.ts`, line 1\) is raised at 1 place/);
    assert.match(text, /Around `src\/gate\.ts`, line 5:\n\n```ts\n[^`]*if \(level > 9\) \{/);
    assert.doesNotMatch(text, /gate\.test\.ts/);
  });

  it('is no layout that users should give to projects of their own, and no number of files', async () => {
    const text = await told('theirs', 'How is the code organised?');
    assert.match(text, /^Its folders:\n\n- `lib/);
    assert.doesNotMatch(text, /your_script|\d files?\b/);
  });
});
