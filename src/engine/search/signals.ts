/**
 * What tells whether a passage is the place that a question asks for: of each signal one number for every passage that is
 * looked at closer. Their weights are fitted listwise on questions about lines of whole repositories (`npm run
 * fit:lines`), where each is worth what `test/quality/README.md` says. Pure.
 */
import type { Scores } from '../rank/bm25f';
import { sortBest } from '../rank/best';
import { priorOf } from '../rank/priors';
import type { Question } from '../rank/question';
import type { RankedFiles } from '../rank/rankFiles';
import type { Selection } from '../rank/selection';
import type { LikeWords } from './likeWords';

export interface PassageEvidence {
  question: Question;
  selection: Selection;
  ranked: RankedFiles;
  /** How each passage scores by the question's own words. */
  main: Scores;
  /** How each passage is judged by its words together with those of its definition, its file and its name. */
  judged: Scores;
  /** How each passage scores by the question's words and by words alike. */
  like: LikeWords;
  rowsOf: (slot: number) => number;
  hasSymbol: (slot: number) => boolean;
  /** Cosine of the question and the passage; absent where the space is too large to be compared, or without an embedding. */
  meaning?: ((slot: number) => number) | undefined;
}

type PassageSignal = (known: PassageEvidence) => Float64Array;

/** Scores as shares of the best passage's score, since scores have no scale of their own. */
function shares(values: Float64Array): Float64Array {
  let best = 0;
  for (const value of values) if (value > best) best = value;
  return best > 0 ? values.map((value) => value / best) : values;
}

function perSlot({ selection }: PassageEvidence, value: (slot: number) => number): Float64Array {
  // Many times quicker than from a list-like object and a function.
  const values = new Float64Array(selection.size);
  for (let slot = 0; slot < values.length; slot += 1) values[slot] = value(slot);
  return values;
}

function perFile({ selection }: PassageEvidence, value: (file: number) => number): Float64Array {
  const values = new Float64Array(selection.size);
  selection.files.forEach(({ first, end }, file) => values.fill(value(file), first, end));
  return values;
}

/** One over the place of each passage among those of its file: 1, 1/2, 1/3. */
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
  ownWords: ({ main }) => shares(main),
  /**
   * BM25F by the question's words together with words alike; `likeCoverage` is the share of these words that the
   * passage has.
   */
  likeWords: ({ like }) => shares(like.scores),
  likeCoverage: ({ like }) => like.coverage,
  /** The embedding's cosine. */
  meaning: (known) => perSlot(known, (slot) => Math.max(0, known.meaning?.(slot) ?? 0)),
  /** What all signals of files say of its file, below the best file. */
  file: (known) => {
    const scores = new Float64Array(known.selection.files.length);
    for (const { at, score } of known.ranked.files) scores[at] = score;
    const top = known.ranked.files[0]?.score ?? 0;
    return perFile(known, (file) => scores[file]! - top);
  },
  placeInFile: placesInFile,
  /** How likely a file of its kind is meant at all: tests, examples, documents and other people's code seldom are. */
  prior: (known) => perFile(known, (file) => Math.log(priorOf(known.selection.files[file]!.roles, known.question))),
  /** Whole functions answer more than single rows. */
  rows: (known) => perSlot(known, (slot) => Math.log(known.rowsOf(slot))),
  isDefinition: (known) => perSlot(known, (slot) => (known.hasSymbol(slot) ? 1 : 0)),
} satisfies Record<string, PassageSignal>;

export type PassageSignalName = keyof typeof passageSignals;

export const passageSignalNames = Object.keys(passageSignals).filter(
  (name): name is PassageSignalName => name in passageSignals,
);

/** The signals that need the vectors of passages. */
export const meaningSignals: readonly PassageSignalName[] = ['meaning'];
