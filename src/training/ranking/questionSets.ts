/**
 * Question sets for fitting and judging ranking, in one form, from a folder with one folder each: `repo-questions` with
 * its own checkout script and scoring, sets of places in npm packages or in one repository, and `cosqa-dev`, a store of
 * snippets. Missing sets are left out. The questions about lines come with the project.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createHash } from 'node:crypto';
import { isSameFile, isSamePlace, readQuestions, type IsAnswer, type Place, type Question } from './scores';
import { CacheFolder } from '../../engine/cache/cacheFolder';
import type { Log } from '../../engine/chunk/grammars';

export interface Snippet {
  id: string;
  text: string;
  language?: string;
}

export interface QuestionSet {
  name: string;
  /** Source name to its folder; a set of snippets has none. */
  folders: Map<string, string>;
  snippets: Snippet[];
  questions: Question[];
  isAnswer: IsAnswer;
  /** True when the figure is the mean over sources, not over questions. */
  isPerSource: boolean;
  isMerged: boolean;
  /** True for the repositories that the fit is judged on; other sets only help it. */
  isOwn: boolean;
  /** What a question counts for in the fit; 1 if absent. */
  weight?: number;
}

/** Names of the sets. */
export const setNames = ['repo-questions', 'npm-concepts', 'npm-questions', 'gin-questions', 'cosqa-dev'] as const;

interface Annotation {
  query: string;
  category: string;
  relevant: (string | LinesOf)[];
  secondary?: (string | LinesOf)[];
}

interface LinesOf {
  path: string;
  start_line?: number;
  end_line?: number;
}

function goldOf(target: string | LinesOf): Place {
  if (typeof target === 'string') return { path: target, start: 1, end: Infinity };
  return { path: target.path, start: target.start_line ?? 1, end: target.end_line ?? Infinity };
}

function repositoryQuestions(folder: string, { base = '.bench', mirrors }: Places): QuestionSet {
  const cache = path.resolve(base, path.basename(folder));
  const places = mirrors === undefined ? ['--check'] : ['--mirrors', mirrors];
  const command = [path.join(folder, 'checkout.mjs'), '--cache', cache, ...places];
  execFileSync(process.execPath, command, { stdio: ['ignore', 'ignore', 'inherit'] });
  const repos = JSON.parse(fs.readFileSync(path.join(folder, 'repos.json'), 'utf8')) as { name: string }[];
  const questions = repos.flatMap(({ name }) => {
    const file = path.join(folder, 'annotations', `${name}.json`);
    return (JSON.parse(fs.readFileSync(file, 'utf8')) as Annotation[]).map((one, at) => ({
      id: `${name}-${at + 1}`,
      text: one.query,
      repo: name,
      category: one.category,
      gold: [...one.relevant, ...(one.secondary ?? [])].map(goldOf),
    }));
  });
  const folders = new Map(repos.map(({ name }) => [name, path.join(cache, name)]));
  const rules = { isAnswer: isSameFile, isPerSource: true, isMerged: false, isOwn: true };
  return { name: path.basename(folder), folders, snippets: [], questions, ...rules };
}

/** Removes the source's name, with which paths begin when there are several sources. */
function withoutSource({ path: file, start, end }: Place, repo: string, isMany: boolean): Place {
  return { path: isMany && file.startsWith(`${repo}/`) ? file.slice(repo.length + 1) : file, start, end };
}

function placeQuestions(folder: string, places: Places): QuestionSet {
  const name = path.basename(folder);
  const folders = prepareSources(folder, places);
  const [only = ''] = folders.keys();
  const questions = readQuestions(folder).map((question) => {
    const repo = question.repo || only;
    return { ...question, repo, gold: question.gold.map((gold) => withoutSource(gold, repo, folders.size > 1)) };
  });
  const isPerSource = name === 'npm-concepts';
  return { name, folders, snippets: [], questions, isAnswer: isSamePlace, isPerSource, isMerged: true, isOwn: false };
}

function snippetQuestions(folder: string): QuestionSet {
  const lines = gunzipSync(fs.readFileSync(path.join(folder, 'corpus.jsonl.gz')))
    .toString('utf8')
    .split('\n');
  const snippets = lines.filter(Boolean).map((line) => JSON.parse(line) as Snippet);
  const questions = readQuestions(folder).map((question) => ({ ...question, repo: '' }));
  const isAnswer: IsAnswer = (found, gold) => found.path === gold.path;
  const rules = { isAnswer, isPerSource: false, isMerged: true, isOwn: false };
  return { name: path.basename(folder), folders: new Map(), snippets, questions, ...rules };
}

/** @param sets folder of the sets; those it lacks are not measured */
export function readSets(sets: string, places: Places, wanted: readonly string[] = setNames): QuestionSet[] {
  const present = setNames.filter((name) => wanted.includes(name) && fs.existsSync(path.join(sets, name)));
  return present.map((name) => {
    const folder = path.join(sets, name);
    if (name === 'repo-questions') return repositoryQuestions(folder, places);
    return name === 'cosqa-dev' ? snippetQuestions(folder) : placeQuestions(folder, places);
  });
}

// Section: checks out the sources of a question set once, and shows the engine only the files that the set names.

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

interface Places {
  /** Folder of the sources; `.bench` by default. */
  base?: string;
  /** Folder with bare mirrors named `owner+name/repo` or `owner+name.git`. */
  mirrors?: string;
}

/** Sources of a set, or the name of the set whose sources it shares. */
function readSources(setFolder: string): { sources?: Source[]; of?: string } {
  return JSON.parse(fs.readFileSync(path.join(setFolder, 'source.json'), 'utf8')) as {
    sources?: Source[];
    of?: string;
  };
}

/** Endings of code files; npm packages may hold native code and other languages. */
const codeFile = /\.(?:[cm]?[jt]sx?|py|java|kt|swift|mm?|cc|cpp|cxx|c|h|hh|hpp|cs|go|rs|rb|php)$/;

/** True when the source's commit exists, which a shallow clone of this repository may lack. */
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

/** Checks out a commit with `read-tree`, because `archive` drops files marked as not for export. */
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

// Section: the questions of test/quality/line-questions by source, with each repository's half.

const sets = 'test/quality/line-questions/parts';

export interface LineQuestion {
  source: string;
  text: string;
  absent: boolean;
  otherWords: boolean;
  /** Lines are 1-based and inclusive; paths are relative to the repository. */
  places: { path: string; startLine: number; endLine: number }[];
}

export interface LineSource {
  name: string;
  /** Folder that is searched, and the top of its repository. */
  folder: string;
  root: string;
}

export type Half = 'open' | 'kept';

/** Half of a repository, by a hash of its name so that it never changes. */
export function halfOf(name: string): Half {
  return createHash('sha1').update(name).digest()[0]! % 2 === 0 ? 'open' : 'kept';
}

interface ListedSource {
  name: string;
  root: string;
  commit: string;
}

/** True when `checkout.mjs` has written this very commit, and left its mark. */
function isCheckedOut({ name, root, commit }: ListedSource, checkedOut: string): boolean {
  const mark = path.join(checkedOut, `.${name}`);
  return fs.existsSync(mark) && fs.readFileSync(mark, 'utf8') === `${commit} ${root}`;
}

/**
 * @param checkedOut a folder for each repository; those it lacks are left out
 * @param isWhole for weights that ship: none may be missing
 * @throws Error when it is to be whole, naming the repositories that are missing or of another commit
 */
export function readLineSets(
  checkedOut: string,
  half: Half,
  { isWhole }: { isWhole: boolean },
): { source: LineSource; questions: LineQuestion[] }[] {
  const missing: string[] = [];
  const found = fs.readdirSync(sets).flatMap((part) => {
    const read = (name: string) => fs.readFileSync(path.join(sets, part, name), 'utf8');
    const sources = (JSON.parse(read('sources.json')) as ListedSource[]).filter(({ name }) => halfOf(name) === half);
    missing.push(...sources.filter((source) => !isCheckedOut(source, checkedOut)).map(({ name }) => name));
    const questions = read('questions.jsonl')
      .split('\n')
      .filter(Boolean)
      .map((row) => JSON.parse(row) as LineQuestion);
    return sources
      .filter(({ name }) => fs.existsSync(path.join(checkedOut, name)))
      .map(({ name, root }) => ({
        source: { name, root, folder: path.join(checkedOut, name, root) },
        questions: questions.filter(({ source }) => source === name),
      }));
  });
  const told = `${checkedOut} lacks ${missing.join(', ')}: “node test/quality/line-questions/checkout.mjs ${checkedOut}” gets them.`;
  if (found.length === 0 || (isWhole && missing.length > 0)) throw new Error(told);
  if (missing.length > 0) console.error(told);
  return found;
}

/**
 * What a topic of the line questions counts for in the fit of files: they ask for places, not for files. With .3 the
 * repository questions lose .003, with .03 they gain nothing.
 */
const topicWeight = 0.1;

/** First words of a question, without which it names what is looked for. */
const questionWords =
  /^(?:where|which|what|why|who|when|how)\b\s*(?:(?:long|many|often|much|big|large)\s+)?(?:(?:is|are|do|does|did|can|could|should|must|may|will|would|happens)\b\s*)?(?:(?:it|i|the|a)\b\s*)?/i;

/** The question as people type it who leave out its form: a topic. */
export const topicOf = (text: string): string => text.replace(/\?\s*$/, '').replace(questionWords, '');

/**
 * The questions about lines as topics, each with the files that hold its places.
 * @param isWhole true: throws when a repository is missing
 */
export function lineTopics(checkedOut: string, { isWhole }: { isWhole: boolean }): QuestionSet {
  const sets = readLineSets(checkedOut, 'open', { isWhole });
  const questions = sets.flatMap(({ source, questions: own }) =>
    own
      .filter(({ absent }) => !absent)
      .map(({ text, places }, at) => ({
        id: `${source.name}-${at + 1}`,
        text: topicOf(text),
        repo: source.name,
        gold: places.map(({ path: file }) => ({ path: file, start: 1, end: Infinity })),
      })),
  );
  const folders = new Map(sets.map(({ source }) => [source.name, source.folder]));
  const rules = { isAnswer: isSameFile, isPerSource: true, isMerged: false, isOwn: false, weight: topicWeight };
  return { name: 'line-topics', folders, snippets: [], questions, ...rules };
}

/** What the cache says is no fault of a fit: what it cannot keep or read is made again. */
const say: Log = (level, text) => {
  if (level !== 'info') console.error(text);
};

/** Cache of indexes for later runs; use another folder after changing how files are split. */
export function cacheIn(folder: string | undefined): CacheFolder | undefined {
  return folder === undefined ? undefined : new CacheFolder({ folder, maker: 'base', log: say, maxBytes: 1e10 });
}
