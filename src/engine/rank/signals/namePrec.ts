/**
 * namePrec: covered share of the file's name. Idea: a file is called after what it does. Source: our file-finding
 * ablation, the strongest second signal. Cost: the words of some hundred names. Worth: none alone; its like stand in
 * for it.
 */
import { perFile, type SketchSignal } from './signal';

export const namePrec: SketchSignal = {
  name: 'namePrec',
  of: (evidence) => perFile(evidence, ({ path }) => evidence.words.cover(path.name).precision),
};
