/** Learns the table and the weights from pairs. The same pairs, options and seed give the same numbers. */
import { BagMaker } from './bags';
import type { Chance } from './chance';
import { Model } from './model';
import type { Pairs } from './pairFile';
import type { PieceKind } from './pieces';
import type { Vocabulary } from './vocabulary';

/** Pairs of one repository and language side by side. */
const groupSize = 16;
const mixedShare = 0.5;

function chunks(items: readonly number[], size: number): number[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}

function groupBy(items: readonly number[], keyOf: (item: number) => number): Map<number, number[]> {
  const groups = new Map<number, number[]>();
  for (const item of items) {
    const known = groups.get(keyOf(item));
    if (known) known.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

/** All pairs once, in whole batches; those left over are not learned this time. */
function batchesOf(pairs: Pairs, chosen: readonly number[], size: number, chance: Chance): number[][] {
  const order = chance.shuffle([...chosen]);
  const homes = groupBy(order, (pair) => pairs.repositoryOf(pair) * 1024 + pairs.languageOf(pair));
  const groups = chance.shuffle([...homes.values()].flatMap((home) => chunks(home, groupSize)));
  const mixed = -1;
  const streams = new Map<number, number[]>();
  for (const group of groups) {
    const key = chance.next() < mixedShare ? mixed : pairs.languageOf(group[0]!);
    const stream = streams.get(key) ?? [];
    stream.push(...group);
    streams.set(key, stream);
  }
  const cut = [...streams.values()].flatMap((stream) => chunks(stream, size));
  const whole = cut.filter((batch) => batch.length === size);
  const left = chance.shuffle(cut.filter((batch) => batch.length < size).flat());
  whole.push(...chunks(left, size).filter((batch) => batch.length === size));
  return chance.shuffle(whole);
}

export interface LearnOptions {
  width: number;
  batch: number;
  epochs: number;
  temperature: number;
  rate: number;
  weightRate: number;
  /** How many of the pairs of a kind are learned in one epoch. */
  shares: Readonly<Record<PieceKind, number>>;
}

/** Watched on `cosqa-dev`; what was tuned on it is the share of the comments in counts.ts. The temperature is a prototype's. */
export const learnOptions: LearnOptions = {
  width: 256,
  batch: 256,
  epochs: 3,
  temperature: 16,
  rate: 0.1,
  weightRate: 0.02,
  shares: { doc: 1, document: 1, rows: 0.5, name: 0.25, test: 0.25 },
};

/** The rate falls to this share of itself. */
const lastRate = 0.05;
/** Rarity counts less than in a search by words: the table learns what is worth how much. */
const rarityPower = 0.75;

function firstWeights(model: Model, { questions, codes }: Vocabulary, pairs: number): void {
  const rarity = (seen: number) => rarityPower * Math.log(Math.log(1 + pairs / (seen + 1)) / 3);
  questions.forEach((seen, row) => (model.logWeights[0][row] = rarity(seen)));
  codes.forEach((seen, row) => (model.logWeights[1][row] = rarity(seen)));
}

export interface Learning {
  pairs: Pairs;
  /** Of `pairs`: those that may be learned from. */
  chosen: readonly number[];
  vocabulary: Vocabulary;
  chance: Chance;
  options: LearnOptions;
  /** After each epoch. */
  tell: (model: Model, epoch: number, loss: number) => void;
}

export function learn({ pairs, chosen, vocabulary, chance, options, tell }: Learning): Model {
  const { width, batch, epochs, temperature, rate, weightRate, shares } = options;
  const model = new Model({ terms: vocabulary.terms.length, width, batch }, chance);
  firstWeights(model, vocabulary, pairs.size);
  const maker = new BagMaker(pairs, vocabulary.rowOf, vocabulary.terms.length, chance);
  const { questions, codes } = BagMaker.newBags(batch);
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    const now = chosen.filter((pair) => chance.next() < shares[pairs.kindOf(pair)]);
    const batches = batchesOf(pairs, now, batch, chance);
    let loss = 0;
    batches.forEach((members, at) => {
      members.forEach((pair, row) => maker.make(pair, questions[row]!, codes[row]!));
      const left = 1 - (epoch + at / batches.length) / epochs;
      const slow = lastRate + (1 - lastRate) * left;
      loss += model.step(questions, codes, { temperature, rate: rate * slow, weightRate: weightRate * slow });
    });
    tell(model, epoch, loss / Math.max(1, batches.length));
  }
  return model;
}
