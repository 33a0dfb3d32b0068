/**
 * foreign: the file is for another platform than this machine's, its project has files for this one, and the question
 * names no platform. Idea: of twins, the one that runs here is meant. Source: failures of the repository questions; the
 * weight is held near a value set by hand, because one repository in 23 has twins. Worth: .0009 of nDCG@10, files
 * alone.
 */
import { platformKind } from '../platforms';
import { perFile, type Signal } from './signal';

export const foreign: Signal = {
  name: 'foreign',
  isPrior: true,
  of: (evidence) => {
    const kinds = evidence.question.about.platforms
      ? []
      : evidence.files.map(({ place }) => platformKind(place, process.platform));
    if (!kinds.includes('own')) return new Float64Array(evidence.files.length);
    return perFile(evidence, (_file, at) => (kinds[at] === 'foreign' ? 1 : 0));
  },
};
