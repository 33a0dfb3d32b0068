import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { cosine, Embedding, vectorsOf } from '../../../src/engine/dense/embedding';
import { wordsAlike } from '../../../src/training/embedding/model';
import { DamagedWeights, readWeights, writeWeights } from '../../../src/engine/dense/weightsFile';
import { createEngine } from '../../../src/engine/engine';
import { Collection } from '../../../src/engine/index/collection';
import { stem } from '../../../src/engine/text/tokens';

const grammarFolder = path.resolve('dist/grammars');
const width = 8;
/** "shrink" and "compress" point the same way, "paint" another. */
const rows: Record<string, number[]> = {
  shrink: [100, 20, 0, 0, 0, 0, 0, 0],
  archive: [90, 40, 0, 0, 0, 0, 0, 0],
  gzip: [110, 10, 5, 0, 0, 0, 0, 0],
  paint: [0, 0, 0, 120, 30, 0, 0, 0],
  canvas: [0, 0, 0, 110, 60, 0, 0, 0],
  inflate: [-100, -20, 0, 0, 0, 0, 0, 0],
};

const noneAlike = { ends: new Uint32Array(6), rows: new Uint16Array(0), strengths: new Uint8Array(0) };

function weightsBytes(alike?: typeof noneAlike): Buffer {
  const words = Object.keys(rows);
  const factors = new Float32Array(words.length).fill(0.01);
  const table = Int8Array.from(Object.values(rows).flat());
  return writeWeights({
    width,
    terms: words.map((word) => stem(word)),
    table,
    alike:
      alike ??
      wordsAlike(
        { table, width },
        words.map(() => []),
      ),
    questionFactors: factors,
    codeFactors: factors,
    date: '2026-01-01',
    recipe: { note: 'by hand' },
  });
}

describe('the file of the embedding', () => {
  it('gives back what was written, with its recipe and date', () => {
    const weights = readWeights(weightsBytes());
    assert.equal(weights.terms.length, 6);
    assert.deepEqual([...weights.table.subarray(0, 3)], [100, 20, 0]);
    assert.deepEqual([weights.head.date, weights.head.recipe.note], ['2026-01-01', 'by hand']);
  });

  it('is refused when any one byte is another, when it is cut and when it is longer', () => {
    const bytes = weightsBytes();
    for (let at = 0; at < bytes.length; at += 7) {
      const damaged = Buffer.from(bytes);
      damaged[at]! ^= 0x10;
      // A changed word of the recipe or the date harms nobody; nothing else may pass.
      let read: ReturnType<typeof readWeights> | undefined;
      try {
        read = readWeights(damaged);
      } catch (error) {
        assert.ok(error instanceof DamagedWeights, `byte ${at}: ${String(error)}`);
      }
      if (read) assert.deepEqual([...read.table], Object.values(rows).flat());
    }
    for (const wrong of [bytes.subarray(0, bytes.length - 1), Buffer.concat([bytes, bytes]), Buffer.alloc(0)]) {
      assert.throws(() => readWeights(wrong), DamagedWeights);
    }
  });
});

describe('vectors of passages', () => {
  it('made from the index point where those made from the text point', () => {
    const embedding = new Embedding(readWeights(weightsBytes()));
    const collection = new Collection();
    const texts = ['archive(gzip)\ngzip.open()', 'paint(canvas)', 'nothing known'];
    texts.forEach((text, at) => {
      const writer = collection.open(String(at));
      const record = { source: String(at), start: 0, end: 0, startOffset: 0, endOffset: text.length };
      writer.add(record, { text, language: 'py', place: '' });
      writer.close();
    });
    collection.flush();
    const [segment] = collection.current();
    assert.ok(segment);
    const vectors = vectorsOf(segment, embedding);
    for (const at of [0, 1]) {
      const own = embedding.code(texts[at]!, 'py')!;
      assert.ok(cosine(own, vectors, at) > 0.999);
      assert.ok(cosine(own, vectors, 1 - at) < 0.5);
    }
    assert.equal(cosine(embedding.question(['paint'])!, vectors, 2), 0);
    assert.equal(vectorsOf(segment, embedding), vectors);
  });

  it('are given for many texts at once, zeros for those without a known word', () => {
    const embedding = new Embedding(readWeights(weightsBytes()));
    const [first, none] = embedding.embed(['shrink it', 'unheard'], 'query');
    assert.deepEqual(first, embedding.question(['shrink']));
    assert.deepEqual(none, new Float32Array(width));
    assert.deepEqual(embedding.embed(['paint(canvas)'], 'code', 'py')[0], embedding.code('paint(canvas)', 'py'));
  });

  it('are given through the port that other embedding models have, and told to be missing where they are', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-embedder-'));
    const embeddingFile = path.join(folder, 'embedding.bin');
    fs.writeFileSync(embeddingFile, weightsBytes());
    const withIt = createEngine({ grammarFolder, embeddingFile, log: () => undefined });
    const without = createEngine({ grammarFolder, log: () => undefined });
    const never = new AbortController().signal;
    try {
      const own = new Embedding(readWeights(weightsBytes()));
      const texts = [{ kind: 'query' as const, text: 'shrink it' }, { kind: 'code' as const, text: 'gzip(archive)' }]; // prettier-ignore
      assert.deepEqual(await withIt.embed(texts, never), [own.question(['shrink']), own.code('gzip(archive)', 'txt')]);
      assert.equal(await without.embed(texts, never), undefined);
    } finally {
      await Promise.all([withIt.close(), without.close()]);
      fs.rmSync(folder, { recursive: true, force: true });
    }
  });

  it('are none for a text without a known word', () => {
    const embedding = new Embedding(readWeights(weightsBytes()));
    assert.equal(embedding.question(['unheard']), undefined);
    assert.equal(embedding.code('', 'py'), undefined);
  });
});

describe('products of a question with terms', () => {
  it('are the same for many terms at once as for each of them', () => {
    const embedding = new Embedding(readWeights(weightsBytes()));
    const asked = embedding.question(['shrink', 'canvas'])!;
    const all = Object.keys(rows).map((_, row) => row);
    const products = new Float64Array(all.length);
    embedding.productsOf(asked, all, products);
    assert.deepEqual(
      [...products],
      all.map((row) => embedding.productOf(asked, row)),
    );
  });
});

describe('words alike', () => {
  it('stand near in the table, the nearest first, and are kept with it', () => {
    const embedding = new Embedding(readWeights(weightsBytes()));
    const like = embedding.wordsLike('paint');
    assert.deepEqual(
      like.map(({ term }) => term),
      [stem('canvas')],
    );
    assert.ok(like[0]!.strength > 0.9 && like[0]!.strength < 1);
    const [near, far] = embedding.wordsLike(stem('archive'));
    assert.ok(near && far && near.strength >= far.strength);
    assert.deepEqual(embedding.wordsLike('unheard'), []);
  });

  it('put first in a folder what says the question in other words, and find nothing where no word is there', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-alike-'));
    const embeddingFile = path.join(folder, 'embedding.bin');
    const code = path.join(folder, 'src');
    fs.writeFileSync(embeddingFile, weightsBytes());
    fs.mkdirSync(code);
    for (const [name, call] of Object.entries({ a: 'sort', b: 'gzip', c: 'evict' }))
      fs.writeFileSync(path.join(code, `${name}.js`), `export function step(rows) {\n  return ${call}(rows);\n}\n`);
    const engines = [
      { grammarFolder, embeddingFile, log: () => undefined },
      { grammarFolder, log: () => undefined },
    ].map(createEngine);
    try {
      const [withIt, without] = await Promise.all(
        engines.map(async (engine) => {
          const asked = { space: { paths: [code] }, limit: 10 };
          const found = async (query: string) => {
            const { snippets } = await engine.retrieve({ ...asked, query });
            return snippets.map(({ source }) => (source.kind === 'file' ? path.basename(source.path) : ''));
          };
          assert.deepEqual(await found('Where does the moon rise?'), []);
          return [await found('Where do rows shrink?'), await found('Where do we push rows out?')];
        }),
      );
      assert.deepEqual(withIt, [
        ['b.js', 'a.js', 'c.js'],
        ['c.js', 'a.js', 'b.js'],
      ]);
      assert.deepEqual(without, [
        ['a.js', 'b.js', 'c.js'],
        ['a.js', 'b.js', 'c.js'],
      ]);
    } finally {
      await Promise.all(engines.map((engine) => engine.close()));
      fs.rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('a store of snippets', () => {
  let folder: string;
  const seeds = [
    { id: 'a', text: 'def paint(canvas):\n    canvas.fill()\n', language: 'py' },
    { id: 'b', text: 'def pack(rows):\n    return gzip.archive(rows)\n', language: 'py' },
    { id: 'c', text: 'def stack(rows):\n    return [row for row in rows]\n', language: 'py' },
  ];

  async function ask(embeddingFile: string | undefined, query: string, asked = seeds) {
    const told: string[] = [];
    const engine = createEngine({
      grammarFolder,
      log: (_, text) => told.push(text),
      ...(embeddingFile === undefined ? {} : { embeddingFile }),
    });
    try {
      const first = await engine.retrieve({ query, space: { seeds: asked }, limit: 10, explain: true });
      await engine.retrieve({ query, space: { seeds: asked }, limit: 10 });
      return { snippets: first.snippets, told };
    } finally {
      await engine.close();
    }
  }

  before(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-dense-'));
    fs.writeFileSync(path.join(folder, 'good.bin'), weightsBytes());
    fs.writeFileSync(path.join(folder, 'bad.bin'), weightsBytes().subarray(0, 300));
    fs.writeFileSync(path.join(folder, 'noneAlike.bin'), weightsBytes(noneAlike));
  });
  after(() => fs.rmSync(folder, { recursive: true, force: true }));

  it('finds what says it in other words', async () => {
    const { snippets } = await ask(path.join(folder, 'good.bin'), 'how to shrink it all');
    assert.deepEqual(snippets[0]?.source, { kind: 'seed', index: 1 });
    assert.deepEqual((await ask(undefined, 'how to shrink it all')).snippets, []);
  });

  it('still puts first what says it in the same words', async () => {
    const { snippets } = await ask(path.join(folder, 'good.bin'), 'stack rows');
    assert.deepEqual(snippets[0]?.source, { kind: 'seed', index: 2 });
  });

  it('puts what says a word by one alike further before what does not', async () => {
    const scoresBy = async (file: string) => {
      const { snippets } = await ask(path.join(folder, file), 'how to shrink the rows');
      return snippets.map(({ source, score }) => [source.kind === 'seed' && source.index, score] as const);
    };
    const [[best], [other, score]] = (await scoresBy('good.bin')) as [[number, number], [number, number]];
    const [, [, without]] = (await scoresBy('noneAlike.bin')) as [[number, number], [number, number]];
    assert.deepEqual([best, other], [1, 2]);
    assert.ok(score < without, `${score} ${without}`);
  });

  it('finds nothing where everything says the opposite', async () => {
    const opposite = [{ id: 'd', text: 'inflate(thing)', language: 'py' }];
    const { snippets } = await ask(path.join(folder, 'good.bin'), 'how to shrink it all', opposite);
    assert.deepEqual(snippets, []);
  });

  it('puts first what holds more of the words, however often another repeats one of them', async () => {
    const asked = [
      { id: 'e', text: 'def alpha(alpha):\n    return alpha.alpha(alpha)\n', language: 'py' },
      { id: 'f', text: `one = alpha\ntwo = beta\nthree = gamma\n${'rest()\n'.repeat(8)}`, language: 'py' },
      ...['g'].map((id) => ({ id, text: 'other(beta, gamma)', language: 'py' })),
    ];
    const { snippets } = await ask(path.join(folder, 'good.bin'), 'shrink alpha beta gamma', asked);
    assert.deepEqual(snippets[0]?.source, { kind: 'seed', index: 1 });
  });

  it('finds a word that means nearly the same', async () => {
    const asked = [...seeds, { id: 'j', text: 'def remove(entry):\n    entry.close()\n', language: 'py' }];
    const { snippets } = await ask(undefined, 'how to delete it all', asked);
    assert.deepEqual(snippets[0]?.source, { kind: 'seed', index: 3 });
  });

  it('looks a name alone up by its letters', async () => {
    const { snippets } = await ask(path.join(folder, 'good.bin'), 'shrink');
    assert.deepEqual(snippets, []);
  });

  it('is searched by words, and the log says once why, when the file is damaged or missing', async () => {
    for (const file of ['bad.bin', 'missing.bin']) {
      const { snippets, told } = await ask(path.join(folder, file), 'stack rows');
      assert.deepEqual(snippets[0]?.source, { kind: 'seed', index: 2 });
      assert.equal(told.filter((text) => text.includes('was not used')).length, 1, told.join('\n'));
    }
  });

  it('answers the same question with the same scores', async () => {
    const file = path.join(folder, 'good.bin');
    assert.deepEqual((await ask(file, 'archive rows')).snippets, (await ask(file, 'archive rows')).snippets);
  });
});
