/** Learns the table and the weights from pairs. The same pairs, options and seed give the same numbers. */
import { Model, addToBag, newBag, type Bag, type Chance } from './model';
import type { Pairs, Vocabulary } from './pairFile';
import type { PieceKind } from './pieces';
import { codeCount } from '../../engine/dense/embedding';

/** Pairs of one repository and language placed together in a batch. */
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

/** All pairs once, in full batches; left-over pairs are skipped this time. */
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
  /** Share of each kind's pairs learned per epoch. */
  shares: Readonly<Record<PieceKind, number>>;
}

/** Training options, watched but not tuned on `cosqa-dev`; the temperature is a prototype's. */
export const learnOptions: LearnOptions = {
  width: 256,
  batch: 256,
  epochs: 3,
  temperature: 16,
  rate: 0.1,
  weightRate: 0.02,
  shares: { doc: 1, document: 1, rows: 0.5, name: 0.25, test: 0.25 },
};

/** Final share of the learning rate. */
const lastRate = 0.05;
/** Exponent of rarity, lower than in a search by words because the table learns weights. */
const rarityPower = 0.75;

function firstWeights(model: Model, { questions, codes }: Vocabulary, pairs: number): void {
  const rarity = (seen: number) => rarityPower * Math.log(Math.log(1 + pairs / (seen + 1)) / 3);
  questions.forEach((seen, row) => (model.logWeights[0][row] = rarity(seen)));
  codes.forEach((seen, row) => (model.logWeights[1][row] = rarity(seen)));
}

export interface Learning {
  pairs: Pairs;
  /** Indices of the pairs that may be learned from. */
  chosen: readonly number[];
  vocabulary: Vocabulary;
  chance: Chance;
  options: LearnOptions;
  /** Called after each epoch. */
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

// Section: the two bags of a pair, varied at random so that training learns meaning rather than equal words.

export const bagChances = {
  /** Probability of dropping a word of a question or of code. */
  dropQuestion: 0.1,
  dropCode: 0.2,
  /** Probability of removing the question's words from the code. */
  dropEqual: 0.5,
  /** Probability of cutting a question of more than `shortWords` words to a few. */
  cut: 0.3,
  /** Probability of adding the rest of the comment to the code. */
  withRest: 0.8,
  /** Probability of using the name as question, with the sentence added to the code. */
  nameAsks: 0.25,
  /** Probability of using half of the sentence as question, with the other half added to the code. */
  halfAsks: 0.25,
};

const shortWords = 5;
const [fewest, more] = [3, 4];
const minNameTerms = 3;
const minHalvedTerms = 6;
const maxQuestionTerms = 40;
const maxCodeTerms = 260;

class BagMaker {
  private readonly body: Float32Array;
  private readonly comments: Float32Array;
  private readonly isName: Uint8Array;
  private readonly isMarked: Uint8Array;
  private marked: number[] = [];

  constructor(
    private readonly pairs: Pairs,
    /** Row by term; -1 without one. */
    private readonly rowOf: Int32Array,
    rows: number,
    private readonly chance: Chance,
  ) {
    this.body = new Float32Array(rows);
    this.comments = new Float32Array(rows);
    this.isName = new Uint8Array(rows);
    this.isMarked = new Uint8Array(rows);
  }

  static newBags(count: number): { questions: Bag[]; codes: Bag[] } {
    const bags = (capacity: number) => Array.from({ length: count }, () => newBag(capacity));
    return { questions: bags(maxQuestionTerms), codes: bags(maxCodeTerms) };
  }

  private happens(chance: number): boolean {
    return this.chance.next() < chance;
  }

  private eachRow(terms: Iterable<number>, take: (row: number) => void): void {
    for (const term of terms) {
      const row = this.rowOf[term]!;
      if (row < 0) continue;
      if (!this.isMarked[row]) {
        this.isMarked[row] = 1;
        this.marked.push(row);
      }
      take(row);
    }
  }

  /** Terms of the question, and terms added to the code. */
  private rolesOf(pair: number): { asking: ArrayLike<number> & Iterable<number>; beside: number[]; namesAsk: boolean } {
    const sentence = this.pairs.terms(pair, 0);
    const name = this.pairs.terms(pair, 1);
    if (this.pairs.kindOf(pair) === 'name') return { asking: sentence, beside: [], namesAsk: true };
    if (name.length >= minNameTerms && this.happens(bagChances.nameAsks)) {
      return { asking: name, beside: [...sentence], namesAsk: true };
    }
    if (sentence.length >= minHalvedTerms && this.happens(bagChances.halfAsks)) {
      const shuffled = this.chance.shuffle([...sentence]);
      const half = shuffled.length >> 1;
      return { asking: shuffled.slice(0, half), beside: shuffled.slice(half), namesAsk: false };
    }
    return { asking: sentence, beside: [], namesAsk: false };
  }

  make(pair: number, question: Bag, code: Bag): void {
    const { asking, beside, namesAsk } = this.rolesOf(pair);
    this.fillQuestion(question, asking);
    const asked = new Set(question.terms.subarray(0, question.size));
    this.eachRow(this.pairs.terms(pair, 2), (row) => (this.body[row]! += 1));
    if (!namesAsk) this.eachRow(this.pairs.terms(pair, 1), (row) => (this.isName[row] = 1));
    this.eachRow(beside, (row) => (this.comments[row]! += 1));
    if (beside.length > 0 || this.happens(bagChances.withRest)) {
      this.eachRow(this.pairs.terms(pair, 3), (row) => (this.comments[row]! += 1));
    }
    this.fillCode(code, namesAsk || this.happens(bagChances.dropEqual) ? asked : undefined);
  }

  private fillQuestion(bag: Bag, terms: Iterable<number>): void {
    this.eachRow(terms, () => undefined);
    let rows = this.marked;
    this.marked = [];
    for (const row of rows) this.isMarked[row] = 0;
    if (rows.length > shortWords && this.happens(bagChances.cut)) {
      rows = this.chance.shuffle(rows).slice(0, fewest + this.chance.below(more));
    } else if (rows.length > fewest) rows = rows.filter(() => !this.happens(bagChances.dropQuestion));
    bag.size = 0;
    for (const row of rows) addToBag(bag, row, 1);
  }

  private fillCode(bag: Bag, without: ReadonlySet<number> | undefined): void {
    bag.size = 0;
    for (const row of this.marked) {
      if (!without?.has(row) && !this.happens(bagChances.dropCode)) {
        const comments = this.comments[row]!;
        addToBag(bag, row, codeCount({ body: this.body[row]!, comments, isName: this.isName[row] === 1 }));
      }
      this.body[row] = this.comments[row] = this.isName[row] = this.isMarked[row] = 0;
    }
    this.marked = [];
  }
}
