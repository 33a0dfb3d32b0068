/**
 * Collects the ways to run, test or build a project, each with its place: scripts of manifests, targets, script files,
 * pipelines and guides, and what is usual for the kind of manifest. run.ts writes the answer.
 */
import {
  type Way,
  type Files,
  depthOf,
  nameOf,
  maxOfKind,
  fitOf,
  isOfSome,
  doesTask,
  isHeadingOf,
  doesOther,
  rowsOf,
  isAsked,
} from './runFits';
import type { Task, Run } from './wants';
import type { Asking } from './page';
import {
  usual,
  isAmong,
  harmful,
  interpreters,
  generated,
  isGuide,
  undoing,
  pipelineKeys,
  pipelines,
} from './runTable';
import { scriptWays, targetWays, scriptFileWays } from './runManifests';
import { guideWays, byName, namesOther, partedComment } from './runGuides';
import { spaced, unquoted } from '../text/plain';
import { isReadme } from '../overview';
import { isPlainName, isOwnScript, goesOn, commandIn, tiedRows } from './runRows';
import path from 'node:path';
import { setOf } from '../question/courtesies';
import { folderNames } from '../parts';
import { indentOf } from '../answers/markdown';
import type { CodeSource, OutlinedCode } from '../outline/sources';

/**
 * True for commands that nobody types as they stand: for another platform, for a single test, or with values from the
 * pipeline.
 */
export const isSpecial = (typed: string) => /--target\b|\$\{?[A-Z{]|%[A-Z]| -{1,2}run\b|^ci\//.test(typed);
/** Least rank of a command from a pipeline. */
export const pipelineRank = 4;

/** The first way for each command. */
function onceEach(ways: readonly Way[]): Way[] {
  const seen = new Set<string>();
  const keyOf = ({ typed }: Way) => (typed.startsWith('./') ? typed.slice(2) : typed);
  return ways.filter((way) => !seen.has(keyOf(way)) && seen.add(keyOf(way)));
}

/** Most usual commands; of one file the first is told, since the rows of the table begin with the special cases. */
const maxUsual = 2;
export function usualWays(files: Files, task: Task, { reader }: Asking, most = maxUsual): Way[] {
  const found = usual.flatMap(({ files: names, having, beside, without, typed }): Way[] => {
    const command = typed[task];
    if (command === undefined) return [];
    const [from] = files.all.filter((one) => depthOf(one) === 1 && isAmong(nameOf(one), names));
    const code = from && reader.read(from);
    if (!from || !code || typeof code === 'string') return [];
    if (having !== undefined && !code.source.text.includes(having)) return [];
    const isThere = (place: string) =>
      files.all.some((one) => one.place === place || (place.endsWith('/') && one.place.startsWith(place)));
    if ((beside && !beside.some(isThere)) || without?.some(isThere)) return [];
    return [{ typed: command, about: '', from, code, rows: { start: 0, end: 0 }, rank: 5 }];
  });
  const told = new Set<string>();
  return onceEach(found)
    .filter(({ from }) => !told.has(from.place) && told.add(from.place))
    .slice(0, most);
}

/** Each command once, the best of each file first, so that one file does not fill the list. */
function chosen(ways: readonly Way[]): Way[] {
  const seen = new Map<string, number>();
  return onceEach(ways.toSorted((a, b) => a.rank - b.rank)).filter(({ from }) => {
    const count = (seen.get(from.place) ?? 0) + 1;
    seen.set(from.place, count);
    return count <= maxOfKind;
  });
}
/** Rank added to what runs some of the tests, where all of them are to be run. */
const behindWhole = 1;
/** Rank bonus for what fits the kind asked for, above all others. */
const first = 100;

/** Ways from the project's files, best first; ranks from `pipelineRank` on belong to pipelines. */
export async function waysOf(
  files: Files,
  wanted: Run,
  { asking, own }: { asking: Asking; own: ReadonlySet<string> },
): Promise<Way[]> {
  const ways = [
    ...(await scriptWays(files, wanted, asking)),
    ...targetWays(files, wanted, asking, own),
    ...scriptFileWays(files, wanted, asking),
    // A pipeline installs what its machine lacks.
    ...(wanted.task === 'install' ? [] : await pipelineWays(files, wanted, asking)),
    ...(await guideWays(files, wanted, asking, own)),
  ];
  const isWhole = wanted.task === 'run' && wanted.kinds.length === 0;
  const scripts = ways.some(({ typed }) => scriptRun(typed)) ? await scriptNames(files, asking) : undefined;
  const usually = usualWays(files, 'run', asking, Infinity).map(({ typed }) => typed);
  const isOfUsers = (typed: string) =>
    !typed.startsWith('docker') && usual.some((row) => row.typed.run === typed) && !usually.includes(typed);
  const isKept = (way: Way) => {
    const { typed, told = '' } = way;
    const { task } = wanted;
    if (task !== 'install' && task !== 'run' && isOfSystem(typed)) return false;
    const isOfOther = task === 'install' && wanted.kinds.length > 0;
    if (!isOfOther && lacksScript(way, files, own)) return false;
    if (task !== 'docs' && isOfDocuments(way)) return false;
    if (spaced(typed.replaceAll(',', ' ')).some((word) => harmful.has(word))) return false;
    // An image is not the project, unless a guide of the whole makes it so.
    if (task === 'build' && wanted.kinds.length === 0 && typed.startsWith('docker build') && depthOf(way.from) > 1)
      return false;
    // In a guide of a library it runs what its users have made.
    if (task === 'run' && isOfUsers(typed)) return false;
    const script = scriptRun(typed);
    // A guide may be older than the manifest.
    if (script !== undefined && scripts && !scripts.has(script)) return false;
    return !(wanted.without ?? []).some((word) => `${typed} ${told}`.toLowerCase().includes(word));
  };
  const fitting = ways.filter((way) => isKept(way) && (!isWhole || startsProject(way)));
  // Where the root is of another kind than a part, what is done in the part comes behind.
  const isRooted = usualWays(files, wanted.task, asking).length > 0;
  const isAll = wanted.task === 'test' && !wanted.isPart;
  const rankOf = (way: Way) =>
    way.rank -
    first * fitOf(way, wanted) +
    (isRooted && isOfPart(way) ? behindAll : 0) +
    (isAll && isOfSome(way) ? behindWhole : 0);
  return chosen(meantOf(fitting, wanted, isRooted).map((way) => ({ ...way, rank: rankOf(way) })));
}

/**
 * Of the ways those that are meant where better ones are there.
 * @param isRooted whether a manifest at the root tells how it is usually done
 */
function meantOf(ways: readonly Way[], { task, kinds }: Run, isRooted: boolean): Way[] {
  // A readme of a part is about that part.
  const isOfWhole = task === 'run' && kinds.length === 0;
  const isKnown = isOfWhole || ways.some((way) => !isOfPart(way));
  const ofTask = ways.filter((way) => !isKnown || !isReadmeOfPart(way));
  // What formats files is no check of them; beside what gets the project by its name, what gets something else is not meant.
  const isNamed = task === 'install' && kinds.length === 0 && ofTask.some(({ rank }) => rank === byName);
  const isMeant = (way: Way) =>
    !(task === 'lint' && isRewriting(way)) && !(isNamed && way.rank !== byName && namesOther(way.typed));
  const better = ofTask.filter(isMeant);
  const meant = better.length > 0 || isRooted ? better : ofTask;
  // Pipelines speak where nothing else does.
  const isTold = kinds.length === 0 && meant.some((way) => way.rank < pipelineRank && !isOfPart(way));
  return isTold ? meant.filter(({ rank }) => rank < pipelineRank) : meant;
}

/** True for what belongs to the documents: a manifest or a readme in their folder. */
function isOfDocuments({ folder = '', from }: Way): boolean {
  const places = [folder, isReadme(from.place) ? from.place : ''];
  return places.some((place) => ofDocuments.has(place.split('/')[0]!.toLowerCase()));
}

/** True for a command that runs a script of the project which is not there; what a build makes has the project's name. */
function lacksScript({ typed, folder = '', from }: Way, { places }: Files, own: ReadonlySet<string>): boolean {
  const [program = '', ...given] = spaced(typed);
  // `node tools/build.js` runs it as well.
  const file = interpreters.has(program) ? given.find((word) => !word.startsWith('-')) : undefined;
  const isPath =
    file !== undefined && (file.includes('/') || file.includes('.')) && isPlainName(file.replaceAll('/', ''));
  const script = isPath ? file : program;
  const name = path.posix.basename(script);
  if ((script === program && !isOwnScript(script)) || generated.has(name) || own.has(name)) return false;
  const isInstalled = script.includes('vendor/') || script.includes('node_modules/');
  return (
    !isInstalled && !['', folder, path.posix.dirname(from.place)].some((at) => places.has(path.posix.join(at, script)))
  );
}

/** The script that a command runs by npm: `npm run lint`. */
function scriptRun(typed: string): string | undefined {
  const [tool, runs, name] = spaced(typed).filter((word) => !word.startsWith('-'));
  return tool === 'npm' && runs === 'run' ? name : undefined;
}

/** The names of the scripts in the manifests of npm; undefined where there are none. */
async function scriptNames(files: Files, { reader }: Asking): Promise<ReadonlySet<string> | undefined> {
  const manifests = files.every.filter((one) => nameOf(one) === 'package.json');
  const names = new Set<string>();
  for (const from of manifests) {
    const code = await reader.outlined(from);
    if (typeof code === 'string') continue;
    for (const { name, path: at } of code.outline.symbols) if (at.at(-2) === 'scripts') names.add(name);
  }
  return names.size > 0 ? names : undefined;
}

/** Rank added to what is done in a part of the project: it comes behind pipelines too. */
export const behindAll = 5;
/** True for what is done in a folder of its own, or told by a guide in one that is no folder of documents. */
function isOfPart({ folder, from }: Way): boolean {
  const [top = '', below] = from.place.split('/');
  return isGuide(from.place) ? below !== undefined && !ofDocuments.has(top.toLowerCase()) : folder !== undefined;
}

/** Options of formatters that only look; so do tasks that are named so: `scalafmtCheck`. */
const looking = ['--check', '--dry', '--verify', '--diff', '--set-exit', 'check', 'verify'];
const isLook = (word: string): boolean =>
  word === '-l' || looking.some((one) => word.startsWith(one)) || /check(?:all)?$/.test(word);
/** True for a command that formats files in place. */
export function isRewriting({ typed, told = '' }: Way): boolean {
  const does = (row: string) => doesTask(row, 'format') && !spaced(row.toLowerCase()).some(isLook);
  // A script of the project may do more than its name says.
  return !isOwnScript(spaced(typed)[0] ?? '') && (does(typed) || (does(told) && !doesTask(typed, 'lint')));
}

const isReadmeOfPart = (way: Way): boolean => isReadme(way.from.place) && isOfPart(way);

/** What starts beside the project itself: what checks it, and its documents. */
const besides: readonly Task[] = ['test', 'lint', 'format', 'types', 'docs', 'bench', 'coverage'];
const ofDocuments = setOf('docs doc documentation site website www');

/** Words of commands that start something else than the project. */
const aside = setOf(
  'shell new create-project dependencies deps build_runner slang repl ghci ghcid prepare http.server import volume',
);

/** True for a way that may start the project itself. Pipelines start only what they need. */
function startsProject({ typed, told = '', where = '', rank }: Way): boolean {
  // What a script does last is what it is for: `tsc && node dist`.
  const last = told.split('&&').at(-1)!;
  const isBeside = besides.some(
    (task) => doesTask(typed, task) || doesTask(last, task) || (task !== 'types' && isHeadingOf(where, task)),
  );
  const words = spaced(typed);
  // What ends in a shell only opens one.
  const isShell = words.length > 1 && ['bash', 'sh', 'zsh'].includes(words.at(-1)!);
  const isUndone = isShell || words.some((word) => undoing.has(word) || aside.has(word));
  const isOther = isBeside || isUndone || doesOther(typed, 'run') || typed.startsWith('git ');
  return rank < pipelineRank && !isOther;
}

/** Manifests that hold the project's name. */
const naming = ['package.json', 'composer.json', 'pyproject.toml', 'Cargo.toml', 'mix.exs', 'pubspec.yaml'];
const betweenWords = /[^a-z\d]+/;

/** Words of the project's names, from its folder and its manifests. */
export async function projectWords(files: Files, { parts, reader }: Asking): Promise<Set<string>> {
  const names = folderNames(parts);
  for (const from of files.named(naming).filter((one) => depthOf(one) === 1)) {
    const code = await reader.outlined(from);
    const named =
      typeof code === 'string'
        ? []
        : code.outline.symbols.filter(({ name, path: at }) => name === 'name' && at.length <= 2);
    names.push(...named.flatMap(({ values }) => values.map(({ value }) => unquoted(value))));
  }
  return new Set(names.flatMap((name) => [name.toLowerCase(), ...name.toLowerCase().split(betweenWords)]));
}
const maxPipelines = 40;

/** Beginnings of rows in a pipeline before a command, such as `- run: |`. */
function withoutKey(row: string): string {
  const text = row.trimStart();
  const bare = text.startsWith('- ') ? text.slice(2).trimStart() : text;
  const at = bare.indexOf(': ');
  const value = at > 0 && !bare.slice(0, at).includes(' ') ? bare.slice(at + 2).trim() : bare;
  return ['|', '>', '|-', '>-', '|+', '>+'].includes(value) ? '' : value;
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
const maxStepRows = 12;

function pipelineRows(from: CodeSource, code: OutlinedCode, run: Run, files: Files): Way[] {
  const rows = rowsOf(code);
  // A job may do all of its steps in a folder.
  const defaults = code.outline.symbols.filter(
    ({ path: at }) => at.slice(-3).join('.') === 'defaults.run.working-directory',
  );
  return code.outline.symbols.flatMap(({ name, path: around, start, end }): Way[] => {
    // What is done when something failed does no task.
    if (!pipelineKeys.has(name) || ofStep(rows, start, 'if').includes('failure()')) return [];
    const about = ofStep(rows, start, 'name');
    const ofJob = defaults.findLast(({ path: at }) => at.slice(0, -3).every((step, place) => step === around[place]));
    const said = ofStep(rows, start, 'working-directory') || (ofJob?.values[0]?.value ?? '');
    const folder = path.posix.join(unquoted(said), '.');
    // It may be that of something else that was checked out.
    if (folder !== '.' && !files.all.some(({ place }) => place.startsWith(`${folder}/`))) return [];
    return rows.slice(start, end + 1).flatMap((_, below): Way[] => {
      const row = start + below;
      const typed = goesOn(rows, row) ? undefined : commandIn(partedComment(withoutKey(tiedRows(rows, row)))[0]);
      if (typed === undefined) return [];
      // What a script of the project does is told by its step.
      const [script = ''] = spaced(typed);
      const isStep = isOwnScript(script) && !generated.has(path.basename(script)) && isHeadingOf(about, run.task);
      if (!isAsked(typed, run) && !isStep) return [];
      // Those of other services are often left over.
      const isOld = !from.place.startsWith('.github');
      const rank = pipelineRank + (isSpecial(typed) ? 0.5 : 0) + (isOfSystem(typed) ? 0.5 : 0) + (isOld ? 0.2 : 0);
      const at = folder === '.' ? {} : { folder };
      const where = 'in continuous integration';
      return [{ typed, ...at, where, about, from, code, rows: { start: row, end: row }, rank }];
    });
  });
}

/** Package managers of systems: what they get is built already, and what the machine of the pipeline lacks. */
const systemManagers = setOf(
  'apt apt-get brew port apk dnf yum zypper pacman guix emerge snap flatpak choco scoop winget',
);
const isOfSystem = (typed: string): boolean =>
  spaced(typed)
    .slice(0, 2)
    .some((word) => systemManagers.has(word));

/** Commands of pipelines. */
async function pipelineWays(files: Files, run: Run, { reader }: Asking): Promise<Way[]> {
  const ways: Way[] = [];
  // `test_java.yml` is a pipeline, not a test. What is done for a release is no daily task.
  const isOfTask = (place: string) => run.task === 'release' || !isHeadingOf(path.basename(place), 'release');
  for (const from of files.every
    .filter(({ place }) => pipelines.test(place) && isOfTask(place))
    .slice(0, maxPipelines)) {
    const code = await reader.outlined(from);
    if (typeof code !== 'string') ways.push(...pipelineRows(from, code, run, files));
  }
  return ways;
}
