/**
 * The question sets that ranking is fitted on and judged by, in one form. They lie in a folder of sets, one folder each:
 * `repo-questions` with its own checkout script and scoring, sets of places in npm packages or in one repository, and
 * `cosqa-dev`, a store of snippets. Sets that the folder lacks are left out.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { prepareSources, type Places } from './packages';
import { isSameFile, isSamePlace, readQuestions, type IsAnswer, type Place, type Question } from './scores';

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
  /** The figure is the mean over the sources, not over the questions. */
  isPerSource: boolean;
  isMerged: boolean;
  /** One of the repositories whose figure is the goal of the fit; the other sets help it. */
  isOwn: boolean;
}

/** Questions of lines or snippets, and files of packages, as the sets name them. */
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

/** Paths begin with the source's name where there are several sources. */
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
