/**
 * Tells which ways to run something fit what is asked for: the task, the kind of tests, the part, the name of what is
 * built. Pure.
 */
import path from 'node:path';
import { setOf } from '../question/courtesies';
import {
  alikeOf,
  isAmong,
  besideBuild,
  commandsOfTask,
  headingsOfTask,
  namesOfTask,
  oneWord,
  runEndings,
  otherWords,
  programs,
  tools,
  scriptFolders,
} from './runTable';
import { splitIdentifier, stem, wordsOf } from '../text/tokens';
import { spaced, unquoted } from '../text/plain';
import type { Run, Task } from './wants';
import type { CodeSource, ReadCode } from '../outline/sources';
import type { RowSpan } from '../read/types';

const letters = /[a-z\d]+/g;

/** The words of a text, with phrases that are one word written as one. */
const saidIn = (text: string): readonly string[] =>
  oneWord.reduce((said, [phrase, word]) => said.replaceAll(phrase, word), text.toLowerCase()).match(letters) ?? [];

/** The same, and those of the names in it: `runEmulatorTests.sh`. */
const wordsIn = (text: string): readonly string[] => [...saidIn(text), ...wordsOf(text).flatMap(splitIdentifier)];

/** True when a word of the text is the kind or a short form of it: `test:types`, `docs`, `bench`, `utest`. */
function isOfKind(words: readonly string[], kind: string): boolean {
  const named = [kind, `${kind.charAt(0)}test`, ...alikeOf(kind)];
  const isShort = (word: string) => word.length * 2 >= kind.length && word.length >= 3 && kind.startsWith(stem(word));
  return words.some((word) => named.includes(word) || stem(word) === stem(kind) || isShort(word));
}

/** Options that leave something out: `--exclude-tags=integration` runs no integration tests. */
const leavingOut = ['--exclude', '--skip', '--ignore', '--deselect', '--no-', '-x'];

/** How many of the kinds a command names, or the words around it; a kind may be the folder in which it is typed. */
function kindsNamed(typed: string, kinds: readonly string[], around = '', folder?: string): number {
  if (kinds.length === 0) return 0;
  const said = spaced(typed).filter((word) => !leavingOut.some((option) => word.startsWith(option)));
  const words = wordsIn(`${said.join(' ')} ${around}`);
  const isNamed = (kind: string) => isFolderOf(folder, kinds, kind) || isOfKind(words, saidIn(kind).join(''));
  return kinds.filter(isNamed).length;
}

/** True for a folder named by a kind, or by all of them: `packages/admin-sdk` for “the admin sdk”, `api_tests` for its tests. */
export function isFolderOf(folder: string | undefined, kinds: readonly string[], kind: string): boolean {
  const name = folder?.toLowerCase().split('/').at(-1) ?? '';
  const [first, ...rest] = partsOf(name);
  const isOfTests = first === kind && rest.every((part) => testFolders.has(part));
  return folder === kind || isOfTests || name === kinds.join('-');
}

const partWords = setOf('one some single specific individual particular only subset just');
const pickers = setOf('-k -run -g -t -R --grep --filter --filter-expr --match --tests --only testOnly');
/** Words of a command in whose place a name is to be written. */
const placeholders = setOf(
  'FILE FILES PATTERN NAME NAMES FILTER TEST TESTS ARGS PATH $FILTER $TEST $TESTS $ARGS $@ $* $1',
);

/** True when a word of the command stands for something that is to be written there. */
function hasPlace(command: string): boolean {
  return spaced(command).some(
    (word) =>
      (word.includes('{{') && !word.includes('${{')) ||
      [...word]
        .filter((sign) => !`[]"'(){}`.includes(sign))
        .join('')
        .split('=')
        .some((one) => placeholders.has(one)),
  );
}

/** True when the command picks tests or takes a name for them: `just filter PATTERN`, `mocha -g NAME`, `go test x_test.go`. */
function picks(command: string): boolean {
  const given = spaced(command).slice(1);
  return given.some((word) => pickers.has(word.split('=')[0]!) || isInTests(word)) || hasPlace(given.join(' '));
}

/** True for a way that is about some tests only: by its command or by its heading. */
export const isOfSome = ({ typed, where = '' }: Way): boolean =>
  picks(typed) || wordsIn(where).some((word) => partWords.has(word));

/** True for a file of tests, or a folder inside of them: `tests/docker`. */
function isInTests(word: string): boolean {
  const [first = '', ...inside] = word.split('/').filter((part) => part !== '' && part !== '.');
  const file = inside.at(-1) ?? '';
  const isFile = file.includes('.') && ['test', 'spec'].some((said) => word.toLowerCase().includes(said));
  return inside.length > 0 && (isFile || testFolders.has(first) || first === 'spec');
}

/** True when a recipe of `just` may have names behind it: `test *args:`. */
export const mayTakeNames = ({ typed, told = '' }: Way): boolean =>
  typed.startsWith('just ') && hasPlace(told) && !picks(typed);

/**
 * How well a way fits the request; 0 not at all. Each kind that it names counts, by its name more than by what it does or
 * where it stands.
 */
export function fitOf({ typed, told = '', about, from, folder }: Way, { task, isPart, kinds }: Run): number {
  const place = task === 'test' ? from.place : '';
  const named = kindsNamed(typed, kinds, '', folder);
  const all = kindsNamed(typed, kinds, `${told} ${about} ${place}`, folder);
  const isUnder = wordsIn(about).some((word) => partWords.has(word));
  const one = task !== 'test' || !isPart ? 0 : picks(typed) ? 2 : isUnder || hasPlace(told) ? 1 : 0;
  return all * 8 + (named > 0 ? 4 : 0) + one;
}

/** The ways that fit best; none when no way fits. */
export function fitting(ways: readonly Way[], run: Run): Way[] {
  const best = Math.max(0, ...ways.map((way) => fitOf(way, run)));
  return best === 0 ? [] : ways.filter((way) => fitOf(way, run) === best);
}

/** True when a way names all of the kinds asked for. */
export function namesAll({ typed, told = '', about, from, folder }: Way, { kinds }: Run): boolean {
  return kindsNamed(typed, kinds, `${told} ${about} ${from.place}`, folder) === kinds.length;
}

/** Tasks that are not done by what merely has the name of the part asked for: `make ui-build` lints nothing. */
const strict: readonly Task[] = ['lint', 'format', 'types', 'docs', 'bench', 'coverage', 'install', 'release'];
/** Rank of what is named like the kind asked for. */
const byKind = 3;

/** Rank of a named script or target for the request, lower is better; undefined when it does not fit. */
export function rankOfScript(name: string, about: string, run: Run): number | undefined {
  const { task, kinds } = run;
  const rankFor = (one: Task) => {
    const ranks = [name, ...(kinds.length > 0 ? [withoutKinds(name, kinds)] : [])].map((said) => rankOfName(said, one));
    const known = ranks.filter((rank) => rank !== undefined);
    return known.length > 0 ? Math.min(...known) : undefined;
  };
  const own = rankFor(task);
  if (own !== undefined) return own;
  if (strict.includes(task)) return isHeadingOf(about, task) ? byKind : undefined;
  const isOther = (task === 'test' || isPartStart(run)) && otherTasks.some((other) => rankFor(other) !== undefined);
  return !isUndoing(name) && !isOther && kindsNamed(name, tellingKinds(run), about) > 0 ? byKind : undefined;
}

/**
 * True where a part is to be started, which only what starts something does: “run the migrations” may mean any command
 * that names them.
 */
export const isPartStart = ({ task, kinds, isStart = false, parts = [] }: Run): boolean =>
  task === 'run' && kinds.length > 0 && (isStart || parts.length === kinds.length);

/**
 * The kinds that say what a command does by their names alone: `web` and `web-build` test nothing and start nothing,
 * whatever they are named after.
 */
const tellingKinds = (run: Run): readonly string[] =>
  run.task === 'test' || isPartStart(run) ? run.kinds.filter((kind) => run.parts?.includes(kind) !== true) : run.kinds;

/** The name of a script without the parts that name what is asked for: `lint` of `web-lint`. */
const withoutKinds = (name: string, kinds: readonly string[]): string =>
  partsOf(name)
    .filter((part) => kindsNamed(part, kinds) === 0)
    .join(':');

/** True when a command fits the request: it does the task, or is named like the part asked for. */
export function isAsked(typed: string, run: Run): boolean {
  const { task } = run;
  if (doesTask(typed, task)) return true;
  // Documents that are served are no server of the project, and `cd web && pnpm lint` is no test of the frontend.
  const isOther = task === 'run' ? doesTask(typed, 'docs') : doesOther(typed, task);
  if (strict.includes(task) || isOther || isPartStart(run)) return false;
  // What a command is done in says nothing of what it does: `pnpm --filter sdk console`.
  const words = spaced(typed.split(' && ').at(-1)!);
  const done = words.filter((word, at) => !selecting.some((one) => word.startsWith(one) || words[at - 1] === one));
  return kindsNamed(done.join(' '), tellingKinds(run)) > 0;
}

/** Options for the part of a project that something is done in. */
const selecting = ['--filter', '-F', '--workspace', '-w', '--prefix', '--cwd'];

export function isUndoing(name: string): boolean {
  const parts = partsOf(name);
  return otherWords.undoing.has(parts[0] ?? '') || otherWords.undoing.has(parts.at(-1) ?? '');
}

/** The parts of a name: `test:types`, `js:format.check`, `ui-lint`. */
const partsOf = (name: string): string[] =>
  ['.', '_', '-', '/']
    .reduce((text, sign) => text.replaceAll(sign, ':'), name)
    .split(':')
    .flatMap(humpsOf)
    .filter((part) => part !== '');

/** The words of a name such as `testUnit`, in small letters. */
function humpsOf(name: string): string[] {
  const isLower = (sign: string) => sign !== sign.toUpperCase();
  const begins = (sign: string, at: number) => at > 0 && !isLower(sign) && sign !== sign.toLowerCase() && isLower(name[at - 1]!); // prettier-ignore
  return [...name].map((sign, at) => (begins(sign, at) ? `:${sign}` : sign)).join('').toLowerCase().split(':'); // prettier-ignore
}

/** Tasks whose first words make a name belong to them: `typing:test` checks types, whatever its last word says. */
const owners: readonly Task[] = ['types', 'docs', 'bench', 'lint'];
/** All tasks but to run it. */
export const otherTasks: readonly Task[] = ['test', 'build', ...strict];

/** Rank of a name for a task, lower is better; undefined when the name does not fit. */
export function rankOfName(name: string, task: Task): number | undefined {
  const { whole, first, last } = namesOfTask[task];
  const parts = partsOf(name);
  const [head = '', ...rest] = parts;
  // What begins with `_` is for other targets.
  if (isUndoing(name) || name.startsWith('_')) return undefined;
  const isOwned = head === 'web' || owners.some((other) => namesOfTask[other].first.includes(head));
  if (isOwned && rest.length > 0 && !first.includes(head)) return undefined;
  const isOf = (other: Task) => rest.some((part) => namesOfTask[other].whole.includes(part));
  // `test-build` only builds the tests, `run-tests` starts them.
  const isOther = task === 'run' ? otherTasks.some(isOf) : task === 'test' && isOf('build');
  if (isOther || (task === 'build' && parts.some((part) => namesOfTask.test.whole.includes(part)))) return undefined;
  // The middle of a name says what is done as well, unless it is a common word: `js:format.check`.
  const telling = strict.includes(task) ? parts : parts.slice(-1);
  const isLast = !otherWords.preparing.has(head) && telling.some((part) => last.includes(part));
  // `check` alone runs the tests; `check_version` checks something else.
  const isCheck = name === 'check' && task === 'test';
  const rank = [whole.includes(name.toLowerCase()), first.includes(head) || isCheck, isLast].indexOf(true);
  return rank < 0 ? undefined : rank;
}

const withoutComment = (row: string): string => (row.includes(' #') ? row.slice(0, row.indexOf(' #')) : row);

/** True when one of the commands in a row does the task. */
export function doesTask(row: string, task: Task): boolean {
  const trimmed = withoutComment(row).trimEnd();
  // A command that stays in the background is a server that the tests need.
  if (task === 'test' && trimmed.endsWith('&') && !trimmed.endsWith('&&')) return false;
  const commands = trimmed.split('&&').flatMap((part) => part.split(';'));
  return commands.some((command) => doesIt(spaced(command), task));
}

/** The command inside of another one: behind `sudo`, `python -m`, `bundle exec`, `uv run`; undefined where there is none. */
function innerOf([program = '', ...given]: readonly string[]): readonly string[] | undefined {
  if (program.includes('=') || programs.wrappers.has(program)) return given;
  const [verb = '', ...rest] = given;
  const isInside =
    (verb === 'exec' && program !== 'docker') ||
    (verb === '-m' && program.startsWith('py')) ||
    (verb === 'run' && programs.ofPrograms.has(program));
  return isInside ? rest.slice(rest.findIndex((word) => !word.startsWith('-'))) : undefined;
}

const isBesideBuild = (typed: readonly string[]): boolean =>
  typed.slice(1).some((word) => besideBuild.some((begin) => word.startsWith(begin) || word.includes(`#${begin}`)));

function doesIt(typed: readonly string[], task: Task): boolean {
  const [program = '', verb = ''] = typed;
  const inner = innerOf(typed);
  const doesOne = (command: readonly string[]) => otherTasks.some((other) => doesIt(command, other));
  if (inner) return task === 'run' && programs.ofPrograms.has(program) ? !doesOne(inner) : doesIt(inner, task);
  if (programs.buildsInstalled.has(program) && typed.includes('install')) return task === 'build' || task === 'install';
  if ((task !== 'install' && (otherWords.installing.has(verb) || program === 'bundle')) || program === 'git')
    return false;
  if (task === 'build' && !programs.ofTasks.has(program) && isBesideBuild(typed)) return false;
  if (programs.ofNames.has(program)) return runsNamed(typed, task);
  // What stands behind `--` is for the program that is run.
  const end = typed.indexOf('--');
  return says(typed, task) && (task !== 'run' || !doesOne(end < 0 ? typed : typed.slice(0, end)));
}

/** True when one of the names that a program is given does the task, or the program without any. */
function runsNamed([program = '', ...given]: readonly string[], task: Task): boolean {
  const end = given.indexOf('--');
  const words = (end < 0 ? given : given.slice(0, end)).filter(
    (word, at) => !word.startsWith('-') && !word.includes('=') && !otherWords.runs.has(word) && given[at - 1] !== '-x',
  );
  // `npm run` does not say what is run, `bun run src/index.ts` does.
  const names = words.filter((word) => !word.includes('.'));
  if (names.length === 0)
    return (words.length > 0 || !given.some((word) => otherWords.runs.has(word))) && says([program, ...given], task);
  const isVersion = (name: string) => task === 'test' && programs.ofSessions.has(program) && name.startsWith('py');
  const told = programs.ofTasks.has(program) ? names : names.slice(0, 1);
  return told.some((name) => rankOfName(name, task) !== undefined || isVersion(name)) || says(names, task);
}

/** The words of a command that may say what it does; `$` is its end. */
function wordsOfCommand(typed: readonly string[]): string[] {
  // A path behind the program and its verb is what is worked on: `mix credo test/x.ex` tests nothing. So is an address:
  // `mqtt pub -h test.example.org`. What follows `-x` is left out.
  const isGiven = (word: string) => word.includes('/') || word.split('.').length > 2;
  const isOption = (word: string) => word.startsWith('-') && programs.ofTasks.has(typed[0]!);
  // `--configuration Release` says how something is built.
  const isHow = (word: string) => unquoted(word.split('=').at(-1)!) === 'Release';
  const isSaid = (word: string, at: number) => at < 2 || !(isGiven(word) || isHow(word));
  const named = typed.filter((word, at) => isSaid(word, at) && typed[at - 1] !== '-x' && !isOption(word));
  // `./test.sh` is a test, `mix test.reset` is none.
  const bare = named.map((word) => {
    const end = word.lastIndexOf('.');
    return runEndings.has(word.slice(end + 1)) ? word.slice(0, end) : word;
  });
  const letters = [...bare.join(' ').toLowerCase()].map((sign) => (isPlainName(sign) ? sign : ' ')).join('');
  return [...spaced(letters), '$'];
}

/** Where the first word stands that says this task; `Infinity` where none does. */
function saidAt(tokens: readonly string[], task: Task): number {
  const places = commandsOfTask[task].map((said) => {
    const [first, second] = said.split('+');
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
  const others: readonly Task[] = checking.includes(task)
    ? ['install', 'release']
    : [...checking, 'docs', 'install', 'release'];
  const isFirst = others.every((other) => other === task || saidAt(tokens, other) >= at);
  return !programs.installers.has(program) && (isFirst || programs.ofTasks.has(program));
}

/** True when a command does one of the tasks that are not the wanted one, and not this one. */
export const doesOther = (row: string, task: Task): boolean =>
  !doesTask(row, task) && otherTasks.some((other) => other !== task && doesTask(row, other));

export function isHeadingOf(heading: string, task: keyof typeof headingsOfTask): boolean {
  const said = ` ${(heading.toLowerCase().match(/\w+/g) ?? []).join(' ')} `;
  return headingsOfTask[task].some((begin) => said.includes(` ${begin.replace('+', ' ')}`));
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
  /** Words of the project's names, from its folder and its manifests. */
  own: ReadonlySet<string>;
  /** Names of the folders that have a manifest of their own. */
  parts: ReadonlySet<string>;
}

/** Greatest depth of the manifest of a part that is asked for. */
const maxPartDepth = 4;
/** The files of some names, those of a part that is asked for first, though it be of tests. */
export function filesFor(files: Files, names: readonly string[], { kinds }: Run): CodeSource[] {
  const isOf = ({ place }: CodeSource) => kinds.some((kind) => isFolderOf(path.posix.dirname(place), kinds, kind));
  const found = files.named(names);
  const ofPart = files.every.filter((one) => depthOf(one) <= maxPartDepth && isAmong(nameOf(one), names) && isOf(one));
  return [...ofPart, ...found.filter((from) => !isOf(from))];
}

// Section: commands in rows of guides and pipelines, as written.

const maxCommand = 200;

const nameSigns = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.';
/** True when the text has only letters, digits, `_`, `-` and `.`. */
export const isPlainName = (text: string): boolean =>
  text !== '' && [...text].every((sign) => nameSigns.includes(sign));

/** Folders of tests. */
const testFolders = new Set(['test', 'tests']);

/** True when the word is the path of a script of the project: `./x.sh`, `script/test`, `vendor/bin/phpunit`. */
export function isOwnScript(word: string): boolean {
  const [folder = '', ...rest] = word.toLowerCase().split('/');
  const last = rest.at(-1) ?? '';
  if (!rest.every(isPlainName) || last === '') return false;
  // Beside tests, what has no ending, or that of a shell, is a script.
  if (testFolders.has(folder)) return !last.includes('.') || last.endsWith('.sh');
  return folder === '.' || scriptFolders.has(folder) || word.startsWith('vendor/bin/');
}

/** True for `NAME=value` before a command. */
export function isSetting(word: string): boolean {
  const name = word.slice(0, Math.max(0, word.indexOf('=')));
  return isPlainName(name) && name === name.toUpperCase();
}

/**
 * The command in a row, without its prompt; undefined when the row is none.
 * @param own further first words that are commands, such as the project's own program
 */
export function commandIn(row: string, own?: ReadonlySet<string>): string | undefined {
  const typed = unquoted(row.trim().replace(/^(?:[$>%]|run:)\s{0,3}/, ''));
  const words = spaced(typed);
  const [first = '', second = ''] = words.slice(words.findIndex((word) => !isSetting(word)));
  // `go statsd.Run(context)` and `tower = "0.5"` are rows of code, `node >=8` is what is needed.
  const isCode = /\w\(/.test(second) || second === '=' || '<>^~'.includes(second.charAt(0) || ' ');
  // A text that is not closed goes on in the next row. A row of a script takes what the script was given, one with dots
  // leaves something out; a program asked for its version does nothing.
  const isOpen = ["'", '"'].some((quote) => typed.split(quote).length % 2 === 0) || ':{('.includes(typed.slice(-1));
  const isOther =
    isOpen ||
    notTyped.some((sign) => typed.includes(sign)) ||
    asking.has(words.at(-1) ?? '') ||
    typed.length >= maxCommand;
  const isAlone = programs.wrappers.has(first) && second === '';
  if (isCode || isOther || isAlone) return undefined;
  // `cd docs; make html` is one command, `cd docs` is none.
  const isTied = first === 'cd' && (typed.includes('&&') || typed.includes(';'));
  return isTied || tools.has(first) || isOwnScript(first) || own?.has(first) ? typed : undefined;
}

/** What is typed by nobody: what a script was given, what is left out, what says what it does, and what only asks a program. */
const notTyped = ['$1', '$2', '$@', '$*', ' ...', ' …', '[...', ' - '];
const asking = setOf('--version -version --help -h');

/** True for a row that continues the one above. */
export const goesOn = (rows: readonly string[], row: number): boolean => (rows[row - 1] ?? '').trimEnd().endsWith('\\');

const maxTied = 8;

/** A row joined with those that it continues by a backslash at its end. */
export function tiedRows(rows: readonly string[], row: number): string {
  let text = rows[row] ?? '';
  for (let next = row + 1; text.endsWith('\\') && next <= row + maxTied; next += 1) {
    text = `${text.slice(0, -1).trimEnd()} ${(rows[next] ?? '').trim()}`;
  }
  return text.endsWith('\\') ? text.slice(0, -1).trimEnd() : text;
}

/** Words that may precede a command inside a sentence: "Run `make test`". */
const beforeCommand = new Set(spaced('run running use using with type execute call invoke via through by do and or'));
const forbidding = new Set(spaced(`not never don't don’t without instead`));
const maxBefore = 4;
/** Least words of a command inside a sentence; a single word is usually a name. */
export const minInlineWords = 2;

/**
 * Commands in code spans: at the beginning of a row or a cell, or after a word that says to type them. Each with what is
 * said right before it, and whether that is its label: `Run tests: …`.
 */
export function inlineCommands(row: string): { typed: string; before: string; isLabelled: boolean }[] {
  const pieces = ['``', '<tt>', '</tt>', '<code>', '</code>']
    .reduce((text, tag) => text.replaceAll(tag, '`'), row.replaceAll('**', ''))
    .split('`');
  return pieces.flatMap((piece, at) => {
    if (at % 2 === 0 || at === pieces.length - 1) return [];
    const before = pieces[at - 1]!;
    const said = spaced(before.toLowerCase()).slice(-maxBefore);
    const last = said.at(-1) ?? '';
    const isTold = beforeCommand.has(last) || '-*+|'.includes(last) || ':.'.includes(last.slice(-1));
    if (!isTold || said.some((word) => forbidding.has(word))) return [];
    const typed = commandIn(piece);
    return typed === undefined ? [] : [{ typed, before, isLabelled: ':|'.includes(last.slice(-1) || ' ') }];
  });
}
