/** The questions of test/quality/line-questions, source by source, with the half that each repository is of. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { CacheFolder } from '../../engine/cache/cacheFolder';
import type { Log } from '../../engine/chunk/grammars';

const sets = 'test/quality/line-questions/parts';

export interface LineQuestion {
  source: string;
  text: string;
  absent: boolean;
  otherWords: boolean;
  /** Lines are 1-based and inclusive; paths are from the top of the repository. */
  places: { path: string; startLine: number; endLine: number }[];
}

export interface LineSource {
  name: string;
  /** Folder that is asked about, and the same from the top of the repository. */
  folder: string;
  root: string;
}

export type Half = 'open' | 'kept';

/** By the hash of the name, so that a repository never changes its half. */
export function halfOf(name: string): Half {
  return createHash('sha1').update(name).digest()[0]! % 2 === 0 ? 'open' : 'kept';
}

/** @param checkedOut a folder for each repository; those it lacks are left out */
export function readLineSets(checkedOut: string, half: Half): { source: LineSource; questions: LineQuestion[] }[] {
  return fs.readdirSync(sets).flatMap((part) => {
    const read = (name: string) => fs.readFileSync(path.join(sets, part, name), 'utf8');
    const sources = JSON.parse(read('sources.json')) as { name: string; root: string }[];
    const questions = read('questions.jsonl').split('\n').filter(Boolean).map((row) => JSON.parse(row) as LineQuestion); // prettier-ignore
    return sources
      .filter(({ name }) => halfOf(name) === half && fs.existsSync(path.join(checkedOut, name)))
      .map(({ name, root }) => ({
        source: { name, root, folder: path.join(checkedOut, name, root) },
        questions: questions.filter(({ source }) => source === name),
      }));
  });
}

/** Keeps the indexes for the next run; whoever changes how files are cut names another folder. */
export function cacheIn(folder: string | undefined, log: Log): CacheFolder | undefined {
  return folder === undefined ? undefined : new CacheFolder({ folder, maker: 'base', log, maxBytes: 1e10 });
}
