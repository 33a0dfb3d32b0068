/**
 * The first look at a space: which files have the best passages by the question's own words. Cost: one look at each
 * passage's score.
 */
import { topThreshold } from '../index/scoring';
import type { Segment } from '../index/segment';
import type { Scorer, Scores } from './bm25f';
import { fileTableOf, traitsOf, type FileTable } from './fileTable';
import type { FileSketch } from './sketch';

export interface Looking {
  scorer: Scorer;
  scores: readonly Scores[];
  maxFiles: number;
  placeOf: (piece: number, source: string) => string;
}

interface Found {
  piece: number;
  row: number;
  best: number;
}

export function segmentAt(scorer: Scorer, piece: number): Segment {
  const segment = scorer.searched[piece]?.segment;
  if (!segment) throw new RangeError(`No piece ${piece} is searched.`);
  return segment;
}

/** Best passage of each file of a segment. */
function bestByRow({ firsts, sources }: FileTable, scores: Scores): Float64Array {
  const best = new Float64Array(sources.length);
  for (let row = 0, passage = 0; row < best.length; row += 1) {
    let most = 0;
    for (const end = firsts[row + 1]!; passage < end; passage += 1)
      if (scores[passage]! > most) most = scores[passage]!;
    best[row] = most;
  }
  return best;
}

function bestRows({ scorer, scores, maxFiles }: Looking): Found[] {
  const lists = scores.map((list, piece) => bestByRow(fileTableOf(segmentAt(scorer, piece)), list));
  const least = Math.max(topThreshold(lists, maxFiles), Number.MIN_VALUE);
  const found: Found[] = [];
  lists.forEach((list, piece) => {
    for (let row = 0; row < list.length; row += 1)
      if (list[row]! >= least) found.push({ piece, row, best: list[row]! });
  });
  return found.sort((a, b) => b.best - a.best || a.piece - b.piece || a.row - b.row).slice(0, maxFiles);
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
