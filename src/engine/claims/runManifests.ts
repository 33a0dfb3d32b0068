/**
 * Reads what manifests say of a project: the ways to run something that they, target files and script files name, the
 * entry points, and a description.
 */
import path from 'node:path';
import { indentOf } from '../answers/markdown';
import { setOf } from '../question/courtesies';
import { quotedIn } from '../question/spelling';
import { inline, type Asking, outlinedOf, readOf, textOf } from './page';
import type { OutlineSymbol, RowSpan } from '../read/types';
import { unquoted, segmentsOf, rowsOfText, spaced } from '../text/plain';
import { type CodeSource, type OutlinedCode, type ReadCode, sourcesOf } from '../outline/sources';
import { isManifest } from '../overview';
import { folderNames } from '../parts';
import { rolesOf } from '../rank/fileKinds';
import {
  type Files,
  type Way,
  maxOfKind,
  filesFor,
  nameOf,
  rankOfScript,
  isUndoing,
  doesTask,
  doesOther,
  depthOf,
  otherTasks,
  rankOfName,
  rowsOf,
  isOwnScript,
  isPlainName,
  goesOn,
  tiedRows,
} from './runFits';
import {
  buildTasks,
  isAmong,
  managersBy,
  scriptsIn,
  isAbove,
  shellEndings,
  scriptFolders,
  scriptEndings,
  steps,
} from './runTable';
import type { Run } from './wants';

/** Rank added for each level of a manifest's path: a guide about the whole counts more than a manifest of a part. */
const ofPart = 2;
/** What npm writes into a manifest for tests that there are not. */
const placeholder = 'no test specified';
/** Rank of a target that does the task under another name, and rank added to what changes files, where they are checked. */
const [byBody, byFix] = [3, 0.5];

/** The name of a script as it is typed: those of another environment than the default one have its name before them. */
function scriptNameOf(typed: string, { name, path, values }: OutlineSymbol): string {
  const steps = path.join('.').split('.');
  // `format.sequence = [...]` sets something of the task `format`.
  if (typed === 'poe') return name.split('.')[0]!;
  const environment = typed === 'hatch run' ? (steps[steps.indexOf('envs') + 1] ?? 'default') : 'default';
  if (environment !== 'default') return `${environment}:${name}`;
  // A table's own name has dots: `tool.tox.env.docs`.
  return values.length === 0 ? steps.at(-1)! : name;
}

/** What is typed for a script. */
function typedOf(typed: string, name: string, asked: { code: OutlinedCode; from: CodeSource; files: Files }): string {
  const manager = typed === 'npm run' ? managerOf(asked) : undefined;
  if (!manager) return `${typed} ${name}`;
  const isShort = manager !== 'bun' && (name === 'test' || name === 'start');
  return isShort ? `${manager} ${name}` : `${manager} run ${name}`;
}

/** The package manager that the manifest names, or that has left its file beside it or at the root. */
function managerOf({ code, from, files }: { code: OutlinedCode; from: CodeSource; files: Files }): string {
  const said = code.outline.symbols.find(({ path }) => path.join('.') === 'packageManager')?.values[0]?.value ?? '';
  const named = managersBy.find(([, manager]) => unquoted(said).startsWith(`${manager}@`));
  const folder = slashedFolder(from.place);
  const beside = managersBy.find(([file]) => files.places.has(folder + file) || files.places.has(file));
  return (named ?? beside)?.[1] ?? 'npm';
}

/** The folder in which a command of a manifest is typed, when it is not the root. */
const folderOf = ({ place }: CodeSource): { folder?: string } =>
  place.includes('/') ? { folder: slashedFolder(place).slice(0, -1) } : {};

/** Keys of a table of sessions that say what it does. */
const sayingKeys = ['description', 'commands', 'cmd', 'help', 'run', 'script'];

/** What the members of a script that is a table say of it: `description`, `commands`. */
function membersOf({ path }: OutlineSymbol, { outline }: OutlinedCode): string {
  const around = path.join('.');
  return outline.symbols
    .filter((one) => sayingKeys.includes(one.name) && one.path.slice(0, -1).join('.') === around)
    .flatMap(({ values }) => values.map(({ value }) => unquoted(value)))
    .join(' ');
}

/** The command that a script of hatch is; of a list of them all, as they run one after the other. */
function commandIn(value: string): string {
  const [list, sign = ''] = [value.slice(1, -1).trim(), value.slice(1).trim().charAt(0)];
  if (!value.startsWith('[') || !['"', "'"].includes(sign)) return unquoted(value);
  const bare = (one: string) => one.trim().slice(1, one.trim().endsWith(sign) ? -1 : undefined);
  return list.split(`${sign},`).map(bare).filter((one) => one !== '').join(' && '); // prettier-ignore
}

/** Commands listed in manifests, from their syntax trees. */
export async function scriptWays(files: Files, run: Run, { reader }: Asking): Promise<Way[]> {
  const ways: Way[] = [];
  // Scripts of other names that do it among other things: `"test": "xo && ava"` for the linter.
  const others: Way[] = [];
  for (const { files: names, above, typed } of scriptsIn) {
    for (const from of filesFor(files, names, run).slice(0, maxOfKind)) {
      const code = await reader.outlined(from);
      if (typeof code === 'string') continue;
      for (const symbol of code.outline.symbols) {
        const { path, values, start, end } = symbol;
        if (!isAbove(above, path.join('.').split('.').slice(0, -1)) && !isAbove(above, path.slice(0, -1))) continue;
        const name = scriptNameOf(typed, symbol);
        const value = values.find((one) => one.name === symbol.name)?.value;
        const about = membersOf(symbol, code);
        const told = value === undefined ? undefined : typed === 'hatch run' ? commandIn(value) : unquoted(value); // prettier-ignore
        const rank = rankOfScript(name, about, run);
        // `check` may be another one, and `check:types` compiles to look, not to build.
        const isOther = rank === undefined ? !doesAnyway(name, told, run) : rank > 0 && doesOther(told ?? '', run.task);
        if (isOther || told?.includes(placeholder)) continue;
        const added = ofPart * depthOf(from) - 1 + (run.task === 'lint' && told?.includes('--fix') ? byFix : 0);
        const what = { typed: typedOf(typed, name, { code, from, files }), ...(told !== undefined && { told }), about };
        const way = { ...what, ...folderOf(from), from, code, rows: { start, end }, rank: (rank ?? byBody) + added };
        (rank === undefined ? others : ways).push(way);
      }
    }
  }
  return ways.length > 0 ? ways : others;
}

/** True for a script of another name that does the task. */
function doesAnyway(name: string, told: string | undefined, { task, kinds }: Run): boolean {
  const isOfOthers = task === 'build' && otherTasks.some((other) => rankOfName(name, other) !== undefined);
  return told !== undefined && kinds.length === 0 && !isUndoing(name) && !isOfOthers && doesTask(told, task);
}

// Section: targets.

/** A target with its rows. */
interface Target {
  name: string;
  /** Names of what it takes: `filter PATTERN`. */
  takes: string[];
  /** What a comment or a description says of it; empty when nothing does. */
  about: string;
  /** Its commands, without the signs that make's rows begin with. */
  body: string[];
  start: number;
  end: number;
}

interface TargetKind {
  files: readonly string[];
  typed: string;
  /** What is typed instead where the project does not bring that program. */
  installed?: string;
  /** The name of the target that a row begins; undefined when it begins none. */
  nameIn: (row: string, before: string) => string | undefined;
  /** True when the rows of a target are commands. */
  isTyped?: boolean;
  /** True where the files of parts name targets too, which are typed at the root. */
  isOfParts?: boolean;
  /** The row that the targets stand below, each with its commands in its own row. */
  below?: string;
}

const quotes = `"'`;

/**
 * A plain name at the beginning of a text, behind quotes, brackets and colons: `test` and `test:unit`; undefined when there
 * is none. One that goes on in braces stands for many.
 */
function nameAt(text: string): string | undefined {
  let start = 0;
  while (start < text.length && ` (:${quotes}`.includes(text.charAt(start))) start += 1;
  let end = start;
  while (isPlainName(text.charAt(end)) || (text.charAt(end) === ':' && isPlainName(text.charAt(end + 1)))) end += 1;
  return end > start && !text.slice(end, end + 3).includes('{') ? text.slice(start, end) : undefined;
}

/** The name behind one of the beginnings of a row: `[testenv:docs]`, `- id: mypy`. */
const nameBehind =
  (...begins: readonly string[]) =>
  (row: string): string | undefined => {
    const text = row.trim();
    const begin = begins.find((one) => text.startsWith(one));
    return begin === undefined ? undefined : nameAt(text.slice(begin.length));
  };

/** What stands before the colon of a row at the edge, but of no setting such as `NAME := value`. */
function headIn(row: string): string[] {
  const at = row.indexOf(':');
  return at > 0 && row.charAt(at + 1) !== '=' && !' \t#[.'.includes(row.charAt(0)) ? spaced(row.slice(0, at)) : [];
}

/** `name: other names` of a makefile, `@name PATTERN: other names` of a justfile. */
function madeIn(row: string, before: string): string | undefined {
  const [name = '', next = ''] = headIn(row.startsWith('@') ? row.slice(1) : row);
  return isPlainName(name) && !next.endsWith('=') && before.trim() !== '[private]' ? name : undefined;
}

const taskIn = nameBehind('task ', 'task(', 'multitask ');

/** Names of the tasks that libraries make where none is given. */
const rakeTasks = [['RSpec::Core::RakeTask', 'spec'], ['RuboCop::RakeTask', 'rubocop'], ['TestTask', 'test']] as const; // prettier-ignore

/** `task :name => :other`, `RSpec::Core::RakeTask.new(:name)` or `Minitest::TestTask.create`; what is given without a sign is a variable. */
function rakeIn(row: string): string | undefined {
  const [made = '', given] = row.replace('Task.create', 'Task.new').split('.new');
  if (given === undefined || !made.endsWith('Task')) return taskIn(row);
  const isNamed = [':', '"', "'"].includes(given.replace('(', '').trimStart().charAt(0));
  const usual = rakeTasks.find(([by]) => made.endsWith(by))?.[1];
  return taskIn(row) ?? (isNamed ? nameAt(given) : given.startsWith('(') ? undefined : usual);
}

/** `def lint(session)` below `@nox.session`. */
const decoratedIn = (row: string, before: string): string | undefined =>
  row.startsWith('def ') && before.startsWith('@') ? nameAt(row.slice(4)) : undefined;

/** `b.step("test:unit", "Run unit tests")`. */
const stepIn = (row: string): string | undefined => nameAt(row.split('.step(')[1] ?? '');

/** `tasks.register<Copy>("dist") {`, `task dist(type: Copy) {` or `val dist by tasks.registering {` in a build of Gradle. */
function gradleIn(row: string): string | undefined {
  const [, made] = row.split('tasks.register');
  const text = row.trim();
  // What is registered with nothing inside does nothing.
  if (!text.endsWith('{')) return undefined;
  if (made?.startsWith('ing')) return nameAt(text.slice(text.indexOf(' ')));
  return made === undefined ? nameBehind('task ')(row) : nameAt(made.slice(made.indexOf('(')));
}

/** `lint: ["format", "credo"]` or `"assets.build": [` in a list of aliases. */
function aliasIn(row: string): string | undefined {
  const [head = '', value = ''] = row.split(': ');
  return value.startsWith('[') || value.startsWith('"') ? nameAt(head.trim()) : undefined;
}

/** Names of what a recipe has to be given: `filter PATTERN *FLAGS LEVEL='':` a pattern. */
const recipeTakes = (row: string): string[] =>
  spaced(row.slice(0, row.indexOf(':')))
    .slice(1)
    .filter((one) => !one.startsWith('*') && !one.includes('='))
    .flatMap((one) => nameAt(one) ?? []);

const targetKinds: readonly TargetKind[] = [
  { files: ['Makefile', 'makefile', 'GNUmakefile'], typed: 'make', nameIn: madeIn, isTyped: true },
  { files: ['Justfile', 'justfile', '.justfile'], typed: 'just', nameIn: madeIn, isTyped: true },
  { files: ['Rakefile', 'rakefile', 'Rakefile.rb'], typed: 'rake', nameIn: rakeIn },
  { files: ['tox.ini'], typed: 'tox -e', nameIn: nameBehind('[testenv:'), isTyped: true },
  { files: ['noxfile.py'], typed: 'nox -s', nameIn: decoratedIn },
  { files: ['tasks.py'], typed: 'invoke', nameIn: decoratedIn },
  { ...steps, nameIn: stepIn },
  { ...buildTasks, nameIn: gradleIn, isOfParts: true },
  { files: ['.pre-commit-config.yaml'], typed: 'pre-commit run --all-files', nameIn: nameBehind('- id:') },
  { files: ['mix.exs'], typed: 'mix', nameIn: aliasIn, isTyped: true, below: 'aliases do' },
];

const namespaceIn = nameBehind('namespace');

/** Names of the `namespace :test do` blocks around a row, outermost first. */
function namespacesOf(rows: readonly string[], at: number): string[] {
  const names: string[] = [];
  let indent = indentOf(rows[at]!);
  for (let row = at - 1; row >= 0 && indent > 0; row -= 1) {
    const own = indentOf(rows[row]!);
    if (rows[row]!.trim() === '' || own >= indent) continue;
    indent = own;
    const name = namespaceIn(rows[row]!);
    if (name !== undefined) names.unshift(name);
  }
  return names;
}

/** What the rows above a target, or the row itself, say of it. */
function aboutOf(rows: readonly string[], start: number): string {
  const row = rows[start]!;
  const above: string[] = [];
  for (let at = start - 1; at >= 0 && above.length < 4; at -= 1) {
    const text = rows[at]!.trim();
    if (text.startsWith('desc')) above.unshift(quotedIn(text)[0] ?? '');
    else if (text.startsWith('#')) above.unshift(text);
    else if (!text.startsWith('.PHONY') && !text.startsWith('@')) break;
  }
  const behind = row.includes(' ##') ? row.slice(row.indexOf('##')) : '';
  const step = row.includes('.step(') ? (quotedIn(row.slice(row.indexOf(',')))[0] ?? '') : '';
  return [...above, behind, step].join(' ').replaceAll('#', '').trim();
}

/** Row behind the last one of a target. */
function endOf(rows: readonly string[], start: number, isSection: boolean): number {
  let end = start + 1;
  const isInside = (row: string) => (isSection ? !row.startsWith('[') : indentOf(row) > indentOf(rows[start]!));
  while (end < rows.length && isInside(rows[end]!)) end += 1;
  return end;
}

/** The commands of a section with settings: those of `commands =` and of the rows below. */
const commandsOf = (body: readonly string[]): string[] =>
  body
    .slice(body.findIndex((row) => row.startsWith('commands')) >>> 0)
    .map((row) => (row.startsWith('commands') ? row.slice(row.indexOf('=') + 1).trim() : row));

/** What a row of a target does, without the signs that make's rows begin with. */
function doneIn(rows: readonly string[], row: number): string {
  const text = goesOn(rows, row) ? '' : tiedRows(rows, row).trim();
  return text.slice([...text].findIndex((sign) => sign !== '@' && sign !== '-'));
}

/** The targets in the rows of a file. */
function targetsOf(rows: readonly string[], { files, typed, nameIn, below }: TargetKind): Target[] {
  const isSection = files.includes('tox.ini');
  const begin = below === undefined ? 0 : rows.findIndex((row) => row.includes(below)) + 1;
  const stop = below === undefined ? rows.length : begin === 0 ? 0 : endOf(rows, begin - 1, false);
  return rows.slice(begin, stop).flatMap((row, at) => {
    const start = begin + at;
    const own = nameIn(row, rows[start - 1] ?? '');
    if (own === undefined) return [];
    const name = [...namespacesOf(rows, start), own].join(':');
    const takes = typed === 'just' ? recipeTakes(row) : [];
    const about = aboutOf(rows, start);
    if (below !== undefined) {
      const told = row.slice(row.indexOf(': ') + 2).trim();
      const bare = told.endsWith(',') ? told.slice(0, -1) : told;
      return [{ name, takes, about, body: bare === '[' ? [] : [bare], start, end: start }];
    }
    const end = endOf(rows, start, isSection);
    const body = Array.from({ length: end - start - 1 }, (_, inside) => doneIn(rows, start + 1 + inside));
    return [{ name, takes, about, body: isSection ? commandsOf(body) : body, start, end: end - 1 }];
  });
}

/** Beginnings of rows of a target that only say something. */
const saying = ['#', 'echo', 'printf', '$(info', '"""', 'rm ', 'mkdir '];

function targetWay(
  { name, takes, about, body }: Target,
  { typed, isTyped = false }: TargetKind,
  { run, needed, own }: { run: Run; needed: readonly string[]; own: ReadonlySet<string> },
) {
  const { task, kinds } = run;
  const doing = body
    .map((one) => one.replace('$(MAKE)', 'make'))
    .filter((one) => one !== '' && !saying.some((word) => one.startsWith(word)));
  const needs = (of: Run['task']) => needed.some((one) => rankOfName(one, of) !== undefined);
  // A target that only prints does nothing; `all: doc lint test` builds nothing,
  // `test.o` is a file.
  const isPrinting = isTyped && doing.length === 0 && body.length > 0;
  const isOfAll = name === 'all' && ((['test', 'lint', 'install'] as const).some(needs) || body.some((one) => one.includes('test'))); // prettier-ignore
  if (isPrinting || isOfAll || name.endsWith('.o')) return undefined;
  const best = isTyped ? doing.find((one) => doesTask(one, task)) : undefined;
  const isByBody = task === 'test' && best?.includes('|') === false && !isUndoing(name);
  // `ferry:` makes the ferry, unless it makes an image of it.
  const isOwn = task === 'build' && best?.startsWith('docker') === false && own.has(name.toLowerCase());
  const rank = rankOfScript(name, about, run) ?? (isOwn ? 1 : isByBody ? byBody : undefined);
  // `check` may look at the style alone.
  const isCheck = isTyped && name === 'check' && task === 'test' && best === undefined && !needs(task);
  if (rank === undefined || isCheck || (isTyped && kinds.length === 0 && isOfAnother())) return undefined;
  const told = best ?? (isTyped && doing.length === 1 ? doing[0] : undefined);
  return {
    typed: [typed, name, ...takes].join(' '),
    ...(told !== undefined && { told }),
    about,
    rank: rank + (isTyped && doing.length === 0 ? 0.7 : 0.5),
  };

  /** True where the commands do something else, whatever the name is. */
  function isOfAnother(): boolean {
    const isOf = (one: string) => doesOther(one, task);
    if (task !== 'run') return rank !== 0 && doing.length > 0 && doing.every(isOf);
    // What only builds starts nothing.
    return best === undefined && !doing.some((one) => isOwnScript(spaced(one)[0] ?? '')) && doing.some(isOf);
  }
}

/** Targets of makefiles and the like, and aliases of manifests. */
export function targetWays(files: Files, run: Run, { reader }: Asking): Way[] {
  return targetKinds.flatMap((kind) => {
    const found = filesFor(files, kind.files, run);
    const isBrought = files.places.has(path.posix.normalize(kind.typed));
    const typed = isBrought ? kind.typed : (kind.installed ?? kind.typed);
    return found.slice(0, kind.isOfParts ? maxOfKind : 1).flatMap((from) => {
      const code = reader.read(from);
      if (typeof code === 'string') return [];
      return targetsOf(rowsOf(code), kind).flatMap((target, at): Way[] => {
        // `all: build test`: what make does first.
        const needed = spaced(code.rows.row(target.start).split(':')[1] ?? '');
        const way = targetWay(target, { ...kind, typed }, { run, needed, own: files.own });
        // `make` alone makes the first one.
        const first = at === 0 && target.name === 'all' && kind.typed === 'make' ? { typed: 'make' } : {};
        const rows = { start: target.start, end: target.end };
        return way ? [{ ...way, ...first, ...(!kind.isOfParts && folderOf(from)), from, code, rows }] : [];
      });
    });
  });
}

/** Rank of what is named so by its last word only. */
const byLast = 2;
const maxScriptDepth = 3;

/** Name of a script file, with the folders inside of its folder for scripts; undefined when it is none. */
function scriptName(from: CodeSource): string | undefined {
  const [folder = '', ...inside] = from.place.split('/').slice(0, -1);
  const [name = '', ending = '', ...more] = nameOf(from).split('.');
  if (!isPlainName(name) || more.length > 0 || depthOf(from) > maxScriptDepth) return undefined;
  if (folder === '') return shellEndings.includes(ending) ? name : undefined;
  const isScript = scriptFolders.has(folder.toLowerCase()) && ['', ...scriptEndings].includes(ending);
  return isScript ? [...inside, name].join('/') : undefined;
}

/** Rank added to scripts in a folder: what a guide says counts more than a name. */
const inFolder = 2.2;
/** Most rows at the beginning of a script that say what it does, and most rows that are read for it. */
const [maxHead, maxScriptRows] = [6, 200];

/** Ways from script files, by their names. */
export function scriptFileWays(files: Files, run: Run, { reader }: Asking): Way[] {
  return files.every.flatMap((from): Way[] => {
    const name = scriptName(from) ?? '';
    const rank = name === '' ? undefined : rankOfScript(name, '', run);
    // The last word of a file's name says little: `release_tests.py` releases.
    if (rank === undefined || rank === byLast) return [];
    const code = reader.read(from);
    if (typeof code === 'string') return [];
    // `scripts/check` may look at the style alone.
    const rows = rowsOf(code, maxScriptRows);
    const isOther = rows.some((one) => doesOther(one, run.task)) && !rows.some((one) => doesTask(one, run.task));
    if (rank > 0 && isOther) return [];
    const isInFolder = from.place.includes('/');
    const end = Math.min(maxHead - 1, code.rows.count - 1);
    const typed = isInFolder ? from.place : `./${from.place}`;
    return [{ typed, about: '', from, code, rows: { start: 0, end }, rank: rank * 2 + (isInFolder ? inFolder : 1) }];
  });
}

// Section: entry points and descriptions of manifests, from their syntax trees. Data: the keys that each kind of manifest uses.

interface ManifestStart {
  row: number;
  says: string;
  isCommand: boolean;
}

const descriptions = setOf('description project.description package.description tool.poetry.description metadata.description'); // prettier-ignore
/** Sections of manifests in which each key is a command. */
export const commands = setOf('bin project.scripts project.gui-scripts tool.poetry.scripts options.entry_points');
const modules = setOf('main module bin');
const scripts = setOf('scripts.start scripts.serve');

/**
 * Patterns of entry points, for manifests without a syntax tree or with commands inside texts: the main class of a
 * build, an entry point of `setup.py`.
 */
const inRows: readonly { form: RegExp; says: (found: RegExpExecArray) => string }[] = [
  { form: /\bmainClass(?:Name)?(?:>|\s{0,3}=\s{0,3}["'])([\w.$]{2,120})/, says: ([, name = '']) => `${inline(name)} as the main class` },
  { form: /["']([\w.-]{1,80})\s{0,3}=\s{0,3}([\w.]{2,120}:\w{1,80})["']/, says: ([, name = '', target = '']) => asCommand(target, name) },
]; // prettier-ignore
const maxRows = 1_000;
const maxRowChars = 500;

const asCommand = (target: string | undefined, name: string) =>
  (target === undefined ? '' : `${inline(target)} as `) + `the command ${inline(name)}`;
export const keyOf = ({ path }: OutlineSymbol) => path.join('.');

/** The folder of a path with its slash; empty for the root. */
export const slashedFolder = (place: string) => place.slice(0, place.lastIndexOf('/') + 1);

/** The command of a `[[bin]]` section of Cargo: its name, and its file where it is written. */
function sectionStart(section: OutlineSymbol, { outline }: OutlinedCode): ManifestStart[] {
  const own = outline.symbols.filter(({ parent }) => parent !== undefined && outline.symbols[parent] === section);
  const valueOf = (key: string) => own.filter(({ name }) => name === key).map(textOf)[0];
  const name = valueOf('name');
  return name === undefined ? [] : [{ row: section.start, says: asCommand(valueOf('path'), name), isCommand: true }];
}

function startsOf(symbol: OutlineSymbol, code: OutlinedCode): ManifestStart[] {
  const { name, nameRow: row } = symbol;
  const place = keyOf(symbol);
  if (place === 'bin' && symbol.kind === 'section') return sectionStart(symbol, code);
  const around = symbol.path.slice(0, -1).join('.');
  const isOfSection = around === 'bin' && code.outline.symbols.some((one) => keyOf(one) === 'bin.name');
  const target = textOf(symbol);
  if (target === undefined) return listedStarts(symbol);
  if (commands.has(around) && !isOfSection) return [{ row, says: asCommand(target, name), isCommand: true }];
  if (modules.has(place)) return [{ row, says: `${inline(target)} as ${inline(name)}`, isCommand: name === 'bin' }];
  return scripts.has(place) ? [{ row, says: `${inline(target)} to start it`, isCommand: false }] : [];
}

/** Commands from a manifest's list of files. */
function listedStarts({ name, path, values, nameRow: row }: OutlineSymbol): ManifestStart[] {
  const list = values.find((one) => one.name === name)?.value ?? '';
  const files = path.join('.') === 'bin' && list.startsWith('[') ? quotedIn(list) : [];
  return files.map((file) => ({ row, says: asCommand(file, segmentsOf(file).at(-1)!), isCommand: true }));
}

/** The entry points that a manifest names, in its order. */
export async function startsIn(from: CodeSource, asking: Pick<Asking, 'reader'>): Promise<ManifestStart[]> {
  const code = await outlinedOf(from, asking);
  const found = code?.outline.symbols.flatMap((symbol) => startsOf(symbol, code)) ?? [];
  if (found.length > 0) return found;
  const rows = rowsOfText(readOf(from, asking)?.source.text ?? '').slice(0, maxRows);
  return rows.flatMap((text, row) =>
    inRows.flatMap(({ form, says }) => {
      // What is commented out is a template.
      const match = text.trimStart().startsWith('#') ? null : form.exec(text.slice(0, maxRowChars));
      return match ? [{ row, says: says(match), isCommand: true }] : [];
    }),
  );
}
const maxStarts = 3;

export interface Place {
  from: CodeSource;
  code: ReadCode;
  rows: RowSpan;
}

/**
 * A sentence about the entry points in the first manifest that names some; when there are many, commands rather than
 * modules.
 */
export async function manifestStart(
  sources: readonly CodeSource[],
  asking: Asking,
  isMeant: (start: ManifestStart) => boolean = () => true,
): Promise<(Place & { sentence: string }) | undefined> {
  for (const from of sources.filter(({ place }) => isManifest(place))) {
    const found = (await startsIn(from, asking)).filter(isMeant);
    const code = readOf(from, asking);
    const commandsFirst = found.toSorted((a, b) => Number(b.isCommand) - Number(a.isCommand));
    const shown: ManifestStart[] = (found.length > maxStarts ? commandsFirst : found).slice(0, maxStarts);
    const at = shown.map(({ row }) => row);
    const sentence = `${inline(asking.labelOf(from))} names ${[...new Set(shown.map(({ says }) => says))].join(', ')}`;
    if (code && shown.length > 0)
      return { sentence, from, code, rows: { start: Math.min(...at), end: Math.max(...at) } };
  }
  return undefined;
}

/** Rows of manifests at the root that say what the project is: of Cabal, gems, Nimble, LuaRocks, R. */
const sayingRow =
  /^\s{0,8}(?:[a-z]{1,20}\.)?(?:synopsis|summary|description|Title)\s{0,20}(?::\s{0,20}([^"'\s].{7,200})|=\s{0,20}["']([^"']{8,200})["'],?\s{0,4})$/;
const saidInRows = /^[^/]{1,80}\.(?:cabal|gemspec|nimble|rockspec)$|^DESCRIPTION$/;

/** The description in the first manifest that has one. */
export async function descriptionIn(
  manifests: readonly CodeSource[],
  asking: Asking,
): Promise<(Place & { text: string }) | undefined> {
  for (const from of manifests) {
    const code = await outlinedOf(from, asking);
    const symbol = code?.outline.symbols.find((one) => descriptions.has(keyOf(one)));
    const text = symbol && textOf(symbol);
    if (code && symbol && text) return { from, code, rows: { start: symbol.nameRow, end: symbol.nameRow }, text };
  }
  for (const from of sourcesOf(asking.parts).filter(({ place }) => saidInRows.test(place))) {
    const code = readOf(from, asking);
    const rows = rowsOfText(code?.source.text ?? '').slice(0, maxRows);
    const at = rows.findIndex(
      (row) => row.length < maxRowChars && !row.trimEnd().endsWith('\\') && sayingRow.test(row),
    );
    const [, bare, quoted] = sayingRow.exec(rows[at] ?? '') ?? [];
    const text = bare ?? quoted;
    if (code && text !== undefined) return { from, code, rows: { start: at, end: at }, text };
  }
  return undefined;
}

/** Manifests that hold the project's name. */
const naming = ['package.json', 'composer.json', 'pyproject.toml', 'Cargo.toml', 'mix.exs', 'pubspec.yaml'];
const betweenWords = /[^a-z\d]+/;
/** Greatest depth of a manifest's path; deeper ones belong to parts of the project. */
const maxDepth = 3;

/** The files of the project, with the words of its names. */
export async function filesOf(asking: Asking): Promise<Files> {
  const isOther = (place: string) => {
    const { tests, examples, vendored } = rolesOf(place);
    return tests || examples || vendored;
  };
  const every = sourcesOf(asking.parts);
  every.sort((a, b) => depthOf(a) - depthOf(b) || (a.place < b.place ? -1 : 1));
  const all = every.filter(({ place }) => !isOther(place) || !place.includes('/'));
  const named = (names: readonly string[]) =>
    all.filter((from) => depthOf(from) <= maxDepth && isAmong(nameOf(from), names));
  const names = folderNames(asking.parts);
  for (const from of named(naming).filter((one) => depthOf(one) === 1)) {
    const code = await outlinedOf(from, asking);
    const said = code?.outline.symbols.filter(({ name, path }) => name === 'name' && path.length <= 2) ?? [];
    names.push(...said.flatMap(({ values }) => values.map(({ value }) => unquoted(value))));
  }
  const own = new Set(names.flatMap((name) => [name.toLowerCase(), ...name.toLowerCase().split(betweenWords)]));
  const ofParts = all.filter((one) => isManifest(one.place) && depthOf(one) > 1);
  const parts = new Set(ofParts.map(({ place }) => segmentsOf(place).at(-2)!.toLowerCase()));
  return { all, every, places: new Set(every.map(({ place }) => place)), named, own, parts };
}
