/**
 * Measures and fits the answerer: `npm run measure:answers`, judged by package: each package by weights fitted without it.
 * Options:
 *   --cache DIR   keep the passages there, and take them from it when they are there
 *   --write       fit on everything and write src/engine/answers/weights.ts, and chanceWeights.ts from the answers held out
 *   --stages LIST print where the questions of these packages (comma between; "all") are lost on their way
 *   --shipped     judge the weights that ship instead: in-sample
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { answersFrom, orderedDraft, placesOf, withReasons, type Draft } from '../../engine/answer';
import { chanceSigns } from '../../engine/answers/chance';
import { tierOf } from '../../engine/answers/tiers';
import { holdsFact } from './answerScores';
import { chanceByPackage, chanceFigures, fitChance, type ChanceFigures, type Told } from './chanceFit';
import { fit, namedWeights, scoreUnits, type Vector } from './fit';
import { prepareSet, type PreparedQuestion } from './prepared';
import { placeOfFact, stageOf, stages, type Stage } from './stages';
import { tableSource, weightsSource } from './weightsSource';

const sets = ['npm-answers', 'answers-dev'];
const folds = 6;

const { values: options } = parseArgs({
  options: {
    cache: { type: 'string' },
    write: { type: 'boolean', default: false },
    stages: { type: 'string' },
    shipped: { type: 'boolean', default: false },
  },
});

interface Result {
  question: PreparedQuestion;
  holds: boolean[];
  stage: Stage;
  told: Told[];
}

function rescored({ draft }: PreparedQuestion, scores: Float64Array): Draft {
  return orderedDraft(draft.asked, draft.rated.map((entry, row) => ({ ...entry, score: scores[row] ?? 0 }))); // prettier-ignore
}

/** Which of the first three answers hold the fact, and whether one is given at all. */
function judged(prepared: PreparedQuestion, vector: Vector | undefined): Result {
  const { question } = prepared;
  const scored = vector === undefined ? prepared.draft : rescored(prepared, scoreUnits(prepared, vector));
  const draft = withReasons(scored) ?? scored;
  const held = answersFrom(draft).map((answer) => !question.absent && holdsFact(question, answer));
  const places = placesOf(draft);
  const signsOf = chanceSigns(draft.rated, places, draft.asked.kind);
  const told = held.map((isRight, place) => ({ repo: question.repo, set: prepared.set, place, isRight, signs: signsOf(places[place]!, place) })); // prettier-ignore
  const holds = held.slice(0, 3);
  const stage = stageOf(prepared, draft, holds);
  return { question: prepared, holds, stage, told: tierOf(draft.rated, draft.asked).name === 'absent' ? [] : told };
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

function chanceText({ first, three, all, loss, brier }: ChanceFigures): string {
  const calibration = `expected calibration error of first answers ${first.toFixed(3)}, of the first three ${three.toFixed(3)}, of all ${all.toFixed(3)}`;
  return `${calibration}; loss of first answers ${loss.toFixed(3)}, Brier ${brier.toFixed(3)}`;
}

function showChance(name: string, chances: ChanceFigures): void {
  console.log(`${name.padEnd(14)} ${chanceText(chances)}`);
}

function showStages(results: readonly Result[], packages: string): void {
  const chosen = packages === 'all' ? results : results.filter(({ question: { question } }) => packages.split(',').includes(question.repo)); // prettier-ignore
  for (const { stage, question } of chosen)
    console.log(`${question.question.id} ${stage}; in passage ${placeOfFact(question) || 'none'}: ${question.question.text}`); // prettier-ignore
  for (const stage of stages)
    console.log(`${stage.padEnd(34)} ${chosen.filter((result) => result.stage === stage).length}`);
}

async function main(): Promise<void> {
  const prepared: PreparedQuestion[] = [];
  for (const set of sets) prepared.push(...(await prepareSet(path.resolve('test/quality', set), options.cache)));
  const all = crossValidate(prepared);
  const results = all.filter(({ question: { question } }) => !question.absent);
  const groupOf = ({ question: { set, question } }: Result) => `${set} ${question.repo}`;
  for (const group of new Set(results.map(groupOf))) show(group, results.filter((result) => groupOf(result) === group)); // prettier-ignore
  for (const set of sets) show(set, results.filter(({ question }) => question.set === set)); // prettier-ignore
  show('all', results);
  if (options.stages !== undefined) showStages(results, options.stages);
  const told = all.flatMap((result) => result.told);
  const scored = chanceByPackage(told, folds);
  for (const set of sets) showChance(set, chanceFigures(scored.filter((one) => one.set === set)));
  const chances = chanceFigures(scored);
  showChance('all', chances);
  const chanceWeights = fitChance(told);
  console.log(chanceWeights);
  if (!options.write) return;
  const header = `Judged by\n * package, each by weights fitted without it, "not here" left out: ${figures(results)}.`;
  fs.writeFileSync(path.resolve('src/engine/answers/weights.ts'), weightsSource(namedWeights(fit(prepared)), header));
  const head = ` * Written by \`npm run measure:answers\`; not edited by hand. Fitted on all answers to ${all.length} questions, each rated by weights\n * that saw nothing of its package. By package:\n * ${chanceText(chances).replace(';', ';\n *')}.`;
  fs.writeFileSync(
    path.resolve('src/engine/answers/chanceWeights.ts'),
    tableSource('chanceWeights', head, chanceWeights),
  );
}

await main();
