/**
 * nameF: harmonic mean of the covered shares of the name and of the question. Idea: a long name that says all of the
 * question beats a short one that says a word of it. Cost: as namePrec. Worth: .0008 of nDCG@10, files alone.
 */
import { balanced } from '../wordMatch';
import { perFile, type SketchSignal } from './signal';

export const nameF: SketchSignal = {
  name: 'nameF',
  of: (evidence) => perFile(evidence, ({ path }) => balanced(evidence.words.cover(path.name))),
};
