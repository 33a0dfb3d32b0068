'use strict';
// Loaded by VS Code inside the extension host (`extensionTestsPath`): runs mocha over the files of the job and leaves
// output and result in files, whatever happens to the window. The same file serves the rig, a desktop VS Code started
// by @vscode/test-electron, and the debugger (F5, "Extension tests"), where there is no job and no file.
const fs = require('node:fs');
const path = require('node:path');
const util = require('node:util');
const { pathToFileURL } = require('node:url');

const root = path.resolve(__dirname, '../../..');

/** For the debugger: all suites, results on its console, no time limit while someone thinks at a breakpoint. */
function debugJob() {
  const compiled = path.join(root, 'out/test/extension');
  const files = fs.readdirSync(compiled, { recursive: true }).filter((file) => file.endsWith('.test.js'));
  return { files: files.map((file) => path.join(compiled, file)), ui: 'bdd', timeout: 0, color: false };
}

function takeConsole(write) {
  for (const level of ['log', 'info', 'warn', 'error']) {
    const original = console[level].bind(console);
    // Assigning is not enough: the host guards these methods with accessors that ignore it.
    Object.defineProperty(console, level, {
      configurable: true,
      writable: true,
      value: (...args) => {
        write(`${util.format(...args)}\n`);
        original(...args);
      },
    });
  }
}

async function runMocha(job, result) {
  const mochaFile = job.mocha ?? require.resolve('mocha', { paths: [root] });
  const { default: Mocha } = await import(pathToFileURL(mochaFile).href);
  if (job.write) Mocha.reporters.Base.consoleLog = (...args) => job.write(`${util.format(...args)}\n`);
  const { ui, timeout, color } = job;
  const mocha = new Mocha({ ui, timeout, color, reporter: 'spec', forbidOnly: true });
  if (job.grep) mocha.grep(new RegExp(job.grep));
  for (const file of job.files) mocha.addFile(file);
  await mocha.loadFilesAsync();
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
}

exports.run = async function run() {
  const jobFile = process.env.VSCODE_RIG_JOB;
  const job = jobFile ? JSON.parse(fs.readFileSync(jobFile, 'utf8')) : debugJob();
  if (job.outputFile) job.write = (text) => fs.appendFileSync(job.outputFile, text);
  const finish = (result) => {
    if (!job.resultFile) return;
    fs.writeFileSync(`${job.resultFile}.part`, JSON.stringify(result));
    fs.renameSync(`${job.resultFile}.part`, job.resultFile);
  };

  if (job.startFile) {
    // VS Code starts a host that died anew, and with it the tests: once is enough.
    try {
      fs.closeSync(fs.openSync(job.startFile, 'wx'));
    } catch {
      const error = 'the extension host died during the tests';
      job.write(`\n${error} and was started again\n`);
      finish({ error });
      throw new Error(error);
    }
  }
  if (job.write) takeConsole(job.write);

  const result = { passed: 0, failed: 0, skipped: [], faults: [], pid: process.pid };
  try {
    await runMocha(job, result);
  } catch (error) {
    result.error = String(error?.stack ?? error);
    console.error(result.error);
  }
  finish(result);
  if (result.error || result.failed) throw new Error(`${result.failed} failed`);
};
