// How much code is shown with an answer, and what is known of a unit beside its own words.
import assert from 'node:assert/strict';
import { CoverageOf } from '../../../src/engine/answers/coverage';
import { marksOf } from '../../../src/engine/answers/marks';
import { quotedFor, shownFor } from '../../../src/engine/answers/quoteCode';
import { featureNames, weighingFor } from '../../../src/engine/answers/rate';
import { surroundingsOf } from '../../../src/engine/answers/surroundings';
import { readPassage, type ReadPassage, type Unit } from '../../../src/engine/answers/units';
import { weights } from '../../../src/engine/answers/weights';
import { analyse } from '../../../src/engine/rank/question';

function read(rows: readonly string[], symbol: string): ReadPassage {
  const lines = { start: 1, end: rows.length };
  const source = { kind: 'file', path: '/src/van.ts' } as const;
  return readPassage({ id: '0', source, label: 'src/van.ts', text: rows.join('\n'), language: 'ts', lines, symbol });
}

function unitWith(passage: ReadPassage, form: Unit['form'], text: string): Unit {
  const unit = passage.units.find((one) => one.form === form && one.text.includes(text));
  assert.ok(unit);
  return unit;
}

const body = (count: number) => Array.from({ length: count }, (_, at) => `  load(crates[${at}]);`);

describe('the code shown with an answer', () => {
  it('is the whole of a short definition', () => {
    const passage = read(['function fill(van) {', ...body(6), '  van.close();', '}', '', 'function next() {}'], 'fill');
    assert.deepEqual(shownFor(unitWith(passage, 'statement', 'van.close'), passage), { start: 0, end: 8 });
  });

  it('is twelve rows of a long one, those of the answer among them', () => {
    const passage = read(['function fill(van) {', ...body(30), '  van.close();', ...body(30), '}'], 'fill');
    const { start, end } = shownFor(unitWith(passage, 'statement', 'van.close'), passage);
    assert.equal(end - start + 1, 12);
    assert.ok(start <= 31 && end >= 31);
  });
});

describe('the code quoted in an answer', () => {
  const quoted = (rows: readonly string[], form: Unit['form'], text: string) => {
    const passage = read(rows, 'fill');
    const { start, end } = quotedFor(unitWith(passage, form, text), passage);
    return rows.slice(start, end + 1).map((row) => row.trim());
  };

  it('begins with no end of a block and no rest of a call that is cut off', () => {
    const before = [
      'function fill(van) {',
      ...body(20),
      '  if (van.isFull) {',
      '    honk(',
      '      van,',
      '    );',
      '  }',
    ];
    const rows = quoted([...before, '  van.close();', ...body(20), '}'], 'statement', 'van.close');
    assert.equal(rows[0], 'van.close();');
    assert.equal(rows.length, 12, 'the room goes to what follows');
  });

  it('keeps a whole statement and the head of a block before it', () => {
    const rows = ['function fill(van) {', ...body(20), '  const key = van.key;', '  if (key) {', '    van.close(key);', '  }', ...body(20), '}']; // prettier-ignore
    const text = quoted(rows, 'statement', 'van.close').join(' ');
    assert.match(text, /^load.* const key = van\.key; if \(key\) \{ van\.close\(key\); \} load/);
  });

  it('ends with no head of a block that is cut off', () => {
    const rows = ['function fill(van) {', ...body(20), '  van.close();', ...body(5), '  if (van.isFull) {', ...body(20), '  }', '}']; // prettier-ignore
    assert.equal(quoted(rows, 'statement', 'van.close').at(-1), 'load(crates[4]);');
  });

  it('takes what a comment says before it from the beginning of a paragraph, or not at all', () => {
    const beginning = (...lines: string[]) => {
      const comment = lines.map((line) => `  // ${line}`.trimEnd());
      const rows = ['function fill(van) {', ...body(20), ...comment, '  van.close();', ...body(20), '}'];
      return quoted(rows, 'sentence', 'closes when')[0];
    };
    const closes = ['The van closes when', 'it is full.'];
    assert.equal(beginning('Says nothing here,', 'over several', 'rows.', ...closes), '// The van closes when');
    assert.equal(beginning('Says nothing here.', '', 'The van is red.', ...closes), '// The van is red.');
  });
});

describe('what stands around a unit', () => {
  it('is the condition it is under and the body of its definition', () => {
    const rows = ['function fill(van) {', '  if (van.isOverloaded) {', '    unload(van);', '  }', '  park(van);', '}'];
    const passage = read(rows, 'fill');
    const question = analyse('what happens to an overloaded van that cannot park?');
    const coverage = new CoverageOf(question, [passage.snippet], question.text);
    const around = surroundingsOf(passage, coverage, question.content);
    const nothing = coverage.ofText('');
    const of = (text: string) =>
      around(unitWith(passage, 'statement', text), { text, own: nothing, head: nothing, around: nothing });
    assert.ok(of('unload(van)').guard > 0);
    assert.equal(of('park(van)').guard, 0);
    assert.ok(of('unload(van)').body > of('unload(van)').guard);
  });

  it('tells a reason from a plain sentence', () => {
    const rows = ['// The van waits because the gate is slow.', '// The van is red.', 'wait(van);'];
    const passage = read(rows, 'van');
    const coverage = new CoverageOf(analyse('why does the van wait?'), [passage.snippet]);
    const reasons = passage.units
      .filter(({ form }) => form === 'sentence')
      .map((unit) => marksOf(unit, { query: 'why does the van wait?', coverage }).reason);
    assert.deepEqual(reasons, [1, 0]);
  });
});

describe('the weights of the answerer', () => {
  it('are of features that there are, each a number', () => {
    for (const own of Object.values(weights.byKind))
      for (const name of Object.keys(own)) assert.ok(featureNames.some((known) => known === name));
    assert.ok(Object.values(weighingFor('how')).every((weight) => Number.isFinite(weight)));
  });

  it('of one kind of question are those of all and its own together', () => {
    const { all, byKind } = weights;
    assert.equal(weighingFor('why').form, all.form + (byKind.why?.form ?? 0));
  });
});
