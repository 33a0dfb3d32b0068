/**
 * Answers how a project is run, tested or built, from its manifests, makefiles, pipelines and guides, each command as
 * written and with its place. When none says it, gives what is usual for the kind of manifest and says so.
 */
import { Page, type Asking, inline, type Maker, quotable, withArticle } from './page';
import { proseBlocks, proseRows } from '../text/comments';
import { guides, isHeadingOf, onePart } from './runTable';
import {
  depthOf,
  filesOf,
  fitting,
  inPipeline,
  isSpecial,
  maxGuideRows,
  maxOfKind,
  pipelineRank,
  projectWords,
  rowsOf,
  usualWays,
  waysOf,
  type Files,
  type Way,
} from './runWays';
import { type Run, wantOf, type Task } from './wants';
import { headingIn } from '../../languages/markdown';

/** Scores of an answer from the project's files, and of one from what is usual. */
const scores = { written: 0.85, usual: 0.55 };
const maxWays = 6;

function toldWay({ typed, told, from, code, rows }: Way, page: Page): string {
  const what =
    told === undefined || told === typed
      ? ''
      : told.startsWith('under “') || told === inPipeline
        ? `, ${told}`
        : ` runs ${inline(told.slice(0, 160))}`;
  return page.cited(`- ${inline(typed)}${what} (${page.at(from, rows.start)})`, from, code, rows);
}

/** Lists the best ways in a row each, and names where the others are. */
function listWays(ways: readonly Way[], { page, asking }: { page: Page; asking: Asking }): void {
  page.put(
    ways
      .slice(0, maxWays)
      .map((way) => toldWay(way, page))
      .join('\n'),
  );
  const left = ways.slice(maxWays);
  const places = [...new Set(left.map(({ from }) => inline(asking.labelOf(from))))];
  if (left.length > 0) page.put(`${left.length} more ${left.length === 1 ? 'is' : 'are'} in ${places.join(' and ')}.`);
}

// Section: one test, some tests or a kind of tests: the commands for these, or else those for all tests.

/** How to run a single test with the tool that these commands use. */
function oneAlone(ways: readonly Way[]): { typed: string; by: string; way: Way } | undefined {
  for (const { by, typed } of onePart) {
    const way = ways.find((one) => ` ${one.typed} ${one.told ?? ''} `.includes(` ${by} `));
    if (way) return { typed, by, way };
  }
  return undefined;
}

/**
 * Adds the commands for tests.
 * @param written commands from the project's files, including those for the wanted tests
 * @param usual commands usual for its manifests
 * @returns score; undefined when nothing was added
 */
function putTests(
  tests: Run,
  { written, usual, asking, page }: { written: readonly Way[]; usual: readonly Way[]; asking: Asking; page: Page },
): number | undefined {
  const found = fitting(written, tests);
  const alone = tests.isPart && found.length === 0 ? oneAlone([...written, ...usual]) : undefined;
  const kind = tests.kinds.join(' ');
  const which = tests.isPart ? 'some of the tests' : `the ${kind} tests`;
  if (found.length > 0) {
    page.say(`To run ${which}:`);
    listWays(found, { page, asking });
  }
  if (alone) {
    const { from, code, rows } = alone.way;
    page.say(
      `One test alone is usually run by ${inline(alone.typed)}, since ${inline(alone.by)} runs them all (${page.at(from, rows.start)})`,
      from,
      code,
      rows,
    );
  }
  if (found.length === 0 && written.length > 0) {
    if (!alone) page.say(`I found no command for ${which} alone.`);
    page.say('All tests are run with:');
    listWays(written, { page, asking });
  }
  if (written.length === 0 && !alone) return undefined;
  return found.length > 0 ? scores.written : scores.usual;
}

const aims: Readonly<Record<Task, string>> = {
  test: 'run the tests',
  build: 'build it',
  run: 'run it',
  install: 'install it',
  lint: 'check its style',
  release: 'release it',
};

/**
 * Adds the answer for one of the tasks asked about.
 * @returns score; undefined when the files say nothing of it
 */
async function putRun(asked: Run, files: Files, { asking, page }: { asking: Asking; page: Page }) {
  const own = asked.task === 'test' || asked.kinds.length === 0 ? new Set() : await projectWords(files, asking);
  const wanted = { ...asked, kinds: asked.kinds.filter((kind) => !own.has(kind)) };
  const { task, isPart, kinds } = wanted;
  const written = await waysOf(files, wanted, asking);
  if (task === 'test' && (isPart || kinds.length > 0))
    return putTests(wanted, { written, usual: usualWays(files, task, asking), asking, page });
  if (kinds.length > 0) {
    const found = fitting(written, wanted);
    if (found.length === 0) return undefined;
    page.say(`For the ${kinds.join(' ')}:`);
    listWays(found, { page, asking });
    return scores.written;
  }
  if (written.length === 0) return putUsual(files, task, { asking, page });
  const isPlain = written.some(({ rank, typed }) => rank < pipelineRank || !isSpecial(typed));
  const usually = isPlain ? [] : usualTold(files, task, { asking, page });
  page.say(usually.length > 0 ? `To ${aims[task]}, ${usually.join(', ')}.` : `To ${aims[task]}:`);
  if (usually.length > 0) page.say('For special cases:');
  listWays(written, { page, asking });
  return scores.written;
}

export const run: Maker = async (asking) => {
  const want = wantOf(asking.query, 'run');
  if (!want) return undefined;
  const files = filesOf(asking);
  const page = new Page(asking);
  const sure: number[] = [];
  for (const one of want.runs) {
    const score = await putRun(one, files, { asking, page });
    if (score === undefined) return undefined;
    sure.push(score);
  }
  return page.answer('run', Math.min(...sure));
};

function usualTold(files: Files, task: Task, { asking, page }: { asking: Asking; page: Page }): string[] {
  return usualWays(files, task, asking).map(({ typed, from, code, rows }) => {
    const label = asking.labelOf(from);
    return page.referred(`with ${withArticle(label, inline(label))} it is usually ${inline(typed)}`, from, code, rows);
  });
}

/**
 * Adds what a guide says without a command: the first text below the shortest heading for the task; false when there is
 * none.
 */
function putGuide(files: Files, task: Task, { asking, page }: { asking: Asking; page: Page }): boolean {
  for (const from of files.all.filter((one) => depthOf(one) <= 2 && guides.test(one.place)).slice(0, maxOfKind)) {
    const code = asking.reader.read(from);
    if (typeof code === 'string') continue;
    const blocks = proseBlocks(proseRows(code.source.text)).filter(({ isSaid }) => isSaid);
    const rows = rowsOf(code, maxGuideRows);
    const sections = rows.flatMap((text, row) => {
      const title = headingIn(text)?.title;
      if (title === undefined || !isHeadingOf(title, task)) return [];
      const next = rows.findIndex((below, at) => at > row && headingIn(below) !== undefined);
      const end = Math.min(row + maxSectionRows, next < 0 ? rows.length : next);
      const said = blocks.filter((block) => block.row > row && block.row < end).slice(0, maxSaid);
      return said.length > 0 ? [{ title, row, said }] : [];
    });
    const [best] = sections.sort((a, b) => a.title.length - b.title.length);
    if (!best) continue;
    page.say(`Under “${best.title}” it says in ${page.at(from, best.row)}`, from, code, {
      start: best.row,
      end: best.said.at(-1)!.row,
    });
    page.put(best.said.map(({ text }) => `> ${quotable(text, 400)}`).join('\n'));
    return true;
  }
  return false;
}

/** Most paragraphs and entries of a section that are quoted. */
const maxSaid = 5;
/** Most rows between the heading and quoted text. */
const maxSectionRows = 15;

function putUsual(files: Files, task: Task, { asking, page }: { asking: Asking; page: Page }) {
  const isTold = putGuide(files, task, { asking, page });
  const told = usualTold(files, task, { asking, page });
  if (told.length === 0) return isTold ? scores.usual : undefined;
  page.say(
    isTold ? `As a command, ${told.join(', ')}.` : `No file here says how to ${aims[task]}; ${told.join(', ')}.`,
  );
  return scores.usual;
}
