// Runs mocha over built suites in plain Node: `node mocha.mjs --result FILE [--timeout MS] [--grep REGEX] [--hooks FILE] [--calls] FILE...`
// Leaves { passed, failed, skipped: [titles], faults: [title and message], files: { FILE: { passed, failed } }, reads } in the
// result file; `reads` is what the tests read of the project (reads.mjs), with --calls also what they called (parts.mjs).
import Mocha from 'mocha';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { root } from './child.mjs';
import { callsOfThreads, listenToCalls } from './parts.mjs';
import { listen } from './reads.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ...{ result: { type: 'string' }, timeout: { type: 'string', default: '5000' }, grep: { type: 'string' } },
    hooks: { type: 'string' },
    calls: { type: 'boolean', default: false },
  },
});
/** What still runs this long after the last test was left behind by a test. */
const settleMs = 10_000;

const rootHooks = values.hooks ? (await import(pathToFileURL(path.resolve(values.hooks)))).mochaHooks : undefined;
const mocha = new Mocha({ ui: 'bdd', reporter: 'spec', timeout: Number(values.timeout), forbidOnly: true, rootHooks });
if (values.grep) mocha.grep(new RegExp(values.grep));
const readsOf = listen(root); // before the tests are loaded
const calledOf = values.calls ? listenToCalls(positionals[0]) : undefined;
const files = new Map(positionals.map((file) => [path.resolve(file), { passed: 0, failed: 0 }]));
for (const file of files.keys()) mocha.addFile(file);
await mocha.loadFilesAsync();
const result = { passed: 0, failed: 0, skipped: [], faults: [] };
const count = ({ file }, outcome) => {
  result[outcome]++;
  files.get(file)[outcome]++;
};
await new Promise((done) => {
  mocha
    .run(() => done())
    .on('pass', (test) => count(test, 'passed'))
    .on('fail', (test, error) => {
      count(test, 'failed');
      result.faults.push(`${test.fullTitle()}: ${error?.message}`);
    })
    .on('pending', (test) => result.skipped.push(test.fullTitle()));
});
result.reads = readsOf();
if (values.calls) {
  const threads = callsOfThreads(path.join(root, 'dist/engine.js'), result.reads.threads);
  Object.assign(result.reads, { called: calledOf(), engine: threads });
  // A thread that has not told may have called anything.
  result.reads.startsService ||= threads === undefined;
}
result.files = Object.fromEntries(positionals.map((file) => [file, files.get(path.resolve(file))]));
fs.writeFileSync(values.result, JSON.stringify(result));
process.exitCode = result.failed || !result.passed ? 1 : 0;
setTimeout(() => {
  console.error(
    `Still running ${settleMs / 1000} s after the last test: ${process.getActiveResourcesInfo().join(', ')}`,
  );
  process.exit(3);
}, settleMs).unref();
