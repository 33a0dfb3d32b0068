/**
 * Measures ranking: `npm run measure -- --sets DIR [--mirrors DIR] [--cache DIR] [--only SET]...`, figures
 * cross-validated by repository: six folds, each judged by weights fitted on the other five. Options:
 * --sets DIR: folder of the question sets; missing ones are not measured
 * --mirrors DIR: bare mirrors of the repositories, named owner+name/repo or owner+name.git
 * --cache DIR: folder of the sources (.bench)
 * --results DIR: write the ranked places there for the sets' own scorers
 * --write: fit on everything and write the weights of files; no set may be missing
 * --signals: the worth of each signal
 * --ablate: a table of the engine with each part switched off
 * --drop SIGNAL: without a signal (repeatable)
 * --no-embedding: stores of snippets by words alone
 * --lines DIR: what test/quality/line-questions/checkout.mjs wrote; its questions help the fit, as topics, and are
 *   needed to write
 * --quick: files alone, from the features, without asking the questions again
 * --reuse FILE: keep the features in a file, and read them from it when it exists
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { signalNames, type FileWeights } from '../../engine/rank/fileSignals';
import { writeWeights } from '../weights';
import { ablate } from './ablate';
import { Corpora, figuresOf, measure, writeResults, type SetFigures } from './measure';
import { prepare, crossValidate, fitAll, fitFolds, without, type Prepared, type Vectors } from './listwise';
import { lineTopics, readSets, setNames, type QuestionSet } from './questionSets';

const digits = 3;

/** Weights in the engine's form. */
function namedWeights(names: readonly string[], vectors: Vectors): FileWeights {
  const named = (weights: Float64Array) =>
    Object.fromEntries(names.map((name, at) => [name, Number((weights[at] ?? 0).toFixed(digits))]));
  return { worded: named(vectors.worded), symbol: named(vectors.symbol) };
}

const { values: options } = parseArgs({
  options: {
    sets: { type: 'string' },
    mirrors: { type: 'string' },
    cache: { type: 'string', default: '.bench' },
    only: { type: 'string', multiple: true },
    drop: { type: 'string', multiple: true, default: [] },
    signals: { type: 'boolean', default: false },
    results: { type: 'string' },
    reuse: { type: 'string' },
    lines: { type: 'string' },
    'no-embedding': { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    ablate: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});

const names = signalNames;

function show({ ndcg10, recall1, recall5 }: SetFigures): string {
  return `nDCG@10 ${ndcg10.toFixed(4)}  R@1 ${recall1.toFixed(3)}  R@5 ${recall5.toFixed(3)}`;
}

/** Features of the sets, kept in a file when asked so that the next fit need not read the sources. */
async function features(corpora: Corpora, sets: readonly QuestionSet[]): Promise<Prepared[]> {
  const { reuse } = options;
  if (reuse !== undefined && fs.existsSync(reuse)) {
    const kept = JSON.parse(fs.readFileSync(reuse, 'utf8')) as Prepared[];
    if (kept.some(({ signals }) => signals.join() !== names.join()))
      throw new Error(`${reuse} holds other signals than the engine has: delete it.`);
    return kept;
  }
  const prepared: Prepared[] = [];
  for (const set of sets) if (set.folders.size > 0) prepared.push(...(await prepare(corpora, set)));
  const { lines, write: isWhole } = options;
  if (lines !== undefined) prepared.push(...(await prepare(corpora, lineTopics(lines, { isWhole }))));
  if (reuse !== undefined) fs.writeFileSync(reuse, JSON.stringify(prepared));
  return prepared;
}

/** Measures every set with weights fitted without its repository or, for other sets, its source. */
async function crossMeasure(
  corpora: Corpora,
  sets: readonly QuestionSet[],
  weightsOf: (repo: string) => FileWeights | undefined,
): Promise<Record<string, SetFigures>> {
  const figures: Record<string, SetFigures> = {};
  for (const set of sets) {
    const measured = await measure(corpora, set, weightsOf);
    figures[set.name] = figuresOf(set, measured);
    if (options.results !== undefined) writeResults(options.results, set, measured);
  }
  return figures;
}

function worthOfSignals(prepared: readonly Prepared[], all: SetFigures): void {
  console.log('\nworth of each signal: the cross-validated figure of all without it, files alone');
  for (const name of names) {
    const { own, extra } = crossValidate(without(prepared, [name]), names);
    const worth = (all.ndcg10 - own.ndcg10).toFixed(4).padStart(7);
    console.log(`${name.padEnd(12)} ${worth} | ${show(own)} | others ${show(extra)}`);
  }
}

async function main(): Promise<void> {
  if (options.sets === undefined) throw new Error('Name the folder of the question sets: --sets DIR.');
  if (options.ablate) {
    const args = process.argv.slice(2).filter((argument) => argument !== '--ablate');
    return ablate(args, path.resolve(options.cache, 'ablation'));
  }
  const places = { base: path.resolve(options.cache), ...(options.mirrors ? { mirrors: options.mirrors } : {}) };
  const sets = readSets(path.resolve(options.sets), places, options.only);
  const missing = (options.only ?? setNames).filter((name) => !sets.some((set) => set.name === name));
  if (options.write && missing.length > 0)
    throw new Error(`No weights are written: ${options.sets} lacks ${missing.join(', ')}.`);
  if (options.write && options.lines === undefined) throw new Error('No weights are written without --lines DIR.');
  const embeddingFile = options['no-embedding'] ? undefined : path.resolve('media/embedding.bin');
  const corpora = new Corpora(embeddingFile);
  const prepared = without(await features(corpora, sets), options.drop);
  const { own, extra } = crossValidate(prepared, names);
  console.log(`files alone, cross-validated: ${show(own)} | other sets ${show(extra)}`);
  const folds = new Map([...fitFolds(prepared, names)].map(([repo, one]) => [repo, namedWeights(names, one)]));
  const crossed = options.quick ? {} : await crossMeasure(corpora, sets, (repo) => folds.get(repo));
  for (const [name, figures] of Object.entries(crossed)) console.log(`${name.padEnd(15)} ${show(figures)}`);
  if (options.json !== undefined) fs.writeFileSync(options.json, JSON.stringify(crossed));
  if (options.signals) worthOfSignals(prepared, own);
  if (options.write) {
    const weights = namedWeights(names, fitAll(prepared, names));
    const reached = crossed['repo-questions'] ?? own;
    writeWeights(
      'files',
      weights,
      `\`npm run measure\`, on the developers' part of the repository questions, on the other sets of src/training/ranking/questionSets.ts that have files, and on the open half of the line questions as topics; cross-validated by repository: ${show(reached)}`,
    );
  }
  await corpora.close();
}

await main();
