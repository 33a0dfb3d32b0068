/**
 * Fits which value of the code a question asks for, if any: `npm run fit:values -- --sources DIR [--write] [--cache
 * DIR] [--show]`. DIR is what `test/quality/line-questions/checkout.mjs` wrote, of which the open half is read; the
 * packages of `answers-dev` are asked too. Figures are cross-validated by repository: eight folds, each judged by
 * weights fitted on the others. Method: soft-max over the values of the best files and "none of them", L2 on signs
 * brought to one spread, Adam.
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { usableOf } from '../../engine/answer';
import { kindOf } from '../../engine/rank/question';
import { Grammars } from '../../engine/chunk/grammars';
import {
  likelyValues,
  signedValues,
  type SignedValue,
  valueChances,
  valueSignNames,
  type ValueSigns,
  type ValueWeights,
} from '../../engine/claims/value';
import { meaningOf, shippedEmbedding } from '../../engine/dense/embedding';
import { CodeReader } from '../../engine/outline/sources';
import { retrieve } from '../../engine/retrieve';
import { Space } from '../../engine/space';
import { prepareSources, cacheIn, readLineSets } from '../ranking/questionSets';
import { grammarFolder, tell } from '../built';
import { writeWeights } from '../weights';
import { readFactQuestions, answerSnippets, limit } from './packageAnswers';

const { values: options } = parseArgs({
  options: {
    sources: { type: 'string' },
    cache: { type: 'string' },
    write: { type: 'boolean', default: false },
    show: { type: 'boolean', default: false },
  },
});

const folds = 8;
const decay = 0.02;
const rate = 0.05;
const steps = 300;
const packages = 'test/quality/answers-dev';

interface ToAsk {
  text: string;
  absent: boolean;
  isRight: (text: string) => boolean;
}

interface Asked {
  set: string;
  source: string;
  question: ToAsk;
  values: SignedValue[];
  right: boolean[];
}

interface Asked0 {
  set: string;
  name: string;
  folder: string;
  questions: ToAsk[];
}

/** Questions of the repositories. The set's scorer is plain JavaScript. */
async function repositories(sources: string): Promise<Asked0[]> {
  type Scorer = { hasFact: (question: object, text: string) => boolean };
  const { hasFact } = (await import(
    pathToFileURL(path.resolve('test/quality/line-questions/match.mjs')).href
  )) as Scorer;
  return readLineSets(sources, 'open', { isWhole: options.write }).map(({ source, questions }) => ({
    set: 'whole repositories',
    name: source.name,
    folder: source.folder,
    questions: questions.map((one) => ({
      text: one.text,
      absent: one.absent,
      isRight: (text) => !one.absent && hasFact(one, text),
    })),
  }));
}

function smallSpaces(): Asked0[] {
  const all = readFactQuestions(packages);
  const folders = prepareSources(packages);
  const left = all.find(({ repo }) => !folders.has(repo));
  if (left && options.write)
    throw new Error(
      `No weights are written: ${left.repo} of ${packages} is missing, whose commit a shallow clone lacks.`,
    );
  return [...folders].map(([name, folder]) => ({
    set: 'packages',
    name,
    folder,
    questions: all
      .filter(({ repo }) => repo === name)
      .map(({ text, absent = false, says = [] }) => ({
        text,
        absent,
        isRight: (said) => !absent && says.length > 0 && says.every((one) => new RegExp(one).test(said)),
      })),
  }));
}

async function askedOf({ set, name, folder, questions }: Asked0): Promise<Asked[]> {
  const grammars = new Grammars(grammarFolder(), tell);
  const space = new Space({ grammars, log: tell, patienceMs: 600_000, cache: cacheIn(options.cache) });
  const reader = new CodeReader(grammars);
  const embedding = shippedEmbedding(path.resolve('media/embedding.bin'), tell);
  const meaning = meaningOf(embedding);
  const { parts } = await space.open({ paths: [folder] });
  const asked: Asked[] = [];
  for (const question of questions.filter(({ text }) => kindOf(text) === 'default')) {
    const found = await retrieve({ query: question.text, parts, limit, embedding });
    const snippets = usableOf(answerSnippets(folder, found.snippets));
    const asking = {
      query: question.text,
      snippets,
      parts,
      isWhole: true,
      reader,
      meaning,
      signal: new AbortController().signal,
      labelOf: ({ place }: { place: string }) => place,
    };
    const values = await signedValues(asking);
    const right = values.map(({ fact: { names, value, said, code, row } }) =>
      question.isRight(`${names} = ${value}\n${said}\n${code.rows.row(row)}`),
    );
    asked.push({ set, source: name, question, values, right });
  }
  await space.close();
  return asked;
}

/** Factors that scale each signal to the same spread. */
function spreadsOf(all: readonly Asked[]): number[] {
  const signs = all.flatMap(({ values }) => values.map((one) => one.signs));
  return valueSignNames.map((name) => {
    const mean = signs.reduce((sum, one) => sum + one[name], 0) / signs.length;
    return Math.sqrt(signs.reduce((sum, one) => sum + (one[name] - mean) ** 2, 0) / signs.length) || 1;
  });
}

const weightsOf = (point: Float64Array, spreads: readonly number[]): ValueWeights => ({
  signs: Object.fromEntries(valueSignNames.map((name, at) => [name, point[at]! / spreads[at]!])) as Record<
    keyof ValueSigns,
    number
  >,
  none: point[valueSignNames.length]!,
});

/** Adds the gradient of one question's loss. */
function addSlopes(
  slopes: Float64Array,
  { values, right }: Asked,
  weights: ValueWeights,
  spreads: readonly number[],
): void {
  const chances = valueChances(
    values.map(({ signs }) => signs),
    weights,
  );
  const ofRight = chances.reduce((sum, chance, at) => sum + (right[at] ? chance : 0), 0);
  const isNone = !right.includes(true);
  for (const [at, { signs }] of values.entries()) {
    const off = chances[at]! - (right[at] ? chances[at]! / ofRight : 0);
    valueSignNames.forEach((name, sign) => (slopes[sign]! += (off * signs[name]) / spreads[sign]!));
  }
  slopes[valueSignNames.length]! += 1 - chances.reduce((sum, chance) => sum + chance, 0) - (isNone ? 1 : 0);
}

function fit(all: readonly Asked[], spreads: readonly number[]): ValueWeights {
  const size = valueSignNames.length + 1;
  const [point, first, second] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)];
  point[size - 1] = 2;
  for (let step = 1; step <= steps; step += 1) {
    const slopes = new Float64Array(size);
    for (const one of all) addSlopes(slopes, one, weightsOf(point, spreads), spreads);
    for (let at = 0; at < size; at += 1) {
      const slope = slopes[at]! / all.length + (at < size - 1 ? decay * point[at]! : 0);
      first[at] = 0.9 * first[at]! + 0.1 * slope;
      second[at] = 0.999 * second[at]! + 0.001 * slope * slope;
      point[at]! -= (rate * (first[at]! / (1 - 0.9 ** step))) / (Math.sqrt(second[at]! / (1 - 0.999 ** step)) + 1e-8);
    }
  }
  return weightsOf(point, spreads);
}

interface Told {
  asked: Asked;
  chance: number;
  isRight: boolean;
  said: string;
}

function toldBy(weights: ValueWeights, asked: Asked): Told[] {
  const { values, right } = asked;
  const [best] = likelyValues(
    values,
    valueChances(
      values.map(({ signs }) => signs),
      weights,
    ),
  );
  if (!best) return [];
  const isRight = right[values.findIndex(({ fact }) => fact === best.fact)] ?? false;
  return [{ asked, chance: best.chance, isRight, said: `${best.fact.names} = ${best.fact.value}` }];
}

function crossValidated(all: readonly Asked[], spreads: readonly number[]): Told[] {
  const names = [...new Set(all.map(({ source }) => source))].sort();
  const foldOf = ({ source }: Asked) => names.indexOf(source) % folds;
  return Array.from({ length: folds }, (_, fold) => {
    const weights = fit(
      all.filter((one) => foldOf(one) !== fold),
      spreads,
    );
    return all.filter((one) => foldOf(one) === fold).flatMap((one) => toldBy(weights, one));
  }).flat();
}

function figures(told: readonly Told[], set: string, least: number): string {
  const claims = told.filter(({ asked, chance }) => asked.set === set && chance >= least);
  const absent = claims.filter(({ asked }) => asked.question.absent).length;
  const present = claims.length - absent;
  return `${present} claims of what is here, right ${claims.filter(({ isRight }) => isRight).length}, of what is not ${absent}`;
}

async function main(): Promise<void> {
  if (options.sources === undefined) throw new Error('Say where the repositories are checked out: --sources DIR.');
  const asked: Asked[] = [];
  for (const one of [...(await repositories(path.resolve(options.sources))), ...smallSpaces()])
    asked.push(...(await askedOf(one)));
  const spreads = spreadsOf(asked);
  const told = crossValidated(asked, spreads);
  const sets = [...new Set(asked.map(({ set }) => set))];
  for (const set of sets) {
    console.log(`${set}: ${asked.filter((one) => one.set === set && !one.question.absent).length} questions`);
    for (const least of [0.7, 0.6, 0.5, 0.4]) console.log(`  from ${least}: ${figures(told, set, least)}`);
  }
  if (options.show)
    for (const { asked: of, chance, isRight, said } of told
      .filter((one) => one.chance >= 0.4)
      .sort((a, b) => b.chance - a.chance))
      console.log(
        `${chance.toFixed(2)} ${isRight} ${of.question.absent ? 'absent ' : ''}${of.source}: ${of.question.text} | ${said.slice(0, 120)}`,
      );
  const reached = sets.map((set) => `${set} ${figures(told, set, 0.6)}`).join('; ');
  if (options.write)
    writeWeights(
      'values',
      { ...fit(asked, spreads) },
      `\`npm run fit:values\`, on the open half of test/quality/line-questions and on answers-dev; cross-validated by repository, from a chance of .6: ${reached}`,
    );
}

await main();
