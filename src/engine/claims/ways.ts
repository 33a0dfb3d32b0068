/** What is typed to run, test or build a project, with the place that says it, and how a list of that reads. */
import type { CodeSource, ReadCode } from '../outline/sources';
import type { RowSpan } from '../read/types';
import type { Page } from './page';
import type { Asking } from './types';
import { inline } from './words';

/** One way, with the place that says it. */
export interface Way {
  /** What is typed. */
  typed: string;
  /** What that does, or under which heading it stands. */
  told?: string;
  from: CodeSource;
  code: ReadCode;
  rows: RowSpan;
  /** Lower is better. */
  rank: number;
}

/** Of an answer that the project's files give, and of one from what is usual. */
export const scores = { written: 0.85, usual: 0.55 };
const maxWays = 6;

export const inPipeline = 'in continuous integration';

function toldWay({ typed, told, from, code, rows }: Way, page: Page): string {
  const what = told === undefined || told === typed ? '' : told.startsWith('under “') || told === inPipeline ? `, ${told}` : ` runs ${inline(told.slice(0, 160))}`; // prettier-ignore
  return page.cited(`- ${inline(typed)}${what} (${page.at(from, rows.start)})`, from, code, rows);
}

/** The best of them a row each, and where the others are. */
export function listWays(ways: readonly Way[], { page, asking }: { page: Page; asking: Asking }): void {
  page.put(ways.slice(0, maxWays).map((way) => toldWay(way, page)).join('\n')); // prettier-ignore
  const left = ways.slice(maxWays);
  const places = [...new Set(left.map(({ from }) => inline(asking.labelOf(from))))];
  if (left.length > 0) page.put(`${left.length} more ${left.length === 1 ? 'is' : 'are'} in ${places.join(' and ')}.`);
}
