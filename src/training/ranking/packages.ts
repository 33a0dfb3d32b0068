/**
 * Brings the sources of a question set below a folder, once, and shows only the files the set names to the engine:
 * packages that are installed here or from npm, repositories from bare mirrors that the caller has, and this one (".").
 */
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

interface Source {
  name: string;
  kind?: 'npm' | 'git';
  package?: string;
  version?: string;
  repo?: string;
  commit?: string;
  include: string[];
  exclude?: string[];
}

export interface Places {
  /** Where sources go; below `.bench` unless told. */
  base?: string;
  /** Folder with bare mirrors named `owner+name/repo` or `owner+name.git`. */
  mirrors?: string;
}

/** A set names its sources, or the set beside it whose sources it asks about too. */
function readSources(setFolder: string): { sources?: Source[]; of?: string } {
  return JSON.parse(fs.readFileSync(path.join(setFolder, 'source.json'), 'utf8')) as {
    sources?: Source[];
    of?: string;
  };
}

/** What of a package counts as code: packages of npm may hold native code and code of other languages. */
const codeFile = /\.(?:[cm]?[jt]sx?|py|java|kt|swift|mm?|cc|cpp|cxx|c|h|hh|hpp|cs|go|rs|rb|php)$/;

/** A shallow clone lacks the commits of this repository that a set asks about. */
function isThere({ repo, commit = '' }: Source): boolean {
  if (repo !== '.') return true;
  const { status } = spawnSync('git', ['--git-dir', ownGitFolder(), 'cat-file', '-e', `${commit}^{tree}`]);
  return status === 0;
}

/** @returns source name -> its folder, holding the included files only; without a commit that a shallow clone lacks */
export function prepareSources(setFolder: string, { base = '.bench', mirrors }: Places = {}): Map<string, string> {
  const { of, sources = [] } = readSources(setFolder);
  if (of !== undefined)
    return prepareSources(path.join(setFolder, '..', of), { base, ...(mirrors !== undefined && { mirrors }) });
  const below = path.resolve(base, path.basename(setFolder));
  return new Map(
    sources.filter(isThere).map((source) => [source.name, prepare(source, path.join(below, source.name), mirrors)]),
  );
}

function isInstalled(name: string, version: string): boolean {
  const manifest = path.join('node_modules', name, 'package.json');
  if (!fs.existsSync(manifest)) return false;
  const { version: found } = JSON.parse(fs.readFileSync(manifest, 'utf8')) as { version?: string };
  return found === version;
}

function unpackPackage({ package: name = '', version = '' }: Source, folder: string): void {
  if (isInstalled(name, version)) {
    fs.cpSync(path.join('node_modules', name), folder, { recursive: true });
    return;
  }
  const options = { cwd: folder, encoding: 'utf8' } as const;
  const archive = execFileSync('npm', ['pack', '--silent', `${name}@${version}`], options);
  execFileSync('tar', ['xzf', archive.trim().split('\n').at(-1) ?? '', '--strip-components=1'], { cwd: folder });
}

function ownGitFolder(): string {
  return execFileSync('git', ['rev-parse', '--absolute-git-dir'], { encoding: 'utf8' }).trim();
}

function mirrorOf(repo: string, mirrors: string | undefined): string {
  const base = path.join(path.resolve(mirrors ?? '.'), repo.replace('/', '+'));
  const layouts = [path.join(base, 'repo'), path.join(base, 'repo', '.git'), `${base}.git`, base];
  const mirror = layouts.find((place) => fs.existsSync(path.join(place, 'objects')));
  if (mirrors === undefined || mirror === undefined) throw new Error(`There is no mirror of ${repo}: name --mirrors.`);
  return mirror;
}

/** `read-tree` rather than `archive`, which drops what the repository marks as not for export. */
function checkOut({ repo = '', commit = '' }: Source, folder: string, mirrors: string | undefined): void {
  const gitFolder = repo === '.' ? ownGitFolder() : mirrorOf(repo, mirrors);
  const git = ['--git-dir', gitFolder, '--work-tree', folder];
  const env = { ...process.env, GIT_INDEX_FILE: path.join(folder, '.index') };
  execFileSync('git', [...git, 'read-tree', commit], { env });
  execFileSync('git', [...git, 'checkout-index', '-a', '-f'], { env, cwd: folder });
}

function prepare(source: Source, folder: string, mirrors: string | undefined): string {
  const done = path.join(folder, '..', `.${source.name}@${source.version ?? source.commit ?? ''}`);
  if (fs.existsSync(done)) return folder;
  fs.rmSync(folder, { recursive: true, force: true });
  const unpacked = `${folder}.all`;
  fs.rmSync(unpacked, { recursive: true, force: true });
  fs.mkdirSync(unpacked, { recursive: true });
  if (source.kind === 'git') checkOut(source, unpacked, mirrors);
  else unpackPackage(source, unpacked);
  const include = source.include.map((pattern) => new RegExp(pattern));
  const exclude = (source.exclude ?? []).map((pattern) => new RegExp(pattern));
  for (const file of fs.readdirSync(unpacked, { recursive: true, encoding: 'utf8' })) {
    const name = file.split(path.sep).join('/');
    if (!include.some((pattern) => pattern.test(name)) || exclude.some((pattern) => pattern.test(name))) continue;
    const isCode = source.kind === 'git' || codeFile.test(name);
    if (!isCode || !fs.statSync(path.join(unpacked, file)).isFile()) continue;
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.copyFileSync(path.join(unpacked, file), path.join(folder, file));
  }
  fs.rmSync(unpacked, { recursive: true });
  fs.writeFileSync(done, '');
  return folder;
}
