/**
 * BM25F over whole files (Robertson and Zaragoza 2009): a bug report names many things of one file, which stand in many
 * of its passages. Counts of the passages are summed by file; declared names and the words of the path count more.
 * Cost: one look at each posting of the words asked for.
 */
import { fieldCount } from '../index/fields';
import { saturation } from '../index/scoring';
import type { Segment } from '../index/segment';
import type { Scorer } from '../rank/bm25f';

/** How much a word of a file's symbols or of its path counts; a word of comments or code counts 1. */
const nameWeight = 3;
const pathWeight = 3;
/** How strongly the length of a file lowers its score: the `b` of BM25. */
const lengthShare = 0.5;

/** Scores of all files, by piece and then by the place of their source. */
export type FileScores = Float64Array[];

/** Words of each file, by its place among the sources. */
function lengthsOf({ records, lengths }: Segment): Float64Array {
  return Float64Array.from(records.sources, (_, row) => {
    let sum = 0;
    for (let at = records.firsts[row]!; at < records.firsts[row + 1]!; at += 1) {
      const first = at * fieldCount;
      sum += lengths[first]! * nameWeight + lengths[first + 2]! + lengths[first + 3]!;
    }
    return sum;
  });
}

interface Norms {
  files: number;
  /** What a count is divided by for the length of its file: by piece, then by the file's row. */
  values: Float64Array[];
}

function normsOf(scorer: Scorer): Norms {
  const lengths = scorer.searched.map(({ segment }) => lengthsOf(segment));
  let [files, sum] = [0, 0];
  scorer.searched.forEach(({ segment: { records } }, place) => {
    for (let row = 0; row < records.sources.length; row += 1) {
      if (!scorer.isIn(place, records.firsts[row]!)) continue;
      files += 1;
      sum += lengths[place]![row]!;
    }
  });
  const average = Math.max(1, sum / Math.max(1, files));
  return { files, values: lengths.map((list) => list.map((length) => 1 - lengthShare + lengthShare * (length / average))) };
} // prettier-ignore

/** Files that hold a term: their places and weighted counts, in two columns. */
class Holders {
  readonly rows: number[] = [];
  readonly counts: number[] = [];
}

/** The postings of a term in one segment, file by file. */
function holdersOf({ offsets, passages, codes, counts, records }: Segment, id: number, isIn: (passage: number) => boolean): Holders {
  const holders = new Holders();
  const { firsts } = records;
  const end = offsets[id + 1]!;
  for (let at = offsets[id]!; at < end;) {
    const row = records.rowOf(passages[at]!);
    const last = firsts[row + 1]!;
    let [sum, held, inPlace] = [0, 0, 255];
    for (; at < end && passages[at]! < last; at += 1) {
      if (!isIn(passages[at]!)) continue;
      const packed = counts[codes[at]!]!;
      held += 1;
      sum += nameWeight * (packed & 0xff) + ((packed >>> 16) & 0xff) + (packed >>> 24);
      inPlace = Math.min(inPlace, (packed >>> 8) & 0xff);
    }
    if (held === 0) continue;
    // What every passage of a file says of its place is said by the path.
    const ofPath = held === last - firsts[row]! && inPlace > 0 ? pathWeight : 0;
    holders.rows.push(row);
    holders.counts.push(sum + ofPath);
  }
  return holders;
} // prettier-ignore

/** @param terms with what each counts */
export function scoreWholeFiles(scorer: Scorer, terms: ReadonlyMap<string, number>): FileScores {
  const { files, values: norms } = normsOf(scorer);
  const scores = scorer.searched.map(({ segment }) => new Float64Array(segment.records.sources.length));
  for (const [term, weight] of terms) {
    const held = scorer.searched.map(({ segment }, place) => {
      const id = scorer.idIn(term, place);
      return id === undefined ? undefined : holdersOf(segment, id, (passage) => scorer.isIn(place, passage));
    });
    const frequency = held.reduce((sum, holders) => sum + (holders?.rows.length ?? 0), 0);
    if (frequency === 0) continue;
    const value = weight * Math.log(1 + (files - frequency + 0.5) / (frequency + 0.5));
    held.forEach((holders, place) => {
      const [norm, into] = [norms[place]!, scores[place]!];
      holders?.rows.forEach((row, at) => {
        const count = holders.counts[at]! / norm[row]!;
        into[row]! += (value * count) / (saturation + count);
      });
    });
  }
  return scores;
}
