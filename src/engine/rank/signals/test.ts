/**
 * test: the file holds tests, and the question is not about tests; or it asks for them and the file holds none. Idea:
 * tests repeat the words of what they test. Source: our ablation, +.03 to +.14 where tests are indexed. Worth: .0089 of
 * nDCG@10, files alone.
 */
import { misfit } from '../priors';
import { perFile, type SketchSignal } from './signal';

export const test: SketchSignal = {
  name: 'test',
  isPrior: true,
  of: (evidence) => {
    const { tests } = evidence.question.about;
    return perFile(evidence, ({ roles }) => misfit(tests, roles.tests));
  },
};
