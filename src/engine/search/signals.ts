/**
 * The signals of passages and three orders of passages: by the weighted sum of signals for questions about lines, by
 * file and passage for topics, and by score in a store of snippets.
 */
import type { Scores } from '../rank/bm25f';
import { sortBest, bestFirst, type IsBefore } from '../rank/topK';
import { priorOf } from '../rank/fileKinds';
import type { Question } from '../rank/question';
import { sharesOfBest, type RankedFiles, type ScoredFile } from '../rank/fileSignals';
import type { Selection } from '../rank/selection';
import { passages as fitted } from '../weights.json';
import type { Judged } from '../rank/storeScores';
import type { LikeWords } from './wordsAlike';

// Section: the signals, one number each for every slot. Weights: `npm run fit:lines`; worth: test/quality/README.md.
// Pure.

export interface PassageEvidence {
  question: Question;
  selection: Selection;
  ranked: RankedFiles;
  /** Scores by the question's own words. */
  main: Scores;
  /** Scores by the words of the passage, its definition, its file and its name together. */
  judged: Scores;
  /** Scores by the question's words together with words alike. */
  like: LikeWords;
  rowsOf: (slot: number) => number;
  hasSymbol: (slot: number) => boolean;
  /**
   * By slot, cosine of the question and the passage, at least 0; absent where the space is too large to be compared, or without an
   * embedding.
   */
  meaning?: Scores | undefined;
}

type PassageSignal = (known: PassageEvidence) => Float64Array;

function perSlot({ selection }: PassageEvidence, value: (slot: number) => number): Float64Array {
  // Many times quicker than `Float64Array.from` with a function.
  const values = new Float64Array(selection.size);
  for (let slot = 0; slot < values.length; slot += 1) values[slot] = value(slot);
  return values;
}

function perFile({ selection }: PassageEvidence, value: (file: number) => number): Float64Array {
  const values = new Float64Array(selection.size);
  selection.files.forEach(({ first, end }, file) => values.fill(value(file), first, end));
  return values;
}

/** One over the rank of each passage among those of its file: 1, 1/2, 1/3. */
function placesInFile({ selection, judged }: PassageEvidence): Float64Array {
  const places = new Float64Array(selection.size);
  for (const { first, end } of selection.files) {
    const slots = Uint32Array.from({ length: end - first }, (_, at) => first + at);
    sortBest(slots, (a, b) => (judged[a] === judged[b] ? a < b : judged[a]! > judged[b]!));
    slots.forEach((slot, at) => (places[slot] = judged[slot]! > 0 ? 1 / (at + 1) : 0));
  }
  return places;
}

export const passageSignals = {
  /** BM25F by the question's own words. */
  ownWords: ({ main }) => sharesOfBest(main),
  /**
   * BM25F by the question's words together with words alike; `likeCoverage` is the share of these words that the
   * passage has.
   */
  likeWords: ({ like }) => sharesOfBest(like.scores),
  likeCoverage: ({ like }) => like.coverage,
  /** Cosine of the embedding. */
  meaning: ({ selection, meaning }) => meaning ?? new Float64Array(selection.size),
  /** Score of the passage's file by all signals of files, relative to the best file. */
  file: (known) => {
    const scores = new Float64Array(known.selection.files.length);
    for (const { at, score } of known.ranked.files) scores[at] = score;
    const top = known.ranked.files[0]?.score ?? 0;
    return perFile(known, (file) => scores[file]! - top);
  },
  placeInFile: placesInFile,
  /** Prior of the file's kind: tests, examples, documents and vendored code seldom are the answer. */
  prior: (known) => perFile(known, (file) => Math.log(priorOf(known.selection.files[file]!.roles, known.question))),
  /** Logarithm of the number of rows: whole functions answer more than single rows. */
  rows: (known) => perSlot(known, (slot) => Math.log(known.rowsOf(slot))),
  isDefinition: (known) => perSlot(known, (slot) => (known.hasSymbol(slot) ? 1 : 0)),
} satisfies Record<string, PassageSignal>;

type PassageSignalName = keyof typeof passageSignals;

export const passageSignalNames = Object.keys(passageSignals).filter(
  (name): name is PassageSignalName => name in passageSignals,
);

/** The signals that need the vectors of passages. */
export const meaningSignals: readonly PassageSignalName[] = ['meaning'];

// Section: ranking for questions about lines, by the weighted sum of the signals; the sums are logits, so their
// exponentials compare as probabilities.

export type PassageWeights = Readonly<Partial<Record<PassageSignalName, number>>>;

/**
 * The fitted weights, `byWords` where the space is too large for its passages to be compared by meaning, or where there
 * is no embedding.
 */
export const passageWeights: Readonly<Record<'withMeaning' | 'byWords', PassageWeights>> = fitted.weights;

export interface RankedPassages {
  /** Best first. */
  rows: Generator<Row>;
  /** Contribution of each signal to the score of a passage. */
  partsOf: (slot: number) => Record<string, number>;
}

function* inOrder(slots: Uint32Array, sums: Float64Array, { isBefore }: Placing): Generator<Row> {
  const isBetter = (a: number, b: number) => (sums[a] === sums[b] ? isBefore(a, b) : sums[a]! > sums[b]!);
  let best: number | undefined;
  for (const slot of bestFirst(slots, isBetter)) {
    best ??= sums[slot]!;
    yield { slot, score: Math.exp(sums[slot]! - best) };
  }
}

/** Passages with a word of the question or a word alike; none where no passage has a word of the question. */
export function passagesToRank({ judged }: Placing, { like }: PassageEvidence): Uint32Array {
  if (judged.candidates.length === 0) return judged.candidates;
  const isNamed = new Uint8Array(like.scores.length);
  for (const slot of judged.candidates) isNamed[slot] = 1;
  const slots = new Uint32Array(isNamed.length);
  let count = 0;
  for (let slot = 0; slot < isNamed.length; slot += 1)
    if (isNamed[slot] === 1 || like.scores[slot]! > 0) slots[count++] = slot;
  return slots.subarray(0, count);
}

/**
 * Ranks passages for a question about lines.
 * @param weights instead of the fitted ones, to measure them
 */
export function rankPassages(known: PassageEvidence, placing: Placing, weights?: PassageWeights): RankedPassages {
  const chosen = weights ?? (known.meaning ? passageWeights.withMeaning : passageWeights.byWords);
  const sums = new Float64Array(known.selection.size);
  const parts: [name: string, values: Float64Array, weight: number][] = [];
  for (const name of passageSignalNames) {
    const weight = chosen[name] ?? 0;
    if (weight === 0) continue;
    const values = passageSignals[name](known);
    for (let slot = 0; slot < sums.length; slot += 1) sums[slot]! += weight * values[slot]!;
    parts.push([name, values, weight]);
  }
  const partsOf = (slot: number) =>
    Object.fromEntries(parts.map(([name, values, weight]) => [name, weight * values[slot]!]));
  return { rows: inOrder(passagesToRank(placing, known), sums, placing), partsOf };
}

// Section: ranking for topics, file by file with one row of each first, and in a store of snippets by score, with further
// passages of one snippet lowered. Pure; ties are broken by source and row.

/**
 * Rows of the best files that lead, and of those within `near` of the best up to `mostLeading`; what the logarithm of a
 * passage's worth counts beside its file's score in the others; what a passage is worth at least, the best having 1; and
 * what a further passage of a file loses. Chosen on questions without their question words against sets of files: the
 * files meant lead, and below them good passages pay for both (test/quality/README.md).
 */
const topicRows = { leading: 2, near: 1.5, mostLeading: 5, passage: 1.5, least: 0.02, further: 7 };

/** Factors for each further passage of one snippet, and for those from the fourth on. */
const repeatFactor = 0.9;
const manyFactor = 0.85;
const freePassages = 3;

/** The passage in a slot with its worth relative to the others. */
export interface Row {
  slot: number;
  score: number;
}

export interface Placing {
  selection: Selection;
  judged: Judged;
  /** The order of rows in their sources, which breaks ties. */
  isBefore: IsBefore;
}

function byScore(scores: Scores, isBefore: IsBefore): IsBefore {
  return (a, b) => (scores[a] === scores[b] ? isBefore(a, b) : scores[a]! > scores[b]!);
}

/**
 * Rows for a topic: the best passage of each file first.
 * @param files all selected files, best first
 * @param shown files that stand before these rows, of which all rows are further ones
 */
export function rowsByFile(
  { fileOf, files: all }: Selection,
  rows: Iterable<Row>,
  { files, shown }: { files: readonly ScoredFile[]; shown: readonly number[] },
): Row[] {
  const fileScores = new Float64Array(all.length);
  for (const { at, score } of files) fileScores[at] = score;
  const seen = new Set(shown);
  const rated = Array.from(rows, ({ slot, score }) => {
    const file = fileOf[slot]!;
    const own = fileScores[file]! - (seen.has(file) ? topicRows.further : 0);
    seen.add(file);
    return { slot, own, sum: own + topicRows.passage * Math.log(score + topicRows.least) };
  });
  rated.sort((a, b) => b.sum - a.sum);
  const scoreOf = ({ sum }: { sum: number }) => Math.exp(sum - rated[0]!.sum);
  const byFile = rated.toSorted((a, b) => b.own - a.own).slice(0, topicRows.mostLeading);
  const leading = byFile.filter(({ own }, at) => at < topicRows.leading || own >= byFile[0]!.own - topicRows.near);
  const others = rated.filter((one) => !leading.includes(one));
  // What leads counts no less than what follows.
  const least = others[0] ? scoreOf(others[0]) : 0;
  return [
    ...leading.map((one, at) => ({ slot: one.slot, score: at === 0 ? 1 : Math.max(least, scoreOf(one)) })),
    ...others.map((one) => ({ slot: one.slot, score: scoreOf(one) })),
  ];
}

/** Rows of a store of snippets, best first; repeated passages of one source are lowered so that others come up. */
export function* rowsByPassage({ selection, judged, isBefore }: Placing): Generator<Row> {
  const scores = new Float64Array(selection.size);
  const isBetter = byScore(judged.scores, isBefore);
  for (let from = 0, to = 0; from < judged.candidates.length; from = to) {
    const file = selection.fileOf[judged.candidates[from]!]!;
    while (to < judged.candidates.length && selection.fileOf[judged.candidates[to]!] === file) to += 1;
    const slots = judged.candidates.slice(from, to);
    sortBest(slots, isBetter);
    slots.forEach((slot, before) => {
      const many = Math.max(0, Math.min(before, 12) - freePassages + 1);
      scores[slot] = judged.scores[slot]! * repeatFactor ** Math.min(before, freePassages) * manyFactor ** many;
    });
  }
  for (const slot of bestFirst(judged.candidates.slice(), byScore(scores, isBefore)))
    yield { slot, score: scores[slot]! };
}
