// The stages of a run, in the words of `stages`: what each does, how long it may take, which earlier ones it needs, and
// which it only waits for, since it wants the cores.
// A stage answers { passed, failed, skipped: [titles], faults?: [title and message], unsteady?: [title and message] }; a failed
// check counts as one failed.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root, run, runNode } from './child.mjs';
import { findDesktop, setUpRig } from './editor/choose.mjs';
import { openKept } from './kept.mjs';
import { pack, packCommandLine } from './package.mjs';
import { withPalette } from './pictures.mjs';
import { excused, hasWine, runBelowWine, setUpWine } from './wine.mjs';

const vsix = path.join(root, 'quarry.vsix');
const shots = path.join(root, '.vscode-test/shots');
const passes = { passed: 0, failed: 0, skipped: [] };
const fails = { passed: 0, failed: 1, skipped: [] };

/** Files below `folder` with this ending, as paths from the root, in a fixed order. */
function filesIn(folder, ending) {
  const from = path.join(root, folder);
  if (!fs.existsSync(from)) return [];
  const all = fs.readdirSync(from, { recursive: true, encoding: 'utf8' });
  return all.filter((file) => file.endsWith(ending)).map((file) => path.join(folder, file)).sort(); // prettier-ignore
}

async function command(script, args, options) {
  return (await runNode(script, args, options)) === 0 ? passes : fails;
}

const noTest = 'no test ran';

/** Runs what leaves a result file; without one, or with a bad end after good tests, the suite has failed. */
async function suite(files, start) {
  if (files.length === 0) {
    console.error('no tests: this suite has no test files');
    return { ...fails, note: 'no tests' };
  }
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-suite-'));
  const resultFile = path.join(scratch, 'result.json');
  try {
    // An empty home: nobody's library, git identity or key is read or written. npm still finds its settings.
    const userConfig = process.env.npm_config_userconfig ?? path.join(os.homedir(), '.npmrc');
    const env = { HOME: scratch, USERPROFILE: scratch, npm_config_userconfig: userConfig };
    const code = await start(resultFile, env);
    if (!fs.existsSync(resultFile)) return { ...fails, note: 'did not finish' };
    const result = JSON.parse(fs.readFileSync(resultFile, 'utf8'));
    if (result.passed + result.failed === 0) return { ...result, failed: 1, note: noTest };
    if (code !== 0 && result.failed === 0) return { ...result, failed: 1, note: 'did not end well' };
    return result;
  } finally {
    fs.rmSync(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

/** What several programs found, as one result. One of them may have no test of the name that was asked for. */
function sumOf(results) {
  const all = { passed: 0, failed: 0, skipped: [], faults: [], files: {} };
  for (const { files, result } of results) {
    const failed = result.note === noTest ? 0 : result.failed;
    all.passed += result.passed;
    all.failed += failed;
    all.skipped.push(...result.skipped);
    if (failed > 0) all.faults.push(...(result.faults?.length > 0 ? result.faults : [`${files.join(', ')}: ${result.note}`])); // prettier-ignore
    for (const file of files) all.files[file] = result.files?.[file] ?? { passed: 0, failed };
  }
  return all.passed + all.failed === 0 ? { ...all, failed: 1, note: noTest } : all;
}

/** Each file in a program of its own, one after the other: one that comes to no end takes no other with it. */
async function fileByFile(files, runFile) {
  const results = [];
  for (const file of files) results.push({ files: [file], result: await runFile(file) });
  return sumOf(results);
}

/** As many programs at one time as this machine has cores, at most: tests meet a service that sheds load when it is late. */
const lanes = Math.min(4, os.availableParallelism());

/** What waits for a lane, of all suites that run now: the longest goes first. */
const waiting = [];
let inLanes = 0;

function fillLanes() {
  waiting.sort((a, b) => b.seconds - a.seconds);
  for (; inLanes < lanes && waiting.length > 0; inLanes += 1) waiting.shift().start();
}

/** Runs it as soon as a lane is free. */
async function inLane(seconds, work) {
  await new Promise((start) => {
    waiting.push({ seconds, start });
    setImmediate(fillLanes); // when all are there that come now
  });
  try {
    return await work();
  } finally {
    inLanes -= 1;
    fillLanes();
  }
}

/** What Node says when a program whose threads leave reports leaves none itself. */
const ofNode = "'result' from coverage profile response is not an object\n";

/**
 * Each group of files in a program of its own, side by side; what one prints follows in one piece when it ends.
 * @param {(files: string[]) => number} secondsOf how long a group takes, as far as is known
 */
async function sideBySide(groups, secondsOf, runGroup) {
  const runOne = async (files) => {
    let heard = '';
    const result = await runGroup(files, (text) => (heard += text));
    process.stdout.write(heard.replace(ofNode, ''));
    return { files, result };
  };
  return Promise.all(groups.map((files) => inLane(secondsOf(files), () => runOne(files))));
}

/** A few tests are looked for in all files: as many programs as run at one time, which start once. */
const dealt = (files) => Array.from({ length: lanes }, (_, lane) => files.filter((_file, at) => at % lanes === lane)).filter(({ length }) => length > 0); // prettier-ignore

/** Faults in more files than this are a fault of ours. */
const maxUnsteadyFiles = 3;

/**
 * The editor and the browser are programs of others, on a busy machine: a file with a failed story is run once more, in an
 * editor of its own. What fails both times has failed; what held only then is told by name at the end.
 */
async function withSecondTry(run, files, runAgain = run) {
  const first = await run(files);
  if (!first.failed) return first;
  const broken = first.files && files.filter((file) => first.files[file].failed > 0);
  const again = broken ?? files;
  if (again.length === 0 || (broken && broken.length > maxUnsteadyFiles)) return first;
  console.log(`\nOnce more, in an editor of their own: ${again.join(', ')}`);
  const second = await runAgain(again);
  const kept = files.filter((file) => !again.includes(file)).reduce((sum, file) => sum + first.files[file].passed, 0);
  const skipped = [...new Set([...first.skipped, ...second.skipped])];
  return { ...second, passed: kept + second.passed, skipped, unsteady: second.failed ? [] : first.faults };
}

function plainSuite(files, { timeoutMs, limitS, env, hear, flags = [] }, more) {
  return suite(files, (resultFile, home) => {
    // Run from the root, so that tests find their fixtures below test/.
    const args = [...flags, '--enable-source-maps', path.join(root, 'test/rig/mocha.mjs'), '--result', resultFile];
    const timeout = ['--timeout', String(timeoutMs)];
    // Threads of the engine leave there what they called.
    const reports = more.includes('--calls') && { NODE_V8_COVERAGE: path.join(home.HOME, 'calls') };
    return run(process.execPath, [...args, ...timeout, ...more, ...files], {
      env: { ...home, ...env, ...reports },
      limitS,
      hear,
    });
  });
}

/** One for all suites of a run, which may save at one time. */
let keptResults;

/**
 * For suites in which no test judges time.
 * @param {{ onlyChanged?: boolean }} [o] files are left out of which everything passed and nothing has changed since
 */
async function quickSuite(files, limits, more, { onlyChanged = false } = {}) {
  const kept = (keptResults ??= openKept());
  const keeps = onlyChanged && more.length === 0;
  const before = [];
  for (const file of keeps ? files : []) before.push({ files: [file], result: await kept.resultOf(file) });
  const held = before.filter(({ result }) => result);
  const changed = files.filter((file) => !held.some((one) => one.files.includes(file)));
  const secondsOf = ([file]) => kept.secondsOf(file) ?? 0;
  const groups = more.length > 0 ? dealt(changed) : changed.map((file) => [file]);
  const ran = await sideBySide(groups, secondsOf, async (group, hear) => {
    const start = Date.now();
    const result = await plainSuite(group, { ...limits, hear }, keeps ? ['--calls'] : more);
    if (keeps) await kept.put(group[0], result, (Date.now() - start) / 1000);
    return result;
  });
  if (keeps) kept.save();
  return { ...sumOf([...held, ...ran]), held: held.reduce((sum, { result }) => sum + result.passed, 0) };
}

async function wineSuite(more) {
  if (!hasWine()) {
    console.error('Wine is not installed: apt-get install wine, on Linux.');
    return fails;
  }
  if (!(await setUpWine())) return fails;
  const args = ['--enable-source-maps', 'test/rig/mocha.mjs', '--timeout', '60000', ...more];
  const files = ['out/test/unit', 'out/test/api'].flatMap((folder) => filesIn(folder, '.test.mjs'));
  // A folder in a program of its own: one that hangs leaves the others their figures.
  const folders = [...new Set(files.map((file) => path.dirname(file)))];
  const runFolder = (folder) => {
    const own = files.filter((file) => path.dirname(file) === folder);
    return suite(own, (result, home) => runBelowWine([...args, '--result', result, ...own], home));
  };
  return excused(await fileByFile(folders, runFolder));
}

function editorSuite(runner, args, more) {
  const inOne = (files) =>
    suite(files, (resultFile) =>
      runNode(runner, ['--vsix', vsix, '--result', resultFile, ...args, ...more, ...files], { limitS: 780 }),
    );
  return withSecondTry((files) => inLane(Infinity, () => inOne(files)), filesIn('out/test/extension', '.test.js'));
}

function desktopSuite(more) {
  const runner = 'test/rig/editor/run-on-desktop.mjs';
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) {
    console.error('A desktop editor needs a display: set DISPLAY, or run this below `xvfb-run -a`.');
    return fails;
  }
  const program = findDesktop()?.program;
  return editorSuite(runner, program ? ['--executable', program] : [], more);
}

/** The pictures of README and of the walkthrough are committed; this renews them from what the suite has just left. */
function renewPictures() {
  const texts = ['README.md', 'package.json'].map((name) => fs.readFileSync(path.join(root, name), 'utf8')).join('\n');
  const shown = texts.match(/\bmedia\/(?:walkthrough\/)?[\w-]+\.png\b/g) ?? [];
  for (const picture of new Set(shown)) {
    const shot = path.join(shots, path.basename(picture));
    if (!fs.existsSync(shot)) continue;
    fs.writeFileSync(path.join(root, picture), withPalette(fs.readFileSync(shot)));
    console.log(`renewed ${picture}`);
  }
}

/** Stories that judge how soon something shows, or that listen where a model of this machine would: one after the other, at the end. */
const aloneStories = /(?:chat|library|narrowed|window)\.test\.mjs$/;

async function uiSuite(more) {
  if (!hasRig) return { ...passes, skipped: ['ui on a desktop editor'] };
  const env = { QUARRY_VSIX: vsix, QUARRY_SHOTS: shots };
  const options = [
    '--hooks',
    path.join(root, 'test/rig/editor/scene.mjs'),
    ...more.filter((arg) => arg !== '--pictures'),
  ];
  const files = filesIn('test/ui', '.test.mjs');
  const limits = { timeoutMs: 300_000, limitS: 900, env };
  const runFile = (file) => plainSuite([file], limits, options);
  const oneByOne = (some) => fileByFile(some, runFile);
  const besideEachOther = async (some) => {
    const groups = some.filter((file) => !aloneStories.test(file)).map((file) => [file]);
    const runGroup = (group, hear) => plainSuite(group, { ...limits, hear }, options);
    const results = await sideBySide(groups, ([file]) => fs.statSync(file).size, runGroup);
    for (const file of some.filter((name) => aloneStories.test(name)))
      results.push({ files: [file], result: await runFile(file) });
    return sumOf(results);
  };
  const result = await withSecondTry(besideEachOther, files, oneByOne);
  if (more.includes('--pictures') && result.failed === 0) renewPictures();
  return result;
}

/** What Prettier decides: the arguments of the script `format`, told once. */
function formatted() {
  const { scripts } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
  return scripts.format
    .slice(scripts.format.indexOf('warn ') + 5)
    .split(' ')
    .map((argument) => argument.replaceAll('"', ''));
}

/** Which editor this run uses; decided by the stage `editor`. */
let hasRig = false;

async function prepareEditor() {
  hasRig = await setUpRig();
  if (hasRig) return passes;
  const desktop = findDesktop();
  if (desktop) {
    console.log(`The extension suites run in the desktop editor ${desktop.command}.`);
    return passes;
  }
  console.error('No editor to test in: on Debian-like Linux root or sudo is needed, elsewhere a desktop `code`.');
  return fails;
}

/** Grammars and their queries are ready in a fifth of the time, and Node ends without optimising them; they parse half as fast. */
const flags = ['--liftoff-only'];
const unitLimits = { timeoutMs: 20_000, limitS: 600, flags };
const apiLimits = { timeoutMs: 30_000, limitS: 600, flags };
const apiFiles = () => filesIn('out/test/api', '.test.mjs');
/** Programs of others that judge the door for agents take ten seconds each, whatever was changed: `npm test` and `npm run test:api` have them. */
const ofOthers = /(?:conformance|inspector)\.test\.mjs$/;
/** Tests keep all cores busy for minutes: what is told of the sources in seconds comes before. */
const checks = ['types', 'lint', 'format'];
/** Stories of the editor judge how soon something shows: nothing runs beside them but what mostly waits. */
const beforeStories = [...checks, 'unit', 'api', 'quality', 'promises'];
/** What reads the whole source takes four to eight times as long on a laden machine as the 40 to 80 seconds that it takes alone. */
const wholeSource = { limitS: 900 };
const lintArguments = ['.', '--max-warnings', '0'];

/** ESLint keeps a file's faults too, although a change of another file may have mended them: then all is looked at anew. */
async function lintChanged() {
  const cache = path.join(root, 'node_modules/.cache/quarry-eslint');
  const args = [...lintArguments, '--cache', '--cache-strategy', 'content', '--cache-location', cache];
  const lint = () => command('node_modules/eslint/bin/eslint.js', args, wholeSource);
  if ((await lint()) === passes) return passes;
  fs.rmSync(cache, { force: true });
  return lint();
}

export const stages = {
  editor: { run: prepareEditor },
  build: { run: () => command('src/build.mjs', ['--tests']) },
  // What is tested is what ships, so the suites of a whole run meet the minified bundles.
  release: { run: () => command('src/build.mjs', ['--tests', '--production']) },
  types: {
    run: async () => {
      const tsc = (project) => command('node_modules/typescript/bin/tsc', ['-p', project], wholeSource);
      const all = await Promise.all(['tsconfig.json', 'src/webview/tsconfig.json'].map(tsc));
      return all.includes(fails) ? fails : passes;
    },
  },
  lint: { run: () => command('node_modules/eslint/bin/eslint.js', lintArguments, wholeSource) },
  // Rules that know types may overlook what a change of another file made wrong: the gate looks at every file anew.
  lintChanged: { run: lintChanged },
  format: {
    run: () =>
      command('node_modules/prettier/bin/prettier.cjs', [
        '--check',
        '--log-level',
        'warn',
        '--cache',
        '--cache-location',
        'node_modules/.cache/quarry-prettier',
        ...formatted(),
      ]),
  },
  unit: {
    needs: ['build', 'release'],
    after: checks,
    run: (more) => quickSuite(filesIn('out/test/unit', '.test.mjs'), unitLimits, more),
  },
  unitChanged: {
    needs: ['build'],
    after: checks,
    run: (more) => quickSuite(filesIn('out/test/unit', '.test.mjs'), unitLimits, more, { onlyChanged: true }),
  },
  api: {
    needs: ['build', 'release'],
    after: checks,
    run: (more) => quickSuite(apiFiles(), apiLimits, more),
  },
  apiChanged: {
    needs: ['build'],
    after: checks,
    run: (more) => quickSuite(apiFiles().filter((file) => !ofOthers.test(file)), apiLimits, more, { onlyChanged: true }), // prettier-ignore
  },
  quality: {
    needs: ['build', 'release'],
    after: checks,
    run: (more) => quickSuite(filesIn('out/test/quality', '.test.mjs'), { timeoutMs: 120_000, limitS: 900 }, more),
  },
  promises: {
    needs: ['build', 'release'],
    run: (more) => plainSuite(filesIn('out/test/soak', '.test.mjs'), { timeoutMs: 180_000, limitS: 900 }, more),
  },
  soak: {
    needs: ['build', 'release'],
    run: (more) => command('out/test/soak/promises.soak.mjs', more, { limitS: 6_000 }),
  },
  wine: { needs: ['build'], run: wineSuite },
  package: { needs: ['release'], run: async () => ((await pack()) && (await packCommandLine()) ? passes : fails) },
  extension: {
    needs: ['editor', 'release', 'package'],
    after: beforeStories,
    run: (more) => (hasRig ? editorSuite('test/rig/editor/run-in-host.mjs', [], more) : desktopSuite(more)),
  },
  desktop: { needs: ['release', 'package'], run: desktopSuite },
  ui: { needs: ['editor', 'release', 'package'], after: beforeStories, run: uiSuite },
  bench: {
    needs: ['editor', 'release', 'package'],
    run: async () => {
      const files = filesIn('out/test/bench', '.bench.mjs');
      if (files.length === 0) return { ...fails, note: 'no benchmarks' };
      for (const file of files) if ((await runNode(file, [], { limitS: 900 })) !== 0) return fails;
      const inEditor = filesIn('out/test/bench', '.editor.js');
      if (!hasRig) return { ...passes, note: 'without the measures taken in the editor' };
      const source = `QUARRY_BENCH_SOURCE=${path.join(root, 'node_modules/fastify')}`;
      const args = ['--vsix', vsix, '--timeout', '300000', '--env', source, ...inEditor];
      return (await runNode('test/rig/editor/run-in-host.mjs', args, { limitS: 600 })) === 0 ? passes : fails;
    },
  },
};
