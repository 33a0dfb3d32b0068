/** Whether something of a name is here: yes, with its place, or no, with the names that are nearest to it. */
import { wholeRows } from '../outline/heads';
import { nearestNames } from '../outline/names';
import { joinIdentifier } from '../text/tokens';
import { withKind } from './calledSo';
import { documentationIn, headline, shownRows } from './explain';
import { Page } from './page';
import { bareName, looksLikeName, subjectOf } from './subjects';
import type { Asking, Maker } from './types';
import { wantOf } from './wants';
import { inline, quotable } from './words';
import { spaced } from '../text/plain';

const scores = { yes: 0.85, no: 0.05 };
const maxPlaces = 3;

export const isThere: Maker = async (asking) => {
  const want = wantOf(asking.query, 'isThere');
  if (!want) return undefined;
  const subject = await subjectOf(want.subject, asking);
  if (!subject) {
    const name = bareName(want.subject);
    if (!asking.isWhole) return undefined;
    return /^[\w$.:]+$/.test(name) && spaced(want.subject).some(looksLikeName) ? notThere(name, asking) : undefined;
  }
  const page = new Page(asking);
  const [first] = subject.candidates;
  for (const [place, one] of subject.candidates.slice(0, maxPlaces).entries()) {
    page.say(`${place === 0 ? 'Yes: ' : ''}${headline(page, one)}`, one.from, one.code, wholeRows(one.symbol));
    const written = documentationIn(one, 2);
    if (written !== undefined) page.put(`> ${quotable(written, 300)}`);
    if (place === 0) page.quote(one.code, one.from, shownRows(one), one.symbol.name);
  }
  return page.answer('isThere', scores.yes, [first!.symbol.path.join('.')]);
};

async function notThere(name: string, asking: Asking) {
  const { parts, reader, signal } = asking;
  const page = new Page(asking);
  page.say(`No: nothing here is defined as ${inline(name)}.`);
  const near = await nearestNames(parts, { name, around: [] }, async () => signal.throwIfAborted());
  const told: string[] = [];
  for (const { joined, from } of near.slice(0, maxPlaces)) {
    const code = await reader.outlined(from);
    const symbol = typeof code === 'string' ? undefined : code.outline.symbols.find((one) => joinIdentifier(one.name) === joined); // prettier-ignore
    if (typeof code !== 'string' && symbol) told.push(page.cited(`- ${withKind({ symbol, code }, page.at(from, symbol.nameRow))}`, from, code, wholeRows(symbol))); // prettier-ignore
  }
  if (told.length > 0) page.put(`Names that are like it:\n${told.join('\n')}`);
  return page.answer('absent', scores.no, []);
}
