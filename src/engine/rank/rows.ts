/**
 * The rows of an answer. In a folder: how likely the file is the right one, times how likely the passage is the one in
 * it; the fitted file scores are logits, so their powers compare as chances. Whoever names a topic wants its files: one
 * row each, further passages only behind; who asks for lines is served by search/signals.ts. Without files: passages by score, repeated ones of one source giving way. Pure; ties go by source and row.
 */
import { bestFirst, sortBest, type IsBefore } from './topK';
import type { Scores } from './bm25f';
import type { Judged } from './storeScores';
import type { ScoredFile } from './fileSignals';
import type { Selection } from './selection';

/** How sharply the passages of one file differ, what a second passage of it counts beside the first, and each further one. */
const topicRows = { passage: 4, second: 0.001, further: 0.8 };

/** In a store of snippets each further passage of one counts this much; from the fourth on less. */
const repeatFactor = 0.9;
const manyFactor = 0.85;
const freePassages = 3;

/** The passage in a slot, and what it is worth beside the others. */
export interface Row {
  slot: number;
  score: number;
}

export interface Placing {
  selection: Selection;
  judged: Judged;
  /** How rows stand in the sources: what decides between equal scores. */
  isBefore: IsBefore;
}

function byScore(scores: Scores, isBefore: IsBefore): IsBefore {
  return (a, b) => (scores[a] === scores[b] ? isBefore(a, b) : scores[a]! > scores[b]!);
}

/** Calls `take` for each file with its candidates, best first. */
function eachFile({ selection, judged, isBefore }: Placing, take: (file: number, slots: Uint32Array) => void): void {
  const { scores } = judged;
  const sorted = judged.candidates.slice();
  const isBetter = byScore(scores, isBefore);
  for (let from = 0, to = 0; from < sorted.length; from = to) {
    const file = selection.fileOf[sorted[from]!]!;
    while (to < sorted.length && selection.fileOf[sorted[to]!] === file) to += 1;
    const slots = sorted.subarray(from, to);
    sortBest(slots, isBetter);
    take(file, slots);
  }
}

function* inOrder({ judged, isBefore }: Placing, scores: Scores): Generator<Row> {
  for (const slot of bestFirst(judged.candidates.slice(), byScore(scores, isBefore)))
    yield { slot, score: scores[slot]! };
}

/** Rows of a folder, best first. `files` are all that are selected, best first. */
export function rowsByFile(placing: Placing, files: readonly ScoredFile[]): Generator<Row> {
  const { selection, judged } = placing;
  const fileScores = new Float64Array(selection.files.length);
  for (const { at, score } of files) fileScores[at] = score;
  const top = files[0]?.score ?? 0;
  const scores = new Float64Array(selection.size);
  /** What the passages of a file count, by their place in it. */
  const repeats: number[] = [1];
  eachFile(placing, (file, slots) => {
    const first = judged.scores[slots[0]!]!;
    for (let count = 0; count < slots.length; count += 1) {
      const slot = slots[count]!;
      const repeat = (repeats[count] ??= topicRows.second * topicRows.further ** (count - 1));
      const passage = topicRows.passage * (judged.scores[slot]! - first);
      scores[slot] = Math.exp(fileScores[file]! - top + passage) * repeat;
    }
  });
  return inOrder(placing, scores);
}

/** Rows of a store of snippets: lets other sources come up when one has many good passages. */
export function rowsByPassage(placing: Placing): Generator<Row> {
  const { selection, judged } = placing;
  const scores = new Float64Array(selection.size);
  eachFile(placing, (_, slots) => {
    slots.forEach((slot, before) => {
      const many = Math.max(0, Math.min(before, 12) - freePassages + 1);
      scores[slot] = judged.scores[slot]! * repeatFactor ** Math.min(before, freePassages) * manyFactor ** many;
    });
  });
  return inOrder(placing, scores);
}
