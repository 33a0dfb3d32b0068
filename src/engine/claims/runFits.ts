/**
 * Tells which ways to run something fit what is asked for: the task, the kind of tests, the part, the name of what is
 * built. Pure.
 */
import { setOf } from '../question/courtesies';
import {
  oneWord,
  alike,
  undoing,
  namesOfTask,
  preparing,
  checkers,
  commandsOfTask,
  optionsFirst,
  besideBuild,
  wrappers,
  sessionRunners,
  takesTasks,
  buildsInstalled,
  installing,
  lookers,
  targetRunners,
  runs,
  scriptRunners,
  programRunners,
  runEndings,
  installers,
  headingsOfTask,
  isAmong,
} from './runTable';
import { stem } from '../text/tokens';
import { spaced } from '../text/plain';
import { isPlainName, testFolders } from './runRows';
import type { Run, Task } from './wants';
import { type CodeSource, type ReadCode, sourcesOf } from '../outline/sources';
import type { RowSpan } from '../read/types';
import type { Asking } from './page';
import { rolesOf } from '../rank/fileKinds';

/** Least characters of a word compared by its beginning. */
const minBeginning = 3;
const letters = /[a-z\d]+/g;

const plainOf = (text: string): string =>
  oneWord.reduce((said, [phrase, word]) => said.replaceAll(phrase, word), text.toLowerCase());

/** True when a word of the text is the kind or a short form of it: `test:types`, `docs`, `bench`, `utest`. */
function isOfKind(words: readonly string[], kind: string): boolean {
  const others = alike[kind] ?? [];
  return words.some((word) => {
    if (word === kind || others.includes(word)) return true;
    if (word.length < minBeginning || kind.length < minBeginning) return false;
    const isShort = kind.startsWith(stem(word)) && word.length * 2 >= kind.length;
    return stem(word) === stem(kind) || isShort || word === `${kind.charAt(0)}test`;
  });
}

/** Options that leave something out: `--exclude-tags=integration` runs no integration tests. */
const leavingOut = ['--exclude', '--skip', '--ignore', '--deselect', '--no-', '-x'];

/** How many of the kinds a command names, or the words around it. */
function kindsNamed(typed: string, kinds: readonly string[], around = ''): number {
  if (kinds.length === 0) return 0;
  const said = spaced(typed).filter((word) => !leavingOut.some((option) => word.startsWith(option)));
  const words = plainOf(`${said.join(' ')} ${around}`).match(letters) ?? [];
  return kinds.filter((kind) => isOfKind(words, plainOf(kind))).length;
}

const partWords = setOf('one some single specific individual particular given only subset just');
const pickers = setOf('-k -run -g -t -R --grep --filter --filter-expr --match --tests --only testOnly');
/** Words of a command in whose place a name is to be written. */
const placeholders = setOf('FILE FILES PATTERN NAME NAMES FILTER TEST TESTS ARGS PATH $@ $* $1');

const withoutBrackets = (word: string): string => [...word].filter((sign) => !`[]"'(){}`.includes(sign)).join('');

/** True when a word of the command stands for something that is to be written there. */
function hasPlace(command: string): boolean {
  return spaced(command).some((word) => {
    if ((word.includes('{{') && !word.includes('${{')) || (word.includes('<') && word.includes('>'))) return true;
    return withoutBrackets(word)
      .split('=')
      .some((one) => placeholders.has(one) || placeholders.has(one.replace('$', '')));
  });
}

/** True when the command picks tests or takes a name for them: `just filter PATTERN`, `mocha -g NAME`, `go test x_test.go`. */
function picks(command: string): boolean {
  const typed = spaced(command).slice(1);
  const isPicked = typed.some(
    (word) => pickers.has(word.split('=')[0]!) || isTestFile(withoutBrackets(word)) || isInTests(word),
  );
  return isPicked || hasPlace(typed.join(' '));
}

/** True for a way that is about some tests only: by its command or by its heading. */
export const isOfSome = ({ typed, where = '' }: Way): boolean =>
  picks(typed) || (plainOf(where).match(letters) ?? []).some((word) => singling.has(word));
const singling = setOf('single specific particular individual');

/** True for a folder inside of the tests: `tests/docker`. */
function isInTests(word: string): boolean {
  const [first = '', ...inside] = word.split('/').filter((part) => part !== '' && part !== '.');
  return (testFolders.has(first) || first === 'spec') && inside.length > 0;
}

/** True for the path of one file of tests. */
function isTestFile(word: string): boolean {
  const parts = word.split('/');
  const file = parts.at(-1)!.split(':')[0]!;
  const at = file.lastIndexOf('.');
  return (
    parts.length > 1 &&
    at > 0 &&
    parts.every((part) => isPlainName(part.replaceAll(':', ''))) &&
    ['test', 'spec'].some((said) => plainOf(word).includes(said))
  );
}

/** True when a recipe of `just` has parameters behind its name. */
const takesName = (typed: string): boolean => typed.startsWith('just ') && spaced(typed).length > 2;

/** True when a recipe of `just` may have names behind it: `test *args:`. */
export const mayTakeNames = ({ typed, told = '' }: Way): boolean =>
  typed.startsWith('just ') && !takesName(typed) && hasPlace(told);

/**
 * How well a way fits the request; 0 not at all. Each kind that it names counts, by its name more than by what it does or
 * where it stands.
 */
export function fitOf({ typed, told = '', about, from }: Way, { task, isPart, kinds }: Run): number {
  const place = task === 'test' ? from.place : '';
  const named = kindsNamed(typed, kinds);
  const all = kindsNamed(typed, kinds, `${told} ${about} ${place}`);
  const isUnder = (plainOf(about).match(letters) ?? []).some((word) => partWords.has(word));
  const isPicking = picks(typed) || takesName(typed);
  const one = task !== 'test' || !isPart ? 0 : isPicking ? 2 : isUnder || hasPlace(told) ? 1 : 0;
  return all * 8 + (named > 0 ? 4 : 0) + one;
}

/** The ways that fit best; none when no way fits. */
export function fitting(ways: readonly Way[], run: Run): Way[] {
  const best = Math.max(0, ...ways.map((way) => fitOf(way, run)));
  if (best === 0) return [];
  const found = ways.filter((way) => fitOf(way, run) === best);
  // Among tests of a package, what builds the package is none.
  const tests = run.task === 'test' ? found.filter(({ typed }) => !doesOther(typed, run.task)) : found;
  return tests.length > 0 ? tests : found;
}

/** True when a way names all of the kinds asked for. */
export function namesAll({ typed, told = '', about, from }: Way, { kinds }: Run): boolean {
  return kindsNamed(typed, kinds, `${told} ${about} ${from.place}`) === kinds.length;
}

/** Tasks that are not done by what merely has the name of the part asked for: `make ui-build` lints nothing. */
const strict: readonly Task[] = ['lint', 'format', 'types', 'docs', 'bench', 'coverage', 'install', 'release'];
/** Rank of what is named like the kind asked for. */
const byKind = 3;

/** Rank of a named script or target for the request, lower is better; undefined when it does not fit. */
export function rankOfScript(name: string, about: string, { task, kinds }: Run): number | undefined {
  const own = rankOfName(name, task);
  if (own !== undefined) return own;
  if (strict.includes(task)) return isHeadingOf(about, task) ? byKind : undefined;
  return !isUndoing(name) && kindsNamed(name, kinds, about) > 0 ? byKind : undefined;
}

/** True when a command fits the request: it does the task, or is named like the part asked for. */
export function isAsked(typed: string, { task, kinds }: Run): boolean {
  if (doesTask(typed, task)) return true;
  // Documents that are served are no server of the project.
  return !strict.includes(task) && !(task === 'run' && doesTask(typed, 'docs')) && kindsNamed(typed, kinds) > 0;
}
/** Tasks whose first words make a name belong to them: `typing:test` checks types, whatever its last word says. */
const owning: readonly Task[] = ['types', 'docs', 'bench'];

export function isUndoing(name: string): boolean {
  const parts = partsOf(name);
  return undoing.has(parts[0] ?? '') || undoing.has(parts.at(-1) ?? '');
}

/** The parts of a name: `test:types`, `js:format.check`, `ui-lint`. */
const partsOf = (name: string): string[] =>
  ['.', '_', '-', '/']
    .reduce((text, sign) => text.replaceAll(sign, ':'), name.toLowerCase())
    .split(':')
    .filter((part) => part !== '');

/** Rank of a name for a task, lower is better; undefined when the name does not fit. */
export function rankOfName(name: string, task: Task): number | undefined {
  const { whole, first, last = [] } = namesOfTask[task];
  const parts = partsOf(name);
  const [head = ''] = parts;
  const isOfTests = namesOfTask.test.last!.includes(parts.at(-1) ?? '');
  // What begins with `_` is for other targets.
  if (isUndoing(name) || name.startsWith('_') || (task === 'build' && isOfTests)) return undefined;
  if (task !== 'docs' && parts.length > 1 && documentHeads.has(head)) return undefined;
  if (task === 'docs' && namesOfTask.lint.whole.includes(head)) return undefined;
  const isOther = owning.some((other) => other !== task && namesOfTask[other].first.includes(head));
  if (isOther && (task === 'install' || !strict.includes(task))) return undefined;
  // `test-build` only builds them.
  if (task === 'test' && parts.length > 1 && namesOfTask.build.last!.includes(parts.at(-1)!)) return undefined;
  if (task === 'build' && parts.length > 1 && namesOfTask.test.first.includes(head)) return undefined;
  // `run-tests` starts tests.
  const rest = parts.slice(1).join('-');
  if (task === 'run' && head === 'run' && otherTasks.some((other) => rankOfName(rest, other) !== undefined || says([rest], other))) return undefined; // prettier-ignore
  // The middle of a name says what is done as well: `js:format.check`.
  const isInside = !generalTasks.includes(task) && parts.slice(1, -1).some((part) => whole.includes(part));
  const isLast = !preparing.has(head) && (last.includes(parts.at(-1) ?? '') || isInside);
  // `check` alone runs the tests; `check_version` checks something else.
  const isCheck = head === 'check' && parts.length === 1 && task === 'test';
  const ranks = [whole.includes(name.toLowerCase()), first.includes(head) || isCheck, isLast];
  const rank = ranks.indexOf(true);
  return rank < 0 ? undefined : rank;
}

/** First words of names for documents: `web-build`, `docs-run`. */
const documentHeads = setOf('docs doc documentation website site web wiki');

/** Tasks whose words are so common that they say little inside of a name. */
const generalTasks: readonly Task[] = ['test', 'build', 'run', 'install', 'release'];
/** All tasks but to run it. */
export const otherTasks: readonly Task[] = ['test', 'build', ...strict];

/** True for programs whose `run` or `serve` starts nothing of the project: what checks it, and what shows its documents. */
const isBeside = (runner: string): boolean => checkers.has(runner) || commandsOfTask.docs.includes(runner);

const withoutComment = (row: string): string => (row.includes(' #') ? row.slice(0, row.indexOf(' #')) : row);

/** True when one of the commands in a row does the task. */
export function doesTask(row: string, task: Task): boolean {
  const trimmed = withoutComment(row).trimEnd();
  // A command that stays in the background is a server that the tests need.
  if (task === 'test' && trimmed.endsWith('&') && !trimmed.endsWith('&&')) return false;
  const commands = trimmed.split('&&').flatMap((part) => part.split(';'));
  return commands.some((command) => doesIt(spaced(command), task));
}

function withoutFirstOptions(typed: readonly string[]): readonly string[] {
  const at = typed.findIndex((word, place) => place > 0 && !word.startsWith('-'));
  return optionsFirst.has(typed[0] ?? '') && at > 1 ? [typed[0]!, ...typed.slice(at)] : typed;
}

const isBesideBuild = (typed: readonly string[]): boolean =>
  typed.some((word, at) => at > 0 && besideBuild.some((one) => (isPlainName(one) ? word === one : word.includes(one))));

function doesIt(asTyped: readonly string[], task: Task): boolean {
  const typed = withoutFirstOptions(asTyped);
  const [runner = '', verb = '', name = ''] = typed;
  if (runner.includes('=') || wrappers.has(runner)) return doesIt(typed.slice(1), task);
  if (verb === '-m' && runner.startsWith('py')) return doesIt(typed.slice(2), task);
  // `uv run --locked tox run -e typing` is what tox does.
  const inner = typed.findIndex((word, at) => at > 0 && word in sessionRunners);
  if (inner > 0 && !installing.has(verb)) return doesIt(typed.slice(inner), task);
  // The command after `bundle exec` decides.
  if (verb === 'exec' && runner !== 'docker') return doesIt(typed.slice(2), task);
  if (runner === 'bundle' && task !== 'install') return false;
  if (task === 'build' && !takesTasks.has(runner) && isBesideBuild(typed)) return false;
  if (task === 'build' && buildsInstalled.has(runner) && typed.includes('install')) return true;
  if (installing.has(verb) && task !== 'install') return false;
  if ((runner === 'git' && verb !== 'clone') || (task === 'run' && isBeside(runner))) return false;
  if (task === 'test' && verb === 'check' && lookers.has(runner)) return false;
  const session = sessionRunners[runner] === undefined ? -1 : typed.indexOf(sessionRunners[runner]);
  if (session >= 0) return isSession(typed[session + 1] ?? '', task);
  if (targetRunners.has(runner) && typed.slice(1).some((word) => rankOfName(word, task) !== undefined)) return true;
  // A bare `npm run` does not say what is run.
  if (runs.has(verb) && name === '' && (scriptRunners.has(runner) || programRunners.has(runner))) return false;
  const isByName = runs.has(verb) && !name.startsWith('-') && !name.includes('.');
  if (scriptRunners.has(runner) && rankOfName(isByName ? name : verb, task) !== undefined) return true;
  const does = (other: Task) => says(isByName && programRunners.has(runner) ? typed.slice(2) : typed, other);
  const isNamed = isByName && name.includes(':');
  if (isByName && programRunners.has(runner) && !isNamed) return task === 'run' ? !otherTasks.some(does) : does(task);
  if (isByName && scriptRunners.has(runner)) return false;
  return says(typed, task) && (task !== 'run' || commandsOfTask.run.includes(verb) || !otherTasks.some(does));
}

/** True when a named session does the task; those named like a version run the tests. */
function isSession(name: string, task: Task): boolean {
  return rankOfName(name, task) !== undefined || (task === 'test' && name.toLowerCase().startsWith('py'));
}

/** The words of a command that may say what it does; `$` is its end. */
function wordsOfCommand(typed: readonly string[]): string[] {
  // A path behind the program and its verb is what is worked on: `mix credo test/x.ex` tests nothing. So is an address:
  // `mqtt pub -h test.example.org`. What follows `-x` is left out.
  const isGiven = (word: string) => word.includes('/') || word.split('.').length > 2;
  const named = typed.filter((word, at) => (at < 2 || !isGiven(word)) && typed[at - 1] !== '-x');
  // `./test.sh` is a test and so is `./mill __.test`, `mix test.reset` is none.
  const bare = named.map((word) => {
    const parts = word.split('.');
    if (takesTasks.has(typed[0] ?? '')) return parts.join(' ');
    return runEndings.has(parts.at(-1)!) ? parts.slice(0, -1).join('.') : word;
  });
  const letters = [...bare.join(' ').toLowerCase()].map((sign) => (isPlainName(sign) ? sign : ' ')).join('');
  // `-j8` is `-j` with a number.
  return [...spaced(letters).map((token) => (token.startsWith('-j') ? '-j' : token)), '$'];
}

/** Where the first word stands that says this task; `Infinity` where none does. */
function saidAt(tokens: readonly string[], task: Task): number {
  const places = commandsOfTask[task].map((said) => {
    const [first = '', second] = spaced(said);
    return tokens.findIndex((token, at) => token === first && (second === undefined || tokens[at + 1] === second));
  });
  // `itest`, `ltest`: an alias of a test command.
  if (task === 'test') places.push(tokens.findIndex((token) => ['test', 'tests'].includes(token.slice(1))));
  return Math.min(...places.map((at) => (at < 0 ? Infinity : at)));
}

/** Tasks that look at code without running it. */
const checking: readonly Task[] = ['lint', 'format', 'types'];

function says(typed: readonly string[], task: Task): boolean {
  const tokens = wordsOfCommand(typed);
  const at = saidAt(tokens, task);
  if (at === Infinity) return false;
  const [program = ''] = typed;
  // What comes behind a word for another task is what that is done to: `luacheck tests`, `dart format lib test`.
  const isOption = tokens[at]!.startsWith('-');
  const others: readonly Task[] = checking.includes(task)
    ? ['install', 'release']
    : [...checking, 'docs', 'install', 'release'];
  const isFirst = others.every((other) => other === task || saidAt(tokens, other) >= at);
  return !installers.has(program) && (isFirst || isOption || takesTasks.has(program));
}

/** True when a command does one of the tasks that are not the wanted one, and not this one. */
export const doesOther = (row: string, task: Task): boolean =>
  !doesTask(row, task) && otherTasks.some((other) => other !== task && doesTask(row, other));

export function isHeadingOf(heading: string, task: keyof typeof headingsOfTask): boolean {
  const said = ` ${(heading.toLowerCase().match(/\w+/g) ?? []).join(' ')} `;
  return headingsOfTask[task].some((begin) => said.includes(` ${begin}`));
}

// Section: a way to run something, and the project's files in which ways are looked for.

/** One way to do a task, with its place. */
export interface Way {
  /** The command to type. */
  typed: string;
  /** The folder in which it is typed; the root when there is none. */
  folder?: string;
  /** What the command does. */
  told?: string;
  /** Where it stands, as told to people. */
  where?: string;
  /** What is said of it: its heading, sentence, comment, description or step; empty when nothing is. */
  about: string;
  from: CodeSource;
  code: ReadCode;
  rows: RowSpan;
  /** Lower is better. */
  rank: number;
}

export const maxOfKind = 3;
/** Greatest depth of a manifest's path; deeper ones belong to parts of the project. */
const maxDepth = 3;
export const nameOf = ({ place }: CodeSource): string => place.split('/').at(-1) ?? place;
export const depthOf = ({ place }: CodeSource): number => place.split('/').length;

export const rowsOf = ({ rows }: ReadCode, most = rows.count): string[] =>
  Array.from({ length: Math.min(most, rows.count) }, (_, row) => rows.row(row));

export interface Files {
  /** Without tests, examples and what belongs to others, but for those at the root. */
  all: CodeSource[];
  every: CodeSource[];
  places: ReadonlySet<string>;
  named: (names: readonly string[]) => CodeSource[];
}

export function filesOf({ parts }: Asking): Files {
  const isOther = (place: string) => {
    const { tests, examples, vendored } = rolesOf(place);
    return tests || examples || vendored;
  };
  const every = sourcesOf(parts);
  every.sort((a, b) => depthOf(a) - depthOf(b) || (a.place < b.place ? -1 : 1));
  const all = every.filter(({ place }) => !isOther(place) || !place.includes('/'));
  const named = (names: readonly string[]) =>
    all.filter((from) => depthOf(from) <= maxDepth && isAmong(nameOf(from), names));
  return { all, every, places: new Set(every.map(({ place }) => place)), named };
}
