/**
 * The questions of the sets with the passages found for them, with all units that these hold, and which of those make an
 * answer that holds the fact.
 * Passages are kept in a file when one is named, so that a change of the answerer alone needs no search.
 */
import fs from 'node:fs';
import path from 'node:path';
import { answerWith, draftOf, usableOf, type Draft } from '../../engine/answer';
import { featureNames } from '../../engine/answers/rate';
import type { AnswerSnippet } from '../../engine/types';
import { prepareSources } from '../ranking/packages';
import { holdsFact, readFactQuestions, type FactQuestion } from './answerScores';
import { openEngine, snippetsFor } from './askPackage';

/** A question, and what the engine finds for it as far as it can be read. */
export interface FoundQuestion {
  set: string;
  question: FactQuestion;
  snippets: AnswerSnippet[];
}

export interface PreparedQuestion extends FoundQuestion {
  draft: Draft;
  /** Features of the units, unit by unit, in the order of `featureNames`. */
  x: Float32Array;
  /** 1 for each unit whose answer holds the fact. */
  right: Uint8Array;
}

/** @param cache a folder in which the passages are kept, and taken from when they are there */
export async function findSet(folder: string, cache: string | undefined): Promise<FoundQuestion[]> {
  const set = path.basename(folder);
  const file = cache === undefined ? undefined : path.join(cache, `${set}.json`);
  const kept = readKept(file);
  const passages: Record<string, AnswerSnippet[]> = {};
  const sources = prepareSources(folder);
  const engine = openEngine();
  const found: FoundQuestion[] = [];
  for (const question of readFactQuestions(folder)) {
    const root = sources.get(question.repo);
    if (root === undefined) continue;
    const key = `${question.repo} ${question.text}`;
    passages[key] = kept[key] ?? (await snippetsFor(engine, root, question.text));
    found.push({ set, question, snippets: usableOf(passages[key]) });
  }
  await engine.close();
  if (file !== undefined) fs.writeFileSync(file, JSON.stringify(passages));
  return found;
}

export async function prepareSet(folder: string, cache: string | undefined): Promise<PreparedQuestion[]> {
  return (await findSet(folder, cache)).map((found) => ({ ...found, ...unitsOf(found) }));
}

function readKept(file: string | undefined): Record<string, AnswerSnippet[]> {
  if (file === undefined || !fs.existsSync(file)) return {};
  return JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, AnswerSnippet[]>;
}

function unitsOf({ question, snippets }: FoundQuestion): Pick<PreparedQuestion, 'draft' | 'x' | 'right'> {
  const draft = draftOf(question.text, snippets);
  const size = featureNames.length;
  const x = new Float32Array(draft.rated.length * size);
  const right = new Uint8Array(draft.rated.length);
  draft.rated.forEach((main, row) => {
    featureNames.forEach((name, at) => (x[row * size + at] = main.features[name]));
    if (!question.absent && holdsFact(question, answerWith(main, [], draft, 0))) right[row] = 1;
  });
  return { draft, x, right };
}
