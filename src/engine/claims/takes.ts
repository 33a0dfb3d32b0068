/** What a function takes: its parameters with what they are by default, and its head as it stands. All of it by the tree. */
import { documentationIn } from './explain';
import { Page } from './page';
import { subjectOf } from './subjects';
import type { Maker } from './types';
import { wantOf } from './wants';
import { inline, plural, quotable } from './words';

const score = 0.85;
/** More are a table. */
const maxTold = 12;
/** Rows of a head with a parameter on each. */
const maxHead = 14;

export const takes: Maker = async (asking) => {
  const want = wantOf(asking.query, 'takes');
  const subject = want && (await subjectOf(want.subject, asking));
  const best = subject?.candidates.find(({ symbol }) => symbol.parameters.length > 0);
  if (!best) return undefined;
  const { from, code, symbol } = best;
  const { parameters, start, end, nameRow, signature } = symbol;
  const page = new Page(asking);
  const told = parameters.slice(0, maxTold).map(({ name, default: preset }) => (preset === undefined ? inline(name) : `${inline(name)} (${inline(preset)} by default)`)); // prettier-ignore
  const more = parameters.length > told.length ? ` and ${parameters.length - told.length} more` : '';
  // A head that does not fit on its row goes on below.
  const rows = signature === code.rows.row(nameRow).trim() ? 1 : parameters.length + 2;
  const head = { start, end: Math.min(end, nameRow + Math.min(rows, maxHead) - 1) };
  page.say(`${inline(symbol.path.join('.'))} takes ${plural(parameters.length, 'parameter')}: ${told.join(', ')}${more} (${page.at(from, nameRow)})`, from, code, head); // prettier-ignore
  const written = documentationIn(best);
  if (written !== undefined) page.put(`> ${quotable(written, 700)}`);
  page.quote(code, from, head, symbol.name);
  return page.answer('takes', score, [symbol.path.join('.')]);
};
