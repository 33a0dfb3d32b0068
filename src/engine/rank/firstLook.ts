/**
 * The first look at a space: which files have the best passages by the question's own words. Cost: one look at each
 * passage's score.
 */
import type { Segment } from '../index/segment';
import { BestKept, type Kept } from './bestKept';
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

/** The best files by their best passages. */
function bestRows({ scorer, scores, maxFiles }: Looking): Kept[] {
  const found = new BestKept(maxFiles);
  scores.forEach((list, piece) => {
    const { records } = segmentAt(scorer, piece);
    let { least } = found;
    for (let passage = 0; passage < list.length; passage += 1) {
      // Most passages end here.
      if (list[passage]! <= least) continue;
      const row = records.rowOf(passage);
      const end = records.firsts[row + 1]!;
      let best = list[passage]!;
      for (passage += 1; passage < end; passage += 1) if (list[passage]! > best) best = list[passage]!;
      passage -= 1;
      found.add({ piece, row, best });
      ({ least } = found);
    }
  });
  return found.sorted();
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
