/**
 * Reads rows: commands in guides and pipelines, and the targets of files that name one in a row, such as makefiles, with
 * what is said of each. Pure; linear.
 */
import { indentOf } from '../answers/markdown';
import { quotedIn } from '../question/spelling';
import { isNumber, spaced, unquoted } from '../text/plain';
import { scriptFolders, steps, tools, wrappers } from './runTable';

// Section: commands in rows of guides and pipelines, as written.

/** Folders of programs that a package manager has installed. */
const programFolders = ['vendor/bin/', 'node_modules/.bin/'];
const maxCommand = 200;

const nameSigns = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.';
/** True when the text has only letters, digits, `_`, `-` and `.`. */
export const isPlainName = (text: string): boolean =>
  text !== '' && [...text].every((sign) => nameSigns.includes(sign));

/** Folders of tests. */
export const testFolders = new Set(['test', 'tests']);

/** True when the word is the path of a script of the project: `./x.sh`, `script/test`, `vendor/bin/phpunit`. */
export function isOwnScript(word: string): boolean {
  const [folder = '', ...rest] = word.split('/');
  const last = rest.at(-1) ?? '';
  if (!rest.every(isPlainName) || last === '') return false;
  // Beside tests, what has no ending, or that of a shell, is a script.
  if (testFolders.has(folder.toLowerCase())) return !last.includes('.') || last.endsWith('.sh');
  return (
    folder === '.' || scriptFolders.has(folder.toLowerCase()) || programFolders.some((one) => word.startsWith(one))
  );
}

/** True for `NAME=value` before a command. */
function isSetting(word: string): boolean {
  const name = word.slice(0, Math.max(0, word.indexOf('=')));
  return name.length > 1 && isPlainName(name) && name === name.toUpperCase();
}

/**
 * The command in a row, without its prompt; undefined when the row is none.
 * @param own further first words that are commands, such as the project's own program
 */
export function commandIn(row: string, own?: ReadonlySet<string>): string | undefined {
  const typed = unquoted(row.trim().replace(/^(?:[$>%]|run:)\s{0,3}/, ''));
  const first = spaced(typed).find((word) => !isSetting(word)) ?? '';
  const second = spaced(typed)[spaced(typed).indexOf(first) + 1] ?? '';
  // `go statsd.Run(context)` and `tower = "0.5"` are rows of code.
  const isCode = /\w\(/.test(second) || second === '=' || (wrappers.has(first) && second === '');
  // `node >=8` is what is needed, and a text that is not closed goes on in the next row.
  if ('<>^~'.includes(second.charAt(0) || ' ') || [`'`, `"`].some((quote) => typed.split(quote).length % 2 === 0))
    return undefined;
  // A row of a script takes what the script was given, one with dots leaves something out; a program asked for its
  // version does nothing.
  if (ofScripts.some((sign) => typed.includes(sign)) || asking.has(spaced(typed).at(-1) ?? '')) return undefined;
  const isCommand = !isCode && (tools.has(first) || isOwnScript(first) || own?.has(first));
  // `cd docs; make html` is one command, `cd docs` is none.
  const isTied = first === 'cd' && (typed.includes('&&') || typed.includes(';'));
  return (isCommand || isTied) && typed.length < maxCommand && !':{('.includes(typed.charAt(typed.length - 1))
    ? typed
    : undefined;
}

/** What a script was given, and what is left out. */
const ofScripts = ['$1', '$2', '$@', '$*', ' ...', ' …'];
const asking = new Set(['--version', '-version', '--help', '-h']);

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

/** Tags around code in a sentence. */
const codeTags = ['<tt>', '</tt>', '<code>', '</code>'];

/** Commands in code spans: at the beginning of a row or a cell, or after a word that says to type them. */
export function inlineCommands(row: string): string[] {
  let text = row.replaceAll('``', '`');
  for (const tag of codeTags) text = text.replaceAll(tag, '`');
  const pieces = text.split('`');
  return pieces.flatMap((piece, at) => {
    const said = spaced(pieces[at - 1] ?? '')
      .slice(-maxBefore)
      .map((word) => word.toLowerCase());
    const before = said.at(-1) ?? '';
    if (said.some((word) => forbidding.has(word))) return [];
    const isTold =
      before === '' ||
      beforeCommand.has(before) ||
      '-*+|'.includes(before) ||
      isNumber(before.slice(0, -1)) ||
      before.endsWith(':') ||
      before.endsWith('.');
    const typed = at % 2 === 1 && at < pieces.length - 1 && isTold ? commandIn(piece) : undefined;
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
  isTyped: boolean;
  /** True when names between colons are told by the blocks around a target. */
  hasNamespaces?: boolean;
  takesIn?: (row: string) => string[];
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
  return at > 0 && row.charAt(at + 1) !== '=' && !' \t#['.includes(row.charAt(0)) ? spaced(row.slice(0, at)) : [];
}

const maxMade = 4;

/** `name: other names` of a makefile. */
function madeIn(row: string): string | undefined {
  const names = headIn(row);
  return names.length <= maxMade && names.every(isPlainName) && !row.startsWith('.') ? names[0] : undefined;
}

/** `name PATTERN: other names` of a justfile, where `@` makes it quiet. */
function justIn(row: string, before: string): string | undefined {
  const [name = ''] = headIn(row.startsWith('@') ? row.slice(1) : row);
  return isPlainName(name) && before.trim() !== '[private]' ? name : undefined;
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

/** A function below a decorator: `def lint(session)` below `@nox.session`. */
const decorated =
  (decorator: string) =>
  (row: string, before: string): string | undefined =>
    row.startsWith('def ') && before.startsWith(decorator) ? nameAt(row.slice(4)) : undefined;

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
  { files: spaced('Makefile makefile GNUmakefile'), typed: 'make', nameIn: madeIn, isTyped: true },
  { files: spaced('Justfile justfile .justfile'), typed: 'just', nameIn: justIn, isTyped: true, takesIn: recipeTakes },
  {
    files: spaced('Rakefile rakefile Rakefile.rb'),
    typed: 'rake',
    nameIn: rakeIn,
    isTyped: false,
    hasNamespaces: true,
  },
  { files: ['tox.ini'], typed: 'tox -e', nameIn: nameBehind('[testenv:'), isTyped: true },
  { files: ['noxfile.py'], typed: 'nox -s', nameIn: decorated('@nox'), isTyped: false },
  { files: ['tasks.py'], typed: 'invoke', nameIn: decorated('@task'), isTyped: false },
  { ...steps, nameIn: stepIn, isTyped: false },
  {
    files: ['.pre-commit-config.yaml'],
    typed: 'pre-commit run --all-files',
    nameIn: nameBehind('- id:'),
    isTyped: false,
  },
  { files: ['Earthfile'], typed: 'earthly +', nameIn: madeIn, isTyped: false },
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

/** A row of signs only: the border of a banner in comments. */
const isBorder = (row = ''): boolean =>
  row.length >= minBorder && [...row].every((sign) => sign === '#' || sign === ' ');
const minBorder = 8;
const maxBannerRows = 60;

/** The title of the part of the file that a row stands in, between two borders. */
function bannerOf(rows: readonly string[], start: number): string {
  for (let row = start - 1; row > 1 && start - row < maxBannerRows; row -= 1)
    if (isBorder(rows[row]) && isBorder(rows[row - 2])) return rows[row - 1]!;
  return '';
}

/** What the rows above a target, or the row itself, say of it. */
function aboutOf(rows: readonly string[], start: number): string {
  const row = rows[start]!;
  const above: string[] = [];
  for (let at = start - 1; at >= 0 && above.length < 4; at -= 1) {
    const text = rows[at]!.trim();
    if (text.startsWith('desc')) above.unshift(quotedIn(text)[0] ?? '');
    else if (text.startsWith('#') || text.startsWith('--')) above.unshift(text);
    else if (!text.startsWith('.PHONY') && !text.startsWith('@')) break;
  }
  const behind = row.includes(' ##') ? row.slice(row.indexOf('##')) : '';
  const step = row.includes('.step(') ? (quotedIn(row.slice(row.indexOf(',')))[0] ?? '') : '';
  return [bannerOf(rows, start), ...above, behind, step].join(' ').replaceAll('#', '').trim();
}

/** Row behind the last one of a target. */
function endOf(rows: readonly string[], start: number, isSection: boolean): number {
  let end = start + 1;
  const isInside = (row: string) => (isSection ? !row.startsWith('[') : indentOf(row) > indentOf(rows[start]!));
  while (end < rows.length && isInside(rows[end]!)) end += 1;
  return end;
}

/** The commands of a section with settings: those of `commands =` and of the rows up to the next setting. */
function commandsOf(body: readonly string[]): string[] {
  const at = body.findIndex((row) => row.startsWith('commands'));
  if (at < 0) return [];
  const next = body.findIndex((row, place) => place > at && spaced(row)[1] === '=');
  const rows = body.slice(at, next < 0 ? body.length : next);
  return rows
    .map((row, place) => (place === 0 ? row.slice(row.indexOf('=') + 1).trim() : row))
    .filter((row) => row !== '');
}

/** The targets below a row, each with what it runs in its own row. */
function aliasesOf(rows: readonly string[], { nameIn, below }: TargetKind): Target[] {
  const begin = rows.findIndex((row) => below !== undefined && row.includes(below));
  const end = begin < 0 ? 0 : endOf(rows, begin, false);
  return rows.slice(begin + 1, end).flatMap((row, at) => {
    const name = nameIn(row, '');
    if (name === undefined) return [];
    const value = row.slice(row.indexOf(': ') + 2).trim();
    const told = value.endsWith(',') ? value.slice(0, -1) : value;
    const start = begin + 1 + at;
    return [{ name, takes: [], about: '', body: told === '[' ? [] : [told], start, end: start }];
  });
}

/** The targets in the rows of a file. */
export function targetsOf(rows: readonly string[], kind: TargetKind): Target[] {
  if (kind.below !== undefined) return aliasesOf(rows, kind);
  const isSection = kind.files.includes('tox.ini');
  return rows.flatMap((row, start) => {
    const own = kind.nameIn(row, rows[start - 1] ?? '');
    if (own === undefined) return [];
    const end = endOf(rows, start, isSection);
    const body = Array.from({ length: end - start - 1 }, (_, at) => {
      const inside = start + 1 + at;
      let text = goesOn(rows, inside) ? '' : tiedRows(rows, inside).trim();
      while (text.startsWith('@') || text.startsWith('-')) text = text.slice(1).trimStart();
      return text;
    });
    const name = kind.hasNamespaces ? [...namespacesOf(rows, start), own].join(':') : own;
    return [
      {
        name,
        takes: kind.takesIn?.(row) ?? [],
        about: aboutOf(rows, start),
        body: isSection ? commandsOf(body) : body,
        start,
        end: end - 1,
      },
    ];
  });
}
