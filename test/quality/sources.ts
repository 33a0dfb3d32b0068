// Brings the packages of a question set below .bench/, once, and shows only the files the set names to the engine.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

interface Source {
  name: string;
  package: string;
  version: string;
  include: string[];
  exclude?: string[];
}

/** @returns source name -> its folder, holding the included files only */
export function prepareSources(setFolder: string): Map<string, string> {
  const { sources } = JSON.parse(fs.readFileSync(path.join(setFolder, 'source.json'), 'utf8')) as { sources: Source[] };
  const base = path.resolve('.bench', path.basename(setFolder));
  return new Map(sources.map((source) => [source.name, prepare(source, path.join(base, source.name))]));
}

function prepare(source: Source, folder: string): string {
  const done = path.join(folder, '..', `.${source.name}@${source.version}`);
  if (fs.existsSync(done)) return folder;
  fs.rmSync(folder, { recursive: true, force: true });
  const unpacked = `${folder}.all`;
  fs.rmSync(unpacked, { recursive: true, force: true });
  fs.mkdirSync(unpacked, { recursive: true });
  const archive = execFileSync('npm', ['pack', '--silent', `${source.package}@${source.version}`], {
    cwd: unpacked,
    encoding: 'utf8',
  });
  execFileSync('tar', ['xzf', archive.trim().split('\n').at(-1) ?? '', '--strip-components=1'], { cwd: unpacked });
  const include = source.include.map((pattern) => new RegExp(pattern));
  const exclude = (source.exclude ?? []).map((pattern) => new RegExp(pattern));
  for (const file of fs.readdirSync(unpacked, { recursive: true, encoding: 'utf8' })) {
    const name = file.split(path.sep).join('/');
    if (!include.some((pattern) => pattern.test(name)) || exclude.some((pattern) => pattern.test(name))) continue;
    if (!/\.[cm]?[jt]sx?$/.test(name) || !fs.statSync(path.join(unpacked, file)).isFile()) continue;
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.copyFileSync(path.join(unpacked, file), path.join(folder, file));
  }
  fs.rmSync(unpacked, { recursive: true });
  fs.writeFileSync(done, '');
  return folder;
}
