/**
 * ex: an example, a benchmark or somebody else's code, and the question is not about those. Source: our ablation.
 * Worth: @ex@
 */
import { perFile, type Signal } from './signal';

export const ex: Signal = {
  name: 'ex',
  isPrior: true,
  of: (evidence) =>
    perFile(evidence, ({ roles }) =>
      (!evidence.question.about.examples && roles.isExample) || roles.isVendored ? 1 : 0,
    ),
};
