// What of the project the tests of a program read, so that `npm run check` can tell which of them have to run again: files
// and folders by their places; and whether they start a part of the product, or something that may read anything.
import childProcess from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import workerThreads from 'node:worker_threads';

const readers = [
  ...['access', 'copyFile', 'createReadStream', 'exists', 'lstat', 'open', 'openAsBlob', 'opendir', 'readFile'],
  ...['readdir', 'readlink', 'realpath', 'stat', 'statfs', 'watch', 'watchFile'],
];

const isThere = fs.existsSync; // without its being told
/** What `quarry team` is made of; its engine's thread starts with the first search, which no test asks of this program. */
const ofTeam = ['dist/cli.js', 'dist/team.js', 'dist/package.json', 'media/embedding.bin'];
/** A thread of it reads what it is told of, and tells itself which of its functions were called. */
const engineFile = 'dist/engine.js';
/** Programs that read nothing but what they are told of. */
const obedient = new Set(['mkfifo', 'initdb', 'postgres']);

function pathOf(name) {
  if (typeof name === 'string') return name;
  if (name instanceof URL && name.protocol === 'file:') return fileURLToPath(name);
  return Buffer.isBuffer(name) ? name.toString() : undefined;
}

/** Set, Node has this program and its threads leave reports of what they called there (parts.mjs). */
const reports = 'NODE_V8_COVERAGE';

/** Of other programs nothing is asked, and they would take seconds to tell. */
function withoutReports(start) {
  const folder = process.env[reports];
  delete process.env[reports];
  try {
    return start();
  } finally {
    if (folder !== undefined) process.env[reports] = folder;
  }
}

/** Tells of each call of a function before it happens. */
function wrap(owner, name, note, around = (call) => call()) {
  const original = owner[name];
  if (typeof original !== 'function') return;
  function wrapped(...args) {
    note(...args);
    return around(() => original.apply(this, args));
  }
  owner[name] = Object.defineProperties(wrapped, Object.getOwnPropertyDescriptors(original));
}

/** Does something with each text in a message. */
function eachText(message, use) {
  JSON.stringify(message, (_, value) => {
    if (typeof value === 'string') use(value);
    return value instanceof Map || value instanceof Set ? [...value] : value;
  });
}

/**
 * Listens from now on.
 * @param {string} root
 * @returns {() => { files: string[], startsService: boolean, readsAll: boolean, threads: number }} what was read until it is
 *   called, and how many threads of the engine were started that read no more
 */
export function listen(root) {
  const files = new Set();
  let threads = 0;
  let startsTeam = false;
  let startsService = false;
  let readsAll = false;

  /** Where in the project it is; undefined outside of it, and for packages, for which the lock file stands. */
  function placeOf(name) {
    const named = pathOf(name);
    if (named === undefined) return undefined;
    const place = path.relative(root, path.resolve(named)).split(path.sep).join('/');
    return /^(\.\.|node_modules)(\/|$)/.test(place) || path.isAbsolute(place) ? undefined : place;
  }
  function take(name, options) {
    const place = placeOf(name);
    if (place === undefined) return;
    files.add(place);
    if (options?.recursive) files.add(`${place}/**`);
  }
  const takeAll = () => (readsAll = true);
  /** A part of the product is known by its file. What works elsewhere and was told of nothing here reads nothing here. */
  function takeProgram(file, args = [], cwd = undefined) {
    if ([file, ...args].some((name) => placeOf(name)?.startsWith('dist/'))) {
      // The service of a team is a bundle of its own, and knows of what it is told.
      if (args.includes('team')) {
        startsTeam = true;
        [...ofTeam, ...args.filter((name) => isThere(name))].forEach((name) => take(name));
      } else startsService = true;
    } else if (args.some((name) => String(name).includes(root))) readsAll = true;
    else if (!obedient.has(path.basename(file)) && !isElsewhere(args, cwd)) readsAll = true;
  }
  function isElsewhere(args, cwd) {
    // As git is told: `-C FOLDER`, `init FOLDER`.
    const told = args.includes('-C') ? args[args.indexOf('-C') + 1] : args.includes('init') ? args.at(-1) : '.';
    return placeOf(cwd ?? told) === undefined;
  }

  for (const name of readers) {
    wrap(fs, name, take);
    wrap(fs, `${name}Sync`, take);
    wrap(fs.promises, name, take);
  }
  // These read files by ways of their own.
  for (const name of ['cp', 'cpSync', 'glob', 'globSync'])
    wrap(fs, name, (from) => placeOf(from) !== undefined && takeAll());
  for (const name of ['cp', 'glob']) wrap(fs.promises, name, (from) => placeOf(from) !== undefined && takeAll());
  wrap(fs.realpath, 'native', take);
  wrap(fs.realpathSync, 'native', take);
  wrap(childProcess.ChildProcess.prototype, 'spawn', (options) => {
    const { file, args, cwd, envPairs } = options;
    options.envPairs = envPairs?.filter((pair) => !pair.startsWith(`${reports}=`));
    takeProgram(file, args, cwd);
  });
  for (const name of ['spawnSync', 'execFileSync', 'execSync']) {
    const note = (file, ...more) => {
      const args = Array.isArray(more[0]) ? more[0] : [];
      const options = more.find((one) => one && !Array.isArray(one));
      if (options?.env) delete options.env[reports];
      takeProgram(file, args, options?.cwd);
    };
    wrap(childProcess, name, note, withoutReports);
  }
  /** What a thread of the engine is told of in the project is known, or it may read anything there. */
  const heed = (message) =>
    eachText(message, (text) => {
      if (!text.includes(root)) return;
      const place = placeOf(text);
      if (place === 'media/embedding.bin') files.add(place);
      else if (place !== 'dist/grammars') startsService = true;
    });
  workerThreads.Worker = class extends workerThreads.Worker {
    #isEngine;
    constructor(file, options) {
      super(file, options);
      this.#isEngine = placeOf(file) === engineFile;
      if (this.#isEngine) {
        threads += 1;
        heed(options?.workerData);
      } else if (placeOf(file)?.startsWith('dist/')) startsService = true;
      else readsAll = true;
    }
    postMessage(message, ...more) {
      if (this.#isEngine) heed(message);
      super.postMessage(message, ...more);
    }
  };
  syncBuiltinESMExports();
  return () => {
    // Who starts a thread makes a name for its file, from all of it: that says nothing of what it does.
    if (threads > 0 && !startsTeam) files.delete(engineFile);
    return { files: [...files].sort(), startsService, readsAll, threads };
  };
}
