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
  'guided/docs/Codebase_Guide.md': '# Guide\n\n- `pkg/tide`: Tells of the water.\n- `pkg/quay`: Where ferries lie at night.\n',
  'guided/pkg/tide/tide.go': 'package tide\n\nfunc Tell() {}\n',
  'guided/pkg/quay/quay.go': 'package quay\n\nfunc Lie() {}\n',
  'remarked/src/cli/cli.rs': 'use crate::tide;\n\n// Only include quays for normal builds, and not when the tables are made\n#[cfg(normal)]\nuse crate::quay;\n\npub fn cli() {}\n',
  'remarked/src/lib.rs': 'pub fn tide() {}\n',
  'usage/tide.sh': '#!/bin/sh\nshowhelp() {\n  echo "Usage: tide\n  --days <ndays>          Tells how many days are shown.\n                            Negative ones are past.\n  -s, --stop-at-ebb       Stops when the water goes.\n  --skip-as-success       Takes a day without water for a good one.\n"\n}\n',
  'settings/options.ex': 'defmodule Options do\n  def all do\n    [\n      processors: [\n        max_demand: [\n          doc: """\n          Sets the most that processors take.\n          """\n        ]\n      ],\n      batchers: [\n        max_demand: [\n          doc: """\n          Sets the most that batchers take, which is by default what one batch holds.\n          """\n        ]\n      ]\n    ]\n  end\nend\n',
  'version/http.ts': '/** Speaks it. */\nexport class HTTP {\n  speak() {\n    return 1;\n  }\n}\n',
  'version/README.md': '# Version\n\nSpeaks HTTP, which does not support streaming.\n',
  'sockets/src/connect.ts': 'const pool = new Set<string>();\n\n/** Stops the workers of the pool at the end. */\nexport function stopPool() {\n  pool.clear();\n}\n\n/** Opens one connection to a harbour. */\nexport function connect(harbour: string) {\n  if (!harbour) throw new RangeError("no harbour");\n  return harbour;\n}\n',
  'limits/src/ferry.ts': 'const MAX_WATER_ITEMS = 1000;\n\n/** Holds ferries back when the water is high. */\nexport function holdBack(ferries: string[]) {\n  return ferries.slice(0, MAX_WATER_ITEMS);\n}\n',
  'again/src/upload.ts': 'export function listAll(left: number) {\n  if (left <= 0) {\n    throw new Error("Too many retries.");\n  }\n}\n\nexport function release(left: number) {\n  if (left <= 0) {\n    throw new Error("Too many retries.");\n  }\n}\n',
  'printed/names.go': 'package names\n\nconst most = 100\n\nfunc read(all []string) error {\n\tif len(all) > most {\n\t\treturn status.Errorf(codes.InvalidArgument, "too many quay names (max %d)", most)\n\t}\n\treturn nil\n}\n',
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
    assert.match(text, /^`GateShut` \(class, `src\/gateShut\.ts`, line 1\) is raised by name at 1 place/);
    assert.match(text, /Around `src\/gate\.ts`, line 5:\n\n```ts\n[^`]*if \(level > 9\) \{/);
    assert.doesNotMatch(text, /gate\.test\.ts/);
  });

  it('is no layout that users should give to projects of their own, and no number of files', async () => {
    const text = await told('theirs', 'How is the code organised?');
    assert.match(text, /^Its folders:\n\n- `lib/);
    assert.doesNotMatch(text, /your_script|\d files?\b/);
  });

  it('is what a guide to the code says of each folder, and no remark above a statement', async () => {
    const text = await told('guided', 'How is the code organised?');
    assert.match(text, /^`docs\/Codebase_Guide\.md` says more of it \[1\]/);
    assert.match(text, /- `pkg\/tide\/`: Tells of the water \[\d\]/);
    assert.doesNotMatch(await told('remarked', 'How is the code organised?'), /normal builds/);
  });

  it('is the description of a flag as its program prints it, up to the next one', async () => {
    const text = await told('usage', 'What does --days do?');
    assert.match(text, /> Tells how many days are shown\. Negative ones are past\.\n/);
    assert.match(await told('usage', 'What does --stop-at-ebb do?'), /> Stops when the water goes\.\n/);
    assert.match(
      await told('usage', 'What does --skip-as-success do?'),
      /> Takes a day without water for a good one\./,
    );
  });

  it('is the setting that the other words of the question mean, of several with one name', async () => {
    assert.doesNotMatch(
      await told('settings', 'What is the default max_demand for processors?'),
      /^`max_demand` is described in[^]*batchers take/,
    );
    assert.match(
      await told('settings', 'What is the default max_demand for batchers?'),
      /> Sets the most that batchers take/,
    );
  });

  it('is no yes for another version of what is there', async () => {
    const text = await told('version', 'Is there support for HTTP/2?');
    assert.doesNotMatch(text, /^Yes/);
    assert.doesNotMatch(text, /It says in/);
  });

  it('is no value for whether something can be limited, and a probable yes where all of it stands in one place', async () => {
    assert.doesNotMatch(await told('limits', 'Is there a way to limit the water of a ferry?'), /^`MAX_WATER_ITEMS`/);
    assert.match(await told('limits', 'Is there a way to hold ferries back when the water is high?'), /^Probably\. /);
  });

  it('is no probable yes where the few words of what is asked for stand apart', async () => {
    assert.match(await told('sockets', 'is there a connection pool?'), /^I cannot say yes or no/);
  });

  it('is no likely place for an error that nothing prints, and one for what does with other values', async () => {
    const other = await told('sockets', 'RangeError: connection workers clear pool harbour end');
    assert.match(other, /^I found nothing here that prints this error\. This is/);
    assert.match(
      await told('sockets', 'RangeError: stops the workers of pool 3'),
      /^(?!I found nothing here that prints)/,
    );
  });

  it('is how it fails, for what happens when it is given something else', async () => {
    const text = await told('again', 'What happens when listAll is given a number that is no count?');
    assert.match(text, /^`listAll` \(function, `src\/upload\.ts`, line 1\) fails by itself at 1 place/);
  });

  it('is raised at each place with the same message', async () => {
    const text = await told('again', "When is the 'Too many retries.' error thrown?");
    assert.match(
      text,
      /“Too many retries\.” in `(?:listAll|release)`[^]*The same is raised in `src\/upload\.ts`, line [39] /,
    );
  });

  it('is raised by the text that prints the message, whatever value that puts in', async () => {
    const text = await told('printed', 'Where does the error "too many quay names (max 100)" come from?');
    assert.match(text, /^`status\.Errorf`: “too many quay names \(max %d\)” in `read` \(`names\.go`, line 7\) \[1\]/);
  });
});
