/**
 * Fits the weights of the file signals from a folder of prepared features, one JSON file per repository: six folds by
 * repository for the honest figure, then one fit on everything. A quarter of a minute on one core.
 * Run: `node out/training/fitRanking.mjs FEATURES [--ablate] [--drop=SIGNAL,SIGNAL] [--write src/engine/rank/weights.ts]`.
 */
import fs from 'node:fs';
import { crossValidate, fitBoth } from './listwise';
import { readPrepared, type Prepared } from './prepared';
import { evaluate, mean, type Figures } from './rankingFigures';
import { weightsSource } from './weightsSource';

function without(sets: readonly Prepared[], names: readonly string[]): Prepared[] {
  const dropped = new Set(names);
  return sets.map((set) => ({
    ...set,
    questions: set.questions.map((question) => ({
      ...question,
      files: question.files.map((file) => ({
        ...file,
        x: file.x.map((value, at) => (dropped.has(set.signals[at] ?? '') ? 0 : value)),
      })),
    })),
  }));
}

function show({ ndcg10, recall1, recall5 }: Figures): string {
  return `nDCG@10 ${ndcg10.toFixed(4)}  R@1 ${recall1.toFixed(3)}  R@5 ${recall5.toFixed(3)}`;
}

function main([folder, ...options]: readonly string[]): void {
  if (folder === undefined) throw new Error('Name the folder of prepared features.');
  const sets = readPrepared(folder);
  const names = sets[0]?.signals ?? [];
  const drops = options.filter((option) => option.startsWith('--drop=')).map((option) => option.slice(7).split(','));
  for (const dropped of drops) {
    const { own, extra } = crossValidate(without(sets, dropped), names.length);
    console.log(`without ${dropped.join('+')} ${show(own)} | lines ${show(extra)}`);
  }
  const crossed = crossValidate(sets, names.length);
  console.log(`cross-validated  ${show(crossed.own)} | lines ${show(crossed.extra)}`);
  const vectors = fitBoth(sets, names.length);
  const fitted = sets.filter(({ isExtra }) => !isExtra).map((set) => evaluate(set, vectors));
  console.log(`fitted           nDCG@10 ${mean(fitted.map(({ ndcg10 }) => ndcg10)).toFixed(4)}`);
  if (options.includes('--ablate')) {
    for (const name of names) {
      const { own, extra } = crossValidate(without(sets, [name]), names.length);
      console.log(`without ${name.padEnd(12)} ${show(own)} | lines ${show(extra)}`);
    }
  }
  const target = options[options.indexOf('--write') + 1];
  if (options.includes('--write') && target !== undefined) {
    fs.writeFileSync(target, weightsSource(names, vectors, `cross-validated by repository ${show(crossed.own)}`));
  }
}

main(process.argv.slice(2));
