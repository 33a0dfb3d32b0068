/**
 * Answers how a project is run, tested or built, from its manifests, makefiles, pipelines and guides, each command as
 * written and with its place, and what it needs beforehand. When none says it, gives what is usual for the kind of
 * manifest and says so.
 */
import { type Asking, Page, inline, listed, type Maker, withArticle, quotable, type Putting } from './page';
import { type Way, type Files, fitting, namesAll, filesOf, depthOf, rowsOf, mayTakeNames } from './runFits';
import { behindAll, usualWays, projectWords, waysOf, pipelineRank, isSpecial, isRewriting } from './runWays';
import { onePart, type NeedsRow, isAbove, isGuide, dependenciesIn, versionsIn } from './runTable';
import { type Task, type Run, wantOf } from './wants';
import { putGuide, putMention, sectionsFor } from './runGuides';
import { manifestStart } from './runManifests';
import path from 'node:path';
import { isStartFile, isReadme } from '../overview';
import { folderNames } from '../parts';
import { candidatesOf } from '../outline/findSymbol';
import { isTest, isAside, type CodeSource, type ReadCode, type OutlinedCode } from '../outline/sources';
import type { RowSpan } from '../read/types';
import { indentOf, fenced } from '../answers/markdown';
import { spaced } from '../text/plain';

/** Scores of an answer from the project's files, and of one from what is usual. */
const scores = { written: 0.85, usual: 0.55 };
/** Most commands of a list, and how much more the rank of the last one may be than that of the first. */
const [maxWays, maxBehind] = [4, 2];

function toldWay({ typed, folder, told, where, from, code, rows }: Way, page: Page): string {
  const command = folder === undefined ? inline(typed) : `${inline(typed)} in ${inline(folder)}`;
  const does = told === undefined || told === typed ? '' : ` runs ${inline(shortened(told))}`;
  const what = where === undefined ? does : `, ${where}`;
  return page.cited(`- ${command}${what} (${page.at(from, rows.start)})`, from, code, rows);
}

/** What a script does as it is typed, without the marks of the text that it is written in. */
function shortened(told: string): string {
  const plain = told.replaceAll(String.raw`\"`, '"').replaceAll('\\\\', '\\');
  return plain.length > maxTold ? `${plain.slice(0, plain.lastIndexOf(' ', maxTold))} …` : plain;
}
/** Most characters of what a script does. */
const maxTold = 160;

/** Lists the best ways in a row each, and names where the others are. */
function listWays(all: readonly Way[], { page, asking }: Putting): void {
  // Parts come behind the whole, and are shown.
  const rankOf = ({ rank, folder }: Way) => (folder === undefined || rank < behindAll ? rank : rank - behindAll);
  const ways = all.filter((way) => rankOf(way) <= rankOf(all[0]!) + maxBehind);
  page.put(
    ways
      .slice(0, maxWays)
      .map((way) => toldWay(way, page))
      .join('\n'),
  );
  const left = ways.slice(maxWays);
  const places = [...new Set(left.map(({ from }) => asking.labelOf(from)))];
  if (left.length > 0)
    page.put(`${left.length} more ${left.length === 1 ? 'is' : 'are'} in ${listed(places, maxWays)}.`);
}

// Section: one test, some tests or a kind of tests: the commands for these, or else those for all tests.

/** How to run a single test with the tool that these commands use. */
function oneAlone(ways: readonly Way[]): { typed: string; by: string; way: Way } | undefined {
  // Those of a part come last.
  for (const way of ways.toSorted((a, b) => Number(a.folder !== undefined) - Number(b.folder !== undefined))) {
    // `vendor/bin/phpunit` is `phpunit`.
    const said = `${way.typed} ${way.told ?? ''}`.split(' ').map((word) => word.split('/').at(-1)!);
    const row = onePart.find(({ by }) => ` ${said.join(' ')} `.includes(` ${by} `));
    if (row) return { ...row, way };
  }
  return undefined;
}

const aims: Readonly<Record<Task, string>> = {
  test: 'run the tests',
  build: 'build it',
  run: 'run it',
  install: 'install it',
  lint: 'check its style',
  format: 'format it',
  types: 'check the types',
  docs: 'build the documentation',
  bench: 'run the benchmarks',
  coverage: 'measure the coverage',
  release: 'release it',
};

/**
 * Adds the answer for a part: the commands for it, or else those for the whole.
 * @param written commands from the project's files, including those for the part
 * @returns score; undefined when the files say nothing of it
 */
function putPart(wanted: Run, written: readonly Way[], { files, asking, page }: Putting & { files: Files }) {
  const { task, isPart, kinds } = wanted;
  const isTests = task === 'test';
  const tests = isPart ? 'some of the tests' : `the ${kinds.join(' ')} tests`;
  const which = isTests ? tests : inline(kinds.join(' '));
  const found = fitting(written, wanted);
  if (found.length > 0) {
    const isAll = found.some((way) => namesAll(way, wanted));
    const aim = isTests ? 'To run' : 'For';
    const behind = isPart && isTests && found.every(mayTakeNames) ? ', with their names behind it' : '';
    page.say(`${isAll ? aim : 'Nearest to'} ${which}${behind}:`);
    listWays(found, { page, asking });
    return scores.written;
  }
  const alone = isPart ? oneAlone([...written, ...usualWays(files, task, asking)]) : undefined;
  if (alone) {
    const { from, code, rows } = alone.way;
    page.say(
      `With ${inline(alone.by)} one test alone is usually run by ${inline(alone.typed)} (${page.at(from, rows.start)})`,
      from,
      code,
      rows,
    );
  }
  if (written.length === 0 || !wholeTasks.has(task)) return alone && scores.usual;
  if (!alone) page.say(`I found no command for ${which} alone.`);
  page.say(isTests ? 'All tests are run with:' : `To ${aims[task]}:`);
  listWays(written, { page, asking });
  return scores.usual;
}
/** Tasks that are done for the whole project where nothing does them for a part. */
const wholeTasks = new Set<Task>(['test', 'lint', 'format', 'types', 'coverage', 'bench']);

/**
 * Adds the answer for one of the tasks asked about.
 * @returns score; undefined when the files say nothing of it
 */
async function putRun(asked: Run, files: Files, { asking, page }: Putting) {
  const own = await projectWords(files, asking);
  // A word of the name may be a kind of tests, the name is none.
  const names = new Set(folderNames(asking.parts).map((name) => name.toLowerCase()));
  const isOwn = (kind: string) => (asked.task === 'test' ? names.has(kind.replace("'s", '')) : own.has(kind));
  const wanted = { ...asked, kinds: asked.kinds.filter((kind) => !isOwn(kind)) };
  const { task, isPart, kinds } = wanted;
  const written = await waysOf(files, wanted, { asking, own });
  // "Without Wayland" is no way of its own: where no command is left out for it, a guide may tell.
  const { without, ...whole } = wanted;
  if (without && (await waysOf(files, whole, { asking, own })).length === written.length) return undefined;
  if (isPart || kinds.length > 0) return putPart(wanted, written, { files, asking, page });
  if (written.length === 0) return putUsual(files, task, { asking, page, own });
  const isPlain = written.some(({ rank, typed }) => rank < pipelineRank || !isSpecial(typed));
  const usually = isPlain ? [] : usualTold(files, task, { asking, page });
  const aim = aims[task === 'lint' && written.every(isRewriting) ? 'format' : task];
  page.say(usually.length > 0 ? `To ${aims[task]}, ${usually.join(', ')}.` : `To ${aim}:`);
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

function usualTold(files: Files, task: Task, { asking, page }: Putting): string[] {
  return usualWays(files, task, asking).map(({ typed, from, code, rows }) => {
    const label = asking.labelOf(from);
    return page.referred(`with ${withArticle(label, inline(label))} it is usually ${inline(typed)}`, from, code, rows);
  });
}

async function putUsual(files: Files, task: Task, { asking, page, own }: Putting & { own: ReadonlySet<string> }) {
  const isTold = putGuide(files, task, { asking, page }) || putMention(files, task, { asking, page });
  const mayBeLibrary = task === 'run' && !(await beginsSomewhere(files, asking));
  const told = mayBeLibrary ? [] : usualTold(files, task, { asking, page });
  const silent = `I saw no command to ${aims[task]}`;
  const named = task === 'run' && told.length === 0 ? await commandNamed(files, asking) : undefined;
  if (named) {
    page.say(isTold ? named.sentence : `${silent}; ${named.sentence}`, named.from, named.code, named.rows);
    return scores.usual;
  }
  if (told.length > 0) page.say(isTold ? `As a command, ${told.join(', ')}.` : `${silent}; ${told.join(', ')}.`);
  if (told.length > 0 || isTold) return scores.usual;
  if (!ofProjects.has(task)) return undefined;
  const isSeen = mayBeLibrary && asking.isWhole;
  page.say(isSeen ? `${silent}, and I found no place where a program begins: it may be a library.` : `${silent}.`);
  const tests = task !== 'run' ? [] : await waysOf(files, { task: 'test', isPart: false, kinds: [] }, { asking, own });
  if (tests.length === 0) return scores.usual;
  page.say('Its tests are run with:');
  listWays(tests.slice(0, maxTests), { page, asking });
  return scores.usual;
}

/** The command that a manifest at the root names. */
const commandNamed = ({ all }: Files, asking: Asking) =>
  manifestStart(
    all.filter((one) => depthOf(one) === 1),
    asking,
    ({ isCommand }) => isCommand,
  );

/** Folders of programs of their own: `src/bin/tool.rs`, `cmd/app/app.go`. */
const ofPrograms = /(?:^|\/)(?:bin|cmd)\//;

/** True where something looks like the beginning of a program: a usual file, or a function that the system calls first. */
async function beginsSomewhere({ all }: Files, asking: Asking): Promise<boolean> {
  const isApp = (place: string) => path.posix.basename(place) === 'AndroidManifest.xml';
  if (all.some(({ place }) => isStartFile(place) || ofPrograms.test(place) || isApp(place))) return true;
  const { candidates } = await candidatesOf({ name: 'main', around: [] }, ['function', 'method'], asking);
  return candidates.some(({ from, symbol }) => !isTest(from.place, symbol.path) && !isAside(from.place));
}

/** Tasks of every project: where nothing says how they are done, no code does either. */
const ofProjects = new Set<Task>(['run', 'build', 'test', 'lint', 'types', 'coverage']);
/** Most commands for tests that are shown where nothing says how the project is run. */
const maxTests = 2;

// Section: what the project needs beforehand, by its guides and manifests.

/** Most rows of manifests that are listed, and most files of one kind that are read for them. */
const [maxNeeds, maxManifests] = [8, 6];
/** Most rows of one list of dependencies that are shown. */
const maxListRows = 24;

/** A row that says what is needed, or the rows of a list, with their file. */
interface Need {
  from: CodeSource;
  code: ReadCode;
  rows: RowSpan;
}

/** The last row of a list: `require (` goes on until its bracket closes, `build-depends:` as far as rows stand deeper. */
function lastOfList(rows: readonly string[], start: number): number {
  const row = rows[start]!.trim();
  if (!'({:'.includes(row.at(-1)!)) return start;
  const indent = indentOf(rows[start]!);
  const isInside = (other: string) =>
    other.trim() === '' || indentOf(other) > indent || (!row.endsWith(':') && !')}'.includes(other.trim().charAt(0)));
  let end = start;
  while (end + 1 < rows.length && isInside(rows[end + 1]!)) end += 1;
  while (rows[end]!.trim() === '') end -= 1;
  return row.endsWith(':') ? end : Math.min(end + 1, rows.length - 1);
}

/** What a manifest says of what is needed. */
async function needsOfManifest(
  { keys, rows: beginnings = [], until = [] }: NeedsRow,
  from: CodeSource,
  { reader }: Asking,
): Promise<Need[]> {
  if (keys) {
    const code = await reader.outlined(from);
    if (typeof code === 'string') return [];
    // `[dependencies.clap]` is one of them in a table of its own.
    const isMeant = ({ path: at, kind }: OutlinedCode['outline']['symbols'][number]) =>
      keys.some((key) => isAbove(key, at) || (kind === 'section' && isAbove(`${key}.*`, at)));
    const found = code.outline.symbols.filter(isMeant);
    return found.map(({ start, end }) => ({ from, code, rows: { start, end } }));
  }
  const code = reader.read(from);
  if (typeof code === 'string') return [];
  const every = rowsOf(code);
  const behind = every.findIndex((row) => until.some((one) => row.startsWith(one)));
  const all = behind < 0 ? every : every.slice(0, behind);
  return all.flatMap((written, start) => {
    const row = written.trim();
    // `spec.required_ruby_version = …` sets what an object has.
    const isMeant = beginnings.some(
      (one) => row.startsWith(one) || (one !== '' && row.slice(row.indexOf('.') + 1).startsWith(one)),
    );
    if (row === '' || row.startsWith('#') || !isMeant) return [];
    return [{ from, code, rows: { start, end: lastOfList(all, start) } }];
  });
}

/** What the manifests say, of each kind those nearest to the root that say it. */
async function needsOf(row: NeedsRow, files: Files, asking: Asking): Promise<Need[]> {
  const found: Need[] = [];
  for (const from of files.named(row.files).slice(0, maxManifests)) {
    const isDeeper = depthOf(from) > (found[0] ? depthOf(found[0].from) : row.isOfParts ? Infinity : 1);
    if (isDeeper) break;
    found.push(...(await needsOfManifest(row, from, asking)));
  }
  return found;
}

/** Adds what a guide says under a heading for it, as written; false when none does. */
function putNeeds(files: Files, isMeant: (section: string) => boolean, { asking, page }: Putting): boolean {
  const guides = files.all.filter((one) => isGuide(one.place) && depthOf(one) === 1);
  const readmesFirst = guides.toSorted((a, b) => Number(isReadme(b.place)) - Number(isReadme(a.place)));
  for (const from of readmesFirst) {
    const code = asking.reader.read(from);
    if (typeof code === 'string') continue;
    const best = sectionsFor(code, 'needs').find(({ start, end }) => isMeant(code.rows.slice(start, end)));
    if (!best) continue;
    const { title, start, end } = best;
    page.say(`Under “${title}” it says in ${page.at(from, start)}`, from, code, { start, end });
    const rows = rowsOf(code)
      .slice(start + 1, end + 1)
      .filter((row) => row.trim() !== '');
    page.put(rows.map((row) => `> ${quotable(row.trim(), 200)}`).join('\n'));
    return true;
  }
  return false;
}

export const needs: Maker = async (asking) => {
  const want = wantOf(asking.query, 'needs');
  if (!want) return undefined;
  const files = filesOf(asking);
  const own = await projectWords(files, asking);
  const kinds = want.kinds.filter((kind) => !own.has(kind)).map((kind) => kind.replace('.js', ''));
  const names = (text: string) => kinds.length === 0 || kinds.some((kind) => text.toLowerCase().includes(kind));
  const isOfLists = (section: string) => section.split('\n')[0]!.toLowerCase().includes('dependenc');
  const page = new Page(asking);
  const isMeant = (section: string) =>
    want.isOfDependencies ? isOfLists(section) : !isOfLists(section) && names(section);
  const isTold = putNeeds(files, isMeant, { asking, page });
  const listed: string[] = [];
  let more = 0;
  for (const row of want.isOfDependencies ? dependenciesIn : versionsIn) {
    const isOfKind = kinds.some((kind) => spaced(row.of ?? '').includes(kind));
    for (const { from, code, rows } of await needsOf(row, files, asking)) {
      const shownEnd = Math.min(rows.end, rows.start + maxListRows - 1);
      const cut = rows.end > shownEnd ? `\n… (${rows.end - shownEnd} more rows)` : '';
      const text = code.rows.slice(rows.start, shownEnd) + cut;
      if (!(isOfKind || names(text))) continue;
      if (listed.length >= maxNeeds) {
        more += 1;
        continue;
      }
      const isRow = rows.start === rows.end;
      const place = page.at(from, rows.start);
      listed.push(
        isRow
          ? page.cited(`- ${inline(text.trim())} (${place})`, from, code, rows)
          : `${page.cited(`- ${place}`, from, code, rows)}\n\n${fenced(text, '')}\n`,
      );
    }
  }
  if (more > 0) listed.push(`- and ${more} more`);
  if (listed.length > 0)
    page.put(`${want.isOfDependencies ? 'It depends on' : 'Its manifests ask for'}:\n\n${listed.join('\n')}`);
  return isTold || listed.length > 0 ? page.answer('run', scores.written) : undefined;
};
