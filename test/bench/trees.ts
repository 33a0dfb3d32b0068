// Trees of real code to index: files of the packages this project has installed, or copies of one package.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** What the engine is shipped with. */
export const shippedParts = {
  grammarFolder: path.resolve('dist/grammars'),
  embeddingFile: path.resolve('media/embedding.bin'),
};

/** Copies of a package under new names until `files` are there: real code, in a tree of a chosen size. */
export function makeTree(source: string, files: number): string {
  const tree = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-bench-'));
  for (let copy = 0, made = 0; made < files; copy++) {
    for (const name of fs.readdirSync(source, { recursive: true, encoding: 'utf8' })) {
      if (made >= files || !fs.statSync(path.join(source, name)).isFile()) continue;
      const target = path.join(tree, `part${copy}`, name);
      fs.mkdirSync(path.dirname(target), { recursive: true });
      fs.copyFileSync(path.join(source, name), target);
      made += 1;
    }
  }
  return tree;
}

const isSource = (name: string) => /\.[cm]?[jt]s$|\.md$|\.json$/.test(name) && !/\.min\.|package-lock/.test(name);

/**
 * The sources of installed packages, in order of their names, until `bytes` are there; each file once, and packages
 * inside packages under another folder name, because a folder of packages is not searched.
 */
export function copyPackages(packages: string, bytes: number): { tree: string; files: string[]; bytes: number } {
  const tree = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-bench-'));
  const made = { tree, files: [] as string[], bytes: 0 };
  const copy = (from: string, to: string) => {
    for (const entry of fs.readdirSync(from, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (made.bytes > bytes || entry.name.startsWith('.')) continue;
      const source = path.join(from, entry.name);
      if (entry.isDirectory()) copy(source, path.join(to, entry.name === 'node_modules' ? 'deps' : entry.name));
      else if (entry.isFile() && isSource(entry.name)) copyFile(source, path.join(to, entry.name));
    }
  };
  const copyFile = (source: string, target: string) => {
    const { size } = fs.statSync(source);
    if (size === 0 || size > 1024 * 1024) return;
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.copyFileSync(source, target);
    made.files.push(target);
    made.bytes += size;
  };
  copy(packages, tree);
  return made;
}

/** Names of several parts, as people make them; words of a language are of one. */
const compoundName = /\b[A-Za-z]+(?:[A-Z][a-z0-9]+|_[A-Za-z0-9]+)+\b/g;
const textFile = /\.(?:[cm]?[jt]sx?|json|md|css|html|py|go|rs|java|rb|php|cs|c|cc|cpp|h|hpp|kt|sh|ya?ml)$/;
const syllables = 'ba ce di fo gu ka le mi no pu ra se ti vo xu za'.split(' ');
/** Larger files are not read. */
const maxTextBytes = 1024 * 1024;

/** The same text with a third of its names changed: another copy is another program. */
function renamed(text: string, copy: number): string {
  const known = new Map<string, string>();
  const changed = (name: string) => {
    let hash = copy;
    for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193) >>> 0;
    if (hash % 3 > 0) return name;
    const end = [4, 8, 12].map((bits) => syllables[(hash >>> bits) & 15]).join('');
    return name.includes('_') ? `${name}_${end}` : `${name}B${end}`;
  };
  return text.replace(compoundName, (name) => {
    const other = known.get(name) ?? changed(name);
    known.set(name, other);
    return other;
  });
}

/** All files of some folders, again and again, until `count` are there; what was there before has other names. */
export function makeLargeTree(folders: readonly string[], count: number): { tree: string; bytes: number } {
  const tree = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-bench-'));
  let [made, bytes] = [0, 0];
  const copyFile = (from: string, to: string, copy: number) => {
    const { size } = fs.statSync(from);
    fs.mkdirSync(path.dirname(to), { recursive: true });
    if (copy > 0 && size < maxTextBytes && textFile.test(from))
      fs.writeFileSync(to, renamed(fs.readFileSync(from, 'utf8'), copy));
    else fs.copyFileSync(from, to);
    made += 1;
    bytes += size;
  };
  const copyFolder = (from: string, to: string, copy: number) => {
    for (const entry of fs.readdirSync(from, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (made >= count || entry.name.startsWith('.')) continue;
      const [source, target] = [path.join(from, entry.name), path.join(to, entry.name.replace('node_modules', 'deps'))];
      if (entry.isDirectory()) copyFolder(source, target, copy);
      else if (entry.isFile()) copyFile(source, target, copy);
    }
  };
  for (let copy = 0; made < count; copy += 1) {
    const before = made;
    folders.forEach((folder, at) => copyFolder(folder, path.join(tree, `part${copy}`, `source${at}`), copy));
    if (made === before) throw new Error(`There are no files in ${folders.join(', ')}.`);
  }
  return { tree, bytes };
}
