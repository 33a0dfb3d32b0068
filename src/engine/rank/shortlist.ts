/**
 * The second look: of the files with the best passages those that may come first in the end, by the signals that need no
 * more than a sketch. What the others would add is guessed from how the passages score. Source: cascade ranking (Wang,
 * Lin, Metzler 2011). Cost: the words of some hundred names. A file left out here cannot be found.
 */
import type { Scores, Scorer } from './bm25f';
import { addWeighted, sharesOfBest, sketchSignals, standIns, valuesOf } from './fileSignals';
import { formOf, type FileWeights } from './rankFiles';
import { passagesOf } from './selection';
import { sumUp, type FileSketch, type Sketch } from './sketch';
import { weights as fitted } from './weights';

/** Files that all signals look at. */
const maxFiles = 48;
/** Of the density, which is no signal of the last look: there it cost .002 of nDCG@10. As last fitted as one. */
const densityWeight = 0.87;

export interface Shortlisting extends Omit<Sketch, 'sums'> {
  scorer: Scorer;
  /** Scores of all passages, a list for each segment searched. */
  scores: readonly Scores[];
  weights?: FileWeights | undefined;
}

/** How much of a file is about the question, without giving long files the day: as shares of the best. */
function densities({ sums, files }: Sketch, sizes: readonly number[]): Float64Array {
  return sharesOfBest(Float64Array.from(files, (_, at) => sums.main.all[at]! / Math.sqrt(Math.max(1, sizes[at] ?? 1))));
}

/** Best first, at most `maxFiles`. */
export function shortlist(shortlisting: Shortlisting): FileSketch[] {
  const { files, scorer, scores } = shortlisting;
  if (files.length <= maxFiles) return [...files];
  const stretches = files.map((file) => passagesOf(scorer, file));
  const sums = { main: sumUp(stretches, (at) => scores[files[at]!.piece]!) };
  const sketch: Sketch = { ...shortlisting, sums };
  const density = densities(
    sketch,
    stretches.map(({ first, end }) => end - first),
  );
  const worth = density.map((value) => value * densityWeight);
  const weights: FileWeights = shortlisting.weights ?? fitted;
  const chosen = weights[formOf(shortlisting.question)];
  for (const [name, signal] of Object.entries(sketchSignals))
    addWeighted(worth, valuesOf<Sketch>(signal, sketch), chosen[name] ?? 0);
  for (const [name, sum] of Object.entries(standIns))
    addWeighted(worth, sharesOfBest(sums.main[sum]), chosen[name] ?? 0);
  const order = Array.from(files, (_, at) => at).sort((a, b) => worth[b]! - worth[a]! || a - b);
  return order.slice(0, maxFiles).map((at) => files[at]!);
}
