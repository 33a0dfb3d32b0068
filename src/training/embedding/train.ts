/**
 * Trains the embedding that ships: reads the repositories of the committed list from a folder of mirrors, gathers pairs
 * of question and code, learns, writes the weights and prints the figures. Minutes on one core. Run: `npm run train --
 * --mirrors FOLDER [--keep-out FILE] [--measure FOLDER] [--write FILE] [--kept FILE] [--curve]`, or `npm run train --
 * --alike FILE` with `--mirrors` or `--kept`, which finds the words alike of a file's table again, without learning.
 * `--keep-out`: JSON rows with `text` that must not be learned from (what is measured on). `--measure`: a set of
 * snippets. `--kept`: keeps the gathered pairs, as numbers, for the next run. `--curve`: halves, quarters and less of
 * the pairs too. `--date`: the day written into the file, so that a repetition gives the same bytes.
 */
import fs from 'node:fs';
import { parseArgs } from 'node:util';
import { Embedding } from '../../engine/dense/embedding';
import { readWeights, writeWeights, type NewWeights } from '../../engine/dense/weightsFile';
import { gather, readGathered, writeGathered, type Gathered, KeepOut } from './gather';
import { learn, learnOptions } from './learn';
import { measureAlone, readSnippetSet } from './measure';
import { type Model, quantise, Chance, wordsAlike } from './model';
import { translationsOf } from './translations';
import repositories from './repositories.json';
import { vocabularyOf } from './pairFile';

const seed = 20;
/** Rows of the table, which keep the file well below 12 MB at 256 bytes each. */
const rows = 30_000;

const { values: options } = parseArgs({
  options: {
    mirrors: { type: 'string' },
    'keep-out': { type: 'string', multiple: true },
    measure: { type: 'string' },
    write: { type: 'string' },
    kept: { type: 'string' },
    curve: { type: 'boolean' },
    date: { type: 'string' },
    epochs: { type: 'string' },
    alike: { type: 'string' },
  },
});

function gathered(): Gathered {
  const { kept, mirrors } = options;
  if (kept !== undefined && fs.existsSync(kept)) return readGathered(kept);
  if (mirrors === undefined) throw new Error('Say where the mirrors are: --mirrors FOLDER.');
  const keepOut = new KeepOut();
  for (const file of options['keep-out'] ?? []) keepOut.addFile(file);
  const made = gather(repositories, { mirrors, keepOut, say: console.log });
  if (kept !== undefined) writeGathered(kept, made);
  return made;
}

const written = (weights: Omit<NewWeights, 'alike'>, from: Gathered): Buffer =>
  writeWeights({ ...weights, alike: wordsAlike(weights, translationsOf(from, weights.terms)) });

function writeAlikeAgain(file: string): void {
  const { head, ...weights } = readWeights(fs.readFileSync(file));
  fs.writeFileSync(file, written({ ...weights, date: head.date, recipe: head.recipe }, gathered()));
}

function main(): void {
  if (options.alike !== undefined) return writeAlikeAgain(options.alike);
  const from = gathered();
  const { pairs, terms, keptOut } = from;
  console.log(`${pairs.size} pairs of ${terms.length} different terms; ${keptOut} pieces kept out`);
  const set = options.measure === undefined ? undefined : readSnippetSet(options.measure);
  const parameters = { ...learnOptions, ...(options.epochs === undefined ? {} : { epochs: Number(options.epochs) }) };
  const date = options.date ?? new Date().toISOString().slice(0, 10);
  const bytesOf = (model: Model, words: readonly string[], recipe: Record<string, unknown>) =>
    written({ ...quantise(model, words), date, recipe: { ...recipe, parameters, seed } }, from);

  for (const share of options.curve ? [1 / 16, 1 / 8, 1 / 4, 1 / 2, 1] : [1]) {
    const chance = new Chance(seed);
    const all = Array.from({ length: pairs.size }, (_, pair) => pair);
    const chosen = share === 1 ? all : all.filter(() => chance.next() < share);
    const vocabulary = vocabularyOf(pairs, terms, rows);
    learn({
      pairs,
      chosen,
      vocabulary,
      chance,
      options: parameters,
      tell: (model, epoch, loss) => {
        const recipe = { pairs: chosen.length, repositories: repositories.length, epoch: epoch + 1, loss };
        const bytes = bytesOf(model, vocabulary.terms, recipe);
        const figure = set && measureAlone(new Embedding(readWeights(bytes)), set).toFixed(4);
        const { user } = process.cpuUsage();
        console.log(
          `${chosen.length} pairs, epoch ${epoch + 1}: loss ${loss.toFixed(3)} bits, alone nDCG@10 ${figure ?? 'not measured'}, ${(user / 1e6).toFixed(0)} s of processor time`,
        );
        if (share === 1 && options.write !== undefined) fs.writeFileSync(options.write, bytes);
      },
    });
  }
}

main();
