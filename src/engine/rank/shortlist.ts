/**
 * The second look: of the files with the best passages those that may come first in the end, by the signals that need no
 * more than a sketch. What the others would add is guessed from how the passages score. Source: cascade ranking (Wang,
 * Lin, Metzler 2011). Cost: the words of some hundred names. A file left out here cannot be found.
 */
import type { Scores, Scorer } from './bm25f';
import { formOf, type FileWeights } from './rankFiles';
import { passagesOf } from './selection';
import { sketchSignals } from './signals/index';
import { addWeighted, valuesOf } from './signals/signal';
import { sumUp, type FileSketch, type Sketch } from './sketch';
import { weights as fitted } from './weights';

/** Files that all signals look at. */
const maxFiles = 48;
/** Of the density, which is no signal of the last look: there it cost .002 of nDCG@10. As last fitted as one. */
const densityWeight = 0.87;

/** What stands in for the signals that are not computed yet. */
const standIns: Readonly<Record<string, string>> = {
  feedback: 'cbfSum',
  chunkSum: 'cbfSum',
  rootBm: 'cbfSum',
  nameHits: 'cbfMax',
  doc: 'cbfMax',
  cover: 'cbfMax',
  bigram: 'cbfMax',
  typeBest: 'cbfMax',
  funcSum: 'cbfMax',
  symDef: 'cbfMax',
  symType: 'cbfMax',
  nameXchunk: 'namePrec',
};

export interface Shortlisting extends Omit<Sketch, 'sums'> {
  scorer: Scorer;
  /** Of all passages, by piece. */
  scores: readonly Scores[];
  weights?: FileWeights | undefined;
}

function factorsOf({ question, weights = fitted }: Shortlisting): number[] {
  const chosen = weights[formOf(question)];
  return sketchSignals.map(({ name }) => {
    const stoodFor = Object.keys(standIns).filter((other) => standIns[other] === name);
    return [name, ...stoodFor].reduce((sum, signal) => sum + (chosen[signal] ?? 0), 0);
  });
}

/** How much of a file is about the question, without giving long files the day: as shares of the best. */
function densities({ sums, files }: Sketch, sizes: readonly number[]): Float64Array {
  const values = Float64Array.from(files, (_, at) => sums.main.all[at]! / Math.sqrt(Math.max(1, sizes[at] ?? 1)));
  const best = values.reduce((max, value) => Math.max(max, value), Number.MIN_VALUE);
  return values.map((value) => value / best);
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
  const factors = factorsOf(shortlisting);
  sketchSignals.forEach((signal, place) => {
    const factor = factors[place]!;
    if (factor !== 0) addWeighted(worth, valuesOf(signal, sketch), factor);
  });
  const order = Array.from(files, (_, at) => at).sort((a, b) => worth[b]! - worth[a]! || a - b);
  return order.slice(0, maxFiles).map((at) => files[at]!);
}
