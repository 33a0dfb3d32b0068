// Makes quarry.vsix of what is in dist/, and tells its size and files. `node test/rig/package.mjs` builds first.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { root, runNode } from './child.mjs';
import { ensure } from './ensure.mjs';

const file = path.join(root, 'quarry.vsix');

/** Name, packed and unpacked bytes of each file, from the zip archive's directory at its end. */
function filesOfZip(zip) {
  const endMark = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  let at = zip.readUInt32LE(endMark + 16);
  return Array.from({ length: zip.readUInt16LE(endMark + 10) }, () => {
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const entry = { name, packed: zip.readUInt32LE(at + 20), size: zip.readUInt32LE(at + 24) };
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
    return entry;
  });
}

const kib = (bytes) => `${(bytes / 1024).toFixed(1)} KiB`.padStart(12);

function tellContents() {
  const zip = fs.readFileSync(file);
  for (const { name, packed, size } of filesOfZip(zip)) console.log(`${kib(size)} ${kib(packed)} packed  ${name}`);
  console.log(`${kib(zip.length)} quarry.vsix`);
}

/** Packs dist/ and the rest as .vscodeignore says; false when that failed. */
export async function pack() {
  const args = ['package', '--out', file, '--no-dependencies', '--allow-missing-repository'];
  // Pictures of the README stay relative: there is no repository to point at.
  args.push('--no-rewrite-relative-links');
  if (!fs.existsSync(path.join(root, 'LICENSE'))) args.push('--skip-license');
  fs.rmSync(file, { force: true });
  if ((await runNode('node_modules/@vscode/vsce/vsce', args, { isQuiet: true })) !== 0) return false;
  tellContents();
  return true;
}

/** Builds what ships and packs it. */
export async function buildAndPack() {
  return (await runNode('src/build.mjs', ['--production'])) === 0 && (await pack());
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await ensure();
  if (!(await buildAndPack())) process.exit(1);
}
