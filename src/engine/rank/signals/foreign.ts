/**
 * foreign: the file is for another platform than this machine's, its project has files for this one, and the question
 * names no platform. Idea: of twins, the one that runs here is meant. Source: failures of the repository questions; the
 * weight is held near a value set by hand, because one repository in 23 has twins. Worth: .0009 of nDCG@10, files
 * alone.
 */
import { perFile, type SketchSignal } from './signal';

export const foreign: SketchSignal = {
  name: 'foreign',
  isPrior: true,
  of: (evidence) => {
    const { question, files } = evidence;
    const isTold = !question.about.platforms && files.some(({ platform }) => platform === 'own');
    return perFile(evidence, ({ platform }) => (isTold && platform === 'foreign' ? 1 : 0));
  },
};
