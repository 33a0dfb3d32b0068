// Results of test files that passed, kept for `npm run check`: a file runs again only when something changed that it holds
// or read. `npm test` and the runs of one suite run everything.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { root } from './child.mjs';
import { codeDigest, partDigests } from './parts.mjs';

const store = path.join(root, 'node_modules/.cache/quarry-tests.json');

/** Where the project's files are, beside those at its top. */
const folders = ['src', 'test', 'media', 'l10n', 'dist'];
/** What only an editor loads, and tests themselves: no service that a test starts reads it. */
const notOfService =
  /^(dist\/(extension|shell|later|client)\.|dist\/webview\/|src\/(extension|webview)\/|test\/(?!fixtures\/))/;

function filesBelow(folder) {
  const found = fs.readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true });
  return found.filter((entry) => !entry.isDirectory()).map((entry) => {
    const file = path.join(entry.parentPath ?? entry.path, entry.name);
    return path.relative(root, file).split(path.sep).join('/');
  });
} // prettier-ignore

function contentOf(place) {
  if (place.endsWith('/**')) return filesBelow(place.slice(0, -'/**'.length)).sort().join('\n');
  const file = path.join(root, place);
  if (!fs.existsSync(file)) return 'nothing is here';
  return fs.statSync(file).isDirectory() ? fs.readdirSync(file).sort().join('\n') : fs.readFileSync(file);
}

const digest = (content) => createHash('sha256').update(content).digest('hex');

/** More outlines than this are of texts that are long gone. */
const maxOutlines = 20_000;

function readStore() {
  try {
    const { rows = {}, outlines = {} } = JSON.parse(fs.readFileSync(store, 'utf8'));
    return { rows, outlines: Object.keys(outlines).length > maxOutlines ? {} : outlines };
  } catch (error) {
    // Nothing was kept, or it cannot be read: everything runs.
    if (error.code !== 'ENOENT') console.error(`Kept results cannot be read: ${error.message}`);
    return { rows: {}, outlines: {} };
  }
}

/** What earlier runs kept, and what this one adds. */
export function openKept() {
  const { rows, outlines } = readStore();
  const partsOf = partDigests(outlines);
  const bundles = new Map();
  const digests = new Map();
  function digestOf(places) {
    const lines = [...places].sort().map((place) => {
      if (!digests.has(place)) digests.set(place, digest(contentOf(place)));
      return `${place} ${digests.get(place)}`;
    });
    return digest(lines.join('\n'));
  }

  const atTop = fs.readdirSync(root).filter((name) => fs.statSync(path.join(root, name)).isFile());
  const everything = digestOf([...atTop, ...folders.flatMap(filesBelow)]);
  const service = digestOf([...digests.keys()].filter((place) => !notOfService.test(place)));
  const settings = Object.entries(process.env).filter(([name]) => /^(QUARRY_|NODE_OPTIONS$|TZ$|LANG$|LC_)/.test(name));
  const rig = digestOf([
    'package.json',
    'package-lock.json',
    ...filesBelow('test/rig'),
    ...filesBelow('dist/grammars'),
  ]);
  const always = [process.version, process.platform, process.arch, JSON.stringify(settings.sort()), rig];

  const readBundle = (file) => fs.readFileSync(path.join(root, file), 'utf8');
  const engine = readBundle('dist/engine.js');
  const keyOf = async (file, parts, { files, startsService, readsAll, threads, engine: calledOfEngine }) => {
    const others = digestOf(files.filter((place) => place !== file)); // its own bundle is read to be run
    const thread = threads > 0 && calledOfEngine && (await partsOf(engine, calledOfEngine));
    return digest(
      [...always, file, parts, others, thread, startsService && service, readsAll && everything].join('\n'),
    );
  };
  return {
    /** What the file's last run said, if it would say the same now. */
    async resultOf(file) {
      const bundle = readBundle(file);
      bundles.set(file, codeDigest(bundle)); // as it is now, whatever builds meanwhile
      const { result, reads, key, code, parts } = rows[file] ?? {};
      if (!result) return undefined;
      const now = code === bundles.get(file) ? parts : await partsOf(bundle, reads.called);
      if (key !== (await keyOf(file, now, reads))) return undefined;
      Object.assign(rows[file], { code: bundles.get(file), parts: now });
      return result;
    },
    /** Only a file of which every test passed is kept: what was skipped here may not be skipped tomorrow. */
    async put(file, { passed, failed, skipped, reads, note }, seconds) {
      const bundle = readBundle(file);
      const code = codeDigest(bundle);
      const isWell = reads && passed > 0 && failed === 0 && skipped.length === 0 && !note && code === bundles.get(file);
      rows[file] = { seconds };
      if (!isWell) return;
      const parts = await partsOf(bundle, reads.called);
      const result = { passed, failed, skipped, files: { [file]: { passed, failed } } };
      rows[file] = { seconds, key: await keyOf(file, parts, reads), reads, result, code, parts };
    },
    /** How long the file took when it ran last. */
    secondsOf: (file) => rows[file]?.seconds,
    /** Beside it and then renamed: whoever ends it meanwhile finds the old ones. */
    save() {
      fs.mkdirSync(path.dirname(store), { recursive: true });
      fs.writeFileSync(`${store}.new`, JSON.stringify({ rows, outlines }));
      fs.renameSync(`${store}.new`, store);
    },
  };
}
