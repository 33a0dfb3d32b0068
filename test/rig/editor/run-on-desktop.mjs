#!/usr/bin/env node
// The same suites in a desktop VS Code, for machines that can download one (or have one).
//
//   node run-on-desktop.mjs [options] FILE...
//
//   --version V       which VS Code to download (default stable)
//   --executable FILE an installed VS Code instead of a download
//   --extension, --vsix, --folder, --ui, --grep, --timeout, --env, --result: as for run-in-host.mjs
import { downloadAndUnzipVSCode, resolveCliArgsFromVSCodeExecutablePath, runTests } from '@vscode/test-electron';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { conclude, hostEntry, makeJob, readOptions } from './job.mjs';

const opt = readOptions();
const job = makeJob(opt);
const isWindows = process.platform === 'win32';
// A profile of its own, also for the packed extension, so that the user's editor is neither used nor touched.
const profileArgs = [
  `--user-data-dir=${path.join(job.profile, 'data')}`,
  `--extensions-dir=${path.join(job.profile, 'extensions')}`,
];

function installPacked(executable) {
  const [cli] = resolveCliArgsFromVSCodeExecutablePath(executable, { reuseMachineInstall: true });
  for (const file of opt.vsix ?? []) {
    const args = [...profileArgs, '--install-extension', path.resolve(file), '--force'];
    const quoted = isWindows ? args.map((arg) => `"${arg}"`) : args;
    const done = spawnSync(isWindows ? `"${cli}"` : cli, quoted, { stdio: 'inherit', shell: isWindows });
    if (done.status !== 0) throw new Error(`installing ${file} failed`);
  }
}

let code = 2;
const ticker = setInterval(() => job.printNew(), 200);
const limit = setTimeout(() => {
  console.log(`run-on-desktop: still running after ${opt.limit} ms`);
  process.exit(2);
}, opt.limit + 300_000); // the download comes on top
try {
  const executable = opt.executable ?? (await downloadAndUnzipVSCode(opt.version));
  installPacked(executable);
  await runTests({
    vscodeExecutablePath: executable,
    extensionDevelopmentPath: job.development,
    extensionTestsPath: hostEntry,
    extensionTestsEnv: { HOME: job.home, USERPROFILE: job.home, ...job.hostEnv },
    launchArgs: [job.folder, ...profileArgs, '--use-inmemory-secretstorage', '--disable-telemetry'],
  }).catch((error) => {
    if (!job.isDone()) throw error;
  });
  job.printNew();
  if (!job.isDone()) throw new Error('the extension host ended before the tests did');
  code = conclude(job.result(), opt.result);
} catch (error) {
  job.printNew();
  console.log(`run-on-desktop: ${error.message}`);
} finally {
  clearInterval(ticker);
  clearTimeout(limit);
}
process.exit(code);
