// What both runners share: the options, the job file that host-entry.cjs reads, the result.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

export const hostEntry = path.join(path.dirname(fileURLToPath(import.meta.url)), 'host-entry.cjs');

export function readOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      extension: { type: 'string' },
      vsix: { type: 'string', multiple: true },
      folder: { type: 'string' },
      ui: { type: 'string', default: 'bdd' },
      grep: { type: 'string' },
      timeout: { type: 'string', default: '120000' },
      limit: { type: 'string', default: '600' },
      env: { type: 'string', multiple: true, default: [] },
      result: { type: 'string' },
      screenshot: { type: 'string' },
      verbose: { type: 'boolean', default: false },
      executable: { type: 'string' },
      version: { type: 'string', default: 'stable' },
    },
  });
  const files = positionals.map((f) => path.resolve(f));
  if (!files.length || files.some((f) => !fs.existsSync(f))) {
    console.error('give the compiled test files; each has to exist');
    process.exit(2);
  }
  const env = Object.fromEntries(values.env.map((e) => [e.split('=')[0], e.slice(e.indexOf('=') + 1)]));
  return { ...values, files, env, limit: Number(values.limit) * 1000 };
}

/**
 * VS Code runs tests only in a window that develops some extension. When the packed one is to be tested, that part is
 * played by an empty extension.
 */
function developmentFolder(opt, scratch) {
  if (opt.extension || !opt.vsix) return path.resolve(opt.extension ?? '.');
  const folder = path.join(scratch, 'stand-in');
  fs.mkdirSync(folder);
  const manifest = { name: 'stand-in', publisher: 'rig', version: '0.0.0', engines: { vscode: '*' } };
  fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
  return folder;
}

export function makeJob(opt) {
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-job-'));
  process.once('exit', () => fs.rmSync(scratch, { recursive: true, force: true }));
  const folder = path.resolve(opt.folder ?? path.join(scratch, 'workspace'));
  const home = path.join(scratch, 'home');
  fs.mkdirSync(folder, { recursive: true });
  fs.mkdirSync(home);
  const job = {
    files: opt.files,
    mocha: createRequire(import.meta.url).resolve('mocha'),
    ui: opt.ui,
    grep: opt.grep,
    timeout: Number(opt.timeout),
    color: Boolean(process.stdout.isTTY),
    outputFile: path.join(scratch, 'output.txt'),
    resultFile: path.join(scratch, 'result.json'),
    startFile: path.join(scratch, 'started'),
  };
  const jobFile = path.join(scratch, 'job.json');
  fs.writeFileSync(jobFile, JSON.stringify(job));
  fs.writeFileSync(job.outputFile, '');

  let printed = 0;
  return {
    folder,
    home,
    profile: path.join(scratch, 'profile'),
    development: developmentFolder(opt, scratch),
    hostEnv: { VSCODE_RIG_JOB: jobFile, ...opt.env },
    isDone: () => fs.existsSync(job.resultFile),
    printNew() {
      const bytes = fs.readFileSync(job.outputFile);
      if (bytes.length > printed) process.stdout.write(bytes.subarray(printed));
      printed = bytes.length;
    },
    result: () => JSON.parse(fs.readFileSync(job.resultFile, 'utf8')),
  };
}

/** Leaves the result where it was asked for, and says which exit code it deserves. */
export function conclude(result, file) {
  if (result.error) throw new Error(result.error);
  if (file) fs.writeFileSync(file, JSON.stringify(result));
  console.log(`${result.passed} passed, ${result.failed} failed, ${result.skipped.length} skipped`);
  return result.failed || !result.passed ? 1 : 0;
}
