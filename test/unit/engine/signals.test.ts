// Signals: of a passage, an example to copy; and those that look beyond a file's own words, for which platform it is.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Grammars } from '../../../src/engine/chunk/grammars';
import { createEngine } from '../../../src/engine/engine';
import { aboutOf, platformKind, priorOf, rolesOf, withForeign } from '../../../src/engine/rank/fileKinds';
import { passageEvidenceOf } from '../../../src/engine/ranking';
import type { Selection } from '../../../src/engine/rank/selection';
import { passageSignals, rowsByFile } from '../../../src/engine/search/signals';
import { withLikeWords } from '../../../src/engine/search/wordsAlike';
import { Space } from '../../../src/engine/space';
import type { Snippet } from '../../../src/engine/types';

const grammarFolder = path.resolve('dist/grammars');
const log = () => undefined;

function folderWith(files: Record<string, string>): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-signals-'));
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  }
  return folder;
}

/** What a signal of passages gives for a question, by the row (from 0) where the passage begins. */
async function signalOf(
  name: keyof typeof passageSignals,
  files: Record<string, string>,
  query: string,
): Promise<Record<string, number>> {
  const folder = folderWith(files);
  const space = new Space({ grammars: new Grammars(grammarFolder, log), log });
  try {
    const { parts } = await space.open({ paths: [folder] });
    const { known, recordOf, pathOf } = await passageEvidenceOf(query, parts, () => undefined);
    const values = [...passageSignals[name](known)];
    return Object.fromEntries(values.map((value, slot) => [`${pathOf(slot)}:${recordOf(slot).start}`, value]));
  } finally {
    await space.close();
    fs.rmSync(folder, { recursive: true });
  }
}

async function ask(
  files: Record<string, string>,
  query: string,
  embeddingFile?: string,
): Promise<{ name: string; snippet: Snippet }[]> {
  const folder = folderWith(files);
  const engine = createEngine({ grammarFolder, embeddingFile, log });
  try {
    const { snippets } = await engine.retrieve({ query, space: { paths: [folder] }, limit: 200, explain: true });
    return snippets.map((snippet) => ({
      name: snippet.source.kind === 'file' ? path.relative(folder, snippet.source.path).split(path.sep).join('/') : '',
      snippet,
    }));
  } finally {
    await engine.close();
    fs.rmSync(folder, { recursive: true });
  }
}

describe('a signal of a passage', function () {
  this.timeout(20_000);

  const steps = (count: number) => Array.from({ length: count }, (_, at) => `  pool.warm(${at});\n`).join('');
  const pool = `export function openPool(pool) {\n${steps(20)}}\n\nexport function closePool(pool) {\n${steps(30)}}\n`;

  it('is one number for each passage of the files that a question looks closer at', async () => {
    const rows = await signalOf('rows', { 'src/pool.ts': pool }, 'where is the pool opened?');
    assert.deepEqual(rows, { 'src/pool.ts:0': Math.log(22), 'src/pool.ts:23': Math.log(32) });
  });

  it('may be the same for all passages of a file', async () => {
    const files = { 'src/pool.ts': pool, 'test/pool.test.ts': pool };
    const prior = await signalOf('prior', files, 'where is the pool opened?');
    assert.equal(prior['src/pool.ts:0'], prior['src/pool.ts:23']);
    assert.ok(prior['src/pool.ts:0']! > prior['test/pool.test.ts:0']!);
  });
});

describe('the rows of a topic', () => {
  // Slots 0 to 3 are of four files, the best one first, and slot 4 is a further passage of the first.
  const fileOf = Uint32Array.of(0, 1, 2, 3, 0);
  const selection = { fileOf, files: [{}, {}, {}, {}] } as unknown as Selection;
  const order = (worths: readonly number[], { scores = [5, 4.5, 3.4, 3], shown = [] as number[] } = {}) => {
    const rows = worths.map((score, slot) => ({ slot, score })).sort((a, b) => b.score - a.score);
    const files = scores.map((score, at) => ({ at, score }));
    return rowsByFile(selection, rows, { files, shown }).map(({ slot }) => slot);
  };

  it('begin with one of each of the two best files, however little it says', () => {
    assert.deepEqual(order([0.002, 0.3, 1, 0.5, 0.001]), [0, 1, 2, 3, 4]);
  });

  it('begin with one of each file that is nearly as good as the best', () => {
    assert.deepEqual(order([1, 0.9, 0.001, 0.8, 0.7], { scores: [5, 4.5, 4, 3.2] }), [0, 1, 2, 3, 4]);
  });

  it('begin with other files where one of its passages was found to the letter', () => {
    assert.deepEqual(order([1, 0.9, 0.001, 0.8, 0.7], { shown: [0] }), [1, 2, 3, 0, 4]);
  });

  it('go on with the better passage where that of the better file says nearly nothing', () => {
    assert.deepEqual(order([1, 0.9, 0.001, 0.8, 0.7]), [0, 1, 3, 2, 4]);
  });

  it('are none where nothing was found', () => {
    assert.deepEqual(order([]), []);
  });
});

describe('words alike in a store of snippets', () => {
  const columns = (scores: number[], coverage: number[]) => ({
    scores: Float64Array.from(scores),
    coverage: Float64Array.from(coverage),
  });

  it('decide between passages that say the same by the words of the question, and not against much better ones', () => {
    const [best, first, second] = withLikeWords(Float64Array.of(2, 1, 1), columns([0, 3, 6], [0, 0.5, 1]));
    assert.ok(best! > second! && second! > first!);
  });

  it('bring in no passage that was not found without them, and change nothing where none is', () => {
    assert.deepEqual([...withLikeWords(Float64Array.of(1, 0), columns([0, 9], [0, 1]))], [1, 0]);
    assert.deepEqual([...withLikeWords(Float64Array.of(0), columns([0], [0]))], [0]);
    assert.deepEqual([...withLikeWords(Float64Array.of(4), columns([0], [0]))], [1]);
  });
});

describe('words alike in a folder', function () {
  this.timeout(20_000);

  it('bring in a file with none of the words of the question, behind a hundred that have some', async () => {
    const files: Record<string, string> = { 'src/policy.ts': 'export function evict(cache) {\n  cache.pop();\n}\n' };
    for (let at = 0; at < 120; at += 1)
      files[`src/view${at}.ts`] = `export function view${at}(entries) {\n  return show(entries, 'oldest');\n}\n`;
    const found = await ask(files, 'where does it throw out the oldest entries?', path.resolve('media/embedding.bin'));
    assert.ok(found.some(({ name }) => name === 'src/policy.ts'));
  });
});

describe('signals beyond the words of a file', function () {
  this.timeout(20_000);

  it('put the file for this platform before its twin for another', async () => {
    const body = (name: string) =>
      `/* Opens the terminal in raw mode. */\nint tty_open_${name}(int fd) {\n  return tty_raw(fd);\n}\n`;
    const twins = { 'src/win/tty.c': body('a'), 'src/unix/tty.c': body('b') };
    const own = process.platform === 'win32' ? 'src/win/tty.c' : 'src/unix/tty.c';
    assert.equal((await ask(twins, 'opening the terminal in raw mode'))[0]?.name, own);
  });

  it('count against a header beside the file that defines what it announces, and not against one alone', async () => {
    const announced = '/* Encodes a domain name for the wire. */\nint name_encode(const char* name);\n';
    const defined = '/* Encodes a domain name. */\nint name_encode(const char* name) {\n  return wire(name);\n}\n';
    const partOf = async (files: Record<string, string>) => {
      const found = await ask(files, 'encoding a domain name for the wire');
      return found.find(({ name }) => name === 'src/names.h')?.snippet.explanation?.parts['header'] ?? 0;
    };
    assert.ok((await partOf({ 'src/names.h': announced, 'src/names.c': defined })) < -1);
    assert.equal(await partOf({ 'src/names.h': announced, 'src/other.c': defined }), 0);
  });

  it('know a platform by folders and by the ends of names', () => {
    assert.equal(platformKind('src/win/tty.c', 'linux'), 'foreign');
    assert.equal(platformKind('src/win/tty.c', 'win32'), 'own');
    assert.equal(platformKind('src/unix/aix.c', 'linux'), 'foreign');
    assert.equal(platformKind('os/exec_windows.go', 'darwin'), 'foreign');
    assert.equal(platformKind('src/window/list.ts', 'linux'), undefined);
  });

  it('count files of other platforms less where some are for this one and the question names none', () => {
    const fileAt = (place: string) => ({ roles: rolesOf(place), platform: platformKind(place, 'linux') });
    const priorsFor = (query: string, places: readonly string[]) =>
      withForeign(places.map(fileAt)).map(({ roles }) => priorOf(roles, { about: aboutOf(query) }));
    assert.deepEqual(priorsFor('how is a window opened?', ['src/win/tty.c', 'src/unix/tty.c', 'src/tty.c']), [0.4, 1, 1]); // prettier-ignore
    assert.deepEqual(priorsFor('how is it opened on Windows?', ['src/win/tty.c', 'src/unix/tty.c']), [1, 1]);
    assert.deepEqual(priorsFor('how is a window opened?', ['src/win/tty.c', 'src/tty.c']), [1, 1]);
  });
});
