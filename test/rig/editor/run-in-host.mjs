#!/usr/bin/env node
// Runs compiled mocha suites inside the real extension host of a browser-served VS Code.
//
//   node run-in-host.mjs [options] FILE...      FILE: compiled CommonJS mocha files
//
//   --extension DIR   load the extension unpacked from DIR (default: the current folder)
//   --vsix FILE       test the packed extension instead; may be repeated
//   --folder DIR      workspace to open (default: a new empty folder, removed afterwards)
//   --ui NAME         mocha interface (default bdd)      --grep REGEX
//   --timeout MS      per test (default 120000)          --limit S   the tests altogether (default 600)
//   --env NAME=VALUE  environment of the extension host; may be repeated
//   --result FILE     where { passed, failed, skipped: [titles], faults: [title and message] } goes
//   --screenshot FILE picture of the window when the tests have ended
//   --verbose         the server's log too
//
// Exit code: 0 all passed; 1 a test failed or none ran; 2 the host or the rig failed.
import { startRig, until } from './drive.mjs';
import { conclude, hostEntry, makeJob, readOptions } from './job.mjs';

const opt = readOptions();
const job = makeJob(opt);
let code = 2;
let rig;
try {
  rig = await startRig({
    vsix: opt.vsix,
    home: job.home,
    // In a browser the editor saves by itself after a second, and refuses every other save until it is through with that:
    // on a slow machine it would come in between. On a desktop it does not.
    settings: { 'files.autoSave': 'off' },
    testDriver: true,
    verbose: opt.verbose,
  });
  let reported; // what the window itself says, through the hook that VS Code calls under automation
  const win = await rig.openWindow(job.folder, {
    development: job.development,
    tests: hostEntry,
    hostEnv: job.hostEnv,
    before: (page) =>
      page.exposeFunction('codeAutomationExit', (status) => {
        reported = status;
      }),
  });
  const hasEnded = () => {
    job.printNew();
    return job.isDone() || reported !== undefined;
  };
  await until('the tests to end', hasEnded, { timeout: opt.limit });
  // The window reports 0 for a host that was killed, so only the result file counts.
  await until('the result', job.isDone, { timeout: 10_000 }).catch(() => undefined);
  job.printNew();
  if (opt.screenshot) await win.screenshot(opt.screenshot);
  if (!job.isDone()) {
    throw new Error(`the extension host ended before the tests did (the window reported ${reported})`);
  }
  const result = job.result();
  // Gives the host the time to end by itself, so that coverage and the like are written.
  const hostIsGone = () => reported !== undefined && !rig.extensionHosts().some((p) => p.pid === result.pid);
  await until('the host to end', hostIsGone, { timeout: 5_000 }).catch(() => undefined);
  if (result.failed) console.log(`last said in the window's console:\n  ${win.consoleLines.slice(-30).join('\n  ')}`);
  code = conclude(result, opt.result);
} catch (error) {
  job.printNew();
  console.log(`run-in-host: ${error.message}`);
  if (rig && !opt.verbose) console.log(rig.log().split('\n').slice(-15).join('\n'));
} finally {
  await rig?.stop();
}
process.exit(code);
