// Trees of real code to index: files of the packages this project has installed, or copies of one package.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

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
