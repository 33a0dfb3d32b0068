/**
 * Fits which of the three tiers is said: `npm run fit:tiers -- --sources DIR [--write]`. DIR is what
 * `test/quality/line-questions/checkout.mjs` wrote; only the open half of the repositories is read. Figures are
 * cross-validated by repository: ten folds, each judged by weights fitted on the others. Options: --cache FILE (the passages
 * are kept there and taken from there), --drop SIGN (repeatable), --misses (wrong claims, and what is wrongly not here).
 */
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { answersFrom, draftOf, likelyOf, usableOf, withReasons } from '../../engine/answer';
import { likelyPlaces } from '../../engine/answers/likelyPlaces';
import { isNamedBy } from '../../engine/answers/presence';
import { minClaim, minHere, tierSigns } from '../../engine/answers/tiers';
import type { AnswerSnippet } from '../../engine/types';
import { readLineSets, type LineQuestion } from '../lines/lineSets';
import { openEngine, snippetsFor } from './askPackage';
import { calibrationError } from './calibration';
import { fitLogistic, logisticOf } from './logistic';

const { values: options } = parseArgs({
  options: {
    sources: { type: 'string' },
    cache: { type: 'string' },
    drop: { type: 'string', multiple: true, default: [] },
    misses: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});

const folds = 10;
const ridge = 0.01;

interface Row {
  question: LineQuestion;
  signs: Record<string, number>;
  isNamed: boolean;
  first: string;
  /** What each of the logistic functions tells: something is here, the first answer is right, one of the places is. */
  here: boolean;
  claim: boolean;
  places: boolean;
}

const outcomes = ['here', 'claim', 'places'] as const;
type Outcome = (typeof outcomes)[number];
type Chances = Record<Outcome, number>;

/** The scorer of the set is the one that judges the product: plain JavaScript, loaded as it stands. */
type HasFact = (question: LineQuestion, text: string) => boolean;
async function loadScorer(): Promise<HasFact> {
  const file = path.resolve('test/quality/line-questions/match.mjs');
  return ((await import(pathToFileURL(file).href)) as { hasFact: HasFact }).hasFact;
}

type Passages = Record<string, AnswerSnippet[]>;

async function passagesOf(sources: string): Promise<Passages> {
  if (options.cache !== undefined && fs.existsSync(options.cache))
    return JSON.parse(fs.readFileSync(options.cache, 'utf8')) as Passages;
  const passages: Passages = {};
  for (const { source, questions } of readLineSets(sources, 'open')) {
    const engine = openEngine();
    for (const { text } of questions) passages[`${source.name} ${text}`] = await snippetsFor(engine, source.folder, text); // prettier-ignore
    await engine.close();
    console.log(`${source.name}: ${questions.length} questions`);
  }
  if (options.cache !== undefined) fs.writeFileSync(options.cache, JSON.stringify(passages));
  return passages;
}

function rowOf(question: LineQuestion, snippets: readonly AnswerSnippet[], hasFact: HasFact): Row[] {
  const draft = draftOf(question.text, usableOf(snippets));
  if (draft.rated.length === 0) return [];
  const holds = (text = '') => !question.absent && hasFact(question, text);
  const signs = Object.entries({ ...tierSigns(draft.rated, draft.asked) }).filter(([name]) => !options.drop.includes(name)); // prettier-ignore
  const [first] = answersFrom(withReasons(draft) ?? draft);
  return [
    {
      question,
      signs: Object.fromEntries(signs),
      isNamed: isNamedBy(draft.rated, draft.asked),
      first: first?.text ?? '',
      here: !question.absent,
      claim: holds(first?.text),
      places: holds(likelyPlaces(likelyOf(draft), [], 0).text),
    },
  ];
}

const fitted = (rows: readonly Row[], outcome: Outcome) =>
  fitLogistic(rows.map((row) => ({ x: Object.values(row.signs), y: row[outcome] ? 1 : 0 })), ridge); // prettier-ignore

function crossValidated(rows: readonly Row[]): Map<Row, Chances> {
  const sources = [...new Set(rows.map(({ question }) => question.source))].sort();
  const foldOf = ({ question }: Row) => sources.indexOf(question.source) % folds;
  const chances = new Map<Row, Chances>();
  for (let fold = 0; fold < folds; fold += 1) {
    const others = rows.filter((row) => foldOf(row) !== fold);
    const [here, claim, places] = outcomes.map((outcome) => fitted(others, outcome));
    for (const row of rows.filter((one) => foldOf(one) === fold)) {
      const x = Object.values(row.signs);
      chances.set(row, { here: logisticOf(x, here!), claim: logisticOf(x, claim!), places: logisticOf(x, places!) });
    }
  }
  return chances;
}

const share = (value: number, of: number) => (value / Math.max(1, of)).toFixed(3).replace(/^0/, '');

function tierAt(row: Row, { here, claim }: Chances, leastClaim: number, leastHere: number): Outcome | 'absent' {
  if (claim >= leastClaim) return 'claim';
  return !row.isNamed && here < leastHere ? 'absent' : 'places';
}

function figuresAt(rows: readonly Row[], chances: Map<Row, Chances>, leastClaim: number, leastHere: number): string {
  const said = rows.map((row) => ({ row, chance: chances.get(row)!, tier: tierAt(row, chances.get(row)!, leastClaim, leastHere) })); // prettier-ignore
  const given = said.flatMap(({ row, chance, tier }) => (tier === 'claim' || tier === 'places' ? [{ score: chance[tier], isRight: row[tier] }] : [])); // prettier-ignore
  const claims = said.filter(({ tier }) => tier === 'claim');
  const present = said.filter(({ row }) => row.here);
  const absent = said.filter(({ row }) => !row.here);
  const facts = present.filter(({ row, tier }) => tier !== 'absent' && row[tier]).length;
  return (
    `fact in the first answer ${share(facts, present.length)}, wrongly "not here" ${share(present.filter(({ tier }) => tier === 'absent').length, present.length)}; ` +
    `absent not claimed ${share(absent.filter(({ tier }) => tier !== 'claim').length, absent.length)}, said to be absent ${share(absent.filter(({ tier }) => tier === 'absent').length, absent.length)}; ` +
    `${claims.length} claims, right ${share(claims.filter(({ row }) => row.claim).length, claims.length)}; calibration error ${calibrationError(given).toFixed(3)}`
  );
}

function weightsSource(rows: readonly Row[], reached: string): string {
  const table = (outcome: Outcome) => {
    const weights = fitted(rows, outcome);
    return Object.keys(rows[0]!.signs).map((name, at) => `    ${name}: ${Number(weights[at]!.toFixed(3))},`).join('\n'); // prettier-ignore
  };
  const day = new Date().toISOString().slice(0, 10);
  return `/**
 * Written by \`npm run fit:tiers\` on ${day}; not edited by hand. Fitted on the open half of test/quality/line-questions;
 * cross-validated by repository: ${reached.replaceAll('; ', ';\n * ')}.
 */
export const tierWeights = {
${outcomes.map((outcome) => `  ${outcome}: {\n${table(outcome)}\n  },`).join('\n')}
};
`;
}

async function main(): Promise<void> {
  if (options.sources === undefined) throw new Error('Say where the repositories are checked out: --sources DIR.');
  const sources = path.resolve(options.sources);
  const hasFact = await loadScorer();
  const passages = await passagesOf(sources);
  const questions = readLineSets(sources, 'open').flatMap((set) => set.questions);
  const rows = questions.flatMap((question) => rowOf(question, passages[`${question.source} ${question.text}`] ?? [], hasFact)); // prettier-ignore
  const chances = crossValidated(rows);
  const present = rows.filter(({ here }) => here);
  console.log(`n ${present.length} and ${rows.length - present.length} absent; first sentence right ${share(present.filter(({ claim }) => claim).length, present.length)}, places ${share(present.filter(({ places }) => places).length, present.length)}`); // prettier-ignore
  for (const claim of [0.55, 0.6, minClaim, 0.7])
    for (const here of [0.45, 0.55, minHere, 0.7])
      console.log(`claims from ${claim}, here from ${here}: ${figuresAt(rows, chances, claim, here)}`);
  if (options.misses)
    for (const row of rows) {
      const tier = tierAt(row, chances.get(row)!, minClaim, minHere);
      if (tier === 'claim' && !row.claim) console.log(`WRONG CLAIM ${row.question.source}: ${row.question.text}\n${row.first.slice(0, 300)}\n`); // prettier-ignore
      if (tier === 'absent' && row.here) console.log(`WRONGLY ABSENT ${row.question.source}: ${row.question.text}`);
    }
  if (options.write)
    fs.writeFileSync('src/engine/answers/tierWeights.ts', weightsSource(rows, `n ${present.length} and ${rows.length - present.length} absent; ${figuresAt(rows, chances, minClaim, minHere)}`)); // prettier-ignore
}

await main();
