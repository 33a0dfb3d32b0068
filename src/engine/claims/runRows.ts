/**
 * Reads rows: commands in guides and pipelines, and the targets of files that name one in a row, such as makefiles, with
 * what is said of each. Pure; linear.
 */
import { indentOf } from '../answers/markdown';
import { setOf } from '../question/courtesies';
import { quotedIn } from '../question/spelling';
import { spaced, unquoted } from '../text/plain';
import { scriptFolders, steps, tools, programs } from './runTable';

// Section: commands in rows of guides and pipelines, as written.

const maxCommand = 200;

const nameSigns = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.';
/** True when the text has only letters, digits, `_`, `-` and `.`. */
export const isPlainName = (text: string): boolean =>
  text !== '' && [...text].every((sign) => nameSigns.includes(sign));

/** Folders of tests. */
export const testFolders = new Set(['test', 'tests']);

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
function isSetting(word: string): boolean {
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

/** What is typed by nobody: what a script was given, what is left out, and what only asks a program. */
const notTyped = ['$1', '$2', '$@', '$*', ' ...', ' …'];
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
const minInlineWords = 2;

/** Commands in code spans: at the beginning of a row or a cell, or after a word that says to type them. */
export function inlineCommands(row: string): string[] {
  const pieces = ['``', '<tt>', '</tt>', '<code>', '</code>']
    .reduce((text, tag) => text.replaceAll(tag, '`'), row)
    .split('`');
  return pieces.flatMap((piece, at) => {
    if (at % 2 === 0 || at === pieces.length - 1) return [];
    const said = spaced(pieces[at - 1]!.toLowerCase()).slice(-maxBefore);
    const before = said.at(-1) ?? '';
    const isTold = beforeCommand.has(before) || '-*+|'.includes(before) || ':.'.includes(before.slice(-1));
    if (!isTold || said.some((word) => forbidding.has(word))) return [];
    const typed = commandIn(piece);
    return typed !== undefined && (spaced(typed).length >= minInlineWords || isOwnScript(typed)) ? [typed] : [];
  });
}

// Section: targets.

/** A target with its rows. */
export interface Target {
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

export interface TargetKind {
  files: readonly string[];
  typed: string;
  /** The name of the target that a row begins; undefined when it begins none. */
  nameIn: (row: string, before: string) => string | undefined;
  /** True when the rows of a target are commands. */
  isTyped?: boolean;
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

export const targetKinds: readonly TargetKind[] = [
  { files: ['Makefile', 'makefile', 'GNUmakefile'], typed: 'make', nameIn: madeIn, isTyped: true },
  { files: ['Justfile', 'justfile', '.justfile'], typed: 'just', nameIn: madeIn, isTyped: true },
  { files: ['Rakefile', 'rakefile', 'Rakefile.rb'], typed: 'rake', nameIn: rakeIn },
  { files: ['tox.ini'], typed: 'tox -e', nameIn: nameBehind('[testenv:'), isTyped: true },
  { files: ['noxfile.py'], typed: 'nox -s', nameIn: decoratedIn },
  { files: ['tasks.py'], typed: 'invoke', nameIn: decoratedIn },
  { ...steps, nameIn: stepIn },
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
export function targetsOf(rows: readonly string[], { files, typed, nameIn, below }: TargetKind): Target[] {
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
      const told = row.slice(row.indexOf('[')).trim();
      return [{ name, takes, about, body: [told.endsWith(',') ? told.slice(0, -1) : told], start, end: start }];
    }
    const end = endOf(rows, start, isSection);
    const body = Array.from({ length: end - start - 1 }, (_, inside) => doneIn(rows, start + 1 + inside));
    return [{ name, takes, about, body: isSection ? commandsOf(body) : body, start, end: end - 1 }];
  });
}
