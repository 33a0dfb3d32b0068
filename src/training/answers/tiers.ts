/**
 * Fits what is said where no claim is made, the most likely places or "not here", and tells how right the makers of
 * claims are: `npm run fit:tiers -- --sources DIR [--write]`. DIR is what `test/quality/line-questions/checkout.mjs`
 * wrote; only the open half of the repositories is read. Figures are cross-validated by repository: ten folds, each
 * judged by weights fitted on the others. Options: --cache FILE (the passages are kept there and taken from there),
 * --drop SIGN (repeatable), --misses (wrong claims, and what is wrongly not here).
 */
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { draftOf, usableOf, likelyPlaces } from '../../engine/answer';
import { missingWords, couldBeAbsent, minHere, tierSigns } from '../../engine/answers/tiers';
import { meaningOf, shippedEmbedding } from '../../engine/dense/embedding';
import type { Answer, AnswerSnippet } from '../../engine/types';
import { readLineSets, type LineQuestion } from '../ranking/questionSets';
import { openEngine, snippetsFor } from './packageAnswers';
import { tell } from '../built';
import { writeWeights } from '../weights';
import { calibrationError, fitLogistic, logisticOf } from './calibration';

const { values: options } = parseArgs({
  options: {
    sources: { type: 'string' },
    cache: { type: 'string' },
    drop: { type: 'string', multiple: true, default: [] },
    misses: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});

/** The shipped embedding. */
const meaning = meaningOf(shippedEmbedding(path.resolve('media/embedding.bin'), tell));

const folds = 10;
const ridge = 0.01;

interface Row {
  question: LineQuestion;
  signs: Record<string, number>;
  couldBeAbsent: boolean;
  /** The claim made, which precedes the fitted answers. */
  claim: Answer | undefined;
  isClaimRight: boolean;
  text: string;
  /** Labels of the two logistic functions: something is here; one of the places is right. */
  here: boolean;
  places: boolean;
}

const outcomes = ['here', 'places'] as const;
type Outcome = (typeof outcomes)[number];
type Chances = Record<Outcome, number>;

/** The question set's scorer, which also judges the product: plain JavaScript. */
type HasFact = (question: LineQuestion, text: string) => boolean;
async function loadScorer(): Promise<HasFact> {
  const file = path.resolve('test/quality/line-questions/match.mjs');
  return ((await import(pathToFileURL(file).href)) as { hasFact: HasFact }).hasFact;
}

interface Asked {
  snippets: AnswerSnippet[];
  claim?: Answer;
}

/** Passages and claims of the engine, by question. */
async function askedOf(sources: string): Promise<Record<string, Asked>> {
  if (options.cache !== undefined && fs.existsSync(options.cache))
    return JSON.parse(fs.readFileSync(options.cache, 'utf8')) as Record<string, Asked>;
  const asked: Record<string, Asked> = {};
  for (const { source, questions } of readLineSets(sources, 'open', { isWhole: options.write })) {
    const engine = openEngine();
    for (const { text } of questions) {
      const snippets = await snippetsFor(engine, source.folder, text);
      const [first] = await engine.answer({
        query: text,
        snippets,
        space: { paths: [source.folder] },
        roots: [source.folder],
      });
      const isClaim = first?.kind !== undefined && !['places', 'unsure', 'absent', 'overview'].includes(first.kind);
      asked[`${source.name} ${text}`] = { snippets, ...(isClaim && { claim: first }) };
    }
    await engine.close();
    console.log(`${source.name}: ${questions.length} questions`);
  }
  if (options.cache !== undefined) fs.writeFileSync(options.cache, JSON.stringify(asked));
  return asked;
}

function rowOf(question: LineQuestion, { snippets, claim }: Asked, hasFact: HasFact): Row[] {
  const { spots, asked } = draftOf(question.text, usableOf(snippets), meaning);
  if (spots.length === 0) return [];
  const holds = (text: string) => !question.absent && hasFact(question, text);
  const signs = Object.entries({ ...tierSigns(spots, asked) }).filter(([name]) => !options.drop.includes(name));
  const { text } = likelyPlaces(spots, asked, { words: missingWords(asked) }, { name: 'places', chance: 0 });
  return [
    {
      question,
      signs: Object.fromEntries(signs),
      couldBeAbsent: couldBeAbsent(asked),
      claim,
      isClaimRight: claim !== undefined && holds(claim.text),
      text,
      here: !question.absent,
      places: holds(text),
    },
  ];
}

const fitted = (rows: readonly Row[], outcome: Outcome) =>
  fitLogistic(
    rows.map((row) => ({ x: Object.values(row.signs), y: row[outcome] ? 1 : 0 })),
    ridge,
  );

function crossValidated(rows: readonly Row[]): Map<Row, Chances> {
  const sources = [...new Set(rows.map(({ question }) => question.source))].sort();
  const foldOf = ({ question }: Row) => sources.indexOf(question.source) % folds;
  const chances = new Map<Row, Chances>();
  for (let fold = 0; fold < folds; fold += 1) {
    const others = rows.filter((row) => foldOf(row) !== fold);
    const [here, places] = outcomes.map((outcome) => fitted(others, outcome));
    for (const row of rows.filter((one) => foldOf(one) === fold)) {
      const x = Object.values(row.signs);
      chances.set(row, { here: logisticOf(x, here!), places: logisticOf(x, places!) });
    }
  }
  return chances;
}

const share = (value: number, of: number) => (value / Math.max(1, of)).toFixed(3).replace(/^0/, '');

type Tier = 'claim' | 'places' | 'absent';

function tierAt(row: Row, { here }: Chances, leastHere: number): Tier {
  if (row.claim) return 'claim';
  return row.couldBeAbsent && here < leastHere ? 'absent' : 'places';
}

function figuresAt(rows: readonly Row[], chances: Map<Row, Chances>, leastHere: number): string {
  const said = rows.map((row) => ({ row, chance: chances.get(row)!, tier: tierAt(row, chances.get(row)!, leastHere) }));
  const isRight = ({ row, tier }: (typeof said)[number]) =>
    tier === 'claim' ? row.isClaimRight : tier === 'places' && row.places;
  const given = said
    .filter(({ tier }) => tier === 'places')
    .map((one) => ({ score: one.chance.places, isRight: isRight(one) }));
  const claims = said.filter(({ tier, row }) => tier === 'claim' && row.here);
  const present = said.filter(({ row }) => row.here);
  const absent = said.filter(({ row }) => !row.here);
  const of = (list: typeof said, test: (one: (typeof said)[number]) => boolean) =>
    share(list.filter(test).length, list.length);
  return (
    `fact in the first answer ${of(present, isRight)}, wrongly "not here" ${of(present, ({ tier }) => tier === 'absent')}; ` +
    `absent not claimed ${of(absent, ({ tier }) => tier !== 'claim')}, said to be absent ${of(absent, ({ tier }) => tier === 'absent')}; ` +
    `${claims.length} claims of what is here, right ${of(claims, isRight)}; calibration error of places ${calibrationError(given).toFixed(3)}`
  );
}

/** Prints how often each kind of claim is right, and how often it is made without an answer. */
function tellMakers(rows: readonly Row[]): void {
  const kinds = [...new Set(rows.flatMap(({ claim }) => claim?.kind ?? []))].sort();
  for (const kind of kinds) {
    const made = rows.filter(({ claim }) => claim?.kind === kind);
    const here = made.filter((row) => row.here);
    console.log(
      `${kind}: ${here.length} claims, right ${share(here.filter((row) => row.isClaimRight).length, here.length)}, places there ${share(here.filter((row) => row.places).length, here.length)}; of absent ${made.length - here.length}`,
    );
  }
}

/** The weights of one outcome, by sign. */
function tableOf(rows: readonly Row[], outcome: Outcome): Record<string, number> {
  const weights = fitted(rows, outcome);
  return Object.fromEntries(Object.keys(rows[0]!.signs).map((name, at) => [name, weights[at]!]));
}

async function main(): Promise<void> {
  if (options.sources === undefined) throw new Error('Say where the repositories are checked out: --sources DIR.');
  const sources = path.resolve(options.sources);
  const hasFact = await loadScorer();
  const asked = await askedOf(sources);
  const questions = readLineSets(sources, 'open', { isWhole: options.write }).flatMap((set) => set.questions);
  const rows = questions.flatMap((question) => {
    const found = asked[`${question.source} ${question.text}`];
    if (!found) throw new Error(`${options.cache ?? ''} lacks questions of ${question.source}: remove it.`);
    return rowOf(question, found, hasFact);
  });
  const chances = crossValidated(rows);
  const present = rows.filter(({ here }) => here);
  const chars = rows.reduce((sum, { text }) => sum + text.length, 0) / rows.length;
  console.log(
    `n ${present.length} and ${rows.length - present.length} absent; places right ${share(present.filter(({ places }) => places).length, present.length)}, ${chars.toFixed(0)} characters`,
  );
  tellMakers(rows);
  for (const here of [0.45, 0.55, minHere, 0.65, 0.7])
    console.log(`here from ${here}: ${figuresAt(rows, chances, here)}`);
  if (options.misses)
    for (const row of rows) {
      const tier = tierAt(row, chances.get(row)!, minHere);
      if (tier === 'claim' && !row.isClaimRight)
        console.log(
          `WRONG CLAIM ${row.question.source}: ${row.question.text}\n${row.claim?.text.slice(0, 300) ?? ''}\n`,
        );
      if (tier === 'absent' && row.here) console.log(`WRONGLY ABSENT ${row.question.source}: ${row.question.text}`);
    }
  if (options.write)
    writeWeights(
      'tiers',
      Object.fromEntries(outcomes.map((outcome) => [outcome, tableOf(rows, outcome)])),
      `\`npm run fit:tiers\`, on the open half of test/quality/line-questions; cross-validated by repository: n ${present.length} and ${rows.length - present.length} absent; ${figuresAt(rows, chances, minHere)}`,
    );
}

await main();
