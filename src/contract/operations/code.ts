/** What stands where in code. */
import * as S from '../schemas';
import { engineErrors, type Operation } from './operation';

const errors = [...engineErrors, 403] as const;

// prettier-ignore
export const codeOperations = {
  outline: {
    method: 'POST', path: '/code/outline', summary: 'The symbols of files: kind, name, signature, lines, documentation.',
    body: S.OutlineInput, returns: S.OutlineOutput, errors, isEngine: true,
  },
  symbol: {
    method: 'POST', path: '/code/symbol', summary: 'One symbol by name or place: its whole text and what is around it.',
    body: S.SymbolInput, returns: S.SymbolOutput, errors, isEngine: true,
  },
  references: {
    method: 'POST', path: '/code/references', summary: 'Where a name is defined, called, imported and used.',
    body: S.CodeReferencesInput, returns: S.ReferencesOutput, errors, isEngine: true,
  },
} as const satisfies Record<string, Operation>;
