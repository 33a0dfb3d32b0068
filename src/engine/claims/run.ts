/**
 * Answers how a project is run, tested or built, from its manifests, makefiles, pipelines and guides, each command as
 * written and with its place. When none says it, gives what is usual for the kind of manifest and says so.
 */
import { type Asking, Page, inline, listed, type Maker, withArticle, type Putting } from './page';
import {
  type Way,
  type Files,
  fitting,
  fitOf,
  namesAll,
  depthOf,
  nameOf,
  rowsOf,
  mayTakeNames,
  maxOfKind,
  isOfSome,
  isAsked,
  isHeadingOf,
  doesTask,
  doesOther,
  isPlainName,
  isOwnScript,
  goesOn,
  commandIn,
  tiedRows,
} from './runFits';
import {
  isLanguage,
  onePart,
  isAmong,
  isGuide,
  usual,
  usualParts,
  pipelineKeys,
  pipelines,
  otherWords,
  programs,
} from './runTable';
import { type Task, type Run, wantOf } from './wants';
import { putGuide, guideWays, byName, namesOther, partedComment } from './runGuides';
import { manifestStart, scriptWays, targetWays, scriptFileWays, filesOf } from './runManifests';
import path from 'node:path';
import { isStartFile, isReadme } from '../overview';
import { folderNames } from '../parts';
import { candidatesOf } from '../outline/findSymbol';
import { isTest, isAside, type ReadCode } from '../outline/sources';
import { indentOf } from '../answers/markdown';
import { setOf } from '../question/courtesies';
import { spaced, unquoted } from '../text/plain';

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

/** How to run a single test with the tool that these commands use; those of a part come last. */
function oneAlone(ways: readonly Way[]): { by: string; one: string; way: Way } | undefined {
  for (const way of ways.toSorted((a, b) => Number(a.folder !== undefined) - Number(b.folder !== undefined))) {
    // `vendor/bin/phpunit` is `phpunit`.
    const said = `${way.typed} ${way.told ?? ''}`.split(' ').map((word) => word.split('/').at(-1)!);
    const row = onePart.find(([by]) => ` ${said.join(' ')} `.includes(` ${by} `));
    if (row) return { by: row[0], one: row[1], way };
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

/** What is asked for, as it is named in a sentence. */
function namedOf({ task, isPart, kinds }: Run): string {
  if (task !== 'test') return inline(kinds.join(' '));
  return isPart ? 'some of the tests' : `the ${kinds.join(' ')} tests`;
}

/** Says how one test is run by the tool that runs them all. */
function putAlone({ by, one, way }: NonNullable<ReturnType<typeof oneAlone>>, isWritten: boolean, page: Page): void {
  const { from, code, rows } = way;
  const file = path.posix.basename(from.place);
  const usually = `is usually run by ${inline(one)}`;
  const says = isWritten
    ? `One test alone ${usually}, as tests here are run by ${inline(by)} (${page.at(from, rows.start)})`
    : `With ${withArticle(file, inline(file))} one test alone ${usually}`;
  page.say(says, from, code, rows);
}

/** Lists the commands that fit best, all of which name the part, or may take its name. */
function putFound(found: readonly Way[], wanted: Run, { asking, page }: Putting): number {
  const { task, isPart } = wanted;
  const isAll = found.some((way) => namesAll(way, wanted));
  const aim = task === 'test' ? 'To run' : 'For';
  const behind = isPart && task === 'test' && found.every(mayTakeNames) ? ', with their names behind it' : '';
  page.say(isAll ? `${aim} ${namedOf(wanted)}${behind}:` : 'Nearest to that:');
  listWays(found, { page, asking });
  return scores.written;
}

/**
 * Adds the answer for a part: the commands for it, or else those for the whole.
 * @param written commands from the project's files, including those for the part
 * @returns score; undefined when the files say nothing of it
 */
function putPart(wanted: Run, written: readonly Way[], { files, asking, page }: Putting & { files: Files }) {
  const { task, isPart, kinds } = wanted;
  const found = fitting(written, wanted);
  const isOfLanguage = kinds.some(isLanguage);
  // What is usual for a language is told of that language alone.
  const usually = found.length > 0 || !isOfLanguage ? [] : fitting(usualWays(files, task, asking), wanted);
  if (usually.length > 0 && !isPart) {
    page.say(`I saw no command for ${namedOf(wanted)}; ${tellUsual(usually, { asking, page }).join(', ')}.`);
    return scores.usual;
  }
  const isTests = task === 'test';
  // The tests of a part as a whole are none of its tests alone.
  const isWhole = isPart && isTests && kinds.length > 0 && !found.some((way) => isOfSome(way) || mayTakeNames(way));
  const others = found.length > 0 ? [] : isOfLanguage ? usually : [...written, ...usualWays(files, task, asking)];
  const alone = isPart && (isWhole || found.length === 0) ? oneAlone([...found, ...others]) : undefined;
  if (alone) putAlone(alone, written.includes(alone.way), page);
  if (found.length > 0 && !isWhole) return putFound(found, wanted, { asking, page });
  if (found.length > 0) {
    page.say(`All ${kinds.join(' ')} tests are run with:`);
    listWays(found, { page, asking });
    return scores.written;
  }
  if (written.length === 0 || !wholeTasks.has(task)) return alone && scores.usual;
  if (!alone)
    page.say(`I found no command ${isPart ? 'for some of the tests alone' : `that names ${namedOf(wanted)}`}.`);
  page.say(isTests ? `${isOfLanguage ? 'Others' : 'Tests'} are run with:` : `To ${aims[task]}:`);
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
  // A word of the name may be a kind of tests, the name is none.
  const names = new Set(folderNames(asking.parts).map((name) => name.toLowerCase()));
  const isOwn = (kind: string) => (asked.task === 'test' ? names.has(kind) : files.own.has(kind));
  const kinds = asked.kinds.filter((kind) => !isOwn(kind));
  const parts = kinds.filter((kind) => usualParts.has(kind) || files.parts.has(kind));
  const wanted = { ...asked, kinds, parts };
  const { task, isPart } = wanted;
  const written = await waysOf(files, wanted, asking);
  // "Without Wayland" is no way of its own: where no command is left out for it, a guide may tell.
  const { without, ...whole } = wanted;
  if (without && (await waysOf(files, whole, asking)).length === written.length) return undefined;
  if (isPart || kinds.length > 0) return putPart(wanted, written, { files, asking, page });
  if (written.length === 0) return putUsual(files, task, { asking, page });
  const isPlain = written.some((way) => way.rank < pipelineRank || !(isSpecial(way.typed) || isOfPart(way)));
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
  const files = await filesOf(asking);
  const page = new Page(asking);
  const sure: number[] = [];
  for (const one of want.runs) {
    const score = await putRun(one, files, { asking, page });
    if (score === undefined) return undefined;
    sure.push(score);
  }
  return page.answer('run', Math.min(...sure));
};

const usualTold = (files: Files, task: Task, putting: Putting): string[] =>
  tellUsual(usualWays(files, task, putting.asking), putting);

const tellUsual = (ways: readonly Way[], { asking, page }: Putting): string[] =>
  ways.map(({ typed, from, code, rows }) => {
    const label = asking.labelOf(from);
    return page.referred(`with ${withArticle(label, inline(label))} it is usually ${inline(typed)}`, from, code, rows);
  });

async function putUsual(files: Files, task: Task, { asking, page }: Putting) {
  const isTold = putGuide(files, task, { asking, page });
  const isLibrary = task === 'run' && !(await beginsSomewhere(files, asking));
  const told = isLibrary ? [] : usualTold(files, task, { asking, page });
  const silent = `I saw no command to ${aims[task]}`;
  const roots = files.all.filter((one) => depthOf(one) === 1);
  const named =
    task === 'run' && told.length === 0 ? await manifestStart(roots, asking, ({ isCommand }) => isCommand) : undefined;
  if (named) page.say(isTold ? named.sentence : `${silent}; ${named.sentence}`, named.from, named.code, named.rows);
  if (told.length > 0) page.say(isTold ? `As a command, ${told.join(', ')}.` : `${silent}; ${told.join(', ')}.`);
  if (named || told.length > 0 || isTold) return scores.usual;
  if (!ofProjects.has(task)) return undefined;
  page.say(
    isLibrary && asking.isWhole
      ? `${silent}, and I found no place where a program begins: it may be a library.`
      : `${silent}.`,
  );
  const tests = task === 'run' ? await waysOf(files, { task: 'test', isPart: false, kinds: [] }, asking) : [];
  if (tests.length === 0) return scores.usual;
  page.say('Its tests are run with:');
  listWays(tests.slice(0, maxTests), { page, asking });
  return scores.usual;
}
/** Tasks of every project: where nothing says how they are done, no code does either. */
const ofProjects = new Set<Task>(['run', 'build', 'test', 'lint', 'types', 'coverage']);
/** Most commands for tests that are shown where nothing says how the project is run. */
const maxTests = 2;

/** True where something looks like the beginning of a program: a usual file, or a function that the system calls first. */
async function beginsSomewhere({ all }: Files, asking: Asking): Promise<boolean> {
  const ofPrograms = ['/bin/', '/cmd/', '/AndroidManifest.xml'];
  if (all.some(({ place }) => isStartFile(place) || ofPrograms.some((one) => `/${place}`.includes(one)))) return true;
  const { candidates } = await candidatesOf({ name: 'main', around: [] }, ['function', 'method'], asking);
  return candidates.some(({ from, symbol }) => !isTest(from.place, symbol.path) && !isAside(from.place));
}

// Section: the ways to do a task, from scripts of manifests, targets, script files, pipelines and guides, and what is usual.

/**
 * True for commands that nobody types as they stand: for another platform, for a single test, or with values from the
 * pipeline.
 */
const isSpecial = (typed: string) => /--target\b|\$\{?[A-Z{]|%[A-Z]| -{1,2}run\b|^ci\//.test(typed);

/** The first way for each command. */
function onceEach(ways: readonly Way[]): Way[] {
  const seen = new Set<string>();
  const keyOf = ({ typed }: Way) => (typed.startsWith('./') ? typed.slice(2) : typed);
  return ways.filter((way) => !seen.has(keyOf(way)) && seen.add(keyOf(way)));
}

/** The first ways of each file, so that one does not fill the list. */
function firstOfEach(ways: readonly Way[], most: number): Way[] {
  const seen = new Map<string, number>();
  return ways.filter(({ from: { place } }) => seen.set(place, (seen.get(place) ?? 0) + 1).get(place)! <= most);
}

/** Most usual commands; of one file the first is told, since the rows of the table begin with the special cases. */
const maxUsual = 2;
function usualWays(files: Files, task: Task, { reader }: Asking): Way[] {
  const isThere = (place: string) =>
    files.places.has(place) || (place.endsWith('/') && files.all.some((one) => one.place.startsWith(place)));
  const found = usual.flatMap(({ files: names, having = '', beside, without, typed }): Way[] => {
    const from = files.all.find((one) => depthOf(one) === 1 && isAmong(nameOf(one), names));
    if (typed[task] === undefined || !from || (beside && !beside.some(isThere)) || without?.some(isThere)) return [];
    const code = reader.read(from);
    if (typeof code === 'string' || !code.source.text.includes(having)) return [];
    return [{ typed: typed[task], about: '', from, code, rows: { start: 0, end: 0 }, rank: 5 }];
  });
  return firstOfEach(onceEach(found), 1).slice(0, maxUsual);
}

/** Rank added to what runs some of the tests, where all of them are to be run. */
const behindWhole = 1;
/**
 * Rank added to a session that a configuration names, where all tests are to be run: people are told it only where no guide
 * says how the tests are run.
 */
const behindGuide = 2.2;
/** Rank bonus for what fits the kind asked for, above all others. */
const first = 100;

/** Ways from the project's files, best first; ranks from `pipelineRank` on belong to pipelines. */
async function waysOf(files: Files, wanted: Run, asking: Asking): Promise<Way[]> {
  const { task, kinds, isPart } = wanted;
  const ways = [
    ...(await scriptWays(files, wanted, asking)),
    ...targetWays(files, wanted, asking),
    ...scriptFileWays(files, wanted, asking),
    // A pipeline installs what its machine lacks.
    ...(task === 'install' ? [] : pipelineWays(files, wanted, asking)),
    ...(await guideWays(files, wanted, asking)),
  ];
  const isWhole = task === 'run' && kinds.length === 0;
  const isKept = (way: Way) => {
    const { typed, told = '' } = way;
    const isGone = (task !== 'install' || kinds.length === 0) && lacksScript(way, files, asking);
    if (
      isGone ||
      (task !== 'release' && doesTask(typed, 'release')) ||
      (task !== 'docs' && isOfDocuments(way)) ||
      (isWhole && !startsProject(way))
    )
      return false;
    if (spaced(typed.replaceAll(',', ' ')).some((word) => otherWords.harmful.has(word))) return false;
    return !(wanted.without ?? []).some((word) => `${typed} ${told}`.toLowerCase().includes(word));
  };
  // Where the root is of another kind than a part, what is done in the part comes behind.
  const isRooted = usualWays(files, task, asking).length > 0;
  const isAll = task === 'test' && !isPart;
  const rankOf = (way: Way) =>
    way.rank -
    first * fitOf(way, wanted) +
    (isRooted && isOfPart(way) ? behindAll : 0) +
    (isAll && isOfSome(way) ? behindWhole : 0) +
    (isAll && kinds.length === 0 && isSession(way) ? behindGuide : 0);
  const ranked = meantOf(ways.filter(isKept), wanted).map((way) => ({ ...way, rank: rankOf(way) }));
  return firstOfEach(onceEach(ranked.sort((a, b) => a.rank - b.rank)), maxOfKind);
}

/** True for a session that a configuration names; what a guide says is typed as it says. */
const isSession = ({ typed, from }: Way): boolean =>
  programs.ofSessions.has(spaced(typed)[0] ?? '') && !isGuide(from.place) && !pipelines.test(from.place);

const preferred = (ways: readonly Way[], isMeant: (way: Way) => boolean): readonly Way[] =>
  ways.some(isMeant) ? ways.filter(isMeant) : ways;

/** Of the ways those that are meant where better ones are there. */
function meantOf(ways: readonly Way[], run: Run): readonly Way[] {
  const { task, kinds } = run;
  const isOfAll = kinds.length === 0;
  // A readme of a part is about that part alone, unless it names what is asked for.
  const isOfOtherPart = (way: Way) => isReadme(way.from.place) && isOfPart(way) && fitOf(way, run) === 0;
  const ofWhole =
    task === 'run' && isOfAll
      ? ways.filter((way) => !isOfOtherPart(way))
      : preferred(ways, (way) => !isOfOtherPart(way));
  // What formats files is no check of them.
  const ofTask = task === 'lint' ? preferred(ofWhole, (way) => !isRewriting(way)) : ofWhole;
  // Beside what gets the project by its name, what gets something else is not meant.
  const isNamed = task === 'install' && isOfAll && ofTask.some(({ rank }) => rank === byName);
  const meant = isNamed ? ofTask.filter(({ rank, typed }) => rank === byName || !namesOther(typed)) : ofTask;
  // Pipelines speak where nothing else does.
  const isTold = isOfAll && meant.some((way) => way.rank < pipelineRank && !isOfPart(way));
  return isTold ? meant.filter(({ rank }) => rank < pipelineRank) : meant;
}

const ofDocuments = setOf('docs doc documentation site website www');
/** True for what belongs to the documents: a manifest or a readme in their folder. */
function isOfDocuments({ folder = '', from }: Way): boolean {
  const places = [folder, isReadme(from.place) ? from.place : ''];
  return places.some((place) => ofDocuments.has(place.split('/')[0]!.toLowerCase()));
}

/** True for a command that runs a script of the project which is not there; what a build makes has the project's name. */
function lacksScript({ typed, folder = '', from }: Way, files: Files, { reader }: Asking): boolean {
  const [program = '', ...given] = spaced(typed).filter((word) => !word.startsWith('-'));
  // A guide may be older than the manifest.
  if (program === 'npm' && given[0] === 'run') {
    const manifests = files.every.filter((one) => nameOf(one) === 'package.json').map((one) => reader.read(one));
    const names = (code: ReadCode | string) => typeof code !== 'string' && code.source.text.includes(`"${given[1]}":`);
    return manifests.length > 0 && !manifests.some(names);
  }
  // `node tools/build.js` runs it as well.
  const [file = ''] = programs.interpreters.has(program) ? given : [];
  const script = isPlainName(file.replaceAll('/', '')) && file.includes('.') ? file : program;
  const name = path.posix.basename(script);
  if ((script === program && !isOwnScript(script)) || otherWords.generated.has(name) || files.own.has(name))
    return false;
  const isInstalled = script.includes('vendor/') || script.includes('node_modules/');
  const folders = ['', folder, path.posix.dirname(from.place)];
  return !isInstalled && !folders.some((at) => files.places.has(path.posix.join(at, script)));
}

/** Rank added to what is done in a part of the project: it comes behind pipelines too. */
const behindAll = 5;
/** True for what is done in a folder of its own, or told by a guide in one that is no folder of documents. */
function isOfPart({ folder, from, typed }: Way): boolean {
  const [top = '', below] = from.place.split('/');
  if (isGuide(from.place)) return below !== undefined && !ofDocuments.has(top.toLowerCase());
  return folder !== undefined || typed.startsWith('cd ');
}

/** Options of formatters that only look; so do tasks that are named so: `scalafmtCheck`. */
const looking = ['--dry', '--verify', '--diff', '--set-exit', 'pre-commit'];
const isLook = (word: string): boolean =>
  word === '-l' || word.includes('check') || looking.some((one) => word.startsWith(one));
/** True for a command that formats files in place. */
function isRewriting({ typed, told = '' }: Way): boolean {
  const does = (row: string) => doesTask(row, 'format') && !spaced(row.toLowerCase()).some(isLook);
  // A script of the project may do more than its name says.
  return !isOwnScript(spaced(typed)[0] ?? '') && (does(typed) || (does(told) && !doesTask(typed, 'lint')));
}

/** What starts beside the project itself: what checks it, and its documents. */
const besides: readonly Task[] = ['test', 'lint', 'format', 'types', 'docs', 'bench', 'coverage'];
/** Words of commands that start something else than the project; what ends in a shell only opens one. */
const aside = setOf('shell new create-project slang repl ghci ghcid http.server import volume git bash sh zsh');

/** True for a way that may start the project itself. Pipelines start only what they need. */
function startsProject({ typed, where = '', rank }: Way): boolean {
  const isBeside = besides.some((task) => doesTask(typed, task) || (task !== 'types' && isHeadingOf(where, task)));
  const isUndone = spaced(typed).some((word) => otherWords.undoing.has(word) || aside.has(word));
  return rank < pipelineRank && !isBeside && !isUndone && !doesOther(typed, 'run');
}

// Section: commands of pipelines.

/** Least rank of a command from a pipeline. */
const pipelineRank = 4;
const [maxPipelines, maxStepRows] = [40, 40];

/** The key of a row of a pipeline, empty for one without, and what stands behind it: `- run: make`. */
function keyed(row: string): [key: string, value: string] {
  const text = row.trim();
  const bare = text.startsWith('- ') ? text.slice(2).trimStart() : text;
  const [key = '', ...value] = `${bare} `.split(': ');
  return value.length === 0 || key.includes(' ') ? ['', bare] : [key, value.join(': ').trim()];
}

/** True for a row of a pipeline whose key, or that of the block or list that it stands in, is for commands. */
function isRun(rows: readonly string[], at: number): boolean {
  const isItem = (row: string) => row.trimStart().startsWith('- ');
  const [own, indent] = [rows[at]!, indentOf(rows[at]!)];
  const isAbove = (row: string) => indentOf(row) < indent || (isItem(own) && indentOf(row) === indent && !isItem(row));
  const above =
    rows.slice(Math.max(0, at - maxStepRows), at).findLast((row) => row.trim() !== '' && isAbove(row)) ?? '';
  return pipelineKeys.has(keyed(own)[0] || keyed(above)[0]);
}

/** What the step of a pipeline that a row belongs to has for a key, such as its name; empty when it has none. */
function ofStep(rows: readonly string[], at: number, key: string): string {
  const indent = indentOf(rows[at]!);
  for (let row = at; row >= Math.max(0, at - maxStepRows); row -= 1) {
    const text = rows[row]!.trimStart();
    const named = text.startsWith('- ') ? text.slice(2) : text;
    if (named.startsWith(`${key}:`) && indentOf(rows[row]!) <= indent) return named.slice(key.length + 1).trim();
    if (text.startsWith('- ') && row < at && indentOf(rows[row]!) < indent) return '';
  }
  return '';
}

/** Most rows above a row in which the name of its job is looked for. */
const maxBlockRows = 400;

/** The names of the blocks that a row of a pipeline stands in, such as its job. */
function blocksAround(rows: readonly string[], at: number): string {
  let indent = indentOf(rows[at]!);
  const names: string[] = [];
  for (let row = at - 1; row >= Math.max(0, at - maxBlockRows) && indent > 0; row -= 1) {
    const own = indentOf(rows[row]!);
    if (rows[row]!.trim() === '' || own >= indent) continue;
    indent = own;
    names.push(rows[row]!.trim());
  }
  return names.filter((name) => name.endsWith(':')).join(' ');
}

/** The command of a row; one below `run: >` goes on in the rows below it. */
function ofRow(rows: readonly string[], at: number): string | undefined {
  const isFolded = (row: string) => row.trimEnd().endsWith(': >') || row.trimEnd().endsWith(': >-');
  const indent = indentOf(rows[at]!);
  const above = rows.slice(Math.max(0, at - maxStepRows), at).findLast((row) => row.trim() !== '' && indentOf(row) < indent); // prettier-ignore
  if (!isFolded(above ?? '')) return goesOn(rows, at) ? undefined : keyed(tiedRows(rows, at))[1];
  if (!isFolded(rows[at - 1] ?? '')) return undefined;
  const block = rows.slice(at, at + maxStepRows).map((row) => (indentOf(row) < indent ? '' : row.trim()));
  return block.slice(0, [...block, ''].indexOf('')).join(' ');
}

/** Variables that a pipeline sets itself. */
const ownVariables = setOf('env matrix');

/** The first value of a key in the rows of a pipeline: of a list its first item. */
function firstValue(rows: readonly string[], key: string): string {
  const at = rows.findIndex((row) => keyed(row)[0] === key);
  const [, own] = keyed(rows[at] ?? '');
  const below = (rows[at + 1] ?? '').trim();
  const [item = ''] = (own.startsWith('[') ? own.slice(1, -1) : own).split(',');
  return unquoted((own === '' && below.startsWith('- ') ? below.slice(2) : item).trim());
}

/** A command with the values of the variables that its pipeline sets: `${{ matrix.target }}` as one of its targets. */
const filledIn = (typed: string, rows: readonly string[]): string =>
  typed
    .split('${{')
    .map((piece, at) => {
      const [variable = '', ...behind] = piece.split('}}');
      const [scope = '', key = '', ...deeper] = variable.trim().split('.');
      const isOwn = at > 0 && ownVariables.has(scope) && deeper.length === 0;
      const value = isOwn ? firstValue(rows, key) : '';
      return isPlainName(value) ? `${value}${behind.join('}}')}` : `${at > 0 ? '${{' : ''}${piece}`;
    })
    .join('');

/** Commands of pipelines. */
function pipelineWays(files: Files, run: Run, { reader }: Asking): Way[] {
  // `test_java.yml` is a pipeline, not a test. What is done for a release is no daily task.
  const isOfTask = (place: string) => run.task === 'release' || !isHeadingOf(path.basename(place), 'release');
  const found = files.every.filter(({ place }) => pipelines.test(place) && isOfTask(place));
  return found.slice(0, maxPipelines).flatMap((from): Way[] => {
    const code = reader.read(from);
    if (typeof code === 'string') return [];
    const rows = rowsOf(code);
    return rows.flatMap((_, row): Way[] => {
      const written = isRun(rows, row) ? commandIn(partedComment(ofRow(rows, row) ?? '')[0]) : undefined;
      // What takes a secret is typed by nobody.
      if (written === undefined || written.includes('secrets.')) return [];
      const typed = filledIn(written, rows);
      const about = ofStep(rows, row, 'name');
      const [script = ''] = spaced(typed);
      // What a script of the project does is told by its step.
      const isStep =
        isOwnScript(script) && !otherWords.generated.has(path.basename(script)) && isHeadingOf(about, run.task);
      // What is done when something failed does no task.
      if (!(isStep || isAsked(typed, run)) || ofStep(rows, row, 'if').includes('failure()')) return [];
      const folder = path.posix.join(unquoted(ofStep(rows, row, 'working-directory')), '.');
      // It may be that of something else that was checked out.
      if (folder !== '.' && !files.all.some(({ place }) => place.startsWith(`${folder}/`))) return [];
      const rank = pipelineRank + (isSpecial(typed) ? 0.5 : 0);
      const at = { ...(folder !== '.' && { folder }), where: 'in continuous integration' };
      const around = `${about} ${blocksAround(rows, row)}`;
      return [{ typed, ...at, about: around, from, code, rows: { start: row, end: row }, rank }];
    });
  });
}
