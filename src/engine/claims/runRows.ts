/**
 * Reads rows: commands in guides and pipelines, and the targets of files that name one in a row, such as makefiles, with
 * what is said of each. Pure; linear.
 */
import { indentOf } from '../answers/markdown';
import { isNumber, spaced as words, spaced, unquoted } from '../text/plain';
import { scriptFolders, steps, tools, wrappers } from './runTable';

// Section: commands in rows of guides and pipelines, as written.

/** Folders of programs that a package manager has installed. */
const programFolders = ['vendor/bin/', 'node_modules/.bin/'];
const maxCommand = 200;

const nameSigns = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.';
/** True when the text has only letters, digits, `_`, `-` and `.`. */
export const isPlainName = (text: string): boolean =>
  text !== '' && [...text].every((sign) => nameSigns.includes(sign));

/** True when the word is the path of a script of the project: `./x.sh`, `script/test`, `vendor/bin/phpunit`. */
export function isOwnScript(word: string): boolean {
  const [folder = '', ...rest] = word.split('/');
  if (rest.length === 0 || !rest.every(isPlainName)) return false;
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
  // A row of a script takes what the script was given; a program asked for its version does nothing.
  if (ofScripts.some((sign) => typed.includes(sign)) || (asking.has(second) && typed.endsWith(second)))
    return undefined;
  const isCommand = !isCode && (tools.has(first) || isOwnScript(first) || own?.has(first));
  // `cd docs; make html` is one command, `cd docs` is none.
  const isTied = first === 'cd' && (typed.includes('&&') || typed.includes(';'));
  return (isCommand || isTied) && typed.length < maxCommand && !':{('.includes(typed.charAt(typed.length - 1))
    ? typed
    : undefined;
}

/** What a script was given. */
const ofScripts = ['$1', '$2', '$@', '$*'];
const asking = new Set(['-V', '--version', '-version', '--help', '-h']);

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

interface TargetKind {
  files: readonly string[];
  typed: string;
  /** The name of the target that a row begins; undefined when it begins none. */
  nameIn: (row: string, before: string) => string | undefined;
  /** True when the rows of a target are commands. */
  isTyped: boolean;
  /** True when names between colons are told by the blocks around a target. */
  hasNamespaces?: boolean;
  takesIn?: (row: string) => string[];
}

const quotes = `"'`;
const maxName = 60;

/** A plain name at the beginning of a text, behind quotes, brackets and colons; undefined when there is none. */
function nameAt(text: string, extra = ''): string | undefined {
  let start = 0;
  while (start < text.length && ` (:${quotes}`.includes(text.charAt(start))) start += 1;
  let end = start;
  while (
    end < text.length &&
    end - start < maxName &&
    (isPlainName(text.charAt(end)) || extra.includes(text.charAt(end) || ' '))
  )
    end += 1;
  return end > start ? text.slice(start, end) : undefined;
}

/** The text between the first quotes; undefined when there are none. */
function quotedIn(text: string): string | undefined {
  const start = [...text].findIndex((sign) => quotes.includes(sign));
  const end = start < 0 ? -1 : text.indexOf(text.charAt(start), start + 1);
  return end < 0 ? undefined : text.slice(start + 1, end);
}

/** `name: other names` of a makefile, but no setting such as `NAME := value`. */
function madeIn(row: string): string | undefined {
  const at = row.indexOf(':');
  if (at <= 0 || row.charAt(at + 1) === '=' || row.slice(at, at + 3) === '::=') return undefined;
  const names = spaced(row.slice(0, at));
  const isNamed = !' \t'.includes(row.charAt(0)) && names.length <= 4 && names.every(isPlainName);
  return isNamed && !names[0]!.startsWith('.') ? names[0] : undefined;
}

function justIn(row: string, before: string): string | undefined {
  if (before.trim() === '[private]' || ' \t#['.includes(row.charAt(0) || ' ')) return undefined;
  const [head = ''] = spaced(row.startsWith('@') ? row.slice(1) : row);
  const at = row.indexOf(':');
  if (at < 0 || row.charAt(at + 1) === '=' || row.startsWith('set ') || row.startsWith('export ')) return undefined;
  const name = head.split(':')[0]!;
  return isPlainName(name) ? name : undefined;
}

const taskWords = ['task ', 'task(', 'multitask '];
function rakeIn(row: string): string | undefined {
  const text = row.trim();
  const begin = taskWords.find((word) => text.startsWith(word));
  if (begin !== undefined) return nameAt(text.slice(begin.length));
  const made = text.indexOf('Task.new');
  const head = text.slice(0, made);
  return made >= 0 && isPlainName(head.replaceAll('::', '') || 'Task')
    ? nameAt(text.slice(made + 'Task.new'.length))
    : undefined;
}

/** A function below a decorator: `def lint(session)` below `@nox.session`. */
const decorated =
  (decorator: string) =>
  (row: string, before: string): string | undefined =>
    row.startsWith('def ') && before.startsWith(decorator) ? nameAt(row.slice(4)) : undefined;

/** `[testenv:docs]`; names with braces stand for many. */
function sessionIn(row: string): string | undefined {
  const begin = '[testenv:';
  return row.startsWith(begin) && !row.includes('{') ? nameAt(row.slice(begin.length)) : undefined;
}

/** `b.step("test:unit", "Run unit tests")`. */
function stepIn(row: string): string | undefined {
  const at = row.indexOf('.step("');
  return at < 0 ? undefined : nameAt(row.slice(at + '.step('.length), ':');
}

/** `- id: mypy` of a hook that runs before commits. */
function hookIn(row: string): string | undefined {
  const begin = '- id:';
  const text = row.trim();
  return text.startsWith(begin) ? nameAt(text.slice(begin.length)) : undefined;
}

/** `lint: ["format", "credo"]` or `"assets.build": [` in a list of aliases. */
function aliasIn(row: string): string | undefined {
  const text = row.trim();
  const name = nameAt(text);
  const rest = name === undefined ? '' : text.slice(text.indexOf(name) + name.length);
  const value = rest.startsWith('":') ? rest.slice(2) : rest.startsWith(':') ? rest.slice(1) : '';
  return value.startsWith(' [') || value.startsWith(' "') ? name : undefined;
}

/** Names of what a recipe has to be given: `filter PATTERN *FLAGS LEVEL='':` a pattern. */
const recipeTakes = (row: string): string[] =>
  spaced(row.slice(0, row.indexOf(':')))
    .slice(1)
    .filter((one) => !one.startsWith('*') && !one.includes('='))
    .flatMap((one) => nameAt('+$'.includes(one.charAt(0)) ? one.slice(1) : one) ?? []);

export const targetKinds: readonly TargetKind[] = [
  { files: words('Makefile makefile GNUmakefile'), typed: 'make', nameIn: madeIn, isTyped: true },
  { files: words('Justfile justfile .justfile'), typed: 'just', nameIn: justIn, isTyped: true, takesIn: recipeTakes },
  { files: words('Rakefile rakefile Rakefile.rb'), typed: 'rake', nameIn: rakeIn, isTyped: false, hasNamespaces: true },
  { files: ['tox.ini'], typed: 'tox -e', nameIn: sessionIn, isTyped: true },
  { files: ['noxfile.py'], typed: 'nox -s', nameIn: decorated('@nox'), isTyped: false },
  { files: ['tasks.py'], typed: 'invoke', nameIn: decorated('@task'), isTyped: false },
  { ...steps, nameIn: stepIn, isTyped: false },
  { files: ['.pre-commit-config.yaml'], typed: 'pre-commit run --all-files', nameIn: hookIn, isTyped: false },
  { files: ['Earthfile'], typed: 'earthly +', nameIn: madeIn, isTyped: false },
];
/** Aliases stand in one part of their file. */
export const aliases = { files: ['mix.exs'], typed: 'mix', begin: 'aliases do' };

/** Names of the `namespace :test do` blocks around a row, outermost first. */
function namespacesOf(rows: readonly string[], at: number): string[] {
  const names: string[] = [];
  let indent = indentOf(rows[at]!);
  for (let row = at - 1; row >= 0 && indent > 0; row -= 1) {
    const own = indentOf(rows[row]!);
    if (rows[row]!.trim() === '' || own >= indent) continue;
    indent = own;
    const text = rows[row]!.trim();
    if (text.startsWith('namespace'))
      names.unshift(...[nameAt(text.slice('namespace'.length))].flatMap((one) => one ?? []));
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
    if (text.startsWith('desc')) above.unshift(quotedIn(text) ?? '');
    else if (text.startsWith('#') || text.startsWith('--')) above.unshift(text);
    else if (!text.startsWith('.PHONY') && !text.startsWith('@')) break;
  }
  const behind = row.includes(' ##') ? row.slice(row.indexOf('##')) : '';
  const step = row.includes('.step(') ? (quotedIn(row.slice(row.indexOf(',') + 1)) ?? '') : '';
  const next = (rows[start + 1] ?? '').trim();
  const said = next.startsWith('"""') ? `${next} ${rows[start + 2] ?? ''}` : '';
  return [bannerOf(rows, start), ...above, behind, step, said]
    .join(' ')
    .replaceAll('#', '')
    .replaceAll('"""', '')
    .trim();
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

/** The targets in the rows of a file. */
export function targetsOf(rows: readonly string[], kind: TargetKind): Target[] {
  return rows.flatMap((row, start) => {
    const own = kind.nameIn(row, rows[start - 1] ?? '');
    if (own === undefined) return [];
    const isSection = kind.files.includes('tox.ini');
    const end = endOf(rows, start, isSection);
    const body = Array.from({ length: end - start - 1 }, (_, at) => {
      let text = tiedRows(rows, start + 1 + at).trim();
      while ('@-'.includes(text.charAt(0) || ' ')) text = text.slice(1).trimStart();
      return text;
    });
    const typed = isSection ? commandsOf(body) : body;
    const name = kind.hasNamespaces ? [...namespacesOf(rows, start), own].join(':') : own;
    return [{ name, takes: kind.takesIn?.(row) ?? [], about: aboutOf(rows, start), body: typed, start, end: end - 1 }];
  });
}

/** The aliases in the rows of a file, each with what it runs. */
export function aliasesOf(rows: readonly string[]): Target[] {
  const begin = rows.findIndex((row) => row.includes(aliases.begin));
  if (begin < 0) return [];
  const end = endOf(rows, begin, false);
  return rows.slice(begin + 1, end).flatMap((row, at) => {
    const name = aliasIn(row);
    const start = begin + 1 + at;
    if (name === undefined) return [];
    const value = row
      .slice(row.indexOf(':') + 1)
      .replace('":', '')
      .trim();
    const told = value.endsWith(',') ? value.slice(0, -1) : value;
    return [{ name, takes: [], about: '', body: told.length > 1 ? [told] : [], start, end: start }];
  });
}
