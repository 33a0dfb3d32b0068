// Runs mocha over built suites in plain Node: `node mocha.mjs --result FILE [--timeout MS] [--grep REGEX] FILE...`
// Leaves { passed, failed, skipped: [titles], faults: [title and message] } in the result file.
import Mocha from 'mocha';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { result: { type: 'string' }, timeout: { type: 'string', default: '5000' }, grep: { type: 'string' } },
});
/** What still runs this long after the last test was left behind by a test. */
const settleMs = 10_000;

const mocha = new Mocha({ ui: 'bdd', reporter: 'spec', timeout: Number(values.timeout), forbidOnly: true });
if (values.grep) mocha.grep(new RegExp(values.grep));
for (const file of positionals) mocha.addFile(path.resolve(file));
await mocha.loadFilesAsync();
const result = { passed: 0, failed: 0, skipped: [], faults: [] };
await new Promise((done) => {
  mocha
    .run(() => done())
    .on('pass', () => result.passed++)
    .on('fail', (test, error) => {
      result.failed++;
      result.faults.push(`${test.fullTitle()}: ${error?.message}`);
    })
    .on('pending', (test) => result.skipped.push(test.fullTitle()));
});
fs.writeFileSync(values.result, JSON.stringify(result));
process.exitCode = result.failed || !result.passed ? 1 : 0;
setTimeout(() => {
  console.error(
    `Still running ${settleMs / 1000} s after the last test: ${process.getActiveResourcesInfo().join(', ')}`,
  );
  process.exit(3);
}, settleMs).unref();
