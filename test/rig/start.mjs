// `npm start`: installs what is missing, builds, and opens a VS Code with Quarry in it on the current folder.
// `npm start -- --headless [folder] [options of serve]`: the same service without an editor.
// `npm start -- team serve --database URL` and the like: the service of a team, from this checkout.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { root, runNode, whenNpmEnds } from './child.mjs';
import { ensure } from './ensure.mjs';
import { cli } from './service.mjs';
import { isStale } from './stale.mjs';
import { step } from './steps.mjs';

/** What the product is made of: anything newer than what was built makes it stale. */
const sources = ['src', 'media', 'l10n', 'package.json', 'package-lock.json', '.vscodeignore', 'README.md', 'LICENSE'];

/** npm changes into the project; the user's folder is where the command was typed. */
const currentFolder = process.env.INIT_CWD ?? process.cwd();

/** Builds, and says how that goes; false when it failed, which has been said too. */
async function built(build, toStderr = false) {
  const hasFailed = (code) => code !== 0;
  if ((await step('Building Quarry', 'ten seconds', build, { toStderr, hasFailed })) === 0) return true;
  console.error('Quarry could not be built: see above. After a change of its sources `npm run check` says more.');
  return false;
}

function headless(args) {
  const [folder, ...options] = args[0]?.startsWith('-') ? ['.', ...args] : [args[0] ?? '.', ...args.slice(1)];
  return withCommandLine(['serve', '--root', path.resolve(currentFolder, folder), ...options]);
}

async function withCommandLine(args) {
  await ensure({ toStderr: true });
  if (
    isStale(cli, sources) &&
    !(await built(() => runNode('src/build.mjs', ['--production'], { toStderr: true }), true))
  )
    return 1;
  // Standard output carries the service's own line and nothing else.
  const child = spawn(process.execPath, [cli, ...args], { cwd: currentFolder, stdio: 'inherit' });
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => child.kill('SIGTERM'));
  return new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)));
}

async function withEditor(folder) {
  await ensure();
  if (isStale(path.join(root, 'quarry.vsix'), sources)) {
    const { pack } = await import('./package.mjs');
    const build = async () => {
      const code = await runNode('src/build.mjs', ['--production']);
      if (code !== 0) return code;
      return (await pack({ isQuiet: true })) ? 0 : 1;
    };
    if (!(await built(build))) return 1;
  }
  const { findDesktop, setUpRig } = await import('./editor/choose.mjs');
  const { openDesktop, openInBrowser } = await import('./editor/open.mjs');
  const desktop = findDesktop();
  if (desktop) return openDesktop(desktop.command, folder);
  if (await setUpRig({ withBrowser: false, isQuiet: true })) return openInBrowser(folder);
  console.error(
    'No editor can be opened: a desktop VS Code (`code` on PATH) or Debian-like Linux with root or sudo is needed.',
  );
  return 1;
}

const args = process.argv.slice(2);
whenNpmEnds(() => process.kill(process.pid, 'SIGTERM'));
if (args[0] === '--headless') {
  process.exitCode = await headless(args.slice(1));
} else if (args[0] === 'team') {
  process.exitCode = await withCommandLine(args);
} else {
  const folder = path.resolve(currentFolder, args[0] ?? '.');
  if (fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) process.exitCode = await withEditor(folder);
  else {
    console.error(`${folder} is not a folder.`);
    process.exitCode = 1;
  }
}
