/**
 * Judges passages by themselves, as in a store of snippets: BM25F of the passage, of the definition it belongs to and of
 * its file, the fit of the file's name and the definitions asked for, each in [0, 1] and weighted; times the priors of
 * path and passage. Scores are fused, not ranks: that measured better. Pure.
 */
import { declaredMark } from '../text/tokens';
import type { Scorer, Scores } from './bm25f';
import { nameFit } from './names';
import { passagePrior, priorOf } from './priors';
import type { Question } from './question';
import type { Selection } from './selection';
import { topThreshold } from './topThreshold';

interface Weights {
  passage: number;
  file: number;
  name: number;
  /** The three best passages of one definition: a long one is cut in several. */
  definition: number;
  symbol: number;
}

/** Fitted by hand on passage and file questions together; a symbol wants its definition above all. */
const wordedWeights: Weights = { passage: 1, file: 0.3, name: 0.35, definition: 0.35, symbol: 0.4 };
const symbolWeights: Weights = { passage: 1, file: 0.2, name: 0.3, definition: 0.1, symbol: 1.2 };
/** In a store of snippets sums would favour the long ones. */
const storeWeights: Weights = { passage: 1, file: 0, name: 0.35, definition: 0, symbol: 0.4 };

/** Passages looked at closer; what is worse than these is never shown. */
const maxCandidates = 2000;

export interface Judging {
  question: Question;
  scorer: Scorer;
  selection: Selection;
  /** The passages are of a store of snippets, not of files. */
  isStore: boolean;
}

function weightsFor({ question, isStore }: Judging): Weights {
  if (!question.isWorded) return symbolWeights;
  return isStore ? storeWeights : wordedWeights;
}

export interface Judged {
  /** Slots of the passages that may be shown, in order. */
  candidates: Uint32Array;
  /** Fused, by slot; 0 for the others. */
  scores: Scores;
  /** What a score is made of. */
  partsOf: (slot: number) => Record<string, number>;
}

function candidatesOf(scores: Scores): Uint32Array {
  const least = Math.max(topThreshold(scores, { first: 0, end: scores.length }, maxCandidates), Number.MIN_VALUE);
  const candidates = new Uint32Array(scores.length);
  let count = 0;
  for (let slot = 0; slot < scores.length; slot += 1) if (scores[slot]! >= least) candidates[count++] = slot;
  return candidates.subarray(0, count);
}

/** Sums of the three best scores by a key, as shares of the greatest sum. */
function shares(candidates: Uint32Array, scores: Scores, { keyOf, keys }: { keyOf: Uint32Array; keys: number }) {
  const [first, second, third] = [new Float64Array(keys), new Float64Array(keys), new Float64Array(keys)];
  for (let at = 0; at < candidates.length; at += 1) {
    const slot = candidates[at]!;
    const key = keyOf[slot]!;
    const score = scores[slot]!;
    if (score > first[key]!) {
      third[key] = second[key]!;
      second[key] = first[key]!;
      first[key] = score;
    } else if (score > second[key]!) {
      third[key] = second[key]!;
      second[key] = score;
    } else if (score > third[key]!) third[key] = score;
  }
  let max = Number.MIN_VALUE;
  for (let key = 0; key < keys; key += 1) {
    first[key]! += second[key]! + third[key]!;
    max = Math.max(max, first[key]!);
  }
  for (let key = 0; key < keys; key += 1) first[key]! /= max;
  return first;
}

function greatest(scores: Scores): number {
  let max = Number.MIN_VALUE;
  for (let slot = 0; slot < scores.length; slot += 1) if (scores[slot]! > max) max = scores[slot]!;
  return max;
}

/** Of each file: the fit of its name, and its prior. */
function judgeFiles({ question, selection }: Judging): { fits: Float64Array; priors: Float64Array } {
  const { files } = selection;
  return {
    fits: Float64Array.from(files, ({ parts }) => nameFit(parts, question)),
    priors: Float64Array.from(files, ({ roles }) => priorOf(roles, question)),
  };
}

/** Looks at names and places once, and then judges by one column of scores or another. */
export function passageJudge(judging: Judging): (scores: Scores) => Judged {
  const { question, scorer, selection } = judging;
  const { fileOf, homeOf, isListing, size } = selection;
  const weights = weightsFor(judging);
  const declares = scorer.presence(
    question.symbols.map((symbol) => declaredMark + symbol),
    selection,
  ).any;
  const { fits, priors } = judgeFiles(judging);
  return (scores) => {
    const candidates = candidatesOf(scores);
    const best = greatest(scores);
    const ofFile = shares(candidates, scores, { keyOf: fileOf, keys: selection.files.length });
    const ofHome = shares(candidates, scores, { keyOf: homeOf, keys: size });
    const partsOf = (slot: number) => {
      const file = fileOf[slot]!;
      return {
        passage: (weights.passage * scores[slot]!) / best,
        definition: weights.definition * ofHome[homeOf[slot]!]!,
        symbol: declares[slot] ? weights.symbol : 0,
        file: weights.file * ofFile[file]!,
        name: weights.name * fits[file]!,
        prior: priors[file]! * passagePrior(isListing[slot] === 1),
      };
    };
    const fused = new Float64Array(size);
    for (let at = 0; at < candidates.length; at += 1) {
      const slot = candidates[at]!;
      const file = fileOf[slot]!;
      const sum =
        (weights.passage * scores[slot]!) / best +
        weights.definition * ofHome[homeOf[slot]!]! +
        (declares[slot] ? weights.symbol : 0) +
        weights.file * ofFile[file]! +
        weights.name * fits[file]!;
      fused[slot] = sum * priors[file]! * passagePrior(isListing[slot] === 1);
    }
    return { candidates, scores: fused, partsOf };
  };
}
