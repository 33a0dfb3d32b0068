// The last rows of a long list are how the best files begin.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createEngine } from '../../../src/engine/engine';
import type { Engine, Snippet } from '../../../src/engine/types';

const grammarFolder = path.resolve('dist/grammars');
const top = [
  '/**',
  ' * Carries boxes to their street.',
  ' * One tour for each van.',
  ' */',
  '',
  'const lanes = 4;',
  '',
];
const visit = (n: number) =>
  [
    `export function visit${n}(depot) {`,
    ...Array.from({ length: 12 }, (_, row) => `  depot.count(${row}, "depot ${n} is counted at ${row}");`),
    '}',
    '',
  ].join('\n');

describe('the openings of files', () => {
  let folder: string;
  let engine: Engine;
  before(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-openings-'));
    const visits = Array.from({ length: 24 }, (_, n) => visit(n));
    fs.writeFileSync(path.join(folder, 'tour.js'), [...top, ...visits].join('\n'));
    engine = createEngine({ grammarFolder, log: () => undefined });
  });
  after(async () => {
    await engine.close();
    fs.rmSync(folder, { recursive: true });
  });
  const ask = async (limit: number): Promise<Snippet[]> =>
    (await engine.retrieve({ query: 'how is a depot counted?', space: { paths: [folder] }, limit })).snippets;

  it('end a long list, behind all that was ranked', async () => {
    const found = await ask(14);
    assert.equal(found.length, 14);
    assert.match(found.at(-1)?.text ?? '', /lanes = 4/);
    assert.ok(found.every(({ score }, place) => place === 0 || score <= (found[place - 1]?.score ?? 0)));
  });

  it('take no row of a short list, and change no row before the eleventh', async () => {
    const short = await ask(10);
    assert.ok(short.every(({ text }) => !text.includes('lanes')));
    assert.deepEqual((await ask(14)).slice(0, 10), short);
  });
});
