/** What read_symbol and find_references are asked about: a name, or a place. */
import { ApiError } from '../../../contract/errors';
import type { SymbolOutput } from '../../../contract/schemas';
import { behindStroke, placeAt, stateOf } from '../found';
import type { Roots } from '../roots';

export interface Subject {
  name?: string;
  path?: string;
  line?: number;
}

/** @throws ApiError `invalid` when it is neither */
export function checkSubject(tool: string, { name, path, line }: Subject): void {
  if (name !== undefined || (path !== undefined && line !== undefined)) return;
  const given = path === undefined ? '' : ' With path alone, outline tells the names in it.';
  throw new ApiError('invalid', `${tool} needs a name, or a path and a line.${given}`);
}

/** Where nothing is found: what is like the name, or what stands around the place. */
export function nearestOf(subject: Subject, made: Pick<SymbolOutput, 'nearest' | 'skipped'>, roots: Roots): string {
  const { nearest = [] } = made;
  const where = subject.name === undefined ? 'No symbol stands at that line.' : 'No symbol has that name.';
  const rows = nearest.map(({ name, path, line }) => behindStroke(placeAt(roots, path ?? '', { start: line, end: line }), name)); // prettier-ignore
  const next = rows.length > 0 ? 'Nearest:' : 'search_code finds other words for it.';
  return [`${where} ${next}`, ...rows, stateOf(made, roots)].filter((row) => row !== '').join('\n');
}
