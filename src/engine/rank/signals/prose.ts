/**
 * prose: a document, a type declaration or a table of settings, and the question is not about those. Idea: they name
 * everything and do nothing. Source: semble's penalties, measured again here. Worth: @prose@
 */
import { isDeclarationPath, isDocumentPath, isSettingsPath } from '../paths';
import { perFile, type Signal } from './signal';

export const prose: Signal = {
  name: 'prose',
  isPrior: true,
  of: (evidence) => {
    const { about } = evidence.question;
    return perFile(evidence, ({ place }) =>
      (!about.documents && isDocumentPath(place)) ||
      (!about.types && isDeclarationPath(place)) ||
      (!about.settings && isSettingsPath(place))
        ? 1
        : 0,
    );
  },
};
