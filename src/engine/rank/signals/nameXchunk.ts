/**
 * nameXchunk: covered share of the file's name times its best passage. Idea: name and content must agree. Source: our
 * ablation. Cost: as namePrec. Worth: none alone; its like stand in for it.
 */
import { perFile, type Signal } from './signal';

export const nameXchunk: Signal = {
  name: 'nameXchunk',
  of: (evidence) =>
    perFile(evidence, ({ path }, at) => evidence.words.cover(path.name).precision * (evidence.sums.flat.best[at] ?? 0)),
};
