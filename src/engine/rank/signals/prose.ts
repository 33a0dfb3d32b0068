/**
 * prose: a document, a type declaration or a table of settings, and the question is not about those. Idea: they name
 * everything and do nothing. Source: semble's penalties, measured again here. Worth: @prose@
 */
import { perFile, type Signal } from './signal';

export const prose: Signal = {
  name: 'prose',
  isPrior: true,
  of: (evidence) => {
    const { about } = evidence.question;
    return perFile(evidence, ({ roles }) =>
      (!about.documents && roles.isDocument) ||
      (!about.types && roles.isDeclaration) ||
      (!about.settings && roles.isSettings)
        ? 1
        : 0,
    );
  },
};
