import assert from 'node:assert/strict';
import { Embedding } from '../../../src/engine/dense/embedding';
import { readWeights, writeWeights } from '../../../src/engine/dense/weightsFile';
import { Gathering, KeepOut } from '../../../src/training/embedding/gather';
import { kernelsFor, newMemory } from '../../../src/training/embedding/kernels';
import { learn, learnOptions } from '../../../src/training/embedding/learn';
import { addToBag, Model, newBag, type Bag, quantise, Chance, wordsAlike } from '../../../src/training/embedding/model';
import { ndcg10 } from '../../../src/training/embedding/measure';
import { translationsOf } from '../../../src/training/embedding/translations';
import { vocabularyOf } from '../../../src/training/embedding/pairFile';

const width = 16;

function bagOf(...terms: number[]): Bag {
  const bag = newBag(terms.length);
  for (const term of terms) addToBag(bag, term, 1);
  return bag;
}

describe('the inner loops of training', () => {
  it('agree with the same sums written plainly', () => {
    const memory = newMemory(65_536);
    const numbers = new Float32Array(memory.buffer);
    const kernels = kernelsFor(width, memory);
    const chance = new Chance(1);
    for (let at = 0; at < 20 * width; at += 1) numbers[at] = chance.next() - 0.5;
    const row = (at: number) => [...numbers.subarray(at * width, (at + 1) * width)];
    const product = (a: number[], b: number[]) => a.reduce((sum, value, at) => sum + value * b[at]!, 0);
    const [scores, mixed] = [1000, 1200];
    kernels.dots4(scores * 4, 6 * 4, 0, 4 * width * 4, 6);
    for (const [x, y] of [
      [0, 0],
      [1, 3],
      [3, 5],
    ] as const) {
      assert.ok(Math.abs(numbers[scores + x * 6 + y]! - product(row(x), row(4 + y))) < 1e-5);
    }
    kernels.mix4(mixed * 4, scores * 4, 6 * 4, 4, 4 * width * 4, 6);
    const plain = [0, 1, 2, 3, 4, 5].reduce((sum, y) => sum + numbers[scores + 12 + y]! * row(4 + y)[7]!, 0);
    assert.ok(Math.abs(numbers[mixed + 2 * width + 7]! - plain) < 1e-5);
  });
});

describe('the model', () => {
  const shape = { terms: 12, width, batch: 4 };
  const questions = [bagOf(0), bagOf(1, 2), bagOf(3), bagOf(4)];
  const codes = [bagOf(5, 6), bagOf(7), bagOf(8, 9), bagOf(10, 11)];
  const options = { temperature: 10, rate: 0.05, weightRate: 0.02 };

  it('pulls pairs together and others apart', () => {
    const model = new Model(shape, new Chance(3));
    const first = model.step(questions, codes, options);
    let last = first;
    for (let step = 0; step < 60; step += 1) last = model.step(questions, codes, options);
    assert.ok(first > 1 && last < 0.2, `${first} ${last}`);
    const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, at) => sum + value * b[at]!, 0);
    const question = model.embed(questions[2]!, 0);
    const own = cosine(question, model.embed(codes[2]!, 1));
    for (const other of [0, 1, 3]) assert.ok(own > cosine(question, model.embed(codes[other]!, 1)) + 0.3);
  });

  it('steps against the slope that small changes of the table show', () => {
    const lossAt = (change: number) => {
      const model = new Model(shape, new Chance(3));
      model.table[5 * width + 2]! += change;
      return model.step(questions, codes, { ...options, rate: 0, weightRate: 0 });
    };
    const model = new Model(shape, new Chance(3));
    const before = model.table[5 * width + 2]!;
    model.step(questions, codes, { ...options, weightRate: 0 });
    const slope = (lossAt(0.01) - lossAt(-0.01)) / 0.02;
    assert.ok(Math.abs(slope) > 1e-3);
    assert.equal(Math.sign(model.table[5 * width + 2]! - before), -Math.sign(slope));
  });
});

describe('words that are written of code', () => {
  /** Comments about dropping, above code that evicts, in so many repositories; half of them do something else beside. */
  function translated(repositories: number): Record<string, string[]> {
    const gathering = new Gathering(new KeepOut());
    for (let copy = 0; copy < 40; copy += 1) {
      const beside = copy % 2 === 0 ? 'counter = counter + 1' : 'trace(counter)';
      const piece = { name: '', code: `oldest = entries.first(${copy})\nevict(oldest)\n${beside}`, rest: '' };
      gathering.add(
        { ...piece, kind: 'doc', question: 'drops the entry' },
        'py',
        Math.floor((copy * repositories) / 40),
      );
      const other = { name: '', code: `total = sum(rows, ${copy})\n${beside}`, rest: '' };
      gathering.add({ ...other, kind: 'doc', question: 'adds the rows' }, 'py', Math.floor((copy * repositories) / 40));
    }
    const terms = gathering.terms();
    const found = translationsOf({ pairs: gathering.pairs, terms }, terms);
    return Object.fromEntries(found.map((list, row) => [terms[row]!, list.map(([other]) => terms[other]!)]));
  }

  it('find the words of the code, without themselves, before what stands beside everything', () => {
    const { drop = [], row = [] } = translated(8);
    assert.deepEqual(drop.slice(-1), ['counter']);
    assert.ok(drop.includes('evict') && drop.includes('oldest') && !drop.includes('sum'), String(drop));
    assert.ok(row.includes('sum') && !row.includes('row'), String(row));
  });

  it('are nothing where one or two repositories write so', () => {
    assert.deepEqual(translated(2).drop, []);
  });
});

describe('training as a whole', () => {
  function gathered(): Gathering {
    const gathering = new Gathering(new KeepOut());
    const nouns = 'basket order price user session token file folder page letter'.split(' ');
    nouns.forEach((noun, at) => {
      for (let copy = 0; copy < 30; copy += 1) {
        const code = `def work${copy}(${noun}Thing):\n    return open${noun}(load${noun}, ${noun}Thing, ${copy})`;
        gathering.add(
          { kind: 'doc', question: `open the ${noun} number ${copy}`, name: `work${copy}`, code, rest: '' },
          'py',
          at,
        );
      }
    });
    return gathering;
  }

  function train(): Buffer {
    const { pairs, ...rest } = gathered();
    const terms = gathered().terms();
    const vocabulary = vocabularyOf(pairs, terms, 500);
    const chosen = Array.from({ length: pairs.size }, (_, pair) => pair);
    const options = { ...learnOptions, width, batch: 32, epochs: 3 };
    const model = learn({ pairs, chosen, vocabulary, chance: new Chance(7), options, tell: () => undefined });
    assert.ok(rest.languages.includes('py'));
    const quantised = quantise(model, vocabulary.terms);
    const alike = wordsAlike(quantised, translationsOf({ pairs, terms }, vocabulary.terms));
    return writeWeights({ ...quantised, alike, date: '2026-01-01', recipe: {} });
  }

  it('gives the same bytes for the same pairs and seed', () => {
    assert.deepEqual(train(), train());
  });

  it('learns which words of code answer which words of a question', () => {
    const embedding = new Embedding(readWeights(train()));
    const question = embedding.question(['session'])!;
    const score = (text: string) =>
      embedding.code(text, 'py')!.reduce((sum, value, at) => sum + value * question[at]!, 0);
    assert.ok(score('loadsession(x)') > score('loadletter(x)') + 0.1);
  });
});

describe('the figure', () => {
  it('is 1 for the right one first, less below, 0 behind the tenth', () => {
    const right = new Set(['a']);
    assert.equal(ndcg10(['a', 'b'], right), 1);
    assert.ok(Math.abs(ndcg10(['b', 'a'], right) - 1 / Math.log2(3)) < 1e-9);
    assert.equal(ndcg10([...'bcdefghijk', 'a'], right), 0);
  });
});
