/**
 * dirRec: share of the question's weight that the three inner folders say. Idea: folders name the area. Source: our
 * ablation. Cost: as namePrec. Worth: .0041 of nDCG@10, files alone.
 */
import { perFile, type SketchSignal } from './signal';

export const dirRec: SketchSignal = {
  name: 'dirRec',
  of: (evidence) => perFile(evidence, ({ path }) => evidence.words.cover(path.folders).recall),
};
