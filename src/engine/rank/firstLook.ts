/**
 * The first look at a space: which files have the best passages by the question's own words. Cost: one look at each
 * passage's score.
 */
import type { Records } from '../index/records';
import type { Segment } from '../index/segment';
import { BestKept } from './bestKept';
import type { Scorer, Scores } from './bm25f';
import { fileTableOf, traitsOf } from './fileTable';
import type { FileSketch } from './sketch';

export interface Looking {
  scorer: Scorer;
  scores: readonly Scores[];
  maxFiles: number;
  placeOf: (piece: number, source: string) => string;
}

export function segmentAt(scorer: Scorer, piece: number): Segment {
  const segment = scorer.searched[piece]?.segment;
  if (!segment) throw new RangeError(`No piece ${piece} is searched.`);
  return segment;
}

/** The best files by their best passages, best first: their pieces and their rows there. */
function bestRows({ scorer, scores, maxFiles }: Looking): { piece: number; row: number }[] {
  const found = new BestKept(maxFiles);
  /** Numbers of the first file of each piece: all files are numbered through. */
  const starts: number[] = [];
  let start = 0;
  scores.forEach((list, piece) => {
    const { records } = segmentAt(scorer, piece);
    keepBest(found, list, { records, start });
    starts.push(start);
    start += records.sources.length;
  });
  return found.sorted().map((file) => {
    const piece = starts.findLastIndex((first) => first <= file);
    return { piece, row: file - starts[piece]! };
  });
}

/** The first place from `from` on with more than `least`. Most have less: four at a time takes half the time. */
function nextAbove(list: Scores, from: number, least: number): number {
  const last = list.length - 3;
  let at = from;
  while (at < last && list[at]! <= least && list[at + 1]! <= least && list[at + 2]! <= least && list[at + 3]! <= least)
    at += 4;
  while (at < list.length && list[at]! <= least) at += 1;
  return at;
}

/** `start` is the number of the first file. */
function keepBest(found: BestKept, list: Scores, { records, start }: { records: Records; start: number }): void {
  let { least } = found;
  for (let passage = nextAbove(list, 0, least); passage < list.length; passage = nextAbove(list, passage, least)) {
    const row = records.rowOf(passage);
    const end = records.firsts[row + 1]!;
    let best = list[passage]!;
    for (passage += 1; passage < end; passage += 1) if (list[passage]! > best) best = list[passage]!;
    found.add(start + row, best);
    ({ least } = found);
  }
}

/** Best first. What a path says is made once for each file. */
export function bestFiles(looking: Looking): FileSketch[] {
  return bestRows(looking).map(({ piece, row }) => {
    const table = fileTableOf(segmentAt(looking.scorer, piece));
    const source = table.sources[row] ?? '';
    const place = looking.placeOf(piece, source);
    const { path, roles, platform, version } = (table.traits[row] ??= traitsOf(place));
    return { piece, row, source, place, path, roles, platform, version };
  });
}
