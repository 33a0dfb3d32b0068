/**
 * ex: an example, a benchmark or somebody else's code, and the question is not about those. Source: our ablation.
 * Worth: @ex@
 */
import { isExamplePath, isVendoredPath } from '../paths';
import { perFile, type Signal } from './signal';

export const ex: Signal = {
  name: 'ex',
  isPrior: true,
  of: (evidence) =>
    perFile(evidence, ({ place }) =>
      (!evidence.question.about.examples && isExamplePath(place)) || isVendoredPath(place) ? 1 : 0,
    ),
};
