/**
 * Measures and fits the answerer: `npm run measure:answers`, judged by package: each package by weights fitted without it.
 * Options:
 *   --cache DIR   keep the passages there, and take them from it when they are there
 *   --write       fit on everything and write src/engine/answers/weights.ts
 *   --shipped     judge the weights that ship instead: in-sample
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { answersFrom, orderedDraft, type Draft } from '../../engine/answer';
import { holdsFact } from './answerScores';
import { fit, namedWeights, scoreUnits, type Vector } from './fit';
import { prepareSet, type PreparedQuestion } from './prepared';
import { weightsSource } from './weightsSource';

const sets = ['npm-answers', 'answers-dev'];
const folds = 6;

const { values: options } = parseArgs({
  options: {
    cache: { type: 'string' },
    write: { type: 'boolean', default: false },
    shipped: { type: 'boolean', default: false },
  },
});

interface Result {
  question: PreparedQuestion;
  holds: boolean[];
}

function rescored({ draft }: PreparedQuestion, scores: Float64Array): Draft {
  return orderedDraft(draft.asked, draft.rated.map((entry, row) => ({ ...entry, score: scores[row] ?? 0 }))); // prettier-ignore
}

/** Which of the first three answers hold the fact, where an answer is given at all. */
function judged(question: PreparedQuestion, vector: Vector | undefined): Result {
  const draft = vector === undefined ? question.draft : rescored(question, scoreUnits(question, vector));
  return { question, holds: answersFrom(draft).slice(0, 3).map((answer) => holdsFact(question.question, answer)) }; // prettier-ignore
}

/** Every package by weights that saw none of its questions. */
function crossValidate(questions: readonly PreparedQuestion[]): Result[] {
  const repos = [...new Set(questions.map(({ question }) => question.repo))].sort();
  return Array.from({ length: folds }, (_fold, fold) => {
    const held = new Set(repos.filter((_repo, at) => at % folds === fold));
    const vector = options.shipped ? undefined : fit(questions.filter(({ question }) => !held.has(question.repo)));
    return questions.filter(({ question }) => held.has(question.repo)).map((question) => judged(question, vector));
  }).flat();
}

function figures(results: readonly Result[]): string {
  const share = (is: (result: Result) => boolean) => (results.filter(is).length / results.length).toFixed(3);
  return `first ${share(({ holds }) => holds[0] === true)}, three ${share(({ holds }) => holds.includes(true))}`;
}

function show(name: string, results: readonly Result[]): void {
  console.log(`${name.padEnd(32)} ${String(results.length).padStart(3)} ${figures(results)}`);
}

async function main(): Promise<void> {
  const prepared: PreparedQuestion[] = [];
  for (const set of sets) prepared.push(...(await prepareSet(path.resolve('test/quality', set), options.cache)));
  const questions = prepared.filter(({ question }) => !question.absent);
  const results = crossValidate(questions);
  const groupOf = ({ question: { set, question } }: Result) => `${set} ${question.repo}`;
  for (const group of new Set(results.map(groupOf))) show(group, results.filter((result) => groupOf(result) === group)); // prettier-ignore
  for (const set of sets) show(set, results.filter(({ question }) => question.set === set)); // prettier-ignore
  show('all', results);
  if (!options.write) return;
  const header = `Judged by\n * package, each by weights fitted without it, "not here" left out: ${figures(results)}.`;
  fs.writeFileSync(path.resolve('src/engine/answers/weights.ts'), weightsSource(namedWeights(fit(questions)), header));
}

await main();
