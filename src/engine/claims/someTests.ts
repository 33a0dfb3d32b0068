/** Where one test, some, or those of a kind are asked for: the commands for them, and else how all are run. */
import { stem } from '../text/tokens';
import { Page } from './page';
import { onePart } from './runTable';
import type { Asking } from './types';
import type { WantedTests } from './wants';
import { inPipeline, listWays, scores, type Way } from './ways';
import { inline } from './words';

/** Somewhere to say which: `just filter PATTERN`. */
const takesNames =
  /(?<!\$)\{\{|<[\w-]{1,40}>|\$[@*1]|\b(?:FILES?|PATTERN|NAMES?|FILTER|TESTS?|ARGS|PATH)\b|^just [\w-]{1,60} \S/;
/** `mocha -g NAME`; within what a target does they may be another program's. */
const picksNames = /\s(?:-k|-run|-g|-t|--grep|--filter|-Dtest)\b/;

/** Whether a way is to run those tests: told by its command, what that does, or where it stands. */
export function isOfTests({ typed, told = '', from }: Way, { isPart, kinds }: WantedTests): boolean {
  const said = `${typed} ${told === inPipeline ? '' : told} ${from.place}`.toLowerCase();
  // `itest`, `utest`: a test with the first letter of its kind.
  const short = (kind: string) => said.split(/[^a-z\d]+/).includes(`${kind[0]}test`);
  const isOfKind = kinds.some((kind) => said.includes(stem(kind)) || short(kind));
  const isUnder =
    told.startsWith('under “') && /\b(?:one|some|single|specific|individual|particular|only|subset)\b/i.test(told);
  return (isPart && (isUnder || picksNames.test(typed) || takesNames.test(typed) || takesNames.test(told))) || isOfKind;
}

/** How one test alone is run where these commands run them all. */
function oneAlone(ways: readonly Way[]): { typed: string; by: string; way: Way } | undefined {
  for (const { by, typed } of onePart) {
    const way = ways.find((one) => ` ${one.typed} ${one.told ?? ''} `.includes(` ${by} `));
    if (way) return { typed, by, way };
  }
  return undefined;
}

/**
 * @param written what the project's files say, those for the wanted tests among them
 * @param usual what is usual for its manifests
 */
export function testsAnswer(
  tests: WantedTests,
  { written, usual, asking }: { written: readonly Way[]; usual: readonly Way[]; asking: Asking },
) {
  const page = new Page(asking);
  const found = written.filter((way) => isOfTests(way, tests));
  const alone = tests.isPart && found.length === 0 ? oneAlone([...written, ...usual]) : undefined;
  const kind = tests.kinds.join(' ');
  const which = tests.isPart ? 'some of the tests' : `the ${kind} tests`;
  if (found.length > 0) {
    page.say(`To run ${which}:`);
    listWays(found, { page, asking });
  }
  if (alone) {
    const { from, code, rows } = alone.way;
    page.say(`One test alone is usually run by ${inline(alone.typed)}, since ${inline(alone.by)} runs them all (${page.at(from, rows.start)})`, from, code, rows); // prettier-ignore
  }
  if (found.length === 0 && written.length > 0) {
    if (!alone) page.say(`No command here is named for ${which}.`);
    page.say('All tests are run with:');
    listWays(written, { page, asking });
  }
  return written.length === 0 && !alone ? undefined : page.answer('run', found.length > 0 ? scores.written : scores.usual); // prettier-ignore
}
