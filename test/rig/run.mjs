// What `npm test` and its parts run: `node test/rig/run.mjs all|check|unit|api|quality|extension|ui|desktop|wine|bench|promises|soak [--grep REGEX]`; `ui --pictures` also
// renews the pictures that README and the walkthrough show.
// Prints a table of stages and, as last line, `N passed, N failed, N skipped`. Exit code 1 on any failure, on a skip
// that skips.json does not name, and when no test ran.
import fs from 'node:fs';
import path from 'node:path';
import { root, whenNpmEnds } from './child.mjs';
import { ensure } from './ensure.mjs';

/** In an order in which each stage comes behind those that it needs or waits for (stages.mjs). */
const runs = {
  all: 'release editor types lint format package unit api quality promises extension ui'.split(' '),
  check: ['build', 'types', 'lintChanged', 'format', 'unitChanged', 'apiChanged'],
  unit: ['build', 'unit'],
  api: ['build', 'api'],
  quality: ['build', 'quality'],
  extension: ['editor', 'release', 'package', 'extension'],
  ui: ['editor', 'release', 'package', 'ui'],
  desktop: ['release', 'package', 'desktop'],
  wine: ['build', 'wine'],
  bench: ['editor', 'release', 'package', 'bench'],
  promises: ['release', 'promises'],
  soak: ['release', 'soak'],
};

/** Characters of a failure that are told again at the end. */
const maxFault = 1_000;

const secondsSince = (start) => (Date.now() - start) / 1000;

function describe({ passed, failed, skipped, note, held }) {
  if (note) return note;
  if (passed + failed + skipped.length === 0) return 'ok';
  if (passed === 0 && failed === 1) return 'failed';
  const before = held ? ` (${held} of them before, unchanged since)` : '';
  const parts = [
    `${passed} passed${before}`,
    failed && `${failed} failed`,
    skipped.length && `${skipped.length} skipped`,
  ];
  return parts.filter(Boolean).join(', ');
}

async function runStage(stage, broken, more) {
  const missing = stage.needs?.find((name) => broken.has(name));
  if (missing) return { passed: 0, failed: 1, skipped: [], note: `not run: ${missing} failed` };
  try {
    return await stage.run(more);
  } catch (error) {
    console.error(error);
    return { passed: 0, failed: 1, skipped: [] };
  }
}

function printTable(rows, totalS) {
  const width = Math.max(...rows.map((row) => row.text.length));
  console.log();
  for (const { name, text, seconds } of rows) {
    console.log(`  ${name.padEnd(11)} ${text.padEnd(width)} ${seconds.toFixed(1).padStart(7)} s`);
  }
  console.log(`  ${'all'.padEnd(11)} ${''.padEnd(width)} ${totalS.toFixed(1).padStart(7)} s\n`);
}

/** The skipped tests that nobody has agreed to; the agreed ones are told with their reason. */
function unlisted(skipped) {
  const listed = JSON.parse(fs.readFileSync(path.join(root, 'test/rig/skips.json'), 'utf8'));
  for (const title of skipped) {
    console.log(
      listed[title] ? `Skipped: ${title}. ${listed[title]}` : `Skipped, but not listed in skips.json: ${title}`,
    );
  }
  return skipped.filter((title) => !listed[title]);
}

const [name = 'all', ...more] = process.argv.slice(2);
if (!runs[name]) {
  console.error(`There is no run "${name}"; there are: ${Object.keys(runs).join(', ')}.`);
  process.exit(1);
}
process.chdir(root);
whenNpmEnds(() => process.kill(process.pid, 'SIGTERM'));
const began = Date.now();
await ensure();
const rows = [{ name: 'install', text: 'ok', seconds: secondsSince(began) }];
const total = { passed: 0, failed: 0, skipped: [], faults: [], unsteady: [] };
const broken = new Set();
const { stages } = await import('./stages.mjs'); // these import packages
async function runOne(stageName) {
  const start = Date.now();
  const result = await runStage(stages[stageName], broken, more);
  if (result.failed) broken.add(stageName);
  total.passed += result.passed;
  total.failed += result.failed;
  total.skipped.push(...result.skipped);
  total.faults.push(...(result.faults ?? []));
  total.unsteady.push(...(result.unsteady ?? []));
  rows.push({ name: stageName, text: describe(result), seconds: secondsSince(start) });
}
console.log(`\n== ${runs[name].join(', ')}`);
/** Each begins as soon as those have ended that it needs or waits for. */
const ends = new Map();
for (const stageName of runs[name]) {
  const { needs = [], after = [] } = stages[stageName];
  const before = Promise.all([...needs, ...after].map((other) => ends.get(other)));
  ends.set(
    stageName,
    before.then(() => runOne(stageName)),
  );
}
await Promise.all(ends.values());
printTable(rows, secondsSince(began));
// Told once more: the log of a whole run is long, and often only its end is kept.
for (const fault of total.unsteady) console.log(`Held only when it was run once more: ${fault.slice(0, maxFault)}\n`);
for (const fault of total.faults) console.log(`Failed: ${fault.slice(0, maxFault)}\n`);
const isUnfit =
  total.failed > 0 || unlisted(total.skipped).length > 0 || (total.passed === 0 && !['bench', 'soak'].includes(name));
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped.length} skipped`);
process.exit(isUnfit ? 1 : 0);
