// Makes quarry.vsix of what is in dist/, and the npm package of the command line beside it, and tells their sizes.
// `node test/rig/package.mjs [--repository URL] [--publisher NAME]` builds first; the address is where README's pictures and
// links lead to, and what the galleries show. `--files` lists what is packed.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import zlib from 'node:zlib';
import { root, run, runNode } from './child.mjs';
import { ensure } from './ensure.mjs';
import { galleryFaults } from './galleries.mjs';

export const file = path.join(root, 'quarry.vsix');
/** Everybody who installs or updates downloads it. */
const maxBytes = 14_500_000;

/** Name, packed and unpacked bytes of each file, from the zip archive's directory at its end. */
function filesOfZip(zip) {
  const endMark = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  let at = zip.readUInt32LE(endMark + 16);
  return Array.from({ length: zip.readUInt16LE(endMark + 10) }, () => {
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const entry = {
      name,
      packed: zip.readUInt32LE(at + 20),
      size: zip.readUInt32LE(at + 24),
      at: zip.readUInt32LE(at + 42),
    };
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
    return entry;
  });
}

/** What a packed file holds. */
function textIn(zip, { at, packed }) {
  const begin = at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28);
  const bytes = zip.subarray(begin, begin + packed);
  return (zip.readUInt16LE(at + 8) === 0 ? bytes : zlib.inflateRawSync(bytes)).toString();
}

/** @returns {string[]} what a gallery, or somebody on a slow line, would not take */
function faultsOf(zip, files) {
  const inside = files.filter(({ name }) => name.startsWith('extension/'));
  const names = inside.map(({ name }) => name.slice('extension/'.length));
  const read = (name) => textIn(zip, inside[names.indexOf(name)]);
  const faults = galleryFaults({ manifest: JSON.parse(read('package.json')), names, readme: read('readme.md') });
  if (zip.length <= maxBytes) return faults;
  return [...faults, `${zip.length.toLocaleString('en')} bytes are more than ${maxBytes.toLocaleString('en')}`];
}

const kib = (bytes) => `${(bytes / 1024).toFixed(1)} KiB`.padStart(12);

/** @returns {boolean} whether it can be published */
function tellContents({ tellsFiles, isQuiet }) {
  const zip = fs.readFileSync(file);
  const files = filesOfZip(zip);
  if (tellsFiles)
    for (const { name, packed, size } of files) console.log(`${kib(size)} ${kib(packed)} packed  ${name}`);
  if (!isQuiet) console.log(`quarry.vsix: ${(zip.length / 1e6).toFixed(1)} MB, ${files.length} files`);
  const faults = faultsOf(zip, files);
  for (const fault of faults) console.error(`quarry.vsix: ${fault}`);
  return faults.length === 0;
}

/** Parts of the manifest that only somebody who builds needs. */
const ownParts = ['scripts', 'devDependencies', 'overrides', 'prettier', 'vsce'];

function manifestToShip({ repository, publisher }) {
  const manifest = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
  for (const part of ownParts) delete manifest[part];
  if (publisher) manifest.publisher = publisher;
  if (!repository) return manifest;
  const home = repository.replace(/\.git$/, '');
  return { ...manifest, repository: { type: 'git', url: repository }, bugs: { url: `${home}/issues` }, homepage: home };
}

/** What .vscodeignore lets through, in a folder of its own, with the manifest and README as they ship. */
async function stage(folder, { repository, publisher }) {
  const { listFiles, PackageManager } = (await import('@vscode/vsce')).default;
  for (const name of await listFiles({ cwd: root, packageManager: PackageManager.None })) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.copyFileSync(path.join(root, name), path.join(folder, name));
  }
  fs.writeFileSync(path.join(folder, '.vscodeignore'), '');
  fs.writeFileSync(
    path.join(folder, 'package.json'),
    JSON.stringify(manifestToShip({ repository, publisher }), null, 2),
  );
  // With an address to lead to, vsce completes README's pictures and links.
  if (!repository) fs.copyFileSync(path.join(root, 'dist/README.md'), path.join(folder, 'README.md'));
}

export const npmPackage = path.join(root, 'quarry-cli.tgz');
/** What the command line reads, beside its manifest and a README of its own. */
const ofCommandLine =
  /^(?:LICENSE|media\/embedding\.bin|dist\/(?:cli\.js|service\.js|engine\.js|team\.js|grammars\/.+|ThirdPartyNotices\.txt))$/;

const readmeOfCommandLine = `# Quarry without an editor

Search of code and answers from it, offline, for coding agents and the command line.

    npx quarry-cli mcp              # speaks MCP about the current folder
    npx quarry-cli ask "where is the timeout set?"
    npx quarry-cli team help        # a library that a team shares, on PostgreSQL
    npx quarry-cli help

To connect the coding agents on this machine, install it where it stays, for an agent's configuration leads there:

    npm install --global quarry-cli
    quarry mcp --install
`;

function manifestOfCommandLine(repository) {
  const {
    version,
    license,
    engines,
    description,
    repository: address,
    bugs,
    homepage,
  } = manifestToShip({ repository });
  const links = address && { repository: address, bugs, homepage };
  const bin = { quarry: 'dist/cli.js', 'quarry-cli': 'dist/cli.js' };
  return { name: 'quarry-cli', version, description, license, bin, engines: { node: engines.node }, ...links };
}

/** The npm that runs us, else the one on the path. */
function runNpm(args, options) {
  const npm = process.env.npm_execpath;
  if (npm?.endsWith('.js')) return run(process.execPath, [npm, ...args], options);
  return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, options);
}

/** Packs the command line from what is in dist/: no dependencies and no install script, so that npx has it at once. */
export async function packCommandLine(repository) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-npm-'));
  try {
    await stage(folder, { repository });
    // The editor's package goes without it.
    fs.copyFileSync(path.join(root, 'dist/team.js'), path.join(folder, 'dist/team.js'));
    for (const name of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const isFile = fs.statSync(path.join(folder, name)).isFile();
      if (isFile && !ofCommandLine.test(name.split(path.sep).join('/'))) fs.rmSync(path.join(folder, name));
    }
    fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifestOfCommandLine(repository), null, 2));
    fs.writeFileSync(path.join(folder, 'README.md'), readmeOfCommandLine);
    fs.chmodSync(path.join(folder, 'dist/cli.js'), 0o755);
    const args = ['pack', '--pack-destination', folder, '--ignore-scripts', '--silent'];
    if ((await runNpm(args, { cwd: folder })) !== 0) return false;
    const made = fs.readdirSync(folder).find((name) => name.endsWith('.tgz'));
    fs.copyFileSync(path.join(folder, made), npmPackage);
    console.log(`quarry-cli.tgz: ${(fs.statSync(npmPackage).size / 2 ** 20).toFixed(1)} MiB`);
    return true;
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Packs dist/ and the rest as .vscodeignore says; false when that failed. */
export async function pack({ repository = process.env.QUARRY_REPOSITORY, publisher, ...telling } = {}) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-package-'));
  try {
    await stage(folder, { repository, publisher });
    const args = ['package', '--out', file, ...(repository ? [] : ['--allow-missing-repository'])];
    fs.rmSync(file, { force: true });
    if ((await runNode('node_modules/@vscode/vsce/vsce', args, { isQuiet: true, cwd: folder })) !== 0) return false;
    return tellContents(telling);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Builds what ships and packs it. */
export async function buildAndPack(options) {
  const isBuilt = (await runNode('src/build.mjs', ['--production'])) === 0;
  return isBuilt && (await pack(options)) && (await packCommandLine(options?.repository));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const options = { repository: { type: 'string' }, publisher: { type: 'string' }, files: { type: 'boolean' } };
  const { files, ...asked } = parseArgs({ options }).values;
  await ensure();
  if (!(await buildAndPack({ ...asked, tellsFiles: files }))) process.exit(1);
}
