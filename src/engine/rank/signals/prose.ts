/**
 * prose: a document, a type declaration or a table of settings, and the question is not about those; or the other way
 * round. Idea: they name everything and do nothing. Source: semble's penalties, measured again here. Worth: .0023 of
 * nDCG@10, files alone.
 */
import { misfit } from '../priors';
import { perFile, type SketchSignal } from './signal';

export const prose: SketchSignal = {
  name: 'prose',
  isPrior: true,
  of: (evidence) => {
    const { documents, declarations, settings } = evidence.question.about;
    return perFile(evidence, ({ roles }) =>
      Math.max(
        misfit(documents, roles.documents),
        misfit(declarations, roles.declarations),
        misfit(settings, roles.settings),
      ),
    );
  },
};
