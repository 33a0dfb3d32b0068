import assert from 'node:assert/strict';
import fc from 'fast-check';
import { SegmentBuilder, WordTable } from '../../../src/engine/index/builder';
import { CodeTable, TermTable } from '../../../src/engine/index/columns';
import { Collection } from '../../../src/engine/index/collection';
import { fieldCount } from '../../../src/engine/index/fields';
import { topThreshold } from '../../../src/engine/rank/topK';
import type { Segment } from '../../../src/engine/index/segment';
import { Slices } from '../../../src/engine/index/scheduling';
import { termsOf, wordsOf } from '../../../src/engine/text/tokens';

const record = (source: string, start = 0) => ({ source, start, end: start, startOffset: 0, endOffset: 1 });

/** What a segment says of each living passage: its terms with their counts. */
function contentOf(segment: Segment): Map<string, Record<string, number>> {
  const content = new Map<string, Record<string, number>>();
  [...segment.terms.keys()].forEach((term, id) => {
    for (let at = segment.offsets[id] ?? 0; at < (segment.offsets[id + 1] ?? 0); at += 1) {
      const passage = segment.passages[at] ?? 0;
      if (!segment.alive[passage]) continue;
      const found = segment.records.at(passage);
      const key = `${found?.source}:${found?.start}`;
      content.set(key, { ...content.get(key), [term]: segment.counts[segment.codes[at] ?? 0] ?? 0 });
    }
  });
  return content;
}

function put(collection: Collection, source: string, texts: readonly string[]): void {
  const writer = collection.open(source);
  texts.forEach((text, start) => writer.add(record(source, start), { text, language: 'txt', place: source }));
  writer.close();
}

function allOf(collection: Collection): Map<string, Record<string, number>> {
  return new Map(
    collection
      .current()
      .flatMap((segment) => [...contentOf(segment)])
      .sort(),
  );
}

describe('the table of terms', () => {
  it('gives every distinct term its number and the term back, whatever its characters', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 30 })), (terms) => {
        const table = new TermTable();
        const ids = terms.map((term) => table.add(term));
        assert.deepEqual(
          ids.map((id) => table.termOf(id)),
          terms,
        );
        assert.equal(table.size, new Set(terms).size);
        const read = new TermTable(table.columns());
        terms.forEach((term, place) => assert.equal(read.get(term), ids[place]));
        assert.equal(read.get('\u0000never\u0000'), undefined);
      }),
    );
  });
});

describe('the table of words', () => {
  it('finds the words that the tokens name, each with its terms', () => {
    const text = fc.string({ unit: fc.constantFrom(...'abZ9_$- -.\n\u00e9\u4e2d\u00a9\u00aa'.split('')) });
    fc.assert(
      fc.property(text, (given) => {
        const words: string[] = [];
        const found: string[] = [];
        const table = new WordTable((word) => [words.push(word) - 1]);
        table.scan(given, 0, (_, term) => found.push(words[term] ?? ''));
        assert.deepEqual(found, wordsOf(given));
      }),
    );
  });
});

describe('the table of counts', () => {
  it('keeps counts exact until its codes run out, then cuts the high ones', () => {
    const table = new CodeTable();
    const counts = Array.from({ length: 70_000 }, (_, at) => (at * 2654435761) >>> 0);
    const codes = counts.map((count) => table.codeOf(count));
    const column = table.column();
    assert.ok(column.length <= 65_536);
    counts.slice(0, 50_000).forEach((count, at) => assert.equal(column[codes[at] ?? 0], count));
  });
});

describe('a collection', () => {
  it('holds of each passage what the tokens say', () => {
    const builder = new SegmentBuilder();
    builder.text(3, 'parseHTTPHead parse, parse the-header');
    builder.add(record('a'));
    const segment = builder.build();
    const counts = contentOf(segment).get('a:0') ?? {};
    const expected: Record<string, number> = {};
    for (const term of termsOf('parseHTTPHead parse, parse the-header')) {
      expected[term] = (expected[term] ?? 0) + 2 ** 24;
    }
    assert.deepEqual(counts, expected);
    assert.equal(
      segment.lengthSums[3],
      Object.values(expected).reduce((sum, count) => sum + count / 2 ** 24, 0),
    );
  });

  it('says the same after merges, replacements and removals in any order as when made at once', async () => {
    const change = fc.record({
      source: fc.constantFrom('a', 'b', 'c', 'd'),
      texts: fc.option(fc.array(fc.constantFrom('alpha beta', 'beta gamma', 'gamma gamma'), { maxLength: 3 })),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 30 }), async (changes) => {
        const collection = new Collection();
        const last = new Map<string, string[]>();
        for (const { source, texts } of changes) {
          if (texts) put(collection, source, texts);
          else collection.remove(source);
          if (texts) last.set(source, texts);
          else last.delete(source);
          if (source < 'c') collection.flush();
          await collection.settle(new Slices());
        }
        collection.flush();
        const fresh = new Collection();
        for (const [source, texts] of last) put(fresh, source, texts);
        fresh.flush();
        assert.deepEqual(allOf(collection), allOf(fresh));
        assert.equal(collection.passageCount, fresh.passageCount);
      }),
      { numRuns: 60 },
    );
  });

  it('drops what dies while its segment is merged', async () => {
    const collection = new Collection();
    for (let n = 0; n < 6; n += 1) {
      put(collection, `s${n}`, ['alpha']);
      collection.flush();
    }
    const settled = collection.settle(new Slices());
    collection.remove('s2');
    await settled;
    assert.equal(collection.current().length, 1);
    assert.deepEqual([...allOf(collection).keys()], ['s0:0', 's1:0', 's3:0', 's4:0', 's5:0']);
    assert.equal(collection.current()[0]?.lengthSums.length, fieldCount);
  });
});

describe('the threshold of the best scores', () => {
  it('is the score that sorting would give', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 100, noNaN: true })),
        fc.integer({ min: 1, max: 20 }),
        (list, count) => {
          const part = { first: Math.floor(list.length / 3), end: list.length };
          const sorted = list.slice(part.first).filter((score) => score > 0);
          sorted.sort((a, b) => b - a);
          const threshold = topThreshold(Float64Array.from(list), part, count);
          assert.equal(threshold, sorted.length <= count ? 0 : sorted[count - 1]);
        },
      ),
    );
  });
});
