// How likely an answer is said to be right: by how its place is rated, and by how the other ratings lie.
import assert from 'node:assert/strict';
import { draftOf, placesOf } from '../../../src/engine/answer';
import { chanceOf, chanceSigns, type ChanceSigns } from '../../../src/engine/answers/chance';
import { chanceFigures, type Told } from '../../../src/training/answers/chanceFit';
import type { AnswerSnippet } from '../../../src/engine/types';

function passage(label: string, text: string, symbol: string): AnswerSnippet {
  const lines = { start: 1, end: text.split('\n').length };
  return { id: label, source: { kind: 'file', path: `/${label}` }, label, text, language: 'ts', lines, symbol };
}

const sealed = (name: string) =>
  passage(
    `src/${name}.ts`,
    `/** Seals a parcel with tape. */\nexport function sealParcel(parcel) {\n  return tape(parcel);\n}`,
    'sealParcel',
  );
const other = passage('src/van.ts', '/** Drives the van. */\nexport function driveVan(van) {\n  return road(van);\n}', 'driveVan'); // prettier-ignore

function signs(snippets: readonly AnswerSnippet[], place = 0): ChanceSigns {
  const draft = draftOf('how is a parcel sealed?', snippets);
  const places = placesOf(draft);
  const main = places[place];
  assert.ok(main);
  return chanceSigns(draft.rated, places, draft.asked.kind)(main, place);
}

describe('the chance of an answer', () => {
  it('is higher where the well rated units lie in the rows that it shows', () => {
    const alone = signs([sealed('seal'), other]);
    const twice = signs([sealed('seal'), sealed('box'), other]);
    assert.ok(alone.vote > 0.9);
    assert.ok(twice.vote < alone.vote && twice.spread > alone.spread);
    assert.ok(chanceOf(alone) > chanceOf(twice));
  });

  it('falls with the place, and is in [0, 1]', () => {
    const [first, second] = [signs([sealed('seal'), other]), signs([sealed('seal'), other], 1)];
    assert.ok(chanceOf(first) > chanceOf(second));
    for (const one of [first, second]) assert.ok(chanceOf(one) >= 0 && chanceOf(one) <= 1);
  });

  it('is higher where what was found lies in one file', () => {
    const [apart, together] = [other, { ...other, label: 'src/seal.ts' }].map((one) => signs([sealed('seal'), one]));
    assert.ok(apart && together);
    assert.ok(apart.file > 0.5 && apart.file < 0.6);
    assert.equal(together.file, 1);
    assert.ok(chanceOf({ ...apart, file: together.file }) > chanceOf(apart));
  });

  it('has signs of its own for the first answer', () => {
    const [first, second] = [signs([sealed('seal'), other]), signs([sealed('seal'), other], 1)];
    assert.deepEqual([first.first, first.firstScore, first.firstSpread], [1, first.score, first.spread]);
    assert.deepEqual([second.first, second.firstScore, second.firstSpread], [0, 0, 0]);
  });

  it('is judged by the mean squared distance of the first answers', () => {
    const told = (score: number, isRight: boolean): Told & { score: number } => ({
      repo: 'a',
      set: 'b',
      place: 0,
      signs: signs([sealed('seal'), other]),
      isRight,
      score,
    });
    const { brier } = chanceFigures([told(0.9, true), told(0.8, false), told(0.5, false)]);
    assert.ok(Math.abs(brier - (0.01 + 0.64 + 0.25) / 3) < 1e-9);
  });
});
