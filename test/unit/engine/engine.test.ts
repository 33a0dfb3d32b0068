import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createEngine } from '../../../src/engine/engine';
import type { Engine, QuerySpace, Snippet } from '../../../src/engine/types';

const grammarFolder = path.resolve('dist/grammars');
const shop = path.resolve('test/fixtures/engine/shop');

let engine: Engine;

function fileOf(snippet: Snippet | undefined): string {
  return snippet?.source.kind === 'file' ? path.basename(snippet.source.path) : '';
}

async function ask(query: string, space: QuerySpace = { paths: [shop] }, limit = 10): Promise<Snippet[]> {
  return (await engine.retrieve({ query, space, limit })).snippets;
}

/** The text on disk at the offsets of a snippet. */
function onDisk({ source, start, end }: Snippet): string {
  return source.kind === 'file' ? fs.readFileSync(source.path, 'utf8').slice(start, end) : '';
}

describe('the engine', function () {
  this.timeout(20_000);
  beforeEach(() => {
    engine = createEngine({ grammarFolder, log: () => undefined });
  });
  afterEach(() => engine.close());

  it('finds the place that a question is about', async () => {
    assert.equal(fileOf((await ask('how is the discount of a coupon applied to the total?'))[0]), 'cart.ts');
    assert.equal(fileOf((await ask('where do reservations run out?'))[0]), 'stock.py');
    assert.equal(fileOf((await ask('how long do we wait before paying again?'))[0]), 'retry.go');
    assert.equal(fileOf((await ask('roundMoney'))[0]), 'money.ts');
  });

  it('leaves nothing on a signal that outlives its calls, and ends what runs when it is closed', async () => {
    const { signal } = new AbortController();
    const request = { query: 'coupon', space: { paths: [shop] }, limit: 1 };
    await Promise.all(Array.from({ length: 10 }, () => engine.retrieve(request, signal)));
    assert.deepEqual(getEventListeners(signal, 'abort'), []);
    const running = engine.retrieve({ ...request, space: { paths: [path.resolve('test')] } }, signal);
    const [end] = await Promise.allSettled([running, engine.close()]);
    assert.equal(end.status, 'rejected');
    await assert.rejects(engine.retrieve(request, signal), { name: 'AbortError' });
  });

  it('prefers tests only when the question is about tests', async () => {
    assert.equal(fileOf((await ask('discount of a coupon'))[0]), 'cart.ts');
    assert.equal(fileOf((await ask('which test covers the discount of a coupon?'))[0]), 'cart.test.ts');
  });

  it('gives offsets and lines that cut the passage out of the file on disk', async () => {
    for (const snippet of await ask('coupon reservation amount')) {
      assert.equal(onDisk(snippet), snippet.text);
      const lines = snippet.source.kind === 'file' ? fs.readFileSync(snippet.source.path, 'utf8').split('\n') : [];
      assert.equal(lines.slice(snippet.lines.start - 1, snippet.lines.end).join('\n'), snippet.text);
    }
  });

  it('scores from 1 downward within [0, 1] and gives at most the limit', async () => {
    const snippets = await ask('coupon total amount money', { paths: [shop] }, 3);
    assert.equal(snippets.length, 3);
    assert.equal(snippets[0]?.score, 1);
    const scores = snippets.map(({ score }) => score);
    assert.deepEqual(
      scores,
      [...scores].sort((a, b) => b - a),
    );
    assert.ok(scores.every((score) => score > 0 && score <= 1));
  });

  it('answers the same question with the same bytes, also from a fresh index', async () => {
    const first = JSON.stringify(await ask('coupon reservation amount'));
    assert.equal(JSON.stringify(await ask('coupon reservation amount')), first);
    await engine.close();
    engine = createEngine({ grammarFolder, log: () => undefined });
    assert.equal(JSON.stringify(await ask('coupon reservation amount')), first);
  });

  it('gives nothing for an empty question or an empty space', async () => {
    assert.deepEqual(await ask('  '), []);
    assert.deepEqual(await ask('coupon', {}), []);
    assert.deepEqual(await ask('coupon', { paths: [], seeds: [], documents: [] }), []);
  });

  it('takes a question of 100 KB', async () => {
    const begin = performance.now();
    assert.ok((await ask('how is the coupon applied to the total? '.repeat(2600))).length > 0);
    assert.ok(performance.now() - begin < 10_000);
  });

  it('explains a score when asked', async () => {
    const { snippets } = await engine.retrieve({
      query: 'coupon that is expired',
      space: { paths: [shop] },
      limit: 1,
      explain: true,
    });
    assert.ok(snippets[0]?.explanation?.matchedTerms.includes('coupon'));
    assert.ok((snippets[0]?.explanation?.parts.ownWords ?? 0) > 0);
    assert.equal((await ask('expired coupon'))[0]?.explanation, undefined);
  });

  it('names what it cannot search and searches the rest', async () => {
    const paths = [path.join(shop, 'nowhere'), 'relative', path.join(shop, '.env'), path.join(shop, 'src')];
    const { snippets, skipped } = await engine.retrieve({ query: 'coupon', space: { paths }, limit: 5 });
    assert.deepEqual(
      skipped.map(({ path: given }) => given),
      paths.slice(0, 3),
    );
    assert.match(skipped[0]?.reason ?? '', /no such file/);
    assert.match(skipped[1]?.reason ?? '', /absolute/);
    assert.match(skipped[2]?.reason ?? '', /never read/);
    assert.ok(snippets.length > 0);
  });

  it('searches a single file', async () => {
    const { snippets, searched } = await engine.retrieve({
      query: 'round',
      space: { paths: [path.join(shop, 'src/money.ts')] },
      limit: 5,
    });
    assert.equal(searched.files, 1);
    assert.equal(fileOf(snippets[0]), 'money.ts');
  });

  it('ranks files, documents and seeds in one list', async () => {
    await engine.putDocuments([
      { id: 'a1', text: 'def slugify(title):\n    return title.lower()\n', language: 'py', name: 'Slug' },
    ]);
    const space: QuerySpace = {
      paths: [shop],
      documents: 'all',
      seeds: [{ id: '', text: 'function slugify(text) { return text; }' }],
    };
    const { snippets, searched } = await engine.retrieve({ query: 'slugify a title', space, limit: 5 });
    assert.deepEqual(new Set(snippets.map(({ source }) => source.kind)), new Set(['document', 'seed']));
    assert.equal(searched.documents, 2);
  });

  it('searches only the documents named, and forgets the removed', async () => {
    const text = (word: string) => `export const ${word} = 'shared words of all documents';\n`;
    await engine.putDocuments(['a', 'b', 'c'].map((id) => ({ id, text: text(id), language: 'ts' })));
    const found = async (documents: string[] | 'all') =>
      (await ask('shared words', { documents })).map(({ source }) => source);
    assert.deepEqual(await found(['b']), [{ kind: 'document', id: 'b' }]);
    await engine.removeDocuments(['b']);
    assert.deepEqual(await found(['b']), []);
    assert.equal((await found('all')).length, 2);
  });

  it('replaces a document that is put again', async () => {
    await engine.putDocuments([{ id: 'a', text: 'alpha beta' }]);
    await engine.putDocuments([{ id: 'a', text: 'gamma delta' }]);
    assert.deepEqual(await ask('alpha', { documents: 'all' }), []);
    assert.equal((await ask('gamma', { documents: 'all' }))[0]?.text, 'gamma delta');
    assert.equal((await engine.status()).documents, 1);
  });

  it('masks secrets of files and seeds in what it returns', async () => {
    const value = ['q9Zr4', 'Xv7Lp2', 'Bn8Kt'].join('');
    const seeds = [{ id: '', text: `const apiToken = "${value}";\nconnect(apiToken);\n`, language: 'js' }];
    const [snippet] = await ask('connect api token', { seeds });
    assert.match(snippet?.text ?? '', /\[secret\]/);
    assert.ok(!snippet?.text.includes(value));
  });

  it('gives a seed in its order when the question has no subject of its own', async () => {
    const seeds = [{ id: '', text: 'function slugify(text) {\n  return text;\n}\n', language: 'js' }];
    assert.equal((await ask('what does this do?', { seeds }))[0]?.symbol, 'slugify');
  });

  describe('on a folder that changes', () => {
    let folder: string;
    beforeEach(() => {
      folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-engine-'));
      fs.writeFileSync(path.join(folder, 'one.js'), 'function alpha() {}\n');
    });
    afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

    it('sees new, changed and removed files in the next question', async () => {
      assert.equal((await ask('alpha', { paths: [folder] })).length, 1);
      fs.writeFileSync(path.join(folder, 'two.js'), 'function beta() {}\n');
      fs.writeFileSync(path.join(folder, 'one.js'), 'function gamma() { return 1; }\n');
      assert.deepEqual(await ask('alpha', { paths: [folder] }), []);
      assert.equal(fileOf((await ask('beta', { paths: [folder] }))[0]), 'two.js');
      fs.rmSync(path.join(folder, 'two.js'));
      assert.deepEqual(await ask('beta', { paths: [folder] }), []);
    });

    it('sees a change it was told of at once, though the folder was just scanned', async () => {
      await engine.warm(folder);
      await engine.filesChanged([path.join(folder, 'one.js')]);
      await ask('alpha', { paths: [folder] });
      fs.writeFileSync(path.join(folder, 'one.js'), 'function delta() { return 1; }\n');
      await engine.filesChanged([path.join(folder, 'one.js')]);
      assert.equal((await ask('delta', { paths: [folder] })).length, 1);
    });

    it('reports what is in memory', async () => {
      await engine.warm(folder);
      const status = await engine.status();
      assert.equal(status.state, 'idle');
      assert.deepEqual(status.roots, [{ path: fs.realpathSync(folder), files: 1, passages: 1 }]);
    });

    it('keeps working through many small changes', async () => {
      for (let round = 0; round < 12; round += 1) {
        fs.writeFileSync(path.join(folder, `file${round}.js`), `function fresh${'abcdefghijkl'[round]}() {}\n`);
        assert.equal((await ask(`fresh${'abcdefghijkl'[round]}`, { paths: [folder] })).length > 0, true);
      }
      assert.equal((await ask('alpha', { paths: [folder] })).length, 1);
    });

    it('serves other calls while it indexes', async () => {
      for (let n = 0; n < 150; n += 1) {
        fs.writeFileSync(path.join(folder, `f${n}.ts`), `export function f${n}() {\n${'  work();\n'.repeat(60)}}\n`);
      }
      const order: string[] = [];
      const indexing = engine.warm(folder).then(() => order.push('indexed'));
      await new Promise((resume) => setImmediate(resume));
      await engine.status().then(() => order.push('status'));
      await indexing;
      assert.deepEqual(order, ['status', 'indexed']);
    });

    it('ends an unwanted question with an AbortError and answers the next', async () => {
      const request = { query: 'alpha', space: { paths: [folder] }, limit: 5 };
      await assert.rejects(engine.retrieve(request, AbortSignal.abort()), { name: 'AbortError' });
      const controller = new AbortController();
      const asked = engine.retrieve(request, controller.signal);
      controller.abort();
      await assert.rejects(asked, { name: 'AbortError' });
      assert.equal((await engine.retrieve(request)).snippets.length, 1);
    });
  });
});
