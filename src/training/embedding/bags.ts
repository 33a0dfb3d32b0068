/**
 * Makes the two bags of a pair as training sees them, each time a little different: words dropped at random, long
 * questions cut short, the question's own words taken out of the code half of the time (what is equal is found by words;
 * what only means the same must be learned), and other views of the same piece: its name asks for its comment and code,
 * one half of a sentence for the other. Must not know: batches, loss.
 */
import { codeCount } from '../../engine/dense/counts';
import type { Chance } from './chance';
import { addToBag, newBag, type Bag } from './model';
import type { Pairs } from './pairFile';

export const bagChances = {
  /** A word of a question or of code is left out. */
  dropQuestion: 0.1,
  dropCode: 0.2,
  /** Equal words are taken out of the code. */
  dropEqual: 0.5,
  /** A question of more than `shortWords` words is cut to a few. */
  cut: 0.3,
  /** The rest of the comment stands beside the code. */
  withRest: 0.8,
  /** The name asks, and the sentence stands beside the code. */
  nameAsks: 0.25,
  /** Half of the sentence asks, and the other half stands beside the code. */
  halfAsks: 0.25,
};

const shortWords = 5;
const [fewest, more] = [3, 4];
const minNameTerms = 3;
const minHalvedTerms = 6;
const maxQuestionTerms = 40;
const maxCodeTerms = 260;

export class BagMaker {
  private readonly body: Float32Array;
  private readonly comments: Float32Array;
  private readonly isName: Uint8Array;
  private readonly isMarked: Uint8Array;
  private marked: number[] = [];

  constructor(
    private readonly pairs: Pairs,
    /** Row by term; -1 for those without one. */
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

  /** Which terms ask, and which stand beside the code. */
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
