// The most likely places: where each stands, what is written there, its rows; no sentence of our own.
import assert from 'node:assert/strict';
import { draftOf, likelyOf } from '../../../src/engine/answer';
import { likelyPlaces } from '../../../src/engine/answers/likelyPlaces';
import type { AnswerSnippet } from '../../../src/engine/types';

function passage(label: string, rows: readonly string[], symbol: string, score = 1): AnswerSnippet {
  const lines = { start: 11, end: 10 + rows.length };
  return { id: label, source: { kind: 'file', path: `/${label}` }, label, text: rows.join('\n'), language: 'ts', lines, symbol, score }; // prettier-ignore
}

const seal = passage(
  'src/seal.ts',
  ['/** Seals a parcel with tape. */', 'export function sealParcel(parcel) {', '  return tape(parcel);', '}'],
  'sealParcel',
);
const long = passage(
  'src/belt.ts',
  [
    'function moveBelt(parcel) {',
    ...Array.from({ length: 12 }, (_, n) => `  step(${n});`),
    '  seal(parcel, belt);',
    '}',
  ],
  'moveBelt',
  0.8,
);

const said = (query: string, snippets: readonly AnswerSnippet[], missing: string[] = []) =>
  likelyPlaces(likelyOf(draftOf(query, snippets)), missing, 0.4);

describe('the most likely places', () => {
  it('are told with their lines, what is written there, and their rows', () => {
    const { text, citations, score } = said('how is a parcel sealed with tape?', [seal, long]);
    assert.match(text, /^Most likely here:\n\n`sealParcel` in `src\/seal.ts`, line 12: Seals a parcel with tape \[1\]\.\n\n```ts\n/);
    assert.deepEqual(citations[0], { id: 'src/seal.ts', label: 'src/seal.ts:11-14', lines: { start: 11, end: 14 } });
    assert.equal(score, 0.4);
  });

  it('do not repeat a comment that was told, also where it has blank rows', () => {
    const rows = ['// The belt moves a parcel.', '', '// It never stops.'];
    const { text } = said('what moves a parcel on the belt?', [passage('src/note.ts', rows, 'note')]);
    assert.match(text, /The belt moves a parcel/);
    assert.doesNotMatch(text, /```/);
  });

  it('say nothing of code that nobody wrote a sentence about', () => {
    const { text } = said('where does the belt seal a parcel?', [long]);
    assert.match(text, /\n\n`moveBelt` in `src\/belt.ts`, line \d+ \[1\]\.\n\n```ts\n/);
    assert.doesNotMatch(text, /calls|is declared|checks/);
  });

  it('show few rows of a place behind the first one, around the row that was met', () => {
    const { text } = said('how is a parcel sealed with tape?', [seal, long]);
    const code = /`moveBelt`[^`]*`src\/belt.ts`[^`]*```ts\n([^`]*)```/.exec(text)?.[1] ?? '';
    assert.equal(code.trimEnd().split('\n').length, 6, code);
    assert.match(code, /seal\(parcel, belt\)/);
  });

  it('are said to lack the words that are nowhere', () => {
    assert.match(said('how is it sealed?', [seal], ['“wax”']).text, /^Most likely here, but without “wax”:/);
  });

  it('are put before others that retrieval thought less of', () => {
    const twin = { ...seal, id: 'twin', label: 'src/twin.ts', score: 0.01 };
    assert.deepEqual(said('how is a parcel sealed with tape?', [twin, seal]).citations.map(({ id }) => id), ['src/seal.ts', 'twin']);
  });
}); // prettier-ignore
