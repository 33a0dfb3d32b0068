/**
 * ex: an example, a benchmark or somebody else's code, and the question is not about those; or the other way round.
 * Source: our ablation. Worth: none alone; its like stand in for it.
 */
import { misfit } from '../priors';
import { perFile, type SketchSignal } from './signal';

export const ex: SketchSignal = {
  name: 'ex',
  isPrior: true,
  of: (evidence) => {
    const { examples, vendored } = evidence.question.about;
    return perFile(evidence, ({ roles }) =>
      Math.max(misfit(examples, roles.examples), misfit(vendored, roles.vendored)),
    );
  },
};
