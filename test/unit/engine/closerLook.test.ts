// The closer look at the best passages: by what their rows say.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { shippedEmbedding } from '../../../src/engine/dense/embedding';
import { createEngine } from '../../../src/engine/engine';
import { analyse } from '../../../src/engine/rank/question';
import {
  lookedAt,
  lookingFor,
  lookSigns,
  powerSign,
  reordered,
  type Looking,
} from '../../../src/engine/search/closerLook';

const embedding = shippedEmbedding(path.resolve('media/embedding.bin'), () => undefined)()!;
const looking = (query: string): Looking => lookingFor(analyse(query), embedding)!;

const signsOf = (text: string, language = 'ts', query = 'what retries?') =>
  lookSigns([{ text, language }], looking(query))[0]!;

describe('the closer look at passages', () => {
  it('counts rows that do something, and none of those in comments', () => {
    const declared = signsOf('// calls fetch(url) = again\ninterface Retry {\n  url: string;\n}');
    const done = signsOf('function retry(url) {\n  const left = count(url);\n  return fetch(url);\n}');
    assert.equal(declared.statements, 0);
    assert.ok(done.statements > 1);
    assert.equal(declared.filledRows, done.filledRows);
  });

  it('knows comments by the language', () => {
    assert.equal(signsOf('# retry(url) = again', 'py').statements, 0);
    assert.ok(signsOf('# retry(url) = again', 'c').statements > 0);
  });

  it('takes the nearest row with a number where a number is asked for', () => {
    const text = 'const retries = 5;\nconst width = 80;';
    const number = (of: string) => signsOf(of, 'ts', 'how many retries?');
    const { valueRow, valueWords } = number(text);
    const other = number('const retries = many;\nconst width = 80;');
    assert.ok(other.valueRow < valueRow && other.valueWords < valueWords);
    assert.equal(signsOf(text).valueRow, 0);
    assert.equal(signsOf(text).valueWords, 0);
    // A digit within a name is none, nor is a text.
    assert.equal(number('retries2.value1 = "many"').valueRow, 0);
  });

  it('takes the nearest row with any value where one is asked for by name', () => {
    const value = (of: string) => signsOf(of, 'ts', 'what is the default policy of retries?');
    const text = value('const retryPolicy = "linear";');
    assert.ok(text.valueRow > value('const retryPolicy = choose;').valueRow);
    assert.ok(value('retryPolicy: true').valueWords > value('retryPolicy: on').valueWords);
  });

  it('looks at more passages where a value is asked for, since it is one row among many', () => {
    assert.ok(lookedAt(looking('how many retries?')) > lookedAt(looking('what retries?')));
  });

  it('tells how much of the question rows hold that stand close together, in its words or in words alike', () => {
    const asked = lookingFor(analyse('where is the oldest entry thrown out of the store?'), embedding)!;
    const togetherIn = (text: string) => lookSigns([{ text, language: 'ts' }], asked)[0]!.closeRows;
    const close = togetherIn('store.size += 1;\nevict(oldest);\nreturn entry;');
    const apart = togetherIn(`store.size += 1;\n${'next();\n'.repeat(9)}evict(oldest);`);
    assert.ok(close > apart && apart > togetherIn('evict(first);') && togetherIn('evict(first);') > 0);
    assert.ok(close <= 1);
    assert.equal(togetherIn('const width = 80;'), 0);
  });

  it('gives each passage once, the best with 1, and those behind below all that were looked at', () => {
    const of = (slot: number, score: number, whole: number) => ({
      row: { slot, score },
      signs: { ...signsOf(''), whole, power: powerSign(score) },
    });
    const rows = [...reordered([of(4, 1, 0.1), of(2, 0.8, 0.9), of(7, 0.5, 0.1)], [{ slot: 1, score: 0.25 }])];
    assert.deepEqual(
      rows.map(({ slot }) => slot),
      [2, 4, 7, 1],
    );
    assert.equal(rows[0]!.score, 1);
    assert.ok(rows.every(({ score }, at) => at === 0 || (score > 0 && score <= rows[at - 1]!.score)));
    assert.deepEqual([...reordered([], [])], []);
  });

  const limits: [name: string, text: string][] = [
    [
      'limits.go',
      'package pool\n\n// SetIdleTimeout sets how long an idle connection is kept.\nfunc (p *Pool) SetIdleTimeout(d Duration) {\n\tp.idleTimeout = d\n}\n\nfunc newPool() *Pool {\n\tp := &Pool{}\n\tp.idleTimeout = 45 * time.Second\n\treturn p\n}\n',
    ],
    [
      'Pool.java',
      'class Pool {\n  /** How long an idle connection is kept. */\n  void setIdleTimeout(Duration d) {\n    idleTimeout = d;\n  }\n\n  Pool() {\n    this.idleTimeout = Duration.ofSeconds(45);\n    this.connections = new ArrayList<>();\n  }\n}\n',
    ],
  ];
  for (const [name, text] of limits)
    it(`explains itself by its signs (${name})`, async () => {
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-look-'));
      fs.writeFileSync(path.join(folder, name), text);
      const engine = createEngine({
        grammarFolder: path.resolve('dist/grammars'),
        embeddingFile: path.resolve('media/embedding.bin'),
        log: () => undefined,
      });
      try {
        const query = 'how long is an idle connection kept by default?';
        const { snippets } = await engine.retrieve({ query, space: { paths: [folder] }, limit: 5, explain: true });
        const number = snippets.find((snippet) => snippet.text.includes('45'))!;
        assert.ok(number.explanation!.parts.valueRow! > 0);
        assert.ok(snippets.every(({ score }, at) => at === 0 || score <= snippets[at - 1]!.score));
      } finally {
        await engine.close();
        fs.rmSync(folder, { recursive: true });
      }
    });
});
