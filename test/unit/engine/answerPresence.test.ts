// Whether the passages answer at all: what counts is the words that say what is asked for, standing together.
import assert from 'node:assert/strict';
import { answer, draftOf } from '../../../src/engine/answer';
import { isEveryday } from '../../../src/engine/answers/everyday';
import { logistic } from '../../../src/engine/answers/logistic';
import { tierOf, tierSigns } from '../../../src/engine/answers/tiers';
import { tierWeights } from '../../../src/engine/answers/tierWeights';
import { stem } from '../../../src/engine/text/tokens';
import type { Answer, AnswerSnippet } from '../../../src/engine/types';

function passage(label: string, text: string, symbol: string): AnswerSnippet {
  const lines = { start: 1, end: text.split('\n').length };
  return { id: label, source: { kind: 'file', path: `/${label}` }, label, text, language: 'ts', lines, symbol };
}

const seal = passage(
  'src/seal.ts',
  '/** Seals a parcel with tape before the van leaves. */\nexport function sealParcel(parcel) {\n  return tape(parcel);\n}',
  'sealParcel',
);
const van = passage(
  'src/van.ts',
  '/** Drives the van to the depot. */\nexport function driveVan(van) {\n  return road(van, depot);\n}',
  'driveVan',
);
const weights = passage('src/weights.ts', '/** Weighs a label on the scales. */\nexport function weighLabel(label) {\n  return scales(label);\n}', 'weighLabel'); // prettier-ignore
const all = [seal, van, weights];

function first(query: string): Answer {
  const [best] = answer({ query, snippets: all });
  assert.ok(best);
  return best;
}

function signs(query: string) {
  const { rated, asked } = draftOf(query, all);
  return tierSigns(rated, asked);
}

describe('whether something answers', () => {
  it('does not hang on everyday words that are not in the code', () => {
    const best = first('how do we make sure that a parcel stays sealed with tape once nobody remembers it?');
    assert.ok(!best.isAbsence);
    assert.match(best.text, /with tape/);
  });

  it('is not claimed when what is asked for is nowhere, however many other words are there', () => {
    const best = first('how is the barcode of a parcel encrypted before the van leaves?');
    assert.match(best.text, /^Most likely here, but without “barcode” or “encrypted”:/);
  });

  it('is denied when hardly a word is there', () => {
    const best = first('how are invoices rendered as PDF with kubernetes coupons?');
    assert.ok(best.isAbsence && best.score <= 0.2);
    assert.match(best.text, /“invoices”, “rendered”, “PDF”, “kubernetes” occur in none of the 3 closest passages/);
  });

  it('names no everyday word as what was not found', () => {
    const best = first('how is a forgotten barcode nevertheless encrypted?');
    assert.ok(best.isAbsence);
    assert.doesNotMatch(best.text, /occur in none.*(?:forgotten|nevertheless)|(?:forgotten|nevertheless)”.*occur/);
  });

  it('is likelier where the words stand together than where they are scattered', () => {
    const [together, scattered] = ['where is the parcel sealed with tape?', 'where is the label of the van taped?'].map(
      (query) => logistic(signs(query), tierWeights.here),
    );
    assert.ok(together! > scattered!, `${together} and ${scattered}`);
  });

  it('asks of a value that a place gives one', () => {
    assert.equal(signs('how many parcels does the van take at most?').valueLack, 1);
    assert.equal(signs('where is the parcel sealed?').valueLack, 0);
  });

  it('is judged for any question, with a chance in [0, 1]', () => {
    for (const query of ['?', 'x', '42', 'why', 'sealParcel', 'over and over again']) {
      const { rated, asked } = draftOf(query, all);
      const tier = tierOf(rated, asked);
      if (tier.name !== 'absent') assert.ok(tier.chance >= 0 && tier.chance <= 1, query);
    }
  });
});

describe('everyday words', () => {
  it('are known in all their forms, numbers among them', () => {
    for (const word of ['remembers', 'remembered', 'neither', 'grown', 'sure', '42']) assert.ok(isEveryday(stem(word)), word);
  });

  it('are not what programs are asked about', () => {
    for (const word of 'cache cookie gzip retry thread limit port token encrypt websocket'.split(' '))
      assert.ok(!isEveryday(stem(word)), word);
  });
}); // prettier-ignore
