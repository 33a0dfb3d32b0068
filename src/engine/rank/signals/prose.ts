/**
 * prose: a document, a type declaration or a table of settings, and the question is not about those; or the other way
 * round. Idea: they name everything and do nothing. Source: semble's penalties, measured again here. Worth: .0023 of
 * nDCG@10, files alone.
 */
import { misfitOf } from '../priors';
import { perFile, type SketchSignal } from './signal';

export const prose: SketchSignal = {
  name: 'prose',
  isPrior: true,
  of: (evidence) => {
    const { about } = evidence.question;
    return perFile(evidence, ({ roles }) =>
      Math.max(
        misfitOf('documents', roles, about),
        misfitOf('declarations', roles, about),
        misfitOf('settings', roles, about),
      ),
    );
  },
};
